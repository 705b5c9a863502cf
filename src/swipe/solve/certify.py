"""The certificate of a table: computed from the table and the rules, not from the solver.

A table is a set of values and, for a few decisions, weights. They fix a strategy of every player in
every position: the choice whose value is best for the mover, ties evenly, and the given weights
where there are some. For that profile two things are computed level by level:

* its values, by evaluation; how far the table's values are from them after one turn is the
  *residual*;
* for each player, the *best-response* value against the others' fixed play. The largest gain over
  the profile's value, over all positions and all players, is the *bound* of the certificate: nobody
  can gain more than that, anywhere, by any other way to play.

Sweeps stop short of the fixed point. What they may miss is at most the last change times the
largest possible expected number of turns within the level, which is computed too and added.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swipe.solve.graph import (
    Floats,
    Graph,
    Sweeper,
    answer_nodes,
    choose_nodes,
    mix_nodes,
)

STEADY = 2e-15
MOST_SWEEPS = 3000


@dataclass(frozen=True)
class LevelCertificate:
    """What is known of a level.

    Attributes:
        residual: the largest |value - expected value after one turn|.
        gain: the largest gain of a best response over the profile's value.
        slack: an upper bound on what the sweeps may have missed, in this level alone.
        turns: an upper bound on the expected number of turns within the level.
        best: float64[S, n], best-response values.
    """

    residual: float
    gain: float
    slack: float
    turns: float
    best: Floats


def profile(
    graph: Graph, values: Floats, mixed: NDArray[np.int64], weights: Floats, sweeper: Sweeper
) -> Floats:
    """The weights of all edges that a table's values and mixtures fix.

    Args:
        graph: a level.
        values: float64[S, n], the table's values of its roots.
        mixed: int64[k], the nodes that are played by ``weights``.
        weights: float64[k, a], one row a node.
        sweeper: runs the sweep.

    Returns:
        float64[M], aligned with ``graph.node_ref``.
    """
    weight = graph.node_weight.copy()
    kept = np.zeros(graph.nodes, np.bool_)
    kept[mixed] = True
    for k, row in zip(mixed, weights, strict=True):
        low, high = int(graph.node_ptr[k]), int(graph.node_ptr[k + 1])
        weight[low:high] = row[: high - low]
    pool = graph.pool(values, graph.constant_value)
    sweeper.nodes(choose_nodes, graph, pool, weight, kept, np.zeros(graph.nodes, np.int32))
    return weight


def certify_level(
    graph: Graph, values: Floats, weight: Floats, sweeper: Sweeper
) -> LevelCertificate:
    """Evaluate a profile in one level and every player's best response to it.

    Args:
        graph: the level; its constants hold the lower levels' values and best-response values.
        values: float64[S, n], the values to be certified.
        weight: float64[M], the profile, from :func:`profile`.
        sweeper: runs the sweeps.
    """
    turns = longest_stay(graph, weight, sweeper)
    pool = graph.pool(values, graph.constant_value)
    own, last, residual = _settle(graph, pool, graph.root_value, mix_nodes, weight, sweeper)
    value_slack = last * turns
    pool = graph.pool(own, graph.constant_best)
    best, last, _ = _settle(graph, pool, graph.root_best, answer_nodes, weight, sweeper)
    gain = float((best - own).max(initial=0.0))
    return LevelCertificate(residual, gain, value_slack + last * turns, turns, best)


def _settle(
    graph: Graph, pool: Floats, outside: Floats, function: Any, weight: Floats, sweeper: Sweeper
) -> tuple[Floats, float, float]:
    """Sweep until nothing changes: the roots' values, the last change and the first."""
    scratch = np.empty((graph.roots, graph.players))
    first = change = 0.0
    for k in range(MOST_SWEEPS):
        sweeper.nodes(function, graph, pool, weight)
        change = sweeper.roots(graph, pool, scratch, outside)
        if k == 0:
            first = change
        if change <= STEADY:
            break
    return pool[: graph.roots].copy(), change, first


def longest_stay(graph: Graph, weight: Floats, sweeper: Sweeper) -> float:
    """An upper bound on the expected number of turns within the level.

    All but one play the profile; the one, whoever it is, makes the turns as many as possible.
    """
    pool = graph.pool(np.zeros((graph.roots, graph.players)), np.zeros_like(graph.constant_value))
    scratch, one = np.empty((graph.roots, graph.players)), np.ones((graph.roots, graph.players))
    before = change = 1.0
    for _ in range(MOST_SWEEPS):
        sweeper.nodes(answer_nodes, graph, pool, weight)
        before, change = change, sweeper.roots(graph, pool, scratch, one)
        if change < 1e-3:
            break
    rest = change * change / max(before - change, 1e-300) if change < before else np.inf
    return float(pool[: graph.roots].max(initial=0.0)) + 2.0 * rest
