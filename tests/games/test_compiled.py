"""The rules and the bots, compiled, do to the byte what they do as they stand."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numba import njit

from swipe.bots.contract import policies
from swipe.games.contract import CHANCE, DECISION
from swipe.games.registry import GAMES
from swipe.kernels import compile_function
from tests.games.playing import NAMES, rules_of

MOVES = 250

# One worker compiles a game for both tests.
every_name = pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.xdist_group(f"compiled-{name}")) for name in NAMES],
)


FUNCTIONS = (
    "phase",
    "seat_to_act",
    "legal_actions",
    "play",
    "chance_run",
    "chance_total",
    "chance_outcome",
    "land",
    "settle",
    "result",
    "ranking",
    "score",
)


def chain(chosen, compiler):
    """One function that plays the policy of a number."""
    head, *others = chosen
    if not others:
        return compiler(
            lambda which, state, actions, count, word: head(state, actions, count, word)
        )
    rest = chain(others, compiler)

    def choose(which, state, actions, count, word):
        if which == 0:
            return head(state, actions, count, word)
        return rest(which - 1, state, actions, count, word)

    return compiler(choose)


def make_walk(functions, choose, bots):
    """A function that plays on with random words, noting every position and step."""
    (
        phase,
        seat_to_act,
        legal_actions,
        play,
        chance_run,
        chance_total,
        chance_outcome,
        land,
        settle,
        result,
        ranking,
        score,
    ) = functions
    decision, chance = DECISION, CHANCE

    def walk(states, words, log, notes, actions, shares, ranks):
        state = states[0]
        players = len(shares)
        for move in range(len(words)):
            word = words[move]
            now = phase(state)
            if now == chance:
                notes[move, 0] = chance_run(state)
                land(state, chance_outcome(state, (word >> 20) % chance_total(state)))
            elif now == decision:
                count = legal_actions(state, actions)
                which = (word >> 3) % bots
                action = choose(which, state, actions, count, word)
                notes[move, 0] = action
                notes[move, 1] = count
                play(state, action)
            else:
                result(state, shares)
                ranking(state, ranks)
                return move
            while True:
                step = settle(state)
                if step == 0:
                    break
                notes[move, 2] = notes[move, 2] * 31 + step
            notes[move, 3] = seat_to_act(state)
            notes[move, 4] = score(state, move % players)
            log[move] = state
        return len(words)

    return walk


@cache
def walks(name):
    """The walk of a game as it stands, and compiled."""
    game = GAMES[name]
    functions = [getattr(game.rules, each) for each in FUNCTIONS]
    chosen = list(policies(game).values())
    compiled = [compile_function(each) for each in (*functions, *chosen)]
    count = len(functions)
    return (
        make_walk(functions, chain(chosen, lambda each: each), len(chosen)),
        njit(make_walk(compiled[:count], chain(compiled[count:], njit), len(chosen))),
    )


def walked(walk, rules, words):
    game = rules.game
    states = np.zeros(1, game.dtype).view(np.recarray)
    states[0] = rules.initial_state()
    log = np.zeros(len(words), game.dtype).view(np.recarray)
    notes = np.zeros((len(words), 5), np.int64)
    shares, ranks = np.zeros(rules.players), np.zeros(rules.players, np.uint8)
    moves = walk(states, words, log, notes, np.zeros(game.max_legal, np.uint16), shares, ranks)
    return moves, log, notes, shares, ranks


@pytest.mark.slow
@every_name
@settings(max_examples=20)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_compiled_rules_and_bots_agree_to_the_byte(name, data, seed):
    rules = data.draw(rules_of(GAMES[name]))
    words = np.random.default_rng(seed).integers(0, 2**63, MOVES, np.int64)
    plain, fast = walks(name)
    moves, log, notes, shares, ranks = walked(plain, rules, words)
    fast_moves, fast_log, fast_notes, fast_shares, fast_ranks = walked(fast, rules, words)
    assert fast_moves == moves
    for move in range(moves):
        assert fast_log[move].tobytes() == log[move].tobytes(), f"move {move}"
    np.testing.assert_array_equal(fast_notes, notes)
    np.testing.assert_array_equal(fast_shares, shares)
    np.testing.assert_array_equal(fast_ranks, ranks)


@pytest.mark.slow
@every_name
def test_a_whole_match_agrees_to_the_byte(name):
    game = GAMES[name]
    preset = "short" if "short" in game.presets else "default"
    plain, fast = walks(name)
    for players in game.players:
        rules = game.configure(players, game.presets[preset])
        words = np.random.default_rng(players).integers(0, 2**63, 6000, np.int64)
        moves, log, notes, shares, ranks = walked(plain, rules, words)
        assert moves < len(words), "the match ends"
        assert shares.sum() == pytest.approx(1)
        same = walked(fast, rules, words)
        assert same[0] == moves
        assert same[1].tobytes() == log.tobytes()
        np.testing.assert_array_equal(same[2], notes)
        np.testing.assert_array_equal(same[3], shares)
        np.testing.assert_array_equal(same[4], ranks)
