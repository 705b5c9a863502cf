/**
 * The games that this client can show: the only list. `docs/web-client.md` says what a module is.
 * A game that the server offers and that is not listed here is left out of the start page.
 */

import skipBoDice from "./skip-bo-dice.js";
import swipeCards from "./swipe-cards.js";
import swipeDice from "./swipe-dice.js";

const MODULES = [swipeDice, swipeCards, skipBoDice];

export const GAMES = new Map(MODULES.map((module) => [module.name, complete(module)]));

/** What a module may leave out. */
function complete(module) {
  return {
    advance: (position) => position,
    rest: (shown, actual) => actual,
    plan: (happening) => happening.effects.map((effect) => ({ effects: [effect], duration: 0 })),
    holds: () => false,
    target: () => null,
    replay: null,
    ...module,
  };
}
