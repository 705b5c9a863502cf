/** The review of a match: the curve, what was luck and what was skill, and what if. */

import { html, nothing, svg } from "lit-html";
import { has, t } from "../i18n.js";
import * as logic from "../logic/coach.js";
import * as icons from "../pieces/icons.js";
import { seatMark } from "../pieces/seats.js";
import { actionWords, change, chancesBar, labelSentence, percent } from "./coach.js";

const WIDTH = 600;
const HEIGHT = 240;

export function reviewView(app) {
  const desk = app.reviewing;
  const back = `/t/${encodeURIComponent(desk.table)}`;
  return html`<div class="page review">
    <header class="page-head">
      <a class="icon-button" href=${back} @click=${app.link} aria-label=${t("web-back-to-table")}>${icons.back()}</a>
      <h1>${t("review-heading")}</h1>
      <button class="icon-button" @click=${() => app.open("settings")} aria-label=${t("web-settings")}>${icons.settings()}</button>
    </header>
    <main>
      ${desk.failed ? html`<p class="problem" role="alert">${desk.failed}</p>` : nothing}
      ${desk.review ? contents(app, desk) : desk.failed ? nothing : html`<p role="status">${t("review-loading")}</p>`}
    </main>
  </div>`;
}

function contents(app, desk) {
  const { review } = desk;
  return html`
    <p class="lead">${t("review-subtitle", { game: t(`${review.game}-title`), players: review.players })}</p>
    <p class="quiet">${labelSentence({ label: review.label, bound: review.bound, games: logic.gamesOf(review) }, review.method)}</p>
    ${review.origin ? html`<p class="quiet">${t("review-origin", { origin: review.origin })}</p>` : nothing}
    <section aria-labelledby="review-curve"><h2 id="review-curve">${t("review-curve")}</h2>${curve(desk)}${moment(app, desk)}</section>
    <section aria-labelledby="review-summary"><h2 id="review-summary">${t("review-summary")}</h2>${summary(review)}</section>
    <section aria-labelledby="review-dearest"><h2 id="review-dearest">${t("review-dearest")}</h2>${dearest(desk)}</section>
    <section aria-labelledby="review-plies"><h2 id="review-plies">${t("review-plies")}</h2>${plies(desk)}</section>`;
}

function curve(desk) {
  const { review, ply } = desk;
  const x = review.plies.length ? (ply * WIDTH) / review.plies.length : 0;
  const tap = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    desk.look(Math.round(((event.clientX - box.left) / box.width) * review.plies.length));
  };
  return html`<div class="review-curve">
    <svg viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label=${t("review-curve-caption")} @click=${tap}>
      ${logic.areas(review, WIDTH, HEIGHT).map(([seat, points]) => svg`<polygon class="coach-area" data-seat=${seat} points=${points} />`)}
      ${[1, 2, 3].map((part) => svg`<line class="review-grid" x1="0" x2=${WIDTH} y1=${(part * HEIGHT) / 4} y2=${(part * HEIGHT) / 4} />`)}
      <line class="review-cursor" x1=${x} x2=${x} y1="0" y2=${HEIGHT} />
    </svg>
    <input type="range" min="0" max=${review.plies.length} .value=${String(ply)} aria-label=${t("review-move")}
      aria-valuetext=${t("review-ply-of", { ply, all: review.plies.length })} @input=${(event) => desk.look(Number(event.target.value))} />
  </div>`;
}

/** One ply, looked at: what happened, what it was worth, and going on from there. */
function moment(app, desk) {
  const { review, ply } = desk;
  const names = review.seats.map((seat) => seat.name);
  const each = ply === 0 ? null : review.plies[ply - 1];
  const step = (by) => () => desk.look(ply + by);
  return html`<div class="review-moment">
    <div class="review-steps">
      <button class="icon-button" @click=${step(-1)} ?disabled=${ply === 0} aria-label=${t("review-previous")}>${icons.back()}</button>
      <p role="status"><strong>${t("review-ply-of", { ply, all: review.plies.length })}</strong>
        ${each ? sentence(review, each, names) : t("review-beginning")}</p>
      <button class="icon-button forward" @click=${step(1)} ?disabled=${ply === review.plies.length} aria-label=${t("review-next")}>${icons.back()}</button>
    </div>
    ${chancesBar(logic.chancesAt(review, ply), review.seats)}
    ${each ? worth(review, each, names) : nothing}
    ${logic.goesOn(review, ply)
      ? html`<div class="review-what-if"><span>${t("review-what-if")}</span>
          <button class="secondary" ?disabled=${desk.busy} @click=${() => desk.whatIf("new")}>${t("review-what-if-new")}</button>
          <button class="secondary" ?disabled=${desk.busy} @click=${() => desk.whatIf("same")}>${t("review-what-if-same")}</button></div>`
      : nothing}
  </div>`;
}

function whatOf(review, ply, names) {
  if (ply.kind === "choice") return actionWords(review.game, ply.what[0], ply.seat, names);
  const faces = ply.what.slice(0, 12).map((face) => faceWords(review, face, names));
  const text = faces.join(", ") + (ply.what.length > 12 ? ", …" : "");
  return t(ply.seat === null ? "review-chance-alone" : "review-throw", { faces: text });
}

function faceWords(review, face, names) {
  const id = `${review.game}-face-${face}`;
  if (has(id)) return t(id);
  return face.startsWith("seat:") ? names[Number(face.slice(5)) - 1] : face;
}

const sentence = (review, ply, names) =>
  html`${ply.seat === null ? nothing : html`${names[ply.seat]}: `}${whatOf(review, ply, names)}`;

const margin = (review, value) => (review.label === "estimated" ? ` ±${percent(value)}` : "");

function worth(review, ply, names) {
  if (ply.cost === null) {
    if (ply.luck.every((luck) => luck === 0)) return nothing;
    return html`<p>${t("review-luck-said", { change: change(logic.luckOf(ply)), seat: ply.seat === null ? "" : names[ply.seat] })}</p>`;
  }
  return html`<table class="review-tried"><caption class="sr">${t("review-tried")}</caption><tbody>
    ${ply.tried.slice(0, 8).map((each) => html`<tr class=${each.action === ply.what[0] ? "taken" : ""}>
      <th scope="row">${actionWords(review.game, each.action, ply.seat, names)}${
        each.action === ply.what[0] ? html` <span class="tag">${t("review-taken")}</span>` : nothing}</th>
      <td>${percent(each.win)}</td><td>${change(-Math.max(0, each.cost))}${margin(review, each.margin)}</td></tr>`)}
  </tbody></table>`;
}

function summary(review) {
  return html`<ul class="review-seats">${review.seats.map((seat) => html`<li>
      <h3>${seatMark(seat.seat, seat.name)}${seat.name}</h3>
      <dl>
        ${figure("start", percent(seat.start))}
        ${figure("luck", change(seat.luck) + margin(review, seat.luck_margin))}
        ${figure("skill", change(seat.skill))}
        ${figure("result", percent(seat.result))}
        ${figure("adjusted", percent(seat.adjusted))}
        ${seat.choices ? figure("lost", change(-Math.max(0, seat.lost)) + margin(review, seat.lost_margin)) : nothing}
      </dl></li>`)}</ul>
    <details><summary>${t("review-explain")}</summary>
      ${["luck", "skill", "lost", "adjusted", "sum"].map((each) => html`<p class="quiet">${t(`review-explain-${each}`)}</p>`)}</details>`;
}

const figure = (name, value) => html`<div><dt>${t(`review-${name}`)}</dt><dd>${value}</dd></div>`;

function dearest(desk) {
  const { review } = desk;
  const names = review.seats.map((seat) => seat.name);
  if (!review.seats.some((seat) => seat.choices)) return html`<p>${t("review-no-choices")}</p>`;
  const found = review.seats.flatMap((seat) => seat.dearest.map((ply) => review.plies[ply - 1]));
  if (!found.length) return html`<p>${t("review-dearest-none")}</p>`;
  return html`<ul class="review-dearest">${found.map((ply) => html`<li>
    <button class="link" @click=${() => show(desk, ply.ply)}>${t("review-dearest-line", {
      ply: ply.ply, seat: names[ply.seat], what: actionWords(review.game, ply.what[0], ply.seat, names),
      cost: percent(ply.cost) + margin(review, ply.cost_margin), best: actionWords(review.game, ply.tried[0].action, ply.seat, names),
    })}</button></li>`)}</ul>`;
}

function show(desk, ply) {
  desk.look(ply);
  document.querySelector(".review-curve")?.scrollIntoView({ block: "start" });
}

function plies(desk) {
  const { review } = desk;
  const names = review.seats.map((seat) => seat.name);
  return html`<ol class="review-plies">${review.plies.map((ply) => html`<li>
    <button class="review-ply" aria-current=${ply.ply === desk.ply ? "step" : "false"} @click=${() => show(desk, ply.ply)}>
      ${ply.seat === null ? html`<span></span>` : seatMark(ply.seat, names[ply.seat])}
      <span>${sentence(review, ply, names)}</span>
      <span class="review-figure">${ply.kind === "choice" && ply.cost !== null
        ? t("review-cost-short", { change: change(-Math.max(0, ply.cost)) })
        : ply.luck.some((luck) => luck !== 0) ? t("review-luck-short", { change: change(logic.luckOf(ply)) }) : nothing}</span>
    </button></li>`)}</ol>`;
}
