/**
 * The life of a connection to a table, as a pure state machine: no socket, no clock, no page.
 *
 * `step(state, input)` returns the next state and a list of outputs for somebody with a socket and
 * timers to carry out (`io/socket.js`). What must hold whatever the network does:
 *
 * - a connection that ends is taken up again from the last version seen, by itself;
 * - a command is sent against the version that it was decided on, and repeated after an interruption
 *   only while the match still is at that version, so that it can never be carried out twice;
 * - a refused or overtaken command is answered to whoever gave it, and nothing waits for ever.
 *
 * Inputs: {type: "start" | "stop" | "closed" | "wake" | "resync"},
 *   {type: "opened", match, version}: what the client has seen in full, {type: "tokens", tokens},
 *   {type: "timer", name}, {type: "received", message}, {type: "again", token, key},
 *   {type: "command", command, token, key, repeat, version}: `version` is what it was decided on.
 * Outputs: {type: "connect" | "disconnect"}, {type: "send", message}, {type: "deliver", message},
 *   {type: "timer", name, ms} (ms null cancels it), {type: "settled", key, outcome, message}.
 */

export const PROTOCOL = 1;
export const BACKOFF_MS = [200, 400, 800, 1500, 3000, 5000];
export const PING_MS = 15000;
export const PONG_MS = 8000;
export const OPENING_MS = 8000;
export const ANSWER_MS = 8000;
/** How often a command that any version suits (sitting down, adding entropy) is tried again. */
export const MAX_REPEATS = 12;

export function initialConnection({ tokens = [], match = "", version = 0 } = {}) {
  return {
    phase: "idle", // idle, connecting, greeting, open, waiting (for the next try), stopped, refused
    attempt: 0,
    tokens,
    match,
    version,
    nextId: 1,
    pending: [], // {id, key, command, token, version, repeat, tries, sent}
    refusal: null, // why the server will not talk to us: a message that ends the attempts
  };
}

/** Codes after which trying again cannot help. */
const FINAL = new Set(["wrong-protocol", "no-such-table"]);

export function step(state, input) {
  const next = { ...state };
  const out = [];
  switch (input.type) {
    case "start":
      connect(next, out);
      break;
    case "stop":
      next.phase = "stopped";
      out.push(timer("retry", null), timer("ping", null), timer("pong", null), timer("opening", null));
      out.push({ type: "disconnect" });
      break;
    case "opened":
      next.phase = "greeting";
      if (input.match !== undefined) next.match = input.match;
      // Two observers of one device may have been told to different versions: the lower one counts.
      if (input.version !== undefined && next.version) next.version = input.version;
      out.push(send({
        type: "hello", protocol: PROTOCOL, tokens: next.tokens, match: next.match, version: next.version,
      }));
      break;
    case "closed":
      if (next.phase === "stopped" || next.phase === "refused") break;
      retryLater(next, out);
      break;
    case "wake": // the network or the page came back: do not sit out the pause
      if (next.phase === "waiting") connect(next, out);
      else if (next.phase === "open") ping(next, out);
      break;
    case "resync": // messages are missing: take everything anew
      next.version = 0;
      out.push({ type: "disconnect" });
      retryLater(next, out);
      break;
    case "timer":
      onTimer(next, out, input.name);
      break;
    case "tokens":
      next.tokens = input.tokens;
      break;
    case "command":
      give(next, out, {
        key: input.key, command: input.command, token: input.token ?? "", repeat: Boolean(input.repeat),
        version: input.version ?? next.version,
      });
      break;
    case "again":
      give(next, out, { key: input.key, again: true, token: input.token });
      break;
    case "received":
      receive(next, out, input.message);
      break;
    default:
      throw new Error(`a connection knows no input ${input.type}`);
  }
  return [next, out];
}

const send = (message) => ({ type: "send", message });
const timer = (name, ms) => ({ type: "timer", name, ms });
const settled = (each, outcome, message = null) => ({ type: "settled", key: each.key, outcome, message });

function connect(state, out) {
  state.phase = "connecting";
  out.push(timer("retry", null), timer("opening", OPENING_MS), { type: "connect" });
}

function retryLater(state, out) {
  const pause = BACKOFF_MS[Math.min(state.attempt, BACKOFF_MS.length - 1)];
  state.phase = "waiting";
  state.attempt += 1;
  state.pending = state.pending.map((each) => ({ ...each, sent: false }));
  for (const name of ["ping", "pong", "opening", "answer"]) out.push(timer(name, null));
  out.push(timer("retry", pause));
}

function onTimer(state, out, name) {
  if (name === "retry" && state.phase === "waiting") connect(state, out);
  else if (name === "ping" && state.phase === "open") ping(state, out);
  else if (name === "opening" && (state.phase === "connecting" || state.phase === "greeting")) {
    out.push({ type: "disconnect" });
    retryLater(state, out);
  } else if ((name === "pong" || name === "answer") && state.phase === "open") {
    out.push({ type: "disconnect" });
    retryLater(state, out);
  }
}

function ping(state, out) {
  out.push(send({ type: "ping", id: state.nextId }), timer("pong", PONG_MS));
  state.nextId += 1;
}

function give(state, out, wanted) {
  const each = { version: state.version, ...wanted, id: state.nextId, match: state.match, tries: 0, sent: false };
  state.nextId += 1;
  state.pending = [...state.pending, each];
  if (state.phase === "open") sendPending(state, out, each.id);
}

function sendPending(state, out, id) {
  state.pending = state.pending.map((each) => {
    if (each.id !== id) return each;
    const message = each.again
      ? { type: "again", id, match: each.match, token: each.token }
      : { type: "do", id, match: each.match, version: each.version, command: each.command, token: each.token };
    out.push(send(message), timer("answer", ANSWER_MS));
    return { ...each, sent: true, tries: each.tries + 1 };
  });
}

/** After an interruption: repeat what still fits the match as it is now, give up the rest. */
function resendPending(state, out) {
  for (const each of state.pending) {
    if (each.sent) continue;
    if (each.match === state.match && (each.again || each.version === state.version)) {
      sendPending(state, out, each.id);
    } else if (each.repeat && each.match === state.match) {
      repeat(state, out, each);
    } else {
      drop(state, each.id);
      out.push(settled(each, "overtaken"));
    }
  }
}

function repeat(state, out, each) {
  if (each.tries >= MAX_REPEATS) {
    drop(state, each.id);
    out.push(settled(each, "overtaken"));
    return;
  }
  const fresh = { ...each, id: state.nextId, version: state.version, sent: false };
  state.nextId += 1;
  state.pending = [...state.pending.filter((one) => one.id !== each.id), fresh];
  if (state.phase === "open") sendPending(state, out, fresh.id);
}

function drop(state, id) {
  state.pending = state.pending.filter((each) => each.id !== id);
}

function receive(state, out, message) {
  switch (message.type) {
    case "welcome":
      state.phase = "open";
      state.attempt = 0;
      out.push(timer("opening", null), timer("ping", PING_MS));
      if (message.snapshots.length || message.match !== state.match) {
        state.match = message.match;
        state.version = message.version;
      }
      out.push({ type: "deliver", message });
      // With a gap to fill, the commands wait for the last of what was missed.
      state.target = message.version;
      if (state.version >= state.target) resendPending(state, out);
      break;
    case "happened":
      if (message.match === state.match) {
        out.push({ type: "deliver", message });
        state.version = Math.max(state.version, message.happening.version);
        if (state.version >= (state.target ?? 0)) resendPending(state, out);
        retryRefused(state, out);
      }
      break;
    case "opened":
      state.match = message.match;
      state.version = message.version;
      out.push({ type: "deliver", message });
      resendPending(state, out);
      break;
    case "accepted":
      answer(state, out, message, "accepted");
      break;
    case "refused":
      refused(state, out, message);
      break;
    case "pong":
      out.push(timer("pong", null), timer("ping", PING_MS));
      break;
    default: // presence, and what later servers may add
      out.push({ type: "deliver", message });
  }
}

function answer(state, out, message, outcome) {
  const each = state.pending.find((one) => one.id === message.id);
  if (!each) return;
  drop(state, each.id);
  // The events follow this answer; what is said until they come is said of the match after them.
  if (outcome === "accepted" && message.match === state.match) {
    state.version = Math.max(state.version, message.version);
  }
  if (!state.pending.some((one) => one.sent)) out.push(timer("answer", null));
  out.push(settled(each, outcome, message));
}

function refused(state, out, message) {
  const each = state.pending.find((one) => one.id === message.id);
  if (each && each.repeat && message.code === "stale-command") {
    if (state.version >= message.version) repeat(state, out, each);
    else {
      // Told of a version that is still on its way: repeat when it has come.
      state.pending = state.pending.map((one) => (one.id === each.id ? { ...one, awaits: message.version } : one));
    }
    return;
  }
  if (each) {
    answer(state, out, message, "refused");
    return;
  }
  if (FINAL.has(message.code)) {
    state.phase = "refused";
    state.refusal = message;
    out.push(timer("opening", null), { type: "disconnect" });
  }
  out.push({ type: "deliver", message });
}

function retryRefused(state, out) {
  for (const each of state.pending) {
    if (each.awaits && state.version >= each.awaits) repeat(state, out, { ...each, awaits: 0 });
  }
}
