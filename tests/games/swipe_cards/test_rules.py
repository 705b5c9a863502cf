"""SC-01 to SC-18, worked out by hand from the text of the rules."""

import itertools
import random

import numpy as np
import pytest

from swipe.bots import contract as bots
from swipe.bots.contract import find_policy
from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, NOBODY, OVER, BadOption, IllegalAction
from swipe.games.swipe_cards import GAME, notation, rules
from tests.games.swipe_cards.positions import (
    EMPTY,
    act,
    apply,
    choose,
    hand,
    legal,
    names,
    pile,
    position,
    scores,
)


def deal(state, cards):
    """Land the cards of a deal, given by name in the order in which they are dealt."""
    for name in cards:
        contract.check_outcome(GAME, state, notation.parse_outcome(name))
        contract.apply_outcome(GAME, state, notation.parse_outcome(name))


# --- components and deal --------------------------------------------------------------------------


@pytest.mark.rule("SC-01")
def test_three_decks_hold_168_cards_of_14_ranks():
    state = GAME.configure(8).initial_state()
    assert [int(count) for count in state.stock[: rules.RANKS]] == [12] * 14
    assert sum(int(count) for count in state.stock) == 168


@pytest.mark.rule("SC-01")
@pytest.mark.parametrize("players", [1, 9])
def test_other_numbers_of_players_are_refused(players):
    with pytest.raises(BadOption, match="2 to 8 players"):
        GAME.configure(players)


@pytest.mark.rule("SC-01")
@pytest.mark.parametrize(("decks", "most"), [("1", 2), ("2", 5), ("3", 8)])
def test_twenty_cards_a_player_must_fit(decks, most):
    GAME.configure(most, {"decks": decks})
    if most < 8:
        with pytest.raises(BadOption, match=f"{20 * (most + 1)}|use {int(decks) + 1} or more"):
            GAME.configure(most + 1, {"decks": decks})


@pytest.mark.rule("SC-02")
def test_ranks_rise_from_swipe_through_the_ace_to_the_king():
    order = ["S", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    assert list(notation.RANK_NAMES) == order
    state = position("Ax1.2x1.10x1.Jx1.Kx1", "9x9", pile="Jx1", pick_up="always")
    taken = {}
    for text in ("Ax1", "2x1", "10x1", "Jx1", "Kx1"):
        after = state.copy()
        taken[text] = "take-rest" in names(act(after, text))
    assert taken == {"Ax1": False, "2x1": False, "10x1": False, "Jx1": False, "Kx1": True}


@pytest.mark.rule("SC-03")
def test_everybody_gets_four_face_down_four_on_them_and_twelve_in_hand():
    state = GAME.configure(2, {"first_leader": "seat:1"}).initial_state()
    assert rules.chance_run(state) == 40
    down = ["2", "A", "3", "2", "4", "3", "5", "4"]  # seat 1, seat 2, seat 1 ...
    up = ["9", "10", "9", "J", "9", "Q", "9", "K"]
    in_hand = ["S", "5", "S", "6"] + ["7", "8"] * 10
    deal(state, down + up + in_hand)
    text = notation.format_fields(state).split(" ")[0]
    assert text == "Sx2.7x10/9.9.9.9/2.3.4.5;5x1.6x1.8x10/10.J.Q.K/A.2.3.4"
    assert rules.phase(state) == DECISION
    assert rules.seat_to_act(state) == 0


@pytest.mark.rule("SC-03")
def test_every_undealt_card_is_equally_likely():
    state = GAME.configure(2, {"first_leader": "seat:1", "decks": "1"}).initial_state()
    assert contract.chance_outcomes(GAME, state) == [(rank, 4) for rank in range(14)]
    deal(state, ["S", "S", "S", "S", "K"])
    expected = [(rank, 4) for rank in range(1, 13)] + [(13, 3)]
    assert contract.chance_outcomes(GAME, state) == expected
    assert rules.chance_total(state) == 51
    assert rules.chance_run(state) == 35


@pytest.mark.rule("SC-04")
def test_the_first_leader_is_drawn_fairly():
    state = GAME.configure(5).initial_state()
    assert rules.phase(state) == CHANCE
    assert rules.seat_to_act(state) == NOBODY
    assert rules.chance_run(state) == 1
    drawn = contract.chance_outcomes(GAME, state)
    assert [(notation.format_outcome(each), tickets) for each, tickets in drawn] == [
        (f"seat:{seat}", 1) for seat in range(1, 6)
    ]


@pytest.mark.rule("SC-04")
def test_the_lead_moves_to_the_left_every_round():
    state = GAME.configure(3, {"first_leader": "seat:2", "end": "leads:2"}).initial_state()
    draw, led = random.Random(4), []
    while rules.phase(state) != OVER:
        fresh = rules.phase(state) == CHANCE
        apply(state, choose(state, draw))
        if fresh and rules.phase(state) == DECISION:
            led.append(rules.seat_to_act(state))
    assert led == [1, 2, 0, 1, 2, 0]


@pytest.mark.rule("SC-04")
def test_a_named_leader_has_to_sit_at_the_table():
    with pytest.raises(BadOption, match="only 3 seats"):
        GAME.configure(3, {"first_leader": "seat:4"})


# --- a turn ---------------------------------------------------------------------------------------


@pytest.mark.rule("SC-05")
def test_the_leader_plays_one_to_four_cards_of_one_rank_or_swipe():
    state = position("9x5.Sx1/K.-.-.-/3.-.-.-", "2x3")
    assert legal(state) == ["9x1", "9x2", "9x3", "9x4", "K+r1", "swipe"]
    act(state, "9x3")
    assert (pile(state), hand(state, 1)) == ("9x3", "Sx1.9x2")
    assert rules.seat_to_act(state) == 1


@pytest.mark.rule("SC-06")
def test_equal_cards_may_not_make_more_than_four():
    state = position("7x4.9x4", "2x3", pile="7x2")
    assert [text for text in legal(state) if text.startswith("7")] == ["7x1", "7x2"]
    act(state, "7x1")
    assert pile(state) == "7x3"


@pytest.mark.rule("SC-06")
def test_lower_cards_bury_what_lies_there():
    state = position("4x3.9x1", "4x3.6x1", pile="7x2.9x1")
    effects = act(state, "4x2")
    assert names(effects) == ["play", "next-turn"]
    assert (pile(state), hand(state, 1)) == ("4x2.7x2.9x1", "4x1.9x1")
    assert [text for text in legal(state) if text[0] == "4"] == ["4x1", "4x2"]


@pytest.mark.rule("SC-06")
@pytest.mark.rule("SC-08")
def test_what_is_against_the_rules_is_refused_by_name():
    state = position("7x4", "2x3", pile="7x2")
    with pytest.raises(IllegalAction, match="7x3 is not possible now; possible: 7x1, 7x2"):
        act(state, "7x3")


@pytest.mark.rule("SC-07")
def test_swipe_takes_the_pile_to_the_discard_and_goes_again():
    state = position("Sx2.Kx1", "2x3", pile="2x1.7x2")
    discard = int(state.discard)
    effects = act(state, "swipe")
    assert names(effects) == ["play-swipe", "swipe-pile", "go-again"]
    assert effects[1]["count"] == 4
    assert (int(state.discard), pile(state), hand(state, 1)) == (discard + 4, "-", "Sx1.Kx1")
    assert rules.seat_to_act(state) == 0
    act(state, "swipe")  # on no pile
    assert (int(state.discard), rules.seat_to_act(state)) == (discard + 5, 0)


@pytest.mark.rule("SC-07")
@pytest.mark.rule("SC-09")
def test_a_swipe_card_of_the_row_unlocks_what_it_covered():
    state = position("Kx1/S.S.-.-/3.4.-.-", "2x3", pile="2x1")
    assert legal(state) == ["Kx1", "swipe:r1", "swipe:r2", "pick-up"][:3]
    act(state, "swipe:r2")
    assert "blind:2" in legal(state)
    assert "blind:1" not in legal(state)


@pytest.mark.rule("SC-08")
def test_a_higher_play_with_buried_copies_that_stay():
    state = position("9x2.Kx1", "2x3", pile="3x1.5x2.9x1.Jx1", buried="stay")
    effects = act(state, "9x2")
    assert effects[0] == {
        "effect": "play",
        "seat": 0,
        "rank": 9,
        "count": 2,
        "slots": [],
        "total": 3,
        "before": 1,
    }
    assert effects[1] == {"effect": "take-rest", "seat": 0, "rank": 9, "count": 4}
    assert (pile(state), hand(state, 1)) == ("9x3", "3x1.5x2.Jx1.Kx1")
    assert rules.seat_to_act(state) == 1


@pytest.mark.rule("SC-08")
def test_a_higher_play_with_buried_copies_that_are_picked_up():
    state = position("9x2.Kx1", "2x3", pile="3x1.5x2.9x1.Jx1", buried="picked_up")
    effects = act(state, "9x2")
    assert (effects[0]["total"], effects[0]["before"]) == (2, 0)
    assert effects[1]["count"] == 5
    assert (pile(state), hand(state, 1)) == ("9x2", "3x1.5x2.9x1.Jx1.Kx1")


@pytest.mark.rule("SC-08")
@pytest.mark.parametrize(("buried", "most"), [("stay", 2), ("picked_up", 4)])
def test_buried_copies_count_towards_four_where_they_stay(buried, most):
    state = position("9x4", "2x3", pile="3x1.9x2", buried=buried)
    assert legal(state)[:-1] == [f"9x{count}" for count in range(1, most + 1)]


@pytest.mark.rule("SC-08")
def test_higher_may_be_played_by_choice():
    state = position("2x1.9x1", "2x3", pile="3x1")
    assert legal(state) == ["2x1", "9x1"]


@pytest.mark.rule("SC-09")
def test_hand_and_row_are_played_together():
    state = position("9x2/9.K.9.-/2.3.4.-", "2x3", pile="10x1")
    nines = [text for text in legal(state) if text.startswith("9")]
    assert nines == [
        "9x1",
        "9+r1",
        "9+r3",
        "9x2",
        "9x1+r1",
        "9x1+r3",
        "9+r1r3",
        "9x2+r1",
        "9x2+r3",
        "9x1+r1r3",
        "9x2+r1r3",
    ]
    effects = act(state, "9x1+r1r3")
    assert (effects[0]["count"], effects[0]["slots"]) == (3, [1, 3])
    assert (pile(state), hand(state, 1)) == ("9x3.10x1", "9x1")
    assert notation._format_row(state.up[0]) == "-.K.-.-"


@pytest.mark.rule("SC-10")
def test_a_blind_card_is_locked_by_the_card_on_it():
    state = position("2x1/-.K.-.-/5.6.-.-", "2x3")
    assert [text for text in legal(state) if text.startswith("blind")] == ["blind:1"]


@pytest.mark.rule("SC-10")
def test_a_blind_card_that_turns_out_higher_takes_the_pile_when_the_play_is_complete():
    state = position("8x1.2x1/-.8.-.-/8.6.-.-", "2x3", pile="2x1.8x1.9x1")
    effects = act(state, "blind:1")
    assert names(effects) == ["choose-blind", "turn-over"]
    assert (effects[1]["rank"], effects[1]["total"], effects[1]["before"]) == (8, 2, 1)
    assert hand(state, 1) == "2x1.8x1"  # nothing is picked up yet
    assert rules.seat_to_act(state) == 0
    assert legal(state) == ["add:1", "add:r2", "add:1+r2", "end"]
    effects = act(state.copy(), "end")
    assert names(effects) == ["end-play", "take-rest", "next-turn"]
    assert effects[0]["total"] == 2
    effects = act(state, "add:r2")
    assert names(effects) == ["add", "take-rest", "next-turn"]
    assert effects[0]["total"] == 3
    assert (pile(state), hand(state, 1)) == ("8x3", "2x2.8x1.9x1")


@pytest.mark.rule("SC-10")
@pytest.mark.rule("SC-12")
def test_a_blind_card_equal_with_three_on_the_pile_makes_four_at_once():
    state = position("8x2.2x1/-.-.-.-/8.-.-.-", "2x3", pile="8x3.9x1")
    discard = int(state.discard)
    effects = act(state, "blind:1")
    assert names(effects) == ["choose-blind", "turn-over", "four-of-a-kind", "go-again"]
    assert (effects[2]["count"], int(state.discard)) == (5, discard + 5)
    assert (pile(state), rules.seat_to_act(state)) == ("-", 0)


@pytest.mark.rule("SC-10")
@pytest.mark.rule("SC-12")
def test_adding_to_a_blind_card_can_make_four_of_a_kind():
    state = position("8x4.2x1/-.-.-.-/8.-.-.-", "2x3", pile="9x1")
    act(state, "blind:1")
    assert legal(state) == ["add:1", "add:2", "add:3", "end"]
    assert names(act(state, "add:3")) == ["add", "four-of-a-kind", "go-again"]
    assert hand(state, 1) == "2x1.8x1"


@pytest.mark.rule("SC-07")
@pytest.mark.rule("SC-10")
def test_a_blind_card_that_turns_out_swipe_sweeps_and_takes_no_other():
    state = position("Sx1.2x1/-.-.-.-/S.-.-.-", "2x3", pile="8x3.9x1")
    effects = act(state, "blind:1")
    assert names(effects) == ["choose-blind", "turn-over", "swipe-pile", "go-again"]
    assert (effects[2]["count"], hand(state, 1)) == (5, "Sx1.2x1")


@pytest.mark.rule("SC-10")
def test_the_question_to_add_does_not_depend_on_the_hand():
    """Else the others would learn from it whether the hand has cards of that rank."""
    with_nine = position("9x1.2x1/-.-.-.-/9.-.-.-", "2x3", pile="10x1")
    without = position("3x1.2x1/-.-.-.-/9.-.-.-", "2x3", pile="10x1")
    for state in (with_nine, without):
        act(state, "blind:1")
    assert (legal(with_nine), legal(without)) == (["add:1", "end"], ["end"])


@pytest.mark.rule("SC-10")
def test_nothing_is_asked_where_all_see_that_nothing_can_be_added():
    state = position("-/-.-.K.-/9.5.6.-", "2x3", pile="10x1")
    assert names(act(state, "blind:1")) == ["choose-blind", "turn-over", "next-turn"]


@pytest.mark.rule("SC-11")
def test_the_whole_pile_is_picked_up_and_the_next_player_leads():
    state = position("9x1.Kx1", "2x3", pile="3x2.8x1")
    effects = act(state, "pick-up")
    assert effects[0] == {"effect": "pick-up", "seat": 0, "count": 3}
    assert (hand(state, 1), pile(state)) == ("3x2.8x1.9x1.Kx1", "-")
    assert rules.seat_to_act(state) == 1


@pytest.mark.rule("SC-11")
@pytest.mark.parametrize(
    ("seat", "stuck"),
    [
        ("9x1.Kx1", True),
        ("3x1.Kx1", False),  # equal
        ("2x1.Kx1", False),  # lower
        ("Sx1.Kx1", False),  # SWIPE
        ("Kx1/2.-.-.-/4.-.-.-", False),  # in the row
        ("Kx1/S.-.-.-/4.-.-.-", False),
        ("Kx1/-.-.-.-/2.-.-.-", True),  # nobody knows the face-down card
    ],
)
def test_who_may_pick_up_the_pile(seat, stuck):
    for option, may in (("when_stuck", stuck), ("never", False), ("always", True)):
        state = position(seat, "2x3", pile="3x1", pick_up=option)
        assert ("pick-up" in legal(state)) is may
        empty = position(seat, "2x3", pick_up=option)
        assert "pick-up" not in legal(empty)


@pytest.mark.rule("SC-11")
def test_without_picking_up_there_is_always_a_move():
    draw = random.Random(11)
    for seed in range(4):
        state = GAME.configure(2 + seed, {"pick_up": "never", "round_limit": "300"}).initial_state()
        while rules.phase(state) != OVER:
            if rules.phase(state) == DECISION:
                assert legal(state)
            apply(state, choose(state, draw))


@pytest.mark.rule("SC-12")
@pytest.mark.parametrize(
    ("pile_before", "move", "discarded"),
    [("-", "8x4", 4), ("8x1.Jx2", "8x3", 6), ("9x1.Jx2", "8x4", 7)],
    ids=["led", "equal", "lower"],
)
def test_four_of_a_kind_equal_or_lower_discards_the_pile(pile_before, move, discarded):
    state = position("8x4.Kx1", "2x3", pile=pile_before)
    discard = int(state.discard)
    effects = act(state, move)
    assert names(effects) == ["play", "four-of-a-kind", "go-again"]
    assert effects[0]["total"] == 4
    assert (int(state.discard), pile(state)) == (discard + discarded, "-")
    assert rules.seat_to_act(state) == 0


@pytest.mark.rule("SC-12")
def test_four_of_a_kind_higher_discards_the_four_and_picks_up_the_rest():
    state = position("8x3.Kx1", "2x3", pile="5x2.7x1.8x1")
    discard = int(state.discard)
    effects = act(state, "8x3")
    assert names(effects) == ["play", "four-higher", "go-again"]
    assert effects[1] == {"effect": "four-higher", "seat": 0, "rank": 8, "count": 3}
    assert (int(state.discard), pile(state)) == (discard + 4, "-")
    assert (hand(state, 1), rules.seat_to_act(state)) == ("5x2.7x1.Kx1", 0)


@pytest.mark.rule("SC-12")
def test_four_of_a_kind_higher_where_buried_copies_are_picked_up():
    state = position("8x4.Kx1", "2x3", pile="5x2.8x1", buried="picked_up")
    discard = int(state.discard)
    effects = act(state, "8x4")
    assert names(effects) == ["play", "four-higher", "go-again"]
    assert (int(state.discard), hand(state, 1)) == (discard + 4, "5x2.8x1.Kx1")


@pytest.mark.rule("SC-12")
@pytest.mark.rule("SC-14")
@pytest.mark.parametrize("pile_before", ["8x2", "9x1.8x2"])
def test_four_of_a_kind_with_the_last_cards_of_the_hand_ends_the_round(pile_before):
    state = position("8x2", "2x3", pile=pile_before)
    effects = act(state, "8x2")
    assert names(effects) == ["play", "four-of-a-kind", "go-out", "count-cards"]
    assert scores(state) == [0, 6]


@pytest.mark.rule("SC-12")
@pytest.mark.rule("SC-14")
def test_four_of_a_kind_lower_with_the_last_cards_ends_the_round():
    state = position("8x4", "2x3", pile="9x2")
    assert "go-out" in names(act(state, "8x4"))


@pytest.mark.rule("SC-12")
@pytest.mark.rule("SC-14")
def test_four_of_a_kind_higher_with_the_last_card_goes_on_with_what_was_picked_up():
    state = position("8x1", "2x3", pile="5x1.8x3")
    effects = act(state, "8x1")
    assert names(effects) == ["play", "four-higher", "go-again"]
    assert (hand(state, 1), rules.seat_to_act(state)) == ("5x1", 0)
    assert names(act(state, "5x1")) == ["play", "go-out", "count-cards"]


@pytest.mark.rule("SC-13")
def test_the_total_declared_counts_what_lies_there():
    state = position("9x1.2x1", "9x1.2x3", pile="9x1.Kx1")
    assert act(state, "9x1")[0]["total"] == 2
    assert act(state, "9x1")[0]["total"] == 3


# --- round and match ------------------------------------------------------------------------------


@pytest.mark.rule("SC-14")
@pytest.mark.rule("SC-07")
def test_a_swipe_card_as_the_last_card_ends_the_round():
    state = position("Sx1", "2x3.Kx1", pile="9x1")
    effects = act(state, "swipe")
    assert names(effects) == ["play-swipe", "swipe-pile", "go-out", "count-cards"]
    assert scores(state) == [0, 16]
    assert rules.phase(state) == CHANCE
    assert rules.seat_to_act(state) == NOBODY


@pytest.mark.rule("SC-14")
def test_a_higher_last_card_does_not_end_the_round():
    state = position("Kx1", "2x3", pile="9x1")
    assert names(act(state, "Kx1")) == ["play", "take-rest", "next-turn"]
    assert hand(state, 1) == "9x1"


@pytest.mark.rule("SC-14")
@pytest.mark.rule("SC-10")
def test_a_blind_last_card_ends_the_round_unless_it_is_higher():
    lower = position("-/-.-.-.-/-.-.-.4", "2x3", pile="9x1")
    assert "go-out" in names(act(lower, "blind:4"))
    higher = position("-/-.-.-.-/-.-.-.K", "2x3", pile="9x1")
    assert names(act(higher, "blind:4"))[-1] == "next-turn"
    assert hand(higher, 1) == "9x1"


@pytest.mark.rule("SC-15")
@pytest.mark.parametrize(("counted", "points"), [("counted", 64), ("free", 43)])
def test_penalties_with_and_without_the_face_down_cards(counted, points):
    # In hand A 1, 9 9, 10 10, SWIPE 20; in the row 3; face-down K 10, A 1 and 10 10.
    state = position(
        "2x1", "Ax1.9x1.10x1.Sx1/3.-.-.-/K.A.-.10", pile="9x1", face_down_count=counted
    )
    effects = act(state, "2x1")
    assert scores(state) == [0, points]
    assert effects[-1] == {
        "effect": "count-cards",
        "seat": 1,
        "hand": "SWIPE, A, 9, 10",
        "row": "3",
        "down": "K, A, 10",
        "down_counts": "yes" if counted == "counted" else "no",
        "points": points,
        "score": points,
    }


@pytest.mark.rule("SC-15")
def test_every_rank_has_its_penalty():
    assert rules.PENALTY == (20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


@pytest.mark.rule("SC-16")
def test_the_match_ends_when_a_total_reaches_the_target():
    for target, over in ((30, True), (31, False)):
        state = position(
            "2x1", "Kx1", "Sx1", pile="9x1", end=f"target:{target}", scores="5,8,10", round_number=2
        )
        effects = act(state, "2x1")
        assert scores(state) == [5, 18, 30]
        assert (rules.phase(state) == OVER) is over
        assert ("win" in names(effects)) is over
    assert rules.phase(state) == CHANCE


@pytest.mark.rule("SC-16")
def test_the_lowest_total_wins():
    state = position("2x1", "Kx1", "Sx1", pile="9x1", scores="95,8,10", round_number=2)
    act(state, "2x1")
    assert rules.phase(state) == CHANCE  # 95 of 100
    state = position("2x1", "Kx1", "Sx1", pile="9x1", scores="95,8,80", round_number=2)
    effects = act(state, "2x1")
    assert effects[-1] == {"effect": "win", "seat": 1, "score": 18}
    assert contract.ranking(GAME, state) == [2, 1, 3]
    assert contract.shares(GAME, state) == [0.0, 1.0, 0.0]


@pytest.mark.rule("SC-16")
def test_equal_lowest_totals_share_the_win():
    state = position("2x1", "Kx1", "Sx1", pile="9x1", scores="18,8,90", round_number=2)
    effects = act(state, "2x1")
    assert effects[-1] == {"effect": "share-win", "seats": [0, 1], "score": 18}
    assert contract.ranking(GAME, state) == [1, 1, 3]
    assert contract.shares(GAME, state) == [0.5, 0.5, 0.0]


@pytest.mark.rule("SC-16")
@pytest.mark.parametrize(("round_number", "over"), [(3, False), (4, True)])
def test_the_match_ends_when_everybody_has_led_n_times(round_number, over):
    state = position(
        "2x1", "Kx1", pile="9x1", end="leads:2", scores="500,8", round_number=round_number
    )
    act(state, "2x1")
    assert (rules.phase(state) == OVER) is over


@pytest.mark.rule("SC-18")
def test_a_round_ends_at_its_limit_and_says_so():
    state = position("2x1.3x1", "Kx1.Sx1", pile="9x1", round_limit="50", plies=49)
    effects = act(state, "2x1")
    assert names(effects) == ["play", "round-limit", "count-cards", "count-cards"]
    assert effects[1]["count"] == 50
    assert scores(state) == [3, 30]


@pytest.mark.rule("SC-18")
def test_a_blind_play_is_completed_before_the_limit_ends_the_round():
    state = position("2x1/-.-.-.-/2.-.-.-", "Kx1", pile="9x1", round_limit="50", plies=49)
    assert names(act(state, "blind:1")) == ["choose-blind", "turn-over"]
    assert names(act(state, "add:1"))[:2] == ["add", "go-out"]


@pytest.mark.rule("SC-18")
@pytest.mark.rule("SC-08")
def test_two_stubborn_players_are_stopped():
    """Bots that only mind how many cards a play sheds hand the pile to and fro for ever."""
    state = GAME.configure(2, {"end": "leads:2", "first_leader": "seat:1"}).initial_state()
    draw, ends = random.Random(2), 0
    policy = find_policy(GAME, "greedy")
    while rules.phase(state) != OVER:
        if rules.phase(state) == DECISION:
            move = notation.format_action(bots.choose(GAME, policy, state, 0))
            ends += "round-limit" in names(act(state, move))
            assert int(state.plies) <= 1000
        else:
            apply(state, choose(state, draw))
    assert ends > 0


# --- between rounds -------------------------------------------------------------------------------


@pytest.mark.rule("SC-01")
@pytest.mark.rule("SC-04")
def test_all_cards_are_shuffled_again_for_the_next_round():
    state = position("2x1", "Kx1", pile="9x1")
    act(state, "2x1")
    assert rules.chance_run(state) == 40
    assert contract.chance_outcomes(GAME, state) == [(rank, 12) for rank in range(14)]
    assert hand(state, 2) == "Kx1"  # open until the first card lands
    deal(state, ["K"])
    assert hand(state, 2) == "-"
    assert (int(state.round_number), int(state.leader), int(state.discard)) == (2, 1, 0)
    assert rules.chance_total(state) == 167
    assert scores(state) == [0, 10]


def test_no_position_has_more_legal_actions_than_max_legal():
    """Cards of every rank in plenty, any row of up to two ranks, any pile that matters."""
    state = GAME.blank_state()
    state.players, state.decks, state.pick_up = 2, 6, rules.ALWAYS
    rules.setup(state)
    state.seat, state.stage = 0, rules.PLAY
    state.hand[0, : rules.RANKS] = 9
    most = 0
    rows = itertools.combinations_with_replacement((0, 1, 6, 7, 13, rules.NO_CARD), 4)
    for row, (top, copies) in itertools.product(rows, ((255, 0), (1, 1), (6, 3), (13, 1))):
        state.up[0] = row
        state.down[0] = 5
        state.pile[:] = 0
        state.pile_top = top
        if copies:
            state.pile[top] = copies
        buffer = np.zeros(300, np.uint16)
        most = max(most, rules.legal_actions(state, buffer))
    assert most == GAME.max_legal == 96


def test_options_are_read_back_as_they_were_written():
    for name, value in (("end", "leads:99"), ("end", "target:9999"), ("decks", "6")):
        rules_ = GAME.configure(8, {name: value, "first_leader": "seat:8", "round_limit": "10000"})
        assert rules.read_options(rules_.initial_state()) == dict(rules_.options)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("end", "target:0"),
        ("end", "target:10000"),
        ("end", "leads:100"),
        ("end", "100"),
        ("decks", "0"),
        ("decks", "7"),
        ("first_leader", "seat:9"),
        ("round_limit", "0"),
        ("buried", "maybe"),
    ],
)
def test_values_that_an_option_cannot_take_are_refused(name, value):
    with pytest.raises(BadOption, match=name):
        GAME.configure(4, {name: value})


def test_presets_are_complete_rules():
    assert set(GAME.presets) == {"default", "swoop", "short"}
    for options in GAME.presets.values():
        GAME.configure(4, options)


def test_fields_never_wrap():
    """The most that can be in one place fits its field with room to spare."""
    assert np.iinfo(np.uint8).max >= rules.CARDS_EACH * rules.MAX_PLAYERS
    assert np.iinfo(np.uint16).max >= rules.CARDS_IN_DECK * 6
    longest = 99 * rules.MAX_PLAYERS  # rounds of leads:99
    worst = max(rules.PENALTY) * rules.CARDS_EACH * rules.MAX_PLAYERS
    assert 999_999_999 + longest * worst <= np.iinfo(np.uint32).max
    state = position("2x1", "Kx1", pile="9x1", round_number=rules.MAX_ROUND)
    act(state, "2x1")
    deal(state, ["K"])
    assert int(state.round_number) == rules.MAX_ROUND


def test_an_empty_row_is_written_as_the_helper_assumes():
    assert notation._format_row([rules.NO_CARD] * 4) == EMPTY
