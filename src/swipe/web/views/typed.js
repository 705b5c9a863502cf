/** Real dice: tap what they show. One device enters for everybody whose seat it holds, and for bots. */

import { html, nothing } from "lit-html";
import { has, t } from "../i18n.js";
import * as logic from "../logic/typed.js";
import { GAMES } from "./games/registry.js";
import { takeBack } from "../io/coach.js";
import { seatMark } from "../pieces/seats.js";

/** The controls that take the place of the game's own while a throw is to be typed in; or null. */
export function typedEntry(app, view) {
  const seat = logic.typist(view);
  if (seat === null) return null;
  const module = GAMES.get(view.game);
  const draws = logic.drawsSeat(view);
  const outcomes = logic.possible(view, module.faces?.(view) ?? []);
  const { run } = view.actual;
  const tapped = logic.tapped(view);
  const full = tapped.length === run;
  const name = seat < 0 ? "" : view.seats[seat].name;
  const enter = () => app.enterTyped(seat, tapped);
  return html`<div class="typed" role="group" aria-label=${t("coach-typed")}>
    <p class="typed-ask">${draws ? t("coach-typed-draw") : t("coach-typed-ask", { seat: name, whose: name ? "seat" : "nobody", dice: run, left: run - tapped.length })}</p>
    ${!draws && run > 1 && has(`coach-note-throw-${view.game}`) ? html`<p class="quiet">${t(`coach-note-throw-${view.game}`)}</p>` : nothing}
    <ol class="typed-dice" aria-label=${t("coach-typed-so-far")}>
      ${tapped.map((face, n) => html`<li><button class="typed-die" @click=${() => app.choose(logic.without(view, n))}
        aria-label=${t("coach-typed-remove", { face: faceName(view, module, face) })}>${faceShape(view, module, face)}</button></li>`)}
      ${Array.from({ length: Math.max(0, run - tapped.length) }, () => html`<li class="typed-gap" aria-hidden="true"></li>`)}
    </ol>
    <div class="typed-faces">
      ${outcomes.map((face) => html`<button class="choice typed-face" ?disabled=${full} @click=${() => app.choose(logic.withFace(view, face))}>
        ${faceShape(view, module, face)}<span>${faceName(view, module, face)}</span></button>`)}
    </div>
    <div class="confirm">
      <button class="secondary" ?disabled=${app.busy} @click=${() => takeBack(app, view)}>${t("coach-typed-undo")}</button>
      <button class="primary" ?data-primary=${full} ?disabled=${!full || app.busy} @click=${enter}>${t("coach-typed-enter")}</button>
    </div>
  </div>`;
}

const seatOf = (face) => (face.startsWith("seat:") ? Number(face.slice(5)) - 1 : null);

function faceName(view, module, face) {
  const seat = seatOf(face);
  return seat === null ? t(`${view.game}-face-${face}`) : view.seats[seat].name;
}

/** The die's face, or who may begin; where a game has no drawing of its own, the letter. */
function faceShape(view, module, face) {
  const seat = seatOf(face);
  if (seat !== null) return seatMark(seat, view.seats[seat].name);
  return module.faceShape ? module.faceShape(face) : html`<b>${face}</b>`;
}
