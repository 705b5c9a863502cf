import {
  actionParts, areas, chancesAt, choiceOf, curveOf, goesOn, luckOf, mayAsk, questionOf, showsChances, signOf, small,
  verdictOf, whereOf, wholePercents,
} from "/web/logic/coach.js";
import { drawsSeat, matchNumber, possible, tapped, typist, withFace, without } from "/web/logic/typed.js";
import { equal, ok } from "./check.js";

const person = { free: false, isBot: false };
const bot = { free: false, isBot: true };
const view = (patch) => ({
  started: true, coach: false, chance: "fair", ended: false, seats: [person, person], match: "m-1", version: 7, me: 0, ...patch,
});

const chances = (win) => ({ win, label: "exact", low: win, high: win, bound: 0, games: 0 });
const review = {
  finished: true,
  start: chances([0.5, 0.5]),
  seats: [{ seat: 0 }, { seat: 1 }],
  plies: [
    { ply: 1, seat: null, chances: chances([0.75, 0.25]), luck: [0.25, -0.25] },
    { ply: 2, seat: 1, chances: chances([1, 0]), luck: [0.25, -0.25] },
  ],
};

const typed = (patch) => ({
  chance: "typed", settled: true, ended: false, held: [0], version: 3, choice: {}, players: 2,
  seats: [{ seat: 0, isBot: false, heldBy: "" }, { seat: 1, isBot: true, heldBy: "" }],
  actual: { phase: "chance", to_act: 0, run: 2, fields: { stage: "roll", contenders: 0 } },
  ...patch,
});
const actual = (patch) => ({ ...typed().actual, ...patch });

export default {
  "chances are told where it was agreed, alone with bots, with real dice and after the end"() {
    ok(!mayAsk(view({})), "two people who agreed on nothing");
    ok(mayAsk(view({ coach: true })), "agreed");
    ok(mayAsk(view({ seats: [person, bot] })), "alone with a bot");
    ok(mayAsk(view({ chance: "typed" })), "real dice");
    ok(mayAsk(view({ ended: true })), "over");
    ok(!mayAsk(view({ coach: true, started: false })), "before the start");
  },
  "alone with bots they are shown only to who wants them"() {
    const alone = view({ seats: [person, bot] });
    equal([undefined, true, false].map((wish) => showsChances(alone, wish)), [false, true, false]);
    equal([undefined, true, false].map((wish) => showsChances(view({ coach: true }), wish)), [true, true, false]);
    equal([undefined, true].map((wish) => showsChances(view({}), wish)), [false, false]);
    equal(showsChances(null, true), false);
  },
  "a question is about one version and one observer"() {
    ok(questionOf(view({})) !== questionOf(view({ version: 8 })), "version");
    ok(questionOf(view({})) !== questionOf(view({ me: null })), "observer");
  },
  "whole per cents add up to a hundred"() {
    equal(wholePercents([1 / 3, 1 / 3, 1 / 3]), [34, 33, 33]);
    equal(wholePercents([0.545, 0.455]), [55, 45]);
    equal(wholePercents([1, 0]), [100, 0]);
    for (let n = 1; n < 200; n += 1) {
      const raw = [n, 3 * n % 71, 7 * n % 37, 1].map((each) => each + 0.01);
      const sum = raw.reduce((a, b) => a + b);
      equal(wholePercents(raw.map((each) => each / sum)).reduce((a, b) => a + b), 100);
    }
  },
  "changes have a sign, tiny ones none"() {
    equal([-0.2, 0.2, 0.0004, -0.0004].map(signOf), ["minus", "plus", "zero", "zero"]);
    equal([0, 3.2e-13].map(small), ["0", "3e-13"]);
  },
  "neighbours are seen from the mover"() {
    equal([whereOf(0, 1, 4), whereOf(0, 3, 4), whereOf(0, 2, 4), whereOf(3, 0, 4)], ["left", "right", "other", "left"]);
    equal(whereOf(0, 1, 2), "other");
  },
  "an action has a kind and perhaps a seat"() {
    equal(actionParts("die:2", 3), { kind: "die", arg: "2", seat: 1 });
    equal(actionParts("die:none", 3), { kind: "die", arg: "none", seat: null });
    equal(actionParts("roll", 3), { kind: "roll", arg: "", seat: null });
  },
  "a verdict needs something to choose"() {
    const choice = (action, best) => ({ action, best });
    equal(verdictOf({ seat: 0, choices: [choice("a", true)] }), "");
    equal(verdictOf({ seat: 0, choices: [choice("a", true), choice("b", false)] }), "best");
    equal(verdictOf({ seat: 0, choices: [choice("a", true), choice("b", true)] }), "equal");
    equal(choiceOf({ choices: [choice("a", true)] }, "b"), null);
    equal(choiceOf(null, "b"), null);
  },
  "a curve starts before the first ply, and the areas fill the box"() {
    equal(curveOf(review, 0), [0.5, 0.75, 1]);
    equal(areas(review, 100, 10), [
      [0, "0.0,0.0 50.0,0.0 100.0,0.0 100.0,10.0 50.0,7.5 0.0,5.0"],
      [1, "0.0,5.0 50.0,7.5 100.0,10.0 100.0,10.0 50.0,10.0 0.0,10.0"],
    ]);
    equal([0, 2].map((ply) => chancesAt(review, ply).win[0]), [0.5, 1]);
  },
  "luck is the thrower's, or the largest where chance came by itself"() {
    equal(luckOf(review.plies[1]), -0.25);
    equal(luckOf(review.plies[0]), 0.25);
  },
  "nobody goes on from the end"() {
    equal([0, 1, 2].map((ply) => goesOn(review, ply)), [true, true, false]);
    ok(goesOn({ ...review, finished: false }, 2), "a match that was left");
  },

  "who holds the seat types in, for a bot too"() {
    equal(typist(typed()), 0);
    equal(typist(typed({ actual: actual({ to_act: 1 }) })), 1);
    equal(typist(typed({ actual: actual({ to_act: null }) })), -1);
    equal(typist(typed({ held: [] })), null);
    equal(typist(typed({ chance: "fair" })), null);
    equal(typist(typed({ settled: false })), null);
    equal(typist(typed({ actual: actual({ phase: "decision" }) })), null);
    equal(typist(typed({ seats: [person, { seat: 1, isBot: false, heldBy: "" }], actual: actual({ to_act: 1 }) })), null);
  },
  "what was tapped is of this throw only, and never too much"() {
    let now = typed();
    const tap = (face) => { now = { ...now, choice: withFace(now, face) }; };
    ["C", "X", "D"].forEach(tap);
    equal(tapped(now), ["C", "X"]);
    equal(tapped({ ...now, choice: without(now, 0) }), ["X"]);
    equal(tapped({ ...now, version: 4 }), []);
  },
  "a draw of who begins names those who may"() {
    const draw = typed({ actual: actual({ fields: { stage: "draw-starter", contenders: 0b10 } }) });
    ok(drawsSeat(draw), "a draw");
    equal(possible(draw, ["C"]), ["seat:2"]);
    equal(possible(typed(), ["C"]), ["C"]);
    const open = typed({ actual: actual({ fields: { stage: "draw-starter" } }) });
    equal(possible(open, []), ["seat:1", "seat:2"]);
  },
  "a match knows its number"() {
    equal([matchNumber("abc-12"), matchNumber("abc")], [12, 1]);
  },
};
