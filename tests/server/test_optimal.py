"""The bot `optimal` at the table: where the rules are solved, and nowhere else."""

import os

import httpx
import pytest

from swipe.bots.contract import choose, find_policy
from swipe.games.contract import DECISION, apply_outcome, legal_actions
from swipe.games.registry import find_game
from swipe.kernels.cache import cache_directory
from swipe.server.thinking import Thinker
from swipe.solve import plan_of
from swipe.solve.run import solve
from tests.server.client import Client
from tests.server.harness import new_table, serving, settings_for, sqlite_url
from tests.server.test_play import play_out

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.xdist_group("solve")]

GAME = find_game("swipe-dice")
OPTIONS = {"chips": "6", "dice": "5", "swipes": "optional"}


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """The cache of the user who runs the server: one table."""
    monkeypatch.setenv("SWIPE_CACHE", os.fspath(cache_directory().parent))
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "cache"))
    solve(plan_of(GAME.configure(2, OPTIONS)))
    return tmp_path / "cache" / "swipe" / "tables"


@pytest.fixture
async def server(tmp_path):
    async with serving(settings_for(sqlite_url(tmp_path))) as url:
        yield url


async def seated(url, options):
    client = Client(url, await new_table(url, GAME.name, 2, options=options))
    await client.connect()
    await client.sit(0)
    return client


async def test_the_server_says_which_rules_are_solved(server):
    async with httpx.AsyncClient(base_url=server) as http:
        games = {each["name"]: each for each in (await http.get("/api/games")).json()}
    rules = GAME.configure(2, OPTIONS)
    options = {name: text for name, text in rules.options.items() if name != "starter"}
    assert games[GAME.name]["solved"] == [{"players": 2, "options": options}]
    assert games["swipe-cards"]["solved"] == games["skip-bo-dice"]["solved"] == []
    assert "optimal" not in games[GAME.name]["bots"]


async def test_it_plays_a_match_to_its_end(server):
    client = await seated(server, {**OPTIONS, "starter": "seat:2"})
    await client.sit_bot(1, bot="optimal")
    await client.start()
    await play_out(client)
    assert client.ended
    await client.close()


async def test_another_bot_goes_on_where_the_table_is_gone(cache, caplog):
    rules, thinker = GAME.configure(2, OPTIONS), Thinker(0)
    state = rules.initial_state()
    while GAME.rules.phase(state) != DECISION:
        ticket = GAME.rules.chance_total(state) - 1  # swipes, as long as there are any
        apply_outcome(GAME, state, GAME.rules.chance_outcome(state, ticket))
    legal = [GAME.notation.format_action(action) for action in legal_actions(GAME, state)]
    assert await thinker.action(GAME, "optimal", state, 2**64 - 1) in legal
    assert not caplog.records
    for table in cache.glob("*.table"):
        table.unlink()
    expected = choose(GAME, find_policy(GAME, "greedy"), state, 7)
    found = await thinker.action(GAME, "optimal", state, 7)
    assert found == GAME.notation.format_action(expected)
    assert "greedy plays" in caplog.text
    thinker.close()


async def test_it_does_not_sit_down_where_nothing_is_solved(server):
    client = await seated(server, {**OPTIONS, "chips": "7"})
    token = client.tokens[0]
    answer = await client.refused("no-table", "sit", seat=1, name="Ada", bot="optimal", token=token)
    assert "'swipe solve swipe-dice --players 2 --set swipes=optional" in answer["text"]
    await client.close()
