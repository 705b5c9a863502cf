/** The table of Swipe (dice): its seats, its centre, my dice and the one thing that I can do. */

import { html, nothing } from "lit-html";
import { t } from "../../i18n.js";
import { chipIcon, cubeIcon, die } from "../../pieces/dice.js";
import { chipStacks } from "../../pieces/chips.js";
import * as logic from "../../logic/games/swipe-dice.js";
import { seatMark } from "../../pieces/seats.js";
import { chanceTag } from "../coach.js";

const faceLetter = (face) => t(`web-die-letter-${face}`);
const faceName = (face) => t(`swipe-dice-face-${face}`);

const held = (view, seat) => ({ chips: view.at.fields.chips[seat], dice: view.at.fields.dice[seat] });

/** A figure with its piece; with a preview, what it would become. */
function figure(view, seat, kind, becomes = null) {
  const what = kind === "chip" ? "chips" : "dice";
  const count = view.at.fields[what][seat];
  return html`<span class="figure ${becomes === null ? "" : "changes"}" data-anchor="seat-${seat}-${what}">
    ${kind === "chip" ? chipIcon() : cubeIcon()}<span class="number" data-value=${count}>${count}</span>
    ${becomes === null ? nothing : html`<span class="becomes">→${becomes}</span>`}
    <span class="sr">${t(`common-${what}`, { count })}</span>
  </span>`;
}

/** What a swipe from a seat would do, when it can be chosen now. */
function previewOf(view, seat) {
  const action = view.legal.find((each) => logic.preview(view.actual, each)?.seat === seat);
  return action ? { action, ...logic.preview(view.actual, action) } : null;
}

function holding(view, seat) {
  const would = previewOf(view, seat);
  return html`<span class="holding">
    ${figure(view, seat, "chip", would?.kind === "chip" ? would.theirs : null)}
    ${figure(view, seat, "die", would?.kind === "die" ? would.theirs : null)}
  </span>`;
}

/** Whether a seat can be swiped from now, and what that would do. */
function target(view, seat) {
  const would = previewOf(view, seat);
  if (!would) return null;
  const { action, kind, mine, theirs } = would;
  return { action, label: t(`web-swipe-${kind}-from`, { seat: view.seats[seat].name, mine, theirs }) };
}

function thrownDice(view) {
  const thrown = logic.thrownOf(view.at);
  if (!thrown.length) return html`<p class="thrown-empty">${t("web-swipe-dice-nothing-thrown")}</p>`;
  const over = view.at.thrownOver;
  const stage = view.at.fields.stage;
  const asking = { "choose-die": "SD", "choose-chip": "SC" }[stage];
  let asked = false;
  return html`<ul class="thrown ${thrown.length > 5 ? "many" : ""}" aria-label=${t("web-swipe-dice-thrown")}>
    ${thrown.map((each, n) => {
      const asks = !asked && !each.done && each.face === asking;
      if (asks) asked = true;
      const classes = [each.done && !over ? "done" : "", asks ? "asking" : "", each.fresh ? "fresh" : ""];
      return html`<li class="thrown-die ${classes.join(" ")}" data-anchor="thrown-${n}">
        ${die(each.face, faceLetter(each.face))}
        ${each.seat === null ? nothing : seatMark(each.seat, view.seats[each.seat].name, "corner")}
        <span class="sr">${each.seat === null ? faceName(each.face) : t("web-roll-off-die", { seat: view.seats[each.seat].name, face: faceName(each.face) })}</span>
      </li>`;
    })}
  </ul>`;
}

function centre(view) {
  const { centre_chips: chips, centre_dice: dice, stage } = view.at.fields;
  const rollOff = stage === "roll-off" || (view.step?.effects ?? []).some((each) => each.effect === "roll-off-die");
  return html`
    <div class="pools">
      <div class="pool" data-anchor="centre-chips">
        ${chipStacks(chips, 5)}
        <span class="pool-number"><span class="number" data-value=${chips}>${chips}</span>
          <span class="pool-word">${t("common-chips-word", { count: chips })}</span></span>
      </div>
      <div class="pool" data-anchor="centre-dice">
        <span class="cube-row">${Array.from({ length: Math.min(dice, 8) }, () => cubeIcon())}</span>
        <span class="pool-number"><span class="number" data-value=${dice}>${dice}</span>
          <span class="pool-word">${t("common-dice-word", { count: dice })}</span></span>
      </div>
    </div>
    <div class="tray ${view.step?.kind ?? ""}" data-anchor="tray">
      ${rollOff
        ? html`<p class="roll-off">${t("web-roll-off", {
            seats: logic.seatsOf(view.at.fields.contenders, view.players).map((seat) => view.seats[seat].name).join(", "),
            rule: view.options.roll_off,
          })}</p>`
        : nothing}
      ${view.step?.kind === "super" ? html`<p class="super-swipe">${t("web-super-swipe")}</p>` : nothing}
      ${thrownDice(view)}
    </div>`;
}

function me(view) {
  const chosen = logic.preview(view.actual, view.choice.target ?? "");
  return html`<div class="my-pieces">
    ${figure(view, view.me, "chip", chosen?.kind === "chip" ? chosen.mine : null)}
    ${figure(view, view.me, "die", chosen?.kind === "die" ? chosen.mine : null)}
  </div>`;
}

/** My dice as they lie before me. */
function rack(view) {
  const onTray = view.at.seat === view.me && !view.at.thrownOver && logic.thrownOf(view.at).length > 0;
  const dice = onTray ? 0 : held(view, view.me).dice;
  return html`<div class="rack ${view.mayThrow ? "ready" : ""}" aria-hidden="true">
    ${Array.from({ length: dice }, () => die(""))}
  </div>`;
}

function actions(view, commands) {
  if (view.mayDecide) {
    const { stage } = view.actual.fields;
    if (stage === "choose-order") return chooseOrder(view, commands);
    return chooseTarget(view, commands, stage === "choose-die" ? "die" : "chip");
  }
  if (!view.mayThrow) return html`${rack(view)}<div class="confirm"></div>`;
  const rollOff = view.actual.fields.stage === "roll-off";
  return html`${rack(view)}
    <div class="confirm"><button class="primary" data-primary @click=${commands.throw}>
      ${rollOff ? t("web-roll-off-roll") : t("web-roll", { count: view.actual.run })}</button></div>`;
}

function chooseOrder(view, commands) {
  const chosen = view.legal.includes(view.choice.target) ? view.choice.target : null;
  return html`<div class="choices" role="group" aria-label=${t("web-swipe-dice-order")}>
      ${view.legal.map((action, n) => {
        const face = action.replace("do:", "");
        return html`<button class="choice face-choice" aria-pressed=${action === chosen ? "true" : "false"} ?data-primary=${n === 0 && !chosen}
          @click=${() => commands.choose({ target: action === chosen ? null : action })}>
          ${die(face, faceLetter(face))}<span>${faceName(face)}</span>${chanceTag(view, action)}</button>`;
      })}
    </div>
    <div class="confirm"><button class="primary" ?disabled=${!chosen} ?data-primary=${Boolean(chosen)} @click=${() => commands.act(chosen)}>
      ${chosen ? t("swipe-dice-action-do", { face: chosen.replace("do:", "") }) : t("web-swipe-dice-order")}</button></div>`;
}

/** Whom to swipe from: choosing shows what it does, and the large control carries it out. */
function chooseTarget(view, commands, kind) {
  const decline = view.legal.find((action) => action.endsWith(":none"));
  const targets = view.legal.filter((action) => action !== decline);
  const chosen = targets.includes(view.choice.target) ? view.choice.target : targets.length === 1 ? targets[0] : null;
  const name = (action) => view.seats[logic.preview(view.actual, action).seat].name;
  return html`
    <div class="choices" role="group" aria-label=${t(`web-choose-${kind}`)}>
      ${targets.map((action, n) => {
        const { seat, mine, theirs } = logic.preview(view.actual, action);
        return html`<button class="choice" aria-pressed=${action === chosen ? "true" : "false"}
          ?data-primary=${n === 0 && !chosen} aria-label=${t(`web-swipe-${kind}-from`, { seat: name(action), mine, theirs })}
          @click=${() => commands.choose({ target: action === chosen ? null : action })}>
          ${seatMark(seat, name(action))}<span class="seat-name">${name(action)}</span>
          <span class="would">${kind === "die" ? cubeIcon() : chipIcon()}${theirs + 1}→${theirs}</span>
          ${chanceTag(view, action)}
        </button>`;
      })}
    </div>
    <div class="confirm">
      <button class="primary" ?disabled=${!chosen} ?data-primary=${Boolean(chosen)} @click=${() => commands.act(chosen)}>
        ${chosen ? t(`swipe-dice-action-${kind}`, { from: name(chosen) }) : t(`web-choose-${kind}`)}
      </button>
      ${decline
        ? html`<button class="secondary" @click=${() => commands.act(decline)}>${t(`swipe-dice-action-${kind}-none`)} ${chanceTag(view, decline)}</button>`
        : nothing}
    </div>`;
}

/** What the table waits for, in words. */
function status(view) {
  const { seat, to_act: awaited, fields } = view.at;
  const name = view.seats[awaited ?? seat]?.name ?? "";
  if (fields.stage === "roll-off") return t("web-status-roll-off");
  if (view.step && seat !== null) return t("web-status-turn", { seat: view.seats[seat].name });
  if (awaited === null) return "";
  const mine = awaited === view.me && view.mayAct;
  const whose = mine ? "me" : "other";
  if (view.at.phase === "chance") return t(`web-status-roll-${whose}`, { seat: name, count: view.at.run });
  if (fields.stage === "choose-order") return t(`web-status-order-${whose}`, { seat: name });
  return t(`web-status-choose-${whose}`, { seat: name, what: fields.stage === "choose-die" ? "die" : "chip" });
}

const LETTER_ORDER = logic.FACES;

/** The sentences of a happening: the dice of a throw together, every other effect by itself. */
function tell(happening, { name, list }) {
  const lines = [];
  const thrown = happening.effects.filter((each) => each.effect === "die-shows");
  if (thrown.length) {
    const faces = LETTER_ORDER.flatMap((face) => {
      const count = thrown.filter((each) => each.face === face).length;
      return count ? [t("web-log-faces", { count, face: faceName(face) })] : [];
    });
    lines.push({ text: t("web-log-rolls", { seat: name(thrown[0].seat), faces: list(faces) }), seat: thrown[0].seat });
  }
  for (const effect of happening.effects) {
    if (effect.effect === "die-shows") continue;
    const givers = Array.isArray(effect.from) ? effect.from : effect.from === undefined ? [] : [effect.from];
    lines.push({
      seat: effect.seat ?? null,
      weight: ["super-swipe", "win", "tie"].includes(effect.effect) ? "strong" : effect.effect === "next-turn" ? "quiet" : "",
      text: t(`swipe-dice-effect-${effect.effect}`, {
        seat: name(effect.seat),
        seats: list((effect.seats ?? []).map(name)),
        from: list(givers.map(name)),
        count: effect.count ?? 0,
        left: effect.left ?? 0,
        face: effect.face ? faceName(effect.face) : "",
      }),
    });
  }
  return lines;
}

export default {
  name: "swipe-dice",
  emblem: () => html`${die("SC")}${die("X")}${chipIcon()}`,
  advance: logic.advance,
  rest: logic.rest,
  plan: logic.plan,
  replay: logic.replay,
  seat: holding,
  final: (view, seat) => html`<span class="final-figures">${figure(view, seat, "chip")}${figure(view, seat, "die")}</span>`,
  target,
  centre,
  me,
  actions,
  faces: () => logic.FACES,
  faceShape: (face) => die(face, faceLetter(face)),
  status,
  tell,
};
