/**
 * Skip-Bo Dice's board: one path of twelve squares, folded like a snake so that it fits a phone,
 * with the cup at the square where the path stands. What stands on a square is for the game's view.
 */

import { html, svg } from "lit-html";

export const SQUARES = 12;
const COLUMNS = 4;
const CELL = 60;

/** Column and row of a square, 1 to 12; every other row runs from right to left. */
export function squareAt(number) {
  const row = Math.floor((number - 1) / COLUMNS);
  const step = (number - 1) % COLUMNS;
  return { column: row % 2 ? COLUMNS - 1 - step : step, row };
}

const centreOf = (number) => {
  const { column, row } = squareAt(number);
  return [column * CELL + CELL / 2, row * CELL + CELL / 2];
};

/** The cup, from above. */
export const cup = () => html`<svg class="cup" viewBox="0 0 48 48" aria-hidden="true">
  <path class="cup-side" d="M8 14 13 42c.4 2 2 3 4 3h14c2 0 3.6-1 4-3l5-28z" />
  <ellipse class="cup-rim" cx="24" cy="13" rx="17" ry="7" />
  <ellipse class="cup-inside" cx="24" cy="14" rx="13" ry="4.6" />
</svg>`;

/** The path under the squares, as a background. */
export function boardPath() {
  const points = Array.from({ length: SQUARES }, (_, n) => centreOf(n + 1).join(",")).join(" ");
  return html`<svg class="board-path" viewBox="0 0 ${COLUMNS * CELL} ${(SQUARES / COLUMNS) * CELL}" aria-hidden="true">
    <polyline points=${points} />
    ${Array.from({ length: SQUARES }, (_, n) => {
      const [x, y] = centreOf(n + 1);
      return svg`<rect class="board-square" x=${x - 25} y=${y - 25} width="50" height="50" rx="11" />`;
    })}
  </svg>`;
}
