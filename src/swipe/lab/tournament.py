"""Bots against each other: every seating, and the same dice for every seating.

Game number n has the same dice in all seatings, so that luck and the advantage of a seat fall out
of the comparison. The sum of what a bot wins over all seatings of one n is one observation;
intervals come from how these vary with n.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import choix
import msgspec
import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import Game
from swipe.games.registry import find_game
from swipe.kernels import Kernel
from swipe.kernels.driver import WHOLE_SHARE
from swipe.lab import figures, measures, statistics
from swipe.lab.engine import Arrays, Heartbeat
from swipe.lab.measures import Cell, Table
from swipe.lab.page import Page, Section
from swipe.lab.spec import BadRun, PlayedTable, make_plan, make_spec
from swipe.lab.statistics import Estimate
from swipe.messages import text

MOST_SEATINGS = 5000
ELO = 400 / np.log(10)
"""Points of rating in a unit of log odds: 400 points more are ten times the odds."""

PIECES = 50
"""About how many pieces of work a tournament has, between which the ratings vary."""

SMALLEST_PIECE = 50

MOST_GAMES = 10**8
"""Of a seating: the games of a piece are in memory together."""

MOST_ROUNDS = 10_000
"""Of choix's iteration, which takes some ten."""


class TournamentSpec(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tournament: the same spec gives the same numbers everywhere.

    ``games`` are played by every seating; ``seatings`` give the bot (its place in ``bots``) of
    every seat; ``piece`` is how many games, in all seatings, are one piece of work; ``table`` is
    what the bot ``optimal`` plays, where it takes part.
    """

    game: str
    version: int
    players: int
    options: dict[str, str]
    bots: tuple[str, ...]
    seatings: tuple[tuple[int, ...], ...]
    games: int
    seed: int
    piece: int
    table: PlayedTable | None = None

    @property
    def pieces(self) -> int:
        return -(-self.games // self.piece)

    @property
    def all_games(self) -> int:
        return self.games * len(self.seatings)


def balanced_seatings(bots: int, players: int) -> tuple[tuple[int, ...], ...]:
    """All seatings in which the bots are spread evenly, in a fixed order.

    With as many bots as seats or more, every choice of bots in every order; with fewer, every order
    in which each bot has the same number of seats, or one more, whoever it is that has one more.

    Raises:
        BadRun: fewer than two bots, or too many seatings.
    """
    if bots < 2:
        raise BadRun("a tournament needs two bots or more")
    if bots >= players:
        found = itertools.permutations(range(bots), players)
        seatings = tuple(itertools.islice(found, MOST_SEATINGS + 1))
    else:
        each, extra = divmod(players, bots)
        unique: dict[tuple[int, ...], None] = {}
        for lucky in itertools.combinations(range(bots), extra):
            seats = [bot for bot in range(bots) for _ in range(each + (bot in lucky))]
            for order in _arrangements(tuple(seats)):
                unique[order] = None
                if len(unique) > MOST_SEATINGS:
                    break
        seatings = tuple(unique)
    if len(seatings) > MOST_SEATINGS:
        raise BadRun(
            f"{bots} bots at {players} seats have more than {MOST_SEATINGS} seatings: "
            "use fewer bots or fewer players"
        )
    return seatings


def _arrangements(seats: tuple[int, ...]) -> Any:
    """The different orders of a multiset."""
    if not seats:
        yield ()
        return
    for bot in sorted(set(seats)):
        rest = list(seats)
        rest.remove(bot)
        for tail in _arrangements(tuple(rest)):
            yield (bot, *tail)


def make_tournament(
    game: Game, players: int, options: dict[str, str], bots: Sequence[str], games: int, seed: int
) -> TournamentSpec:
    """A tournament in which every seating plays ``games`` games.

    Raises:
        BadRun: fewer than two bots, too many seatings, or a number out of its range.
        BadOption: players or options that cannot be.
        UnknownBot: a bot that the game does not have, or ``optimal`` without a table.
    """
    if games > MOST_GAMES:
        raise BadRun(f"games={games}: use a whole number from 1 to {MOST_GAMES}")
    names = tuple(dict.fromkeys(bots))
    seatings = balanced_seatings(len(names), players)
    runs = [make_spec(game, players, options, [name], games, seed) for name in names]
    run = runs[0]
    return TournamentSpec(
        game=run.game,
        version=run.version,
        players=players,
        options=run.options,
        bots=names,
        seatings=seatings,
        games=games,
        seed=seed,
        piece=max(SMALLEST_PIECE, -(-games // PIECES)),
        table=next((each.table for each in runs if each.table is not None), None),
    )


@lru_cache(maxsize=4)
def _spec_and_kernel(description: str) -> tuple[TournamentSpec, Kernel]:
    spec = msgspec.json.decode(description, type=TournamentSpec)
    rules = find_game(spec.game).configure(spec.players, spec.options)
    # A plan has a bot at every seat; which of them plays where is said with every batch.
    seats = [spec.bots[seat % len(spec.bots)] for seat in range(spec.players)]
    return spec, Kernel(make_plan(rules, seats, spec.bots, spec.table))


def prepare(description: str) -> None:
    """Load or compile what a tournament needs."""
    spec, kernel = _spec_and_kernel(description)
    kernel.play(spec.seed, 0, 1)


def play_piece(description: str, index: int, heartbeat: Heartbeat) -> Arrays:
    """One piece of a tournament, see :mod:`swipe.lab.engine`.

    ``sums`` [B] and ``products`` [B * B] of what the bots win in a game, over all seatings, in
    1/840; ``seat_shares`` [seatings * P] what every seat of every seating wins.
    """
    spec, kernel = _spec_and_kernel(description)
    bots, players = len(spec.bots), spec.players
    first = index * spec.piece
    games = min(spec.piece, spec.games - first)
    won = np.zeros((games, bots), np.int64)
    seat_shares = np.zeros((len(spec.seatings), players), np.int64)
    for number, seating in enumerate(spec.seatings):
        names = [spec.bots[bot] for bot in seating]
        batch = kernel.play(spec.seed, first, games, seats=names, watch_every=1 << 62)
        shares = batch.rows["shares"][:, :players].astype(np.int64)
        for seat, bot in enumerate(seating):
            won[:, bot] += shares[:, seat]
        seat_shares[number] = shares.sum(0)
        heartbeat(games)
    return {
        "games": np.array([games], np.int64),
        "sums": won.sum(0),
        "products": (won.T @ won).ravel(),
        "seat_shares": seat_shares.ravel(),
    }


@dataclass(frozen=True)
class Standing:
    """What a tournament says of a bot.

    ``share``: of the wins of the games it played in, where every bot alike would have ``equal``.
    ``rating``: in points, 0 the mean of all bots, see :func:`rate`.
    """

    bot: str
    share: Estimate
    equal: float
    rating: Estimate


@dataclass(frozen=True)
class Duel:
    """The difference of two bots' shares of the wins, and its p-value, corrected by Holm."""

    first: str
    second: str
    difference: Estimate
    p: float


@dataclass(frozen=True)
class Outcome:
    """The result of a tournament, or of the part that was played."""

    spec: TournamentSpec
    games: int
    standings: tuple[Standing, ...]
    duels: tuple[Duel, ...]
    by_seat: NDArray[np.float64]
    """What every bot, in the order of the standings, wins at every seat, in games."""


def evaluate(spec: TournamentSpec, pieces: dict[int, Arrays]) -> Outcome:
    """Add up the pieces of a tournament; the best bot first.

    Raises:
        BadRun: nothing was played.
    """
    if not pieces:
        raise BadRun("no games were played")
    bots = len(spec.bots)
    total: Arrays = {}
    for index in sorted(pieces):
        for name, values in pieces[index].items():
            total[name] = total.get(name, np.zeros_like(values)) + values
    games = int(total["games"][0])
    # One observation: what a bot wins of one number's games, by the seats that it has in them,
    # which are as many for every bot.
    seats = sum(seating.count(0) for seating in spec.seatings)
    scale = 1.0 / (WHOLE_SHARE * seats)
    sums = [int(each) for each in total["sums"]]
    products = [[int(each) for each in row] for row in total["products"].reshape(bots, bots)]
    ratings = rate(spec, pieces)
    standings = [
        Standing(
            name,
            statistics.mean(sums[bot], products[bot][bot], games).scaled(scale),
            1.0 / spec.players,
            ratings[bot],
        )
        for bot, name in enumerate(spec.bots)
    ]
    standings.sort(key=lambda each: -each.share.value)
    order = [spec.bots.index(each.bot) for each in standings]
    differences = []
    for one, other in itertools.combinations(order, 2):
        squares = products[one][one] - 2 * products[one][other] + products[other][other]
        value = statistics.mean(sums[one] - sums[other], squares, games).scaled(scale)
        zero = Estimate(0.0, 0.0, 0.0, 0.0)
        differences.append((one, other, value, statistics.difference(zero, value)[1]))
    adjusted = statistics.holm([each[3] for each in differences])
    duels = tuple(
        Duel(spec.bots[one], spec.bots[other], value, p)
        for (one, other, value, _), p in zip(differences, adjusted, strict=True)
    )
    by_seat = np.zeros((bots, spec.players))
    for seating, won in zip(
        spec.seatings, total["seat_shares"].reshape(-1, spec.players), strict=True
    ):
        for seat, bot in enumerate(seating):
            by_seat[bot, seat] += won[seat] / WHOLE_SHARE
    return Outcome(spec, games * len(spec.seatings), tuple(standings), duels, by_seat[order])


def rate(spec: TournamentSpec, pieces: dict[int, Arrays]) -> list[Estimate]:
    """Ratings of the bots by Luce's choice axiom (1959): of two seats each wins by its odds.

    For two seats that is Bradley and Terry's model. The odds are found by choix, as the maximum
    likelihood of who won before whom, each bot at each seat on its own; a bot's rating is the mean
    over the seats, so that their advantages fall out. The intervals are a jackknife's: one piece of
    the games is left out in turn, and as all seatings of a piece have the same dice, what they
    share is not counted twice. A bot that never won, or always did, has no finite rating; half a
    win more for everybody keeps it on the scale.
    """
    order, players = sorted(pieces), spec.players
    won = np.array([pieces[index]["seat_shares"] for index in order], float) / WHOLE_SHARE
    won = won.reshape(len(order), len(spec.seatings), players)
    places = np.array(spec.seatings) * players + np.arange(players)  # a bot at a seat
    size = len(spec.bots) * players
    before = np.zeros((len(order), size, size))
    for one, other in itertools.permutations(range(players), 2):
        cells: Any = slice(None), places[:, one], places[:, other]
        np.add.at(before, cells, won[:, :, one])
    total = before.sum(0) + 0.5 / (size - 1) * (1 - np.eye(size))
    odds = choix.ilsr_pairwise_dense(total, max_iter=MOST_ROUNDS)
    best = _points(odds, spec)
    if len(order) < 2:
        return [Estimate(float(each), -np.inf, np.inf, np.inf) for each in best]
    left_out = np.array(
        [
            _points(choix.ilsr_pairwise_dense(total - piece, 0.0, odds, MOST_ROUNDS), spec)
            for piece in before
        ]
    )
    spread = left_out - left_out.mean(0)
    errors = np.sqrt((len(order) - 1) / len(order) * (spread**2).sum(0))
    return [
        Estimate(
            float(value),
            float(value - statistics.Z95 * error),
            float(value + statistics.Z95 * error),
            float(error),
        )
        for value, error in zip(best, errors, strict=True)
    ]


def _points(odds: NDArray[np.float64], spec: TournamentSpec) -> NDArray[np.float64]:
    """The bots' ratings from the logarithms of the odds of every bot at every seat."""
    strengths = odds.reshape(len(spec.bots), spec.players).mean(1)
    found: NDArray[np.float64] = ELO * (strengths - strengths.mean())
    return found


# --- what is shown ------------------------------------------------------------------------------


def tables(outcome: Outcome) -> tuple[Table, Table]:
    """The standings, and the duels."""
    standings: list[tuple[Cell | str, ...]] = [
        (
            each.bot,
            measures.percent(each.share),
            Cell(f"{100 * each.equal:.2f} %", (each.equal,)),
            measures.shown(each.rating, 1, text("lab-points")),
        )
        for each in outcome.standings
    ]
    duels: list[tuple[Cell | str, ...]] = [
        (
            text("lab-duel", first=duel.first, second=duel.second),
            measures.shown(duel.difference.scaled(100.0), 2, text("lab-points")),
            Cell("< 0.0001" if duel.p < 0.0001 else f"{duel.p:.4f}", (duel.p,)),
        )
        for duel in outcome.duels
    ]
    heads = (
        text("lab-column-bot"),
        text("lab-column-wins"),
        text("lab-column-equal"),
        text("lab-column-rating"),
    )
    return (
        Table(heads, tuple(standings)),
        Table(
            (text("lab-column-duel"), text("lab-column-change"), text("lab-column-p")),
            tuple(duels),
        ),
    )


def make_tournament_report(outcome: Outcome, command: str) -> Page:
    """The report of a tournament."""
    spec = outcome.spec
    standings, duels = tables(outcome)
    seats = Table(
        (
            text("lab-column-bot"),
            *(text("lab-seat-short", seat=seat + 1) for seat in range(spec.players)),
        ),
        tuple(
            (
                each.bot,
                *(
                    measures.percent(
                        statistics.wilson(
                            float(outcome.by_seat[place, seat]),
                            _seat_games(outcome, each.bot, seat),
                        )
                    )
                    for seat in range(spec.players)
                ),
            )
            for place, each in enumerate(outcome.standings)
        ),
    )
    shares = [(text("lab-column-wins"), [each.share.scaled(100.0) for each in outcome.standings])]
    rules = find_game(spec.game).configure(spec.players, spec.options)
    facts = (
        (text("lab-fact-rules"), rules.identity),
        (text("lab-fact-bots"), ", ".join(spec.bots)),
        *([] if spec.table is None else [(text("lab-fact-table"), spec.table.line)]),
        (
            text("lab-fact-games"),
            text(
                "lab-tournament-games",
                seatings=len(spec.seatings),
                games=spec.games,
                all=outcome.games,
                seed=spec.seed,
            ),
        ),
        (text("lab-fact-command"), command),
    )
    names = [each.bot for each in outcome.standings]
    sections = (
        Section(
            "standings",
            text("lab-section-standings"),
            text("lab-note-standings"),
            figures.trend(names, shares, text("lab-column-bot"), text("lab-axis-wins")),
            (standings,),
        ),
        Section("duels", text("lab-section-duels"), text("lab-note-duels"), None, (duels,)),
        Section("seats", text("lab-section-seats"), text("lab-note-seats"), None, (seats,)),
    )
    title = text("lab-tournament-title", game=spec.game)
    return Page(title, text("lab-tournament-note"), (facts,), sections)


def _seat_games(outcome: Outcome, bot: str, seat: int) -> int:
    spec = outcome.spec
    place = spec.bots.index(bot)
    played = outcome.games // len(spec.seatings)
    return max(1, played * sum(seating[seat] == place for seating in spec.seatings))
