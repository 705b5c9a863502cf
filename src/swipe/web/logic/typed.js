/** Real dice, typed in: what can show, and what has been tapped so far. Pure. */

/**
 * The seat whose throw can be typed in at this device now: a seat, -1 where chance comes by itself,
 * or null when there is nothing to type in. Who holds a seat types in for the bots too.
 */
export function typist(view) {
  const at = view.actual;
  if (view.chance !== "typed" || !view.settled || view.ended || !at || at.phase !== "chance") return null;
  if (!view.held.length) return null;
  if (at.to_act === null) return -1;
  const seat = view.seats[at.to_act];
  return view.held.includes(at.to_act) || seat.isBot || seat.heldBy ? at.to_act : null;
}

/** Whether a draw of a seat is waited for, rather than dice. */
export const drawsSeat = (view) => view.actual.fields.stage === "draw-starter";

/** The texts that a single outcome can have now. */
export function possible(view, faces) {
  if (!drawsSeat(view)) return faces;
  const mask = view.actual.fields.contenders;
  const seats = view.seats.map((seat) => seat.seat);
  return seats.filter((seat) => mask === undefined || mask & (1 << seat)).map((seat) => `seat:${seat + 1}`);
}

/** What was tapped, cut to the throw that is due: it may be about another one. */
export function tapped(view) {
  const typed = view.choice.typed;
  return typed?.version === view.version ? typed.faces.slice(0, view.actual.run) : [];
}

export const withFace = (view, face) => ({ typed: { version: view.version, faces: [...tapped(view), face].slice(0, view.actual.run) } });

export const without = (view, n) => ({ typed: { version: view.version, faces: tapped(view).filter((_, each) => each !== n) } });

/** Number of a match at its table, from its name: `abc-2` is match 2 of the table abc. */
export const matchNumber = (match) => Number(/-(\d+)$/.exec(match)?.[1] ?? "1");
