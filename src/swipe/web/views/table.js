/** The table: the others, the centre, me; the log beside it on a wide screen. */

import { html, nothing } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { t } from "../i18n.js";
import * as icons from "../pieces/icons.js";
import { seatMark } from "../pieces/seats.js";
import { mayAsk } from "../logic/coach.js";
import { GAMES } from "./games/registry.js";
import { logList } from "./log.js";
import { finalBand, finalCard } from "./final.js";
import { coachBand } from "./coach.js";
import { typedEntry } from "./typed.js";

/** The line below a name: who plays there, and what is the matter with them. */
function seatState(seat) {
  if (seat.heldBy) return t("web-seat-held");
  if (seat.isBot) return t("common-bot-kind", { bot: seat.bot });
  if (seat.away) return t("web-seat-away");
  if (seat.onDevice && !seat.isMe) return t("web-seat-here");
  return "";
}

function turnMark(seat) {
  if (seat.awaited) return html`<span class="turn-mark">${t("web-turn")}</span>`;
  return seat.isNext ? html`<span class="turn-mark next">${t("web-next")}</span>` : nothing;
}

function otherSeat(app, view, module, number) {
  const seat = view.seats[number];
  const target = module.target(view, number);
  const selected = target && view.choice.target === target.action;
  const state = seatState(seat);
  const classes = [
    "seat", seat.awaited ? "awaited" : "", seat.hasTurn ? "has-turn" : "", seat.away ? "away" : "",
    target ? "can-choose" : "", selected ? "chosen" : "",
  ].join(" ");
  const inside = html`
    <span class="seat-head">
      ${seatMark(number, seat.name)}
      <span class="seat-who"><span class="seat-name">${seat.name}</span>
        ${state ? html`<span class="seat-state">${seat.isBot || seat.heldBy ? icons.robot() : seat.away ? icons.away() : nothing}<span>${seat.isBot ? html`<span class="sr">${t("web-bot", { bot: seat.bot })}</span><span class="bot-kind" aria-hidden="true">${state}</span>` : state}</span></span>` : nothing}
      </span>
    </span>
    ${module.seat(view, number)}
    ${turnMark(seat)}`;
  return html`<li class=${classes} data-anchor="seat-${number}">
    ${target
      ? html`<button class="seat-button" aria-pressed=${selected ? "true" : "false"} aria-label=${target.label}
          @click=${() => app.choose({ target: selected ? null : target.action })}>${inside}</button>`
      : html`<div class="seat-body">${inside}</div>`}
  </li>`;
}

function waitingLine(view, now) {
  if (!view.waiting) return nothing;
  const { seat, seconds, since } = view.waiting;
  const left = Math.max(0, Math.ceil(seconds - (now - since) / 1000));
  return html`<p class="waiting">${t("web-waiting-for", { seat: view.seats[seat].name, seconds: left })}</p>`;
}

function header(app, view) {
  return html`<header class="table-head">
    <a class="icon-button" href="/" @click=${app.link} aria-label=${t("web-leave-table")}>${icons.back()}</a>
    <h1>${t(`${view.game}-title`)}</h1>
    <span class="head-space"></span>
    ${view.settled ? nothing : html`<button class="icon-button" @click=${app.skip} aria-label=${t("web-skip")}>${icons.skip()}</button>`}
    ${mayAsk(view) && !view.ended
      ? html`<button class="icon-button" @click=${app.coach.toggle} aria-pressed=${app.coach.shows(view) ? "true" : "false"}
          aria-label=${t("coach-show-here")}>${icons.chances()}</button>`
      : nothing}
    <button class="icon-button only-narrow" @click=${() => app.open("log")} aria-label=${t("web-open-log")}>${icons.log()}</button>
    <button class="icon-button" @click=${app.toggleSound} aria-pressed=${app.preferences.sound ? "true" : "false"}
      aria-label=${t("web-sound")}>${icons.sound(app.preferences.sound)}</button>
    <button class="icon-button" @click=${() => app.open("settings")} aria-label=${t("web-settings")}>${icons.settings()}</button>
  </header>`;
}

function myBand(app, view, module) {
  if (view.me === null) {
    return html`<section class="band me spectator" aria-label=${t("web-band-me")}>
      <p>${t("web-spectator")}</p>
      <button class="secondary" @click=${() => app.open("invite")}>${t("web-invite")}</button>
    </section>`;
  }
  const seat = view.seats[view.me];
  const mine = view.mayAct ? "my-turn" : "";
  return html`<section class="band me ${mine}" aria-label=${t("web-band-me")}>
    <div class="me-line" data-anchor="seat-${view.me}">
      ${seatMark(view.me, seat.name)}
      <span class="seat-who"><span class="seat-name">${seat.name}</span>
        ${view.mayAct ? html`<span class="seat-state turn">${t("web-your-turn")}</span>`
          : seat.isNext ? html`<span class="seat-state">${t("web-you-are-next")}</span>`
          : view.hotSeat ? html`<span class="seat-state">${t("web-hot-seat")}</span>` : nothing}</span>
      ${module.me(view, app.commands)}
    </div>
    ${seat.heldBy
      ? html`<div class="actions"><button class="primary" data-primary @click=${() => app.takeBack(view.me)}>
          ${t("web-take-back")}</button></div>`
      : html`<div class="actions">${app.problem ? html`<p class="problem" role="alert">${app.problem}</p>` : nothing}
          ${typedEntry(app, view) ?? module.actions(view, app.commands)}</div>`}
  </section>`;
}

export function tableView(app, view) {
  const module = GAMES.get(view.game);
  const status = view.ended ? t("web-game-over") : module.status(view);
  const last = app.log.filter((line) => line.weight !== "quiet").slice(-1)[0];
  return html`<div class="table-page players-${view.players} ${view.mayAct ? "is-my-turn" : ""} ${view.ended ? "is-over" : ""}" data-version=${view.version} ?data-ready=${app.ready}>
    ${header(app, view)}
    ${app.banner()}
    <main class="table" data-others=${view.order.length}>
      <section class="band others" aria-label=${t("web-band-others")}>
        <ol>${repeat(view.order, (seat) => seat, (seat) => otherSeat(app, view, module, seat))}</ol>
      </section>
      <section class="band centre" aria-label=${t("web-band-centre")}>
        ${view.ended ? nothing : coachBand(app, view)}
        <div class="status ${view.mayAct ? "mine" : ""}"><p role="status">${status}</p>${waitingLine(view, app.now)}</div>
        ${view.ended ? finalCard(app, view, module) : module.centre(view, app.commands)}
        ${view.ended || !last ? nothing : html`<p class="last-line" aria-hidden="true">${last.text}</p>`}
      </section>
      ${view.ended ? finalBand(app, view) : myBand(app, view, module)}
    </main>
    <aside class="beside" aria-label=${t("web-log-title")}>
      <h2>${t("web-log-title")}</h2>
      ${logList(app.log)}
    </aside>
  </div>`;
}

/** Between two people at one device: nothing of the table shows. */
export function coverView(app, view) {
  const seat = view.seats[app.stage.covered];
  return html`<main class="cover">
    ${seatMark(seat.seat, seat.name, "large")}
    <h1>${t("web-cover-title", { seat: seat.name })}</h1>
    <p>${t("web-cover-text", { seat: seat.name })}</p>
    <button class="primary" data-primary @click=${app.uncover}>${t("web-cover-go", { seat: seat.name })}</button>
  </main>`;
}
