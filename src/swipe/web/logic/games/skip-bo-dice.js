/**
 * Skip-Bo Dice without a page: how what is shown follows the effects, in which steps, and how the
 * rolls of a record follow from its secret.
 */

export const SQUARES = 12;
const SIDES = 6;

/** The points of the turn under way: the die placed last, and 12 for every round gone on from. */
export const riskOf = (position) => position.risk ?? position.fields.last + SQUARES * position.fields.completions;

/** The dice of the last throw: `{square, face, placed, fresh}`. */
export const thrownOf = (position) => position.thrown ?? [];

/** The squares whose dice are in the cup: the lowest empty ones. */
export function cupSquares(position) {
  const { filled, cup } = position.fields;
  return Array.from({ length: cup }, (_, n) => filled + 1 + n);
}

/** How many dice the next throw has, when the player rolls on. */
export function nextThrow(position) {
  const { filled, cup, refill } = position.fields;
  const fill = Math.min(5, SQUARES - filled);
  return cup === 0 || refill === 1 ? fill : cup;
}

/** The total that matters now: the goal, or after a tie the one that wins at once. */
export const goalOf = (position) => position.fields.race_goal || position.fields.goal;

/** The position to show after an effect. */
export function advance(position, effect) {
  const fields = structuredClone(position.fields);
  const scores = [...position.scores];
  const thrown = thrownOf(position).map((die) => ({ ...die, fresh: false }));
  const next = { ...position, fields, scores, thrown, risk: riskOf(position) };
  switch (effect.effect) {
    case "begin":
    case "next-turn":
    case "last-turn":
      fields.seat = effect.seat;
      next.seat = effect.seat;
      next.risk = 0;
      next.thrownOver = true;
      if (fields.board === 1) fields.filled = 0;
      fields.cup = Math.min(5, SQUARES - fields.filled);
      break;
    case "roll":
      fields.cup = effect.count;
      next.risk = effect.points;
      next.thrownOver = true;
      break;
    case "die-shows": {
      const kept = position.thrownOver || position.thrown === undefined ? [] : thrown;
      next.thrown = [...kept, { square: effect.square, face: effect.face, placed: false, fresh: true }];
      next.thrownOver = false;
      break;
    }
    case "place-dice":
      fields.filled += effect.count;
      fields.cup -= effect.count;
      next.risk = effect.points;
      next.thrown = thrown.map((die) => ({ ...die, placed: die.square <= fields.filled }));
      break;
    case "fill-board":
      fields.filled = 0;
      break;
    case "miss":
      next.risk = 0;
      next.missed = true;
      break;
    case "score":
      scores[effect.seat] = effect.total;
      fields.scores[effect.seat] = effect.total;
      next.risk = 0;
      break;
    case "tie":
      fields.race_goal = effect.goal;
      break;
    case "win":
      fields.cup = 0;
      fields.race_goal = 0;
      break;
    default:
  }
  if (effect.effect !== "miss") next.missed = false;
  return next;
}

/** Once at rest, the server's position is shown, with the dice that still lie on the table. */
export const rest = (shown, actual) => ({
  ...actual,
  thrown: thrownOf(shown).map((die) => ({ ...die, fresh: false })),
  thrownOver: true,
});

/** The steps of a happening, in order: a throw as one, then every effect by itself. */
export function plan(happening) {
  const dice = happening.effects.filter((each) => each.effect === "die-shows");
  const steps = [];
  for (const effect of happening.effects) {
    if (effect === dice[0]) {
      steps.push({ effects: dice, kind: "throw", duration: 600, sound: "throw", advanceFirst: true });
    } else if (!dice.includes(effect)) {
      steps.push({ effects: [effect], ...motionOf(effect, dice) });
    }
  }
  return steps;
}

function motionOf(effect, dice) {
  switch (effect.effect) {
    case "place-dice": {
      const placed = dice.slice(0, effect.count);
      return {
        duration: 450,
        sound: "die",
        flights: placed.map(({ square }, n) => ({ piece: "cube", from: `thrown-${square}`, to: `square-${square}`, delay: n * 0.1 })),
      };
    }
    case "fill-board":
      return { duration: 500, sound: "chip" };
    case "miss":
      return { duration: 500, sound: "lose", kind: "miss" };
    case "score":
      return { duration: 450, sound: "chip" };
    case "win":
      return { duration: 600, sound: "win" };
    case "begin":
    case "tie":
    case "start-end":
      return { duration: 500 };
    default:
      return { duration: 200 };
  }
}

/** Repeat the draws of a record: the seat that begins, or dice by the rules' order of tickets. */
export function replay(created, drawn, draw) {
  const [number, wild] = created.options.faces.match(/\d/g).map(Number);
  return drawn.outcomes.map((outcome, index) => {
    const n = drawn.number + index;
    if (outcome.startsWith("seat:")) return `seat:${draw(n, created.players) + 1}`;
    const ticket = draw(n, SIDES);
    if (ticket < number) return "N";
    return ticket < number + wild ? "S" : "B";
  });
}
