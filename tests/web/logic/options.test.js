import { changedOptions, freshDraft, optionName, optionValue, planProblem, presetMatches, seatBots, sittings, withGame, withPlayers } from "/web/logic/options.js";
import { eventLine } from "/web/logic/tell.js";
import { equal } from "./check.js";

const game = {
  name: "swipe-dice", min_players: 2, max_players: 6, bots: ["random", "greedy"],
  options: [{ name: "roll_off", default: "first_x_wins" }, { name: "chips", default: "50" }],
  presets: { default: {}, short: { chips: "25" } },
};
const names = { name: "Mia", botNames: ["Ada", "Bo"] };

export default {
  "messages of options have hyphens"() {
    equal(optionName("g", "roll_off"), "g-option-roll-off");
    equal(optionValue("g", "roll_off", "first_x_wins"), "g-option-roll-off-first-x-wins");
  },
  "only what differs is sent"() {
    equal(changedOptions(game, { roll_off: "first_x_wins", chips: "25" }), { chips: "25" });
  },
  "options that are a preset show it, others none"() {
    equal(presetMatches(game, {}), "default");
    equal(presetMatches(game, { chips: "25", roll_off: "first_x_wins" }), "short");
    equal(presetMatches(game, { chips: "26" }), null);
  },
  "a fresh plan is me against the strongest bots"() {
    const draft = freshDraft(game, names);
    equal(draft.seats.map((seat) => [seat.kind, seat.bot]), [["me", "greedy"], ["bot", "greedy"], ["bot", "greedy"], ["bot", "greedy"]]);
    equal(freshDraft(game, { ...names, players: 9 }).players, 6);
  },
  "fewer players take seats off the end, more add bots"() {
    const draft = freshDraft(game, { ...names, players: 3 });
    equal(withPlayers(draft, game, 2, names).seats.length, 2);
    equal(withPlayers(draft, game, 5, names).seats.at(-1).kind, "bot");
  },
  "another game has its own strongest bots, the same people, and a bot that was chosen if it can"() {
    const cards = { ...game, name: "swipe-cards", max_players: 8, bots: ["random", "greedy", "steady"], presets: {}, options: [] };
    const draft = freshDraft(game, names);
    draft.seats[2] = { ...draft.seats[2], bot: "random" };
    draft.seats[3] = { kind: "here", name: "Ben", bot: "greedy" };
    const other = withGame({ ...draft, coach: true, typed: true }, game, cards, names);
    equal(other.seats.map((seat) => [seat.kind, seat.bot]), [["me", "steady"], ["bot", "steady"], ["bot", "random"], ["here", "steady"]]);
    equal([other.game, other.coach, other.typed, other.seats[3].name], ["swipe-cards", true, undefined, "Ben"]);
    const back = withGame(other, cards, { ...game, physical: true }, names);
    equal(back.seats.map((seat) => seat.bot), ["greedy", "greedy", "random", "greedy"]);
    const six = withGame(withPlayers(other, cards, 8, names), cards, game, names);
    equal([six.players, six.seats.length], [6, 6]);
  },
  "people sit down before bots, open seats stay free"() {
    const draft = { players: 4, options: {}, seats: [
      { kind: "bot", bot: "greedy", botName: "Ada" }, { kind: "me", name: " Mia " }, { kind: "open" }, { kind: "here", name: "Ben" }] };
    equal(sittings(draft, game), [
      { seat: 1, name: "Mia", bot: "" }, { seat: 3, name: "Ben", bot: "" }, { seat: 0, name: "Ada", bot: "greedy" }]);
  },
  "the optimal bot is there for the very rules that are solved"() {
    const solved = { ...game, solved: [{ players: 2, options: { roll_off: "first_x_wins", chips: "25" } }] };
    const bot = { kind: "bot", bot: "optimal", botName: "Ada" };
    const draft = { players: 2, options: { chips: "25" }, seats: [{ kind: "me", name: "Mia" }, bot] };
    equal(seatBots(solved, draft), ["random", "greedy", "optimal"]);
    equal(sittings(draft, solved)[1].bot, "optimal");
    for (const other of [{ ...draft, players: 3 }, { ...draft, options: {} }, { ...draft, options: { chips: "25", roll_off: "first_x_loses" } }]) {
      equal(seatBots(solved, other), ["random", "greedy"]);
      equal(sittings(other, solved)[1].bot, "greedy");
    }
    equal(seatBots(game, draft), ["random", "greedy"]);
  },
  "a plan without a person or a name is not one"() {
    equal(planProblem({ seats: [{ kind: "bot" }, { kind: "open" }] }), "nobody-here");
    equal(planProblem({ seats: [{ kind: "me", name: " " }] }), "no-name");
    equal(planProblem({ seats: [{ kind: "me", name: "Mia" }] }), null);
  },
  "events that are no moves are told, entropy is not"() {
    const of = (event) => eventLine(event, { name: (seat) => ["A", "B"][seat], previous: ["A", "Old"] });
    equal(of({ event: "seated", seat: 1, name: "B", bot: "greedy" }).id, "web-log-bot-seated");
    equal(of({ event: "left", seat: 1 }).args.seat, "Old");
    equal(of({ event: "held", seat: 0, bot: "greedy" }).args, { seat: "A" });
    equal(of({ event: "entropy", seat: 0, value: "" }), null);
    equal(of({}), null);
  },
};
