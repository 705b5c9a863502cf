"""From rules to graphs: a level's positions, followed through the rule functions.

Nothing here knows a game. A layout (:mod:`swipe.solve.layouts`) says how turn starts are numbered
and what else tells two positions apart; every transition comes from the functions of the game's
``rules`` module, compiled from that one source.
"""

from __future__ import annotations

import threading
from collections import namedtuple
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from swipe.kernels import compile_function
from swipe.kernels.cache import KernelCache, source_digest
from swipe.solve.graph import TIE, Graph

Book = namedtuple(
    "Book",
    "states actions kids edge_ref edge_weight edge_count scratch hash_key hash_ref node_ptr "
    "node_ref node_weight node_choice node_key constant count solved known_key known_weight tables",
)
"""The arrays of an expansion under way.

``states``: record[depth], the path from the root. ``actions``: uint16[depth, a]. ``kids``:
int64[depth, a]. ``edge_ref``, ``edge_weight``: [depth, e] and ``edge_count``: [depth], the edges of
the throws on the path. ``scratch``: float64[2, 2 n]. ``hash_*``: open addressing from node key to
reference. ``constant``: float64[X, 2 n], values and best-response values. ``count``: int64[9], see
below. ``solved``: float64[rows, 2 n], likewise, of the solved turn starts. ``known_key``,
``known_weight``: uint64[k] rising and float64[k, a], the decisions that are played at random.
``tables``: the layout's own.
"""

CONSTANT = 1 << 30
"""While a level is expanded, references from here on name a constant, those from ``2 S`` on a node,
those below a root, and negative ones a solved turn start: ``-1 - (n * row + seat)``."""

NODES, EDGES, CONSTANTS, HASHED, LEVEL, ROOTS, BASE, ROOT_EDGES, LAST = range(9)
"""Entries of ``count``: how full the arrays are; the level under way, its roots, its first row, and
the root to stop before.
"""

PART = 1 << 7
"""The least roots of a level that are worth expanding in parts."""

PARTS = 4
"""In how many parts a level is expanded, whatever the number of threads: always the same graph."""

TURN, CHOICE, THROW, END = range(4)
"""What a layout's ``locate`` finds: a turn start, a decision, chance within a turn, the end."""

UNKNOWN = np.int64(-(1 << 62))
FRAME = np.dtype(
    [
        ("base", "i8"),  # frame of the throw's first die; -1 at a decision
        ("next", "i8"),  # next ticket or action
        ("moves", "i8"),  # how many tickets or actions
        ("start", "i8"),  # outcome of the die before
        ("nth", "i8"),  # dice of the throw before this one
        ("run", "i8"),  # how many of them show the outcome of the last
        ("weight", "f8"),  # chance of the dice before
        ("edge", "f8"),  # chance of the edge under way
    ],
    align=True,
)
"""One step on the way from a root to a leaf."""
CLOSE = 1e-6
"""Only decisions nearer than this can be among those played at random."""


def make_expander(rules: Any, layout: Any) -> Callable[..., int]:
    """Return the compiled function that expands a run of roots of the level under way.

    Args:
        rules: a game's rules module.
        layout: the game's layout module.

    Returns:
        ``expand(book, first, root_ptr, root_ref, root_weight, root_constant)``; it returns the
        first root that it did not finish because an array was full, or the root to stop before.
    """
    legal_actions: Any = compile_function(rules.legal_actions)
    play: Any = compile_function(rules.play)
    land: Any = compile_function(rules.land)
    settle: Any = compile_function(rules.settle)
    chance_total: Any = compile_function(rules.chance_total)
    chance_outcome: Any = compile_function(rules.chance_outcome)
    chance_run: Any = compile_function(rules.chance_run)
    locate, name, write, forced = layout.locate, layout.name, layout.write, layout.forced
    same_dice = bool(layout.SAME_DICE)

    @njit
    def slot_of(book: Any, key: Any) -> Any:
        mask = book.hash_key.size - 1
        mixed = key * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        slot = np.int64(mixed & np.uint64(mask))
        while book.hash_key[slot] != 0 and book.hash_key[slot] != key:
            slot = (slot + 1) & mask
        return slot

    @njit
    def remember(book: Any, key: Any, ref: Any) -> None:
        slot = slot_of(book, key)
        if book.hash_key[slot] == 0:
            book.hash_key[slot] = key
            book.count[HASHED] += 1
        book.hash_ref[slot] = ref

    @njit
    def fetch(book: Any, ref: Any, out: Any) -> None:
        """The constant that a reference stands for, values and best-response values."""
        n = out.size // 2
        if ref >= CONSTANT:
            for i in range(2 * n):
                out[i] = book.constant[ref - CONSTANT, i]
        else:
            q = -1 - ref
            row, seat = q // n, q % n
            for i in range(n):
                j = i - seat
                if j < 0:
                    j += n
                out[i] = book.solved[row, j]
                out[n + i] = book.solved[row, n + j]

    @njit
    def is_constant(ref: Any) -> Any:
        return ref < 0 or ref >= CONSTANT

    @njit
    def is_full(book: Any) -> Any:
        return (
            book.count[NODES] + 1 >= book.node_choice.size
            or book.count[EDGES] + book.edge_ref.shape[1] + 1 >= book.node_ref.size
            or book.count[CONSTANTS] + 1 >= book.constant.shape[0]
            or 2 * book.count[HASHED] >= book.hash_key.size
        )

    @njit
    def add_edge(book: Any, base: Any, ref: Any, weight: Any) -> None:
        count = book.edge_count[base]
        for e in range(count):
            if book.edge_ref[base, e] == ref:
                book.edge_weight[base, e] += weight
                return
        book.edge_ref[base, count] = ref
        book.edge_weight[base, count] = weight
        book.edge_count[base] = count + 1

    @njit
    def gather(book: Any, base: Any, total: Any) -> Any:
        """Sum the constant edges of a throw into ``total``; keep the others; return how many."""
        vector = book.scratch[0]
        kept = 0
        for i in range(total.size):
            total[i] = 0.0
        for e in range(book.edge_count[base]):
            ref, weight = book.edge_ref[base, e], book.edge_weight[base, e]
            if is_constant(ref):
                fetch(book, ref, vector)
                for i in range(total.size):
                    total[i] += weight * vector[i]
            else:
                book.edge_ref[base, kept] = ref
                book.edge_weight[base, kept] = weight
                kept += 1
        book.edge_count[base] = kept
        return kept

    @njit
    def new_constant(book: Any) -> Any:
        row = book.count[CONSTANTS]
        book.count[CONSTANTS] = row + 1
        return row

    @njit
    def close_throw(book: Any, base: Any, key: Any) -> Any:
        row = new_constant(book)
        kept = gather(book, base, book.constant[row])
        if kept == 0:
            ref = CONSTANT + row
        else:
            k, edge = book.count[NODES], book.count[EDGES]
            for e in range(kept):
                book.node_ref[edge + e] = book.edge_ref[base, e]
                book.node_weight[edge + e] = book.edge_weight[base, e]
            book.node_ref[edge + kept] = CONSTANT + row
            book.node_weight[edge + kept] = 1.0
            book.count[EDGES] = edge + kept + 1
            book.node_ptr[k + 1] = edge + kept + 1
            book.node_choice[k] = False
            book.node_key[k] = key
            book.count[NODES] = k + 1
            ref = 2 * book.count[ROOTS] + k
        remember(book, key, ref)
        return ref

    @njit
    def close_choice(book: Any, depth: Any, actions: Any, key: Any) -> Any:
        n = book.solved.shape[1] // 2
        free = False
        for a in range(actions):
            if not is_constant(book.kids[depth, a]):
                free = True
        if free:
            k, edge = book.count[NODES], book.count[EDGES]
            for a in range(actions):
                book.node_ref[edge + a] = book.kids[depth, a]
                book.node_weight[edge + a] = 0.0
            book.count[EDGES] = edge + actions
            book.node_ptr[k + 1] = edge + actions
            book.node_choice[k] = True
            book.node_key[k] = key
            book.count[NODES] = k + 1
            ref = 2 * book.count[ROOTS] + k
            remember(book, key, ref)
            return ref
        # Everything below is solved: the mover's best choice, ties evenly, or the known mixture.
        row = new_constant(book)
        vector, out = book.scratch[0], book.constant[row]
        best, second, best_response = -1.0, -1.0, -1.0
        for a in range(actions):
            fetch(book, book.kids[depth, a], vector)
            if vector[0] > best:
                best, second = vector[0], best
            elif vector[0] > second:
                second = vector[0]
            if vector[n] > best_response:
                best_response = vector[n]
        known = -1
        if best - second < CLOSE and book.known_key.size > 0:
            at = np.searchsorted(book.known_key, key)
            if at < book.known_key.size and book.known_key[at] == key:
                known = at
        ties = 0
        for a in range(actions):
            fetch(book, book.kids[depth, a], vector)
            if vector[0] >= best - TIE:
                ties += 1
        for i in range(2 * n):
            out[i] = 0.0
        for a in range(actions):
            fetch(book, book.kids[depth, a], vector)
            if known >= 0:
                weight = book.known_weight[known, a]
            else:
                weight = 1.0 / ties if vector[0] >= best - TIE else 0.0
            if weight > 0.0:
                for i in range(2 * n):
                    out[i] += weight * vector[i]
        out[n] = best_response
        ref = CONSTANT + row
        remember(book, key, ref)
        return ref

    @njit
    def resolve(book: Any, state: Any) -> Any:
        """The reference of a resting state, or UNKNOWN, with what it is and its name."""
        kind, level, row, seat = locate(state, book.tables)
        n = book.solved.shape[1] // 2
        if kind == END:
            return np.int64(-1 - n * row), kind, np.uint64(0)
        if kind == TURN:
            if level == book.count[LEVEL]:
                return (
                    np.int64(seat * book.count[ROOTS] + row - book.count[BASE]),
                    kind,
                    np.uint64(0),
                )
            return np.int64(-1 - (n * row + seat)), kind, np.uint64(0)
        key = name(state, book.tables)
        slot = slot_of(book, key)
        if book.hash_key[slot] == key:
            return np.int64(book.hash_ref[slot]), kind, key
        return UNKNOWN, kind, key

    def expand(
        book: Any, first: Any, root_ptr: Any, root_ref: Any, root_weight: Any, root_constant: Any
    ) -> Any:
        """Follow the rules from every root, depth first, with a stack of its own.

        A frame is a decision or one die of a throw; the edges of a throw are collected at the
        frame of its first die. Where dice are alike, their faces come in rising order, each
        arrangement with the number of its permutations.
        """
        deepest = book.states.size
        frame = np.zeros(deepest, FRAME)
        key_at = np.zeros(deepest, np.uint64)
        for root in range(first, book.count[LAST]):
            if book.count[ROOT_EDGES] + book.edge_ref.shape[1] >= root_ref.size:
                return root
            write(book.states[0], book.count[LEVEL], root, book.tables)
            depth = 0
            ref = np.int64(0)
            open_throw(frame[0], 0, 0, 0, 0, 1.0, chance_total(book.states[0]))
            book.edge_count[0] = 0
            while depth >= 0:
                here, state = frame[depth], book.states[depth]
                if here.next < here.moves:
                    book.states[depth + 1] = state
                    after = book.states[depth + 1]
                    if here.base < 0:
                        play(after, int(book.actions[depth, here.next]))
                        here.next += 1
                        while settle(after) != 0:
                            pass
                    else:
                        outcome = chance_outcome(state, here.next)
                        tickets = 1
                        while (
                            here.next + tickets < here.moves
                            and chance_outcome(state, here.next + tickets) == outcome
                        ):
                            tickets += 1
                        here.next += tickets
                        chance = here.weight * tickets / here.moves
                        alike = 0
                        if same_dice:
                            if outcome < here.start:
                                continue
                            alike = here.run + 1 if outcome == here.start else 1
                            chance = chance * (here.nth + 1) / alike
                        more = chance_run(state) > 1
                        land(after, outcome)
                        while settle(after) != 0:
                            pass
                        if more:
                            depth += 1
                            open_throw(
                                frame[depth],
                                here.base,
                                outcome,
                                here.nth + 1,
                                alike,
                                chance,
                                chance_total(after),
                            )
                            continue
                        here.edge = chance
                    forced(after)
                    ref, kind, key = resolve(book, after)
                    if ref == UNKNOWN:
                        if is_full(book):
                            return root
                        depth += 1
                        key_at[depth] = key
                        if kind == CHOICE:
                            open_choice(frame[depth], legal_actions(after, book.actions[depth]))
                        else:
                            open_throw(frame[depth], depth, 0, 0, 0, 1.0, chance_total(after))
                            book.edge_count[depth] = 0
                        continue
                else:
                    if here.base < 0:
                        if is_full(book):
                            return root
                        ref = close_choice(book, depth, here.moves, key_at[depth])
                    elif here.base == depth and depth > 0:
                        if is_full(book):
                            return root
                        ref = close_throw(book, depth, key_at[depth])
                    else:
                        depth -= 1
                        continue
                    depth -= 1
                    here = frame[depth]
                if here.base < 0:
                    book.kids[depth, here.next - 1] = ref
                else:
                    add_edge(book, here.base, ref, here.edge)
            kept = gather(book, 0, root_constant[root])
            edge = book.count[ROOT_EDGES]
            for e in range(kept):
                root_ref[edge + e] = book.edge_ref[0, e]
                root_weight[edge + e] = book.edge_weight[0, e]
            root_ptr[root + 1] = edge + kept
            book.count[ROOT_EDGES] = edge + kept
        return book.count[LAST]

    driver: Any = njit(nogil=True)(expand)
    folder = Path(__file__).parent
    files = [folder / "expand.py", folder / "graph.py", *folder.glob("layouts/*.py")]
    driver._cache = KernelCache(expand, f"expand-{layout.__name__}", source_digest(files))
    compiled: Callable[..., int] = driver
    return compiled


@njit
def open_throw(
    frame: Any, base: Any, start: Any, nth: Any, run: Any, weight: Any, tickets: Any
) -> None:
    """Begin with one die of a throw."""
    frame.base, frame.next, frame.moves = base, 0, tickets
    frame.start, frame.nth, frame.run, frame.weight = start, nth, run, weight


@njit
def open_choice(frame: Any, actions: Any) -> None:
    """Begin with a decision."""
    frame.base, frame.next, frame.moves = -1, 0, actions


@njit
def rehash(old_key: Any, old_ref: Any, new_key: Any, new_ref: Any) -> None:
    """Move the entries of a full hash table into a larger one."""
    mask = new_key.size - 1
    for k in range(old_key.size):
        key = old_key[k]
        if key == 0:
            continue
        mixed = key * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
        slot = np.int64(mixed & np.uint64(mask))
        while new_key[slot] != 0:
            slot = (slot + 1) & mask
        new_key[slot] = key
        new_ref[slot] = old_ref[k]


@njit
def batches(node_ptr: Any, node_ref: Any, first: Any, height: Any) -> Any:
    """Fill every node's height above the leaves of its turn; return the greatest plus one."""
    top = 0
    for k in range(height.size):
        most = 0
        for e in range(node_ptr[k], node_ptr[k + 1]):
            ref = node_ref[e]
            if first <= ref < CONSTANT and height[ref - first] + 1 > most:
                most = height[ref - first] + 1
        height[k] = most
        if most + 1 > top:
            top = most + 1
    return top


@njit
def renumber(
    order: Any, place: Any, first: Any, node_ptr: Any, node_ref: Any, node_weight: Any, out: Any
) -> None:
    """Copy the nodes in a new order; ``place`` is the inverse of ``order``."""
    new_ptr, new_ref, new_weight = out
    edge = 0
    new_ptr[0] = 0
    for k in range(order.size):
        for e in range(node_ptr[order[k]], node_ptr[order[k] + 1]):
            ref = node_ref[e]
            if first <= ref < CONSTANT:
                ref = first + place[ref - first]
            new_ref[edge] = ref
            new_weight[edge] = node_weight[e]
            edge += 1
        new_ptr[k + 1] = edge


@dataclass
class _Part:
    """What some roots of a level led to; see :class:`swipe.solve.graph.Graph` for the arrays."""

    root_ptr: NDArray[np.int64]
    root_ref: NDArray[np.int32]
    root_weight: NDArray[np.float64]
    root_constant: NDArray[np.float64]
    node_ptr: NDArray[np.int64]
    node_ref: NDArray[np.int32]
    node_weight: NDArray[np.float64]
    node_choice: NDArray[np.bool_]
    node_key: NDArray[np.uint64]
    constant: NDArray[np.float64]


def join_parts(parts: Sequence[_Part], first: int) -> _Part:
    """One part out of several: nodes that were found by more than one are kept once.

    Args:
        parts: with references to nodes from ``first`` on and to constants from ``CONSTANT`` on.
        first: the reference of the first node.
    """
    if len(parts) == 1:
        return parts[0]
    nodes = np.cumsum([0] + [len(part.node_key) for part in parts])
    constants = np.cumsum([0] + [len(part.constant) for part in parts])
    keys = np.concatenate([part.node_key for part in parts])
    found_first, which = np.unique(keys, return_index=True, return_inverse=True)[1:]
    kept = np.zeros(len(keys), np.bool_)
    kept[found_first] = True
    place = (np.cumsum(kept) - 1)[found_first[which]]

    def moved(ref: NDArray[np.int32], part: int) -> NDArray[np.int32]:
        found = ref.copy()
        found[ref >= CONSTANT] += constants[part]
        inner = (ref >= first) & (ref < CONSTANT)
        found[inner] = first + place[nodes[part] + ref[inner] - first]
        return found

    sizes = np.concatenate([np.diff(part.node_ptr) for part in parts])
    edge_kept = np.repeat(kept, sizes)
    root_sizes = np.concatenate([np.diff(part.root_ptr) for part in parts])
    return _Part(
        root_ptr=np.concatenate([[0], np.cumsum(root_sizes)]),
        root_ref=np.concatenate([moved(part.root_ref, i) for i, part in enumerate(parts)]),
        root_weight=np.concatenate([part.root_weight for part in parts]),
        root_constant=np.concatenate([part.root_constant for part in parts]),
        node_ptr=np.concatenate([[0], np.cumsum(sizes[kept])]),
        node_ref=np.concatenate([moved(part.node_ref, i) for i, part in enumerate(parts)])[
            edge_kept
        ],
        node_weight=np.concatenate([part.node_weight for part in parts])[edge_kept],
        node_choice=np.concatenate([part.node_choice for part in parts])[kept],
        node_key=keys[kept],
        constant=np.concatenate([part.constant for part in parts]),
    )


class Expander:
    """Builds the graphs of a game's levels, one after the other.

    Args:
        rules: the game's rules module.
        layout: the game's layout module.
        template: a state of the rules that are solved; its options are copied into every root.
        tables: what the layout's functions need.
        players: number of players.
        widest: an upper bound on the number of different ends of one throw.
        deepest: an upper bound on the moves and single dice of a turn.
        most_actions: an upper bound on the number of legal actions.
        threads: how many threads expand the parts of a level.
    """

    def __init__(
        self,
        rules: Any,
        layout: Any,
        template: NDArray[Any],
        tables: Any,
        players: int,
        widest: int,
        deepest: int,
        most_actions: int,
        threads: int = 1,
    ) -> None:
        self.players = players
        self.tables = tables
        self.template = template
        self.widest, self.deepest, self.most_actions = widest, deepest, most_actions
        self.threads = threads
        self.expand = make_expander(rules, layout)
        self._compiled = threading.Lock()
        self._warm = False
        self.room = {"node": 1 << 12, "edge": 1 << 14, "constant": 1 << 12, "hash": 1 << 14}

    def _expand(self, *arguments: Any) -> int:
        if self._warm:
            return self.expand(*arguments)
        with self._compiled:  # the first call compiles
            first = self.expand(*arguments)
            self._warm = True
        return first

    def _expand_part(
        self,
        level: int,
        roots: int,
        base: int,
        low: int,
        high: int,
        solved: NDArray[np.float64],
        known_key: NDArray[np.uint64],
        known_weight: NDArray[np.float64],
    ) -> _Part:
        """Follow the rules from the roots ``low`` to ``high - 1`` of a level."""
        n, room = self.players, dict(self.room)
        states = np.zeros(self.deepest, self.template.dtype)
        states[:] = self.template
        actions = np.zeros((self.deepest, self.most_actions), np.uint16)
        kids = np.zeros((self.deepest, self.most_actions), np.int64)
        path_ref = np.zeros((self.deepest, self.widest), np.int64)
        path_weight = np.zeros((self.deepest, self.widest))
        path_count = np.zeros(self.deepest, np.int64)
        scratch = np.zeros((2, 2 * n))
        hash_key, hash_ref = np.zeros(room["hash"], np.uint64), np.zeros(room["hash"], np.int32)
        node_ptr = np.zeros(room["node"] + 1, np.int64)
        node_choice = np.zeros(room["node"], np.bool_)
        node_key = np.zeros(room["node"], np.uint64)
        node_ref, node_weight = np.zeros(room["edge"], np.int32), np.zeros(room["edge"])
        constant = np.zeros((room["constant"], 2 * n))
        count = np.zeros(9, np.int64)
        count[LEVEL], count[ROOTS], count[BASE], count[LAST] = level, roots, base, high
        root_ptr = np.zeros(roots + 1, np.int64)
        size = max(4 * (high - low), 1 << 12)
        root_ref, root_weight = np.zeros(size, np.int32), np.zeros(size)
        root_constant = np.zeros((roots, 2 * n))
        first = low
        while True:
            book = Book(
                states,
                actions,
                kids,
                path_ref,
                path_weight,
                path_count,
                scratch,
                hash_key,
                hash_ref,
                node_ptr,
                node_ref,
                node_weight,
                node_choice,
                node_key,
                constant,
                count,
                solved,
                known_key,
                known_weight,
                self.tables,
            )
            first = self._expand(book, first, root_ptr, root_ref, root_weight, root_constant)
            if first >= high:
                break
            width = self.widest
            if count[ROOT_EDGES] + width >= len(root_ref):
                root_ref, root_weight = _longer(root_ref, width), _longer(root_weight, width)
            if count[NODES] + 1 >= len(node_choice):
                node_choice, node_key = _longer(node_choice), _longer(node_key)
                node_ptr = _longer(node_ptr)
                self.room["node"] = len(node_choice)
            if count[EDGES] + width + 1 >= len(node_ref):
                node_ref, node_weight = _longer(node_ref, width), _longer(node_weight, width)
                self.room["edge"] = len(node_ref)
            if count[CONSTANTS] + 1 >= len(constant):
                constant = _longer(constant)
                self.room["constant"] = len(constant)
            if 2 * count[HASHED] >= len(hash_key):
                old_key, old_ref = hash_key, hash_ref
                hash_key = np.zeros(2 * len(old_key), np.uint64)
                hash_ref = np.zeros(2 * len(old_ref), np.int32)
                rehash(old_key, old_ref, hash_key, hash_ref)
                self.room["hash"] = len(hash_key)
        nodes, edges = int(count[NODES]), int(count[EDGES])
        return _Part(
            root_ptr=root_ptr[low : high + 1],
            root_ref=root_ref[: count[ROOT_EDGES]].copy(),
            root_weight=root_weight[: count[ROOT_EDGES]].copy(),
            root_constant=root_constant[low:high],
            node_ptr=node_ptr[: nodes + 1],
            node_ref=node_ref[:edges],
            node_weight=node_weight[:edges],
            node_choice=node_choice[:nodes],
            node_key=node_key[:nodes],
            constant=constant[: count[CONSTANTS]],
        )

    def graph(
        self,
        level: int,
        roots: int,
        base: int,
        solved: NDArray[np.float64],
        known_key: NDArray[np.uint64],
        known_weight: NDArray[np.float64],
    ) -> Graph:
        """Expand one level.

        Args:
            level: its number in the layout.
            roots: how many turn starts it has.
            base: the row of the first of them.
            solved: float64[rows, 2 n], values and best-response values of all lower levels.
            known_key: uint64[k] rising, decisions of lower levels that are played at random.
            known_weight: float64[k, a], how.
        """

        def expand_part(span: tuple[int, int]) -> _Part:
            return self._expand_part(level, roots, base, *span, solved, known_key, known_weight)

        count = PARTS if roots >= PART else 1
        cuts = [roots * i // count for i in range(count + 1)]
        with ThreadPoolExecutor(self.threads) as pool:
            parts = list(pool.map(expand_part, pairwise(cuts)))
        joined = join_parts(parts, 2 * roots)
        del parts
        return self._in_batches(joined, roots, solved)

    def _in_batches(self, part: _Part, roots: int, solved: NDArray[np.float64]) -> Graph:
        """The whole level with its nodes in order of their height, solved turns as constants."""
        n, first = self.players, 2 * roots
        nodes = len(part.node_key)
        root_ref, constant = part.root_ref, part.constant
        height = np.zeros(nodes, np.int32)
        top = batches(part.node_ptr, part.node_ref, first, height)
        order = np.argsort(height, kind="stable")
        place = np.empty(nodes, np.int64)
        place[order] = np.arange(nodes)
        new_ptr, new_ref = np.zeros(nodes + 1, np.int64), np.zeros_like(part.node_ref)
        new_weight = np.zeros_like(part.node_weight)
        renumber(
            order,
            place,
            first,
            part.node_ptr,
            part.node_ref,
            part.node_weight,
            (new_ptr, new_ref, new_weight),
        )
        inner = (root_ref >= first) & (root_ref < CONSTANT)
        root_ref[inner] = first + place[root_ref[inner] - first]
        outside = np.unique(new_ref[new_ref < 0])
        if len(outside):
            rows, seats = np.divmod(-1 - outside.astype(np.int64), n)
            seen = (np.arange(n) - seats[:, None]) % n
            seen = np.concatenate([seen, n + seen], axis=1)
            extra = solved[rows[:, None], seen]
            negative = new_ref < 0
            new_ref[negative] = (
                CONSTANT + len(constant) + np.searchsorted(outside, new_ref[negative])
            )
            constant = np.concatenate([constant, extra])
        # most constants have become part of others
        inner = new_ref >= CONSTANT
        used = np.zeros(len(constant), np.bool_)
        used[new_ref[inner] - CONSTANT] = True
        new_ref[inner] = first + nodes + (np.cumsum(used) - 1)[new_ref[inner] - CONSTANT]
        constant = constant[used]
        return Graph(
            players=n,
            roots=roots,
            root_ptr=np.ascontiguousarray(part.root_ptr),
            root_ref=root_ref,
            root_weight=part.root_weight,
            root_value=np.ascontiguousarray(part.root_constant[:, :n]),
            root_best=np.ascontiguousarray(part.root_constant[:, n:]),
            node_ptr=new_ptr,
            node_ref=new_ref,
            node_weight=new_weight,
            node_choice=part.node_choice[order],
            node_key=part.node_key[order],
            batch=np.searchsorted(height[order], np.arange(top + 1)).astype(np.int64),
            constant_value=np.ascontiguousarray(constant[:, :n]),
            constant_best=np.ascontiguousarray(constant[:, n:]),
        )


def _longer(array: NDArray[Any], least: int = 0) -> NDArray[Any]:
    """A copy with about twice the room along the first axis; an odd one keeps its extra entry."""
    size = 2 * len(array) + 2 * least if len(array) % 2 == 0 else 2 * len(array) - 1
    longer = np.zeros((size, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer
