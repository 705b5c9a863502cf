"""Plays games from first to last: one source, run compiled and interpreted.

``make_driver`` closes over the functions of a game and its bots. Given the functions as written it
returns a driver that Python runs; given their compiled versions, one that Numba compiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import CHANCE, NOBODY, OVER, Game
from swipe.kernels import stream

WHOLE_SHARE = 840
"""A whole win in a row: every share of it among up to eight seats is a whole number."""

CURVE = 512
"""How many turns of a game the curve of leads follows."""


class Functions(NamedTuple):
    """The functions of a game's rules that the driver calls, and of the streams."""

    setup: Callable[..., Any]
    phase: Callable[..., Any]
    seat_to_act: Callable[..., Any]
    legal_actions: Callable[..., Any]
    play: Callable[..., Any]
    chance_run: Callable[..., Any]
    chance_total: Callable[..., Any]
    chance_outcome: Callable[..., Any]
    land: Callable[..., Any]
    settle: Callable[..., Any]
    result: Callable[..., Any]
    ranking: Callable[..., Any]
    score: Callable[..., Any]
    mix: Callable[..., Any]
    dice_stream: Callable[..., Any]
    choice_stream: Callable[..., Any]
    throw_total: Callable[..., Any] | None = None
    land_throw: Callable[..., Any] | None = None
    settle_all: Callable[..., Any] | None = None


def functions_of(game: Game, convert: Callable[[Any], Any]) -> Functions:
    """The functions of a game, each put through ``convert``, which may compile it."""
    found: dict[str, Any] = {}
    for name in Functions._fields:
        written = getattr(stream if hasattr(stream, name) else game.rules, name, None)
        if written is not None:
            found[name] = convert(written)
    return Functions(**found)


def _make_settle_all(functions: Functions, compiler: Callable[[Any], Any]) -> Callable[..., None]:
    """``settle`` until the state rests, counting the steps; the game's own way if it has one."""
    if functions.settle_all is not None:
        return functions.settle_all
    settle = functions.settle

    def settle_all(state: Any, steps: Any) -> None:
        while True:
            step = settle(state)
            if step == 0:
                return
            steps[step] += 1

    compiled: Callable[..., None] = compiler(settle_all)
    return compiled


def _count_triples() -> NDArray[np.int64]:
    """int64[7, 216]: for dice of up to 6 sides, what three of them show by their joint ticket.

    Eight bits a side, as ``land_throw`` takes them; the first die is the ticket's highest digit.
    """
    table = np.zeros((7, 216), np.int64)
    for sides in range(1, 7):
        for ticket in range(sides**3):
            for side in (ticket // sides**2, ticket // sides % sides, ticket % sides):
                table[sides, ticket] += 1 << 8 * side
    return table


def _make_throw(functions: Functions, compiler: Callable[[Any], Any]) -> Callable[..., Any]:
    """A function that draws and lands a whole throw or deal, and returns the last dice word.

    A game that has ``land_throw`` takes the throws whose order makes no difference in one go, three
    dice at a time: times ``sides ** 3`` the whole part of a fraction is the joint ticket of three
    draws, and what is left of it is what three single draws leave, so the stream is the same.
    """
    chance_run, chance_total = functions.chance_run, functions.chance_total
    chance_outcome, land = functions.chance_outcome, functions.land
    throw_total, land_throw = functions.throw_total, functions.land_throw
    mix, gamma = functions.mix, stream.GAMMA
    s8, s56, mask = np.uint64(8), np.uint64(56), np.uint64((1 << 56) - 1)
    longest = 1 << 40

    def draw_and_land(state: Any, dice: Any) -> Any:
        dice += gamma
        fraction, spread = mix(dice) >> s8, 1
        for _ in range(chance_run(state)):
            total = chance_total(state)
            spread *= total
            if spread > longest:
                dice += gamma
                fraction, spread = mix(dice) >> s8, total
            fraction *= np.uint64(total)
            ticket = np.int64(fraction >> s56)
            fraction &= mask
            land(state, chance_outcome(state, ticket))
        return dice

    one_by_one: Callable[..., Any] = compiler(draw_and_land)
    if throw_total is None or land_throw is None:
        return one_by_one
    triples = _count_triples()

    def throw(state: Any, dice: Any) -> Any:
        counts: Any = 0
        total = throw_total(state)
        if total == 0:
            return one_by_one(state, dice)
        dice += gamma
        fraction, spread = mix(dice) >> s8, 1
        left, cube = chance_run(state), total * total * total
        while left >= 3:
            spread *= cube
            if spread > longest:
                dice += gamma
                fraction, spread = mix(dice) >> s8, cube
            fraction *= np.uint64(cube)
            counts += triples[total, fraction >> s56]
            fraction &= mask
            left -= 3
        for _ in range(left):
            spread *= total
            if spread > longest:
                dice += gamma
                fraction, spread = mix(dice) >> s8, total
            fraction *= np.uint64(total)
            counts += 1 << (np.int64(fraction >> s56) << 3)
            fraction &= mask
        land_throw(state, counts)
        return dice

    in_one_go: Callable[..., Any] = compiler(throw)
    return in_one_go


def row_dtype(game: Game) -> np.dtype[Any]:
    """What is kept of every game.

    ``shares`` are the seats' parts of the win in 1/840; ``ranks`` count from 1; ``scores`` are the
    game's score at the end; ``moves`` counts decisions and throws, ``turns`` and ``rounds`` the
    steps that end one. Of a watched game also ``lead_changes``: how often a turn's end found
    another seat alone in the lead than the last seat that was; NOT_WATCHED in other games.
    """
    seats = game.players[1]
    return np.dtype(
        [
            ("number", "u8"),
            ("scores", "i4", (seats,)),
            ("moves", "u4"),
            ("turns", "u4"),
            ("rounds", "u4"),
            ("shares", "u2", (seats,)),
            ("lead_changes", "u2"),
            ("ranks", "u1", (seats,)),
        ],
        align=True,
    )


NOT_WATCHED = 65535


def work_dtype(game: Game) -> np.dtype[Any]:
    """The desk of a game: its steps so far, who led after each turn, and legal actions."""
    return np.dtype(
        [
            ("steps", "i8", (len(game.rules.STEPS),)),
            ("leaders", "u1", (CURVE,)),
            ("actions", "u2", (game.max_legal + 1,)),
        ],
        align=True,
    )


def chain_policies(
    policies: Sequence[tuple[Callable[..., Any], bool]], compiler: Callable[[Any], Any]
) -> Callable[..., Any]:
    """One function ``choose(which, state, actions, count, word, tables)`` for several policies.

    Args:
        policies: functions (already compiled where the driver is), each with whether it takes its
            tables as a fifth argument.
        compiler: is applied to what is made here.
    """
    head, takes_tables = policies[0]

    if takes_tables:

        def first(state: Any, actions: Any, count: Any, word: Any, tables: Any) -> Any:
            return head(state, actions, count, word, tables[0])

    else:

        def first(state: Any, actions: Any, count: Any, word: Any, tables: Any) -> Any:
            return head(state, actions, count, word)

    one = compiler(first)
    if len(policies) == 1:

        def choose(which: Any, state: Any, actions: Any, count: Any, word: Any, tables: Any) -> Any:
            return one(state, actions, count, word, tables)

    else:
        others = chain_policies(policies[1:], compiler)

        def choose(which: Any, state: Any, actions: Any, count: Any, word: Any, tables: Any) -> Any:
            if which == 0:
                return one(state, actions, count, word, tables)
            return others(which - 1, state, actions, count, word, tables[1:])

    result: Callable[..., Any] = compiler(choose)
    return result


def _make_players(
    functions: Functions,
    choose: Callable[..., Any],
    compiler: Callable[[Any], Any],
    outer: Callable[[Any], Any],
) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Two functions that play a game to its end: plainly, and watching who leads.

    Both take the state, a record of ``work_dtype``, the policy of every seat, the tables, and
    where the dice begin. The plain one returns how many moves were made; the watching one takes
    also the sign of a good score and which steps end turns, and returns moves, changes of the lead
    and turns. They are compiled apart, so that the plain one has the processor's registers alone.
    """
    phase, seat_to_act = functions.phase, functions.seat_to_act
    legal_actions, play = functions.legal_actions, functions.play
    settle, score = functions.settle, functions.score
    mix, gamma, s1 = functions.mix, stream.GAMMA, np.uint64(1)
    choice_stream = functions.choice_stream
    throw = _make_throw(functions, compiler)
    settle_all = _make_settle_all(functions, compiler)
    chance, over, nobody, curve = CHANCE, OVER, NOBODY, CURVE

    def decide(state: Any, work: Any, bots: Any, tables: Any, choices: Any) -> None:
        actions = work.actions
        count = legal_actions(state, actions)
        word = np.int64(mix(choices) >> s1)
        which = bots[seat_to_act(state)]
        play(state, choose(which, state, actions, count, word, tables))

    decide = compiler(decide)

    def play_game(state: Any, work: Any, bots: Any, tables: Any, dice: Any) -> Any:
        choices, moves, now = choice_stream(dice), 0, phase(state)
        while now != over:
            if now == chance:
                dice = throw(state, dice)
            else:
                choices += gamma
                decide(state, work, bots, tables, choices)
            settle_all(state, work.steps)
            moves += 1
            now = phase(state)
        return moves

    def watch_game(
        state: Any, work: Any, bots: Any, tables: Any, dice: Any, sign: Any, ends: Any
    ) -> Any:
        choices, moves, turns, changes, last, now = (
            choice_stream(dice),
            0,
            0,
            0,
            nobody,
            phase(state),
        )
        while now != over:
            if now == chance:
                dice = throw(state, dice)
            else:
                choices += gamma
                decide(state, work, bots, tables, choices)
            step = settle(state)
            while step != 0:
                work.steps[step] += 1
                if ends[0, step] != 0:
                    best, leader = 0, nobody
                    for seat in range(len(bots)):
                        points = sign * score(state, seat)
                        if seat == 0 or points > best:
                            best, leader = points, seat
                        elif points == best:
                            leader = nobody
                    if leader != nobody:
                        if last != nobody and leader != last:
                            changes += 1
                        last = leader
                    if turns < curve:
                        work.leaders[turns] = leader
                    turns += 1
                step = settle(state)
            moves += 1
            now = phase(state)
        return moves, changes, turns

    return outer(play_game), outer(watch_game)


def make_driver(
    functions: Functions,
    choose: Callable[..., Any],
    compiler: Callable[[Any], Any],
    outer: Callable[[Any], Any],
) -> Callable[..., None]:
    """A function that plays a batch of games; see ``drive`` inside for its arguments.

    Args:
        functions: of the game.
        choose: the policies, see :func:`chain_policies`.
        compiler: is applied to the small functions that are made here.
        outer: is applied to the large ones, but for the driver itself.
    """
    result, ranking, score = functions.result, functions.ranking, functions.score
    dice_stream = functions.dice_stream
    play_game, watch_game = _make_players(functions, choose, compiler, outer)
    not_watched, nobody, whole, curve = NOT_WATCHED, NOBODY, WHOLE_SHARE, CURVE

    def drive(
        initial: Any,
        states: Any,
        work: Any,
        bots: Any,
        tables: Any,
        numbers: Any,
        watch: Any,
        ends: Any,
        steps_taken: Any,
        rows: Any,
        led: Any,
        won: Any,
    ) -> None:
        """Play one game for every row.

        Args:
            initial: record array of one state, where every game begins.
            states: record array of one state, to play in; holds the last game's end afterwards.
            work: record array of one ``work_dtype``.
            bots: int64 array, the policy of every seat.
            tables: a tuple of as many entries as there are policies.
            numbers: uint64 array: the seed, and the number of the first game.
            watch: int64 array: games whose number it divides are watched for leads; and the sign
                of a good score, 1 or -1.
            ends: uint8 array [2, steps]: whether a step ends a turn, and a round.
            steps_taken: int64 array [3, steps]: how often each step was taken, the squares of that
                by game, and in how many games it was taken at all; added to.
            rows: record array of ``row_dtype``, zeroed; filled.
            led: int64 array of CURVE: of the watched games that went on after turn n, how many
                had one seat alone in the lead; added to.
            won: int64 array of CURVE: how much of those games (in 1/840) that seat won; added to.
        """
        shares = np.zeros(len(bots))
        ranks = np.zeros(len(bots), np.uint8)
        # Records, because handing on an array costs the counting of its references.
        state, desk = states[0], work[0]
        for index in range(len(rows)):
            row = rows[index]
            states[0] = initial[0]
            number = numbers[1] + np.uint64(index)
            dice = dice_stream(numbers[0], number)
            for step in range(len(desk.steps)):
                desk.steps[step] = 0
            watched = number % np.uint64(watch[0]) == 0
            turn, changes = 0, 0
            if watched:
                moves, changes, turn = watch_game(state, desk, bots, tables, dice, watch[1], ends)
            else:
                moves = play_game(state, desk, bots, tables, dice)
            result(state, shares)
            ranking(state, ranks)
            row.number = number
            row.moves = moves
            for seat in range(len(bots)):
                row.shares[seat] = np.int64(shares[seat] * whole + 0.5)
                row.ranks[seat] = ranks[seat]
                row.scores[seat] = score(state, seat)
            turns, rounds = 0, 0
            for step in range(len(desk.steps)):
                times = desk.steps[step]
                steps_taken[0, step] += times
                steps_taken[1, step] += times * times
                steps_taken[2, step] += times > 0
                turns += times * ends[0, step]
                rounds += times * ends[1, step]
            row.turns = turns
            row.rounds = rounds
            row.lead_changes = min(changes, not_watched - 1) if watched else not_watched
            for after in range(min(turn - 1, curve)):  # the last turn's end is the game's
                if desk.leaders[after] != nobody:
                    led[after] += 1
                    won[after] += np.int64(row.shares[desk.leaders[after]])

    return drive
