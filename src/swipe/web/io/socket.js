/** Carries out what the connection's state machine asks for: a WebSocket and timers. */

import { initialConnection, step } from "../logic/connection.js";

export class TableSocket {
  /**
   * @param {string} table
   * @param {{tokens: string[], match?: string, version?: number}} from
   * @param {{deliver(message): void, changed(state): void, seen(): {match: string, version: number}}} owner
   *   `seen` is what the client has in full; `version` of a command is what it was decided on
   */
  constructor(table, from, owner) {
    this.table = table;
    this.owner = owner;
    this.state = initialConnection(from);
    this.timers = new Map();
    this.waiting = new Map();
    this.keys = 0;
    this.wake = () => this.input({ type: "wake" });
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  start() {
    this.input({ type: "start" });
  }

  stop() {
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    this.input({ type: "stop" });
  }

  /** Give a command; resolves to {outcome: "accepted" | "refused" | "overtaken", message}. */
  command(command, token, { repeat = false, version } = {}) {
    return this.#give({ type: "command", command, token, repeat, version });
  }

  again(token) {
    return this.#give({ type: "again", token });
  }

  /** Say something that changes nothing; it is lost when the connection is not open. */
  say(message) {
    if (this.state.phase === "open") this.socket?.send(JSON.stringify(message));
  }

  tokens(tokens) {
    this.input({ type: "tokens", tokens });
  }

  resync() {
    this.input({ type: "resync" });
  }

  #give(input) {
    const key = this.keys++;
    return new Promise((resolve) => {
      this.waiting.set(key, resolve);
      this.input({ ...input, key });
    });
  }

  input(input) {
    const [state, outputs] = step(this.state, input);
    this.state = state;
    for (const output of outputs) this.#carryOut(output);
    this.owner.changed(this.state);
  }

  #carryOut(output) {
    switch (output.type) {
      case "connect":
        this.#connect();
        break;
      case "disconnect":
        this.#disconnect();
        break;
      case "send":
        this.socket?.send(JSON.stringify(output.message));
        break;
      case "timer":
        clearTimeout(this.timers.get(output.name));
        this.timers.delete(output.name);
        if (output.ms !== null) {
          this.timers.set(
            output.name,
            setTimeout(() => this.input({ type: "timer", name: output.name }), output.ms),
          );
        }
        break;
      case "deliver":
        this.owner.deliver(output.message);
        break;
      case "settled":
        this.waiting.get(output.key)?.({ outcome: output.outcome, message: output.message });
        this.waiting.delete(output.key);
        break;
    }
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(
      `${scheme}://${location.host}/api/tables/${encodeURIComponent(this.table)}/socket`,
    );
    this.socket = socket;
    const current = () => this.socket === socket;
    socket.addEventListener("open", () => current() && this.input({ type: "opened", ...this.owner.seen() }));
    socket.addEventListener("close", () => {
      if (!current()) return;
      this.socket = null;
      this.input({ type: "closed" });
    });
    socket.addEventListener("message", (event) => {
      if (!current()) return;
      let message;
      try {
        message = JSON.parse(event.data);
      } catch {
        return; // not a message of ours
      }
      this.input({ type: "received", message });
    });
  }

  #disconnect() {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
  }
}
