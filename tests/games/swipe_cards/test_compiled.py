"""The rules and the bots compiled by Numba: the same bytes as interpreted, move by move."""

import importlib.util
import inspect
import random

import numpy as np
import pytest

from swipe.bots import swipe_cards as bots
from swipe.games.contract import CHANCE, OVER
from swipe.games.swipe_cards import GAME, rules
from tests.games.swipe_cards.positions import random_rules

INTERPRETED_ONLY = {"write_options", "read_options", "_number_choices"}


def compilable(module):
    """A second copy of a module, so that nothing that others compile is touched."""
    spec = importlib.util.spec_from_file_location(f"compiled_{module.__name__}", module.__file__)
    copy = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(copy)
    return copy


def functions(module):
    return {
        name: function
        for name, function in vars(module).items()
        if inspect.isfunction(function)
        and function.__module__ == module.__name__
        and name not in INTERPRETED_ONLY
    }


@pytest.fixture(scope="module")
def advance():
    """One move from a word of chance: the policies ``steady`` and ``random`` take turns."""
    numba = pytest.importorskip("numba")
    from numba.extending import register_jitable

    fast, fast_bots = compilable(rules), compilable(bots)
    fast_bots.rules = fast
    for module in (fast, fast_bots):
        for function in functions(module).values():
            register_jitable(function)
    phase, land, settle = fast.phase, fast.land, fast.settle
    chance_total, chance_outcome = fast.chance_total, fast.chance_outcome
    legal_actions, play, steady = fast.legal_actions, fast.play, fast_bots.choose_steady
    greedy = fast_bots.choose_greedy

    def step(states, index, word, actions):
        state = states[index]
        if phase(state) == CHANCE:
            land(state, chance_outcome(state, word % chance_total(state)))
        else:
            count = legal_actions(state, actions)
            action = int(actions[word % count])
            if word % 3 == 1:
                action = steady(state, actions, count, word)
            elif word % 3 == 2:
                action = greedy(state, actions, count, word)
            play(state, action)
        steps = 0
        while True:
            code = settle(state)
            if code == 0:
                break
            steps = steps * 16 + code
        return steps

    return step, numba.njit(step)


@pytest.mark.slow
def test_compiled_and_interpreted_games_are_the_same_to_the_byte(advance):
    interpreted, compiled = advance
    draw = random.Random(6)
    slow = np.zeros(1, GAME.dtype)
    fast = np.zeros(1, GAME.dtype)
    slow_actions, fast_actions = (np.zeros(GAME.max_legal, np.uint16) for _ in range(2))
    moves = rounds = 0
    for _ in range(8):
        first = random_rules(draw).initial_state()
        slow.view(np.recarray)[0] = first
        fast[:] = slow
        states = slow.view(np.recarray)
        while rules.phase(states[0]) != OVER:
            word = draw.getrandbits(62)
            done = interpreted(states, 0, word, slow_actions)
            assert compiled(fast, 0, word, fast_actions) == done
            assert fast.tobytes() == slow.tobytes()
            assert (fast_actions == slow_actions).all()
            moves += 1
        rounds += int(states[0].round_number)
    assert moves > 1000
    assert rounds > 8


@pytest.mark.slow
def test_results_are_the_same_compiled(advance):
    numba = pytest.importorskip("numba")
    from numba.extending import register_jitable

    fast = compilable(rules)
    for function in functions(fast).values():
        register_jitable(function)
    result, ranking, score = fast.result, fast.ranking, fast.score

    @numba.njit
    def end(states, shares, ranks):
        result(states[0], shares)
        ranking(states[0], ranks)
        return score(states[0], 1)

    state = GAME.configure(3, {"end": "target:50"}).initial_state()
    for totals in ((3, 60, 3), (9, 8, 70), (5, 5, 5)):
        state.scores[:3] = totals
        records = np.array([state], GAME.dtype)
        shares, ranks = np.zeros(3), np.zeros(3, np.uint8)
        assert end(records, shares, ranks) == totals[1]
        expected = np.zeros(3), np.zeros(3, np.uint8)
        rules.result(state, expected[0])
        rules.ranking(state, expected[1])
        assert (shares == expected[0]).all()
        assert (ranks == expected[1]).all()
