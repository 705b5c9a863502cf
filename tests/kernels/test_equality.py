"""The compiled core plays what the rules and bots say, to the byte."""

import numpy as np
import pytest

from swipe.bots.contract import choose, policies
from swipe.games.contract import DECISION, OVER, legal_actions
from swipe.games.registry import GAMES
from swipe.kernels import Kernel, Plan, compile_function
from swipe.kernels.stream import GAMMA, choice_stream, dice_stream, mix

OPTIONS = {
    "swipe-dice": [
        {},
        {"order": "player", "swipes": "optional", "ending": "at_once", "chips": "20"},
        {"order": "wins_first", "roll_off": "first_x_loses", "chips": "20", "dice": "14"},
        {"ending": "at_once", "swipes": "optional", "chips": "20"},
    ],
    "swipe-cards": [
        {"end": "leads:1"},
        {"buried": "picked_up", "pick_up": "always", "end": "leads:1", "round_limit": "200"},
    ],
    "skip-bo-dice": [{}, {"faces": "2n2s", "refill": "every_roll", "board": "cleared"}],
}
CASES = [
    pytest.param(name, players, options, id=f"{name}-{players}-{number}")
    for name, each in OPTIONS.items()
    for number, options in enumerate(each)
    for players in (2, 5)
]


def test_every_game_is_tried():
    assert set(OPTIONS) == set(GAMES)


def plan_of(name, players, options):
    game = GAMES[name]
    named = policies(game)
    seats = tuple(list(named)[seat % len(named)] for seat in range(players))
    return Plan(game.configure(players, options), named, seats, others=tuple(named))


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_compiled_games_are_the_interpreted_games(name, players, options):
    plan = plan_of(name, players, options)
    games = 4 if name == "swipe-cards" else 12
    compiled, interpreted = Kernel(plan), Kernel(plan, compiled=False)
    for watch_every in (1, 1000):  # step by step, and the game's short ways where it has any
        ours = compiled.play(7, 101, games, watch_every=watch_every)
        theirs = interpreted.play(7, 101, games, watch_every=watch_every)
        assert ours.rows.tobytes() == theirs.rows.tobytes()
        assert ours.steps.tobytes() == theirs.steps.tobytes()
        assert ours.led.tobytes() == theirs.led.tobytes()
        assert ours.won.tobytes() == theirs.won.tobytes()
        assert ours.state.tobytes() == theirs.state.tobytes()


def test_watching_changes_nothing_but_what_is_watched():
    kernel = Kernel(plan_of("swipe-dice", 4, {}))
    watched, plain = kernel.play(3, 0, 300), kernel.play(3, 0, 300, watch_every=7)
    for name in watched.rows.dtype.names:
        if name != "lead_changes":
            assert np.array_equal(watched.rows[name], plain.rows[name])
    assert np.array_equal(watched.steps, plain.steps)


def naive_game(plan, seed, number):
    """Game ``number`` of a seed through the plain contract, the bots' states redacted.

    Whole numbers of any size, a ticket at a time: slow, and written from the description of
    the streams rather than from the driver.
    """
    rules, game = plan.rules, plan.rules.game
    wrap = (1 << 64) - 1
    with np.errstate(over="ignore"):
        dice = dice_stream(np.uint64(seed), np.uint64(number))
        choices = int(choice_stream(dice))
    dice = int(dice)
    gamma = int(GAMMA)

    def word(counter):
        with np.errstate(over="ignore"):
            return int(mix(np.uint64(counter)))

    state = rules.initial_state()
    while game.rules.phase(state) != OVER:
        if game.rules.phase(state) == DECISION:
            choices = (choices + gamma) & wrap
            name = plan.seats[game.rules.seat_to_act(state)]
            action = choose(game, plan.policies[name], state, word(choices) >> 1)
            assert action in legal_actions(game, state)
            game.rules.play(state, action)
        else:
            dice = (dice + gamma) & wrap
            fraction, spread = word(dice) >> 8, 1
            for _ in range(game.rules.chance_run(state)):
                total = game.rules.chance_total(state)
                spread *= total
                if spread > 1 << 40:
                    dice = (dice + gamma) & wrap
                    fraction, spread = word(dice) >> 8, total
                ticket, fraction = divmod(fraction * total, 1 << 56)
                game.rules.land(state, game.rules.chance_outcome(state, ticket))
        while game.rules.settle(state):
            pass
    return state


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_compiled_games_are_those_of_the_contract(name, players, options):
    plan = plan_of(name, players, options)
    game = plan.rules.game
    batch = Kernel(plan).play(2**63 + 5, 10, 3)
    for index in range(3):
        state = naive_game(plan, 2**63 + 5, 10 + index)
        ranks = np.zeros(players, np.uint8)
        game.rules.ranking(state, ranks)
        assert list(batch.rows[index].ranks[:players]) == list(ranks)
        assert list(batch.rows[index].scores[:players]) == [
            game.rules.score(state, seat) for seat in range(players)
        ]
    assert batch.state.tobytes() == state.tobytes()


@pytest.mark.parametrize(("name", "players", "options"), CASES)
def test_every_rule_agrees_on_positions_of_random_games(name, players, options):
    game = GAMES[name]
    rules, words = game.rules, np.random.default_rng(5)
    compiled = {
        function: compile_function(getattr(rules, function))
        for function in (
            "phase",
            "seat_to_act",
            "legal_actions",
            "play",
            "chance_run",
            "chance_total",
            "chance_outcome",
            "land",
            "settle",
            "score",
        )
    }
    ours = np.zeros(1, game.dtype).view(np.recarray)
    theirs = np.zeros(1, game.dtype).view(np.recarray)
    ours[0] = theirs[0] = game.configure(players, options).initial_state()
    mine, other = np.zeros((2, game.max_legal), np.uint16)
    for _ in range(1500):
        state, twin = ours[0], theirs[0]
        for query in ("phase", "seat_to_act", "chance_run", "chance_total"):
            assert compiled[query](state) == getattr(rules, query)(twin)
        if rules.phase(twin) == OVER:
            break
        count = compiled["legal_actions"](state, mine)
        assert count == rules.legal_actions(twin, other)
        assert list(mine[:count]) == list(other[:count])
        if count:
            action = int(mine[words.integers(count)])
            compiled["play"](state, action)
            rules.play(twin, action)
        else:
            ticket = int(words.integers(rules.chance_total(twin)))
            outcome = compiled["chance_outcome"](state, ticket)
            assert outcome == rules.chance_outcome(twin, ticket)
            compiled["land"](state, outcome)
            rules.land(twin, outcome)
        assert ours.tobytes() == theirs.tobytes()
        while True:
            step = compiled["settle"](state)
            assert step == rules.settle(twin)
            assert ours.tobytes() == theirs.tobytes()
            if step == 0:
                break
        assert [compiled["score"](state, seat) for seat in range(players)] == [
            rules.score(twin, seat) for seat in range(players)
        ]
