import pytest

from swipe.coach.tables import Tabled
from swipe.games.registry import find_game
from tests.coach.naive import NaiveTable


@pytest.fixture(scope="session")
def tiny_rules():
    """A box so small that everything about it is known, with choices that matter."""
    options = {"chips": "6", "dice": "4", "swipes": "optional", "starter": "seat:1"}
    return find_game("swipe-dice").configure(2, options)


@pytest.fixture(scope="session")
def tiny_source(tiny_rules):
    return Tabled(tiny_rules.game, NaiveTable(tiny_rules))
