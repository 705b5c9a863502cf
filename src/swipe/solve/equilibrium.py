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
   Decisions that begin to lose something join M, and those that lose little are left alone.

A loss is what a weight's choice is worth less than the best one, times the weight. What a player
could gain is far less where a choice comes up in few of a turn's rolls: in large levels it is
measured, and decides when the search ends.

Nothing here is trusted: the bound of a table comes from :mod:`swipe.solve.certify`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from swipe.solve.graph import (
    TIE,
    Floats,
    Graph,
    Ints,
    Sweeper,
    answer_nodes,
    choose_nodes,
    mix_nodes,
)
from swipe.solve.newton import newton_step

STEADY = 2e-15
"""Sweeps end when no value changes by more than this."""

FIRST_SWEEPS = 24
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
ENOUGH = (1e-7, 1e-6)
"""In levels of more than LARGE roots the search ends when nobody can gain more than this within the
level, with three players and with more; in all others when there is nothing left to lose."""

JOIN = 0.05
"""Decisions that lose more than this part of the largest loss join the set M."""

SHORTEST_STEP = 0.3
STEP_LONGER, STEP_SHORTER = 1.3, 0.6
"""A step's length after one that made the largest loss smaller, and after another."""

Patience: TypeAlias = tuple[tuple[float, int], ...]

PATIENCE: tuple[Patience, Patience] = (
    ((1e-6, 4), (1e-5, 8), (5e-5, 16), (np.inf, 45)),
    ((1e-5, 4), (1e-4, 6), (5e-4, 8), (np.inf, 45)),
)
PATIENCE_EXACT: Patience = ((3e-4, 12), (np.inf, 45))
"""So many steps that do not halve what can be gained (or the loss) end the search, by the best so
far; with three players, and with more. In the last case it begins again from the best weights."""

MOST_ATTEMPTS = 6

LEAST_SHARE = 0.02
"""What can be gained is hardly less than this part of the largest loss (it is less than the loss,
for a choice does not come up for sure)."""

HELPLESS = 0.5
AGAIN_SHIFT, AGAIN_SWEEPS = 0.1, 40
"""Where the linear model cannot be solved to this part of the loss, weights are shifted instead."""

TRACE = 0.02
"""A weight below this that is to vanish does so at once."""


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


@dataclass
class _Best:
    """The best weights so far.

    Attributes:
        weight: float64[M].
        found: what can be gained against them, or what they lose.
        loss: what they lose.
        idle: steps since ``found`` was last halved.
    """

    weight: Floats
    found: float = np.inf
    loss: float = np.inf
    idle: int = 0

    def compare(self, found: float, loss: float, weight: Floats) -> None:
        """Keep other weights if they are better."""
        self.idle = 0 if found < 0.5 * self.found else self.idle + 1
        if found < self.found:
            self.found, self.loss, self.weight = found, loss, weight.copy()

    def rung(self, patience: Patience) -> tuple[int, bool]:
        """Which entry of ``patience`` holds, and whether there were as many steps in vain."""
        rung = next(k for k, (most, _) in enumerate(patience) if self.found <= most)
        return rung, self.idle >= patience[rung][1]


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
            if self.sweep(mix_nodes) <= goal and done >= 2:
                break
        self.sweep(play_nodes, self.loss)

    def largest_loss(self, kept: NDArray[np.bool_], about: float) -> float:
        """The largest loss of all decisions, with values settled for one of about that size."""
        self.settle(max(STEADY, 1e-3 * about), 240)
        # what is tied by the rule of the best choice loses nothing
        self.loss[~kept & (self.loss <= TIE)] = 0.0
        return float(self.loss.max())

    def largest_gain(self) -> float:
        """The most that a player can gain within the level by the best response, from anywhere."""
        own = self.pool[: self.graph.roots].copy()
        pool = self.pool.copy()
        gain = 0.0
        for _ in range(MOST_SWEEPS):
            self.sweeps += 1
            self.sweeper.nodes(answer_nodes, self.graph, pool, self.weight)
            more = self.sweeper.roots(self.graph, pool, self.scratch, self.graph.root_value)
            gain = float((pool[: self.graph.roots] - own).max())
            if more <= 0.02 * gain or more <= TIE:
                break
        return gain

    def refine(self) -> tuple[int, float]:
        """Newton steps; how many, and the largest loss that is left."""
        graph = self.graph
        exact = graph.roots <= LARGE or graph.players == 2
        enough, patience = EXACT, PATIENCE_EXACT
        if not exact:
            enough, patience = ENOUGH[graph.players > 3], PATIENCE[graph.players > 3]
        kept = np.zeros(graph.nodes, np.bool_)
        best = _Best(self.weight)
        loss, length, steps, attempts = 1e-2, 1.0, 0, 1
        while True:
            before = loss
            loss = self.largest_loss(kept, loss)
            if loss < 0.1 * before:
                loss = self.largest_loss(kept, loss)
            found = loss
            if not exact:
                found = self.largest_gain() if LEAST_SHARE * loss < best.found else np.inf
            best.compare(found, loss, self.weight)
            if best.found <= enough or steps == MOST_STEPS:
                break
            rung, tried = best.rung(patience)
            if tried:
                if rung < len(patience) - 1 or attempts == MOST_ATTEMPTS:
                    break
                attempts, best.idle, length = attempts + 1, 0, 1.0
                self.weight = best.weight.copy()
                self.shift(np.ones(graph.nodes, np.bool_), FIRST_SHIFT, 3 * SHIFTING_SWEEPS)
                kept[:] = False
                continue
            if steps:
                factor = STEP_LONGER if loss < before else STEP_SHORTER
                length = min(1.0, max(SHORTEST_STEP, factor * length))
            kept |= self.loss > max(0.5 * enough, JOIN * loss)
            step = newton_step(graph, self.pool, self.weight, np.flatnonzero(kept), loss)
            kept[step.settled] = False
            steps += 1
            if step.left > HELPLESS * loss:
                self.shift(kept, AGAIN_SHIFT, AGAIN_SWEEPS)
                continue
            new = self.weight[step.edges] + length * (step.weights - self.weight[step.edges])
            new[(step.weights == 0.0) & (new < TRACE)] = 0.0
            self.weight[step.edges] = new / np.bincount(step.owner, new)[step.owner]
        self.weight = best.weight
        return steps, best.loss

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
    seats: Any,
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
    n = len(seats)
    for k in range(low, high):
        out = first + k
        a, b = ptr[k], ptr[k + 1]
        if choice[k] and free[k]:
            lead, best, second = a, pool[ref[a], 0], -1.0
            for e in range(a + 1, b):
                value = pool[ref[e], 0]
                if value > best:
                    lead, best, second = e, value, best
                elif value > second:
                    second = value
            if weight[lead] == 1.0 and leader[k] == lead and second < best - TIE:  # at rest
                shifts[k] = min(MOST_SHIFT, shifts[k] * LONGER)
                for i in range(n):
                    pool[out, i] = pool[ref[lead], i]
                continue
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
    seats: Any,
    loss: Any,
) -> Any:
    """Values of the nodes by their weights; ``loss``: float64[N], what decisions lose by theirs.

    That is the largest difference of an edge to the best one, times its weight.
    """
    n = len(seats)
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
