"""What the kernel accepts: plans, tables, and where games begin."""

import numpy as np
import pytest

from swipe.bots.contract import choose_random
from swipe.games.contract import BadOption
from swipe.games.registry import find_game
from swipe.kernels import Kernel, Plan, compile_function

GAME = find_game("skip-bo-dice")
RULES = GAME.configure(2, {"starter": "seat:1"})


def choose_from_table(state, actions, count, word, tables):
    """Stop when the points at risk are in the table."""
    stop_at = tables[0]
    if count == 2 and stop_at[min(int(state.last), 12)] != 0:
        return int(actions[1])
    return int(actions[0])


@pytest.mark.parametrize("compiled", [True, False])
def test_a_policy_may_have_tables(compiled):
    stop_at_once = (np.ones(13, np.uint8),)
    stop_late = (np.array([0] * 8 + [1] * 5, np.uint8),)
    means = []
    for tables in (stop_at_once, stop_late):
        plan = Plan(
            RULES,
            {"table": choose_from_table, "random": choose_random},
            ("table", "random"),
            {"table": tables},
        )
        means.append(Kernel(plan, compiled=compiled).play(1, 0, 40).rows["scores"][:, 0].mean())
    assert means[0] != means[1]


def test_a_plan_needs_a_known_policy_for_every_seat():
    with pytest.raises(BadOption, match="2 seats need as many bots, not 1"):
        Plan(RULES, {"random": choose_random}, ("random",))
    with pytest.raises(BadOption, match="no policy is called 'clever'"):
        Plan(RULES, {"random": choose_random}, ("random", "clever"))


def test_only_functions_of_a_module_are_compiled():
    with pytest.raises(TypeError, match="top level of a module"):
        compile_function(lambda state, actions, count, word: 0)


def test_a_game_is_the_same_wherever_it_is_played():
    plan = Plan(RULES, {"random": choose_random}, ("random", "random"))
    kernel = Kernel(plan)
    together = kernel.play(9, 1000, 50)
    alone = kernel.play(9, 1037, 1)
    assert alone.rows[0].tobytes() == together.rows[37].tobytes()
    assert kernel.play(10, 1000, 50).rows.tobytes() != together.rows.tobytes()


def test_games_go_on_from_a_given_state():
    plan = Plan(RULES, {"random": choose_random}, ("random", "random"))
    kernel = Kernel(plan)
    start = kernel.plan.rules.initial_state()
    start.scores[0] = 49
    rows = kernel.play(1, 0, 200, start=start).rows
    assert (rows["scores"][:, 0] >= 49).all()
    assert rows["shares"][:, 0].mean() > 0.9 * 840
