/** My hand by rank, what my choice would do, and the one control that does it. */

import { html, nothing } from "lit-html";
import { chanceTag } from "../../coach.js";
import { repeat } from "lit-html/directives/repeat.js";
import { t } from "../../../i18n.js";
import { drawn, handSize, NO_CARD, pileSize, SWIPE, UNKNOWN } from "../../../logic/games/swipe-cards.js";
import * as play from "../../../logic/games/swipe-cards-play.js";
import { cardBack } from "../../../pieces/cards.js";
import { countOfRank, face, refusalText, sentences } from "./words.js";

/** Arrow keys go from card to card, in hand and row; plus and minus count. */
export function keys(view, commands) {
  return (event) => {
    const change = { "+": play.more, "=": play.more, "-": (_, choice) => play.fewer(choice), Backspace: (_, choice) => play.fewer(choice) }[event.key];
    if (change && view.mayDecide) {
      event.preventDefault();
      commands.choose(change(play.situationOf(view), view.choice));
      return;
    }
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const vertical = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = [...event.currentTarget.closest(".me").querySelectorAll("button.pick")];
    const here = all.indexOf(document.activeElement);
    if (here < 0 || (!step && !vertical)) return;
    event.preventDefault();
    (step ? all[(here + step + all.length) % all.length] : above(all, here, vertical))?.focus();
  };
}

/** The nearest card in the next line up or down. */
function above(all, here, direction) {
  const from = all[here].getBoundingClientRect();
  const far = (each) => Math.abs(each.getBoundingClientRect().left - from.left);
  const lines = all.filter((each) => (each.getBoundingClientRect().top - from.top) * direction > from.height / 2);
  const nearest = direction > 0 ? Math.min(...lines.map((each) => each.getBoundingClientRect().top)) : Math.max(...lines.map((each) => each.getBoundingClientRect().top));
  return lines.filter((each) => each.getBoundingClientRect().top === nearest).sort((a, b) => far(a) - far(b))[0];
}

function pack(view, commands, { rank, count }, first) {
  const choice = play.choiceOf(view.choice);
  const chosen = choice.rank === rank ? choice.hand : 0;
  const adding = view.mayDecide && view.actual.fields.stage === "add";
  const fits = !adding || rank === view.actual.fields.pile_top;
  const layers = Math.min(count, 4);
  const marked = view.mayDecide && play.follows(play.situationOf(view), rank) ? "follows" : "";
  return html`<li class="pack ${rank === SWIPE ? "swipe" : ""} layers-${layers} ${marked}" data-anchor="seat-${view.me}-hand-${rank}">
    <button class="pick ${chosen ? "picked" : ""} ${view.mayDecide && fits ? "may" : ""} ${fits ? "" : "unfit"}" data-rank=${rank}
      aria-pressed=${chosen ? "true" : "false"} aria-disabled=${view.mayDecide ? "false" : "true"} ?data-primary=${first}
      aria-label=${t("web-swipe-cards-pack", { cards: countOfRank(count, rank), chosen })}
      @click=${() => view.mayDecide && commands.choose(play.tapRank(play.situationOf(view), view.choice, rank))}>
      ${count ? face(rank, count > 1 ? "one-corner" : "") : nothing}
      ${count > 1 ? html`<span class="count">×${count}</span>` : nothing}
      ${chosen ? html`<span class="chosen-count">${chosen}</span>` : nothing}
    </button>
  </li>`;
}

/**
 * Where the focus goes when it is my turn: a rank of the hand that follows the pile, before one that
 * would take it; without a hand the first place of the row. `{rank}`, `{slot}` or null.
 */
export function firstToPick(view) {
  if (!view.mayDecide || !play.isEmpty(play.choiceOf(view.choice)) || view.actual.fields.stage === "add") return null;
  const situation = play.situationOf(view);
  const { hand, up, down, pile_top: top } = situation.fields;
  const packs = play.groupsOf(hand[view.me]);
  const fits = ({ rank }) => (top === NO_CARD ? rank !== SWIPE : play.follows(situation, rank));
  if (packs.length) return { rank: (packs.find(fits) ?? packs[0]).rank };
  return { slot: down[view.me].findIndex((card, slot) => card !== NO_CARD || up[view.me][slot] !== NO_CARD) };
}

export function myHand(view, commands) {
  const at = drawn(view.at, view.step);
  const counts = at.fields.hand[view.me];
  const packs = play.groupsOf(counts, at.leaving);
  const hidden = counts[UNKNOWN];
  const first = firstToPick(view)?.rank;
  return html`<ol class="hand packs-${packs.length + (hidden ? 1 : 0)}" aria-label=${t("web-swipe-cards-hand", { count: handSize(at.fields, view.me) })}
      data-anchor="seat-${view.me}-hand">
    ${repeat(packs, ({ rank }) => rank, (each) => pack(view, commands, each, each.rank === first))}
    ${hidden ? html`<li class="pack layers-4">${cardBack()}<span class="count">×${hidden}</span></li>` : nothing}
  </ol>`;
}

function stepper(view, commands, judgement) {
  const choice = play.choiceOf(view.choice);
  const situation = play.situationOf(view);
  const counting = choice.rank !== null;
  const reason = judgement.refusal ?? choice.note;
  const words = judgement.would.length ? sentences(judgement.would) : "";
  return html`<div class="verdict">
    ${counting ? html`<button class="step" @click=${() => commands.choose(play.fewer(view.choice))}
      aria-label=${t("web-swipe-cards-fewer", { rank: choice.rank })}>−</button>` : nothing}
    <p class="says ${judgement.refusal ? "cannot" : ""} ${takes(judgement) ? "takes" : ""}" role="status">
      ${reason ? html`<span class="reason ${words ? "note" : ""}">${refusalText(reason)}</span> ` : nothing}${words || (reason ? nothing : hintFor(view))}
    </p>
    ${counting ? html`<button class="step" aria-disabled=${play.hasMore(situation, choice) ? "false" : "true"}
      @click=${() => commands.choose(play.more(situation, view.choice))}
      aria-label=${t("web-swipe-cards-more", { rank: choice.rank })}>+</button>` : nothing}
  </div>`;
}

const takes = ({ would }) => would.some(({ id }) => ["higher", "four-higher", "pick-up"].includes(id));

function hintFor(view) {
  const { fields } = view.actual;
  if (fields.stage === "add") return t("web-swipe-cards-hint-add", { rank: fields.pile_top, most: play.mostOfRank(play.situationOf(view), fields.pile_top) });
  if (fields.pile_top === NO_CARD) return t("web-swipe-cards-hint");
  if (!play.isStuck(play.situationOf(view))) return t("web-swipe-cards-hint-follow");
  return t(view.legal.includes("pick-up") ? "web-swipe-cards-hint-stuck" : "web-swipe-cards-hint-higher");
}

function actionLabel(view, action) {
  const choice = play.choiceOf(view.choice);
  if (action === null) return t("web-swipe-cards-choose");
  if (action === "end") return t("swipe-cards-action-end");
  const { rank, hand, slots, other } = choice;
  if (other === "pick-up") return t("swipe-cards-action-pick-up", { count: pileSize(view.actual.fields) });
  if (other !== null) return t("web-swipe-cards-turn-over");
  if (rank === SWIPE) return t("swipe-cards-action-swipe");
  const adds = view.actual.fields.stage === "add";
  return t(adds ? "swipe-cards-action-add" : "swipe-cards-action-play", { count: hand + slots.length, rank, row: 0 });
}

/** Nothing happens by a stray tap: picking is one thing, this control is the other. */
function confirm(view, commands, judgement) {
  const { action } = judgement;
  const wanted = play.actionOf(play.situationOf(view), view.choice);
  const adding = view.actual.fields.stage === "add";
  const choice = play.choiceOf(view.choice);
  return html`<div class="confirm">
    ${adding ? nothing : html`<button class="secondary pick-up" aria-pressed=${choice.other === "pick-up" ? "true" : "false"}
      aria-disabled=${view.legal.includes("pick-up") ? "false" : "true"}
      @click=${() => commands.choose(play.tapPickUp(play.situationOf(view), view.choice))}>${t("web-swipe-cards-pick-up")}</button>`}
    <button class="primary play" ?data-primary=${adding && play.isEmpty(choice)} aria-disabled=${action === null ? "true" : "false"}
      @click=${() => action !== null && commands.act(action)}>${actionLabel(view, wanted)}${action === null ? nothing : html` ${chanceTag(view, action)}`}</button>
  </div>`;
}

/** What I can do now; the places stay where they are when it is not my turn. */
export function myActions(view, commands) {
  if (view.step?.holding) {
    return html`<div class="confirm"><button class="primary" data-primary @click=${commands.goOn}>${t("web-swipe-cards-go-on")}</button></div>`;
  }
  const judgement = view.mayDecide ? play.judge(play.situationOf(view), view.choice) : null;
  return html`<div class="cards-place" @keydown=${keys(view, commands)}>
    ${myHand(view, commands)}
    ${judgement ? stepper(view, commands, judgement) : html`<div class="verdict"></div>`}
    ${judgement ? confirm(view, commands, judgement) : html`<div class="confirm"></div>`}
  </div>`;
}
