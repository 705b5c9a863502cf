"""Advice in plain words: every game's actions have some, and the bar is always full."""

import pytest

from swipe.coach import words
from swipe.coach.figures import certain
from swipe.coach.hidden import find_dealer
from swipe.games.registry import GAMES
from swipe.messages import has_message

NAMES = ["Ann", "Bob", "Cy", "Dee"]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_kind_of_action_has_words(game):
    """Plays of cards are said by their notation; everything else has a phrase of its own."""
    for number in range(game.actions):
        action = game.notation.format_action(number)
        kind = action.partition(":")[0]
        said = words.action(game, action, 0, NAMES)
        assert said
        if not has_message(f"coach-act-{game.name}-{kind}"):
            assert game.name == "swipe-cards"
            assert kind[0] in "A23456789JQK1"


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_with_hidden_parts_can_deal_them_again(game):
    if game.has_hidden_information:
        assert callable(find_dealer(game))


def test_neighbours_are_named_as_the_mover_sees_them():
    game = GAMES["swipe-dice"]
    assert "Bob, the left neighbour" in words.action(game, "die:2", 0, NAMES)
    assert "Dee, the right neighbour" in words.action(game, "chip:4", 0, NAMES)
    assert words.action(game, "die:3", 0, NAMES) == "Swiping a die from Cy"
    assert "Ann, the left neighbour" in words.action(game, "die:1", 3, NAMES)
    assert words.action(game, "die:2", 0, NAMES[:2]) == "Swiping a die from Bob"


@pytest.mark.parametrize("win", [[1.0, 0.0], [0.5, 0.5], [1 / 3] * 3, [0.004, 0.992, 0.004]])
def test_the_bar_is_always_full(win):
    bar = words.bar(certain(win), 60)
    assert len(bar) == 60
    for seat, share in enumerate(win):
        assert abs(bar.count(chr(ord("A") + seat)) - 60 * share) <= 1


@pytest.mark.parametrize(
    ("value", "shown"), [(0.1234, "+12.3%"), (-0.05, "−5.0%"), (0.0001, "0.0%"), (-1e-12, "0.0%")]
)
def test_changes_have_a_sign_unless_they_are_nothing(value, shown):
    assert words.change(value) == shown
