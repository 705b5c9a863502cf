import * as logic from "/web/logic/games/swipe-cards.js";
import * as play from "/web/logic/games/swipe-cards-play.js";
import { proveRecord } from "/web/logic/fairness.js";
import { equal, ok } from "./check.js";
import recorded from "/recorded/swipe-cards.json" with { type: "json" };

const { NO_CARD, RANK_NAMES, UNKNOWN, sum } = logic;

/** Every happening of every recorded match with the position before it, as its observer sees them. */
function* witnessed() {
  for (const game of recorded.games) {
    let before = game.first;
    for (const happening of game.happenings) {
      yield { ...game, before, happening };
      before = happening.position;
    }
  }
}

/** Every decision of an observer's own seat. */
function* decisions() {
  for (const each of witnessed()) {
    const { before, happening, observer, options } = each;
    if (before.phase === "decision" && before.to_act === observer && happening.event.event === "acted") {
      yield { ...each, situation: { fields: before.fields, me: observer, legal: before.legal, options } };
    }
  }
}

/** Pick what an action plays, tap by tap. */
function pick(situation, action) {
  const adding = situation.fields.stage === "add";
  let choice = {};
  const rank = (name) => RANK_NAMES.indexOf(name);
  const tap = { rank: (each) => { choice = play.tapRank(situation, choice, each); }, slot: (each) => { choice = play.tapSlot(situation, choice, each); } };
  const [, swipeSlot] = /^swipe(?::r(\d))?$/.exec(action) ?? [];
  const [, blind] = /^blind:(\d)$/.exec(action) ?? [];
  const add = /^add:(\d)?\+?((?:r\d)*)$/.exec(action);
  const cards = /^([0-9AJQK]+)(?:x(\d))?\+?((?:r\d)*)$/.exec(action);
  if (action === "pick-up") choice = play.tapPickUp(situation, choice);
  else if (blind) tap.slot(Number(blind) - 1);
  else if (action.startsWith("swipe")) swipeSlot ? tap.slot(Number(swipeSlot) - 1) : tap.rank(0);
  else if (action !== "end") {
    const [which, hand, row] = add ? [situation.fields.pile_top, add[1], add[2]] : [rank(cards[1]), cards[2], cards[3]];
    ok(Boolean(add) === adding, `${action} in stage ${situation.fields.stage}`);
    for (let n = 0; n < Number(hand ?? 0); n += 1) tap.rank(which);
    for (const slot of row.matchAll(/r(\d)/g)) tap.slot(Number(slot[1]) - 1);
  }
  return choice;
}

const named = (effects, name) => effects.find(({ effect }) => effect === name);
const only = (would, ...ids) => would.filter(({ id }) => ids.includes(id));

/** A situation by hand: mine is seat 0. */
function situation({ hand = {}, up = [], down = [14, 14, 14, 14], pile = {}, top = NO_CARD, stage = "play", legal = [], options = {}, under = NO_CARD, played = 0 }) {
  const counts = (held) => Array.from({ length: 15 }, (_, rank) => held[rank] ?? 0);
  const row = [...up, NO_CARD, NO_CARD, NO_CARD, NO_CARD].slice(0, 4);
  const fields = {
    hand: [counts(hand), counts({ 14: 3 })], up: [row, row.map(() => NO_CARD)], down: [down, down],
    pile: counts(pile), pile_top: top, under, played, stage, buried: options.buried === "picked_up" ? 1 : 0,
  };
  return { fields, me: 0, legal, options: { buried: "stay", pick_up: "when_stuck", ...options } };
}

export default {
  "what is shown ends as the server says, through whole matches"() {
    let rounds = 0;
    for (const { first, happenings, observer } of recorded.games) {
      let shown = first;
      for (const happening of happenings) {
        for (const step of logic.plan(happening, shown)) {
          for (const effect of step.effects) shown = logic.advance(shown, effect);
        }
        const { fields, scores } = happening.position;
        const after = `after event ${happening.version}`;
        if (fields.stage !== "deal") {
          // Whether more is asked of a blind card is the server's to say.
          if (fields.stage === "add") shown = { ...shown, fields: { ...shown.fields, stage: "add" } };
          for (const field of ["up", "pile", "pile_top", "discard", "stage", "round_number"]) {
            equal(shown.fields[field], fields[field], `${field} ${after}`);
          }
          fields.hand.forEach((counts, seat) => {
            equal(sum(shown.fields.hand[seat]), sum(counts), `cards of seat ${seat} ${after}`);
            equal(logic.faceDown(shown.fields, seat), logic.faceDown(fields, seat), `face-down of seat ${seat} ${after}`);
          });
          if (observer !== null && shown.fields.stage === "play") equal(shown.fields.hand[observer], fields.hand[observer], `my hand ${after}`);
          if (["play", "add"].includes(fields.stage)) equal(shown.seat, happening.position.seat, `turn ${after}`);
        }
        equal(shown.scores, scores, `scores ${after}`);
        if (named(happening.effects, "count-cards")) {
          rounds += 1;
          for (const [seat, left] of Object.entries(shown.counted.seats)) {
            const inHand = Array(15).fill(0);
            for (const rank of left.hand) inHand[rank] += 1;
            equal(inHand, fields.hand[seat], `what seat ${seat} was left with`);
            equal(left.down, fields.down[seat].filter((rank) => rank !== NO_CARD), "its face-down cards, open");
          }
        }
        shown = logic.rest(shown, happening.position);
      }
    }
    ok(rounds >= 8, "the recorded matches have several rounds");
  },

  "every effect belongs to exactly one step, and what is counted is held"() {
    for (const { before, happening } of witnessed()) {
      const steps = logic.plan(happening, before);
      equal(steps.flatMap((step) => step.effects), happening.effects);
      const counts = steps.filter((step) => step.hold);
      equal(counts.length, named(happening.effects, "count-cards") ? 1 : 0);
    }
  },

  "while cards fly they are nowhere else"() {
    for (const { before, happening } of witnessed()) {
      let at = before;
      const all = ({ fields }) => sum(fields.pile) + fields.discard + fields.hand.reduce((total, _, seat) => total + logic.cardsLeft(fields, seat), 0);
      for (const step of logic.plan(happening, before)) {
        const effect = step.effects.at(-1);
        const flying = logic.drawn(at, step);
        if (["play", "add", "play-swipe", "choose-blind"].includes(effect.effect)) {
          equal(all(flying), all(at) - (effect.count ?? 1), `${effect.effect} of event ${happening.version}`);
        }
        for (const each of step.effects) at = logic.advance(at, each);
        equal(logic.drawn(at, step), at, "landed");
      }
    }
  },

  "cards of nobody's knowledge stay unknown"() {
    for (const { before, happening, observer } of witnessed()) {
      if (happening.position.fields.stage !== "play") continue;
      let at = before;
      for (const step of logic.plan(happening, before)) for (const effect of step.effects) at = logic.advance(at, effect);
      at.fields.down.forEach((row) => ok(row.every((rank) => rank === NO_CARD || rank === UNKNOWN), "a face-down card shows"));
      if (named(happening.effects, "begin") || !named(happening.effects, "lead")) continue;
      at.fields.hand.forEach((counts, seat) => equal(seat === observer ? 0 : 12, counts[UNKNOWN], `seat ${seat} after a deal`));
    }
  },

  "every legal action can be picked by taps, and nothing else is sent"() {
    let count = 0;
    for (const { situation: s, before } of decisions()) {
      for (const action of before.legal) {
        const choice = pick(s, action);
        const { action: sent, refusal } = play.judge(s, choice);
        equal([sent, refusal], [action, null], `${action} at ${JSON.stringify(s.fields.pile)}`);
        count += 1;
      }
    }
    ok(count > 2000, `only ${count} actions were tried`);
  },

  "what is said before a play is what comes of it"() {
    const seen = new Set();
    for (const { situation: s, happening } of decisions()) {
      const { action } = happening.event;
      const { would } = play.judge(s, pick(s, action));
      if (action.startsWith("blind") || action === "pick-up") continue;
      const { effects } = happening;
      const asks = happening.position.fields.stage === "add";
      if (asks) continue; // more may be added; the last play of it is judged
      for (const [id, name] of [["higher", "take-rest"], ["four-higher", "four-higher"], ["four", "four-of-a-kind"], ["swipe", "swipe-pile"]]) {
        const [said] = only(would, id);
        const happened = named(effects, name);
        equal(Boolean(said), Boolean(happened), `${id} for ${action} of event ${happening.version}`);
        if (!said) continue;
        seen.add(id);
        equal(id === "swipe" ? said.args.count + 1 : said.args.count, happened.count, `${id} for ${action}`);
      }
      equal(only(would, "go-out").length, named(effects, "go-out") ? 1 : 0, `out with ${action} of event ${happening.version}`);
      if (named(effects, "go-out")) seen.add("go-out");
    }
    equal([...seen].sort(), ["four", "four-higher", "go-out", "higher", "swipe"]);
  },

  "too many of a rank are explained before they are sent"() {
    let refused = 0;
    for (const { situation: s } of decisions()) {
      if (s.fields.stage === "add") continue;
      s.fields.hand[s.me].slice(1, 14).forEach((held, n) => {
        const rank = n + 1;
        const most = play.mostOfRank(s, rank);
        if (held <= most) return;
        let choice = {};
        for (let taps = 0; taps <= most; taps += 1) choice = play.tapRank(s, choice, rank);
        const { action, refusal } = play.judge(s, choice);
        equal([action, refusal], [null, { id: "many", args: { rank, most } }]);
        ok(play.isEmpty(play.tapRank(s, choice, rank)), "the tap after it begins anew");
        refused += 1;
      });
    }
    ok(refused >= 5, `only ${refused} were too many`);
  },

  "another rank takes the place of what was picked, and it is said why"() {
    const s = situation({ hand: { 0: 1, 9: 3, 13: 1 }, up: [9, 13], legal: ["9x1", "Kx1", "swipe"] });
    const nines = play.tapSlot(s, play.tapRank(s, play.tapRank(s, {}, 9), 9), 0);
    equal([nines.hand, nines.slots], [2, [0]]);
    const king = play.tapRank(s, nines, 13);
    equal([king.rank, king.hand, king.slots, king.note], [13, 1, [], { id: "mixed", args: {} }]);
    equal(play.tapSlot(s, nines, 1).note.id, "mixed");
    equal(play.tapRank(s, king, 0).note.id, "swipe-alone");
    equal(play.tapRank(s, play.tapRank(s, {}, 0), 9).note.id, "swipe-alone");
    equal(play.tapRank(s, king, 13), { ...play.NOTHING });
  },

  "a card of the row is tapped directly, and again to leave it"() {
    const s = situation({ up: [7, 7, 2], hand: { 7: 1 }, legal: ["7+r1r2"] });
    const both = play.tapSlot(s, play.tapSlot(s, {}, 1), 0);
    equal(play.judge(s, both).action, "7+r1r2");
    equal(play.tapSlot(s, both, 0).slots, [1]);
    equal(play.tapSlot(s, {}, 3).other, "blind:4");
    equal(play.tapSlot(s, { other: "blind:4" }, 3), { ...play.NOTHING });
    equal(play.tapRank(s, { other: "blind:4" }, 7).note.id, "blind-alone");
  },

  "the stepper counts hand first, then row, and lets one too many be explained"() {
    const s = situation({ hand: { 5: 2 }, up: [5, 5, 5], pile: { 5: 1 }, top: 5 });
    let choice = play.tapRank(s, {}, 5);
    const sizes = [];
    for (let n = 0; n < 5; n += 1) {
      choice = play.more(s, choice);
      sizes.push([choice.hand, choice.slots.length]);
    }
    equal(sizes, [[2, 0], [2, 1], [2, 2], [2, 2], [2, 2]]);
    ok(!play.hasMore(s, choice), "no more");
    equal(play.judge(s, choice).refusal, { id: "many", args: { rank: 5, most: 3 } });
    equal(play.fewer(choice).hand, 1);
    equal(play.fewer(play.fewer(play.fewer(play.fewer(choice)))), { ...play.NOTHING });
  },

  "to a blind card only its rank is added"() {
    const s = situation({ stage: "add", hand: { 9: 2, 4: 1 }, up: [9, 4], pile: { 9: 1, 11: 2 }, top: 9, under: 11, played: 1, legal: ["add:1", "add:2", "add:r1", "end"] });
    equal(play.tapRank(s, {}, 4).note, { id: "add-rank", args: { rank: 9 } });
    equal(play.tapSlot(s, {}, 1).note, { id: "add-rank", args: { rank: 9 } });
    equal(play.tapSlot(s, {}, 2).note, { id: "blind-alone", args: {} });
    equal(play.judge(s, {}).action, "end");
    equal(play.judge(s, play.tapRank(s, play.tapRank(s, {}, 9), 9)).action, "add:2");
    equal(play.judge(s, play.tapSlot(s, {}, 0)).action, "add:r1");
  },

  "why the pile may not be picked up"() {
    const pile = { pile: { 9: 2 }, top: 9 };
    equal(play.tapPickUp(situation({}), {}).note.id, "pick-up-empty");
    equal(play.tapPickUp(situation(pile), {}).note.id, "pick-up-stuck");
    equal(play.tapPickUp(situation({ ...pile, options: { pick_up: "never" } }), {}).note.id, "pick-up-never");
    const may = situation({ ...pile, legal: ["pick-up"] });
    const chosen = play.tapPickUp(may, {});
    equal(play.judge(may, chosen), { action: "pick-up", refusal: null, would: [{ id: "pick-up", args: { count: 2 } }] });
    ok(play.isEmpty(play.tapPickUp(may, chosen)), "a second tap takes it back");
  },

  "what follows is what the rules let follow, and being stuck is when the pile may be picked up"() {
    let stuck = 0;
    for (const { situation: s, options } of decisions()) {
      if (s.fields.stage !== "play" || s.fields.pile_top === NO_CARD) continue;
      const some = s.fields.hand[s.me].some((count, rank) => count && play.follows(s, rank)) || s.fields.up[s.me].some((rank) => play.follows(s, rank));
      equal(play.isStuck(s), !some);
      if (options.pick_up === "when_stuck") equal(play.isStuck(s), s.legal.includes("pick-up"));
      stuck += play.isStuck(s);
    }
    ok(stuck > 5, `stuck only ${stuck} times`);
  },

  "buried copies count with a higher play, or are picked up"() {
    const cards = { hand: { 12: 2 }, pile: { 5: 1, 12: 2 }, top: 5, legal: ["Qx1", "Qx2"] };
    const two = { rank: 12, hand: 2 };
    equal(play.judge(situation(cards), two).would, [{ id: "four-higher", args: { rank: 12, count: 1 } }]);
    equal(play.judge(situation({ ...cards, options: { buried: "picked_up" } }), two).would[0].args.count, 3);
  },

  "a hand is packs from low to high, whatever its size"() {
    const counts = [1, 0, 4, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 12, 0];
    equal(play.groupsOf(counts), [{ rank: 0, count: 1 }, { rank: 2, count: 4 }, { rank: 7, count: 9 }, { rank: 13, count: 12 }]);
    equal(play.groupsOf([...Array(15).fill(0)], 3), [{ rank: 3, count: 0 }]);
  },

  "the pile below its top is told from the upper to the lower"() {
    const { fields } = situation({ pile: { 3: 2, 9: 1, 13: 4 }, top: 3 });
    equal(logic.underneath(fields), [{ rank: 9, count: 1 }, { rank: 13, count: 4 }]);
    equal(logic.copiesPlayed(fields), 2);
  },

  "every deal of a record follows from its secret"() {
    const checks = proveRecord(recorded.record, { commitment: recorded.commitment, entropy: {} }, logic.replay);
    ok(checks.every(({ ok: fine }) => fine), JSON.stringify(checks));
    const draws = checks.find(({ name }) => name === "draws");
    equal(draws.details.count, 1 + 2 * 40, "the first leader, and two deals");
  },
};
