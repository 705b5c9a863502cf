/** Before the start: the rules to agree on, the seats, and the way to invite people. */

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { t } from "../i18n.js";
import * as icons from "../pieces/icons.js";
import { seatMark } from "../pieces/seats.js";
import { optionName } from "../logic/options.js";
import { valueText } from "./start.js";
import { invitation } from "./invite.js";

function ruleList(app, view) {
  const game = app.games.find((each) => each.name === view.game);
  if (!game) return nothing;
  return html`<dl class="rule-list">
    ${game.options.map((option) => {
      const value = view.options[option.name];
      const id = optionName(game.name, option.name);
      const changed = value !== option.default;
      return html`<div class=${changed ? "changed" : ""}>
        <dt>${t(id)}</dt>
        <dd>${valueText(game.name, option, value)}${changed ? html` <span class="tag">${t("web-rule-changed")}</span>` : nothing}
          <span class="quiet">${t(`${id}-meaning`)}</span></dd>
      </div>`;
    })}
    <div><dt>${t("web-chance")}</dt><dd>${t("web-chance-kind", { kind: view.chance })}</dd></div>
    ${view.coach ? html`<div><dt>${t("web-coach")}</dt><dd>${t("web-coach-on")}</dd></div>` : nothing}
  </dl>`;
}

/** The rules in a line, for whoever is about to sit down. */
function ruleLine(app, view) {
  const game = app.games.find((each) => each.name === view.game);
  const changed = game.options.filter((option) => view.options[option.name] !== option.default);
  if (!changed.length) return t("web-rules-default");
  return t("web-rules-changed", {
    rules: app.list(changed.map((option) => t("web-rule-is", {
      option: t(optionName(game.name, option.name)), value: valueText(game.name, option, view.options[option.name]),
    }))),
  });
}

function freeSeat(app, view, seat) {
  const game = app.games.find((each) => each.name === view.game);
  return html`<span class="seat-who"><span class="seat-name quiet">${t("web-seat-free")}</span></span>
    <span class="seat-buttons">
      <button class="secondary" @click=${() => app.sit(seat.seat)}>${t(view.held.length ? "web-sit-here" : "web-sit")}</button>
      ${view.held.length
        ? html`<button class="secondary" @click=${() => app.seatBot(seat.seat, game.bots.at(-1))}>${t("web-seat-bot")}</button>`
        : nothing}
    </span>`;
}

function takenSeat(app, view, seat) {
  const removable = seat.onDevice || (view.held.length > 0 && (seat.isBot || seat.away));
  return html`<span class="seat-who"><span class="seat-name">${seat.name}</span>
      <span class="seat-state">${seat.isBot ? icons.robot() : icons.person()}<span>${
        seat.isBot ? t("web-bot", { bot: seat.bot })
        : seat.onDevice ? t("web-seat-here") : seat.away ? t("web-seat-away") : t("web-seat-person")}</span></span></span>
    ${removable
      ? html`<span class="seat-buttons"><button class="icon-button" aria-label=${t("web-free-seat", { seat: seat.name })}
          @click=${() => app.leave(seat.seat)}>${icons.close()}</button></span>`
      : nothing}`;
}

export function lobbyView(app, view) {
  const free = view.seats.filter((seat) => seat.free);
  const mine = view.held.length > 0;
  return html`<div class="page lobby">
    <header class="page-head">
      <a class="icon-button" href="/" @click=${app.link} aria-label=${t("web-leave-table")}>${icons.back()}</a>
      <h1>${t(`${view.game}-title`)}</h1>
      <button class="icon-button" @click=${() => app.open("settings")} aria-label=${t("web-settings")}>${icons.settings()}</button>
    </header>
    ${app.banner()}
    <main>
      <p class="lead" role="status">${
        free.length ? t(mine ? "web-lobby-free" : "web-lobby-sit", { count: free.length })
        : mine ? t("web-lobby-full") : t("web-lobby-wait")}</p>
      <p class="rule-line">${ruleLine(app, view)}</p>
      <section aria-labelledby="lobby-seats">
        <h2 id="lobby-seats">${t("web-start-seats")}</h2>
        ${free.length ? html`<label class="field"><span>${t(mine ? "web-other-name" : "web-your-name")}</span>
          <input type="text" maxlength="24" autocomplete=${mine ? "off" : "nickname"} .value=${live(app.state.sitName)} list="people"
            @input=${(event) => app.setSitName(event.target.value)} /></label>
          <datalist id="people">${app.preferences.people.map((name) => html`<option value=${name}></option>`)}</datalist>` : nothing}
        <ol class="seat-rows">${view.seats.map((seat) => html`<li class="seat-row ${seat.free ? "free" : ""}">
          ${seatMark(seat.seat, seat.name)}
          ${seat.free ? freeSeat(app, view, seat) : takenSeat(app, view, seat)}</li>`)}</ol>
        ${app.problem ? html`<p class="problem" role="alert">${app.problem}</p>` : nothing}
      </section>
      ${mine ? html`<div class="lobby-actions">
        ${free.length ? html`<button class="secondary" @click=${app.fillWithBots}>${t("web-fill-bots", { count: free.length })}</button>` : nothing}
        <button class="primary" data-primary ?disabled=${free.length > 0 || view.busy} @click=${app.startMatch}>${t("web-start-match")}</button>
      </div>` : nothing}
      ${free.length && mine ? html`<section aria-labelledby="lobby-invite">
        <h2 id="lobby-invite">${t("web-invite")}</h2>${invitation(app)}</section>` : nothing}
      <section aria-labelledby="lobby-rules">
        <h2 id="lobby-rules">${t("web-rules")}</h2>
        ${ruleList(app, view)}
      </section>
      <section aria-labelledby="lobby-fair">
        <h2 id="lobby-fair">${t("web-fair")}</h2>
        <p class="quiet">${t("web-fair-before", { kind: view.chance })}</p>
        ${app.table.views ? html`<p class="mono">${app.commitment()}</p>` : nothing}
      </section>
    </main>
  </div>`;
}
