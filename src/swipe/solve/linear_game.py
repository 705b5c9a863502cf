"""Small games whose values are linear in the weights of their choices.

A Newton step of :mod:`swipe.solve.newton` ends in one: decisions, the edges among which each of
them chooses, and values ``constant + J w`` of the edges, linear in all weights w. A solution has
weight only where the value is the best of its decision. Games of many decisions are solved in
groups that influence each other little.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numba import njit
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components

from swipe.solve.graph import Floats, Ints

TOGETHER = (160, 500, 1500)
"""Edges of the largest group of decisions that are solved together, unless linked very strongly; if
the groups do not come to terms they are made larger."""

NOT_FAR = 2.0
"""Groups are not made larger for less than this times the loss that may be left."""

ROUNDS, IDLE_ROUNDS = 30, 6
"""How often groups that influence each other are solved in turn, and how often in vain."""

NEAR = 1.5
"""What moving a weight by 1 costs in the linear model, in parts of the loss it may leave."""

SMALL = 250
LEMKE_ATTEMPTS = 3
"""Paths tried in a linear game of up to SMALL unknowns; in larger ones they would take long."""

NEARER_STEPS = 500

STRONG = 1e-4
"""An influence of one decision on another that puts both into one group."""

SINGULAR = 1e-11


@dataclass
class Linear:
    """A solution of the linear game; see :class:`Step`."""

    weights: Floats
    groups: int
    largest: int
    pivots: int
    left: float


def solve_linear(
    value: Floats,
    present: Floats,
    owner: Ints,
    row: Ints,
    column: Ints,
    entry: Floats,
    goal: float,
) -> Linear:
    """Solve the linear game group by group, until no weight loses more than ``goal``.

    Args:
        value: float64[m], the value of each edge.
        present: float64[m], its weight.
        owner: int64[m], its decision.
        row: int64[l], the edges that are influenced.
        column: int64[l], those whose weights influence them.
        entry: float64[l], how much.
        goal: the loss that may be left.
    """
    jacobian = csr_array((entry, (row, column)), shape=(len(value), len(value)))
    size = np.bincount(owner)
    found = Linear(present, 0, 0, 0, np.inf)
    for together in TOGETHER:
        groups = _groups(size, owner[row], owner[column], np.abs(entry), together)
        if groups.max() + 1 == found.groups:
            break
        found = _group_by_group(value, present, owner, jacobian, groups, goal, found)
        if found.left <= NOT_FAR * goal or found.groups == 1:
            break
    return found


def _group_by_group(
    value: Floats,
    present: Floats,
    owner: Ints,
    jacobian: Any,
    groups: Ints,
    goal: float,
    so_far: Linear,
) -> Linear:
    nodes = len(groups)
    members = np.split(
        np.argsort(groups[owner], kind="stable"), np.cumsum(np.bincount(groups[owner]))[:-1]
    )
    blocks = [jacobian[mine][:, mine].toarray() for mine in members]
    kinds = [np.unique(owner[mine], return_inverse=True)[1] for mine in members]
    largest = max(len(mine) for mine in members)
    new, pivots = so_far.weights.copy(), so_far.pivots
    least, kept, idle = np.inf, new.copy(), 0
    hopeless: set[int] = set()
    for _ in range(ROUNDS):
        model = value + jacobian @ (new - present)
        best = np.full(nodes, -np.inf)
        np.maximum.at(best, owner, model)
        loss = (best[owner] - model) * new
        left = float(loss.max())
        idle = 0 if left < 0.8 * least else idle + 1
        if left < least:
            least, kept = left, new.copy()
        if left <= goal or idle > IDLE_ROUNDS:
            break
        worst = np.zeros(len(members))
        np.maximum.at(worst, groups[owner], loss)
        for g in np.flatnonzero(worst > 0.5 * goal):
            mine, block, node = members[g], blocks[g], kinds[g]
            part = value[mine] + (jacobian[mine] @ (new - present)) - block @ new[mine]
            found, count = near_game(part, block, node, new[mine], NEAR * goal)
            pivots += count
            if found is None and len(mine) <= TOGETHER[0] and g not in hopeless:
                found, count = any_game(part, block, node)
                pivots += count
                if found is None:
                    hopeless.add(int(g))
                    found = nearer_game(part, block, node, new[mine])
            if found is not None:
                new[mine] = found
    return Linear(kept, len(members), largest, pivots, least)


def _groups(size: Ints, left: Any, right: Any, strength: Floats, together: int) -> Ints:
    """The group of every node: what is linked strongly, in groups of not too many edges.

    Args:
        size: int64[k], edges of each node.
        left: int64[l], where the links between nodes begin.
        right: int64[l], where they end.
        strength: float64[l].
        together: edges of the largest group.
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


def near_game(
    constant: Floats, jacobian: Floats, node: Ints, present: Floats, near: float
) -> tuple[Floats | None, int]:
    """Weights w >= 0, summing to 1 at each node, with weight only where the value is best.

    The value is ``constant + J w - near (w - present)``: of several solutions one that is not far
    is found, and with ``near`` large there is always one. What the present weights lose is first
    forgiven, which makes them a solution; then it is forgiven less and less, and the solution is
    followed along this path by complementary pivoting (Lemke; as in Dirkse and Ferris's PATH).

    Args:
        constant: float64[m].
        jacobian: float64[m, m], J.
        node: int64[m], the decision of each edge, numbered from 0.
        present: float64[m], the weights to begin with.
        near: what moving a weight by 1 costs.

    Returns:
        float64[m] or None if the path ends nowhere, and the number of pivots.
    """
    m, nodes = len(constant), int(node.max()) + 1
    value = constant + jacobian @ present
    top = np.full(nodes, -np.inf)
    np.maximum.at(top, node, value)
    loss = top[node] - value
    used, rest = np.flatnonzero(present > 0.0), np.flatnonzero(present <= 0.0)
    u, r = len(used), len(rest)
    # Slack of an edge: its node's value, less its own, plus what is forgiven, (1 - t) times this.
    # Where nothing is lost or gained a little is forgiven too, so that no two edges are tied.
    forgiven = np.zeros(m)
    forgiven[used] = -loss[used]
    little = 1e-3 * max(1e-12, float(loss[used].max()))
    close = rest[loss[rest] < little]
    forgiven[close] = little * np.random.default_rng(0).uniform(0.5, 1.0, len(close))
    # Express the weights in use and the nodes' values by the slacks of the edges in use, by the
    # weights of the others, and by t.
    system = np.zeros((u + nodes, u + nodes))
    system[:u, :u] = near * np.eye(u) - jacobian[np.ix_(used, used)]
    system[np.arange(u), u + node[used]] = 1.0
    system[u + node[used], np.arange(u)] = 1.0
    sides = np.zeros((u + nodes, m + 2))
    sides[np.arange(u), np.arange(u)] = 1.0
    sides[:u, u:m] = jacobian[np.ix_(used, rest)]
    sides[u + node[rest], u + np.arange(r)] = -1.0
    sides[:u, m] = forgiven[used]
    sides[:u, m + 1] = constant[used] + near * present[used] - forgiven[used]
    sides[u:, m + 1] = 1.0
    try:
        solved = np.linalg.solve(system, sides)
    except np.linalg.LinAlgError:
        return None, 0
    table = np.empty((m, m + 2))
    table[:u] = solved[:u]
    table[u:] = solved[u:][node[rest]] - jacobian[np.ix_(rest, used)] @ solved[:u]
    table[u:, u:m] += near * np.eye(r) - jacobian[np.ix_(rest, rest)]
    table[u:, m] -= forgiven[rest]
    table[u:, m + 1] += forgiven[rest] - constant[rest]
    # A variable's name: 2 e is the weight of edge e, 2 e + 1 its slack, 2 m is t.
    basic = np.concatenate([2 * used, 2 * rest + 1])
    other = np.concatenate([2 * used + 1, 2 * rest, [2 * m]])
    pivots, free, value_of_free = follow_path(table, basic, other, m // 4 + 30)
    if pivots < 0:
        return None, -pivots
    w = np.zeros(m)
    weights = basic % 2 == 0
    w[basic[weights & (basic < 2 * m)] // 2] = table[weights & (basic < 2 * m), m + 1]
    if free % 2 == 0 and free < 2 * m:
        w[free // 2] = value_of_free
    w = np.maximum(w, 0.0)
    total = np.bincount(node, w, nodes)
    if not (total > 0.5).all():  # rounding ate the weights of a decision
        return None, pivots
    return w / total[node], pivots


@njit(cache=True)
def follow_path(table: Any, basic: Any, other: Any, most: Any) -> Any:
    """Follow the path from t = 0 to t = 1, in place.

    Returns the pivots, negative if it does not get there, and the name and value of the variable
    that entered last, which need not be basic at the end.

    ``table``: float64[m, m + 2], each basic variable as a linear function of the m + 1 others, the
    last of them t, with the constant in the last column; ``basic``: int64[m] and ``other``:
    int64[m + 1] are the variables' names. Of a weight and its slack one is basic, but for one pair.
    """
    m = table.shape[0]
    t, last = 2 * m, m + 1
    enter, home = m, -1
    for pivot in range(1, most):
        leave, step = -1, 1.0 if home < 0 else np.inf
        for i in range(m):
            rate = table[i, enter]
            if i == home:
                if rate > SINGULAR and (1.0 - table[i, last]) / rate < step:
                    step, leave = (1.0 - table[i, last]) / rate, -1
            elif rate < -SINGULAR:
                ratio = max(0.0, -table[i, last] / rate)
                if ratio < step:
                    step, leave = ratio, i
        if leave < 0:
            if step == np.inf:
                return -pivot, 0, 0.0
            for i in range(m):
                table[i, last] += table[i, enter] * step
            return pivot, other[enter], step
        p = table[leave, enter]
        for j in range(m + 2):
            table[leave, j] /= -p
        table[leave, enter] = 1.0 / p
        for i in range(m):
            rate = table[i, enter]
            if i != leave and rate != 0.0:
                table[i, enter] = 0.0
                for j in range(m + 2):
                    table[i, j] += rate * table[leave, j]
        out = basic[leave]
        basic[leave], other[enter] = other[enter], out
        if basic[leave] == t:
            home = leave
        enter = -1
        for j in range(m + 1):
            if other[j] == out ^ 1:
                enter = j
        if enter < 0:
            return -pivot, 0, 0.0
    return -most, 0, 0.0


def nearer_game(constant: Floats, jacobian: Floats, node: Ints, present: Floats) -> Floats:
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


def any_game(constant: Floats, jacobian: Floats, node: Ints) -> tuple[Floats | None, int]:
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
    for attempt in range(LEMKE_ATTEMPTS if size <= SMALL else 0):
        # a path that ends in a ray says nothing of the others
        cover = random.uniform(0.2, 1.0, size) if attempt else np.ones(size)
        found, count = lemke(matrix, vector, cover, 10 * size + 100)
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
