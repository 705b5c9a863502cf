import { advance, plan, preview, replay, rest, seatsOf, thrownFrom, thrownOf } from "/web/logic/games/swipe-dice.js";
import { equal, ok } from "./check.js";
import recorded from "/recorded/swipe-dice.json" with { type: "json" };

export default {
  "what is shown ends as the server says, through whole games"() {
    let moves = 0;
    for (const { first, happenings } of recorded.games) {
      let shown = first;
      for (const happening of happenings) {
        for (const step of plan(happening)) {
          for (const effect of step.effects) shown = advance(shown, effect);
        }
        for (const field of ["chips", "dice", "centre_chips", "centre_dice"]) {
          equal(shown.fields[field], happening.position.fields[field], `${field} after event ${happening.version}`);
        }
        shown = rest(shown, happening.position);
        moves += 1;
      }
    }
    ok(moves > 100, "the recorded games are long enough to mean something");
  },

  "every effect belongs to exactly one step"() {
    for (const { happenings } of recorded.games) {
      for (const happening of happenings) {
        const told = plan(happening).flatMap((step) => step.effects);
        equal(told.length, happening.effects.length);
        ok(happening.effects.every((effect) => told.includes(effect)), "all are told");
      }
    }
  },

  "dice that wait for a choice are told apart from those that are done"() {
    for (const { first, happenings } of recorded.games) {
      let shown = first;
      for (const happening of happenings) {
        for (const step of plan(happening)) for (const effect of step.effects) shown = advance(shown, effect);
        shown = rest(shown, happening.position);
        const { stage, pending } = happening.position.fields;
        if (!stage.startsWith("choose")) continue;
        const waiting = thrownOf(shown).filter((die) => !die.done).length;
        equal(waiting, pending.reduce((sum, each) => sum + each, 0), `dice to go after event ${happening.version}`);
      }
    }
  },

  "who has just come sees the dice on the table"() {
    equal(thrownFrom({ rolled: [1, 0, 0, 0, 2], pending: [0, 0, 0, 0, 1] }), [
      { face: "C", seat: null, done: true }, { face: "SC", seat: null, done: false }, { face: "SC", seat: null, done: true }]);
  },

  "a choice is previewed from both sides"() {
    const position = { seat: 0, fields: { chips: [3, 5], dice: [1, 2] } };
    equal(preview(position, "chip:2"), { seat: 1, kind: "chip", mine: 4, theirs: 4 });
    equal(preview(position, "die:2"), { seat: 1, kind: "die", mine: 2, theirs: 1 });
    equal(preview(position, "chip:none"), null);
  },

  "seats of a mask"() {
    equal(seatsOf(0b1010, 4), [1, 3]);
  },

  "the draw of the starter is among the youngest"() {
    const draw = (number, total) => total - 1;
    const drawn = { number: 0, outcomes: ["seat:1"] };
    equal(replay({ players: 4, options: { starter: "youngest" } }, drawn, draw), ["seat:4"]);
    equal(replay({ players: 3, options: { starter: "youngest:9,8,8" } }, drawn, draw), ["seat:3"]);
  },
};
