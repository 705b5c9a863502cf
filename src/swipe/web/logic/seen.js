/**
 * What the views are given: one plain object built from the state, pure. `docs/web-client.md`
 * describes it for whoever writes the views of a game.
 */

import { heldSeats, othersInOrder, placeToShow, viewFor } from "./table.js";

/**
 * @param {object} table the state of `logic/table.js`
 * @param {object} stage what is on the screen: {place, shown, step, playing, choice}
 * @param {{connection: object, busy: boolean, covered: boolean}} around
 */
export function seenTable(table, stage, { connection, busy = false, covered = false }) {
  const latest = viewFor(table, stage.place);
  if (!latest) return null;
  const view = stage.shown ?? latest;
  const position = view.position;
  const me = stage.place;
  const held = heldSeats(table);
  const actual = latest.position;
  const settled = !stage.playing && view.version === latest.version;
  const toAct = actual?.to_act ?? null;
  const mayAct = settled && !busy && !covered && me !== null && toAct === me && !latest.ended;
  const awaited = position?.to_act ?? null;
  return {
    match: view.match,
    game: view.game,
    options: view.options,
    rules: view.rules,
    players: view.players,
    chance: view.chance,
    coach: view.coach,
    version: latest.version,
    started: Boolean(view.position),
    ended: latest.ended && settled,
    me,
    held,
    hotSeat: held.length > 1,
    spectator: me === null,
    seats: latest.seats.map((holder, seat) => seatSeen(holder, seat, { table, position, me, held, awaited, players: view.players })),
    order: othersInOrder(view.players, me),
    at: position,
    actual,
    legal: mayAct ? actual.legal : [],
    mayAct,
    mayThrow: mayAct && actual.phase === "chance",
    mayDecide: mayAct && actual.phase === "decision",
    settled,
    busy,
    step: stage.step,
    choice: stage.choice ?? {},
    waiting: waiting(table, latest, held),
    connected: connection?.phase === "open",
  };
}

function seatSeen(holder, seat, { table, position, me, held, awaited, players }) {
  const presence = table.presence;
  return {
    seat,
    free: holder === null,
    name: holder?.name ?? "",
    bot: holder?.bot ?? "",
    heldBy: holder?.held_by ?? "",
    isBot: Boolean(holder?.bot),
    isMe: seat === me,
    onDevice: held.includes(seat),
    away: Boolean(holder) && !holder.bot && presence !== null && !presence.connected[seat],
    hasTurn: position?.seat === seat,
    awaited: awaited === seat,
    isNext: typeof position?.seat === "number" && position.phase !== "over" && seat === (position.seat + 1) % players,
  };
}

/** Whom the table waits for, when that is worth saying: a person who is not here. */
function waiting(table, view, held) {
  const seat = table.presence?.waiting_for;
  if (seat === null || seat === undefined || held.includes(seat) || view.ended) return null;
  if (table.presence.seconds === null) return null;
  return { seat, seconds: table.presence.seconds, since: table.presence.since ?? 0 };
}

/** The names of seats for sentences. */
export const nameOf = (seats, seat) => (seat === null || seat === undefined ? "" : (seats[seat]?.name ?? ""));
export { placeToShow };
