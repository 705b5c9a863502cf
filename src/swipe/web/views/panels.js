/** What opens over the page: the log, the settings, the invitation, the proof. */

import { html, nothing } from "lit-html";
import { t } from "../i18n.js";
import * as icons from "../pieces/icons.js";
import { LANGUAGES } from "../i18n.js";
import { PACES } from "../logic/timeline.js";
import { logList } from "./log.js";
import { invitation } from "./invite.js";
import { proofView } from "./proof.js";
import { coachPanel } from "./coach.js";

const TITLES = { coach: "coach-panel-title", log: "web-log-title", settings: "web-settings", invite: "web-invite", verify: "web-verify" };

/** The dialog; `app.panel` is its name, or "". It is modal: the browser keeps the focus inside. */
export function panelView(app) {
  const name = app.state.panel;
  return html`<dialog class="panel" id="panel" aria-labelledby="panel-title" @close=${app.closed} @click=${app.backdrop}>
    ${name
      ? html`<div class="panel-inside">
          <header class="panel-head"><h2 id="panel-title">${t(TITLES[name])}</h2>
            <button class="icon-button" @click=${app.closePanel} aria-label=${t("web-close")}>${icons.close()}</button></header>
          <div class="panel-body" role="group" aria-labelledby="panel-title" tabindex="0">${CONTENTS[name](app)}</div>
        </div>`
      : nothing}
  </dialog>`;
}

function radios(name, legend, values, chosen, choose) {
  return html`<fieldset><legend>${legend}</legend><div class="segments">
    ${values.map(([value, label]) => html`<label class="segment"><input type="radio" name=${name}
      .checked=${value === chosen} @change=${() => choose(value)} /><span>${label}</span></label>`)}
  </div></fieldset>`;
}

function switchLine(label, on, change) {
  return html`<label class="switch"><input type="checkbox" role="switch" .checked=${on}
    @change=${(event) => change(event.target.checked)} /><span>${label}</span></label>`;
}

function settings(app) {
  const { preferences } = app;
  const set = (patch) => app.prefer(patch);
  const languages = Object.entries(LANGUAGES);
  return html`
    ${radios("pace", t("web-pace"), [...PACES, "none"].map((pace) => [pace, t(`web-pace-${pace}`)]), preferences.pace, (pace) => set({ pace }))}
    ${radios("theme", t("web-theme"), ["system", "light", "dark"].map((theme) => [theme, t(`web-theme-${theme}`)]), preferences.theme, (theme) => set({ theme }))}
    ${languages.length > 1
      ? radios("language", t("web-language"), [["", t("web-language-browser")], ...languages], preferences.language, (language) => set({ language }))
      : nothing}
    ${switchLine(t("web-sound"), preferences.sound, (sound) => set({ sound }))}
    ${switchLine(t("web-vibration"), preferences.vibration, (vibration) => set({ vibration }))}
    ${app.view?.held.length && app.view.started && !app.view.ended
      ? html`<h3>${t("web-away-title")}</h3><p class="quiet">${t("web-away-text")}</p>
        <button class="secondary" @click=${app.letBotPlay}>${t("web-away")}</button>`
      : nothing}
    ${app.view ? html`<h3>${t("web-invite")}</h3>${invitation(app)}` : nothing}`;
}

const CONTENTS = {
  log: (app) => logList(app.log),
  settings,
  invite: (app) => invitation(app),
  verify: proofView,
  coach: coachPanel,
};
