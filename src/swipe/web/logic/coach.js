/**
 * The coach, pure: who may ask, what an answer says, and how a review is read. Chances are as the
 * protocol has them: {win, label, low, high, bound, games}; `win` is by seat and sums to 1.
 */

/** Questions have numbers of their own, far above those of commands. */
export const FIRST_QUESTION = 1_000_000_000;

/** Whether the table may be asked for chances: agreed on, alone with bots, real dice, or over. */
export function mayAsk(view) {
  const people = view.seats.filter((seat) => !seat.free && !seat.isBot).length;
  return view.started && (view.coach || view.chance === "typed" || view.ended || people <= 1);
}

/**
 * Whether chances are shown: where they were agreed on, or real dice are typed in, unless the person
 * has switched them off; elsewhere, where they may be told, once the person has switched them on.
 * `wish` is true, false, or undefined for no wish.
 */
export function showsChances(view, wish) {
  if (!view || view.ended || !mayAsk(view)) return false;
  return wish ?? (view.coach || view.chance === "typed");
}

/** What is asked about; a new question is due when this changes. */
export const questionOf = (view) => `${view.match}/${view.version}/${view.me ?? "all"}`;

/** A share of 1 as a whole number of per cent; the numbers of all seats sum to 100. */
export function wholePercents(win) {
  const floors = win.map((share) => Math.floor(100 * share));
  const left = 100 - floors.reduce((sum, each) => sum + each, 0);
  const order = win.map((share, seat) => [100 * share - floors[seat], -seat]);
  const seats = win.map((_, seat) => seat).sort((a, b) => order[b][0] - order[a][0] || order[b][1] - order[a][1]);
  return floors.map((floor, seat) => floor + (seats.indexOf(seat) < left ? 1 : 0));
}

/** A bound as people write it: 3e-13. */
export const small = (value) => (value === 0 ? "0" : value.toExponential(0));

/** "minus", "plus" or "zero": how a change is said; below 0.05 % it is nothing. */
export const signOf = (value) => (Math.abs(value) < 0.0005 ? "zero" : value < 0 ? "minus" : "plus");

/** What an answer says about an action; null when it says nothing. */
export const choiceOf = (outlook, action) => outlook?.choices.find((each) => each.action === action) ?? null;

/** Where a seat sits, seen from another: "left", "right" or "other". */
export function whereOf(mover, seat, players) {
  if (players > 2 && (seat - mover + players) % players === 1) return "left";
  if (players > 2 && (mover - seat + players) % players === 1) return "right";
  return "other";
}

/** The parts of an action's text: `die:2` is {kind: "die", arg: "2", seat: 1}. */
export function actionParts(action, players) {
  const [kind, arg = ""] = action.split(":");
  const seat = /^[1-9]$/.test(arg) && Number(arg) <= players ? Number(arg) - 1 : null;
  return { kind, arg, seat };
}

/** "best", "equal" (nothing is clearly better) or "" for the verdict on some choices. */
export function verdictOf(outlook) {
  if (!outlook || outlook.seat === null || outlook.choices.length < 2) return "";
  return outlook.choices.every((each) => each.best) ? "equal" : "best";
}

// --- reviews -----------------------------------------------------------------------------------

/** The curve of a seat: its chance before the first ply and after each. */
export const curveOf = (review, seat) => [review.start.win[seat], ...review.plies.map((ply) => ply.chances.win[seat])];

/**
 * The stacked areas of all seats, from the top down: a list of [seat, points], points being the text
 * of an SVG polygon in a box of `width` by `height`.
 */
export function areas(review, width, height) {
  const count = review.plies.length + 1;
  const x = (n) => (count > 1 ? (n * width) / (count - 1) : 0).toFixed(1);
  let above = new Array(count).fill(0);
  return review.seats.map(({ seat }) => {
    const values = curveOf(review, seat);
    const below = above.map((share, n) => share + values[n]);
    const top = above.map((share, n) => `${x(n)},${(share * height).toFixed(1)}`);
    const bottom = below.map((share, n) => `${x(n)},${(share * height).toFixed(1)}`).reverse();
    above = below;
    return [seat, [...top, ...bottom].join(" ")];
  });
}

/** The luck that a ply is told with: its thrower's, or the largest where chance came by itself. */
export function luckOf(ply) {
  if (ply.seat !== null) return ply.luck[ply.seat];
  return ply.luck.reduce((most, each) => (Math.abs(each) > Math.abs(most) ? each : most), 0);
}

/** Chances after a ply: 0 is the beginning. */
export const chancesAt = (review, ply) => (ply === 0 ? review.start : review.plies[ply - 1].chances);

/** How many games stand behind the estimated figures of a review. */
export const gamesOf = (review) => Math.max(review.start.games, ...review.plies.map((ply) => ply.chances.games));

/** Whether the game goes on after a ply, so that one can go on from there. */
export const goesOn = (review, ply) => ply < review.plies.length || !review.finished;
