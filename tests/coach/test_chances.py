"""Chances: labelled, repeatable, right where they are known, and blind to what is hidden."""

from random import Random

import msgspec
import numpy as np
import pytest

from swipe.coach.chances import look
from swipe.coach.figures import Z, wilson
from swipe.coach.hidden import complete
from swipe.coach.rollouts import OPEN, Rollouts, costs_of
from swipe.coach.tables import Tabled, find_tabled, solve_command
from swipe.games import contract
from swipe.games.contract import SPECTATOR
from swipe.games.registry import GAMES, find_game
from swipe.match.decide import Sit, Start, create, decide
from swipe.match.fold import fold
from tests.coach.naive import NaiveTable, next_command, play

QUICK = {"swipe-cards": {"end": "leads:1", "round_limit": "10"}, "skip-bo-dice": {"goal": "10"}}


def card_state(seed, plies=9):
    rules = find_game("swipe-cards").configure(3, QUICK["swipe-cards"])
    return rules, begun(rules, seed, plies).state


def begun(rules, seed, plies):
    """A match between random bots after its first commands."""
    event, secret = create(f"m{seed}", rules, chance="seeded", seed=seed)
    events, match, random = [event], fold([event]), Random(seed)
    bots = ["random"] * rules.players
    commands = [Sit(seat, f"P{seat + 1}", "random") for seat in range(rules.players)]
    for command in [*commands, Start()]:
        decision = decide(match, command, secret)
        events += decision.events
        match = decision.match
    for _ in range(plies):
        decision = decide(match, next_command(match, bots, random), secret)
        events += decision.events
        match = decision.match
    return match


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_has_chances_that_sum_to_one(game):
    rules = game.configure(3, QUICK.get(game.name))
    match = begun(rules, 5, 6)
    outlook = look(
        game, Rollouts(rules, games=6, bot="random", interpreted=True), match.state, OPEN
    )
    legal = contract.legal_actions(game, match.state)
    assert [each.action for each in outlook.choices] == list(
        map(game.notation.format_action, legal)
    )
    for chances in [outlook.now, *(choice.chances for choice in outlook.choices)]:
        assert sum(chances.win) == pytest.approx(1)
        assert chances.label == "estimated"
        assert chances.games == 6
        for low, win, high in zip(chances.low, chances.win, chances.high, strict=True):
            assert 0 <= low <= win <= high <= 1


@pytest.mark.parametrize("interpreted", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_estimates_agree_with_the_exact_values(interpreted):
    """Two players have nothing to decide here, so that bots play as well as anybody."""
    rules = find_game("swipe-dice").configure(2, {"chips": "6", "dice": "4", "starter": "seat:1"})
    exact = Tabled(rules.game, NaiveTable(rules))
    games = 200 if interpreted else 20000
    held = total = 0
    for seed in range(3):
        events, _ = play(rules, ["random", "random"], seed)
        for length in range(4, len(events) - 1):
            state = fold(events[:length]).state
            truth = exact.values(state, OPEN).win
            found = Rollouts(rules, games=games, seed=length, interpreted=interpreted).values(
                state, OPEN
            )
            held += found.low[0] <= truth[0] <= found.high[0]
            total += 1
    assert total >= 10
    assert held >= total - 2


def test_the_end_is_exact(tiny_rules):
    events, _ = play(tiny_rules, ["random", "random"], 1)
    match = fold(events)
    found = Rollouts(tiny_rules, games=4, interpreted=True).values(match.state, OPEN)
    assert found.label == "exact"
    assert found.win == contract.shares(match.game, match.state)


def test_the_same_seed_gives_the_same_figures_and_another_does_not():
    rules, state = card_state(1)
    game = rules.game
    seat = game.rules.seat_to_act(state)
    first = look(
        game, Rollouts(rules, games=5, seed=3, bot="random", interpreted=True), state, seat
    )
    again = look(
        game, Rollouts(rules, games=5, seed=3, bot="random", interpreted=True), state, seat
    )
    other = look(
        game, Rollouts(rules, games=5, seed=4, bot="random", interpreted=True), state, seat
    )
    assert first == again
    assert first != other


@pytest.mark.parametrize("seed", range(4))
def test_what_a_seat_cannot_see_does_not_change_its_advice(seed):
    """Non-interference: deal the hidden cards anew and ask again (SC-17)."""
    rules, state = card_state(seed, plies=2 + 4 * seed)
    game = rules.game
    source = Rollouts(rules, games=4, bot="random", interpreted=True)
    seat = game.rules.seat_to_act(state)
    for observer in (seat, (seat + 1) % 3, SPECTATOR):
        other = complete(game, state, observer, Random(99))
        assert other.tobytes() != state.tobytes()
        told = msgspec.json.encode(look(game, source, state, observer))
        assert msgspec.json.encode(look(game, source, other, observer)) == told


def test_only_whoever_decides_is_told_of_the_choices():
    rules, state = card_state(2)
    game = rules.game
    source = Rollouts(rules, games=4, bot="random", interpreted=True)
    seat = game.rules.seat_to_act(state)
    assert look(game, source, state, seat).choices
    assert not look(game, source, state, (seat + 1) % 3).choices
    assert not look(game, source, state, SPECTATOR).choices


@pytest.mark.parametrize("seed", range(5))
def test_dealing_again_fits_what_was_seen_and_loses_no_card(seed):
    rules, state = card_state(seed, plies=2 + 4 * seed)
    game = rules.game
    for observer in (0, 1, 2, SPECTATOR):
        again = complete(game, state, observer, Random(seed))
        assert game.view.redact(again, observer).tobytes() == (
            game.view.redact(state, observer).tobytes()
        )
        # A whole state again: the notation checks that every card is somewhere, once.
        text = contract.format_state(game, again)
        assert contract.parse_state(game, text).tobytes() == again.tobytes()


def test_dealing_again_is_uniform_over_the_places_of_a_card():
    """A card that is hidden lies in each unknown place equally often."""
    rules, state = card_state(3, plies=0)
    game = rules.game
    places = {"own row": 0, "others": 0, "stock": 0}
    games = 600
    for number in range(games):
        again = complete(game, state, 0, Random(number))
        places["own row"] += int((again.down[0] == 0).sum())
        places["others"] += int(again.hand[1:3, 0].sum() + (again.down[1:3] == 0).sum())
        places["stock"] += int(again.stock[0])
    unknown = {"own row": 4, "others": 2 * 16, "stock": int(state.stock.sum())}
    hidden = sum(places.values()) / games
    for place, count in unknown.items():
        share = count / sum(unknown.values())
        expected = hidden * share
        assert places[place] / games == pytest.approx(expected, abs=4 * (expected / games) ** 0.5)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_game_that_nobody_can_solve_is_still_estimated(game):
    rules = game.configure(game.players[1])
    assert find_tabled(rules) is None
    assert solve_command(rules) == ""


def test_too_few_games_are_refused():
    with pytest.raises(ValueError, match="4 games or more"):
        Rollouts(find_game("swipe-dice").configure(2), games=1)


@pytest.mark.parametrize(("mean", "games"), [(0.0, 10), (1.0, 10), (0.5, 100), (0.03, 1000)])
def test_wilsons_interval_is_where_the_mean_is_z_errors_away(mean, games):
    low, high = wilson(mean, games)
    for end in (low, high):
        if 0 < end < 1:
            assert abs(end - mean) == pytest.approx(Z * (end * (1 - end) / games) ** 0.5)
    assert low <= mean <= high


def test_costs_are_not_biased_by_looking_for_the_best():
    """Four actions that are equally good: on average none of them costs anything."""
    random = np.random.default_rng(5)
    mean = np.zeros(4)
    inside = 0
    for _ in range(400):
        costs, margins = costs_of((random.random((4, 40)) < 0.4).astype(float))
        mean += costs / 400
        inside += int((np.abs(costs) <= margins).sum())
    assert np.abs(mean).max() < 0.02  # picking the best and believing it would give 0.08
    assert inside / 1600 > 0.9
