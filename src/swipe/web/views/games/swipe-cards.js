/** The table of SWIPE (cards): rows and hands, the pile, and one deliberate play. */

import { html } from "lit-html";
import { t } from "../../i18n.js";
import * as logic from "../../logic/games/swipe-cards.js";
import { cardBack } from "../../pieces/cards.js";
import { centre } from "./swipe-cards/centre.js";
import { myActions } from "./swipe-cards/hand.js";
import { myRow, seatCards } from "./swipe-cards/seats.js";
import { face } from "./swipe-cards/words.js";

function whyOver(view, counted) {
  if (!counted) return t("swipe-cards-stage-counted");
  if (counted.out === null) return t("swipe-cards-effect-round-limit", { count: counted.moves });
  return t("swipe-cards-effect-go-out", { seat: view.seats[counted.out].name });
}

/** What the table waits for, in words. */
function status(view) {
  const { at } = view;
  const { stage, pile_top: top } = at.fields;
  if (stage === "counted") return whyOver(view, at.counted);
  if (stage === "draw-leader" || stage === "deal") return t(`swipe-cards-stage-${stage}`);
  if (at.to_act === null) return "";
  const name = view.seats[at.to_act].name;
  if (view.mayDecide) {
    if (stage === "add") return t("web-swipe-cards-status-add-me", { rank: top });
    return top === logic.NO_CARD ? t("web-swipe-cards-status-lead-me") : t("web-swipe-cards-status-play-me", { rank: top });
  }
  if (view.step) return t("web-status-turn", { seat: name });
  if (stage === "add") return t("web-swipe-cards-status-add-other", { seat: name });
  return t(top === logic.NO_CARD ? "web-swipe-cards-status-lead-other" : "web-swipe-cards-status-play-other", { seat: name });
}

const STRONG = ["four-of-a-kind", "four-higher", "swipe-pile", "go-out", "round-limit", "win", "share-win", "deal"];
const QUIET = ["next-turn", "hand", "lead"];
/** Rows lie on the table; a dozen sentences about them would bury the rest. */
const UNTOLD = ["row"];

function tell(happening, { name, list }) {
  return happening.effects.filter(({ effect }) => !UNTOLD.includes(effect)).map((effect) => ({
    seat: effect.seat ?? null,
    weight: STRONG.includes(effect.effect) ? "strong" : QUIET.includes(effect.effect) ? "quiet" : "",
    text: t(`swipe-cards-effect-${effect.effect}`, {
      ...effect, seat: name(effect.seat), seats: list((effect.seats ?? []).map(name)), slots: "",
    }),
  }));
}

/** A card in flight is drawn as what it is. */
const pieceOf = (piece) => (piece === "back" ? "back" : () => face(piece.rank));

const plan = (happening, position) => logic.plan(happening, position).map((step) =>
  step.flights ? { ...step, flights: step.flights.map((flight) => ({ ...flight, piece: pieceOf(flight.piece) })) } : step);

export default {
  name: "swipe-cards",
  emblem: () => html`<span class="cards-emblem">${cardBack()}${face(9)}${face(logic.SWIPE)}</span>`,
  advance: logic.advance,
  rest: logic.rest,
  plan,
  holds: ({ effects }) => effects.some(({ effect }) => effect === "count-cards"),
  replay: logic.replay,
  seat: seatCards,
  centre,
  me: myRow,
  actions: myActions,
  status,
  tell,
  final: (view, seat) => html`<span class="score">${t("web-swipe-cards-final", { score: view.at.scores[seat] })}</span>`,
};
