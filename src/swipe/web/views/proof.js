/** Why nobody has to believe the dice: what was promised, what was revealed, and the check of it. */

import { html, nothing } from "lit-html";
import { t } from "../i18n.js";
import * as icons from "../pieces/icons.js";

function line(ok, text) {
  return html`<li class="proof-line ${ok ? "ok" : "bad"}">${ok ? icons.check() : icons.close()}<span>${text}</span></li>`;
}

function result(proof) {
  if (proof.failed) return html`<p class="problem" role="alert">${t("web-proof-no-record", { reason: proof.failed })}</p>`;
  return html`<div role="status"><ul class="proof-lines">
    ${proof.checks.map((check) => line(check.ok, t(`web-proof-${check.name}-${check.ok ? "ok" : "bad"}`, check.details ?? {})))}
  </ul></div>`;
}

export function proofView(app) {
  const { view, proof } = app;
  const ended = app.table.ended;
  return html`<div class="proof">
    <p>${t("web-proof-how", { kind: view.chance })}</p>
    ${view.chance === "typed" ? nothing : html`<dl class="values">
      <dt>${t("web-proof-commitment")}</dt><dd class="mono">${app.commitment()}</dd>
      <dt>${t("web-proof-secret")}</dt><dd class="mono">${ended?.secret ?? ""}</dd>
    </dl>`}
    ${proof ? result(proof) : nothing}
    <div class="final-actions">
      <button class="primary" ?disabled=${app.state.proving} @click=${app.prove}>${t("web-proof-check")}</button>
      <a class="secondary" href=${app.recordLink()} download>${t("web-proof-record")}</a>
    </div>
    <p class="quiet">${t("web-proof-more")}</p>
  </div>`;
}
