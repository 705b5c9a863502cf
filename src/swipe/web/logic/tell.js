/** What the events of a match that are no moves are told as; the moves are told by the games. */

/**
 * @param {object} event as on the wire
 * @param {{name(seat): string, previous?: string[]}} names of the seats after the event and before
 * @returns {{id: string, args: object, seat: number | null, weight: string} | null}
 */
export function eventLine(event, { name, previous = [] }) {
  const of = (id, args, weight = "") => ({ id, args, seat: event.seat ?? null, weight });
  switch (event.event) {
    case "seated":
      return of(event.bot ? "web-log-bot-seated" : "web-log-seated", { seat: event.name, number: event.seat + 1 }, "quiet");
    case "left":
      return of("web-log-left", { seat: previous[event.seat] ?? "", number: event.seat + 1 }, "quiet");
    case "started":
      return of("web-log-started", {}, "strong");
    case "held":
      return of("web-log-held", { seat: name(event.seat) });
    case "returned":
      return of("web-log-returned", { seat: name(event.seat) });
    case "ended":
      return of("web-log-ended", {}, "quiet");
    default:
      return null; // entropy is nobody's news; throws and actions are told by their effects
  }
}
