"""From rules to graphs: a level's positions, followed through the rule functions.

Nothing here knows a game. A layout (:mod:`swipe.solve.layouts`) says how turn starts are numbered
and what else tells two positions apart; every transition comes from the functions of the game's
``rules`` module, compiled from that one source.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
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
reference. ``constant``: float64[X, 2 n], values and best-response values. ``count``: int64[8], see
below. ``solved``: float64[rows, 2 n], likewise, of the solved turn starts. ``known_key``,
``known_weight``: uint64[k] rising and float64[k, a], the decisions that are played at random.
``tables``: the layout's own.
"""

CONSTANT = 1 << 30
"""While a level is expanded, references from here on name a constant, those from ``2 S`` on a node,
those below a root, and negative ones a solved turn start: ``-1 - (n * row + seat)``."""

NODES, EDGES, CONSTANTS, HASHED, LEVEL, ROOTS, BASE, ROOT_EDGES = range(8)
"""Entries of ``count``: how full the arrays are; the level under way, its roots, its first row."""

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
        first root that it did not finish because an array was full, or the number of roots.
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
        for root in range(first, book.count[ROOTS]):
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
        return book.count[ROOTS]

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


@njit
def relabel(root_ref: Any, first: Any, place: Any) -> None:
    """Apply a renumbering of the nodes to the roots' edges."""
    for e in range(root_ref.size):
        if first <= root_ref[e] < CONSTANT:
            root_ref[e] = first + place[root_ref[e] - first]


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
    ) -> None:
        self.players = players
        self.tables = tables
        self.expand = make_expander(rules, layout)
        self.states = np.zeros(deepest, template.dtype)
        self.states[:] = template
        self.actions = np.zeros((deepest, most_actions), np.uint16)
        self.kids = np.zeros((deepest, most_actions), np.int64)
        self.edge_ref = np.zeros((deepest, widest), np.int64)
        self.edge_weight = np.zeros((deepest, widest))
        self.edge_count = np.zeros(deepest, np.int64)
        self.room = {"node": 1 << 12, "edge": 1 << 14, "constant": 1 << 12, "hash": 1 << 14}

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
        n, room = self.players, self.room
        hash_key, hash_ref = np.zeros(room["hash"], np.uint64), np.zeros(room["hash"], np.int32)
        node_ptr = np.zeros(room["node"] + 1, np.int64)
        node_choice = np.zeros(room["node"], np.bool_)
        node_key = np.zeros(room["node"], np.uint64)
        node_ref, node_weight = np.zeros(room["edge"], np.int32), np.zeros(room["edge"])
        constant = np.zeros((room["constant"], 2 * n))
        count = np.zeros(8, np.int64)
        count[LEVEL], count[ROOTS], count[BASE] = level, roots, base
        root_ptr = np.zeros(roots + 1, np.int64)
        size = max(4 * roots, 1 << 12)
        root_ref, root_weight = np.zeros(size, np.int32), np.zeros(size)
        root_constant = np.zeros((roots, 2 * n))
        first = 0
        while True:
            book = Book(
                self.states,
                self.actions,
                self.kids,
                self.edge_ref,
                self.edge_weight,
                self.edge_count,
                np.zeros((2, 2 * n)),
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
            first = self.expand(book, first, root_ptr, root_ref, root_weight, root_constant)
            if first >= roots:
                break
            width = self.edge_ref.shape[1]
            if count[ROOT_EDGES] + width >= len(root_ref):
                root_ref, root_weight = _longer(root_ref, width), _longer(root_weight, width)
            if count[NODES] + 1 >= len(node_choice):
                node_choice, node_key = _longer(node_choice), _longer(node_key)
                node_ptr = _longer(node_ptr)
                room["node"] = len(node_choice)
            if count[EDGES] + width + 1 >= len(node_ref):
                node_ref, node_weight = _longer(node_ref, width), _longer(node_weight, width)
                room["edge"] = len(node_ref)
            if count[CONSTANTS] + 1 >= len(constant):
                constant = _longer(constant)
                room["constant"] = len(constant)
            if 2 * count[HASHED] >= len(hash_key):
                old_key, old_ref = hash_key, hash_ref
                hash_key = np.zeros(2 * len(old_key), np.uint64)
                hash_ref = np.zeros(2 * len(old_ref), np.int32)
                rehash(old_key, old_ref, hash_key, hash_ref)
                room["hash"] = len(hash_key)
        del hash_key, hash_ref, book
        nodes, edges = int(count[NODES]), int(count[EDGES])
        root_ref = root_ref[: count[ROOT_EDGES]].copy()
        root_weight = root_weight[: count[ROOT_EDGES]].copy()
        height = np.zeros(nodes, np.int32)
        top = batches(node_ptr, node_ref, 2 * roots, height)
        order = np.argsort(height, kind="stable")
        place = np.empty(nodes, np.int64)
        place[order] = np.arange(nodes)
        new_ptr, new_ref = np.zeros(nodes + 1, np.int64), np.zeros(edges, np.int32)
        new_weight = np.zeros(edges)
        renumber(
            order, place, 2 * roots, node_ptr, node_ref, node_weight, (new_ptr, new_ref, new_weight)
        )
        relabel(root_ref, 2 * roots, place)
        constant = constant[: count[CONSTANTS]]
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
        new_ref[new_ref >= CONSTANT] -= CONSTANT - 2 * roots - nodes
        return Graph(
            players=n,
            roots=roots,
            root_ptr=root_ptr,
            root_ref=root_ref,
            root_weight=root_weight,
            root_value=np.ascontiguousarray(root_constant[:, :n]),
            root_best=np.ascontiguousarray(root_constant[:, n:]),
            node_ptr=new_ptr,
            node_ref=new_ref,
            node_weight=new_weight,
            node_choice=node_choice[order],
            node_key=node_key[order],
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
