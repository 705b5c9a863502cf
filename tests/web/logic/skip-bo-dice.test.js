import { advance, cupSquares, nextThrow, plan, replay, rest, riskOf, thrownOf } from "/web/logic/games/skip-bo-dice.js";
import { proveRecord } from "/web/logic/fairness.js";
import { equal, ok } from "./check.js";
import recorded from "/recorded/skip-bo-dice.json" with { type: "json" };

function follow(visit) {
  for (const { first, happenings } of recorded.games) {
    let shown = first;
    for (const happening of happenings) {
      for (const step of plan(happening)) for (const effect of step.effects) shown = advance(shown, effect);
      visit(shown, happening);
      shown = rest(shown, happening.position);
    }
  }
}

export default {
  "what is shown ends as the server says, through whole games"() {
    let moves = 0;
    follow((shown, { version, position }) => {
      for (const field of ["scores", "filled", "cup", "race_goal"]) {
        equal(shown.fields[field], position.fields[field], `${field} after event ${version}`);
      }
      equal(shown.scores, position.scores, `scores after event ${version}`);
      equal(shown.risk, riskOf(position), `points at risk after event ${version}`);
      moves += 1;
    });
    ok(moves > 200, "the recorded games are long enough to mean something");
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

  "the dice that are placed are those of a run without a gap"() {
    let placed = 0;
    follow((shown, { effects }) => {
      if (!effects.some((each) => each.effect === "place-dice")) return;
      const thrown = thrownOf(shown);
      const run = thrown.findIndex((die) => die.face === "B");
      equal(thrown.filter((die) => die.placed).length, run < 0 ? thrown.length : run);
      placed += 1;
    });
    ok(placed > 50, "dice are placed often");
  },

  "the control says how many dice the next throw has"() {
    let rolled = 0;
    for (const { first, happenings } of recorded.games) {
      let before = first;
      for (const { effects, position } of happenings) {
        const roll = effects.find((each) => each.effect === "roll");
        if (roll) {
          equal(nextThrow(before), roll.count);
          rolled += 1;
        }
        before = position;
      }
    }
    ok(rolled > 50, "people roll on often");
  },

  "the cup holds the dice of the lowest empty squares"() {
    equal(cupSquares({ fields: { filled: 7, cup: 3 } }), [8, 9, 10]);
    equal(cupSquares({ fields: { filled: 11, cup: 0 } }), []);
  },

  "a record's draws follow from its secret"() {
    const checks = proveRecord(recorded.record, { commitment: recorded.commitment }, replay);
    equal(checks.filter((check) => !check.ok).map((check) => check.name), []);
    ok(checks.at(-1).details.count > 20, "all draws are worked out");
  },
};
