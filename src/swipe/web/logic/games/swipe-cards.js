/**
 * SWIPE (cards) without a page: how what is shown follows the effects, in which steps, and how the
 * deals of a record follow from its secret. What a player picks is in `swipe-cards-play.js`.
 *
 * A card is its rank, 0 (SWIPE) to 13 (king); holdings count cards by rank, and the last place of a
 * holding counts those of unknown rank. Slots of a row count from 1 in effects and actions, from 0 here.
 */

export const SWIPE = 0;
export const ACE = 1;
export const UNKNOWN = 14;
export const NO_CARD = 255;
export const SLOTS = 4;
export const FOUR = 4;
const RANKS = 14;
const COPIES_IN_DECK = 4;
const CARDS_EACH = 20;
const HAND_AT_FIRST = 12;
const PICKED_UP = 1; // the field `buried`

/** The ranks as the notation writes them. */
export const RANK_NAMES = ["S", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const EFFECT_NAMES = ["SWIPE", ...RANK_NAMES.slice(1)];

export const sum = (counts) => counts.reduce((total, each) => total + each, 0);
const isCard = (rank) => rank !== NO_CARD;

/** The cards of an effect's text, such as "9, 9, K, SWIPE" or "none", by rank. */
export function readCards(text) {
  if (text === "none") return [];
  return text.split(", ").map((name) => {
    const rank = EFFECT_NAMES.indexOf(name);
    return rank < 0 ? UNKNOWN : rank;
  });
}

export const pileSize = (fields) => sum(fields.pile);
export const handSize = (fields, seat) => sum(fields.hand[seat]);
export const faceDown = (fields, seat) => fields.down[seat].filter(isCard).length;
export const cardsLeft = (fields, seat) =>
  handSize(fields, seat) + fields.up[seat].filter(isCard).length + faceDown(fields, seat);

/** Whether the play under way is higher than what it was put on. */
export const isHigher = (fields) => isCard(fields.under) && isCard(fields.pile_top) && fields.pile_top > fields.under;

/** The total that is declared: how many cards of the rank on top count. */
export function copiesPlayed(fields) {
  if (!isCard(fields.pile_top)) return 0;
  return isHigher(fields) && fields.buried === PICKED_UP ? fields.played : fields.pile[fields.pile_top];
}

/** The pile below its top rank, the upper first: [{rank, count}]. Ranks never rise from bottom to top. */
export function underneath(fields) {
  const found = [];
  fields.pile.forEach((count, rank) => {
    const declared = rank === fields.pile_top ? copiesPlayed(fields) : 0;
    if (count > declared) found.push({ rank, count: count - declared });
  });
  return found;
}

// --- what is on the screen after an effect --------------------------------------------------------

const noCards = () => Array(UNKNOWN + 1).fill(0);
const emptyRow = () => Array(SLOTS).fill(NO_CARD);
const asRow = (cards) => [...cards, ...emptyRow()].slice(0, SLOTS);

/** Take cards of a rank out of a hand, whether the hand is known or only its size. */
function takeFromHand(hand, rank, count) {
  const known = Math.min(hand[rank], count);
  hand[rank] -= known;
  hand[UNKNOWN] = Math.max(hand[UNKNOWN] - (count - known), 0);
}

function takeCards(fields, { seat, rank, count = 1, slots = [] }) {
  for (const slot of slots) fields.up[seat][slot - 1] = NO_CARD;
  takeFromHand(fields.hand[seat], rank, count - slots.length);
}

function putOnPile(fields, rank, count) {
  fields.pile[rank] += count;
  fields.pile_top = rank;
  fields.played += count;
}

function beginPlay(fields) {
  fields.under = fields.pile_top;
  fields.played = 0;
}

function clearPile(fields) {
  fields.pile = noCards();
  fields.pile_top = NO_CARD;
}

/** All of the pile but some copies of its top rank; returns them as counts by rank. */
function takePile(fields, stays) {
  const taken = [...fields.pile];
  if (stays) taken[fields.pile_top] -= stays;
  const top = fields.pile_top;
  clearPile(fields);
  if (stays) {
    fields.pile[top] = stays;
    fields.pile_top = top;
  }
  return taken;
}

function addToHand(fields, seat, counts) {
  counts.forEach((count, rank) => { fields.hand[seat][rank] += count; });
}

function freshDeal(fields, effect) {
  fields.round_number = effect.round;
  fields.leader = effect.seat;
  fields.discard = 0;
  fields.stage = "deal";
  clearPile(fields);
  fields.hand.forEach((_, seat) => {
    fields.hand[seat] = noCards();
    fields.hand[seat][UNKNOWN] = HAND_AT_FIRST;
    fields.up[seat] = emptyRow();
    fields.down[seat] = Array(SLOTS).fill(UNKNOWN);
  });
}

const EFFECTS = {
  "draw-leader": (next, { seat }) => { next.fields.leader = seat; },
  deal: (next, effect) => {
    freshDeal(next.fields, effect);
    next.counted = null;
  },
  row: ({ fields }, { seat, cards }) => { fields.up[seat] = asRow(readCards(cards)); },
  hand: ({ fields }, { seat, cards }) => {
    fields.hand[seat] = noCards();
    for (const rank of readCards(cards)) fields.hand[seat][rank] += 1;
  },
  lead: (next, { seat }) => {
    next.fields.stage = "play";
    turnOf(next, seat);
  },
  play: ({ fields }, effect) => {
    beginPlay(fields);
    takeCards(fields, effect);
    putOnPile(fields, effect.rank, effect.count);
  },
  "play-swipe": ({ fields }, { seat, slots }) => {
    beginPlay(fields);
    takeCards(fields, { seat, rank: SWIPE, count: 1, slots });
    putOnPile(fields, SWIPE, 1);
  },
  "choose-blind": (next, { seat, slot }) => {
    next.fields.down[seat][slot - 1] = NO_CARD;
    next.blind = { seat, slot };
  },
  "turn-over": (next, { rank }) => {
    beginPlay(next.fields);
    putOnPile(next.fields, rank, 1);
    next.blind = null;
  },
  add: ({ fields }, effect) => {
    takeCards(fields, effect);
    putOnPile(fields, effect.rank, effect.count);
  },
  "swipe-pile": ({ fields }) => discardPile(fields),
  "four-of-a-kind": ({ fields }) => discardPile(fields),
  "four-higher": ({ fields }, { seat }) => {
    addToHand(fields, seat, takePile(fields, copiesPlayed(fields)));
    discardPile(fields);
  },
  "take-rest": ({ fields }, { seat }) => {
    addToHand(fields, seat, takePile(fields, copiesPlayed(fields)));
    endPlay(fields);
  },
  "pick-up": ({ fields }, { seat }) => addToHand(fields, seat, takePile(fields, 0)),
  "go-again": (next, { seat }) => {
    endPlay(next.fields);
    turnOf(next, seat);
  },
  "next-turn": (next, { seat }) => {
    endPlay(next.fields);
    turnOf(next, seat);
  },
  "go-out": (next, { seat }) => roundOver(next, seat),
  "round-limit": (next, { count }) => roundOver(next, null, count),
  "count-cards": (next, effect) => {
    const { seat, hand, row, down, points, score } = effect;
    next.scores = [...next.scores];
    next.scores[seat] = score;
    next.fields.scores[seat] = score;
    const cards = { hand: readCards(hand), row: readCards(row), down: readCards(down) };
    next.counted = { ...next.counted, seats: { ...next.counted?.seats, [seat]: { ...cards, points, score } } };
  },
  win: ({ fields }) => { fields.stage = "finished"; },
  "share-win": ({ fields }) => { fields.stage = "finished"; },
};

function discardPile(fields) {
  fields.discard += pileSize(fields);
  clearPile(fields);
}

function endPlay(fields) {
  fields.under = NO_CARD;
  fields.played = 0;
  fields.stage = "play";
}

function turnOf(next, seat) {
  next.seat = seat;
  next.to_act = seat;
  next.fields.seat = seat;
}

function roundOver(next, seat, moves = 0) {
  next.fields.stage = "counted";
  next.seat = null;
  next.to_act = null;
  next.counted = { round: next.fields.round_number, out: seat, moves, seats: {} };
}

/** The position to show after an effect. */
export function advance(position, effect) {
  const next = { ...position, fields: structuredClone(position.fields), effect };
  EFFECTS[effect.effect]?.(next, effect);
  return next;
}

/** While its cards are in the air: they have left, and have not arrived. */
export function underWay(position, effect) {
  const next = { ...position, fields: structuredClone(position.fields) };
  const { fields } = next;
  switch (effect.effect) {
    case "play":
    case "add":
      takeCards(fields, effect);
      next.leaving = effect.rank;
      break;
    case "play-swipe":
      takeCards(fields, { ...effect, rank: SWIPE, count: 1 });
      next.leaving = SWIPE;
      break;
    case "choose-blind":
      fields.down[effect.seat][effect.slot - 1] = NO_CARD;
      break;
    case "deal":
      freshDeal(fields, effect);
      fields.hand = fields.hand.map(noCards);
      fields.down = fields.down.map(emptyRow);
      next.counted = null;
      break;
    case "take-rest":
      takePile(fields, copiesPlayed(fields));
      break;
    case "pick-up":
    case "swipe-pile":
    case "four-of-a-kind":
    case "four-higher":
      clearPile(fields);
      break;
    default:
  }
  return next;
}

/** The position to draw: while a flight is under way, without the cards that fly. */
export function drawn(position, step) {
  const effect = step?.flights?.length ? step.effects.at(-1) : null;
  return effect && position.effect !== effect ? underWay(position, effect) : position;
}

/** Once at rest the server's position is shown, and beside it how the last round was counted. */
export const rest = (shown, actual) => ({
  ...actual,
  counted: ["counted", "finished"].includes(actual.fields.stage) ? (shown.counted ?? null) : null,
});

// --- the steps of a happening ---------------------------------------------------------------------

const FLYING_AT_MOST = 6;

/**
 * The steps of a happening, in order. A flight's `piece` is `{rank}` for a card face up, or
 * `"back"`.
 */
export function plan(happening, position) {
  const steps = [];
  const together = { row: "row", hand: "row", "count-cards": "count" };
  let at = position;
  for (const effect of happening.effects) {
    const group = together[effect.effect];
    const last = steps.at(-1);
    if (group && last?.group === group) last.effects.push(effect);
    else steps.push({ effects: [effect], group, ...motionOf(effect, at) });
    at = advance(at, effect);
  }
  return steps.map(({ group, ...step }) => step);
}

function motionOf(effect, { fields }) {
  const seat = `seat-${effect.seat}`;
  switch (effect.effect) {
    case "draw-leader":
      return { duration: 600, kind: "begin" };
    case "deal":
      return { duration: 600, kind: "deal", sound: "card", flights: dealing(fields.hand.length, effect.seat) };
    case "row":
    case "hand":
      return { duration: 350, kind: "reveal", sound: "card" };
    case "lead":
      return { duration: 350 };
    case "play":
    case "add":
      return { duration: 420, sound: "card", flights: played(effect) };
    case "play-swipe":
      return { duration: 420, sound: "card", flights: played({ ...effect, rank: SWIPE, count: 1 }) };
    case "choose-blind":
      return { duration: 420, sound: "card", flights: [{ piece: "back", from: `${seat}-row-${effect.slot}`, to: "pile" }] };
    case "turn-over":
      return { duration: 600, kind: "flip", sound: "card", late: true };
    case "swipe-pile":
      return { duration: 600, kind: "sweep", sound: "throw", flights: offThePile("discard", [...restOf(fields), SWIPE]) };
    case "four-of-a-kind":
      return { duration: 600, kind: "four", sound: "chip", flights: offThePile("discard", [...restOf(fields), ...topOf(fields)]) };
    case "four-higher":
      return {
        duration: 600, kind: "four", sound: "chip",
        flights: [...offThePile(`${seat}-hand`, restOf(fields)), ...offThePile("discard", topOf(fields))],
      };
    case "take-rest":
      return { duration: 480, kind: "take", sound: "lose", flights: offThePile(`${seat}-hand`, restOf(fields)) };
    case "pick-up":
      return { duration: 480, kind: "take", sound: "lose", flights: offThePile(`${seat}-hand`, [...restOf(fields), ...topOf(fields)]) };
    case "go-out":
    case "round-limit":
      return { duration: 450, kind: "over" };
    case "count-cards":
      // What everybody was left with stays until it has been read.
      return { duration: 350, kind: "counted", hold: true };
    case "win":
    case "share-win":
      return { duration: 600, sound: "win" };
    default:
      return { duration: 200 };
  }
}

function dealing(players, leader) {
  const seats = Array.from({ length: players }, (_, n) => (leader + n) % players);
  return [0, 1].flatMap((turn) =>
    seats.map((seat, n) => ({ piece: "back", from: "pile", to: `seat-${seat}-hand`, delay: ((turn * players + n) / (2 * players)) * 0.5 })));
}

function played({ seat, rank, count, slots }) {
  const fromRow = slots.map((slot) => `seat-${seat}-row-${slot}`);
  const fromHand = Array(count - slots.length).fill(`seat-${seat}-hand-${rank}`);
  return [...fromRow, ...fromHand].map((from, n) => ({ piece: { rank }, from, to: "pile", delay: n * 0.1 }));
}

/** What lies under the declared copies, the lowest card first. */
const restOf = (fields) => underneath(fields).reverse().flatMap(({ rank, count }) => Array(count).fill(rank));
const topOf = (fields) => Array(copiesPlayed(fields)).fill(fields.pile_top);

/** The upper cards of the pile on their way; they lie for a moment, so that one sees what they are. */
const offThePile = (to, ranks) =>
  ranks.slice(-FLYING_AT_MOST).map((rank, n) => ({ piece: { rank }, from: "pile", to, delay: 0.3 + n * 0.03 }));

// --- the proof ------------------------------------------------------------------------------------

/**
 * Repeat the draws of a record from its key: who leads first, and every deal card by card from all
 * cards shuffled together.
 *
 * @param {{players: number, options: object}} created
 * @param {{number: number, outcomes: string[]}} drawn
 * @param {(number: number, total: number) => number} draw
 * @returns {string[]} the outcomes that the secret gives
 */
export function replay({ players, options }, { number, outcomes }, draw) {
  if (outcomes[0].startsWith("seat:")) return [`seat:${draw(number, players) + 1}`];
  const stock = Array(RANKS).fill(COPIES_IN_DECK * Number(options.decks ?? 3));
  return Array.from({ length: CARDS_EACH * players }, (_, dealt) => {
    let ticket = draw(number + dealt, sum(stock));
    const rank = stock.findIndex((count) => (ticket -= count) < 0);
    stock[rank] -= 1;
    return RANK_NAMES[rank];
  });
}
