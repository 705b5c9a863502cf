/**
 * Our own drawings of playing cards: the rank large in two corners, no suits, since they never
 * matter; the SWIPE card unmistakable; a back is a back. All are decoration to a screen reader:
 * whoever shows a card names it beside it or on the control around it.
 */

import { html, nothing, svg } from "lit-html";

const WIDTH = 60;
const HEIGHT = 84;

/**
 * A card face up.
 *
 * @param {string} rank what stands in the corners: A, 2 ... 10, J, Q, K
 */
export function card(rank, extra = "") {
  const long = rank.length > 1;
  // Upside down they would be each other.
  const bar = rank === "6" || rank === "9" ? svg`<path class="card-bar" d="M7 35.5h15" />` : nothing;
  const corner = svg`<text class="card-rank ${long ? "long" : ""}" x="6" y="30">${rank}</text>${bar}`;
  return html`<svg class="card ${extra}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <rect class="card-body" x="1" y="1" width="58" height="82" rx="7" />
    ${corner}
    <g transform="rotate(180 30 42)">${corner}</g>
  </svg>`;
}

/** The SWIPE card: a dark card with the curved arrow around a zero. `word` is what stands on it. */
export function swipeCard(word, extra = "") {
  return html`<svg class="card card-swipe ${extra}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <rect class="card-body" x="1" y="1" width="58" height="82" rx="7" />
    <text class="card-word" x="30" y="19" text-anchor="middle">${word}</text>
    <path class="card-sweep" d="M15.5 58A18.5 18.5 0 1 1 42 62.5" />
    <path class="card-sweep-head" d="M34.5 57 37.5 72 50 63.5z" />
    <text class="card-zero" x="30" y="57" text-anchor="middle">0</text>
  </svg>`;
}

/** A card face down. */
export function cardBack(extra = "") {
  return html`<svg class="card card-back ${extra}" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true">
    <rect class="card-body" x="1" y="1" width="58" height="82" rx="7" />
    <rect class="card-back-frame" x="6" y="6" width="48" height="72" rx="4" />
    <path class="card-back-lines" d="M6 30 30 6M6 54 54 6M6 78 54 30M30 78 54 54M30 6 54 30M6 6 54 54M6 30 54 78M6 54 30 78" />
  </svg>`;
}

/** Some cards held in a hand, as a sign. */
export const handIcon = () => html`<svg class="icon-piece hand-icon" viewBox="0 0 32 32" aria-hidden="true">
  <rect x="4.5" y="8" width="12" height="18" rx="2.4" transform="rotate(-18 10 26)" />
  <rect x="10" y="6" width="12" height="18" rx="2.4" />
  <rect x="15.5" y="8" width="12" height="18" rx="2.4" transform="rotate(18 22 26)" />
</svg>`;
