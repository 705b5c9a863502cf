/** The end: the ranks, playing again, looking back, and why nobody has to believe the dice. */

import { html, nothing } from "lit-html";
import { t } from "../i18n.js";
import * as icons from "../pieces/icons.js";
import { seatMark } from "../pieces/seats.js";

export function finalCard(app, view, module) {
  const ranks = view.at.ranks ?? [];
  const standing = view.seats
    .map((seat) => ({ ...seat, rank: ranks[seat.seat], score: view.at.scores[seat.seat] }))
    .sort((a, b) => a.rank - b.rank || a.seat - b.seat);
  const winners = standing.filter((seat) => seat.rank === 1);
  return html`<div class="final">
    <p class="winner">${icons.trophy()}<span>${t("web-winner", { seats: app.list(winners.map((each) => each.name)), count: winners.length })}</span></p>
    <ol class="standing" aria-label=${t("web-standing")}>
      ${standing.map((seat) => html`<li class=${seat.rank === 1 ? "first" : ""}>
        <span class="rank">${seat.rank}</span>${seatMark(seat.seat, seat.name)}
        <span class="seat-name">${seat.name}</span>
        ${module.final ? module.final(view, seat.seat) : html`<span class="score">${t(`${view.game}-total`, { count: seat.score })}</span>`}
      </li>`)}
    </ol>
  </div>`;
}

/** What one may do now, where one's pieces were. */
export function finalBand(app, view) {
  return html`<section class="band me final-band" aria-label=${t("web-band-me")}>
    ${app.problem ? html`<p class="problem" role="alert">${app.problem}</p>` : nothing}
    ${view.me === null ? nothing : html`<button class="primary" data-primary @click=${app.again}>${t("web-again")}</button>`}
    <div class="final-actions">
      <a class="secondary" href=${app.reviewLink()} @click=${app.link}>${t("review-open")}</a>
      <button class="secondary" @click=${() => app.open("verify")}>${t("web-verify")}</button>
      <a class="secondary" href="/" @click=${app.link}>${t("web-other-game")}</a>
    </div>
  </section>`;
}
