"""The small games that a Newton step solves, against their definition."""

import numpy as np
import pytest

from swipe.solve.linear_game import any_game, near_game


def random_game(seed):
    random = np.random.default_rng(seed)
    sizes = random.integers(2, 4, random.integers(2, 9))
    node = np.repeat(np.arange(len(sizes)), sizes)
    m = len(node)
    constant = random.uniform(0.3, 0.4, m)
    jacobian = random.normal(0.0, 0.1, (m, m)) * (random.random((m, m)) < 0.5)
    present = random.random(m) * (random.random(m) < 0.8)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    present[first] += 0.1
    return constant, jacobian, node, present / np.bincount(node, present)[node]


def loss(constant, jacobian, node, weights):
    value = constant + jacobian @ weights
    best = np.full(node.max() + 1, -np.inf)
    np.maximum.at(best, node, value)
    return ((best[node] - value) * weights).max()


@pytest.mark.parametrize(("solver", "least"), [("near", 50), ("any", 150)])
def test_only_best_choices_have_weight_in_a_solved_game(solver, least):
    solved = 0
    for seed in range(200):
        constant, jacobian, node, present = random_game(seed)
        if solver == "near":
            weights, _ = near_game(constant, jacobian, node, present, 1e-9)
        else:
            weights, _ = any_game(constant, jacobian, node)
        if weights is None:
            continue
        solved += 1
        assert weights.min() >= 0.0
        assert np.bincount(node, weights) == pytest.approx(1.0, abs=1e-12)
        assert loss(constant, jacobian, node, weights) < 1e-7
    assert solved >= least


def test_weights_that_solve_the_game_stay():
    moved = 0
    for seed in range(100):
        constant, jacobian, node, _ = random_game(seed)
        weights, _ = any_game(constant, jacobian, node)
        if weights is not None:
            again, _ = near_game(constant, jacobian, node, weights, 1e-6)
            moved += again is None or np.abs(again - weights).max() > 1e-3
    assert moved <= 5
