"""Reviews: luck and skill add up, luck is fair, and every figure says what it is worth."""

import math

import msgspec
import pytest

from swipe.coach.figures import weakest
from swipe.coach.page import write_page
from swipe.coach.report import lines
from swipe.coach.review import NothingToReview, Review, review
from swipe.coach.rollouts import OPEN, Rollouts
from swipe.games import contract
from swipe.games.contract import CHANCE
from swipe.games.registry import find_game
from swipe.match.events import Acted, Drawn
from tests.coach.naive import play


def adds_up(found: Review) -> None:
    for seat in found.seats:
        assert seat.start + seat.luck + seat.skill == pytest.approx(seat.result, abs=1e-9)
        assert seat.adjusted == pytest.approx(seat.start + seat.skill, abs=1e-9)
    for figure in ("start", "result", "adjusted"):
        assert math.fsum(getattr(seat, figure) for seat in found.seats) == pytest.approx(1)
    for ply in found.plies:
        assert math.fsum(ply.chances.win) == pytest.approx(1)
        assert math.fsum(ply.luck) == pytest.approx(0, abs=1e-9)
        assert math.fsum(ply.effect) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_an_exact_review_adds_up(tiny_rules, tiny_source, seed):
    events, _ = play(tiny_rules, ["random", "random"], seed)
    found = review(events, tiny_source)
    adds_up(found)
    assert found.label == "exact"
    assert found.finished
    assert len(found.plies) == sum(isinstance(event, Drawn | Acted) for event in events)


def test_the_costs_of_a_seat_are_the_effects_of_its_choices(tiny_rules, tiny_source):
    """Between two players, what a choice moves is just what it gives away."""
    free = 0
    for seed in range(40):
        events, _ = play(tiny_rules, ["random", "greedy"], seed)
        for ply in review(events, tiny_source).plies:
            if ply.kind == "choice" and ply.cost is not None:
                free += 1
                assert ply.cost >= 0
                assert ply.effect[ply.seat] == pytest.approx(-ply.cost, abs=1e-9)
                assert ply.tried[0].cost == pytest.approx(0, abs=1e-12)
                assert ply.cost == next(t.cost for t in ply.tried if t.action == ply.what[0])
    assert free > 50


def test_the_dearest_choices_are_the_dearest(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 3)
    found = review(events, tiny_source)
    for seat in found.seats:
        costs = [p.cost for p in found.plies if p.seat == seat.seat and p.cost and p.cost > 1e-9]
        shown = [found.plies[number - 1].cost for number in seat.dearest]
        assert shown == sorted(costs, reverse=True)[:3]
        assert seat.lost == pytest.approx(math.fsum(costs), abs=1e-8)


def test_the_luck_of_a_throw_has_expectation_zero(tiny_rules, tiny_source):
    """Not by sampling: at every throw of some matches, over all that could have fallen."""
    game = tiny_rules.game
    seen = 0
    for seed in range(10):
        state = tiny_rules.initial_state()
        events, _ = play(tiny_rules, ["random", "random"], seed)
        for event in events:
            if isinstance(event, Acted):
                contract.apply_action(game, state, game.notation.parse_action(event.action))
            if not isinstance(event, Drawn):
                continue
            for text in event.outcomes:
                assert game.rules.phase(state) == CHANCE
                before = tiny_source.values(state, OPEN).win[0]
                mean = 0.0
                for outcome, tickets in contract.chance_outcomes(game, state):
                    after = state.copy()
                    contract.apply_outcome(game, after, outcome)
                    chance = tickets / game.rules.chance_total(state)
                    mean += chance * (tiny_source.values(after, OPEN).win[0] - before)
                assert mean == pytest.approx(0, abs=1e-12)
                seen += 1
                contract.apply_outcome(game, state, game.notation.parse_outcome(text))
    assert seen > 60


def test_luck_sums_to_zero_within_its_standard_error(tiny_rules, tiny_source):
    luck = []
    for seed in range(300):
        events, _ = play(tiny_rules, ["random", "greedy"], seed)
        luck.append(review(events, tiny_source).seats[0].luck)
    mean = math.fsum(luck) / len(luck)
    deviation = math.sqrt(math.fsum((each - mean) ** 2 for each in luck) / (len(luck) - 1))
    assert deviation > 0.1
    assert abs(mean) < 3 * deviation / math.sqrt(len(luck))


def test_an_estimated_review_adds_up_and_says_so():
    rules = find_game("swipe-dice").configure(3, {"chips": "12", "dice": "6"})
    events, _ = play(rules, ["random", "greedy", "greedy"], 1)
    found = review(events, Rollouts(rules, games=20, interpreted=True))
    adds_up(found)
    assert found.label == "estimated"
    assert found.plies[-1].chances.label == "exact"
    assert all(seat.luck_margin > 0 for seat in found.seats)


def test_a_card_match_is_reviewed_by_what_each_seat_could_know():
    rules = find_game("swipe-cards").configure(
        2, {"end": "leads:1", "decks": "1", "round_limit": "4", "first_leader": "seat:1"}
    )
    events, _ = play(rules, ["greedy", "random"], 2)
    found = review(events, Rollouts(rules, games=4, bot="random", interpreted=True))
    adds_up(found)
    assert any(any(ply.luck) for ply in found.plies if ply.kind == "choice")


def test_a_match_that_was_left_stands_as_it_was_left(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 1)
    found = review(events[:-4], tiny_source)
    assert not found.finished
    adds_up(found)


def test_a_match_that_has_not_begun_is_refused(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 1)
    with pytest.raises(NothingToReview, match="not begun"):
        review(events[:2], tiny_source)


def test_a_review_travels_as_json(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 1)
    found = review(events, tiny_source)
    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found


def test_the_page_stands_alone_and_lists_every_ply(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 1)
    found = review(events, tiny_source)
    page = write_page(found)
    assert page.count("<tr class=") == len(found.plies)
    for outside in ("http:", "https:", "src=", "<script", "@import", "url("):
        assert outside not in page


def test_names_cannot_break_the_page(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 1)
    found = review(events, tiny_source)
    seats = [msgspec.structs.replace(seat, name="<b>&") for seat in found.seats]
    page = write_page(msgspec.structs.replace(found, seats=seats))
    assert "<b>&<" not in page
    assert "&lt;b&gt;&amp;" in page


def test_the_report_labels_its_figures(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 1)
    found = review(events, tiny_source)
    report = lines(found, all_plies=True)
    assert any(line.startswith("Exact") for line in report)
    assert len(report) > len(found.plies)


def test_a_sum_is_as_certain_as_its_least_certain_part():
    assert weakest(["exact", "estimated", "bounded"]) == "estimated"
    assert weakest(["exact", "bounded"]) == "bounded"
    assert weakest(["exact"]) == "exact"
