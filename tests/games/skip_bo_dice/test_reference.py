"""The rules module plays as the slow reference does, and gives the figures found without it."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix, identity
from scipy.sparse.linalg import spsolve

from swipe.games.contract import (
    CHANCE,
    DECISION,
    OVER,
    apply_action,
    apply_outcome,
    chance_outcomes,
    legal_actions,
    ranking,
)
from swipe.games.skip_bo_dice import GAME, rules
from tests.games.playing import rules_of
from tests.games.skip_bo_dice.reference import Table
from tests.games.skip_bo_dice.value_iteration import Box, Solver


def answer(state, ask, rng):
    """What the reference asks for, drawn at random and done in the rules module as well."""
    kind, seat = ask[:2]
    assert state.seat == seat
    if kind == "throw":
        assert GAME.rules.phase(state) == CHANCE
        assert GAME.rules.chance_run(state) == len(ask[2])
        shown = []
        for square in ask[2]:
            assert rules.next_square(state) == square
            outcome = GAME.rules.chance_outcome(state, rng.randrange(6))
            apply_outcome(GAME, state, outcome)
            shown.append(GAME.notation.format_outcome(outcome))
        return shown
    _, _, points, choices = ask
    assert GAME.rules.phase(state) == DECISION
    assert GAME.rules.seat_to_act(state) == seat
    assert rules.at_risk(state) == points
    assert [GAME.notation.format_action(each) for each in legal_actions(GAME, state)] == choices
    chosen = rng.choice(choices)
    apply_action(GAME, state, GAME.notation.parse_action(chosen))
    return chosen


@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_random_games_go_as_in_the_reference(data, seed):
    config, rng = data.draw(rules_of(GAME)), random.Random(seed)
    state = config.initial_state()
    if state.stage == rules.DRAW_STARTER:
        apply_outcome(GAME, state, rules.STARTER_IS + rng.randrange(config.players))
    options = dict(config.options)
    del options["starter"]
    goals = {name: int(options.pop(name)) for name in ("goal", "tie_goal")}
    table = Table(config.players, **options, **goals)
    game = table.game(int(state.seat))
    ask = next(game)
    for _ in range(800):
        assert list(state.scores[: config.players]) == table.totals
        assert state.filled == len(table.on_board)
        try:
            ask = game.send(answer(state, ask, rng))
        except StopIteration as end:
            winner = end.value
            break
    else:
        return  # a long game: far enough
    assert GAME.rules.phase(state) == OVER
    assert state.winner == winner
    assert ranking(GAME, state)[winner] == 1
    assert list(state.scores[: config.players]) == table.totals


# --- values ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_best_play_gives_the_figure_found_elsewhere():
    """Two players, defaults: the first player wins 50.72 %; the rules page names it."""
    assert Solver(Box()).solve()[0] == pytest.approx(0.50715, abs=5e-6)


def value_by_rules(box):
    """The first player's chance when both hold at some points: all positions, solved at once."""
    options = {
        "faces": f"{box.number}n{box.skip_bo}s",
        "refill": "every_roll" if box.every_roll else "when_empty",
        "board": "cleared" if box.cleared else "continues",
        "goal": str(box.goal),
        "tie_goal": str(box.tie_goal),
        "starter": "seat:1",
    }
    first = GAME.configure(2, options).initial_state()
    number, todo = {first.tobytes(): 0}, [first]
    rows, columns, chances, won = [], [], [], {}
    while todo:
        state = todo.pop()
        here = number[state.tobytes()]
        phase = GAME.rules.phase(state)
        if phase == OVER:
            won[here] = float(state.winner == 0)
            continue
        if phase == DECISION:
            may_stop = rules.STOP in legal_actions(GAME, state)
            stops = may_stop and rules.at_risk(state) >= box.hold
            moves = [(apply_action, rules.STOP if stops else rules.ROLL, 1.0)]
        else:
            total = GAME.rules.chance_total(state)
            possible = chance_outcomes(GAME, state)
            moves = [(apply_outcome, outcome, n / total) for outcome, n in possible]
        for apply, move, chance in moves:
            after = state.copy()
            apply(GAME, after, move)
            key = after.tobytes()
            if key not in number:
                number[key] = len(number)
                todo.append(after)
            rows.append(here)
            columns.append(number[key])
            chances.append(chance)
    count = len(number)
    step = csr_matrix((chances, (rows, columns)), (count, count))
    end = np.zeros(count)
    end[list(won)] = list(won.values())
    return spsolve((identity(count) - step).tocsc(), end)[0]


@pytest.mark.slow
@pytest.mark.rule("SB-04", "SB-06", "SB-08", "SB-10", "SB-11")
@pytest.mark.parametrize(
    "box",
    [
        Box(goal=1, tie_goal=2, hold=1),
        Box(goal=2, tie_goal=3, hold=3, every_roll=True),
        Box(goal=2, tie_goal=4, hold=2, cleared=True),
        Box(goal=1, tie_goal=2, hold=1, number=5, skip_bo=1, cleared=True),
    ],
    ids=str,
)
def test_positions_of_a_small_game_have_the_values_found_without_the_rules(box):
    assert value_by_rules(box) == pytest.approx(Solver(box).solve()[0], abs=1e-10)
