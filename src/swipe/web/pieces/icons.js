/** Small signs for controls; the control carries the name. */

import { html, svg } from "lit-html";

const icon = (shape) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`;

export const log = () => icon(svg`<path d="M5 6h14M5 12h14M5 18h9" />`);
export const settings = () =>
  icon(svg`<path d="M4 7h9M19 7h1M4 17h1M11 17h9" /><circle cx="16" cy="7" r="2.6" /><circle cx="8" cy="17" r="2.6" />`);
export const close = () => icon(svg`<path d="M6 6 18 18M18 6 6 18" />`);
export const share = () =>
  icon(svg`<path d="M12 15V4M8 7.5 12 3.5l4 4M6 12v7h12v-7" />`);
export const skip = () => icon(svg`<path d="M5 6l7 6-7 6zM13 6l7 6-7 6z" class="filled" />`);
export const robot = () =>
  icon(svg`<rect x="5" y="8" width="14" height="11" rx="3" /><path d="M12 8V4.5M9 13v1.5M15 13v1.5" /><circle cx="12" cy="4" r="1" />`);
export const person = () =>
  icon(svg`<circle cx="12" cy="8" r="3.6" /><path d="M5 20c.6-4.4 3.4-6.4 7-6.4s6.4 2 7 6.4" />`);
export const people = () =>
  icon(svg`<circle cx="9" cy="8.5" r="3.2" /><path d="M3 19.5c.5-3.9 2.9-5.6 6-5.6s5.5 1.7 6 5.6M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.5 14.2c2 .7 3.2 2.4 3.5 5.3" />`);
export const back = () => icon(svg`<path d="M14 6l-6 6 6 6" />`);
export const copy = () =>
  icon(svg`<rect x="8" y="8" width="11" height="12" rx="2" /><path d="M15 8V6a2 2 0 0 0-2-2H7a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h1" />`);
export const chances = () =>
  icon(svg`<path d="M4 19V5M4 19h16M8 16v-5M12 16V7M16 16v-7" />`);
export const check = () => icon(svg`<path d="M5 12.5 10 17.5 19 7" />`);
export const sound = (on) =>
  icon(svg`<path d="M4 10v4h3.5L12 18V6L7.5 10z" class="filled" />${
    on ? svg`<path d="M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11" />` : svg`<path d="M16 10l5 5M21 10l-5 5" />`}`);
export const away = () => icon(svg`<circle cx="12" cy="12" r="8" /><path d="M12 7.5V12l3 2" />`);
export const trophy = () =>
  icon(svg`<path d="M8 4h8v5a4 4 0 0 1-8 0zM8 6H5c0 3 1 4.5 3 4.5M16 6h3c0 3-1 4.5-3 4.5M12 13v4M8.5 20h7M10 17h4v3h-4z" />`);
