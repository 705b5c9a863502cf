/** What everybody has: the others' rows and figures, and my own row. */

import { html, nothing } from "lit-html";
import { list, t } from "../../../i18n.js";
import { drawn, faceDown, handSize, NO_CARD, UNKNOWN } from "../../../logic/games/swipe-cards.js";
import * as play from "../../../logic/games/swipe-cards-play.js";
import { cardBack, handIcon } from "../../../pieces/cards.js";
import { firstToPick, keys } from "./hand.js";
import { face, mini, rankName, rowWords } from "./words.js";

function miniPlace(fields, seat, slot) {
  const [up, down] = [fields.up[seat][slot], fields.down[seat][slot]];
  const anchor = `seat-${seat}-row-${slot + 1}`;
  if (up !== NO_CARD) return mini(up, "up", anchor);
  if (down === NO_CARD) return mini(0, "none", anchor);
  return down === UNKNOWN ? mini(0, "down", anchor) : mini(down, "open", anchor);
}

function figures(view, seat, fields) {
  const [cards, score] = [handSize(fields, seat), view.at.scores[seat]];
  return html`<span class="cards-figures" aria-hidden="true">
    <span class="figure" data-anchor="seat-${seat}-hand">${handIcon()}<span class="number" data-value=${cards}>${cards}</span></span>
    <span class="points"><span class="number" data-value=${score}>${score}</span>
      <span class="unit">${t("web-swipe-cards-points-short")}</span><span class="unit-letter">${t("web-swipe-cards-points-letter")}</span></span>
  </span>`;
}

/** An opponent's cards. */
export function seatCards(view, seat) {
  const { fields } = drawn(view.at, view.step);
  return html`<span class="cards-held">
    <span class="mini-row" aria-hidden="true">${fields.up[seat].map((_, slot) => miniPlace(fields, seat, slot))}</span>
    ${figures(view, seat, fields)}
    <span class="sr">${t("web-swipe-cards-holding", {
      hand: handSize(fields, seat), row: rowWords(fields.up[seat], fields.down[seat], list),
      down: faceDown(fields, seat), score: view.at.scores[seat],
    })}</span>
  </span>`;
}

/** A place of my row: the card on top can be picked, a face-down card when nothing lies on it. */
function place(view, commands, fields, slot) {
  const [up, down] = [fields.up[view.me][slot], fields.down[view.me][slot]];
  const anchor = `seat-${view.me}-row-${slot + 1}`;
  if (up === NO_CARD && down === NO_CARD) return html`<li class="place empty" data-anchor=${anchor}></li>`;
  const choice = play.choiceOf(view.choice);
  const blind = up === NO_CARD;
  const picked = blind ? choice.other === `blind:${slot + 1}` : choice.slots.includes(slot);
  const name = t(blind ? "web-swipe-cards-place-blind" : "web-swipe-cards-place", { slot: slot + 1, card: blind ? "" : rankName(up) });
  const marked = view.mayDecide && !blind && play.follows(play.situationOf(view), up) ? "follows" : "";
  return html`<li class="place ${blind ? "free" : ""} ${marked}" data-anchor=${anchor}>
    <button class="pick ${picked ? "picked" : ""} ${view.mayDecide ? "may" : ""}" data-slot=${slot + 1} aria-pressed=${picked ? "true" : "false"}
      ?data-primary=${firstToPick(view)?.slot === slot} aria-disabled=${view.mayDecide ? "false" : "true"} aria-label=${name}
      @click=${() => view.mayDecide && commands.choose(play.tapSlot(play.situationOf(view), view.choice, slot))}>
      ${down === NO_CARD ? nothing : cardBack(blind ? "" : "beneath")}
      ${blind ? nothing : face(up, "over")}
    </button>
  </li>`;
}

/** My row, beside my name. */
export function myRow(view, commands) {
  const { fields } = drawn(view.at, view.step);
  return html`<div class="cards-mine">
    ${figures(view, view.me, fields)}
    <span class="sr">${t("web-swipe-cards-my-figures", { hand: handSize(fields, view.me), score: view.at.scores[view.me] })}</span>
    <ol class="my-row" aria-label=${t("swipe-cards-row")} @keydown=${keys(view, commands)}>${fields.up[view.me].map((_, slot) => place(view, commands, fields, slot))}</ol>
  </div>`;
}
