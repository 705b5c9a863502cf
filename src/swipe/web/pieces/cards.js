/**
 * Our own drawings of playing cards: the rank large in two corners, suits small since they never
 * matter; the SWIPE card unmistakable; a back is a back.
 */

import { html, svg, nothing } from "lit-html";

const SUITS = {
  S: svg`<path d="M0-7C4-2 7 0 7 3.4 7 6 5 7 3.4 7 2 7 1 6.4.6 5.6L1.6 9h-3.2l1-3.4C-1 6.4-2 7-3.4 7-5 7-7 6-7 3.4-7 0-4-2 0-7z" />`,
  H: svg`<path d="M0 8C-5 4-8 1-8-2.6-8-5-6-7-3.8-7-2-7-.7-6 0-4.6.7-6 2-7 3.8-7 6-7 8-5 8-2.6 8 1 5 4 0 8z" />`,
  D: svg`<path d="M0-8 6 0 0 8-6 0z" />`,
  C: svg`<path d="M0-8a3.7 3.7 0 0 1 2.7 6.2A3.7 3.7 0 1 1 .8 4L1.8 9h-3.6l1-5a3.7 3.7 0 1 1-1.9-5.8A3.7 3.7 0 0 1 0-8z" />`,
};

/**
 * A card face up.
 *
 * @param {string} rank what stands in the corners: A, 2 ... 10, J, Q, K
 * @param {string} suit S, H, D or C; empty for none
 */
export function card(rank, suit = "", extra = "") {
  const long = rank.length > 1;
  return html`<svg class="card suit-${suit || "none"} ${extra}" viewBox="0 0 60 84" aria-hidden="true">
    <rect class="card-body" x="1" y="1" width="58" height="82" rx="7" />
    <text class="card-rank" x="6" y="26" font-size=${long ? 22 : 26} letter-spacing=${long ? -2 : 0}>${rank}</text>
    <g transform="rotate(180 30 42)">
      <text class="card-rank" x="6" y="26" font-size=${long ? 22 : 26} letter-spacing=${long ? -2 : 0}>${rank}</text>
    </g>
    ${suit ? svg`<g class="card-suit" transform="translate(44 17) scale(.85)">${SUITS[suit]}</g>
      <g class="card-suit" transform="translate(16 67) rotate(180) scale(.85)">${SUITS[suit]}</g>` : nothing}
  </svg>`;
}

/** The SWIPE card: a dark card with the curved arrow across it. `word` is what stands on it. */
export function swipeCard(word, extra = "") {
  return html`<svg class="card card-swipe ${extra}" viewBox="0 0 60 84" aria-hidden="true">
    <rect class="card-body" x="1" y="1" width="58" height="82" rx="7" />
    <path class="card-sweep" d="M12 50a18.5 18.5 0 1 1 32 8" />
    <path class="card-sweep-head" d="M36.5 53.5 38 68 51 60.5z" />
    <text class="card-word" x="30" y="20" text-anchor="middle">${word}</text>
    <text class="card-zero" x="30" y="53" text-anchor="middle">0</text>
  </svg>`;
}

/** A card face down. */
export function cardBack(extra = "") {
  return html`<svg class="card card-back ${extra}" viewBox="0 0 60 84" aria-hidden="true">
    <rect class="card-body" x="1" y="1" width="58" height="82" rx="7" />
    <rect class="card-back-frame" x="6" y="6" width="48" height="72" rx="4" />
    <path class="card-back-lines" d="M6 30 30 6M6 54 54 6M6 78 54 30M30 78 54 54M30 6 54 30M6 6 54 54M6 30 54 78M6 54 30 78" />
  </svg>`;
}
