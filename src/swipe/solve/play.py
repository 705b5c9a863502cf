"""Playing by a table, compiled: what it chooses in a position, for bots and for the fast core.

:meth:`swipe.solve.table.Table.policy` says how a table plays a decision. The functions here say the
same, fast enough to play millions of games: what may follow within the turn is evaluated from the
rules down to turn starts, with a stack of its own, and remembered by the layout's numbers, so that
different orders of the same choices cost nothing twice. Every call has scratch memory of its own, a
few small arrays. The table is read where it lies, in a file that is mapped into memory: threads and
processes share it.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba import njit
from numba.core.types import CompileResultWAP
from numpy.typing import NDArray

from swipe.games.contract import State
from swipe.games.plain import to_record
from swipe.games.registry import find_game
from swipe.kernels import compile_function
from swipe.kernels.cache import KernelCache, source_digest
from swipe.solve import LAYOUTS
from swipe.solve.expand import CHOICE, CLOSE, END, TURN, rehash
from swipe.solve.graph import TIE
from swipe.solve.policy import choose_by_table
from swipe.solve.table import Table

Book = namedtuple("Book", "values ends mixed_key mixed_weight deepest layout")
"""A table as the compiled functions read it.

``values``: float64[rows, n - 1] and ``ends``: float64[e, n] of turn starts and finished games;
``mixed_key``: uint64[k] rising and ``mixed_weight``: float64[k, a], the decisions that are played
at random; ``deepest``: how many choices and throws a turn can have; ``layout``: the layout's own
tables.
"""

FRAME = np.dtype(
    [
        ("at", "i8"),  # place of the decision's state, or of the first end of the throw
        ("top", "i8"),  # states in use before the frame was opened
        ("choice", "i8"),  # 1 at a decision, 0 at a throw
        ("next", "i8"),  # next action or end
        ("moves", "i8"),  # how many actions or ends
        ("sum", "f8"),  # at a throw: the expected value so far
        ("key", "u8"),  # the layout's number of the position within the turn
    ],
    align=True,
)
"""One step on the way down from the decision."""

ROOM = 128
"""States that are in use on the way down, to begin with."""

SLOTS = 64
"""Places to remember positions when the first one comes; twice as many whenever half are taken."""

SPARE_BITS = np.int64(63 - 53)
"""Bits of a random word beyond those that a fraction of one holds."""


@njit
def remembered(keys: Any, key: Any) -> Any:
    """The place of a key in open addressing, or the free one where it belongs."""
    mask = keys.size - 1
    mixed = key * np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    slot = np.int64(mixed & np.uint64(mask))
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@njit
def longer(array: Any) -> Any:
    """A copy with twice the room."""
    copy = np.empty(2 * array.size, array.dtype)
    for k in range(array.size):
        copy[k] = array[k]
    return copy


@cache
def chooser(name: str) -> Callable[..., int]:
    """The compiled function that plays the tables of a game.

    ``choose(state, word, book)`` returns a legal action of the seat to act, drawn with 63 random
    bits as the :class:`Book` says. It is compiled when it is first called.
    """
    game = find_game(name)
    rules, dtype, widest = game.rules, game.dtype, game.max_legal
    layout: Any = import_module(LAYOUTS[name])
    legal_actions: Any = compile_function(rules.legal_actions)
    seat_to_act: Any = compile_function(rules.seat_to_act)
    play: Any = compile_function(rules.play)
    land: Any = compile_function(rules.land)
    settle: Any = compile_function(rules.settle)
    chance_total: Any = compile_function(rules.chance_total)
    chance_outcome: Any = compile_function(rules.chance_outcome)
    chance_run: Any = compile_function(rules.chance_run)
    locate, position_name, forced = layout.locate, layout.name, layout.forced
    turn, turned_action = layout.turn, layout.turned_action
    within, mark = layout.within, layout.mark

    @njit
    def list_actions(state: Any, actions: Any) -> Any:
        return np.int64(legal_actions(state, actions))

    @njit
    def come_to_rest(state: Any) -> None:
        while settle(state) != 0:
            pass

    @njit
    def value_of_row(row: Any, seat: Any, book: Any) -> Any:
        """What a turn start or an end, as seen from a seat, is worth to seat 0."""
        n = book.ends.shape[1]
        own = (n - seat) % n
        if row < book.ends.shape[0]:
            return book.ends[row, own]
        row -= book.ends.shape[0]
        if own < n - 1:
            return book.values[row, own]
        rest = 1.0
        for i in range(n - 1):
            rest -= book.values[row, i]
        return rest

    @njit
    def share_out(state: Any, values: Any, count: Any, weights: Any, book: Any) -> Any:
        """How the table plays a decision of seat 0 whose choices have these values; its value."""
        best, second = -1.0, -1.0
        for a in range(count):
            if values[a] > best:
                best, second = values[a], best
            elif values[a] > second:
                second = values[a]
        at = book.mixed_key.size
        if count > 1 and at > 0 and best - second < CLOSE:
            key = position_name(state, book.layout)
            at = np.searchsorted(book.mixed_key, key)
            if at < book.mixed_key.size and book.mixed_key[at] != key:
                at = book.mixed_key.size
        ties = 0
        for a in range(count):
            if values[a] >= best - TIE:
                ties += 1
        value = 0.0
        for a in range(count):
            if at < book.mixed_key.size:
                weights[a] = book.mixed_weight[at, a]
            else:
                weights[a] = 1.0 / ties if values[a] >= best - TIE else 0.0
            value += weights[a] * values[a]
        return value

    @njit
    def open_frame(frame: Any, at: Any, top: Any, choice: Any, moves: Any, key: Any) -> None:
        frame.at, frame.top, frame.choice = at, top, choice
        frame.next, frame.moves, frame.sum, frame.key = 0, moves, 0.0, key

    @njit
    def throw(states: Any, chances: Any, marks: Any, top: Any) -> Any:
        """Put the ends of a throw, and how likely they are, in the place of its state.

        Die by die; where dice have come to the same the layout says so. Returns how many ends
        there are from ``top`` on, or -1 where there is no room for them.
        """
        low, high = top, top + 1
        chances[top] = 1.0
        dice = chance_run(states[top])
        for die in range(dice):
            last = high
            for place in range(low, high):
                total, ticket = chance_total(states[place]), 0
                while ticket < total:
                    outcome, first = chance_outcome(states[place], ticket), ticket
                    ticket += 1
                    while ticket < total and chance_outcome(states[place], ticket) == outcome:
                        ticket += 1
                    if last == states.size:
                        return -1
                    states[last] = states[place]
                    after = states[last]
                    land(after, outcome)
                    come_to_rest(after)
                    chance = chances[place] * (ticket - first) / total
                    same = last
                    if die < dice - 1:
                        marks[last] = mark(after)
                        same = high
                        while marks[same] != marks[last]:
                            same += 1
                    if same < last:
                        chances[same] += chance
                    else:
                        chances[last] = chance
                        last += 1
            low, high = high, last
        for k in range(high - low):
            states[top + k], chances[top + k] = states[low + k], chances[low + k]
        return high - low

    @njit
    def draw(weights: Any, count: Any, word: Any) -> Any:
        """The place that a random word falls on."""
        left = np.float64(np.int64(word) >> SPARE_BITS) * 2.0**-53
        chosen = 0
        for a in range(count):
            if weights[a] > 0.0:
                chosen = a
                if left < weights[a]:
                    break
                left -= weights[a]
        return chosen

    def choose(state: Any, word: Any, book: Any) -> Any:
        # The way down: states in use, the frames that refer to them, and a row for each frame.
        states, chances = np.empty(ROOM, dtype), np.empty(ROOM)
        marks = np.empty(ROOM, np.int64)
        frames = np.empty(book.deepest, FRAME)
        moves = np.empty((book.deepest, widest), np.uint16)
        values = np.empty((book.deepest, widest))
        weights = np.empty(widest)
        keys, known, taken = np.zeros(0, np.uint64), np.zeros(0), 0
        seat, n = np.int64(seat_to_act(state)), book.ends.shape[1]
        states[0] = state
        turn(state, seat, states[0])
        open_frame(frames[0], 0, 1, 1, list_actions(states[0], moves[0]), np.uint64(0))
        depth, top = 0, 1
        while True:
            here = frames[depth]
            if here.next < here.moves:
                at, used = top, top + 1
                if here.choice == 1:
                    if top == states.size:
                        states, chances, marks = longer(states), longer(chances), longer(marks)
                    states[at] = states[here.at]
                    play(states[at], np.int64(moves[depth, here.next]))
                    come_to_rest(states[at])
                else:
                    at, used = here.at + here.next, top
                here.next += 1
                forced(states[at])
                kind, _, row, whose = locate(states[at], book.layout)
                if kind == END or kind == TURN:
                    value = value_of_row(row, whose, book)
                else:
                    key = within(states[at], book.layout)
                    if keys.size == 0:
                        keys, known = np.zeros(SLOTS, np.uint64), np.empty(SLOTS)
                    slot = remembered(keys, key)
                    if keys[slot] != key:
                        depth += 1
                        if kind == CHOICE:
                            found = list_actions(states[at], moves[depth])
                            open_frame(frames[depth], at, top, 1, found, key)
                            top = used
                            continue
                        found = -1
                        while found < 0:
                            if top < states.size:
                                states[top] = states[at]
                                found = throw(states, chances, marks, top)
                            if found < 0:
                                states, chances = longer(states), longer(chances)
                                marks = longer(marks)
                        open_frame(frames[depth], top, top, 0, found, key)
                        top += found
                        continue
                    value = known[slot]
            elif depth == 0:
                break
            else:
                value = here.sum
                if here.choice == 1:
                    value = share_out(states[here.at], values[depth], here.moves, weights, book)
                if 2 * taken >= keys.size:
                    more_keys = np.zeros(2 * keys.size, np.uint64)
                    more_known = np.empty(2 * keys.size)
                    rehash(keys, known, more_keys, more_known)
                    keys, known = more_keys, more_known
                slot = remembered(keys, here.key)
                keys[slot], known[slot] = here.key, value
                taken += 1
                top = here.top
                depth -= 1
                here = frames[depth]
            if here.choice == 1:
                values[depth, here.next - 1] = value
            else:
                here.sum += chances[here.at + here.next - 1] * value
        # The table's weights are in the order that its player sees; the draw is in that of seats.
        actions = np.empty(widest, np.uint16)
        count = list_actions(state, actions)
        share_out(states[0], values[0], count, values[1], book)
        for a in range(count):
            action = turned_action(np.int64(actions[a]), seat, n)
            for place in range(count):
                if np.int64(moves[0, place]) == action:
                    weights[a] = values[1, place]
        return np.int64(actions[draw(weights, count, word)])

    compiled: Any = njit(nogil=True)(choose)
    folder = Path(__file__).parent
    names = ("play.py", "expand.py", "graph.py")
    files = [*(folder / each for each in names), *folder.glob("layouts/*.py")]
    compiled._cache = KernelCache(choose, f"choose-{name}", source_digest(files))
    found: Callable[..., int] = compiled
    return found


def book_of(table: Table) -> Book:
    """A table for the compiled functions; nothing of it is copied."""
    plan, arrays = table.plan, table.arrays
    views = [np.asarray(each) for each in (arrays.values, arrays.mixed_key, arrays.mixed_weight)]
    for view in views:
        view.flags.writeable = False  # empty ones are not mapped; all have one type
    return Book(views[0], plan.ends, views[1], views[2], plan.deepest, plan.tables)


class TablePlayer:
    """The policy that plays by a table: best choices, ties evenly, mixed ones by their weights.

    Attributes:
        table: the table.
        choose, tables: a policy with tables as the fast core takes it. Its tables are the
            :class:`Book` and the address of the compiled function: called by it, the function is
            not compiled into every driver again.
    """

    def __init__(self, table: Table) -> None:
        rules = table.rules
        book = book_of(table)
        compiled: Any = chooser(rules.game.name)
        of_state = numba.typeof(rules.initial_state())
        signature = numba.int64(of_state, numba.int64, numba.typeof(book))
        self.table = table
        self.choose = choose_by_table
        self.tables = book, CompileResultWAP(compiled.get_compile_result(signature))

    def __call__(self, state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
        """The action for the seat to act; ``word`` is random, of its bits 63 are used."""
        state = to_record(self.table.rules.game, state)
        return int(self.choose(state, actions, count, word & (1 << 63) - 1, self.tables))
