/**
 * From messages to what a client knows of a table: `receive(state, message)`, pure.
 *
 * Every observer that the device may look through (a seat that it holds, or the spectators' view,
 * key "all") has a *view*: the snapshot, the position after the last event and the version. Events
 * to be shown one after the other wait in `queue`; what is on the screen follows them, what may be
 * done follows the view. In a game without hidden information everybody looks through "all".
 */

export const ALL = "all";

export const observerKey = (observer) => (observer === null || observer === undefined ? ALL : String(observer));

export function initialTable() {
  return {
    name: "",
    match: "",
    held: {}, // seat -> token
    views: {}, // observer key -> view
    queue: [], // {key, happening, before} in the order of arrival
    presence: null,
    ended: null, // the event that ended the match, with the revealed secret
    notice: null, // the last refusal that belongs to no command
    missing: false, // an event was skipped: the connection must take everything anew
    matches: [], // names of the matches of this table that this client has seen, oldest first
  };
}

const viewOf = (snapshot) => ({ ...snapshot });

/** The state after a message of the server. */
export function receive(state, message) {
  switch (message.type) {
    case "welcome": {
      const next = { ...state, name: message.table, missing: false, notice: null };
      if (message.snapshots.length) {
        return { ...next, ...opened(next, message.match, message.snapshots) };
      }
      return next;
    }
    case "opened":
      return { ...state, ...opened(state, message.match, message.snapshots) };
    case "happened":
      return message.match === state.match ? happened(state, message) : state;
    case "presence":
      return message.match === state.match ? { ...state, presence: message } : state;
    case "refused":
      return { ...state, notice: message };
    default:
      return state;
  }
}

function opened(state, match, snapshots) {
  const views = {};
  for (const { observer, snapshot } of snapshots) views[observerKey(observer)] = viewOf(snapshot);
  const other = match !== state.match;
  return {
    match,
    views,
    queue: [],
    ended: other ? null : state.ended,
    presence: other ? null : state.presence,
    matches: state.matches.includes(match) ? state.matches : [...state.matches, match],
  };
}

function happened(state, { observer, happening }) {
  const key = observerKey(observer);
  const before = state.views[key] ?? Object.values(state.views)[0];
  if (!before) return { ...state, missing: true };
  const known = state.views[key]?.version ?? happening.version - 1;
  if (happening.version <= known) return state; // seen before the interruption
  if (happening.version > known + 1) return { ...state, missing: true };
  const { version, seats, position, event } = happening;
  const view = { ...before, version, seats, position, ended: before.ended || event.event === "ended" };
  // Whoever sits down in a game with hidden information is told as that seat from then on.
  const views = Object.fromEntries(Object.entries(state.views).filter(([one]) => (one === ALL) === (key === ALL)));
  return {
    ...state,
    views: { ...views, [key]: view },
    queue: [...state.queue, { key, happening, before }],
    ended: event.event === "ended" ? event : state.ended,
  };
}

/** The table after the device has got or lost seats: seat -> token. */
export function hold(state, held) {
  const views = Object.entries(state.views).filter(([key]) => key === ALL || key in held);
  return { ...state, held, views: views.length ? Object.fromEntries(views) : state.views };
}

/** The version that every view has reached: from here the server may go on. */
export function commonVersion(state) {
  const versions = Object.values(state.views).map((view) => view.version);
  return versions.length ? Math.min(...versions) : 0;
}

/** The view for a seat: its own in a game with hidden information, otherwise everybody's. */
export function viewFor(state, seat) {
  return state.views[observerKey(seat)] ?? state.views[ALL] ?? Object.values(state.views)[0] ?? null;
}

export function keyFor(state, seat) {
  const own = observerKey(seat);
  return state.views[own] ? own : ALL;
}

/** The seats that this device holds, in order. */
export const heldSeats = (state) => Object.keys(state.held).map(Number).sort((a, b) => a - b);

/**
 * Whose place the screen shows: the seat that acts when the device holds it, else the one shown
 * last, else the first held; null for a spectator.
 */
export function placeToShow(state, shownLast, position) {
  const held = heldSeats(state);
  if (!held.length) return null;
  const acting = position?.to_act;
  if (acting !== null && acting !== undefined && held.includes(acting)) return acting;
  return held.includes(shownLast) ? shownLast : held[0];
}

/** Whether handing the device over must hide what is on it: several people, hidden cards. */
export const needsCover = (state) => {
  const held = heldSeats(state);
  return held.length > 1 && held.some((seat) => state.views[String(seat)]);
};

/** The seats in the order in which they play, from the left neighbour of `me` on; `me` is left out. */
export function othersInOrder(players, me) {
  const first = me === null ? 0 : me + 1;
  const count = me === null ? players : players - 1;
  return Array.from({ length: count }, (_, index) => (first + index) % players);
}
