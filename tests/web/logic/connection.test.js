import { BACKOFF_MS, MAX_REPEATS, initialConnection, step } from "/web/logic/connection.js";
import { equal, ok, throws } from "./check.js";

/** A connection and everything it has asked for. */
class Line {
  constructor(from) {
    this.state = initialConnection(from);
    this.out = [];
  }

  give(input) {
    const [state, out] = step(this.state, input);
    this.state = state;
    this.out = out;
    return out;
  }

  hear(message) {
    return this.give({ type: "received", message });
  }

  sent() {
    return this.out.filter((each) => each.type === "send").map((each) => each.message);
  }

  settled() {
    return this.out.filter((each) => each.type === "settled").map(({ key, outcome }) => [key, outcome]);
  }

  timer(name) {
    return this.out.find((each) => each.type === "timer" && each.name === name)?.ms;
  }

  static open(version = 5) {
    const line = new Line({ tokens: ["tok"] });
    line.give({ type: "start" });
    line.give({ type: "opened" });
    line.hear(welcome("m-1", version, [{ observer: null, snapshot: { version } }]));
    return line;
  }
}

const welcome = (match, version, snapshots = []) =>
  ({ type: "welcome", protocol: 1, table: "t", match, version, held: [0], snapshots });
const happened = (version, match = "m-1") => ({ type: "happened", match, observer: null, happening: { version } });
const throwDice = { type: "command", key: 1, command: { command: "throw", seat: 0 }, token: "tok" };
const accepted = (id, version, match = "m-1") => ({ type: "accepted", id, match, version, token: "" });
const refused = (id, code, version) => ({ type: "refused", id, code, text: "no", match: "m-1", version });

export default {
  "says hello with its tokens and asks for a snapshot"() {
    const line = new Line({ tokens: ["a", "b"] });
    equal(line.give({ type: "start" }).at(-1), { type: "connect" });
    line.give({ type: "opened" });
    equal(line.sent(), [{ type: "hello", protocol: 1, tokens: ["a", "b"], match: "", version: 0 }]);
  },

  "delivers what it is told"() {
    const line = Line.open();
    line.hear(happened(6));
    equal(line.out.filter((each) => each.type === "deliver").length, 1);
    equal(line.state.version, 6);
  },

  "resumes from the last version, by itself, after longer and longer pauses"() {
    const line = Line.open();
    line.hear(happened(6));
    const pauses = [];
    for (let n = 0; n < BACKOFF_MS.length + 2; n += 1) {
      line.give({ type: "closed" });
      pauses.push(line.timer("retry"));
      equal(line.give({ type: "timer", name: "retry" }).at(-1), { type: "connect" });
    }
    equal(pauses, [...BACKOFF_MS, BACKOFF_MS.at(-1), BACKOFF_MS.at(-1)]);
    line.give({ type: "opened", match: "m-1", version: 6 });
    equal(line.sent()[0].version, 6);
    line.hear(welcome("m-1", 8));
    equal(line.state.attempt, 0);
  },

  "asks from the lowest version that its observers have"() {
    const line = Line.open();
    line.hear(happened(6));
    line.give({ type: "closed" });
    line.give({ type: "timer", name: "retry" });
    line.give({ type: "opened", match: "m-1", version: 5 });
    equal(line.sent()[0].version, 5);
  },

  "a page that comes back does not sit out the pause"() {
    const line = Line.open();
    line.give({ type: "closed" });
    equal(line.give({ type: "wake" }).at(-1), { type: "connect" });
  },

  "a command is sent against the version it was decided on, and answered"() {
    const line = Line.open();
    line.give({ ...throwDice, version: 4 });
    const [message] = line.sent();
    equal([message.type, message.match, message.version, message.token], ["do", "m-1", 4, "tok"]);
    line.hear(accepted(message.id, 6));
    equal(line.settled(), [[1, "accepted"]]);
    equal(line.state.pending, []);
  },

  "a command given while there is no connection waits for it"() {
    const line = Line.open();
    line.give({ type: "closed" });
    line.give(throwDice);
    equal(line.sent(), []);
    line.give({ type: "timer", name: "retry" });
    line.give({ type: "opened" });
    line.hear(welcome("m-1", 5));
    equal(line.sent().map((each) => [each.type, each.version]), [["do", 5]]);
  },

  "an unanswered command is repeated when the match has not moved"() {
    const line = Line.open();
    line.give(throwDice);
    line.give({ type: "closed" });
    line.give({ type: "timer", name: "retry" });
    line.give({ type: "opened" });
    line.hear(welcome("m-1", 5));
    equal(line.sent().length, 1);
  },

  "and given up when the match has moved on, once what was missed has come"() {
    const line = Line.open();
    line.give(throwDice);
    line.give({ type: "closed" });
    line.give({ type: "timer", name: "retry" });
    line.give({ type: "opened" });
    line.hear(welcome("m-1", 7));
    equal([line.sent(), line.settled()], [[], []]);
    line.hear(happened(6));
    equal(line.settled(), []);
    line.hear(happened(7));
    equal(line.settled(), [[1, "overtaken"]]);
  },

  "and given up when another match is played"() {
    const line = Line.open();
    line.give(throwDice);
    line.give({ type: "closed" });
    line.give({ type: "timer", name: "retry" });
    line.give({ type: "opened" });
    line.hear(welcome("m-2", 3, [{ observer: null, snapshot: {} }]));
    equal(line.settled(), [[1, "overtaken"]]);
  },

  "a stale move is refused to whoever made it"() {
    const line = Line.open();
    line.give(throwDice);
    const [{ id }] = line.sent();
    line.hear(refused(id, "stale-command", 6));
    equal(line.settled(), [[1, "refused"]]);
  },

  "sitting down is tried again when somebody else was faster"() {
    const line = Line.open();
    line.give({ type: "command", key: 2, command: { command: "sit", seat: 1, name: "A" }, repeat: true });
    const [{ id }] = line.sent();
    line.hear(refused(id, "stale-command", 6));
    equal([line.sent(), line.settled()], [[], []]);
    line.hear(happened(6));
    equal(line.sent().map((each) => each.version), [6]);
    ok(line.sent()[0].id !== id, "a repeated command has an id of its own");
  },

  "but not for ever"() {
    const line = Line.open();
    line.give({ type: "command", key: 2, command: { command: "sit", seat: 1, name: "A" }, repeat: true });
    let settled = [];
    for (let version = 6; version < 6 + 2 * MAX_REPEATS && !settled.length; version += 1) {
      line.hear(happened(version));
      line.hear(refused(line.state.pending[0].id, "stale-command", version));
      settled = line.settled();
    }
    equal(settled, [[2, "overtaken"]]);
  },

  "an answer for another reason is final"() {
    const line = Line.open();
    line.give({ type: "command", key: 2, command: { command: "sit", seat: 1, name: "A" }, repeat: true });
    line.hear(refused(line.sent()[0].id, "seat-taken", 5));
    equal(line.settled(), [[2, "refused"]]);
  },

  "a silent server is left and looked for again"() {
    for (const name of ["pong", "answer"]) {
      const line = Line.open();
      line.give({ type: "timer", name: "ping" });
      equal(line.sent()[0].type, "ping");
      line.give({ type: "timer", name });
      ok(line.out.some((each) => each.type === "disconnect"), "disconnects");
      equal(line.state.phase, "waiting");
    }
  },

  "a connection that does not open is tried again"() {
    const line = new Line();
    line.give({ type: "start" });
    line.give({ type: "timer", name: "opening" });
    equal(line.state.phase, "waiting");
  },

  "missing messages are asked for from the beginning"() {
    const line = Line.open();
    line.give({ type: "resync" });
    line.give({ type: "timer", name: "retry" });
    line.give({ type: "opened", match: "m-1", version: 5 });
    equal(line.sent()[0].version, 0);
  },

  "a server that has no such table is not asked again"() {
    const line = new Line();
    line.give({ type: "start" });
    line.hear({ type: "refused", id: null, code: "no-such-table", text: "gone", match: "", version: 0 });
    line.give({ type: "closed" });
    equal([line.state.phase, line.state.refusal.text, line.timer("retry")], ["refused", "gone", undefined]);
  },

  "after it is stopped it stays so"() {
    const line = Line.open();
    line.give({ type: "stop" });
    line.give({ type: "closed" });
    equal([line.state.phase, line.timer("retry")], ["stopped", undefined]);
  },

  "commands follow each other without waiting for events that are on their way"() {
    const line = Line.open();
    line.give({ type: "command", key: 1, command: { command: "sit", seat: 0, name: "A" }, repeat: true });
    line.hear(accepted(line.sent()[0].id, 6));
    line.give({ type: "command", key: 2, command: { command: "add-entropy", seat: 0, value: "" }, repeat: true });
    equal(line.sent()[0].version, 6);
  },

  "unknown inputs are a mistake of ours"() {
    throws(() => new Line().give({ type: "nonsense" }), "nonsense");
  },
};
