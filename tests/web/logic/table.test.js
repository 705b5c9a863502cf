import {
  ALL, commonVersion, hold, initialTable, needsCover, othersInOrder, placeToShow, receive, viewFor,
} from "/web/logic/table.js";
import { seenTable } from "/web/logic/seen.js";
import { equal, ok } from "./check.js";

const holder = (name, bot = "") => ({ name, bot, held_by: "", has_entropy: true });
const position = (toAct, more = {}) => ({ phase: "chance", seat: toAct, to_act: toAct, run: 2, legal: [], scores: [2, 2, 2], fields: {}, ...more });
const snapshot = (version, more = {}) => ({
  match: "t-1", version, game: "swipe-dice", players: 3, options: {}, chance: "fair", commitment: "c", coach: false,
  seats: [holder("A"), holder("B", "greedy"), holder("C")], position: position(0), ended: false, ...more,
});
const welcome = (snapshots) =>
  ({ type: "welcome", protocol: 1, table: "t", match: "t-1", version: 5, held: [], snapshots });
const happened = (version, observer = null, more = {}) => ({
  type: "happened", match: "t-1", observer,
  happening: { version, event: { event: "drawn" }, effects: [], seats: snapshot(1).seats, position: position(1), ...more },
});
const open = () => receive(initialTable(), welcome([{ observer: null, snapshot: snapshot(5) }]));
const around = { connection: { phase: "open" } };
const stage = (place, shown = null) => ({ place, shown, step: null, playing: false, covered: null, choice: null });

export default {
  "a happening moves the view and waits to be shown"() {
    const table = receive(open(), happened(6));
    equal([viewFor(table, null).version, table.queue.length], [6, 1]);
  },

  "what was seen before the interruption is not seen twice"() {
    const table = receive(receive(open(), happened(6)), happened(6));
    equal(table.queue.length, 1);
  },

  "a gap is noticed"() {
    ok(receive(open(), happened(7)).missing, "version 6 is missing");
  },

  "messages of another match are passed over"() {
    const table = open();
    equal(receive(table, { ...happened(6), match: "t-9" }), table);
  },

  "the end keeps the revealed secret; the next match forgets it"() {
    const ended = { event: "ended", ranks: [1, 2, 3], secret: "ab", seed: null };
    let table = receive(open(), happened(6, null, { event: ended }));
    equal([table.ended.secret, viewFor(table, null).ended], ["ab", true]);
    table = receive(table, { type: "opened", match: "t-2", version: 4, snapshots: [{ observer: null, snapshot: snapshot(4) }] });
    equal([table.ended, table.queue, table.match], [null, [], "t-2"]);
  },

  "whoever sits down in a game with hidden cards is told as that seat from then on"() {
    let table = hold(receive(open(), happened(6)), { 2: "tok" });
    table = receive(table, happened(7, 2));
    equal(Object.keys(table.views), ["2"]);
    equal(commonVersion(table), 7);
  },

  "the version to resume from is the lowest of all observers"() {
    let table = hold(open(), { 0: "a", 2: "c" });
    table = receive(table, welcome([{ observer: 0, snapshot: snapshot(5) }, { observer: 2, snapshot: snapshot(5) }]));
    table = receive(table, happened(6, 0));
    equal(commonVersion(table), 5);
    table = receive(table, happened(6, 2));
    equal(commonVersion(table), 6);
  },

  "a seat that is given up takes its view along"() {
    let table = hold(open(), { 0: "a", 2: "c" });
    table = receive(table, welcome([{ observer: 0, snapshot: snapshot(5) }, { observer: 2, snapshot: snapshot(5) }]));
    equal(Object.keys(hold(table, { 2: "c" }).views), ["2"]);
  },

  "the screen is at the place of whoever acts, else where it was"() {
    const table = hold(open(), { 0: "a", 2: "c" });
    equal(placeToShow(table, 0, position(2)), 2);
    equal(placeToShow(table, 2, position(1)), 2);
    equal(placeToShow(table, null, null), 0);
    equal(placeToShow(open(), null, position(1)), null);
  },

  "passing the device on is covered only when it shows somebody's cards"() {
    const seats = hold(open(), { 0: "a", 2: "c" });
    equal(needsCover(seats), false);
    const cards = receive(seats, welcome([{ observer: 0, snapshot: snapshot(5) }, { observer: 2, snapshot: snapshot(5) }]));
    equal(needsCover(cards), true);
    equal(needsCover(hold(cards, { 0: "a" })), false);
  },

  "the others are named from the left neighbour on"() {
    equal(othersInOrder(4, 1), [2, 3, 0]);
    equal(othersInOrder(3, null), [0, 1, 2]);
  },

  "only whose turn it is may act, and only once everything has been shown"() {
    const table = hold(open(), { 0: "a" });
    const mine = { ...around, busy: false };
    equal(seenTable(table, stage(0), mine).mayThrow, true);
    equal(seenTable(table, { ...stage(0), playing: true }, mine).mayAct, false);
    equal(seenTable(table, stage(0), { ...mine, busy: true }).mayAct, false);
    equal(seenTable(table, stage(0), { ...mine, covered: true }).mayAct, false);
    equal(seenTable(table, stage(0, snapshot(4)), mine).mayAct, false, "the screen is a version behind");
    equal(seenTable(receive(table, happened(6)), stage(0), mine).mayAct, false);
  },

  "a spectator may do nothing"() {
    const view = seenTable(open(), stage(null), around);
    equal([view.spectator, view.mayAct, view.order], [true, false, [0, 1, 2]]);
  },

  "whom the table waits for is said of others, with the seconds"() {
    const presence = { type: "presence", match: "t-1", connected: [true, false, false], watching: 0, waiting_for: 2, seconds: 20 };
    const table = receive(hold(open(), { 0: "a" }), presence);
    equal(seenTable(table, stage(0), around).waiting.seat, 2);
    equal(seenTable(table, stage(0), around).seats.map((seat) => seat.away), [false, false, true]);
    equal(seenTable(hold(table, { 2: "c" }), stage(2), around).waiting, null);
  },

  "nothing known is nothing to show"() {
    equal(seenTable(initialTable(), stage(null), around), null);
    equal(viewFor(open(), 7).version, 5);
    equal(Object.keys(open().views), [ALL]);
  },
};
