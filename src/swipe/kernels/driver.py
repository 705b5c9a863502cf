"""Plays games from first to last: one source, run compiled and interpreted.

``make_driver`` closes over the functions of a game and its bots. Given the functions as written it
returns a driver that Python runs; given their compiled versions, one that Numba compiles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from swipe.games.contract import CHANCE, DECISION, Game
from swipe.kernels import stream

WHOLE_SHARE = 840
"""A whole win in a row: every share of it among up to eight seats is a whole number."""

CURVE = 512
"""How many turns of a game the curve of leads follows."""

NOBODY = 255


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
    settle_all: Callable[..., Any]
    result: Callable[..., Any]
    ranking: Callable[..., Any]
    score: Callable[..., Any]
    mix: Callable[..., Any]
    dice_stream: Callable[..., Any]
    choice_stream: Callable[..., Any]


def functions_of(
    game: Game, convert: Callable[[Any], Any], compiler: Callable[[Any], Any]
) -> Functions:
    """The functions of a game.

    Args:
        game: the game.
        convert: is applied to every function of the rules; it may compile it.
        compiler: is applied to what is made here.
    """
    found: dict[str, Any] = {}
    for name in Functions._fields:
        written = getattr(stream if hasattr(stream, name) else game.rules, name, None)
        if written is not None:
            found[name] = convert(written)
    if "settle_all" not in found:
        found["settle_all"] = compiler(_make_settle_all(found["settle"]))
    return Functions(**found)


def _make_settle_all(settle: Callable[..., Any]) -> Callable[..., None]:
    def settle_all(state: Any, steps: Any) -> None:
        while True:
            step = settle(state)
            if step == 0:
                return
            steps[step] += 1

    return settle_all


def row_dtype(game: Game) -> np.dtype[Any]:
    """What is kept of every game.

    ``shares`` are the seats' parts of the win in 1/840; ``ranks`` count from 1; ``scores`` are the
    game's score at the end; ``moves`` counts decisions and throws; ``steps`` how often each step
    was taken. Of a watched game also ``lead_changes``: how often a turn's end found another seat
    alone in the lead than the last seat that was; 65535 where the game was not watched.
    """
    seats = game.players[1]
    return np.dtype(
        [
            ("number", "u8"),
            ("scores", "i4", (seats,)),
            ("moves", "u4"),
            ("shares", "u2", (seats,)),
            ("lead_changes", "u2"),
            ("ranks", "u1", (seats,)),
            ("steps", "u4", (len(game.rules.STEPS),)),
        ],
        align=True,
    )


NOT_WATCHED = 65535


def work_dtype(game: Game) -> np.dtype[Any]:
    """The steps of the game so far, and room for its legal actions."""
    return np.dtype(
        [
            ("steps", "i8", (len(game.rules.STEPS),)),
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


def make_driver(functions: Functions, choose: Callable[..., Any]) -> Callable[..., None]:
    """A function that plays a batch of games; see ``drive`` inside for its arguments."""
    phase, seat_to_act, legal_actions = (
        functions.phase,
        functions.seat_to_act,
        functions.legal_actions,
    )
    play, land = functions.play, functions.land
    settle, settle_all = functions.settle, functions.settle_all
    chance_run, chance_total = functions.chance_run, functions.chance_total
    chance_outcome = functions.chance_outcome
    result, ranking, score = functions.result, functions.ranking, functions.score
    mix, dice_stream, choice_stream = (
        functions.mix,
        functions.dice_stream,
        functions.choice_stream,
    )
    gamma = stream.GAMMA
    s8, s56, s1 = np.uint64(8), np.uint64(56), np.uint64(1)
    mask = np.uint64((1 << 56) - 1)
    longest = 1 << 40
    decision, chance = DECISION, CHANCE
    not_watched, nobody, whole, curve = NOT_WATCHED, NOBODY, WHOLE_SHARE, CURVE

    def drive(
        initial: Any,
        states: Any,
        work: Any,
        bots: Any,
        tables: Any,
        numbers: Any,
        watch: Any,
        ends_turn: Any,
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
            ends_turn: uint8 array, one for every step: whether it ends a turn.
            rows: record array of ``row_dtype``, zeroed; filled.
            led, won: int64 arrays of CURVE: of the watched games that went on after turn n, how
                many had one seat alone in the lead, and how much of them (in 1/840) it won.
        """
        shares = np.zeros(len(bots))
        ranks = np.zeros(len(bots), np.uint8)
        leaders = np.zeros(curve, np.uint8)
        players = len(bots)
        # Nested in a record, because handing on an array costs the counting of its references.
        state, actions, steps = states[0], work[0].actions, work[0].steps
        for index in range(len(rows)):
            row = rows[index]
            states[0] = initial[0]
            number = numbers[1] + np.uint64(index)
            dice = dice_stream(numbers[0], number)
            choices = choice_stream(dice)
            watched = number % np.uint64(watch[0]) == 0
            turn, moves, changes, last_leader = 0, 0, 0, nobody
            for step in range(len(ends_turn)):
                steps[step] = 0
            while True:
                now = phase(state)
                if now == chance:
                    dice += gamma
                    fraction = mix(dice) >> s8
                    spread = 1
                    for _ in range(chance_run(state)):
                        total = chance_total(state)
                        spread *= total
                        if spread > longest:
                            dice += gamma
                            fraction = mix(dice) >> s8
                            spread = total
                        fraction *= np.uint64(total)
                        ticket = np.int64(fraction >> s56)
                        fraction &= mask
                        land(state, chance_outcome(state, ticket))
                elif now == decision:
                    count = legal_actions(state, actions)
                    choices += gamma
                    word = np.int64(mix(choices) >> s1)
                    which = bots[seat_to_act(state)]
                    play(state, choose(which, state, actions, count, word, tables))
                else:
                    break
                moves += 1
                if not watched:
                    settle_all(state, steps)
                    continue
                while True:
                    step = settle(state)
                    if step == 0:
                        break
                    steps[step] += 1
                    if ends_turn[step] != 0:
                        best, leader = 0, nobody
                        for seat in range(players):
                            points = watch[1] * score(state, seat)
                            if seat == 0 or points > best:
                                best, leader = points, seat
                            elif points == best:
                                leader = nobody
                        if leader != nobody:
                            if last_leader != nobody and leader != last_leader:
                                changes += 1
                            last_leader = leader
                        if turn < curve:
                            leaders[turn] = leader
                        turn += 1
            result(state, shares)
            ranking(state, ranks)
            row.number = number
            row.moves = moves
            for seat in range(players):
                row.shares[seat] = np.int64(shares[seat] * whole + 0.5)
                row.ranks[seat] = ranks[seat]
                row.scores[seat] = score(state, seat)
            for step in range(len(ends_turn)):
                row.steps[step] = steps[step]
            row.lead_changes = min(changes, not_watched - 1) if watched else not_watched
            if watched:  # the last turn's end is the game's
                for after in range(min(turn - 1, curve)):
                    if leaders[after] != nobody:
                        led[after] += 1
                        won[after] += np.int64(row.shares[leaders[after]])

    return drive
