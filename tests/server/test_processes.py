"""Several processes on one database serve the same tables."""

import asyncio

import httpx
import pytest

from swipe.server.fanout import BadFanout, Fanout
from tests.server.client import Client
from tests.server.harness import new_table, serving, settings_for
from tests.server.test_play import play_out


@pytest.fixture(
    params=[
        pytest.param("redis", marks=pytest.mark.redis),
        pytest.param("postgresql", marks=pytest.mark.postgres),
    ]
)
async def two(request, clock):
    """The URLs of two servers on one database that tell each other of their events."""
    if request.param == "redis":
        fanout = request.getfixturevalue("redis_url")
        database = request.getfixturevalue("database")
    else:
        database = request.getfixturevalue("postgres_url")
        fanout = database.replace("+asyncpg", "")
    settings = settings_for(database, fanout=fanout, hold_absent=10.0)
    async with serving(settings, clock=clock) as one, serving(settings, clock=clock) as two:
        yield one, two


async def seated(urls, game="swipe-dice", **options):
    """A person at each server, and a bot between them; started."""
    table = await new_table(urls[0], game, 3, options=options)
    first, second = (Client(url, table) for url in urls)
    await first.connect()
    await second.connect()
    await first.sit(0)
    await second.follow(first.version)
    await second.sit(2)
    await first.follow(second.version)
    await first.sit_bot(1)
    await second.follow(first.version)
    return first, second


async def test_a_match_across_two_processes(two):
    first, second = await seated(two, chips="12")
    await second.start()
    await first.follow(second.version)
    await asyncio.gather(play_out(first), play_out(second))
    assert first.version == second.version
    shared = first.events.keys() & second.events.keys()
    assert len(shared) >= first.version - 5
    assert all(first.events[place] == second.events[place] for place in shared)
    await second.send({"type": "again", "id": 1, "match": second.match, "token": second.tokens[2]})
    await second.until("opened")
    await first.until("opened")
    await first.accepted("add-entropy", seat=0, value="0" * 32)
    await second.follow(first.version)
    await second.accepted("add-entropy", seat=2, value="2" * 32)
    await first.until_event("started")
    await second.until_event("started")
    await first.close()
    await second.close()


async def test_who_is_connected_elsewhere_is_not_away(two, clock):
    first, second = await seated(two, chips="12", starter="seat:1")
    await first.until_presence(lambda m: m["connected"] == [True, False, True])
    await second.start()
    await first.follow(second.version)
    clock.advance(12)
    presence = await second.until_presence(lambda m: m["waiting_for"] == 0)
    assert presence["connected"] == [True, False, True]
    await first.accepted("throw", seat=0)
    await first.close()
    await second.until_presence(lambda m: not m["connected"][0])
    await second.close()


async def test_tokens_are_good_everywhere(two):
    first, second = await seated(two)
    moved = Client(two[1], first.table)
    moved.tokens = first.tokens
    welcome = await moved.connect()
    assert welcome["held"] == [0]
    await first.close()
    await moved.start()
    await second.follow(moved.version)
    await moved.close()
    await second.close()


async def test_a_lost_notice_is_made_good_by_the_next_heartbeat(two, clock, monkeypatch):
    first, second = await seated(two, starter="seat:1")
    with monkeypatch.context() as silence:
        silence.setattr(Fanout, "tell", lambda self, notice: None)
        await first.start()
    clock.advance(5)
    await second.until_event("started")
    await first.close()
    await second.close()


async def test_a_process_that_died_is_forgotten(two, clock, monkeypatch):
    """Who was connected to it counts as away after three heartbeats."""
    first, second = await seated(two, starter="seat:1")
    await first.start()
    await second.follow(first.version)
    monkeypatch.setattr(Fanout, "tell", lambda self, notice: None)
    for _ in range(4):
        clock.advance(5)
    await second.until_presence(lambda m: not m["connected"][0])
    clock.advance(10)
    await second.until_event("held")
    await first.close()
    await second.close()


async def test_plain_http_is_up_to_date_at_every_process(two):
    first, second = await seated(two, starter="seat:1")
    async with httpx.AsyncClient(base_url=two[1]) as http:
        await second.close()
        path = f"/api/tables/{first.table}"
        before = (await http.get(path)).json()["version"]
        await first.start()
        after = (await http.get(path)).json()["version"]
    assert after == first.version > before
    await first.close()


async def test_an_unknown_engine_is_refused():
    with pytest.raises(BadFanout, match=r"use memory, redis://\.\.\."):
        Fanout("carrier-pigeon://")
