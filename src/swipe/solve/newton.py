"""A Newton step towards an equilibrium of a level: the linear model, and its solution.

The weights of some decisions are unknowns. The derivative of their choices' values by them is the
expected number of visits to a decision, from the choice on, times the values of what can be chosen
there; visits are followed forwards through the sparse graph until little probability is left within
the level.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numba import njit

from swipe.solve.graph import TIE, Floats, Graph, Ints
from swipe.solve.linear_game import solve_linear

DECIDED = 2e-4
"""A decision whose best choice leads by more than this may leave the set M."""

CARE = 0.1
"""To which part of the present loss the linear model is solved."""

FAINT = 1e-3
"""Visits less probable than this are not followed."""


@dataclass
class Step:
    """A Newton step: new ``weights`` of some ``edges``.

    Attributes:
        edges, weights: int64[m] and float64[m].
        owner: int64[m], which of the decisions in M each edge is of.
        settled: int64[k], decisions that may leave the set M.
        groups, largest: how many groups of decisions were solved apart; edges of the largest.
        pivots: of all groups.
        left: the largest loss that the linear model leaves.
    """

    edges: Ints
    weights: Floats
    owner: Ints
    settled: Ints
    groups: int
    largest: int
    pivots: int
    left: float


def newton_step(graph: Graph, pool: Floats, weight: Floats, mixed: Ints, gap: float) -> Step:
    """Solve the linear model of the choices' values around the present weights.

    Args:
        graph: the level.
        pool: where its values stand.
        weight: where its weights stand.
        mixed: int64[k], the set M.
        gap: the present loss.
    """
    sizes = np.diff(graph.node_ptr)[mixed]
    first = np.concatenate([[0], np.cumsum(sizes)])
    owner = np.repeat(np.arange(len(mixed)), sizes)
    edges = np.arange(first[-1]) - first[owner] + graph.node_ptr[mixed][owner]
    value = pool[graph.node_ref[edges], 0]
    loss = np.maximum.reduceat(value, first[:-1])[owner] - value
    # decisions that are far from a change need no unknowns
    margin = np.minimum.reduceat(np.where(loss > TIE, loss, np.inf), first[:-1])
    lost = np.maximum.reduceat(loss * weight[edges], first[:-1])
    settled = mixed[(lost == 0.0) & (margin > DECIDED) & np.isfinite(margin)]
    place = np.full(graph.nodes, -1, np.int64)
    place[mixed] = np.arange(len(mixed))
    row, column, entry = influence(
        edges,
        first,
        place,
        pool,
        weight,
        graph.root_ptr,
        graph.root_ref,
        graph.root_weight,
        graph.node_ptr,
        graph.node_ref,
        graph.roots,
        FAINT,
    )
    found = solve_linear(value, weight[edges], owner, row, column, entry, CARE * gap)
    return Step(
        edges, found.weights, owner, settled, found.groups, found.largest, found.pivots, found.left
    )


@njit(cache=True)
def influence(
    edges: Any,
    first: Any,
    place: Any,
    pool: Any,
    weight: Any,
    root_ptr: Any,
    root_ref: Any,
    root_weight: Any,
    node_ptr: Any,
    node_ref: Any,
    roots: Any,
    faint: Any,
) -> Any:
    """The derivative of the mover's value of each edge by the weights of all of them, sparse.

    For each of ``edges`` the one player who chooses it is followed: the chance to be at a row, with
    that player in relative seat c, is pushed along the graph. ``place``: int64[N], a node's number
    in the set M or -1; ``first``: where its edges begin in ``edges``. Returns rows, columns and
    entries; those of one node are relative to its present value.
    """
    n = pool.shape[1]
    nodes = node_ptr.size - 1
    mass = np.zeros((2 * roots + nodes, n))
    size = 1 << 16
    row, column, entry = np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size)
    filled = 0
    total = np.zeros(edges.size)
    hit = np.empty(edges.size, np.int64)
    now = np.empty(roots * n, np.int64)
    later = np.empty(roots * n, np.int64)
    marked = np.zeros(roots * n, np.bool_)
    touched = np.empty(nodes, np.int64)
    node_mark = np.zeros(nodes, np.bool_)
    turn = np.zeros((roots, n))
    for k in range(edges.size):
        hits = 0
        count, inner = 0, 0
        # the edge's end, as a node or a root, the mover being seat 0
        end = node_ref[edges[k]]
        if end < 2 * roots:
            c = 0
            s = end
            if end >= roots:
                s = end - roots
                c = n - 1
            now[count] = s * n + c
            turn[s, c] += 1.0
            count += 1
        elif end < 2 * roots + nodes:
            mass[end, 0] = 1.0
            touched[inner] = end - 2 * roots
            node_mark[end - 2 * roots] = True
            inner += 1
        for _ in range(60):
            # roots to nodes and next roots
            after = 0
            for i in range(count):
                s, c = now[i] // n, now[i] % n
                m = turn[s, c]
                turn[s, c] = 0.0
                if m < faint:
                    continue
                for e in range(root_ptr[s], root_ptr[s + 1]):
                    x = m * root_weight[e]
                    r = root_ref[e]
                    if r < 2 * roots:
                        d = c
                        if r >= roots:
                            r -= roots
                            d = c - 1 if c > 0 else n - 1
                        mass[r, d] += x
                        if not marked[r * n + d]:
                            marked[r * n + d] = True
                            later[after] = r * n + d
                            after += 1
                    elif r < 2 * roots + nodes:
                        mass[r, c] += x
                        if not node_mark[r - 2 * roots]:
                            node_mark[r - 2 * roots] = True
                            touched[inner] = r - 2 * roots
                            inner += 1
            # nodes, parents first
            if inner > 0:
                order = np.sort(touched[:inner])[::-1].copy()
                # children are found on the way; they have smaller numbers than their parents
                heap = list(-order)
                while len(heap) > 0:
                    t = -heappop(heap)
                    node_mark[t] = False
                    base = 2 * roots + t
                    spot = place[t]
                    for c in range(n):
                        m = mass[base, c]
                        if m == 0.0:
                            continue
                        mass[base, c] = 0.0
                        if spot >= 0:
                            mean = 0.0
                            for e in range(node_ptr[t], node_ptr[t + 1]):
                                mean += weight[e] * pool[node_ref[e], c]
                            for e in range(node_ptr[t], node_ptr[t + 1]):
                                j = first[spot] + e - node_ptr[t]
                                if total[j] == 0.0:
                                    hit[hits] = j
                                    hits += 1
                                    total[j] = 1e-300
                                total[j] += m * (pool[node_ref[e], c] - mean)
                        if m < faint:
                            continue
                        for e in range(node_ptr[t], node_ptr[t + 1]):
                            x = m * weight[e]
                            if x == 0.0:
                                continue
                            r = node_ref[e]
                            if r < 2 * roots:
                                d = c
                                if r >= roots:
                                    r -= roots
                                    d = c - 1 if c > 0 else n - 1
                                mass[r, d] += x
                                if not marked[r * n + d]:
                                    marked[r * n + d] = True
                                    later[after] = r * n + d
                                    after += 1
                            elif r < 2 * roots + nodes:
                                mass[r, c] += x
                                if not node_mark[r - 2 * roots]:
                                    node_mark[r - 2 * roots] = True
                                    heappush(heap, -(r - 2 * roots))
                inner = 0
            count = after
            for i in range(count):
                at = later[i]
                now[i] = at
                marked[at] = False
                turn[at // n, at % n] = mass[at // n, at % n]
                mass[at // n, at % n] = 0.0
            if count == 0:
                break
        for i in range(count):
            turn[now[i] // n, now[i] % n] = 0.0
        for i in range(hits):
            j = hit[i]
            if filled == size:
                size *= 2
                bigger_row, bigger_column = np.empty(size, np.int64), np.empty(size, np.int64)
                bigger_entry = np.empty(size)
                bigger_row[:filled], bigger_column[:filled] = row[:filled], column[:filled]
                bigger_entry[:filled] = entry[:filled]
                row, column, entry = bigger_row, bigger_column, bigger_entry
            row[filled], column[filled], entry[filled] = k, j, total[j]
            filled += 1
            total[j] = 0.0
    return row[:filled], column[:filled], entry[:filled]
