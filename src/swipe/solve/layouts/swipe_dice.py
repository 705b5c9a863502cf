"""Swipe (dice): turn starts by centre chips, numbered by the ranks of two compositions.

A turn start is seen by the player to move. Its level is the number of chips in the centre. Within
a level the chips of the players are a composition of all others into n parts, and the dice of the
players, each at least one, with those of the centre a composition of the dice in play into n + 1
parts. A turn start's index is ``rank(chips) * (number of dice compositions) + rank(dice)``.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from math import comb
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from swipe.games.contract import Rules, State
from swipe.games.swipe_dice import rules as game_rules
from swipe.kernels import compile_function
from swipe.solve import NotSolvable
from swipe.solve.expand import CHOICE, END, THROW, TURN
from swipe.solve.layouts.plan import Level, Plan, chance_values

SAME_DICE = True
"""The dice of a throw are alike: what they do depends on how many show each face."""

IGNORED = ("starter",)
"""Options that change no position's value."""

STAGE_DRAW, STAGE_ROLL, STAGE_ROLL_OFF, STAGE_FINISHED = (
    game_rules.DRAW_STARTER,
    game_rules.ROLL,
    game_rules.ROLL_OFF,
    game_rules.FINISHED,
)
FACES = game_rules.FACES
MOST_STATES = 70_000_000
"""Three players in the usual box have 2.7 million, four 61 million; no memory holds the 797 million
of five."""

begin_turn: Any = compile_function(game_rules.begin_turn)

Tables = namedtuple("Tables", "binomial offset size")
"""``binomial``: int64[m, k]; ``offset``: int64[levels + 2], first row of each level (level 0 holds
the ends); ``size``: int64[4], players, chips in the box, dice in play, number of dice compositions.
"""


@njit
def rank(
    parts: Any, first: Any, least: Any, count: Any, total: Any, slack: Any, binomial: Any
) -> Any:
    """The place of a composition among all of its kind in lexicographic order.

    The parts are ``parts[(first + i) % count]`` for i < count, each at least ``least``; they sum
    to ``total`` (``slack`` 0) or to at most ``total`` (``slack`` 1).
    """
    left = total - least * count
    found = 0
    at = first
    for i in range(count):
        rest = count - 1 - i + slack  # parts that share what this one leaves
        part = np.int64(parts[at]) - least
        if rest > 0:
            found += binomial[left + rest, rest] - binomial[left - part + rest, rest]
        left -= part
        at += 1
        if at == count:
            at = 0
    return found


@njit
def unrank(
    index: Any, least: Any, count: Any, total: Any, slack: Any, binomial: Any, parts: Any
) -> None:
    """Fill ``parts[0:count]`` with the composition of that rank."""
    left = total - least * count
    for i in range(count):
        rest = count - 1 - i + slack
        part = 0
        if rest == 0:
            part = left
        else:
            while True:
                ways = binomial[left - part + rest - 1, rest - 1]
                if index < ways:
                    break
                index -= ways
                part += 1
        parts[i] = part + least
        left -= part


@njit
def holdings(state: Any, seat: Any, level: Any, tables: Any) -> Any:
    """The index of what the players hold, seen from a seat, within a level."""
    n = tables.size[0]
    chips = rank(state.chips, seat, 0, n, tables.size[1] - level, 0, tables.binomial)
    dice = rank(state.dice, seat, 1, n, tables.size[2], 1, tables.binomial)
    return chips * tables.size[3] + dice


@njit
def locate(state: Any, tables: Any) -> Any:
    """What kind of position a resting state is, its level, its row and whose it is."""
    stage = np.int64(state.stage)
    if stage == STAGE_FINISHED:
        return END, 0, np.int64(1) << np.int64(state.winner), np.int64(0)
    if stage == STAGE_ROLL_OFF and np.int64(state.showed_x) == 0:
        return END, 0, np.int64(state.contenders), np.int64(0)
    if stage == STAGE_ROLL_OFF or stage == STAGE_DRAW:
        return THROW, 0, np.int64(0), np.int64(0)
    level = np.int64(state.centre_chips)
    if stage != STAGE_ROLL:
        return CHOICE, level, np.int64(0), np.int64(0)
    seat = np.int64(state.seat)
    if np.int64(state.to_roll) != np.int64(state.dice[seat]):
        return THROW, level, np.int64(0), np.int64(0)
    return TURN, level, tables.offset[level] + holdings(state, seat, level, tables), seat


@njit
def name(state: Any, tables: Any) -> Any:
    """A number of its own for every decision within a turn of the player in seat 0; never 0."""
    level = np.int64(state.centre_chips)
    key = np.uint64(holdings(state, 0, level, tables))
    for face in range(FACES):
        key = key * np.uint64(32) + np.uint64(np.int64(state.pending[face]))
    return (key * np.uint64(8) + np.uint64(np.int64(state.stage))) * np.uint64(256) + np.uint64(
        level
    )


within = name
"""A number of its own for every position within the same turn."""


@njit
def mark(state: Any) -> Any:
    """What the dice of a throw have come to so far, as a number; its other dice still roll."""
    found = np.int64(state.showed_x)
    for face in range(FACES):
        found = found * 32 + np.int64(state.rolled[face])
    return found


@njit
def forced(state: Any) -> None:
    """Nothing is forced but by the rules."""


@njit
def write(state: Any, level: Any, index: Any, tables: Any) -> None:
    """Make ``state``, a copy of the template, the turn start of that index."""
    n = tables.size[0]
    parts = np.empty(8, np.int64)
    unrank(index // tables.size[3], 0, n, tables.size[1] - level, 0, tables.binomial, parts)
    for seat in range(n):
        state.chips[seat] = parts[seat]
    unrank(index % tables.size[3], 1, n, tables.size[2], 1, tables.binomial, parts)
    left = tables.size[2]
    for seat in range(n):
        state.dice[seat] = parts[seat]
        left -= parts[seat]
    state.centre_chips = level
    state.centre_dice = left
    begin_turn(state, 0)


def plan(rules: Rules) -> Plan:
    """Number the positions of some rules.

    Every number of chips in the centre from 1 to all in the box is a level, whether or not a game
    that starts by the rules can come there.

    Raises:
        NotSolvable: there are too many positions.
    """
    n = rules.players
    first = rules.initial_state()
    chips, dice = int(first.chips_in_box), int(first.dice_in_box) - int(first.box_dice)
    ways = comb(dice, n)
    states = comb(chips + n - 1, n) * ways
    if states > MOST_STATES:
        raise NotSolvable(
            f"{rules.game.name} with {n} players, {chips} chips and {dice} dice has {states:,} "
            f"positions, more than {MOST_STATES:,}: it is solved for 2 to 4 players, and for more "
            "in a small box"
        )
    size = chips + n + 1
    if size < dice + n:
        size = dice + n
    binomial = np.array([[comb(m, k) for k in range(n + 1)] for m in range(size)], np.int64)
    levels, base = [], 1 << n
    for level in range(1, chips + 1):
        roots = comb(chips - level + n - 1, n - 1) * ways
        levels.append(Level(level, roots, base))
        base += roots
    offset = np.array([0, *(level.base for level in levels), base], np.int64)
    game_rules.begin_turn(first, 0)
    template = np.zeros((), rules.game.dtype)
    template[()] = first
    most = dice - n + 1  # the dice of the mover when all others have one
    return Plan(
        rules=rules,
        layout=sys.modules[__name__],
        levels=tuple(levels),
        rows=base,
        ends=_ends(rules),
        tables=Tables(binomial, offset, np.array([n, chips, dice, ways], np.int64)),
        template=template,
        widest=comb(most + FACES - 1, FACES - 1) + 2,
        deepest=4 * dice + 8,
        most_actions=rules.game.max_legal,
    )


def _ends(rules: Rules) -> NDArray[np.float64]:
    """Values by the bits of the seats that are left in the roll-off, or of the winner."""
    n = rules.players
    ends = np.zeros((1 << n, n))
    known: dict[bytes, NDArray[np.float64]] = {}
    for mask in range(1, 1 << n):
        state = rules.initial_state()
        if mask & (mask - 1):
            game_rules.begin_roll_off(state, mask)
            ends[mask] = chance_values(rules.game, state, known)
        else:
            ends[mask, mask.bit_length() - 1] = 1.0
    return ends


def first_turn(rules: Rules) -> State:
    """The first turn start, of the named seat or else of seat 1."""
    state = rules.initial_state()
    if int(state.stage) == game_rules.DRAW_STARTER:
        game_rules.begin_turn(state, 0)
    return state


@njit
def turn(state: Any, seat: Any, copy: Any) -> None:
    """Make a copy of a state what it is seen from a seat, which becomes seat 0, its left 1, ..."""
    n = np.int64(state.players)
    for i in range(n):
        copy.chips[i] = state.chips[(seat + i) % n]
        copy.dice[i] = state.dice[(seat + i) % n]
    copy.seat = (np.int64(state.seat) + n - seat) % n


def turned(state: State, seat: int) -> State:
    """A copy of a position in play, seen from a seat, see :func:`turn`."""
    copy = state.copy()
    turn(state, seat, copy)
    return copy


@njit
def turned_action(action: Any, seat: Any, players: Any) -> Any:
    """The action as it is called in the turned state."""
    if action < game_rules.SWIPE_CHIP_FROM:
        return (action + players - seat) % players
    if action < game_rules.DECLINE_DIE:
        first = game_rules.SWIPE_CHIP_FROM
        return first + (action - first + players - seat) % players
    return action


def row_of(state: State, plan: Plan) -> tuple[int, int]:
    """The row of a position and the seat from which it is seen; row -1 within a turn."""
    kind, _, row, seat = locate(state, plan.tables)
    return (int(row), int(seat)) if kind in (TURN, END) else (-1, 0)


def name_of(turned_state: State, plan: Plan) -> int:
    """The name of a decision of the player in seat 0."""
    return int(name(turned_state, plan.tables))
