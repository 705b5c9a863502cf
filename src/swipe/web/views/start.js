/** The start: which game, how many, which rules, and who sits where. */

import { html, nothing } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { has, t } from "../i18n.js";
import * as icons from "../pieces/icons.js";
import { die } from "../pieces/dice.js";
import { seatMark } from "../pieces/seats.js";
import { GAMES } from "./games/registry.js";
import { optionName, optionValue, presetMatches, seatBots } from "../logic/options.js";

function gameChoice(app, draft) {
  return html`<fieldset class="games">
    <legend class="sr">${t("web-start-game")}</legend>
    ${app.games.map((game) => html`<label class="game-card">
      <input type="radio" name="game" .checked=${live(draft.game === game.name)} @change=${() => app.draft.game(game.name)} />
      <span class="emblem">${GAMES.get(game.name).emblem()}</span>
      <span class="game-words"><strong>${t(`${game.name}-title`)}</strong>
        <span class="game-about">${t(`${game.name}-description`)}</span>
        <span class="quiet">${t("web-start-for-players", { low: game.min_players, high: game.max_players })}</span></span>
    </label>`)}
    <p class="chosen-about">${t(`${draft.game}-description`)}</p>
  </fieldset>`;
}

function playersChoice(app, draft, game) {
  const numbers = Array.from({ length: game.max_players - game.min_players + 1 }, (_, n) => game.min_players + n);
  return html`<fieldset>
    <legend>${t("web-start-players")}</legend>
    <div class="segments">${numbers.map((number) => html`<label class="segment">
      <input type="radio" name="players" .checked=${live(draft.players === number)} @change=${() => app.draft.players(number)} />
      <span>${number}</span></label>`)}</div>
  </fieldset>`;
}

const PEOPLE = ["me", "here", "open"];

function seatRow(app, draft, game, seat, n) {
  const bots = seatBots(game, draft);
  const bot = bots.includes(seat.bot) ? seat.bot : game.bots.at(-1);
  const chosen = seat.kind === "bot" ? `bot:${bot}` : seat.kind;
  const choose = (value) => {
    const [kind, bot] = value.split(":");
    app.draft.seat(n, bot ? { kind, bot } : { kind });
  };
  return html`<li class="seat-row">
    ${seatMark(n, seat.kind === "open" ? "" : seat.kind === "bot" ? seat.botName : seat.name)}
    <label class="seat-kind"><span class="sr">${t("web-start-seat-kind", { seat: n + 1 })}</span>
      <select @change=${(event) => choose(event.target.value)}>
        ${PEOPLE.map((kind) => html`<option value=${kind} .selected=${live(chosen === kind)}>${t(`web-start-seat-${kind}`)}</option>`)}
        ${bots.map((each) => html`<option value="bot:${each}" .selected=${live(chosen === `bot:${each}`)}>${t("web-bot", { bot: each })}</option>`)}
      </select></label>
    ${seat.kind === "bot"
      ? html`<span class="seat-detail">${seat.botName}</span>`
      : seat.kind === "open"
        ? html`<span class="seat-detail quiet">${t("web-start-seat-open-hint")}</span>`
        : html`<label class="seat-detail"><span class="sr">${t("web-start-name", { seat: n + 1 })}</span>
            <input type="text" maxlength="24" autocomplete="off" required placeholder=${t("web-name")} list="people"
              .value=${live(seat.name)} @input=${(event) => app.draft.seat(n, { name: event.target.value })} /></label>`}
  </li>`;
}

function optionField(app, draft, game, option) {
  const id = optionName(game.name, option.name);
  const value = draft.options[option.name] ?? option.default;
  const set = (text) => app.draft.option(option.name, text);
  const control =
    option.kind === "choice"
      ? html`<select id=${id} @change=${(event) => set(event.target.value)}>
          ${option.values.map((each) => html`<option value=${each} .selected=${live(each === value)}>${valueText(game.name, option, each)}</option>`)}
        </select>`
      : option.kind === "integer"
        ? html`<input id=${id} type="number" inputmode="numeric" min=${option.minimum} max=${option.maximum}
            .value=${live(value)} @input=${(event) => set(event.target.value)} />`
        : html`<input id=${id} type="text" list="${id}-values" .value=${live(value)} @input=${(event) => set(event.target.value)} />
            <datalist id="${id}-values">${option.values.map((each) => html`<option value=${each}></option>`)}</datalist>`;
  return html`<div class="option ${value === option.default ? "" : "changed"}">
    <label for=${id}>${t(id)}</label>
    ${control}
    <p class="quiet">${t(`${id}-meaning`)}</p>
    <p class="source">${t("web-rule-source", { rule: option.rule, source: t(`${id}-source`) })}</p>
  </div>`;
}

export function valueText(game, option, value) {
  const id = optionValue(game, option.name, value);
  return option.kind === "choice" && has(id) ? t(id) : value;
}

function rules(app, draft, game) {
  const chosen = presetMatches(game, draft.options);
  return html`<fieldset>
    <legend>${t("web-start-rules")}</legend>
    <div class="presets">${Object.keys(game.presets).map((name) => html`<label class="preset">
      <input type="radio" name="preset" .checked=${live(chosen === name)} @change=${() => app.draft.preset(name)} />
      <span><strong>${t(`${game.name}-preset-${name}`)}</strong>
        <span class="quiet">${t(`${game.name}-preset-${name}-meaning`)}</span></span></label>`)}
    </div>
    <details ?open=${chosen === null}>
      <summary>${t("web-start-options")}</summary>
      ${game.options.map((option) => optionField(app, draft, game, option))}
    </details>
  </fieldset>`;
}

function atTheTable(app, draft, game) {
  const line = (name) => html`<label class="switch">
    <input type="checkbox" role="switch" .checked=${live(Boolean(draft[name]))} @change=${(event) => app.draft.table({ [name]: event.target.checked })} />
    <span><strong>${t(`coach-start-${name}`)}</strong> <span class="quiet">${t(`coach-start-${name}-meaning`)}</span></span></label>`;
  return html`<fieldset><legend>${t("coach-start-legend")}</legend>
    ${line("coach")} ${game.physical ? line("typed") : nothing}
  </fieldset>`;
}

export function startView(app) {
  const draft = app.state.draft;
  const game = app.games.find((each) => each.name === draft?.game);
  return html`<div class="page start">
    <header class="page-head">
      <h1 class="brand">${die("SC", "")}<span>${t("common-title")}</span></h1>
      <button class="icon-button" @click=${() => app.open("settings")} aria-label=${t("web-settings")}>${icons.settings()}</button>
    </header>
    <main>
      ${app.state.lastTable ? html`<p class="back-to-table"><a class="secondary" href="/t/${app.state.lastTable}" @click=${app.link}>${t("web-back-to-table")}</a></p>` : nothing}
      ${!game
        ? html`<p class="quiet">${t("web-start-no-games")}</p>`
        : html`<form @submit=${app.create}>
            ${gameChoice(app, draft)}
            ${playersChoice(app, draft, game)}
            <fieldset><legend>${t("web-start-seats")}</legend>
              <ol class="seat-rows">${draft.seats.map((seat, n) => seatRow(app, draft, game, seat, n))}</ol>
              <datalist id="people">${app.preferences.people.map((name) => html`<option value=${name}></option>`)}</datalist>
            </fieldset>
            ${atTheTable(app, draft, game)}
            ${rules(app, draft, game)}
            ${app.problem ? html`<p class="problem" role="alert">${app.problem}</p>` : nothing}
            <div class="start-action">
              <button class="primary" type="submit" ?disabled=${app.state.creating}>
                ${t(draft.seats.some((seat) => seat.kind === "open") ? "web-start-open-table" : "web-start-play")}
              </button>
            </div>
          </form>`}
    </main>
  </div>`;
}
