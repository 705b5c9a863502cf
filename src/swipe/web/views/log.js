/** The log: sentences that make sense alone, and the region from which they are read aloud. */

import { html } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";
import { t } from "../i18n.js";

export function logList(lines) {
  if (!lines.length) return html`<p class="log-empty">${t("web-log-empty")}</p>`;
  return html`<ol class="log-list" reversed tabindex="0" aria-label=${t("web-log-title")}>
    ${repeat([...lines].reverse(), (line) => line.id, (line) =>
      html`<li class="log-line ${line.weight ?? ""} ${line.seat === null || line.seat === undefined ? "" : `of-seat-${line.seat}`}">${line.text}</li>`)}
  </ol>`;
}

/** What a screen reader hears: the latest lines, each once. */
export function announcer(lines) {
  return html`<div class="sr" role="log" aria-live="polite" aria-label=${t("web-log-title")}>
    ${repeat(lines.slice(-12), (line) => line.id, (line) => html`<p>${line.text}</p>`)}
  </div>`;
}
