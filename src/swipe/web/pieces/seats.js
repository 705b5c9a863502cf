/** Seats told apart by shape and initial before colour: eight of them. */

import { html, svg } from "lit-html";

const ring = (points, radius, turn) =>
  Array.from({ length: points }, (_, n) => {
    const angle = ((n / points) * 360 + turn) * (Math.PI / 180);
    return `${(20 + radius * Math.sin(angle)).toFixed(2)},${(20 - radius * Math.cos(angle)).toFixed(2)}`;
  }).join(" ");

const star = Array.from({ length: 16 }, (_, n) => {
  const angle = (n / 16) * 2 * Math.PI;
  const radius = n % 2 ? 14.5 : 19;
  return `${(20 + radius * Math.sin(angle)).toFixed(2)},${(20 - radius * Math.cos(angle)).toFixed(2)}`;
}).join(" ");

const SHAPES = [
  svg`<circle cx="20" cy="20" r="17" />`,
  svg`<rect x="4" y="4" width="32" height="32" rx="6" />`,
  svg`<polygon points=${ring(6, 18.5, 0)} />`,
  svg`<polygon points=${ring(4, 19.5, 0)} />`,
  svg`<polygon points=${ring(5, 19, 0)} />`,
  svg`<polygon points=${star} />`,
  svg`<rect x="2" y="8" width="36" height="24" rx="12" />`,
  svg`<polygon points=${ring(8, 18.5, 22.5)} />`,
];

/** The mark of a seat: its shape in its colour with the initial of whoever sits there. */
export function seatMark(seat, name = "", extra = "") {
  const initial = [...name][0]?.toLocaleUpperCase() ?? "";
  return html`<svg class="seat-mark seat-colour-${seat} ${extra}" viewBox="0 0 40 40" aria-hidden="true">
    ${SHAPES[seat % SHAPES.length]}
    <text x="20" y="26" text-anchor="middle">${initial}</text>
  </svg>`;
}
