/** The client: carries messages to the state, the state to the views, and people's wishes back. */

import { html, nothing, render } from "lit-html";
import { list, load as loadMessages, t } from "./i18n.js";
import { CoachDesk, ReviewDesk } from "./io/coach.js";
import { TableSocket } from "./io/socket.js";
import { Stage } from "./io/stage.js";
import * as sound from "./io/sound.js";
import * as store from "./io/store.js";
import { invitation, isHere } from "./logic/invite.js";
import { hex } from "./logic/record.js";
import { changedOptions, freshDraft, planProblem, sittings, withGame, withPlayers } from "./logic/options.js";
import { commonVersion, hold, initialTable, keyFor, receive, viewFor } from "./logic/table.js";
import { seenTable } from "./logic/seen.js";
import { eventLine } from "./logic/tell.js";
import { GAMES } from "./views/games/registry.js";
import { announcer } from "./views/log.js";
import { lobbyView } from "./views/lobby.js";
import { panelView } from "./views/panels.js";
import { reviewView } from "./views/review.js";
import { startView } from "./views/start.js";
import { coverView, tableView } from "./views/table.js";

const LOG_LENGTH = 400;
/** A control that has just appeared ignores a tap that was meant for what was there before. */
const SETTLING_MS = 300;

class App {
  constructor() {
    this.preferences = store.loadPreferences();
    this.games = [];
    this.state = { draft: null, panel: "", copied: false, creating: false, proving: false, sitName: this.preferences.name, lastTable: "", error: null };
    this.logs = {};
    this.lines = 0;
    this.now = Date.now();
    this.problem = "";
    this.reviewing = null;
    this.network = null;
    this.coach = new CoachDesk(this);
    this.leaveTable();
    this.stage_ = new Stage({
      table: () => this.table,
      setTable: (table) => { this.table = table; },
      module: () => GAMES.get(viewFor(this.table, null).game),
      changed: () => this.render(),
      tell: (happening, key) => this.tell(happening, key),
      preferences: () => this.preferences,
    });
    this.commands = {
      throw: () => this.play({ command: "throw", seat: this.view.me }),
      act: (action) => this.play({ command: "act", seat: this.view.me, action }),
      enter: (outcomes) => this.play({ command: "enter", seat: this.view.me, outcomes }),
      choose: (patch) => this.choose(patch),
      goOn: () => this.stage_.goOn(),
      open: (panel) => this.open(panel),
    };
    this.draft = this.draftCommands();
  }

  get stage() {
    return this.stage_.state;
  }

  get log() {
    return this.logs[this.table.views[keyFor(this.table, this.stage.place)] ? keyFor(this.table, this.stage.place) : "all"] ?? [];
  }

  // --- from the beginning -------------------------------------------------------------------------

  async start() {
    this.applyPreferences();
    try {
      const offered = await (await fetch("/api/games")).json();
      this.games = offered.filter((game) => GAMES.has(game.name));
      await loadMessages(this.games.map((game) => game.name), { chosen: this.preferences.language });
    } catch (error) {
      console.error(error);
      document.getElementById("app").textContent = String(error);
      return;
    }
    addEventListener("popstate", () => this.route());
    addEventListener("keydown", (event) => this.key(event));
    setInterval(() => this.tick(), 1000);
    this.route();
  }

  route() {
    const table = /^\/t\/([^/]+)\/?$/.exec(location.pathname)?.[1];
    const review = /^\/t\/([^/]+)\/review\/([0-9]+)\/?$/.exec(location.pathname);
    this.problem = "";
    this.reviewing = null;
    if (review) {
      this.leaveTable();
      this.reviewing = new ReviewDesk(this, decodeURIComponent(review[1]), Number(review[2]));
    } else if (table) this.enterTable(decodeURIComponent(table));
    else {
      this.leaveTable();
      this.prepareDraft();
    }
    this.render();
    scrollTo(0, 0);
  }

  link = (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button) return;
    event.preventDefault();
    this.go(event.currentTarget.getAttribute("href"));
  };

  go(path) {
    history.pushState(null, "", path);
    this.route();
  }

  tick() {
    this.now = Date.now();
    if (this.view?.waiting) this.render();
  }

  // --- the start page -----------------------------------------------------------------------------

  prepareDraft() {
    const last = this.preferences.last;
    const game = this.games.find((each) => each.name === last?.game) ?? this.games[0];
    if (!game) return;
    const names = { name: this.preferences.name, botNames: this.botNames() };
    const draft = freshDraft(game, { ...names, players: last?.game === game.name ? last.players : 0 });
    if (last?.game === game.name) {
      draft.options = changedOptions(game, last.options ?? {});
      last.seats?.slice(0, draft.players).forEach((seat, n) => { draft.seats[n] = { ...draft.seats[n], ...seat }; });
    }
    this.state.draft = draft;
  }

  botNames() {
    return t("common-bot-names").split(",").map((name) => name.trim());
  }

  draftCommands() {
    const change = (patch) => {
      this.state.draft = { ...this.state.draft, ...patch };
      this.problem = "";
      this.render();
    };
    const game = () => this.games.find((each) => each.name === this.state.draft.game);
    const names = () => ({ name: this.preferences.name, botNames: this.botNames() });
    return {
      game: (name) => change(withGame(this.state.draft, game(), this.games.find((each) => each.name === name), names())),
      players: (number) => change(withPlayers(this.state.draft, game(), number, names())),
      seat: (n, patch) => {
        const seats = this.state.draft.seats.map((seat, each) => {
          if (each !== n) {
            // There is one "me"; whoever was it before is somebody else here.
            return patch.kind === "me" && seat.kind === "me" ? { ...seat, kind: "here" } : seat;
          }
          const names = this.botNames();
          const botName = seat.botName ?? names[n % names.length];
          const name = patch.kind === "me" ? seat.name || this.preferences.name : seat.name;
          return { ...seat, name, botName, ...patch };
        });
        change({ seats });
      },
      table: (patch) => change(patch),
      option: (name, value) => change({ options: { ...this.state.draft.options, [name]: value } }),
      preset: (name) => change({ options: { ...game().presets[name] } }),
    };
  }

  create = async (event) => {
    event.preventDefault();
    const draft = this.state.draft;
    const wrong = planProblem(draft);
    if (wrong) return this.complain(t(`web-plan-${wrong}`));
    const game = this.games.find((each) => each.name === draft.game);
    const options = changedOptions(game, draft.options);
    this.state.creating = true;
    this.render();
    try {
      const answer = await fetch("/api/tables", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ game: draft.game, players: draft.players, options,
          chance: draft.typed && game.physical ? "typed" : "fair", coach: Boolean(draft.coach) }),
      });
      const body = await answer.json();
      if (!answer.ok) return this.complain(body.text ?? t("web-error"));
      const me = draft.seats.find((seat) => seat.kind === "me" || seat.kind === "here");
      const people = draft.seats.filter((seat) => seat.kind === "here").map((seat) => seat.name.trim());
      const seats = draft.seats.map(({ kind, name, bot }) => ({ kind, name: kind === "me" ? "" : name, bot }));
      seats.forEach((seat) => { if (seat.kind === "me") delete seat.name; });
      this.remember({ name: me.name.trim(), people: [...new Set([...people, ...this.preferences.people])].slice(0, 12),
        last: { game: draft.game, players: draft.players, options, seats } });
      this.state.sitName = "";
      this.plan = { table: body.table, sittings: sittings(draft, game), start: draft.seats.every((seat) => seat.kind !== "open") };
      this.go(body.path);
    } catch {
      this.complain(t("web-error-network"));
    } finally {
      this.state.creating = false;
      this.render();
    }
  };

  // --- at a table ---------------------------------------------------------------------------------

  leaveTable() {
    this.socket?.stop();
    if (this.table?.name) this.state.lastTable = this.table.name;
    this.socket = null;
    this.connection = null;
    this.table = initialTable();
    this.view = null;
    this.proof = null;
    this.coach.reset();
    this.busy = false;
    this.logs = {};
    this.wasMine = false;
  }

  enterTable(name) {
    if (this.table.name === name && this.socket) return;
    this.leaveTable();
    this.table = { ...initialTable(), name };
    this.seats = store.loadSeats(name);
    this.state.sitName = Object.keys(this.seats).length || this.plan ? "" : this.preferences.name;
    this.stage_.reset();
    const tokens = Object.values(this.seats).map((seat) => seat.token);
    this.socket = new TableSocket(name, { tokens }, {
      deliver: (message) => this.deliver(message),
      changed: (state) => {
        this.connection = state;
        this.render();
      },
      seen: () => ({ match: this.table.match, version: commonVersion(this.table) }),
    });
    this.socket.start();
    this.learnNetwork();
  }

  deliver(message) {
    if (this.coach.hear(message)) return;
    if (message.type === "presence") message = { ...message, since: Date.now() };
    const before = this.table.match;
    this.table = receive(this.table, message);
    if (this.table.missing) {
      this.table = { ...this.table, missing: false };
      this.socket.resync();
      return;
    }
    if (message.type === "welcome") this.welcomed(message);
    if ((message.type === "welcome" || message.type === "opened") && message.snapshots.length) {
      if (before && before !== this.table.match) this.newMatch();
      this.stage_.reset();
      this.addEntropy();
    }
    this.stage_.follow();
    this.render();
    if (message.type === "welcome") this.carryOutPlan();
  }

  welcomed({ held }) {
    const tokens = Object.values(this.seats).map((seat) => seat.token);
    const seats = {};
    held.forEach((seat, n) => {
      const known = Object.values(this.seats).find((each) => each.token === tokens[n]);
      if (seat !== null && known) seats[seat] = known;
    });
    this.holdSeats(seats);
  }

  holdSeats(seats) {
    this.seats = seats;
    store.saveSeats(this.table.name, seats);
    const held = Object.fromEntries(Object.entries(seats).map(([seat, { token }]) => [seat, token]));
    this.table = hold(this.table, held);
    this.socket.tokens(Object.values(held));
  }

  newMatch() {
    this.logs = {};
    this.proof = null;
    this.closePanel();
  }

  token(seat) {
    return this.table.held[seat] ?? Object.values(this.table.held)[0] ?? "";
  }

  /** People first, then bots; each sitting waits for the one before. */
  async carryOutPlan() {
    const plan = this.plan;
    if (!plan || plan.table !== this.table.name || this.table.views.all?.position) return;
    this.plan = null;
    for (const { seat, name, bot } of plan.sittings) {
      if (this.latest()?.seats[seat]) continue;
      if (!(await this.sitDown(seat, name, bot))) return;
    }
    if (plan.start) await this.start_();
  }

  latest() {
    return viewFor(this.table, this.stage.place);
  }

  async sitDown(seat, name, bot = "") {
    const command = { command: "sit", seat, name, bot };
    const { outcome, message } = await this.socket.command(command, bot ? this.token() : "", { repeat: true });
    if (outcome !== "accepted") {
      this.complain(message?.text ?? t("web-error-network"));
      return false;
    }
    if (!bot && message.token) {
      this.holdSeats({ ...this.seats, [seat]: { token: message.token } });
      this.stage_.reset();
      await this.addEntropy();
    }
    this.render();
    return true;
  }

  /** Every device adds to the chance of every match that its people play, once per seat. */
  async addEntropy() {
    const match = this.table.match;
    const view = this.latest();
    if (!view || view.position || view.chance === "typed") return;
    for (const seat of Object.keys(this.seats).map(Number)) {
      if (this.seats[seat].entropyOf === match) continue;
      const value = hex(crypto.getRandomValues(new Uint8Array(32)));
      this.holdSeats({ ...this.seats, [seat]: { ...this.seats[seat], entropyOf: match, entropy: value } });
      const { outcome } = await this.socket.command(
        { command: "add-entropy", seat, value }, this.token(seat), { repeat: true });
      if (outcome !== "accepted" && this.seats[seat]) {
        this.holdSeats({ ...this.seats, [seat]: { token: this.seats[seat].token } });
      }
    }
  }

  setSitName(name) {
    this.state.sitName = name;
  }

  sit = async (seat) => {
    const name = this.state.sitName.trim();
    if (!name) return this.complain(t("web-plan-no-name"));
    this.problem = "";
    const first = Object.keys(this.seats).length === 0;
    if (await this.sitDown(seat, name)) {
      if (first) this.remember({ name });
      else this.remember({ people: [...new Set([name, ...this.preferences.people])].slice(0, 12) });
      this.state.sitName = "";
      this.render();
    }
  };

  seatBot = (seat, bot) => {
    const taken = new Set(this.latest().seats.map((each) => each?.name));
    const names = this.botNames();
    const name = names.find((each, n) => n >= seat && !taken.has(each)) ?? names.find((each) => !taken.has(each)) ?? names[0];
    return this.sitDown(seat, name, bot);
  };

  fillWithBots = async () => {
    const game = this.games.find((each) => each.name === this.latest().game);
    for (const [seat, holder] of this.latest().seats.entries()) {
      if (!holder && !(await this.seatBot(seat, game.bots.at(-1)))) return;
    }
  };

  leave = async (seat) => {
    const token = this.table.held[seat] ?? this.token();
    const { outcome, message } = await this.socket.command({ command: "leave", seat }, token, { repeat: true });
    if (outcome === "refused") return this.complain(message.text);
    if (this.seats[seat]) {
      const { [seat]: gone, ...rest } = this.seats;
      this.holdSeats(rest);
      this.stage_.reset();
    }
    this.render();
  };

  start_ = async () => {
    this.busy = true;
    this.problem = "";
    this.render();
    for (let tries = 0; ; tries += 1) {
      const { outcome, message } = await this.socket.command({ command: "start" }, this.token(), { repeat: true });
      if (outcome === "refused" && message.code === "wait-for-entropy" && tries < 8) {
        await new Promise((resolve) => setTimeout(resolve, 800));
        continue;
      }
      if (outcome === "refused") this.complain(message.text);
      break;
    }
    this.busy = false;
    this.render();
  };

  get startMatch() {
    return this.start_;
  }

  /** A move: decided on what is seen, carried out once, answered or given up. */
  async play(command) {
    if (this.busy || !this.ready) return;
    this.busy = true;
    this.problem = "";
    this.render();
    const { outcome, message } = await this.socket.command(command, this.token(command.seat), { version: this.view.version });
    this.busy = false;
    if (outcome === "accepted") this.expect(message);
    if (outcome === "refused" && message.code !== "stale-command") this.problem = message.text;
    this.render();
  }

  /** What was accepted is told next: until then the old decision is not offered once more. */
  expect({ match, version }) {
    this.expected = { match, version };
  }

  get waits() {
    const latest = this.latest();
    return this.expected?.match === this.table.match && latest !== null && latest.version < this.expected.version;
  }

  /** Real dice: of a seat, or -1 where chance comes by itself. Any seat of this device may say so. */
  enterTyped = async (seat, outcomes) => {
    if (this.busy || this.waits) return;
    this.busy = true;
    this.problem = "";
    this.render();
    const command = { command: "enter", outcomes, ...(seat < 0 ? {} : { seat }) };
    const { outcome, message } = await this.socket.command(command, this.token(seat), { version: this.view.version });
    this.busy = false;
    if (outcome === "accepted") this.expect(message);
    if (outcome === "refused" && message.code !== "stale-command") this.problem = message.text;
    this.render();
  };

  choose = (patch) => {
    this.problem = "";
    this.stage_.choose(patch);
  };

  takeBack = async (seat) => {
    const { outcome, message } = await this.socket.command({ command: "return", seat }, this.token(seat), { repeat: true });
    if (outcome === "refused") this.complain(message.text);
  };

  letBotPlay = async () => {
    this.closePanel();
    const game = this.games.find((each) => each.name === this.view.game);
    const seat = this.view.me;
    const { outcome, message } = await this.socket.command(
      { command: "hold", seat, bot: game.bots.at(-1) }, this.token(seat), { repeat: true });
    if (outcome === "refused") this.complain(message.text);
  };

  again = async () => {
    const { outcome, message } = await this.socket.again(this.token(this.view.me));
    if (outcome === "refused" && message.code !== "wrong-match") this.complain(message.text);
  };

  uncover = () => this.stage_.uncover();
  skip = () => this.stage_.hurry();

  // --- the log ------------------------------------------------------------------------------------

  tell(happening, key) {
    const names = happening.seats.map((holder) => holder?.name ?? "");
    const name = (seat) => (seat === null || seat === undefined ? "" : (names[seat] ?? ""));
    const before = viewFor(this.table, null);
    const module = GAMES.get(before.game);
    const told = happening.effects.length ? module.tell(happening, { name, list, view: before }) : [];
    const line = eventLine(happening.event, { name, names, previous: this.names });
    this.names = names;
    const lines = line ? [{ seat: line.seat, text: t(line.id, line.args), weight: line.weight }, ...told] : told;
    const log = this.logs[key] ?? [];
    this.logs = {
      ...this.logs,
      [key]: [...log, ...lines.map((each) => ({ ...each, id: this.lines++ }))].slice(-LOG_LENGTH),
    };
  }

  // --- the invitation and the proof ---------------------------------------------------------------

  invitation() {
    return invitation(location, this.table.name, this.network);
  }

  /** A page that was opened at "localhost" asks where phones can open it. */
  async learnNetwork() {
    if (!isHere(location.hostname)) return;
    try {
      const answer = await fetch("/api/network");
      if (answer.ok) this.network = await answer.json();
    } catch (error) {
      console.warn(error); // the invitation says then that only this computer knows the link
    }
    this.render();
  }

  copyLink = async () => {
    const { link } = this.invitation();
    try {
      await navigator.clipboard.writeText(link);
    } catch {
      copyByHand(link); // a page over plain HTTP has no clipboard of its own
    }
    this.state.copied = true;
    this.render();
    setTimeout(() => {
      this.state.copied = false;
      this.render();
    }, 2500);
  };

  shareLink = () => {
    const title = t(`${this.view.game}-title`);
    navigator.share({ title, text: t("web-share-text", { game: title }), url: this.invitation().link }).catch(() => {});
  };

  commitment() {
    return this.latest()?.commitment ?? "";
  }

  reviewLink() {
    const number = /-(\d+)$/.exec(this.table.match)?.[1] ?? "1";
    return `/t/${encodeURIComponent(this.table.name)}/review/${number}`;
  }

  recordLink() {
    const number = /-(\d+)$/.exec(this.table.match)?.[1] ?? "1";
    return `/api/tables/${encodeURIComponent(this.table.name)}/matches/${number}/record`;
  }

  prove = async () => {
    this.state.proving = true;
    this.render();
    try {
      const answer = await fetch(this.recordLink());
      const text = await answer.text();
      if (!answer.ok) throw new Error(JSON.parse(text).text);
      const { proveRecord } = await import("./logic/fairness.js");
      const entropy = Object.fromEntries(
        Object.entries(this.seats).filter(([, seat]) => seat.entropyOf === this.table.match).map(([seat, { entropy }]) => [seat, entropy]));
      const checks = proveRecord(text, { commitment: this.commitment(), entropy }, GAMES.get(this.view.game).replay);
      this.proof = { checks };
    } catch (error) {
      this.proof = { failed: error.message };
    }
    this.state.proving = false;
    this.render();
  };

  // --- panels and preferences ---------------------------------------------------------------------

  open(panel) {
    this.opener = document.activeElement;
    this.state.panel = panel;
    this.render();
    const dialog = document.getElementById("panel");
    if (!dialog.open) dialog.showModal();
  }

  closePanel = () => document.getElementById("panel")?.close();

  closed = () => {
    this.state.panel = "";
    this.render();
    this.opener?.focus?.();
  };

  backdrop = (event) => {
    if (event.target.id === "panel") this.closePanel();
  };

  remember(patch) {
    this.preferences = { ...this.preferences, ...patch };
    store.savePreferences(this.preferences);
  }

  prefer(patch) {
    this.remember(patch);
    if ("language" in patch) {
      loadMessages(this.games.map((game) => game.name), { chosen: patch.language }).then(() => this.render());
    }
    this.applyPreferences();
    this.render();
  }

  toggleSound = () => this.prefer({ sound: !this.preferences.sound });

  applyPreferences() {
    const { theme } = this.preferences;
    sound.setSound(this.preferences.sound);
    if (theme === "system") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  }

  key(event) {
    if (event.key === "Escape" && this.stage.playing && !this.state.panel) this.skip();
  }

  /** Whether a control that shows now has been there long enough to be meant. */
  get ready() {
    const turn = this.turnNow();
    return turn !== "" && turn === this.turn && Date.now() - this.since >= SETTLING_MS;
  }

  /** Names the decision that is mine now; "" for none. */
  turnNow() {
    // A new decision, not merely a new version: somebody coming back changes nothing for me.
    return this.view?.mayAct && this.stage.covered === null ? JSON.stringify(this.view.actual) : "";
  }

  complain(text) {
    this.problem = text;
    this.render();
  }

  // --- rendering ----------------------------------------------------------------------------------

  list(words) {
    return list(words);
  }

  banner() {
    const phase = this.connection?.phase;
    if (phase === "open" || !this.connection) return nothing;
    if (phase === "connecting" && this.connection.attempt === 0) return nothing;
    return html`<p class="banner" role="status">${t("web-reconnecting")}</p>`;
  }

  render() {
    this.view = this.socket
      ? seenTable(this.table, this.stage, { connection: this.connection, busy: this.busy || this.waits, covered: this.stage.covered !== null })
      : null;
    if (this.view) {
      this.view.outlook = this.coach.shows(this.view) ? this.coach.answer(this.view) : null;
      this.coach.follow(this.view);
    }
    const begins = this.noteTurn();
    document.title = this.title();
    render(html`${this.page()}${announcer(this.stage.covered === null ? this.log : [])}${panelView(this)}`, document.getElementById("app"));
    this.afterRender(begins);
  }

  title() {
    if (!this.view) return t("common-title");
    const game = t(`${this.view.game}-title`);
    return this.view.mayAct ? t("web-title-my-turn", { game }) : game;
  }

  page() {
    if (this.reviewing) return reviewView(this);
    if (!this.socket) return startView(this);
    if (this.connection?.refusal) return this.lost();
    if (!this.view) return html`<main class="page loading"><p role="status">${t("web-connecting")}</p>${this.banner()}</main>`;
    if (this.stage.covered !== null) return coverView(this, this.view);
    return this.view.started ? tableView(this, this.view) : lobbyView(this, this.view);
  }

  lost() {
    return html`<main class="page loading"><h1>${t("web-no-table")}</h1><p>${this.connection.refusal.text}</p>
      <p><a class="primary" href="/" @click=${this.link}>${t("web-other-game")}</a></p></main>`;
  }

  /** Whether a decision of mine begins: not merely a new version, since others come and go. */
  noteTurn() {
    const turn = this.view?.mayAct ? JSON.stringify(this.view.actual) : "";
    const begins = turn !== "" && turn !== this.turn;
    this.turn = turn;
    if (begins) {
      this.since = Date.now();
      setTimeout(() => this.render(), SETTLING_MS + 20); // a timer may be early
    }
    return begins;
  }

  /** Whose turn it is is said by place, by words, and here by sound, vibration and the focus. */
  afterRender(begins) {
    const mine = Boolean(this.view?.mayAct);
    if (begins) {
      if (!this.wasMine && this.view.at.seat === this.view.me) {
        sound.play("turn");
        if (this.preferences.vibration) sound.vibrate(80);
      }
      this.focusPrimary();
    }
    if (this.view?.settled) this.wasMine = mine;
    const holding = Boolean(this.stage.step?.holding);
    if (this.stage.covered !== null || (this.view?.ended && !this.wasEnded) || (holding && !this.wasHolding)) this.focusPrimary();
    this.wasHolding = holding;
    this.wasEnded = Boolean(this.view?.ended);
  }

  /** The next thing to do has the focus, unless the person is busy elsewhere. */
  focusPrimary() {
    if (this.state.panel) return;
    const active = document.activeElement;
    const free = !active || active === document.body || !active.isConnected || active.closest(".actions, .me, .cover, .final");
    if (free) document.querySelector("[data-primary]:not([disabled])")?.focus({ preventScroll: true });
  }
}

function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "sr";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

const app = new App();
globalThis.swipe = app;
app.start();
