/**
 * What a player picks in SWIPE (cards): from taps to a choice, from a choice to the action, what it
 * would do, and why it cannot be played. Pure; the words are the view's.
 *
 * A *situation* is `{fields, me, legal, options}`: the position's fields as my seat sees them. A
 * *choice* is `{rank, hand, slots, other, note}`: how many cards of a rank from the hand and which
 * slots (from 0) of the row; or `other`, which is `"blind:3"` or `"pick-up"`. `note` is a reason
 * that a tap could not be done as it was meant.
 */

import { cardsLeft, copiesPlayed, FOUR, isHigher, NO_CARD, pileSize, RANK_NAMES, SLOTS, SWIPE } from "./swipe-cards.js";

export const NOTHING = Object.freeze({ rank: null, hand: 0, slots: [], other: null, note: null });
export const choiceOf = (choice) => ({ ...NOTHING, ...choice });

export const situationOf = (view) => ({ fields: view.actual.fields, me: view.me, legal: view.legal, options: view.options });

const isAdding = ({ fields }) => fields.stage === "add";
const heldOf = ({ fields, me }, rank) => fields.hand[me][rank];
const slotsOf = ({ fields, me }, rank) =>
  Array.from({ length: SLOTS }, (_, slot) => slot).filter((slot) => fields.up[me][slot] === rank);
const chosenCount = ({ hand, slots }) => hand + slots.length;
export const isEmpty = (choice) => choice.other === null && chosenCount(choice) === 0;

/** A hand as packs of equal cards, low to high: [{rank, count}]; the pack of rank `keep` even without cards. */
export const groupsOf = (counts, keep = null) =>
  counts.slice(0, RANK_NAMES.length).map((count, rank) => ({ rank, count })).filter(({ rank, count }) => count > 0 || rank === keep);

/** Whether a rank can follow the pile without taking it; false where there is nothing to follow. */
export const follows = ({ fields }, rank) =>
  fields.stage === "play" && fields.pile_top !== NO_CARD && rank <= fields.pile_top;

/** Whether no known card follows, in hand or row. */
export const isStuck = ({ fields, me }) =>
  fields.stage === "play" && fields.pile_top !== NO_CARD &&
  !fields.hand[me].some((count, rank) => count > 0 && rank <= fields.pile_top) &&
  !fields.up[me].some((rank) => rank <= fields.pile_top);

/** How many cards of a rank can be put on the pile as it lies. */
export function mostOfRank({ fields, options }, rank) {
  if (isAdding({ fields })) return rank === fields.pile_top ? FOUR - copiesPlayed(fields) : 0;
  if (rank === SWIPE) return 1;
  const top = fields.pile_top;
  if (top !== NO_CARD && rank > top && options.buried === "picked_up") return FOUR;
  return FOUR - fields.pile[rank];
}

const refusal = (id, args = {}) => ({ id, args });
const tooMany = (situation, rank) =>
  rank === SWIPE ? refusal("swipe-alone") : refusal("many", { rank, most: mostOfRank(situation, rank) });
const wrongRank = ({ fields }) => refusal("add-rank", { rank: fields.pile_top });

/** Why the cards picked before give way to others: they do not go together. */
function clash(before, rank) {
  if (before.other?.startsWith("blind")) return refusal("blind-alone");
  if (before.other !== null || chosenCount(before) === 0) return null;
  return before.rank === SWIPE || rank === SWIPE ? refusal("swipe-alone") : refusal("mixed");
}

/** A tap on a rank of the hand: one card more; after as many as there are, none. */
export function tapRank(situation, choice, rank) {
  const before = choiceOf(choice);
  if (isAdding(situation) && rank !== situation.fields.pile_top) return { ...before, note: wrongRank(situation) };
  if (before.rank !== rank || before.other !== null) {
    return { ...NOTHING, rank, hand: 1, note: clash(before, rank) };
  }
  const hand = before.hand + 1;
  // One too many may be picked, so that the reason can be read; the tap after it begins anew.
  const most = Math.min(heldOf(situation, rank), mostOfRank(situation, rank) - before.slots.length + 1);
  if (rank === SWIPE) return before.hand ? { ...NOTHING } : { ...NOTHING, rank, hand: 1, note: refusal("swipe-alone") };
  return tidy({ ...before, hand: hand > most ? 0 : hand, note: null });
}

/** A tap on a place of my row: its face-up card, or the face-down card that is free to be played. */
export function tapSlot(situation, choice, slot) {
  const before = choiceOf(choice);
  const { fields, me } = situation;
  const rank = fields.up[me][slot];
  if (rank === NO_CARD) return tapBlind(situation, before, slot);
  if (isAdding(situation) && rank !== fields.pile_top) return { ...before, note: wrongRank(situation) };
  if (before.rank !== rank || before.other !== null) {
    return { ...NOTHING, rank, slots: [slot], note: clash(before, rank) };
  }
  if (before.slots.includes(slot)) return tidy({ ...before, slots: before.slots.filter((each) => each !== slot), note: null });
  if (rank === SWIPE) return { ...NOTHING, rank, slots: [slot], note: refusal("swipe-alone") };
  return { ...before, slots: [...before.slots, slot].sort(), note: null };
}

function tapBlind(situation, before, slot) {
  if (situation.fields.down[situation.me][slot] === NO_CARD) return before;
  if (isAdding(situation)) return { ...before, note: refusal("blind-alone") };
  const other = `blind:${slot + 1}`;
  if (before.other === other) return { ...NOTHING };
  return { ...NOTHING, other };
}

export function tapPickUp(situation, choice) {
  const reason = whyNoPickUp(situation);
  if (reason) return { ...choiceOf(choice), note: reason };
  return choiceOf(choice).other === "pick-up" ? { ...NOTHING } : { ...NOTHING, other: "pick-up" };
}

/** Why the pile may not be picked up, or null. */
export function whyNoPickUp({ fields, legal, options }) {
  if (legal.includes("pick-up")) return null;
  if (fields.pile_top === NO_CARD) return refusal("pick-up-empty");
  return refusal(options.pick_up === "never" ? "pick-up-never" : "pick-up-stuck");
}

/** One card of the rank more: from the hand first, then from the row. */
export function more(situation, choice) {
  const before = choiceOf(choice);
  const { rank } = before;
  if (rank === null || chosenCount(before) > mostOfRank(situation, rank)) return before;
  if (before.hand < heldOf(situation, rank)) return { ...before, hand: before.hand + 1, note: null };
  const slot = slotsOf(situation, rank).find((each) => !before.slots.includes(each));
  return slot === undefined ? before : { ...before, slots: [...before.slots, slot].sort(), note: null };
}

export function fewer(choice) {
  const before = choiceOf(choice);
  if (before.hand > 0) return tidy({ ...before, hand: before.hand - 1, note: null });
  return tidy({ ...before, slots: before.slots.slice(0, -1), note: null });
}

/** Whether one more of the rank could be picked; one too many is let through, and explained. */
export function hasMore(situation, choice) {
  const before = choiceOf(choice);
  return JSON.stringify({ ...more(situation, before), note: null }) !== JSON.stringify({ ...before, note: null });
}

const tidy = (choice) => (chosenCount(choice) === 0 ? { ...NOTHING } : choice);

/** The text of the action that a choice is, or null when nothing is chosen. */
export function actionOf(situation, choice) {
  const { rank, hand, slots, other } = choiceOf(choice);
  if (other !== null) return other;
  const row = slots.map((slot) => `r${slot + 1}`).join("");
  if (isAdding(situation)) {
    if (!hand && !row) return "end";
    return `add:${[hand || "", row].filter(Boolean).join("+")}`;
  }
  if (!hand && !row) return null;
  if (rank === SWIPE) return row ? `swipe:${row}` : "swipe";
  return RANK_NAMES[rank] + (hand ? `x${hand}` : "") + (row ? `+${row}` : "");
}

/**
 * What a choice is worth saying.
 *
 * @returns {{action: string | null, refusal: {id, args} | null, would: Array<{id, args}>}} the action
 *   when it can be played, else why not; `would`: what it would do, in sentences
 */
export function judge(situation, choice) {
  const picked = choiceOf(choice);
  const action = actionOf(situation, picked);
  if (action === null) return { action: null, refusal: null, would: [] };
  const count = chosenCount(picked);
  if (picked.rank !== null && count > mostOfRank(situation, picked.rank)) {
    return { action: null, refusal: tooMany(situation, picked.rank), would: [] };
  }
  if (!situation.legal.includes(action)) return { action: null, refusal: refusal("nothing"), would: [] };
  return { action, refusal: null, would: wouldDo(situation, picked) };
}

const would = (id, args = {}) => ({ id, args });

function wouldDo(situation, choice) {
  const { fields } = situation;
  const lying = pileSize(fields);
  if (choice.other === "pick-up") return [would("pick-up", { count: lying })];
  if (choice.other !== null) {
    return [lying ? would("blind", { top: fields.pile_top, count: lying }) : would("blind-lead")];
  }
  const sentences = isAdding(situation) ? wouldAdd(situation, choice) : wouldPlay(situation, choice);
  const takes = sentences.some(({ id }) => id === "higher" || id === "four-higher");
  if (!takes && cardsLeft(fields, situation.me) === chosenCount(choice)) return [...sentences, would("go-out")];
  return sentences;
}

function wouldPlay({ fields, options }, choice) {
  const { rank } = choice;
  const [count, lying, top] = [chosenCount(choice), pileSize(fields), fields.pile_top];
  if (rank === SWIPE) return [would("swipe", { count: lying })];
  const isHigherPlay = top !== NO_CARD && rank > top;
  const stays = isHigherPlay && options.buried === "picked_up" ? 0 : fields.pile[rank];
  return outcome({ rank, top, count, total: stays + count, higher: isHigherPlay, taken: lying - stays, lying: lying + count });
}

function wouldAdd({ fields }, choice) {
  const count = chosenCount(choice);
  const copies = copiesPlayed(fields);
  const lying = pileSize(fields);
  return outcome({
    rank: fields.pile_top, top: fields.under, count, total: copies + count,
    higher: isHigher(fields), taken: lying - copies, lying: lying + count,
  });
}

function outcome({ rank, top, count, total, higher, taken, lying }) {
  if (total === FOUR) return [higher ? would("four-higher", { rank, count: taken }) : would("four", { count: lying })];
  if (higher) return [would("higher", { rank, top, total, count: taken })];
  if (top === NO_CARD) return [would("lead", { rank, count: total })];
  return [rank === top ? would("equal", { rank, total }) : would("lower", { rank, top, count: total })];
}
