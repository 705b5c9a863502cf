"""Skip-Bo Dice: turn starts by the part of the game, then by scores.

A turn start is seen by the player to move. A game has up to three parts, solved from the last:

race
    After a tie only what each player still needs counts, whatever the goal has become: totals and
    goal shifted by the same number are the same position. So every goal that a tie can lead to is
    covered, exactly. Levels by the sum of what is missing.
end
    One more turn for everybody but who started it. ``turns_left`` says who that was: with t turns
    left it is the player in relative seat t, counted round. Levels by turns left and by the total
    of that player.
main
    All totals are below the goal. Levels by the sum of the totals, the highest first.

Within a level a turn start is the number of its totals, times the 12 states of the board (one where
every turn clears it).

The rules stop counting a turn's completed boards at a number above any goal; there a player who
goes on wins nothing. The solver lets players stop there, whatever the last die shows. That is more
than the rules allow if it shows Skip-Bo, so with wild faces the plan's ``cut`` says how likely a
turn gets that far: with goals like the usual ones less than the rounding of the arithmetic.
"""

from __future__ import annotations

import sys
from collections import namedtuple
from itertools import product
from typing import Any

import numpy as np
from numba import njit

from swipe.games.contract import Rules, State
from swipe.games.skip_bo_dice import rules as game_rules
from swipe.kernels import compile_function
from swipe.solve import NotSolvable
from swipe.solve.expand import CHOICE, END, THROW, TURN
from swipe.solve.layouts.plan import Level, Plan

SAME_DICE = False
"""The dice of a throw belong to different squares."""

IGNORED = ("starter",)
"""Options that change no position's value."""

STAGE_DRAW, STAGE_FIRST, STAGE_CHOOSE, STAGE_FINISHED = (
    game_rules.DRAW_STARTER,
    game_rules.FIRST_THROW,
    game_rules.CHOOSE,
    game_rules.FINISHED,
)
WITHIN = np.uint64(16 * 8 * 16 * 256 * 2 * 8)
SQUARES, STOP = game_rules.SQUARES, game_rules.STOP
MOST_STATES = 60_000_000

begin_turn: Any = compile_function(game_rules.begin_turn)
most_completions: Any = compile_function(game_rules.most_completions)
play: Any = compile_function(game_rules.play)
settle: Any = compile_function(game_rules.settle)

Tables = namedtuple("Tables", "size race race_level end main main_level vectors kind base")
"""``size``: int64[6], players, goal, greatest total, boards, greatest need, first level of the end.
``race``, ``main``: int32[codes], a vector's number within its level, by its mixed-radix code.
``race_level``, ``main_level``: int64[sums], the level of each sum. ``end``: int64[n], first level
of each number of turns left. ``vectors``: int16[v, n] and ``kind``: int64[levels, 4], part, first
vector, turns left and total of who started the end. ``base``: int64[levels + 1], first rows.
"""

RACE, FINAL, MAIN = range(3)


@njit
def place(state: Any, seat: Any, tables: Any) -> Any:
    """The level of a position and the number of its totals within it, seen from a seat."""
    n, goal, most = tables.size[0], tables.size[1], tables.size[2]
    code, total = np.int64(0), np.int64(0)
    if np.int64(state.race_goal) > 0:
        need = tables.size[4]
        for i in range(n):
            j = (seat + i) % n
            missing = np.int64(state.race_goal) - np.int64(state.scores[j])
            code = code * (need + 1) + missing
            total += missing
        return tables.race_level[total], np.int64(tables.race[code])
    left = np.int64(state.turns_left)
    if left > 0:
        ender = left % n
        level = np.int64(0)
        for i in range(n):
            score = np.int64(state.scores[(seat + i) % n])
            if i == ender:
                level = tables.end[left] + score - goal
            elif i < left:
                code = code * goal + score
            else:
                code = code * (most + 1) + score
        return level, code
    for i in range(n):
        score = np.int64(state.scores[(seat + i) % n])
        code = code * goal + score
        total += score
    return tables.main_level[total], np.int64(tables.main[code])


@njit
def locate(state: Any, tables: Any) -> Any:
    """What kind of position a resting state is, its level, its row and whose it is."""
    stage = np.int64(state.stage)
    if stage == STAGE_FINISHED:
        return END, np.int64(-1), np.int64(state.winner), np.int64(0)
    if stage == STAGE_CHOOSE:
        return CHOICE, np.int64(-1), np.int64(0), np.int64(0)
    if stage != STAGE_FIRST or np.int64(state.to_land) != np.int64(state.cup):
        return THROW, np.int64(-1), np.int64(0), np.int64(0)
    seat = np.int64(state.seat)
    level, number = place(state, seat, tables)
    boards = tables.size[3]
    row = tables.base[level] + number * boards
    if boards > 1:
        row += np.int64(state.filled)
    return TURN, level, row, seat


@njit
def within(state: Any, tables: Any) -> Any:
    """A number of its own for every position within the same turn; never 0."""
    key = np.uint64(state.filled)
    key = key * np.uint64(8) + np.uint64(state.cup)
    key = key * np.uint64(16) + np.uint64(state.last)
    key = key * np.uint64(256) + np.uint64(state.completions)
    key = key * np.uint64(2) + np.uint64(state.wild)
    return key * np.uint64(8) + np.uint64(state.stage)


@njit
def name(state: Any, tables: Any) -> Any:
    """A number of its own for every position within a turn of the player in seat 0; never 0."""
    level, number = place(state, 0, tables)
    return np.uint64(tables.base[level] + number) * WITHIN + within(state, tables)


@njit
def mark(state: Any) -> Any:
    """What the dice of a throw have come to so far, as a number; its other dice still roll."""
    return np.int64(state.run) * 2 + np.int64(state.wild)


@njit
def forced(state: Any) -> Any:
    """Stop where the rules stop counting; see the module's text."""
    if np.int64(state.stage) == STAGE_CHOOSE and np.int64(state.last) == SQUARES:
        if np.int64(state.completions) >= most_completions(state):
            play(state, STOP)
            while settle(state) != 0:
                pass


@njit
def write(state: Any, level: Any, index: Any, tables: Any) -> None:
    """Make ``state``, a copy of the template, the turn start of that index."""
    n, goal, most, boards = tables.size[0], tables.size[1], tables.size[2], tables.size[3]
    number = index // boards
    part, first = tables.kind[level, 0], tables.kind[level, 1]
    state.race_goal = 0
    state.turns_left = 0
    state.ender = 255
    if part == FINAL:
        left = tables.kind[level, 2]
        ender = left % n
        state.turns_left = left
        state.ender = ender
        for back in range(n):
            i = n - 1 - back
            if i == ender:
                state.scores[i] = tables.kind[level, 3]
            elif i < left:
                state.scores[i] = number % goal
                number //= goal
            else:
                state.scores[i] = number % (most + 1)
                number //= most + 1
    else:
        if part == RACE:
            state.race_goal = tables.size[4]
        for i in range(n):
            state.scores[i] = tables.vectors[first + number, i]
            if part == RACE:
                state.scores[i] = tables.size[4] - tables.vectors[first + number, i]
    state.filled = index % boards
    begin_turn(state, 0)


def plan(rules: Rules) -> Plan:
    """Number the positions of some rules.

    Raises:
        NotSolvable: there are too many positions, or players, to solve.
    """
    n = rules.players
    first = rules.initial_state()
    goal, tie_goal = int(first.goal), int(first.tie_goal)
    most = goal - 1 + game_rules.most_at_risk(first)
    step = game_rules.RACE_STEP
    boards = 1 if int(first.board) == game_rules.CLEARED else SQUARES
    near = max(tie_goal - goal, step)  # what those who tied may miss
    need = max(tie_goal, tie_goal + (most - tie_goal) // step * step + step)
    need = max(need, near)
    estimate = goal**n + (near**n if n == 2 else n * near * near * need)
    for left in range(1, n):
        estimate += (most + 1 - goal) * goal**left * (most + 1) ** (n - 1 - left)
    if n > 3 or estimate * boards > MOST_STATES:
        raise NotSolvable(
            f"{rules.game.name} with {n} players and goals {goal} and {tie_goal} has too many "
            "positions; it is solved for 2 and 3 players and goals like the usual ones"
        )
    kinds: list[tuple[int, int, int, int]] = []
    levels: list[Level] = []
    base = n
    vectors: list[np.ndarray[Any, Any]] = []
    count = 0

    def add(kind: tuple[int, int, int, int], size: int) -> None:
        nonlocal base
        levels.append(Level(len(levels), size * boards, base))
        kinds.append(kind)
        base += size * boards

    # race: at least two players miss no more than those who tied did
    grid = np.stack(np.meshgrid(*[np.arange(1, need + 1)] * n, indexing="ij"), -1).reshape(-1, n)
    grid = grid[(grid <= near).sum(axis=1) >= 2]
    race, race_level, count = _by_sum(grid, need + 1, False, vectors, count, RACE, add, len(levels))
    # end
    end = np.zeros(n, np.int64)
    for left in range(1, n):
        end[left] = len(levels)
        ways = goal**left * (most + 1) ** (n - 1 - left)
        for total in range(goal, most + 1):
            add((FINAL, 0, left, total), ways)
    # main
    grid = np.array(list(product(range(goal), repeat=n)), np.int64)
    main, main_level, count = _by_sum(grid, goal, True, vectors, count, MAIN, add, len(levels))
    tables = Tables(
        np.array([n, goal, most, boards, need, 0], np.int64),
        race,
        race_level,
        end,
        main,
        main_level,
        np.concatenate(vectors).astype(np.int16),
        np.array(kinds, np.int64),
        np.array([*(level.base for level in levels), base], np.int64),
    )
    game_rules.begin_turn(first, 0)
    template = np.zeros((), rules.game.dtype)
    template[()] = first
    return Plan(
        rules=rules,
        layout=sys.modules[__name__],
        levels=tuple(levels),
        rows=base,
        ends=np.eye(n),
        tables=tables,
        template=template,
        widest=3**game_rules.CUP + 2,
        deepest=(SQUARES * 7 + 8) * (game_rules.most_completions(first) + 2),
        most_actions=rules.game.max_legal,
        cut=_chance_of_the_last_board(first),
    )


def _chance_of_the_last_board(state: State) -> float:
    """How likely a turn ends the last board that counts with Skip-Bo, at most."""
    wild = int(state.skip_bo_faces) / game_rules.SIDES
    success = wild + int(state.number_faces) / game_rules.SIDES
    # The first board may lack one square only; this many dice succeed, and then a wild one.
    return float(wild * success ** (SQUARES * game_rules.most_completions(state)))


def _by_sum(
    grid: Any,
    radix: int,
    falling: bool,
    vectors: list[Any],
    count: int,
    part: int,
    add: Any,
    first_level: int,
) -> tuple[Any, Any, int]:
    """Number vectors by their sums; a level each, in rising or falling order of the sum."""
    n = grid.shape[1]
    sums = grid.sum(axis=1)
    code = np.zeros(len(grid), np.int64)
    for i in range(n):
        code = code * radix + grid[:, i]
    number = np.full(radix**n, -1, np.int32)
    level_of = np.full(int(sums.max()) + 1, -1, np.int64)
    order = np.argsort(-sums if falling else sums, kind="stable")
    values, starts = np.unique(-sums[order] if falling else sums[order], return_index=True)
    stops = np.append(starts[1:], len(order))
    for k, (value, start, stop) in enumerate(zip(values, starts, stops, strict=True)):
        mine = order[start:stop]
        number[code[mine]] = np.arange(len(mine), dtype=np.int32)
        level_of[abs(value)] = first_level + k
        vectors.append(grid[mine])
        add((part, count, 0, 0), len(mine))
        count += len(mine)
    return number, level_of, count


def first_turn(rules: Rules) -> State:
    """The first turn start, of the named seat or else of seat 1."""
    state = rules.initial_state()
    if int(state.stage) == STAGE_DRAW:
        game_rules.begin_turn(state, 0)
    return state


@njit
def turn(state: Any, seat: Any, copy: Any) -> None:
    """Make a copy of a state what it is seen from a seat, which becomes seat 0, its left 1, ..."""
    n = np.int64(state.players)
    for i in range(n):
        copy.scores[i] = state.scores[(seat + i) % n]
    copy.seat = (np.int64(state.seat) + n - seat) % n


def turned(state: State, seat: int) -> State:
    """A copy of a position in play, seen from a seat, see :func:`turn`."""
    copy = state.copy()
    turn(state, seat, copy)
    return copy


@njit
def turned_action(action: Any, seat: Any, players: Any) -> Any:
    """The action as it is called in the turned state: the same."""
    return action


def row_of(state: State, plan: Plan) -> tuple[int, int]:
    """The row of a position and the seat from which it is seen; row -1 within a turn."""
    kind, _, row, seat = locate(state, plan.tables)
    return (int(row), int(seat)) if kind in (TURN, END) else (-1, 0)


def name_of(turned_state: State, plan: Plan) -> int:
    """The name of a decision of the player in seat 0."""
    return int(name(turned_state, plan.tables))
