"""A stationary equilibrium of one level, mixed where it must be.

With three players and more, letting every mover take the best choice at the present values need not
converge: the best choices of a few decisions chase each other round for ever. The method:

1. Sweeps with best choices. In most levels that is all.
2. Otherwise the decisions that keep changing form the set M, and their weights w become unknowns,
   while all other decisions go on taking the best choice. The values of the choices in M are a
   smooth function q(w). Its derivative is the expected number of visits to a decision, from the
   choice on, times the values of what can be chosen there; visits are followed forwards through
   the sparse graph until little probability is left within the level.
3. The linear model ``q + J (w - w0)`` is a small game: w solves it when only best choices have
   weight. Groups of decisions that do not influence each other are solved apart, each by Lemke's
   complementary pivoting, which always ends for this form. Sweeps at the new weights follow, and
   the step is repeated: Newton's method on a mixed complementarity problem. Decisions that start to
   change join M.

Nothing here is trusted: the bound of a table comes from :mod:`swipe.solve.certify`.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.linalg import lstsq
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components
from threadpoolctl import threadpool_limits

from swipe.solve.graph import TIE, Floats, Graph, Sweeper, choose_nodes

STEADY = 2e-15
"""Sweeps end when no value changes by more than this."""

FIRST_SWEEPS = 48
WATCHED_SWEEPS = 12
MOST_SWEEPS = 2000
MOST_STEPS = 120
EXACT = 1e-14
"""A loss that is nothing but rounding."""

TOGETHER = (160, 640)
"""Edges of the largest group of decisions that are solved together, and if that is too few."""

SLIGHT = 0.1
"""The part of a loss that a step may leave."""

SMALL = 250
LEMKE_ATTEMPTS = (6, 3)
"""Paths tried in a linear game of up to SMALL unknowns, and in larger ones."""

MOST_WORK = 2 * 10**9
"""Pivots times the square of the size: a few seconds."""

NEARER_STEPS = 500

STILL = 1e-12
"""Weights that move less than this stand still."""

LARGE = 20_000
ENOUGH = 2e-7
"""In levels of more roots than LARGE, a loss below this ends the search: a step costs seconds."""

FULL_STEPS = 4
STEP_LENGTHS = (0.5, 0.5, 0.5, 1.0, 1.0)
"""After so many full steps that do not halve the loss, shorter ones between full ones."""

PATIENCE = ((1e-6, 4), (1e-5, 8), (5e-5, 16), (1.0, 60))
"""Up to which loss how many steps that do not halve it end the search."""

NEARLY = 1e-14
DECIDED = 2e-4
"""A decision whose best choice leads by more than this may leave the set M."""

CARE = 0.02
"""To which part of the present loss the linear model is solved."""

FAINT = 1e-3
"""Visits less probable than this are not followed."""

STRONG = 1e-4
"""An influence of one decision on another that puts both into one group."""

ACTIVE_SETS = 6


@dataclass
class Solution:
    """What was found for a level.

    Attributes:
        values: float64[S, n], values of the roots.
        weight: float64[M], the weights of all edges of nodes.
        mixed: int64[k], decisions that stayed in the set M.
        sweeps, steps: how many sweeps and Newton steps it took.
        change: the largest change of a value in the last sweep.
        gap: the largest loss of a weight in the set M against its best choice.
    """

    values: Floats
    weight: Floats
    mixed: NDArray[np.int64]
    sweeps: int
    steps: int
    change: float
    gap: float


@threadpool_limits.wrap(limits=1, user_api="blas")  # matrices too small to share, waits too long
def solve_level(graph: Graph, sweeper: Sweeper, start: Floats | None = None) -> Solution:
    """Find an equilibrium of a level.

    Args:
        graph: the level.
        sweeper: runs the sweeps.
        start: float64[S, n], values to begin with; even chances if None.
    """
    n, roots = graph.players, graph.roots
    if start is None:
        start = np.full((roots, n), 1.0 / n)
    pool = graph.pool(start, graph.constant_value)
    scratch = np.empty((roots, n))
    weight = graph.node_weight.copy()
    kept = np.zeros(graph.nodes, np.bool_)
    flips = np.zeros(graph.nodes, np.int32)
    sweeps = 0

    def sweep() -> float:
        nonlocal sweeps
        sweeps += 1
        sweeper.nodes(choose_nodes, graph, pool, weight, kept, flips)
        return sweeper.roots(graph, pool, scratch, graph.root_value)

    change = 1.0
    for _ in range(FIRST_SWEEPS):
        change = sweep()
        if change <= STEADY:
            break
    flips[:] = 0
    average = np.zeros(len(weight))
    watched = 0
    while change > STEADY and watched < MOST_SWEEPS:
        change = sweep()
        average += weight
        watched += 1
        if watched % WATCHED_SWEEPS == 0 and ((flips > 1).any() or change < NEARLY):
            break
    steps, gap = 0, 0.0
    if (flips > 1).any() and change > STEADY:
        average /= watched
        kept = flips > 1
        _set(weight, average, graph, np.flatnonzero(kept))
        gap, still = 1.0, 0
        best_gap, best_weight, best_kept, idle = 1.0, weight.copy(), kept.copy(), 0
        left, again = np.zeros_like(kept), np.zeros_like(kept)
        turns, before = np.zeros(graph.nodes, np.int32), weight.copy()
        while steps < MOST_STEPS:
            flips[:] = 0
            goal = max(STEADY, 1e-3 * gap)
            least = sweeps + 4
            while (change := sweep()) > goal or sweeps < least:
                if sweeps - least > 200:
                    break
            # also those that change once a step, each time the weights in M come and go
            edge = np.flatnonzero(weight != before)
            owners = np.unique(np.searchsorted(graph.node_ptr, edge, side="right") - 1)
            turns[owners] += 1
            before = weight.copy()
            new = ((flips > 2) | (turns > 2)) & ~kept
            again |= new & left
            kept |= new
            step = newton_step(graph, pool, weight, np.flatnonzero(kept))
            gap = step.gap
            idle = 0 if gap < 0.5 * best_gap else idle + 1
            if gap < best_gap:
                best_gap, best_weight, best_kept = gap, weight.copy(), kept.copy()
            done = gap <= EXACT and change <= 4 * STEADY
            done |= gap <= ENOUGH and roots > LARGE
            if done or idle >= next(few for loss, few in PATIENCE if best_gap <= loss):
                break
            length = STEP_LENGTHS[idle % len(STEP_LENGTHS)] if idle >= FULL_STEPS else 1.0
            move = length * (step.weights - weight[step.edges])
            still = still + 1 if np.abs(move).max() < STILL else 0
            if still == 3:
                break
            weight[step.edges] += move
            before[step.edges] = weight[step.edges]
            leaving = step.settled[~again[step.settled]]
            kept[leaving] = False
            left[leaving] = True
            steps += 1
        if gap > best_gap:
            gap, weight, kept = best_gap, best_weight, best_kept
        for _ in range(200):
            if (change := sweep()) <= STEADY:
                break
    return Solution(pool[:roots].copy(), weight, np.flatnonzero(kept), sweeps, steps, change, gap)


def _set(weight: Floats, source: Floats, graph: Graph, nodes: NDArray[np.int64]) -> None:
    for k in nodes:
        run = slice(graph.node_ptr[k], graph.node_ptr[k + 1])
        weight[run] = source[run] / source[run].sum()


@dataclass
class Step:
    """A Newton step: new ``weights`` of some ``edges``; ``gap`` is the loss before it."""

    edges: NDArray[np.int64]
    weights: Floats
    gap: float
    groups: int
    largest: int
    pivots: int
    left: float
    settled: NDArray[np.int64]


def newton_step(graph: Graph, pool: Floats, weight: Floats, mixed: NDArray[np.int64]) -> Step:
    """Solve the linear model of the choices' values around the present weights."""
    sizes = np.diff(graph.node_ptr)[mixed]
    edges = np.concatenate(
        [np.arange(graph.node_ptr[k], graph.node_ptr[k + 1]) for k in mixed]
    ).astype(np.int64)
    owner = np.repeat(np.arange(len(mixed)), sizes)
    value = pool[graph.node_ref[edges], 0]
    best = np.full(len(mixed), -1.0)
    np.maximum.at(best, owner, value)
    loss = best[owner] - value
    gap = float((loss * weight[edges]).max())
    # decisions that are far from a change need no unknowns: the best choice will do for them
    second = np.where(loss > TIE, loss, np.inf)
    margin = np.full(len(mixed), np.inf)
    np.minimum.at(margin, owner, second)
    lost = np.zeros(len(mixed))
    np.maximum.at(lost, owner, loss * weight[edges])
    settled = mixed[(lost == 0.0) & (margin > DECIDED) & np.isfinite(margin)]
    place = np.full(graph.nodes, -1, np.int64)
    place[mixed] = np.arange(len(mixed))
    first = np.concatenate([[0], np.cumsum(sizes)])
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
    new, groups, largest, pivots, left = sparse_game(
        value, weight[edges], owner, row, column, entry, CARE * gap
    )
    return Step(edges, new, gap, groups, largest, pivots, left, settled)


def sparse_game(
    value: Floats,
    present: Floats,
    owner: NDArray[np.int64],
    row: NDArray[np.int64],
    column: NDArray[np.int64],
    entry: Floats,
    goal: float,
) -> tuple[Floats, int, int, int, float]:
    """Solve the linear game group by group, until no weight loses more than ``goal``.

    Small groups are quick; where they go round in circles, larger ones are tried.

    Returns the weights, the number of groups, the edges of the largest, the pivots, and the
    largest loss that is left.
    """
    jacobian = csr_array((entry, (row, column)), shape=(len(value), len(value)))
    links = owner[row], owner[column], np.abs(entry)
    best: tuple[Floats, int, int, int, float] | None = None
    for together in TOGETHER:
        groups = _groups(np.bincount(owner), *links, together)
        found = _group_by_group(value, present, owner, jacobian, groups, goal)
        if best is None or found[-1] < best[-1]:
            best = found
        if best[-1] <= SLIGHT / CARE * goal:
            break
    assert best is not None
    return best


def _group_by_group(
    value: Floats,
    present: Floats,
    owner: NDArray[np.int64],
    jacobian: Any,
    groups: NDArray[np.int64],
    goal: float,
) -> tuple[Floats, int, int, int, float]:
    nodes = len(groups)
    members = np.split(
        np.argsort(groups[owner], kind="stable"), np.cumsum(np.bincount(groups[owner]))[:-1]
    )
    blocks = [jacobian[mine][:, mine].toarray() for mine in members]
    kinds = [np.unique(owner[mine], return_inverse=True)[1] for mine in members]
    new = present.copy()
    pivots = 0
    hopeless: set[int] = set()
    least, kept = np.inf, new
    for _ in range(30):
        model = value + jacobian @ (new - present)
        best = np.full(nodes, -np.inf)
        np.maximum.at(best, owner, model)
        loss = (best[owner] - model) * new
        left = float(loss.max())
        if left < least:
            least, kept = left, new.copy()
        if left <= goal:
            break
        worst = np.zeros(len(members))
        np.maximum.at(worst, groups[owner], loss)
        for g in np.flatnonzero(worst > 0.5 * goal):
            mine, block, node = members[g], blocks[g], kinds[g]
            part = value[mine] + (jacobian[mine] @ (new - present)) - block @ new[mine]
            found = nearby_game(part, block, node, new[mine])
            if found is None and g not in hopeless:
                found, count = linear_game(part, block, node)
                pivots += abs(count)
                if found is None:
                    hopeless.add(int(g))
                    found = nearer_game(part, block, node, new[mine])
            if found is not None:
                new[mine] = found
    return kept, len(members), max(len(mine) for mine in members), pivots, least


def _groups(
    size: NDArray[np.int64], left: Any, right: Any, strength: Floats, together: int
) -> NDArray[np.int64]:
    """The group of every node: what is linked strongly, in groups of not too many edges.

    Args:
        size: int64[k], edges of each node.
        left: int64[l], where the links between nodes begin.
        right: int64[l], where they end.
        strength: float64[l].
        together: the most edges of a group, unless they all are linked very strongly.
    """
    threshold = STRONG
    kept = strength > threshold
    while True:
        links = coo_array(
            (np.ones(kept.sum()), (left[kept], right[kept])), shape=(len(size), len(size))
        )
        groups = np.asarray(connected_components(links, directed=False)[1]).astype(np.int64)
        large = np.bincount(groups, size) > together
        if threshold > 0.1 or not large.any():
            return groups
        threshold *= 3
        kept &= (strength > threshold) | ~large[groups[left]]


def nearby_game(
    constant: Floats, jacobian: Floats, node: NDArray[np.int64], present: Floats
) -> Floats | None:
    """A solution of the linear game with weight on nearly the same edges as at present, or None.

    Where there are several, the one nearest to the present weights.
    """
    nodes = int(node.max()) + 1
    used = present > 0.0
    for _ in range(ACTIVE_SETS):
        at = np.flatnonzero(used)
        leads, lead = np.unique(node[at], return_index=True)
        lead = at[lead][np.searchsorted(leads, node[at])]
        rest, lead = at[lead != at], lead[lead != at]
        # the first edge in use at a node has what its others leave; all are worth the same
        slope = jacobian[rest] - jacobian[lead]
        alone = np.zeros(len(constant))
        alone[at] = 1.0
        alone[rest] = 0.0
        system = slope[:, rest] - slope[:, lead]
        target = constant[lead] - constant[rest] - slope @ alone
        # the smallest step; by QR decomposition, for singular values take ten times as long
        step = lstsq(system, target - system @ present[rest], cond=1e-10, lapack_driver="gelsy")
        w = alone
        w[rest] = present[rest] + step[0]
        np.subtract.at(w, lead, w[rest])
        value = constant + jacobian @ w
        inside = np.full(nodes, np.inf)
        np.minimum.at(inside, node[at], value[at])
        outside = np.full(nodes, -np.inf)
        np.maximum.at(outside, node, value)
        if w.min() >= -1e-12 and float((outside - inside).max()) < 1e-10:
            return np.maximum(w, 0.0)
        drop = w < -1e-12
        add = ~used & (value > inside[node] + 1e-12)
        if not (drop.any() or add.any()):
            return None
        used = (used & ~drop) | add
    return None


def nearer_game(
    constant: Floats, jacobian: Floats, node: NDArray[np.int64], present: Floats
) -> Floats:
    """Weights that lose less in the linear game, where pivoting found no solution.

    The extragradient method in its entropic form (mirror-prox; Nemirovski 2004).
    """
    nodes = int(node.max()) + 1
    rate = 0.5 / max(1e-3, float(np.abs(jacobian).sum(axis=1).max()))

    def shifted(w: Floats, value: Floats) -> Floats:
        best = np.full(nodes, -np.inf)
        np.maximum.at(best, node, value)
        new = w * np.exp(rate * (value - best[node]))
        return np.asarray(new / np.bincount(node, new, nodes)[node])

    w = 0.9 * present + 0.1 / np.bincount(node)[node]
    for _ in range(NEARER_STEPS):
        ahead = shifted(w, constant + jacobian @ w)
        w = shifted(w, constant + jacobian @ ahead)
    return w


def linear_game(
    constant: Floats, jacobian: Floats, node: NDArray[np.int64]
) -> tuple[Floats | None, int]:
    """Weights w >= 0, summing to 1 at each node, with weight only where ``constant + J w`` is best.

    Lemke's method with the costs made positive: ``c - J' w - u[node] >= 0`` is complementary to w,
    and ``sum of w at a node - 1 >= 0`` to the node's cost u. Returns None should it fail.
    """
    m, nodes = len(constant), int(node.max()) + 1
    matrix = np.zeros((m + nodes, m + nodes))
    cost = -jacobian
    low = cost.min(initial=0.0)
    # adding the same to all columns of a node's edges changes nothing, for their weights sum to 1
    scale = max(1e-3, float(np.abs(cost).max(initial=0.0)))
    cost = (cost - low) / scale + 0.1
    shift = (-constant - (-constant).min()) / scale + 0.1
    matrix[:m, :m] = cost
    matrix[np.arange(m), m + node] = -1.0
    matrix[m + node, np.arange(m)] = 1.0
    vector = np.concatenate([shift, -np.ones(nodes)])
    # the shift of a node's own cost must not be lost: the constants above are per edge
    size, pivots = m + nodes, 0
    random = np.random.default_rng(0)
    for attempt in range(LEMKE_ATTEMPTS[size > SMALL]):
        # a path that ends in a ray says nothing of the others
        cover = random.uniform(0.2, 1.0, size) if attempt else np.ones(size)
        found, count = lemke(matrix, vector, cover, min(50 * size + 100, MOST_WORK // size**2))
        pivots += abs(count)
        if count >= 0:
            break
    else:
        return None, pivots
    w = np.maximum(found[:m], 0.0)
    total = np.zeros(nodes)
    np.add.at(total, node, w)
    if not total.all():  # rounding ate the weights of a decision
        return None, pivots
    return w / total[node], pivots


@njit(cache=True)
def lemke(matrix: Any, vector: Any, cover: Any, most: Any) -> Any:
    """Solve ``w = M z + q``, w, z >= 0, w z = 0. Returns z and the pivots, negative on failure.

    ``cover``, positive, is the column of the artificial variable: another one, another path.
    """
    n = vector.size
    # columns: w (n), z (n), the artificial variable, the right-hand side
    table = np.zeros((n, 2 * n + 2))
    for i in range(n):
        table[i, i] = 1.0
        for j in range(n):
            table[i, n + j] = -matrix[i, j]
        table[i, 2 * n] = -cover[i]
        table[i, 2 * n + 1] = vector[i]
    basis = np.arange(n)
    z = np.zeros(n)
    leave = 0
    for i in range(n):
        if vector[i] / cover[i] < vector[leave] / cover[leave]:
            leave = i
    if vector[leave] >= 0:
        return z, 0
    enter = 2 * n
    for pivot in range(1, most):
        # pivot on (leave, enter)
        p = table[leave, enter]
        for j in range(2 * n + 2):
            table[leave, j] /= p
        for i in range(n):
            if i != leave:
                f = table[i, enter]
                if f != 0.0:
                    for j in range(2 * n + 2):
                        table[i, j] -= f * table[leave, j]
        out = basis[leave]
        basis[leave] = enter
        if out == 2 * n:
            for i in range(n):
                if n <= basis[i] < 2 * n:
                    z[basis[i] - n] = table[i, 2 * n + 1]
            return z, pivot
        enter = out + n if out < n else out - n
        # ratio test; ties by the lexicographic rule on the columns of w
        leave = -1
        for i in range(n):
            if table[i, enter] > 1e-11:
                if leave < 0:
                    leave = i
                    continue
                a, b = table[i, enter], table[leave, enter]
                d = table[i, 2 * n + 1] / a - table[leave, 2 * n + 1] / b
                if abs(d) > 1e-13:
                    if d < 0:
                        leave = i
                    continue
                if basis[leave] == 2 * n:
                    continue
                if basis[i] == 2 * n:
                    leave = i
                    continue
                for j in range(n):
                    d = table[i, j] / a - table[leave, j] / b
                    if abs(d) > 1e-13:
                        if d < 0:
                            leave = i
                        break
        if leave < 0:
            return z, -pivot
    return z, -most


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
