/** Cards as words, signs and drawings. */

import { html } from "lit-html";
import { t } from "../../../i18n.js";
import { NO_CARD, SWIPE, UNKNOWN } from "../../../logic/games/swipe-cards.js";
import { card, cardBack, swipeCard } from "../../../pieces/cards.js";

/** What stands in the corner of a card. */
export const rankLabel = (rank) => t("web-swipe-cards-rank", { rank });
export const rankName = (rank) => t("swipe-cards-rank", { rank });
export const countOfRank = (count, rank) => t("swipe-cards-count-of-rank", { count, rank });

/** A card face up, whatever its rank. */
export function face(rank, extra = "") {
  if (rank === SWIPE) return swipeCard(rankName(SWIPE), extra);
  return rank === UNKNOWN ? cardBack(extra) : card(rankLabel(rank), extra);
}

/** A card as small as a letter; `laid` is "up", "down" (face-down), "open" (was face-down) or "none". */
export function mini(rank, laid = "up", anchor = null) {
  const shown = laid === "up" || laid === "open" ? rankLabel(rank) : "";
  const kind = `mini ${laid} ${rank === SWIPE && shown ? "swipe" : ""} ${shown.length > 1 ? "long" : ""}`;
  return html`<span class=${kind} data-anchor=${anchor ?? ""} aria-hidden="true">${shown}</span>`;
}

/** The sentence or two of a judgement. */
export const sentences = (found) =>
  found.map(({ id, args }) => t(`web-swipe-cards-would-${id}`, args)).join(" ");

export const refusalText = ({ id, args }) => t(`swipe-cards-refuse-${id}`, args);

/** A row in words, from the first place to the last. */
export function rowWords(up, down, list) {
  const places = up.map((rank, slot) => {
    if (rank !== NO_CARD) return rankName(rank);
    return down[slot] === NO_CARD ? null : t("swipe-cards-hidden");
  });
  return list(places.filter(Boolean)) || t("web-swipe-cards-none");
}
