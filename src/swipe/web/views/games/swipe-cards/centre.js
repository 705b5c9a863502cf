/** The pile, what lies under it, the discard; between two rounds, what everybody was left with. */

import { html, nothing } from "lit-html";
import { t } from "../../../i18n.js";
import { copiesPlayed, drawn, pileSize, SWIPE, underneath } from "../../../logic/games/swipe-cards.js";
import * as play from "../../../logic/games/swipe-cards-play.js";
import { cardBack } from "../../../pieces/cards.js";
import { seatMark } from "../../../pieces/seats.js";
import { countOfRank, face, mini } from "./words.js";

/** How long what moves by itself takes, as a class: the page allows no style attributes. */
const lasting = (step) => (step?.duration ? `lasts-${Math.min(Math.max(Math.round(step.duration / 100), 1), 9)}` : "");

/** The card that has just been turned over: its back turns away and its face comes up. */
const turning = (rank, step) => html`<span class="turning ${lasting(step)}">${cardBack("away")}${face(rank, "up")}</span>`;

function pileCards(view, fields) {
  const { step, at } = view;
  const copies = copiesPlayed(fields);
  const below = underneath(fields).flatMap(({ rank, count }) => Array(count).fill(rank)).slice(0, 3).reverse();
  const blind = at.blind && step?.kind !== "flip" ? cardBack("hovering") : nothing;
  if (!copies && !below.length) {
    return html`<span class="pile-cards empty">${blind === nothing ? html`<span class="pile-empty"></span>` : blind}</span>`;
  }
  const flips = step?.kind === "flip";
  return html`<span class="pile-cards copies-${copies}">
    ${below.length ? html`<span class="below">${below.map((rank) => face(rank))}</span>` : nothing}
    <span class="top">${Array.from({ length: copies }, (_, n) =>
      flips && n === copies - 1 ? turning(fields.pile_top, step) : face(fields.pile_top))}</span>
    ${blind}
  </span>`;
}

/** Four places that fill: how many copies of the rank lie there, and how far four of a kind is. */
const meter = (copies) => html`<span class="meter" aria-hidden="true">
  ${Array.from({ length: 4 }, (_, n) => html`<span class=${n < copies ? "full" : ""}></span>`)}</span>`;

function pileWords(view, fields) {
  const copies = copiesPlayed(fields);
  const size = pileSize(fields);
  if (!size) return html`<p class="pile-total none">${t("web-swipe-cards-empty")}</p>`;
  const under = underneath(fields);
  const isSwipe = fields.pile_top === SWIPE;
  return html`
    <p class="pile-total">${isSwipe ? t("swipe-cards-rank", { rank: SWIPE }) : countOfRank(copies, fields.pile_top)}</p>
    ${isSwipe ? nothing : html`${meter(copies)}<span class="sr">${t("web-swipe-cards-of-four", { count: copies })}</span>`}
    ${under.length
      ? html`<p class="under"><span class="under-word">${t("web-swipe-cards-under")}</span>
          ${under.map(({ rank, count }) => html`<span class="under-rank">${mini(rank)}<span aria-hidden="true">×${count}</span>
            <span class="sr">${countOfRank(count, rank)}</span></span>`)}</p>`
      : nothing}
    <p class="pile-size">${t("web-swipe-cards-pile-size", { count: size })}</p>`;
}

const CALLS = { flip: "web-swipe-cards-call-flip", four: "web-swipe-cards-call-four", sweep: "web-swipe-cards-call-swipe", over: "web-swipe-cards-call-over" };

export function endWords(options) {
  const [kind, number] = options.end.split(":");
  return t("web-swipe-cards-ends", { kind, number: Number(number) });
}

export function centre(view, commands) {
  const { fields, counted } = drawn(view.at, view.step);
  if (counted && ["counted", "finished"].includes(fields.stage)) return countedRound(view, commands);
  const call = CALLS[view.step?.kind];
  return html`<div class="cards-felt">
    <p class="round-line">${t("web-swipe-cards-round", { round: fields.round_number })} · ${endWords(view.options)}</p>
    <div class="cards-centre ${view.step?.kind ?? ""}">
      <div class="pile" data-anchor="pile" role="group" aria-label=${t("swipe-cards-pile")}>
        ${pileCards(view, fields)}
      </div>
      <div class="pile-words">${call ? html`<p class="call">${t(call)}</p>` : pileWords(view, fields)}</div>
      <div class="discard" data-anchor="discard">
        <span class="discard-cards">${fields.discard ? cardBack() : html`<span class="pile-empty"></span>`}</span>
        <span class="discard-words"><span class="number">${fields.discard}</span> <span class="word">${t("swipe-cards-discard")}</span></span>
      </div>
    </div>
  </div>`;
}

// --- between two rounds ---------------------------------------------------------------------------

function left(cards, laid) {
  return play.groupsOf(countsOf(cards)).map(({ rank, count }) =>
    html`<span class="left-rank">${mini(rank, laid)}${count > 1 ? html`<span class="times" aria-hidden="true">×${count}</span>` : nothing}
      <span class="sr">${countOfRank(count, rank)}</span></span>`);
}

function countsOf(cards) {
  const counts = Array(15).fill(0);
  for (const rank of cards) counts[rank] += 1;
  return counts;
}

function part(id, cards, laid) {
  if (!cards.length) return nothing;
  return html`<span class="left-part"><span class="left-word">${t(id)}</span>${left(cards, laid)}</span>`;
}

function leftOf(view, seat) {
  const found = view.at.counted.seats[seat.seat];
  const out = view.at.counted.out === seat.seat;
  return html`<li class="left ${out ? "out" : ""} ${seat.isMe ? "mine" : ""}">
    <span class="left-head">${seatMark(seat.seat, seat.name)}<span class="seat-name">${seat.name}</span>
      <span class="left-points">${out ? t("web-swipe-cards-went-out") : t("web-swipe-cards-plus", { points: found?.points ?? 0 })}</span>
      <span class="left-score">${t("web-swipe-cards-in-all", { score: view.at.scores[seat.seat] })}</span></span>
    ${found ? html`<span class="left-cards">${part("swipe-cards-hand", found.hand, "up")}${part("swipe-cards-row", found.row, "up")}
      ${part(view.options.face_down_count === "free" ? "web-swipe-cards-down-free" : "web-swipe-cards-down", found.down, "open")}</span>` : nothing}
  </li>`;
}

function countedRound(view, commands) {
  const { counted } = view.at;
  const seats = [...view.seats].sort((a, b) => points(counted, a) - points(counted, b) || a.seat - b.seat);
  return html`<section class="counted" aria-label=${t("web-swipe-cards-counted", { round: counted.round })}>
    <h2>${t("web-swipe-cards-counted", { round: counted.round })}</h2>
    <ol class="lefts" tabindex="0" aria-label=${t("web-swipe-cards-counted-list")}>${seats.map((seat) => leftOf(view, seat))}</ol>
    ${view.me === null && view.step?.holding
      ? html`<button class="primary" data-primary @click=${commands.goOn}>${t("web-swipe-cards-go-on")}</button>` : nothing}
  </section>`;
}

const points = (counted, { seat }) => (counted.out === seat ? -1 : (counted.seats[seat]?.points ?? 0));

