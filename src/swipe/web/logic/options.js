/** The options of a game's rules as the start page knows them: pure. */

const word = (name) => name.replaceAll("_", "-");

/** The message that names an option. */
export const optionName = (game, option) => `${game}-option-${word(option)}`;
/** The message that names a value of an option. */
export const optionValue = (game, option, value) => `${game}-option-${word(option)}-${word(value)}`;

/** The options that differ from their default. */
export function changedOptions(game, options) {
  return Object.fromEntries(
    game.options
      .filter((option) => options[option.name] !== undefined && options[option.name] !== option.default)
      .map((option) => [option.name, options[option.name]]),
  );
}

/** The preset that some options are, or null. */
export function presetMatches(game, options) {
  const changed = JSON.stringify(Object.entries(changedOptions(game, options)).sort());
  const found = Object.entries(game.presets).find(
    ([, preset]) => JSON.stringify(Object.entries(changedOptions(game, preset)).sort()) === changed,
  );
  return found ? found[0] : null;
}

/** A fresh plan of a table: me, and bots in all other seats, the strongest there is. */
export function freshDraft(game, { name = "", players = 0, botNames = [] } = {}) {
  const count = Math.min(Math.max(players || Math.min(4, game.max_players), game.min_players), game.max_players);
  const draft = { game: game.name, players: count, options: {}, seats: [] };
  return withPlayers(draft, game, count, { name, botNames });
}

/** The plan for another number of players: seats are added as bots, or taken off the end. */
export function withPlayers(draft, game, players, { name = "", botNames = [] } = {}) {
  const seats = draft.seats.slice(0, players);
  while (seats.length < players) {
    const n = seats.length;
    seats.push(
      n === 0
        ? { kind: "me", name, bot: game.bots.at(-1) }
        : { kind: "bot", name: "", bot: game.bots.at(-1), botName: botNames[n % Math.max(botNames.length, 1)] ?? "" },
    );
  }
  return { ...draft, players, seats };
}

/**
 * The plan for another game: the same people and as many players, as far as the game allows, and its
 * strongest bots where there were the strongest; a bot that somebody chose stays if the game has it.
 */
export function withGame(draft, before, game, names = {}) {
  const fresh = freshDraft(game, { ...names, players: draft.players });
  const strongest = before.bots.at(-1);
  const seats = fresh.seats.map((seat, n) => {
    const old = draft.seats[n];
    if (!old) return seat;
    return { ...old, bot: old.bot !== strongest && game.bots.includes(old.bot) ? old.bot : seat.bot };
  });
  return { ...fresh, seats, coach: draft.coach, typed: draft.typed && game.physical };
}

/**
 * The bots that can sit down, the weakest first: those of the game, and the optimal one where the
 * server has solved these very rules.
 */
export function seatBots(game, draft) {
  const value = (name) => draft.options[name] ?? game.options.find((option) => option.name === name)?.default;
  const solved = (game.solved ?? []).some(({ players, options }) =>
    players === draft.players && Object.entries(options).every(([name, text]) => text === value(name)));
  return solved ? [...game.bots, "optimal"] : game.bots;
}

/** What is wrong with a plan: a code, or null. */
export function planProblem(draft) {
  const people = draft.seats.filter((seat) => seat.kind === "me" || seat.kind === "here");
  if (!people.length) return "nobody-here";
  if (people.some((seat) => !seat.name.trim())) return "no-name";
  return null;
}

/**
 * Who is to sit down from this device, in order: people first, since a bot is seated by a person. A bot
 * that the rules do not have, or have no more, is the game's strongest.
 */
export function sittings(draft, game) {
  const possible = seatBots(game, draft);
  const all = draft.seats.map((seat, number) => ({ seat: number, ...seat }));
  const people = all.filter((each) => each.kind === "me" || each.kind === "here");
  const bots = all.filter((each) => each.kind === "bot");
  return [
    ...people.map(({ seat, name }) => ({ seat, name: name.trim(), bot: "" })),
    ...bots.map(({ seat, bot, botName }) => ({ seat, name: botName, bot: possible.includes(bot) ? bot : game.bots.at(-1) })),
  ];
}
