/**
 * Our own drawings of dice. Every face differs by shape and letter before colour:
 * a disc (a chip from the centre), a cube (a die from the centre), X (lose it), and the cube or the
 * disc inside a curved arrow (swipe one). All are decoration to a screen reader: whoever shows a
 * die names it beside it or on the control around it.
 */

import { html, svg, nothing } from "lit-html";

const body = svg`
  <rect class="die-shadow" x="3" y="5" width="42" height="41" rx="10" />
  <rect class="die-body" x="3" y="2" width="42" height="41" rx="10" />
  <path class="die-shine" d="M12 4.5h24" />`;

/** A chip seen from above, around (x, y). */
export const disc = (x, y, r) => svg`
  <circle class="disc-rim" cx=${x} cy=${y} r=${r} />
  <circle class="disc-notches" cx=${x} cy=${y} r=${r * 0.84} stroke-width=${r * 0.3}
    stroke-dasharray="${r * 0.44} ${r * 0.44}" />
  <circle class="disc-heart" cx=${x} cy=${y} r=${r * 0.52} />`;

/** A die in perspective, around (x, y), s the length of an edge. */
export const cube = (x, y, s) => {
  const w = s * 0.87;
  const h = s * 0.5;
  const at = (...points) => points.map(([dx, dy]) => `${x + dx},${y + dy}`).join(" ");
  return svg`
    <polygon class="cube-top" points=${at([0, -s], [w, -h], [0, 0], [-w, -h])} />
    <polygon class="cube-left" points=${at([-w, -h], [0, 0], [0, s], [-w, h])} />
    <polygon class="cube-right" points=${at([w, -h], [0, 0], [0, s], [w, h])} />
    <polygon class="cube-edge" points=${at([0, -s], [w, -h], [w, h], [0, s], [-w, h], [-w, -h])} />`;
};

/** Three quarters of a ring with a head: something changes hands. */
const arrow = svg`
  <path class="swipe-arrow" d="M9.5 31.5A16.5 16.5 0 1 1 35 34.6" />
  <path class="swipe-head" d="M30.2 29.2 28.4 41.4 40 38.2z" />`;

const GLYPHS = {
  C: disc(24, 22.5, 13.5),
  D: cube(24, 22.5, 14),
  X: svg`<path class="cross" d="M14.5 13 33.5 32M33.5 13 14.5 32" />`,
  SC: svg`${arrow}${disc(23, 23, 9)}`,
  SD: svg`${arrow}${cube(23, 23, 9.5)}`,
};

/**
 * A die that shows a face.
 *
 * @param {string} face C, D, X, SD, SC; anything else is a blank die
 * @param {string} letter what stands in its corner, in the reader's language
 */
export function die(face, letter = "", extra = "") {
  return html`<svg class="die face-${face || "none"} ${extra}" viewBox="0 0 48 48" aria-hidden="true">
    ${body}${GLYPHS[face] ?? nothing}
    ${letter && face !== "X"
      ? svg`<text class="die-letter" x="43" y="41" text-anchor="end">${letter}</text>`
      : nothing}
  </svg>`;
}

/** A die that shows a number, or a word such as a wild face. */
export function numberDie(text, extra = "") {
  const size = String(text).length > 2 ? 13 : 24;
  return html`<svg class="die face-number ${extra}" viewBox="0 0 48 48" aria-hidden="true">
    ${body}
    <text class="die-number" x="24" y=${22.5 + size * 0.35} text-anchor="middle" font-size=${size}>${text}</text>
  </svg>`;
}

/** A small die as a thing that one has, not as a roll. */
export const cubeIcon = () =>
  html`<svg class="icon-piece" viewBox="0 0 32 32" aria-hidden="true">${cube(16, 16, 14)}</svg>`;

/** A small chip as a thing that one has. */
export const chipIcon = () =>
  html`<svg class="icon-piece" viewBox="0 0 32 32" aria-hidden="true">${disc(16, 16, 14)}</svg>`;
