"""Tournaments: balanced seatings, the same dice for all, ratings that find what is there."""

from collections import Counter

import msgspec
import numpy as np
import pytest

from swipe.games.registry import find_game
from swipe.lab.engine import LocalEngine
from swipe.lab.page import render
from swipe.lab.run import play_pieces
from swipe.lab.spec import BadRun
from swipe.lab.tournament import (
    WHOLE_SHARE,
    balanced_seatings,
    evaluate,
    make_tournament,
    make_tournament_report,
    rate,
    tables,
)

DICE = find_game("swipe-dice")


@pytest.mark.parametrize(
    ("bots", "players", "count"),
    [(2, 2, 2), (3, 2, 6), (2, 4, 6), (3, 4, 36), (2, 3, 6), (4, 4, 24)],
)
def test_every_bot_has_every_seat_equally_often(bots, players, count):
    seatings = balanced_seatings(bots, players)
    assert len(set(seatings)) == len(seatings) == count
    for seat in range(players):
        assert len(set(Counter(seating[seat] for seating in seatings).values())) == 1
    spread = [Counter(seating) for seating in seatings]
    assert all(max(each.values()) - min(each.values()) <= 1 for each in spread)


@pytest.mark.parametrize(("bots", "players", "message"), [(1, 2, "two bots"), (8, 8, "5000")])
def test_an_impossible_tournament_is_refused(bots, players, message):
    with pytest.raises(BadRun, match=message):
        balanced_seatings(bots, players)
    with pytest.raises(BadRun, match="from 1 to 100000000"):
        make_tournament(DICE, 2, {}, ["random", "greedy"], 10**8 + 1, 1)


@pytest.fixture(scope="module")
def spec():
    return make_tournament(DICE, 3, {"chips": "20"}, ["random", "greedy"], 1500, 4)


@pytest.fixture(scope="module")
def outcome(spec):
    pieces, interrupted = play_pieces(spec, LocalEngine(2), shown=False)
    assert not interrupted
    return evaluate(spec, pieces)


def test_the_better_bot_wins(outcome):
    first, second = outcome.standings
    assert (first.bot, second.bot) == ("greedy", "random")
    assert first.share.low > second.share.high
    assert first.rating.low > 0 > second.rating.high
    (duel,) = outcome.duels
    assert (duel.first, duel.second) == ("greedy", "random")
    assert duel.p < 0.001
    assert outcome.games == 6 * 1500


def test_the_wins_are_those_of_all_games(outcome, spec):
    assert outcome.by_seat.sum() == pytest.approx(outcome.games)
    for place, each in enumerate(outcome.standings):
        seats = sum(s.count(spec.bots.index(each.bot)) for s in spec.seatings)
        assert outcome.by_seat[place].sum() / (1500 * seats) == pytest.approx(each.share.value)


def test_processes_make_no_difference(outcome, spec):
    pieces, _ = play_pieces(spec, LocalEngine(1), shown=False)
    again = evaluate(spec, pieces)
    assert again.standings == outcome.standings
    assert again.duels == outcome.duels


def test_the_same_dice_for_every_seating_make_the_interval_narrower():
    """Two players without choices: the bots are alike, and so they win alike to the last game."""
    spec = make_tournament(DICE, 2, {}, ["random", "greedy"], 300, 1)
    pieces, _ = play_pieces(spec, LocalEngine(1), shown=False)
    outcome = evaluate(spec, pieces)
    assert [each.share.value for each in outcome.standings] == [0.5, 0.5]
    assert outcome.standings[0].share.error == 0.0


def test_ratings_find_the_strengths_that_made_the_games():
    spec = make_tournament(DICE, 3, {}, ["random", "greedy"], 200, 1)
    spec = msgspec.structs.replace(spec, bots=("a", "b", "c"), seatings=balanced_seatings(3, 3))
    points, seats = np.array([120.0, 0.0, -120.0]), np.array([0.8, 0.0, -0.4])
    rng, pieces = np.random.default_rng(8), {}
    for index in range(30):
        won = []
        for seating in spec.seatings:
            odds = np.exp(points[list(seating)] / (400 / np.log(10)) + seats)
            won.append(rng.multinomial(400, odds / odds.sum()) * WHOLE_SHARE)
        pieces[index] = {"seat_shares": np.array(won).ravel()}
    for truth, found in zip(points, rate(spec, pieces), strict=True):
        assert abs(found.value - truth) < 4 * found.error
        assert 0 < found.error < 5


def test_who_never_wins_stays_on_the_scale():
    spec = make_tournament(DICE, 2, {}, ["random", "greedy"], 100, 1)
    piece = {"seat_shares": np.array([0, 100, 100, 0]) * WHOLE_SHARE}
    first, second = rate(spec, {0: piece, 1: piece})
    assert first.value == -second.value
    assert -2000 < first.value < -400


def test_a_report_is_made(outcome):
    page = make_tournament_report(outcome, "swipe tournament")
    assert len(tables(outcome)) == 2
    html = render(page)
    assert "greedy" in html
    assert "data:image/svg+xml" in html
