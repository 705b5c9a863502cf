/** Chances on the table: a stacked bar of all players, what a choice keeps, the numbers behind. */

import { FluentNumber } from "@fluent/bundle";
import { html, nothing } from "lit-html";
import { has, t } from "../i18n.js";
import * as logic from "../logic/coach.js";
import { seatMark } from "../pieces/seats.js";

/** A share of 1; in the browser a message cannot ask for per cent by itself. */
const share = (value) => new FluentNumber(value, { style: "percent" });

export const percent = (value) => t("coach-percent", { value: share(value) });
export const change = (value) => t("coach-change", { value: share(Math.abs(value)), sign: logic.signOf(value) });
export const label = (chances) => t("coach-label", { label: chances.label });

/** What the label means, in a sentence. */
export const labelSentence = ({ label: name, bound = 0, games = 0 }, method) =>
  t("coach-label-more", { label: name, bound: logic.small(bound), games, bot: method });

/** An action as a phrase: "Swiping a die from Bob, the left neighbour". */
export function actionWords(game, action, mover, names) {
  const { kind, arg, seat } = logic.actionParts(action, names.length);
  const id = `coach-act-${game}-${kind}`;
  if (!has(id)) return t("coach-act-any", { action: action.replace("x", "×") });
  const target = seat === null ? "" : t("coach-where", { where: logic.whereOf(mover, seat, names.length), seat: names[seat] });
  return t(id, { arg, target });
}

/** The bar: one part for each seat, as wide as its chance; they fill it together. */
export function chancesBar(chances, seats) {
  const percents = logic.wholePercents(chances.win);
  const text = seats.map(({ seat, name }) => t("coach-chance-of", { seat: name, win: percent(chances.win[seat]) })).join(", ");
  return html`<span class="coach-bar" role="img" aria-label="${text}; ${label(chances)}">
    ${seats.map(({ seat, name }) => html`<span class="coach-part ${percents[seat] < 14 ? "slim" : ""}" data-seat=${seat} .style=${`flex-grow:${Math.max(chances.win[seat], 0.0001)}`}>
      ${percents[seat] >= 8 ? html`<span>${[...name][0] ?? ""}<span class="coach-share"> ${percents[seat]}</span></span>` : nothing}</span>`)}
  </span>`;
}

/** The band on the table: the bar, and whether it is exact or estimated, in a word. */
export function coachBand(app, view) {
  if (!app.coach.shows(view)) return nothing;
  const outlook = app.coach.answer(view);
  const shown = outlook ?? app.coach.outlook;
  if (app.coach.failed) return html`<p class="coach-band quiet" role="status">${app.coach.failed}</p>`;
  if (!shown || shown.now.win.length !== view.players) return html`<p class="coach-band quiet">${t("coach-thinking")}</p>`;
  return html`<button class="coach-band ${outlook ? "" : "stale"}" @click=${() => app.open("coach")} aria-label=${t("coach-open", { label: label(shown.now) })}>
    ${chancesBar(shown.now, view.seats)}<span class="coach-label">${label(shown.now)}</span>
  </button>`;
}

/** What an action keeps, on the control that chooses it; nothing while nothing is known. */
export function chanceTag(view, action) {
  const choice = view.mayDecide ? logic.choiceOf(view.outlook, action) : null;
  if (!choice) return nothing;
  const best = choice.best && logic.verdictOf(view.outlook) === "best";
  return html`<span class="coach-tag ${best ? "best" : ""}">${percent(choice.chances.win[view.outlook.seat])}${
    best ? html`<span class="sr">, ${t("coach-advice-best")}</span>` : nothing}</span>`;
}

function numbers(chances, seats) {
  return html`<table class="coach-numbers"><tbody>
    ${seats.map(({ seat, name }) => html`<tr><th scope="row">${seatMark(seat, name)}<span>${name}</span></th>
      <td>${percent(chances.win[seat])}</td>
      <td class="quiet">${chances.label === "estimated" ? t("coach-interval", { low: percent(chances.low[seat]), high: percent(chances.high[seat]) }) : nothing}</td></tr>`)}
  </tbody></table>`;
}

/** The panel: everybody's numbers, every choice in words, and where they come from. */
export function coachPanel(app) {
  const { view } = app;
  const outlook = app.coach.answer(view) ?? app.coach.outlook;
  if (!outlook) return html`<p role="status">${app.coach.failed || t("coach-thinking")}</p>`;
  const names = view.seats.map((seat) => seat.name);
  const verdict = logic.verdictOf(outlook);
  const best = outlook.choices.filter((each) => each.best);
  return html`
    ${chancesBar(outlook.now, view.seats)}
    ${numbers(outlook.now, view.seats)}
    ${outlook.choices.length > 1
      ? html`<h3>${t("coach-advice")}</h3>
        <ul class="coach-choices">${[...outlook.choices]
          .sort((a, b) => b.chances.win[outlook.seat] - a.chances.win[outlook.seat])
          .slice(0, 12)
          .map((choice) => adviceLine(view.game, choice, outlook.seat, names))}</ul>
        ${verdict === "equal" ? html`<p>${t("coach-advice-say-equal")}</p>` : nothing}
        ${verdict === "best" && best.length <= 3
          ? html`<p>${t("coach-advice-say-best", { what: best.map((each) => actionWords(view.game, each.action, outlook.seat, names)).join("; ") })}</p>`
          : nothing}`
      : nothing}
    <p class="quiet">${labelSentence(outlook.now, outlook.method)}</p>
    ${strategyCard(view)}`;
}

/** A rule of thumb for this game, with what it was measured to cost; nothing where none was. */
function strategyCard(view) {
  const id = `strategy-${view.game}-${view.players === 2 ? "two" : "more"}`;
  if (!has(id)) return nothing;
  return html`<h3>${t("strategy-title")}</h3><p>${t(id)}</p><p class="quiet">${t(`${id}-cost`)}</p>`;
}

function adviceLine(game, choice, mover, names) {
  const { chances } = choice;
  const id = chances.label === "estimated" ? "coach-advice-interval" : "coach-advice-line";
  return html`<li>${t(id, {
    what: actionWords(game, choice.action, mover, names),
    win: percent(chances.win[mover]), low: percent(chances.low[mover]), high: percent(chances.high[mover]), seat: names[mover],
  })}</li>`;
}
