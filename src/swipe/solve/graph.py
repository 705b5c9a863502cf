"""The positions of one level as a sparse graph, and the sweeps over it.

The dice games fall into *levels* that are never left upwards: centre chips in Swipe, scores in
Skip-Bo Dice. A level's *roots* are its turn starts, seen by the player to move. What happens within
a turn is a directed acyclic graph of decision and chance *nodes* below each root, shared between
roots; its leaves are turn starts again, of this level or of one that is solved already.

Every value is a vector over the players, in seats counted from the mover: entry 0 is the mover's
winning chance, entry 1 that of the player to the left, and so on. All values of a level stand in
one *pool* of rows, float64[rows, n], to which the edges refer by row:

=================================  ==============================================================
``0 ... S - 1``                    the roots, seen by the player to move
``S ... 2 S - 1``                  the roots again, seen by the player on the mover's right, who
                                   has just ended a turn
``2 S ... 2 S + N - 1``            the nodes, children before parents
from ``2 S + N`` on                constants: everything below is solved already
=================================  ==============================================================

The compiled functions work on a range of rows so that threads can share a sweep; a sweep is the
same to the bit whatever the number of threads.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
References: TypeAlias = NDArray[np.int32]

TIE = 1e-12
"""Choices whose values differ by no more than this leave the mover indifferent."""

SHARED = 4096
"""Fewer rows than this are not worth sharing among threads."""


@dataclass
class Graph:
    """One level.

    Attributes:
        players: number of players n.
        roots: number of turn starts S.
        root_ptr: int64[S + 1], where each root's edges begin.
        root_ref, root_weight: int32[E] and float64[E], edges within the level and their chances.
        root_value, root_best: float64[S, n], what the edges that leave the level add to the value
            and to the best-response value.
        node_ptr: int64[N + 1], where each node's edges begin; ``node_ref``: int32[M].
        node_weight: float64[M], chances of the chance nodes; 0 for decisions.
        node_choice: bool[N], whether the mover chooses.
        node_key: uint64[N], the layout's name of the node.
        batch: int64[b + 1], runs of nodes that do not refer to each other.
        constant_value, constant_best: float64[X, n].
    """

    players: int
    roots: int
    root_ptr: Ints
    root_ref: References
    root_weight: Floats
    root_value: Floats
    root_best: Floats
    node_ptr: Ints
    node_ref: References
    node_weight: Floats
    node_choice: NDArray[np.bool_]
    node_key: NDArray[np.uint64]
    batch: Ints
    constant_value: Floats
    constant_best: Floats

    @property
    def seats(self) -> tuple[int, ...]:
        """A zero for every player: the compiler knows its length and unrolls loops by it."""
        return (0,) * self.players

    @property
    def nodes(self) -> int:
        """How many nodes there are within turns."""
        return len(self.node_choice)

    def pool(self, roots: Floats, constants: Floats) -> Floats:
        """A new pool with the given rows for roots and constants, and nodes at 0."""
        pool = np.zeros((2 * self.roots + self.nodes + len(constants), self.players))
        pool[: self.roots] = roots
        pool[self.roots : 2 * self.roots] = np.roll(roots, 1, axis=1)
        pool[2 * self.roots + self.nodes :] = constants
        return pool


class Sweeper:
    """Runs sweeps over ranges of a graph in a few threads."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _run(self, function: Any, low: int, high: int, *arrays: Any) -> float:
        """Apply a function to the rows from low to high; return the largest of its results."""
        if self._pool is None or high - low < SHARED:
            return float(function(low, high, *arrays))
        cuts = [low + (high - low) * i // self.threads for i in range(self.threads + 1)]
        futures = [self._pool.submit(function, a, b, *arrays) for a, b in pairwise(cuts[1:])]
        first = float(function(cuts[0], cuts[1], *arrays))
        return max(first, *(float(future.result()) for future in futures))

    def nodes(self, function: Any, graph: Graph, pool: Floats, weight: Floats, *more: Any) -> None:
        """Update every node's row, children first."""
        first = 2 * graph.roots
        arrays = (
            graph.node_ptr,
            graph.node_ref,
            graph.node_choice,
            pool,
            weight,
            first,
            graph.seats,
        )
        start = 0  # of batches that are not worth sharing: one after the other, in one call
        for low, high in pairwise(graph.batch.tolist()):
            if self._pool is not None and high - low >= SHARED:
                if start < low:
                    function(start, low, *arrays, *more)
                self._run(function, low, high, *arrays, *more)
                start = high
        if start < graph.nodes:
            function(start, graph.nodes, *arrays, *more)

    def roots(self, graph: Graph, pool: Floats, scratch: Floats, outside: Floats) -> float:
        """Update every root's rows from the old ones; return the largest change."""
        edges = (graph.root_ptr, graph.root_ref, graph.root_weight)
        change = self._run(
            update_roots, 0, graph.roots, *edges, outside, pool, scratch, graph.seats
        )
        self._run(copy_roots, 0, graph.roots, pool, scratch, graph.seats)
        return change


@njit(nogil=True, cache=True)
def update_roots(
    low: Any,
    high: Any,
    ptr: Any,
    ref: Any,
    weight: Any,
    outside: Any,
    pool: Any,
    out: Any,
    seats: Any,
) -> Any:
    """Expected values of the roots into ``out``; the largest change."""
    n = len(seats)
    change = 0.0
    for s in range(low, high):
        for i in range(n):
            out[s, i] = outside[s, i]
        for e in range(ptr[s], ptr[s + 1]):
            row, w = ref[e], weight[e]
            for i in range(n):
                out[s, i] += w * pool[row, i]
        for i in range(n):
            change = max(change, abs(out[s, i] - pool[s, i]))
    return change


@njit(nogil=True, cache=True)
def copy_roots(low: Any, high: Any, pool: Any, new: Any, seats: Any) -> Any:
    """Put new root values into both of their rows."""
    roots, n = len(new), len(seats)
    for s in range(low, high):
        for i in range(n):
            pool[s, i] = new[s, i]
        for i in range(1, n):
            pool[roots + s, i] = new[s, i - 1]
        pool[roots + s, 0] = new[s, n - 1]
    return 0.0


@njit(nogil=True, cache=True)
def mix_nodes(
    low: Any,
    high: Any,
    ptr: Any,
    ref: Any,
    choice: Any,
    pool: Any,
    weight: Any,
    first: Any,
    seats: Any,
) -> Any:
    """Values of the nodes when decisions are played by their weights."""
    n = len(seats)
    for k in range(low, high):
        out = first + k
        for i in range(n):
            pool[out, i] = 0.0
        for e in range(ptr[k], ptr[k + 1]):
            w = weight[e]
            if w != 0.0:
                row = ref[e]
                for i in range(n):
                    pool[out, i] += w * pool[row, i]
    return 0.0


@njit(nogil=True, cache=True)
def choose_nodes(
    low: Any,
    high: Any,
    ptr: Any,
    ref: Any,
    choice: Any,
    pool: Any,
    weight: Any,
    first: Any,
    seats: Any,
    kept: Any,
    flips: Any,
) -> Any:
    """Values of the nodes when the mover takes the best choice, ties evenly.

    Sets the weights of decisions, except where ``kept``: bool[N]; counts in ``flips``: int32[N]
    the decisions whose choice changed.
    """
    n = len(seats)
    for k in range(low, high):
        out = first + k
        a, b = ptr[k], ptr[k + 1]
        if choice[k] and not kept[k]:
            lead, best, second = a, pool[ref[a], 0], -1.0
            for e in range(a + 1, b):
                value = pool[ref[e], 0]
                if value > best:
                    lead, best, second = e, value, best
                elif value > second:
                    second = value
            if weight[lead] == 1.0 and second < best - TIE:  # as before, and the most frequent
                for i in range(n):
                    pool[out, i] = pool[ref[lead], i]
                continue
            ties = 0
            for e in range(a, b):
                if pool[ref[e], 0] >= best - TIE:
                    ties += 1
            changed = False
            for e in range(a, b):
                w = 1.0 / ties if pool[ref[e], 0] >= best - TIE else 0.0
                if weight[e] != w:
                    changed = True
                weight[e] = w
            if changed:
                flips[k] += 1
        for i in range(n):
            pool[out, i] = 0.0
        for e in range(a, b):
            w = weight[e]
            if w != 0.0:
                row = ref[e]
                for i in range(n):
                    pool[out, i] += w * pool[row, i]
    return 0.0


@njit(nogil=True, cache=True)
def answer_nodes(
    low: Any,
    high: Any,
    ptr: Any,
    ref: Any,
    choice: Any,
    pool: Any,
    weight: Any,
    first: Any,
    seats: Any,
) -> Any:
    """Best-response values: each player's own, the others playing by the weights."""
    n = len(seats)
    for k in range(low, high):
        out = first + k
        for i in range(n):
            pool[out, i] = 0.0
        best = 0.0
        for e in range(ptr[k], ptr[k + 1]):
            w, row = weight[e], ref[e]
            best = max(best, pool[row, 0])
            if w != 0.0:
                for i in range(n):
                    pool[out, i] += w * pool[row, i]
        if choice[k]:
            pool[out, 0] = best
    return 0.0
