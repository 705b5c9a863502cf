/** The table of Skip-Bo Dice: the path of twelve squares, the cup, the points at risk, stop or roll. */

import { html, nothing } from "lit-html";
import { chanceTag } from "../coach.js";
import { t } from "../../i18n.js";
import { boardPath, cup, squareAt } from "../../pieces/board.js";
import { numberDie } from "../../pieces/dice.js";
import * as logic from "../../logic/games/skip-bo-dice.js";

const squares = Array.from({ length: logic.SQUARES }, (_, n) => n + 1);

const shows = ({ face, square }) => ({ N: square, S: t("web-skip-bo-dice-wild"), B: "" })[face];

function score(view, seat) {
  const total = view.at.scores[seat];
  const goal = logic.goalOf(view.at);
  return html`<span class="score" data-anchor="seat-${seat}-score">
    <span class="number" data-value=${total} aria-hidden="true">${total}</span>
    <span class="score-goal" aria-hidden="true">/ ${goal}</span>
    <meter class="score-bar" min="0" max=${goal} .value=${Math.min(total, goal)} aria-hidden="true"></meter>
    <span class="sr">${t("skip-bo-dice-total", { count: total })}</span>
  </span>`;
}

function square(view, number) {
  const { filled } = view.at.fields;
  const { column, row } = squareAt(number);
  const isFilled = number <= filled;
  const inCup = logic.cupSquares(view.at).includes(number);
  const classes = ["square", isFilled ? "filled" : "", inCup ? "in-cup" : "", number === filled + 1 ? "next" : ""];
  const state = isFilled ? "filled" : number === filled + 1 ? "next" : "empty";
  return html`<li class=${classes.join(" ")} data-anchor="square-${number}"
      data-column=${column} data-row=${row}>
    ${isFilled ? numberDie(number) : html`<span class="square-number" aria-hidden="true">${number}</span>`}
    <span class="sr">${t("web-skip-bo-dice-square", { square: number, state })}</span>
  </li>`;
}

function thrownDice(view) {
  const thrown = logic.thrownOf(view.at);
  if (!thrown.length) return html`<p class="thrown-empty">${t("web-skip-bo-dice-nothing-thrown")}</p>`;
  return html`<ul class="thrown" aria-label=${t("web-skip-bo-dice-thrown")}>
    ${thrown.map((die) => html`<li class="thrown-die ${die.placed ? "placed" : ""} ${die.fresh ? "fresh" : ""} ${die.face === "B" ? "blank" : ""}"
        data-anchor="thrown-${die.square}">
      ${numberDie(shows(die), `shows-${die.face}`)}
      <span class="die-square" aria-hidden="true">${die.square}</span>
      <span class="sr">${t("skip-bo-dice-effect-die-shows", { face: die.face, square: die.square })}</span>
    </li>`)}
  </ul>`;
}

function centre(view) {
  const risk = logic.riskOf(view.at);
  const { cup: inCup, race_goal: race, ender } = view.at.fields;
  return html`<div class="skip-bo-dice ${view.step?.kind ?? ""}"><div class="skip-bo-body">
    <div class="board">
      ${boardPath()}
      <ol class="squares" aria-label=${t("web-skip-bo-dice-board")}>${squares.map((number) => square(view, number))}</ol>
    </div>
    <div class="turn-figures">
      <div class="cup-figure" data-anchor="cup">
        ${cup()}
        <span class="pool-number"><span class="number" data-value=${inCup}>${inCup}</span>
          <span class="pool-word">${t("web-skip-bo-dice-in-cup", { count: inCup })}</span></span>
      </div>
      <div class="risk ${risk ? "some" : ""} ${view.at.missed ? "lost" : ""}">
        <span class="pool-number"><span class="number" data-value=${risk}>${risk}</span>
          <span class="pool-word">${t("web-skip-bo-dice-at-risk", { count: risk })}</span></span>
      </div>
    </div>
    <div class="tray ${view.step?.kind ?? ""}" data-anchor="tray">${thrownDice(view)}</div>
    ${race ? html`<p class="race">${t("web-skip-bo-dice-race", { goal: race })}</p>`
      : ender < view.players ? html`<p class="race">${t("web-skip-bo-dice-last-turns", { seat: view.seats[ender].name })}</p>`
      : nothing}
  </div></div>`;
}

function actions(view, commands) {
  if (view.mayThrow) {
    return html`<div class="confirm"><button class="primary" data-primary @click=${commands.throw}>
      ${t("web-roll", { count: view.actual.run })}</button></div>`;
  }
  if (!view.mayDecide) return html`<div class="confirm"></div>`;
  const points = logic.riskOf(view.actual);
  const mayStop = view.legal.includes("stop");
  return html`<div class="confirm stop-or-roll">
    <button class="primary roll-on" ?data-primary=${!mayStop} @click=${() => commands.act("roll")}>
      <span>${t("skip-bo-dice-action-roll")}</span>
      <small>${t("web-skip-bo-dice-roll-what", { count: logic.nextThrow(view.actual), points })}</small>
      ${chanceTag(view, "roll")}</button>
    ${mayStop
      ? html`<button class="primary stop" data-primary @click=${() => commands.act("stop")}>
          <span>${t("skip-bo-dice-action-stop")}</span>
          <small>${t("web-skip-bo-dice-stop-what", { points })}</small>
          ${chanceTag(view, "stop")}</button>`
      : html`<p class="must-roll">${t("web-skip-bo-dice-must-roll")}</p>`}
  </div>`;
}

function status(view) {
  const { seat, to_act: awaited, phase } = view.at;
  if (seat === null) return "";
  const name = view.seats[seat].name;
  if (view.step || awaited === null) return t("web-status-turn", { seat: name });
  const mine = awaited === view.me && view.mayAct;
  if (phase === "chance") return t(`web-status-roll-${mine ? "me" : "other"}`, { seat: name, count: view.at.run });
  const points = logic.riskOf(view.at);
  return t(`web-skip-bo-dice-status-${mine ? "me" : "other"}`, { seat: name, points });
}

/** The sentences of a happening: the dice of a throw together, every other effect by itself. */
function tell(happening, { name, list }) {
  const lines = [];
  const thrown = happening.effects.filter((each) => each.effect === "die-shows");
  const strong = ["win", "tie", "start-end", "miss", "fill-board"];
  for (const effect of happening.effects) {
    if (effect === thrown[0]) {
      const dice = thrown.map((die) => t(`web-skip-bo-dice-shows-${die.face}`, { square: die.square }));
      lines.push({ text: t("web-log-rolls", { seat: name(effect.seat), faces: list(dice) }), seat: effect.seat });
    } else if (!thrown.includes(effect)) {
      lines.push({
        seat: effect.seat ?? null,
        weight: strong.includes(effect.effect) ? "strong" : effect.effect === "next-turn" ? "quiet" : "",
        text: t(`skip-bo-dice-effect-${effect.effect}`, {
          seat: name(effect.seat),
          seats: list((effect.seats ?? []).map(name)),
          count: effect.count ?? 0,
          points: effect.points ?? 0,
          square: effect.square ?? 0,
          total: effect.total ?? 0,
          goal: effect.goal ?? 0,
        }),
      });
    }
  }
  return lines;
}

export default {
  name: "skip-bo-dice",
  emblem: () => html`${numberDie("1")}${numberDie("2")}${numberDie("12")}`,
  advance: logic.advance,
  rest: logic.rest,
  plan: logic.plan,
  replay: logic.replay,
  seat: score,
  centre,
  me: (view) => score(view, view.me),
  actions,
  faces: (view) => (view.actual.fields.skip_bo_faces ? ["N", "S", "B"] : ["N", "B"]),
  status,
  tell,
};
