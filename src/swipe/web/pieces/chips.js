/** Our own drawings of chips in stacks, seen from the side. */

import { html, svg } from "lit-html";

const HEIGHT = 4;
const WIDTH = 26;

function stack(x, base, count) {
  return Array.from({ length: count }, (_, n) => {
    const y = base - (n + 1) * HEIGHT;
    const shift = (n * 7) % 3 === 1 ? 0.6 : (n * 7) % 3 === 2 ? -0.6 : 0; // stacked by hand
    return svg`<rect class="chip-edge" x=${x + shift} y=${y} width=${WIDTH} height=${HEIGHT - 0.4} rx="1.8" />
      <path class="chip-edge-notches" d="M${x + shift + 4} ${y}v${HEIGHT - 0.4}M${x + shift + 10.5} ${y}v${HEIGHT - 0.4}M${x + shift + 17} ${y}v${HEIGHT - 0.4}M${x + shift + 22.5} ${y}v${HEIGHT - 0.4}" />`;
  });
}

/**
 * A number of chips as stacks of ten, the last stack as high as what is left.
 *
 * @param {number} count
 * @param {number} columns how many stacks stand side by side at most; more are not drawn
 */
export function chipStacks(count, columns = 5) {
  const full = Math.min(Math.ceil(count / 10), columns) || 1;
  const width = full * (WIDTH + 4);
  const base = 10 * HEIGHT + 4;
  const stacks = Array.from({ length: full }, (_, n) => {
    const inStack = Math.min(Math.max(count - n * 10, 0), 10);
    const x = n * (WIDTH + 4) + 2;
    return svg`<ellipse class="stack-shadow" cx=${x + WIDTH / 2} cy=${base} rx=${WIDTH / 2 + 1} ry="2.4" />
      ${stack(x, base, inStack)}`;
  });
  return html`<svg class="chip-stacks" viewBox="0 0 ${width} ${base + 3}" width=${width} height=${base + 3}
    aria-hidden="true">${stacks}</svg>`;
}
