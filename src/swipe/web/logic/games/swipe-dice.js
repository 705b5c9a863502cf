/**
 * Swipe (dice) without a page: how what is shown follows the effects, in which steps, in which
 * words, and how the rolls of a record follow from its secret.
 */

export const FACES = ["C", "D", "X", "SD", "SC"];
/** The face of each of the six sides, in the order of the draw's tickets. */
export const FACE_OF_SIDE = ["C", "C", "D", "X", "SD", "SC"];
const PENDING_OF = {
  "lose-dice": "X", "take-dice": "D", "take-chips": "C", "swipe-die": "SD", "swipe-chip": "SC",
  "no-die-to-swipe": "SD", "no-chip-to-swipe": "SC", "decline-die": "SD", "decline-chip": "SC",
};

/** The dice on the table, from the counts of a position: what a client sees that just came. */
export function thrownFrom(fields) {
  const thrown = [];
  FACES.forEach((face, index) => {
    const rolled = fields.rolled?.[index] ?? 0;
    const pending = fields.pending?.[index] ?? 0;
    for (let n = 0; n < rolled; n += 1) thrown.push({ face, seat: null, done: n >= pending });
  });
  return thrown;
}

export const thrownOf = (position) => position.thrown ?? thrownFrom(position.fields);

/** The position to show after an effect. */
export function advance(position, effect) {
  const fields = structuredClone(position.fields);
  const thrown = thrownOf(position).map((die) => ({ ...die, fresh: false }));
  const next = { ...position, fields, thrown, effect };
  const { seat, count = 0 } = effect;
  switch (effect.effect) {
    case "begin":
    case "next-turn":
      fields.seat = seat;
      next.seat = seat;
      next.thrownOver = true;
      break;
    case "die-shows":
    case "roll-off-die": {
      // The first die of a throw clears the table of the throw before.
      const old = position.thrownOver || (position.thrown === undefined && position.phase === "chance");
      const kept = old ? [] : thrown;
      next.thrown = [...kept, { face: effect.face, seat: effect.effect === "roll-off-die" ? seat : null, done: false, fresh: true }];
      next.thrownOver = false;
      break;
    }
    case "take-chips":
      fields.chips[seat] += count;
      fields.centre_chips -= count;
      break;
    case "take-dice":
      fields.dice[seat] += count;
      fields.centre_dice -= count;
      break;
    case "lose-dice":
      fields.dice[seat] -= count;
      fields.centre_dice += count;
      break;
    case "swipe-chip":
      fields.chips[seat] += 1;
      fields.chips[effect.from] -= 1;
      break;
    case "swipe-die":
      fields.dice[seat] += 1;
      fields.dice[effect.from] -= 1;
      break;
    case "super-swipe":
      for (const giver of effect.from) fields.dice[giver] -= 1;
      fields.dice[seat] += effect.from.length;
      next.thrown = thrown.map((die) => ({ ...die, done: true }));
      next.thrownOver = true;
      break;
    case "tie":
    case "roll-on":
      fields.contenders = effect.seats.reduce((mask, each) => mask | (1 << each), 0);
      fields.stage = "roll-off";
      next.thrownOver = true;
      break;
    default:
  }
  const face = PENDING_OF[effect.effect];
  if (face) next.thrown = markDone(next.thrown, face, doneBy(effect, position));
  return next;
}

/** How many dice of the throw an effect uses up: taking less than was won uses up all the same. */
function doneBy(effect, position) {
  if (["swipe-die", "swipe-chip", "decline-die", "decline-chip"].includes(effect.effect)) return 1;
  if (effect.effect.startsWith("no-")) return Infinity;
  return position.fields.order === 2 ? 1 : Infinity;
}

function markDone(thrown, face, count) {
  let left = count;
  return thrown.map((die) => {
    if (die.face !== face || die.done || left <= 0) return die;
    left -= 1;
    return { ...die, done: true };
  });
}

/** Once at rest, the server's position is shown, with the dice that still lie on the table. */
export const rest = (shown, actual) => ({
  ...actual,
  thrown: thrownOf(shown).map((die) => ({ ...die, fresh: false })),
  thrownOver: shown.thrownOver,
});

/**
 * The steps of a happening, in order: the throw as one, then every effect by itself. Flights name
 * the piece that moves and the anchors (`data-anchor`) between which it does.
 */
export function plan(happening) {
  const steps = [];
  const dice = happening.effects.filter((each) => each.effect === "die-shows" || each.effect === "roll-off-die");
  if (dice.length) steps.push({ effects: dice, kind: "throw", duration: 600, sound: "throw", advanceFirst: true });
  for (const effect of happening.effects) {
    if (dice.includes(effect)) continue;
    steps.push({ effects: [effect], ...motionOf(effect) });
  }
  return steps;
}

function motionOf(effect) {
  const mine = `seat-${effect.seat}`;
  const many = (piece, from, to, count) =>
    Array.from({ length: Math.min(count, 6) }, (_, n) => ({ piece, from, to, delay: n * 0.08 }));
  switch (effect.effect) {
    case "take-chips":
      return effect.count
        ? { duration: 420, sound: "chip", flights: many("chip", "centre-chips", `${mine}-chips`, effect.count) }
        : { duration: 250 };
    case "take-dice":
      return effect.count
        ? { duration: 420, sound: "die", flights: many("cube", "centre-dice", `${mine}-dice`, effect.count) }
        : { duration: 250 };
    case "lose-dice":
      return { duration: 420, sound: "lose", flights: many("cube", `${mine}-dice`, "centre-dice", effect.count) };
    case "swipe-chip":
      return { duration: 420, sound: "chip", flights: many("chip", `seat-${effect.from}-chips`, `${mine}-chips`, 1) };
    case "swipe-die":
      return { duration: 420, sound: "die", flights: many("cube", `seat-${effect.from}-dice`, `${mine}-dice`, 1) };
    case "super-swipe":
      return {
        duration: 600,
        kind: "super",
        sound: "die",
        flights: effect.from.map((seat, n) => ({ piece: "cube", from: `seat-${seat}-dice`, to: `${mine}-dice`, delay: n * 0.08 })),
      };
    case "begin":
      return { duration: 600, kind: "begin" };
    case "tie":
    case "roll-on":
      return { duration: 500 };
    case "win":
      return { duration: 600, sound: "win" };
    case "next-turn":
      return { duration: 200 };
    default:
      return { duration: 200 };
  }
}

/**
 * What a choice would do: for the preview beside a target.
 *
 * @returns {{seat: number, kind: "die" | "chip", mine: number, theirs: number} | null}
 */
export function preview(position, action) {
  const match = /^(die|chip):(\d+)$/.exec(action);
  if (!match) return null;
  const [, kind, number] = match;
  const seat = Number(number) - 1;
  const counts = kind === "die" ? position.fields.dice : position.fields.chips;
  return { seat, kind, mine: counts[position.seat] + 1, theirs: counts[seat] - 1 };
}

/** The seats of a bit mask. */
export const seatsOf = (mask, players) =>
  Array.from({ length: players }, (_, seat) => seat).filter((seat) => (mask >> seat) & 1);

/**
 * Repeat the draws of a record from its key. The rules' order of tickets is all that it needs:
 * `FACE_OF_SIDE` for a die, the seats that may begin, from the lowest, for the draw of the starter.
 *
 * @param {{players: number, options: object}} created
 * @param {{number: number, outcomes: string[]}} drawn
 * @param {(number: number, total: number) => number} draw
 * @returns {string[]} the outcomes that the secret gives
 */
export function replay(created, drawn, draw) {
  return drawn.outcomes.map((outcome, index) => {
    const number = drawn.number + index;
    if (!outcome.startsWith("seat:")) return FACE_OF_SIDE[draw(number, 6)];
    const candidates = starters(created);
    return `seat:${candidates[draw(number, candidates.length)] + 1}`;
  });
}

function starters({ players, options }) {
  const everybody = Array.from({ length: players }, (_, seat) => seat);
  const ages = /^youngest:(.+)$/.exec(options.starter ?? "")?.[1].split(",").map(Number);
  if (!ages) return everybody;
  const youngest = Math.min(...ages);
  return everybody.filter((seat) => ages[seat] === youngest);
}
