"""A stationary equilibrium of one level, mixed where it must be.

With three players and more, letting every mover take the best choice at the present values need not
converge: the best choices of a few decisions chase each other round for ever. The method:

1. Sweeps with best choices. In most levels that is all.
2. Otherwise sweeps in which every decision shifts weight to its best choice, in steps that grow
   while the best choice stays the same and shrink when it changes. All but a few hundred decisions
   come to rest.
3. The decisions that still lose something form the set M, and their weights w become unknowns; all
   others keep theirs. The values of the choices in M are a smooth function q(w). Its derivative is
   the expected number of visits to a decision, from the choice on, times the values of what can be
   chosen there; visits are followed forwards through the sparse graph until little probability is
   left within the level.
4. The linear model ``q + J (w - w0)`` is a small game: w solves it when only best choices have
   weight. It is followed from the present weights, along a path on which what they lose is forgiven
   less and less, by complementary pivoting; groups of decisions that do not influence each other
   much are solved apart. The step is repeated: Newton's method on a mixed complementarity problem.
   Decisions that begin to lose something join M.

Nothing here is trusted: the bound of a table comes from :mod:`swipe.solve.certify`.
"""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray
from scipy.sparse import coo_array, csr_array
from scipy.sparse.csgraph import connected_components
from threadpoolctl import threadpool_limits

from swipe.solve.graph import TIE, Floats, Graph, Ints, Sweeper, choose_nodes

STEADY = 2e-15
"""Sweeps end when no value changes by more than this."""

FIRST_SWEEPS = 48
WATCHED_SWEEPS = 12
MOST_SWEEPS = 2000
NEARLY = 1e-14

SHIFTING_SWEEPS = 80
FIRST_SHIFT, MOST_SHIFT = 0.3, 0.5
"""Weight that a decision shifts in one sweep, at first and at most."""

LONGER, SHORTER = 1.1, 0.5
"""What its shift is multiplied by when its best choice is the same as before, and when not."""

MOST_STEPS = 400
EXACT = 1e-14
"""A loss that is nothing but rounding."""

LARGE = 2000
ENOUGH = 1e-5
"""With three players or more, in levels of more than LARGE roots, a smaller loss is enough."""

JOIN = 0.01
"""Decisions that lose more than this part of the largest loss join the set M."""

SHORTEST_STEP = 0.3
STEP_LONGER, STEP_SHORTER = 1.3, 0.6
"""A step's length after one that made the largest loss smaller, and after another."""

NEARLY_ENOUGH = 3e-4
PATIENCE = (12, 45)
MOST_ATTEMPTS = 6
"""So many steps that do not halve the loss end the search: below NEARLY_ENOUGH, and above, where
it begins again from the best weights so far."""

HELPLESS = 0.5
AGAIN_SHIFT, AGAIN_SWEEPS = 0.1, 40
"""Where the linear model cannot be solved to this part of the loss, weights are shifted instead."""

TRACE = 0.02
"""A weight below this that is to vanish does so at once."""

DECIDED = 2e-4
"""A decision whose best choice leads by more than this may leave the set M."""

CARE = 0.02
"""To which part of the present loss the linear model is solved."""

TOGETHER = 160
"""Edges of the largest group of decisions that are solved together, unless linked very strongly."""

ROUNDS = 30
"""How often groups that influence each other are solved in turn."""

NEAR = 0.5
"""What moving a weight by 1 costs in the linear model, in parts of the loss it may leave."""

SMALL = 250
LEMKE_ATTEMPTS = 3
"""Paths tried in a linear game of up to SMALL unknowns; in larger ones they would take long."""

NEARER_STEPS = 500

FAINT = 1e-3
"""Visits less probable than this are not followed."""

STRONG = 1e-4
"""An influence of one decision on another that puts both into one group."""

SINGULAR = 1e-11


@dataclass
class Solution:
    """What was found for a level.

    Attributes:
        values: float64[S, n], values of the roots.
        weight: float64[M], the weights of all edges of nodes.
        mixed: int64[k], decisions that are not played by the rule of the best choice.
        sweeps, steps: how many sweeps and Newton steps it took.
        change: the largest change of a value in the last sweep.
        gap: the largest loss of a weight against its decision's best choice.
    """

    values: Floats
    weight: Floats
    mixed: Ints
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
    search = _Search(graph, sweeper, start)
    if search.choose():
        return search.solution(0, 0.0)
    search.approach()
    return search.solution(*search.refine())


class _Search:
    """The values and weights of a level on their way to an equilibrium."""

    def __init__(self, graph: Graph, sweeper: Sweeper, start: Floats | None) -> None:
        n, roots = graph.players, graph.roots
        if start is None:
            start = np.full((roots, n), 1.0 / n)
        self.graph = graph
        self.sweeper = sweeper
        self.pool = graph.pool(start, graph.constant_value)
        self.weight = graph.node_weight.copy()
        self.loss = np.zeros(graph.nodes)
        self.scratch = np.empty((roots, n))
        self.sweeps = 0
        self.change = 1.0

    def sweep(self, function: Any, *more: Any) -> float:
        """One sweep over all nodes and roots; the largest change of a root's value."""
        self.sweeps += 1
        self.sweeper.nodes(function, self.graph, self.pool, self.weight, *more)
        self.change = self.sweeper.roots(self.graph, self.pool, self.scratch, self.graph.root_value)
        return self.change

    def choose(self) -> bool:
        """Sweep with best choices; whether they settle."""
        kept = np.zeros(self.graph.nodes, np.bool_)
        flips = np.zeros(self.graph.nodes, np.int32)
        for _ in range(FIRST_SWEEPS):
            if self.sweep(choose_nodes, kept, flips) <= STEADY:
                return True
        flips[:] = 0
        for watched in range(1, MOST_SWEEPS + 1):
            if self.sweep(choose_nodes, kept, flips) <= STEADY:
                return True
            if watched % WATCHED_SWEEPS == 0 and ((flips > 1).any() or self.change < NEARLY):
                break
        return not (flips > 1).any()

    def approach(self) -> None:
        """Sweep while every decision shifts weight to its best choice."""
        self.shift(np.ones(self.graph.nodes, np.bool_), FIRST_SHIFT, SHIFTING_SWEEPS)

    def shift(self, free: NDArray[np.bool_], size: float, sweeps: int) -> None:
        """Sweep while decisions shift weight to their best choices."""
        shifts = np.full(self.graph.nodes, size)
        leader = np.full(self.graph.nodes, -1, np.int64)
        for _ in range(sweeps):
            self.sweep(shift_nodes, free, shifts, leader)

    def settle(self, goal: float, most: int) -> None:
        """Sweep with all weights as they are until the values follow them."""
        for done in range(most):
            if self.sweep(play_nodes, self.loss) <= goal and done >= 3:
                break

    def largest_loss(self, kept: NDArray[np.bool_], about: float) -> float:
        """The largest loss of all decisions, with values settled for one of about that size."""
        self.settle(max(STEADY, 1e-3 * about), 240)
        # what is tied by the rule of the best choice loses nothing
        self.loss[~kept & (self.loss <= TIE)] = 0.0
        return float(self.loss.max())

    def refine(self) -> tuple[int, float]:
        """Newton steps; how many, and the largest loss that is left."""
        graph = self.graph
        enough = ENOUGH if graph.roots > LARGE and graph.players > 2 else EXACT
        kept = np.zeros(graph.nodes, np.bool_)
        best_gap, best_weight = np.inf, self.weight
        gap, length, idle, steps, again = 1e-2, 1.0, 0, 0, 1
        while True:
            before = gap
            gap = self.largest_loss(kept, gap)
            if gap < 0.1 * before:
                gap = self.largest_loss(kept, gap)
            idle = 0 if gap < 0.5 * best_gap else idle + 1
            if gap < best_gap:
                best_gap, best_weight = gap, self.weight.copy()
            if gap <= enough or steps == MOST_STEPS:
                break
            if idle >= PATIENCE[best_gap > NEARLY_ENOUGH]:
                if best_gap <= NEARLY_ENOUGH or again == MOST_ATTEMPTS:
                    break
                again, idle, length = again + 1, 0, 1.0
                self.weight = best_weight.copy()
                self.shift(np.ones(graph.nodes, np.bool_), FIRST_SHIFT, 3 * SHIFTING_SWEEPS)
                kept[:] = False
                continue
            if steps:
                factor = STEP_LONGER if gap < before else STEP_SHORTER
                length = min(1.0, max(SHORTEST_STEP, factor * length))
            kept |= self.loss > max(0.5 * enough, JOIN * gap)
            step = newton_step(graph, self.pool, self.weight, np.flatnonzero(kept), gap)
            kept[step.settled] = False
            steps += 1
            if step.left > HELPLESS * gap:
                self.shift(kept, AGAIN_SHIFT, AGAIN_SWEEPS)
                continue
            new = self.weight[step.edges] + length * (step.weights - self.weight[step.edges])
            new[(step.weights == 0.0) & (new < TRACE)] = 0.0
            self.weight[step.edges] = new / np.bincount(step.owner, new)[step.owner]
        self.weight = best_weight
        return steps, best_gap

    def solution(self, steps: int, gap: float) -> Solution:
        """The present weights, what they are worth, and where the rule needs them."""
        graph = self.graph
        self.settle(STEADY, MOST_SWEEPS)
        sizes = np.diff(graph.node_ptr)
        value = self.pool[graph.node_ref, 0]
        best = np.maximum.reduceat(value, graph.node_ptr[:-1])
        loss = np.repeat(best, sizes) - value
        tied = (loss <= TIE).astype(np.float64)
        rule = tied / np.repeat(np.add.reduceat(tied, graph.node_ptr[:-1]), sizes)
        # those at the edge of a tie are kept apart: the rule might fall either way by rounding
        apart = (rule != self.weight) | (np.abs(loss - TIE) < 10.0 * STEADY)
        edges = np.flatnonzero(apart & np.repeat(graph.node_choice, sizes))
        mixed = np.unique(np.searchsorted(graph.node_ptr, edges, side="right") - 1)
        values = self.pool[: graph.roots].copy()
        return Solution(values, self.weight, mixed, self.sweeps, steps, self.change, gap)


@njit(nogil=True, cache=True)
def shift_nodes(
    low: Any,
    high: Any,
    ptr: Any,
    ref: Any,
    choice: Any,
    pool: Any,
    weight: Any,
    first: Any,
    free: Any,
    shifts: Any,
    leader: Any,
) -> Any:
    """Values of the nodes while the weights of decisions move to the best choices.

    ``free``: bool[N], the decisions that move; ``shifts``: float64[N], how much weight may leave an
    edge; ``leader``: int64[N], the best edge of the last sweep. The size of a step follows the sign
    alone (Riedmiller and Braun's Rprop, 1993): where little is at stake decisions come to rest as
    soon as elsewhere.
    """
    n = pool.shape[1]
    for k in range(low, high):
        out = first + k
        a, b = ptr[k], ptr[k + 1]
        if choice[k] and free[k]:
            lead = a
            for e in range(a + 1, b):
                if pool[ref[e], 0] > pool[ref[lead], 0]:
                    lead = e
            best = pool[ref[lead], 0]
            ties = 0
            for e in range(a, b):
                if pool[ref[e], 0] >= best - TIE:
                    ties += 1
            if ties == b - a:
                for e in range(a, b):
                    weight[e] = 1.0 / ties
            else:
                if leader[k] == lead:
                    shifts[k] = min(MOST_SHIFT, shifts[k] * LONGER)
                elif leader[k] >= 0:
                    shifts[k] *= SHORTER
                leader[k] = lead
                moved, rest = 0.0, 0.0
                for e in range(a, b):
                    if pool[ref[e], 0] < best - TIE:
                        w = min(weight[e], shifts[k])
                        weight[e] -= w
                        moved += w
                        rest += weight[e]
                for e in range(a, b):
                    if pool[ref[e], 0] >= best - TIE:
                        if rest == 0.0:
                            weight[e] = 1.0 / ties
                        else:
                            weight[e] += moved / ties
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
def play_nodes(
    low: Any,
    high: Any,
    ptr: Any,
    ref: Any,
    choice: Any,
    pool: Any,
    weight: Any,
    first: Any,
    loss: Any,
) -> Any:
    """Values of the nodes by their weights; ``loss``: float64[N], what decisions lose by theirs.

    That is the largest difference of an edge to the best one, times its weight.
    """
    n = pool.shape[1]
    for k in range(low, high):
        out = first + k
        a, b = ptr[k], ptr[k + 1]
        if choice[k]:
            best = -1.0
            for e in range(a, b):
                best = max(best, pool[ref[e], 0])
            most = 0.0
            for e in range(a, b):
                most = max(most, weight[e] * (best - pool[ref[e], 0]))
            loss[k] = most
        for i in range(n):
            pool[out, i] = 0.0
        for e in range(a, b):
            w = weight[e]
            if w != 0.0:
                row = ref[e]
                for i in range(n):
                    pool[out, i] += w * pool[row, i]
    return 0.0


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
    groups = _groups(np.bincount(owner), owner[row], owner[column], np.abs(entry))
    return _group_by_group(value, present, owner, jacobian, groups, goal)


def _group_by_group(
    value: Floats, present: Floats, owner: Ints, jacobian: Any, groups: Ints, goal: float
) -> Linear:
    nodes = len(groups)
    members = np.split(
        np.argsort(groups[owner], kind="stable"), np.cumsum(np.bincount(groups[owner]))[:-1]
    )
    blocks = [jacobian[mine][:, mine].toarray() for mine in members]
    kinds = [np.unique(owner[mine], return_inverse=True)[1] for mine in members]
    largest = max(len(mine) for mine in members)
    new, pivots = present.copy(), 0
    least, kept = np.inf, new
    hopeless: set[int] = set()
    for _ in range(ROUNDS):
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
            found, count = near_game(part, block, node, new[mine], NEAR * goal)
            pivots += count
            if found is None and g not in hopeless:
                found, count = any_game(part, block, node)
                pivots += count
                if found is None:
                    hopeless.add(int(g))
                    found = nearer_game(part, block, node, new[mine])
            if found is not None:
                new[mine] = found
    return Linear(kept, len(members), largest, pivots, least)


def _groups(size: Ints, left: Any, right: Any, strength: Floats) -> Ints:
    """The group of every node: what is linked strongly, in groups of not too many edges.

    Args:
        size: int64[k], edges of each node.
        left: int64[l], where the links between nodes begin.
        right: int64[l], where they end.
        strength: float64[l].
    """
    threshold = STRONG
    kept = strength > threshold
    while True:
        links = coo_array(
            (np.ones(kept.sum()), (left[kept], right[kept])), shape=(len(size), len(size))
        )
        groups = np.asarray(connected_components(links, directed=False)[1]).astype(np.int64)
        large = np.bincount(groups, size) > TOGETHER
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
