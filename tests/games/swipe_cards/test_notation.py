"""The text forms: both ways, and every complaint about a position that cannot be."""

import pytest

from swipe.games import contract
from swipe.games.contract import MalformedText
from swipe.games.swipe_cards import GAME, notation, rules
from tests.games.swipe_cards.positions import position, random_states


def test_every_action_has_a_text_of_its_own():
    texts = [notation.format_action(action) for action in range(GAME.actions)]
    assert len(set(texts)) == len(texts) == 653
    assert [notation.parse_action(text) for text in texts] == list(range(GAME.actions))
    for text in ("9x2", "10x1+r2r4", "K+r1", "swipe", "swipe:r3", "blind:4", "pick-up", "end"):
        assert text in texts
    assert {"add:2", "add:1+r2", "add:r2r3r4"} <= set(texts)


def test_every_outcome_has_a_text_of_its_own():
    texts = [notation.format_outcome(outcome) for outcome in range(GAME.outcomes)]
    assert texts[:3] == ["S", "A", "2"]
    assert texts[-1] == "seat:8"
    assert [notation.parse_outcome(text) for text in texts] == list(range(GAME.outcomes))


@pytest.mark.parametrize(
    "text",
    ["9", "9x5", "9x3+r1r2", "Sx1", "9x0", "9x1+r2r1", "blind:5", "add:4", "add:", "NINE", ""],
)
def test_text_that_is_no_action_is_refused_with_examples(text):
    with pytest.raises(MalformedText, match="write 9x2"):
        notation.parse_action(text)


def test_positions_of_random_games_are_read_back_to_the_byte():
    for state in random_states(5, 150, every=3):
        text = contract.format_state(GAME, state)
        assert contract.parse_state(GAME, text).tobytes() == state.tobytes(), text
        for observer in (contract.SPECTATOR, 0):
            seen = GAME.view.redact(state, observer)
            text = contract.format_state(GAME, seen)
            assert contract.parse_state(GAME, text).tobytes() == seen.tobytes(), text


def test_a_position_while_cards_may_be_added_to_a_blind_card():
    state = position("9x1.2x1/-.4.-.-/-.5.-.-", "2x3", pile="3x1.9x2.Kx1", blind="9", stage="add")
    assert (int(state.pile_top), int(state.under), int(state.played)) == (9, 3, 1)
    assert rules.copies_played(state) == 2
    assert contract.parse_state(GAME, contract.format_state(GAME, state)).tobytes() == (
        state.tobytes()
    )


GOOD = (
    "swipe-cards/1 2 | 2x1.9x2/9.-.K.S/3.-.J.8;Kx3/-.-.4.-/-.-.5.Q 5x1.9x2 - 22 "
    "Sx11.Ax12.2x11.3x11.4x11.5x10.6x12.7x12.8x11.9x7.10x12.Jx8 3,40 play 1 2 2 17"
)


def test_the_text_that_the_next_test_damages_is_sound():
    assert contract.format_state(GAME, contract.parse_state(GAME, GOOD)) == GOOD


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("play 1 2 2 17", "play 1 2 2", "'-' is not a number"),
        ("play 1 2 2 17", "play 1 2 2 17 3", "12 fields, not 11"),
        ("5x1.9x2 -", "9x2.5x1 -", "write it as"),
        ("5x1.9x2 -", "5x1.9x4 -", "four of a kind leave the pile"),
        ("5x1.9x2 -", "Sx1.5x1.9x2 -", "no SWIPE"),
        ("5x1.9x2 -", "5x1.9x2 9", "in stage add, else -"),
        ("- 22", "- 21", "do not add up to 168"),
        ("Jx8 3", "Jx9 3", "40 cards are dealt and 128 are not"),
        ("Sx11", "Sx12", "do not add up"),
        ("9.-.K.S/3.-.J.8", "9.2.K.S/3.-.J.8", "lies on a face-down card"),
        ("9.-.K.S/3.-.J.8", "?.-.K.S/3.-.J.8", "a face-up card is known"),
        ("9.-.K.S/", "9.-.K/", "3 slots, not 4"),
        ("9.-.K.S/", "9.-.X.S/", "'X' is not a card"),
        ("2x1.9x2/", "2x1.9y2/", "does not count cards"),
        (";Kx3/-.-.4.-/-.-.5.Q", "", "1 seats, not 2"),
        ("3,40", "3", "points of each of 2 seats"),
        ("3,40 ", "3,140 ", "the match has reached its end"),
        ("play 1", "resolve 1", "is not a stage"),
        ("play 1", "play -", "a seat has the turn"),
        ("play 1", "play 3", "is not a seat"),
        ("1 2 2 17", "1 - 2 17", "there is a leader"),
        ("1 2 2 17", "1 2 1 17", "nobody has points in the first round"),
        ("1 2 2 17", "1 2 2 1000", "the round ends after 1000 moves"),
        ("1 2 2 17", "1 2 2 0", "a round begins with its leader and 20 cards each"),
        ("1 2 2 17", "1 2 0 17", "rounds count from 1"),
        ("play 1", "counted -", "a round ends when one seat has no card left"),
        ("play 1", "finished -", "the match has not reached its end"),
        ("play 1", "draw-leader -", "nothing has been played"),
        ("play 1", "deal -", "nothing has been played"),
    ],
)
def test_a_position_that_cannot_be_is_refused_by_what_is_wrong(old, new, complaint):
    assert old in GOOD
    with pytest.raises(MalformedText) as refusal:
        contract.parse_state(GAME, GOOD.replace(old, new, 1))
    text = str(refusal.value)
    if complaint not in text:  # the first complaint is shown; this one has to be among them
        state = contract.parse_state(GAME, GOOD)
        with pytest.raises(MalformedText):
            notation.parse_fields(state, GOOD.replace(old, new, 1).partition(" | ")[2])
        assert any(complaint in each for each in notation.complaints(state))


@pytest.mark.parametrize(
    ("position_text", "complaint"),
    [
        ("2x1/-.-.-.-/-.5.-.- 9x1 S", "not SWIPE"),
        ("2x1/-.-.-.-/-.5.-.- 5x1 9", "the blind card lies on the pile"),
        ("-/-.4.-.-/-.5.-.- 5x1.9x1 9", "the seat has nothing to add"),
        ("2x1/6.6.6.6/5.5.5.5 5x1.9x1 9", "came from a slot of the row"),
    ],
)
def test_a_blind_card_that_cannot_lie_there_is_refused(position_text, complaint):
    seat, lying, blind = position_text.split(" ")
    with pytest.raises(MalformedText, match=complaint):
        position(seat, "2x3", pile=lying, blind=blind, stage="add")
