/**
 * The stage: shows what happened, one happening after the other, step by step. It decides nothing:
 * the outcome exists before the first step is shown, and whoever does not want to watch skips.
 */

import { render } from "lit-html";
import { fit, nextToPlay } from "../logic/timeline.js";
import { keyFor, needsCover, placeToShow, viewFor } from "../logic/table.js";
import { chipIcon, cubeIcon } from "../pieces/dice.js";
import { cardBack } from "../pieces/cards.js";
import * as sound from "./sound.js";

/** How long a held step stays for a spectator. */
const WATCHING_MS = 8000;
const PIECES = { chip: chipIcon, cube: cubeIcon, back: cardBack };

export const initialStage = () => ({
  place: null, // the seat at whose place the screen is; null for a spectator
  shown: null, // the view on the screen
  step: null, // what is moving now
  playing: false,
  covered: null, // the seat that the device is to be handed to
  choice: null, // what the person has picked so far; the game's own
});

export class Stage {
  /**
   * @param {object} owner `table()`, `setTable(table)`, `module()`, `changed()` renders at once,
   *   `tell(happening, key)` adds what a happening says to the log, `preferences()`
   */
  constructor(owner) {
    this.owner = owner;
    this.state = initialStage();
    this.spent = 0;
    this.hurried = false;
    this.moving = [];
    this.epoch = 0;
  }

  /** Begin anew with what is known: after a snapshot. */
  reset() {
    this.hurry();
    this.epoch += 1; // whatever is still playing belongs to what was known before
    this.hurried = false;
    const table = this.owner.table();
    const latest = viewFor(table, this.state.place);
    const place = placeToShow(table, this.state.place, latest?.position);
    this.state = { ...initialStage(), place };
    const cover = needsCover(table) && latest?.position && !latest.ended;
    this.state.covered = cover ? place : null;
    this.state.shown = this.#latest();
  }

  /** Look at the table as it is now; called after every message. */
  follow() {
    if (!this.state.playing) this.#play();
  }

  /** Show everything that waits at once. */
  hurry() {
    if (!this.state.playing) return;
    this.hurried = true;
    for (const animation of this.moving) animation.finish();
    this.goOn();
  }

  /** The person has read what a step holds up to them. */
  goOn() {
    this.release?.();
  }

  /** The person at this place has the device now. */
  uncover() {
    const place = this.state.covered;
    if (place === null) return;
    this.state = { ...this.state, place, covered: null, choice: null };
    this.#catchUp();
    this.state.shown = this.#latest();
    this.owner.changed();
  }

  choose(patch) {
    this.state = { ...this.state, choice: { ...this.state.choice, ...patch } };
    this.owner.changed();
  }

  #latest() {
    const table = this.owner.table();
    const view = viewFor(table, this.state.place);
    if (!view?.position || !this.state.shown?.position) return view;
    return { ...view, position: this.owner.module().rest(this.state.shown.position, view.position) };
  }

  #waiting() {
    const table = this.owner.table();
    const key = keyFor(table, this.state.place);
    return table.queue.filter((each) => each.key === key);
  }

  #remove(items) {
    const table = this.owner.table();
    this.owner.setTable({ ...table, queue: table.queue.filter((each) => !items.includes(each)) });
  }

  /** What happened while the screen was somebody else's is told, not played. */
  #catchUp() {
    const waiting = this.#waiting();
    for (const item of waiting) this.owner.tell(item.happening, item.key);
    this.#remove(waiting);
  }

  async #play() {
    const { epoch } = this;
    this.state = { ...this.state, playing: true };
    for (let waiting = this.#waiting(); waiting.length; waiting = this.#waiting()) {
      // Even a hurry ends at what takes reading.
      const held = waiting.findIndex(({ happening }) => this.owner.module().holds(happening));
      const upToIt = held < 0 ? waiting : waiting.slice(0, held + 1);
      const { skip, next } = nextToPlay(upToIt, { hurry: this.hurried });
      for (const item of skip) this.#finish(item, true);
      this.#remove([...skip, next]);
      try {
        await this.#show(next, epoch);
      } catch (error) {
        // What cannot be shown must not stop the game: the result is shown at once.
        console.error(error);
        if (epoch === this.epoch) this.#finish(next, false);
      }
      if (epoch !== this.epoch) return;
    }
    this.hurried = false;
    this.state = { ...this.state, playing: false, step: null };
    this.#settle();
    this.owner.changed();
  }

  /** At rest: hand the screen to whoever acts next at this device. */
  #settle() {
    const table = this.owner.table();
    const latest = viewFor(table, this.state.place);
    if (!latest) return;
    const place = latest.ended ? this.state.place : placeToShow(table, this.state.place, latest.position);
    if (place === this.state.place) return;
    if (this.state.place !== null && needsCover(table)) {
      this.state = { ...this.state, covered: place };
    } else {
      this.state = { ...this.state, place, choice: null };
      this.#catchUp();
      this.state.shown = this.#latest();
    }
  }

  async #show(item, epoch) {
    const { happening } = item;
    const module = this.owner.module();
    const before = this.state.shown ?? item.before;
    // The event itself first; its effects are told as they are shown.
    this.owner.tell({ ...happening, effects: [] }, item.key);
    this.state = { ...this.state, choice: null };
    if (before.position && happening.position && happening.effects.length) {
      const still = this.hurried || this.#still();
      const { steps, spent } = fit(module.plan(happening, before.position), {
        pace: this.owner.preferences().pace, spent: this.spent, still, behind: this.#waiting().length,
      });
      this.spent = spent;
      this.state = { ...this.state, shown: { ...before, seats: happening.seats } };
      for (const step of steps) {
        await this.#step(module, step, item, epoch);
        if (epoch !== this.epoch) return;
      }
      if (before.position.seat !== happening.position.seat) this.spent = 0;
    }
    this.#finish(item, false);
    this.owner.changed();
  }

  #finish(item, tell) {
    const { version, seats, position, event } = item.happening;
    if (tell) this.owner.tell(item.happening, item.key);
    const before = this.state.shown ?? item.before;
    const shownPosition = before.position;
    const next = position && shownPosition ? this.owner.module().rest(shownPosition, position) : position;
    const shown = { ...before, version, seats, position: next, ended: before.ended || event.event === "ended" };
    this.state = { ...this.state, shown, step: null };
  }

  async #step(module, step, item, epoch) {
    const quiet = this.hurried || step.duration === 0;
    const tell = () => this.owner.tell({ ...item.happening, event: {}, effects: step.effects }, item.key);
    const apply = () => {
      const { shown } = this.state;
      const position = step.effects.reduce((at, effect) => module.advance(at, effect), shown.position);
      this.state = { ...this.state, shown: { ...shown, position }, step };
    };
    if (quiet) {
      apply();
      tell();
      if (step.hold) await this.#hold();
      return;
    }
    // What dice show is not told before they have come to rest.
    const late = step.kind === "throw" || step.late;
    if (!late) tell();
    if (step.sound) sound.play(step.sound);
    const flies = step.flights?.length > 0;
    if (flies) {
      this.state = { ...this.state, step };
      this.owner.changed();
      await this.#wait([...this.#flights(step), this.#pause(step.duration)]);
      if (epoch !== this.epoch) return;
    }
    apply();
    this.owner.changed();
    if (flies) this.#bump(step);
    else await this.#wait([...this.#entrances(step), this.#pause(step.duration)]);
    if (epoch !== this.epoch) return;
    if (late) tell();
    if (step.hold) await this.#hold();
  }

  /** What takes reading stays until the person goes on; whoever only looks on is not asked. */
  async #hold() {
    if (!this.state.playing) return;
    this.hurried = false;
    this.state = { ...this.state, step: { ...this.state.step, holding: true } };
    const read = new Promise((resolve) => { this.release = resolve; });
    this.owner.changed();
    if (this.state.place === null) setTimeout(() => this.goOn(), WATCHING_MS);
    await read;
    this.release = null;
  }

  /** Nothing moves for those who want no motion, and in a page that nobody looks at. */
  #still() {
    return this.owner.preferences().pace === "none" || document.hidden ||
      matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  async #wait(animations) {
    this.moving = animations;
    await Promise.all(animations.map((each) => each.finished.catch(() => {})));
    this.moving = [];
  }

  /** Nothing happens for a while; an animation, so that skipping ends it like the others. */
  #pause(duration) {
    return document.body.animate([], { duration });
  }

  #flights({ flights, duration }) {
    const layer = document.getElementById("flights");
    return flights.flatMap(({ piece, from, to, delay = 0 }) => {
      const start = anchor(from);
      const end = anchor(to);
      if (!start || !end) return [];
      const [a, b] = [centreOf(start), centreOf(end)];
      const flying = document.createElement("span");
      flying.className = "flying";
      render((typeof piece === "function" ? piece : PIECES[piece])(), flying);
      layer.append(flying);
      const lift = Math.min(60, Math.hypot(b.x - a.x, b.y - a.y) * 0.2);
      const at = (x, y, scale) => `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;
      const animation = flying.animate(
        [
          { transform: at(a.x, a.y, 0.9), offset: 0 },
          { transform: at((a.x + b.x) / 2, (a.y + b.y) / 2 - lift, 1.25), offset: 0.5 },
          { transform: at(b.x, b.y, 0.9), offset: 1 },
        ],
        { duration: duration * (1 - Math.min(delay, 0.5)), delay: duration * delay, easing: "cubic-bezier(.4,.1,.3,1)", fill: "both" },
      );
      animation.finished.catch(() => {}).then(() => flying.remove());
      return [animation];
    });
  }

  /** Fresh pieces come rolling in from whoever threw them. */
  #entrances({ kind, duration, effects }) {
    if (kind !== "throw") return [];
    const from = anchor(`seat-${effects[0].seat}`);
    return [...document.querySelectorAll(".fresh")].map((element, n) => {
      const here = centreOf(element);
      const there = from ? centreOf(from) : { x: here.x, y: here.y + 120 };
      const turn = (n % 2 ? -1 : 1) * (300 + ((n * 67) % 160));
      return element.animate(
        [
          { transform: `translate(${there.x - here.x}px, ${there.y - here.y}px) rotate(${turn}deg) scale(.6)`, opacity: 0 },
          { opacity: 1, offset: 0.25 },
          { transform: "translate(0, -6px) rotate(8deg) scale(1.06)", offset: 0.8 },
          { transform: "none", opacity: 1 },
        ],
        { duration: duration * 0.8, delay: Math.min(n * 0.04, 0.2) * duration, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" },
      );
    });
  }

  #bump({ flights }) {
    for (const name of new Set(flights.map((each) => each.to))) {
      anchor(name)?.querySelector(".number")?.animate(
        [{ transform: "scale(1)" }, { transform: "scale(1.35)" }, { transform: "scale(1)" }],
        { duration: 220, easing: "ease-out" },
      );
    }
  }
}

function anchor(name) {
  const all = [...document.querySelectorAll(`[data-anchor="${name}"]`)];
  const visible = all.find((each) => each.getClientRects().length);
  if (visible) return visible;
  const seat = /^(seat-\d+)-/.exec(name)?.[1];
  return seat ? document.querySelector(`[data-anchor="${seat}"]`) : null;
}

function centreOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
