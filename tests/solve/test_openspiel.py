"""The tables of tiny games for two, against OpenSpiel's own value iteration.

OpenSpiel shares nothing with the solver but the rules: it lists every state that play can come to,
by its text, and sweeps over all of them until nothing changes.
"""

import sys

import numpy as np
import pytest
from open_spiel.python.algorithms.value_iteration import value_iteration

from swipe.games.contract import CHANCE, DECISION, OVER
from swipe.games.registry import find_game
from swipe.games.skip_bo_dice import rules as skip_bo_rules
from swipe.solve import plan_of
from swipe.solve.run import solve
from tests.solve.spiel import TwoPlayers

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.xdist_group("solve")]

SWIPE, SKIP_BO = find_game("swipe-dice"), find_game("skip-bo-dice")


@pytest.fixture(autouse=True)
def deep():
    """OpenSpiel's search for states goes as deep as there are states."""
    usual = sys.getrecursionlimit()
    sys.setrecursionlimit(100_000)
    yield
    sys.setrecursionlimit(usual)


def compare(spiel, table, within=lambda state: 1e-9):
    """Hold every state that OpenSpiel found to the table; count them by phase."""
    found = value_iteration(spiel, depth_limit=-1, threshold=1e-12, cyclic_game=True)
    known, counts = {}, np.zeros(3, int)
    for key, value in found.items():
        node = spiel.node(bytes.fromhex(key))
        ours = table.values(node.state, known)
        assert 2 * ours[0] - 1 == pytest.approx(value, abs=2 * within(node.state)), key
        counts[node.phase] += 1
    return counts


@pytest.mark.parametrize(
    "options",
    [
        {"chips": "5", "dice": "4", "order": "player", "swipes": "optional"},
        {"chips": "6", "dice": "4", "swipes": "optional", "ending": "at_once"},
        {"chips": "5", "dice": "5", "order": "wins_first", "roll_off": "first_x_loses"},
    ],
)
def test_swipe_dice(tmp_path, options):
    rules = SWIPE.configure(2, options)
    table = solve(plan_of(rules), tmp_path)
    counts = compare(TwoPlayers(SWIPE, rules.initial_state()), table)
    assert counts[CHANCE] > 40  # turns and roll-offs
    assert counts[OVER] > 10
    if rules.options["swipes"] == "optional":
        assert counts[DECISION] > 300


GOALS = {"goal": "1", "tie_goal": "2"}


def in_a_race(rules):
    """Two points from the win, both of them."""
    start = rules.initial_state()
    start.race_goal = 27
    start.scores[0] = start.scores[1] = 25
    skip_bo_rules.begin_turn(start, 0)
    return start


def test_skip_bo_dice(tmp_path):
    """From the first throw on; the races, which are many, are given, but for a near one."""
    rules = SKIP_BO.configure(2, {**GOALS, "board": "cleared"})
    table = solve(plan_of(rules), tmp_path)

    def race(state):
        return float(table.values(state)[0]) if int(state.race_goal) > 0 else None

    counts = compare(TwoPlayers(SKIP_BO, rules.initial_state(), race), table)
    assert counts[CHANCE] > 48  # nobody has a point, or one player has 1 to 24
    assert counts[DECISION] > 500
    counts = compare(TwoPlayers(SKIP_BO, in_a_race(rules)), table)
    assert counts[CHANCE] > 8
    assert counts[DECISION] > 80


def test_skip_bo_dice_with_wild_faces_on_a_board_that_goes_on(tmp_path):
    """The table lets players stop at the last board that counts, whatever the die shows.

    With goals as small as these that board is the second, and the difference can be seen: in it,
    or by as much as it is likely.
    """
    plan = plan_of(SKIP_BO.configure(2, {**GOALS, "faces": "3n1s"}))
    table = solve(plan, tmp_path)
    assert 1e-3 < plan.cut < 2e-3

    def within(state):
        return 0.1 if int(state.completions) > 0 else plan.cut

    counts = compare(TwoPlayers(SKIP_BO, in_a_race(plan.rules)), table, within)
    assert counts[CHANCE] > 90
    assert counts[DECISION] > 300
