"""Fixtures of the server's tests."""

from collections.abc import AsyncIterator

import pytest

from swipe.games.registry import GAMES
from tests.server.harness import ManualClock, serving, settings_for, sqlite_url

# Options that make a match of each game short.
SHORT = {
    "swipe-dice": {"chips": "12"},
    "swipe-cards": {"end": "leads:1", "round_limit": "100"},
    "skip-bo-dice": {"goal": "10", "tie_goal": "15"},
}


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
def database(tmp_path) -> str:
    return sqlite_url(tmp_path)


@pytest.fixture
async def server(database, clock) -> AsyncIterator[str]:
    """The URL of a server in this process, with the clock of the test."""
    async with serving(settings_for(database), clock=clock) as url:
        yield url
