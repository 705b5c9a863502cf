/** The invitation: the link, ways to pass it on, and its code for a camera. */

import { html, nothing, svg } from "lit-html";
import { encode } from "uqr";
import { t } from "../i18n.js";
import { openCommand } from "../logic/invite.js";
import * as icons from "../pieces/icons.js";

/** A QR code as one path. */
function qrCode(text) {
  const { data, size } = encode(text, { border: 2, ecc: "M" });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${t("web-invite-code")}>
    ${svg`<rect width=${size} height=${size} class="qr-paper" /><path d=${path} class="qr-ink" />`}
  </svg>`;
}

/** Who can open the link, where that is not everybody. */
function reach(kind) {
  switch (kind) {
    case "everywhere":
      return nothing;
    case "network":
      return html`<p class="hint">${t("web-invite-network")}</p>`;
    case "alone":
      return html`<p class="hint">${t("web-invite-alone")}</p><p class="mono">${openCommand(location.port)}</p>`;
    default:
      return html`<p class="hint">${t("web-invite-local")}</p>`;
  }
}

export function invitation(app) {
  const { kind, link } = app.invitation();
  const forCameras = kind === "everywhere" || kind === "network";
  return html`<div class="invitation">
    <p>${t("web-invite-text")}</p>
    ${reach(kind)}
    <p class="link-line"><a class="mono" href=${link}>${link}</a></p>
    <div class="invite-buttons">
      <button class="secondary" @click=${app.copyLink}>${app.state.copied ? icons.check() : icons.copy()}<span>${t(app.state.copied ? "web-copied" : "web-copy")}</span></button>
      ${navigator.share ? html`<button class="secondary" @click=${app.shareLink}>${icons.share()}<span>${t("web-share")}</span></button>` : nothing}
    </div>
    ${forCameras ? qrCode(link) : nothing}
  </div>`;
}
