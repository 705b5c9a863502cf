"""When the database fails, when memory is short, and under a server without frames."""

import asyncio
import contextlib
import sqlite3

import httpx
import pytest
import sqlalchemy as sa
import uvicorn

from swipe.server.app import create_app
from swipe.server.command import listen, server_config
from swipe.server.errors import StorageUnavailable
from swipe.server.storage import SqlStore
from tests.server.client import Client
from tests.server.harness import new_table, serving, settings_for
from tests.server.test_play import play_out


class Failing(SqlStore):
    """Fails when told to: before it has stored, or after."""

    fails = ""

    def append(self, append):
        done = asyncio.get_running_loop().create_future()
        if self.fails != "before":
            stored = super().append(append)
            if not self.fails:
                return stored
            stored.add_done_callback(lambda _: done.set_exception(self._error()))
            return done
        done.set_exception(self._error())
        return done

    def _error(self):
        return StorageUnavailable("the database does not answer")


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_failed_append_is_refused_and_the_truth_is_read_again(database, clock, moment):
    store = Failing(database)
    async with serving(settings_for(database), clock=clock, store=store) as url:
        client = Client(url, await new_table(url, "swipe-dice", 2, options={"starter": "seat:1"}))
        await client.connect()
        await client.sit(0)
        await client.sit(1)
        await client.start()
        version = client.version
        store.fails = moment
        await client.refused("storage-unavailable", "throw", seat=0)
        store.fails = ""
        answer = await client.do("throw", seat=0, version=version)
        if moment == "before":
            assert answer["type"] == "accepted"
        else:
            # It had been stored all the same: everybody is told now, and nothing happens twice.
            assert answer["code"] == "stale-command"
        await client.follow(answer["version"])
        assert client.version > version
        command, fields = client.move(client.my_turn())
        await client.accepted(command, **fields)
        await client.close()


async def test_bots_try_again_after_a_failure(database, clock):
    store = Failing(database)
    async with serving(settings_for(database, pace=1.0), clock=clock, store=store) as url:
        options = {"starter": "seat:2"}
        client = Client(url, await new_table(url, "swipe-dice", 2, options=options))
        await client.connect()
        await client.sit(0)
        await client.sit_bot(1)
        await client.start()
        version = client.version
        store.fails = "before"
        clock.advance(1)
        await client.refused("storage-unavailable", "hold", seat=0, bot="random")
        store.fails = ""
        clock.advance(1)
        await client.follow(version + 1)
        await client.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda body: body.replace(b'"rules":1', b'"rules":99'),
        lambda body: b"not an event",
        lambda body: b'{"event":"started"}',
        None,
    ],
    ids=["other rules", "junk", "another event", "nothing"],
)
async def test_a_match_that_cannot_be_read_stops_no_other(database, clock, damage):
    good, bad = await _two_bots_to_move(database, clock)
    file = sa.make_url(database).database
    with contextlib.closing(sqlite3.connect(file)) as connection, connection:
        (body,) = connection.execute(
            "SELECT body FROM events WHERE match = ? AND version = 1", (f"{bad}-1",)
        ).fetchone()
        if damage is None:
            connection.execute("DELETE FROM events WHERE match = ?", (f"{bad}-1",))
        else:
            connection.execute(
                "UPDATE events SET body = ? WHERE match = ? AND version = 1",
                (damage(body), f"{bad}-1"),
            )
        # The damaged one comes first.
        connection.execute("UPDATE matches SET opened_at = 9e9 WHERE table_name = ?", (bad,))
    async with (
        serving(settings_for(database), clock=clock) as url,
        httpx.AsyncClient(base_url=url) as http,
        Client(url, bad) as client,
    ):
        answer = await http.get(f"/api/tables/{bad}")
        assert answer.json()["code"] == "unreadable-match"
        answer = await http.get(f"/api/tables/{bad}/matches/1/record")
        assert answer.json()["code"] in ("unreadable-match", "not-ended")
        await client.open()
        assert (await client.receive())["code"] == "unreadable-match"
        version = 0
        while version < 6:  # its bot has thrown: the server went on with it by itself
            version = (await http.get(f"/api/tables/{good}")).json()["version"]


async def _two_bots_to_move(database, clock):
    """Two tables at which it is a bot's turn."""
    tables = []
    async with serving(settings_for(database, pace=60), clock=clock) as url:
        for _ in range(2):
            options = {"starter": "seat:2"}
            client = Client(url, await new_table(url, "skip-bo-dice", 2, options=options))
            await client.connect()
            await client.sit(0)
            await client.sit_bot(1)
            await client.start()
            await client.close()
            tables.append(client.table)
    return tables


async def test_tables_that_nobody_is_at_are_forgotten_and_found_again(database, clock):
    async with serving(settings_for(database, warm_tables=2), clock=clock) as url:
        tables = [await new_table(url, "swipe-dice", 2) for _ in range(6)]
        for table in tables:
            client = Client(url, table)
            await client.connect()
            await client.sit(0)
            await client.close()
        for table in tables:
            again = Client(url, table)
            welcome = await again.connect()
            assert welcome["version"] == 3
            await again.close()


async def test_play_under_a_server_that_takes_no_frames(database, clock):
    """Messages then go through ASGI, one by one."""
    config = server_config(create_app(settings_for(database), clock=clock))
    config = uvicorn.Config(
        config.app, ws="websockets-sansio", log_config=None, access_log=False, lifespan="on"
    )
    bound = listen("127.0.0.1", 0)
    server = uvicorn.Server(config)
    server.capture_signals = contextlib.nullcontext
    ready = asyncio.Event()
    startup = server.startup

    async def started(sockets=None):
        await startup(sockets)
        ready.set()

    server.startup = started
    served = asyncio.create_task(server.serve([bound]))
    await ready.wait()
    url = f"http://127.0.0.1:{bound.getsockname()[1]}"
    client = Client(url, await new_table(url, "swipe-dice", 2, options={"chips": "12"}))
    await client.connect()
    await client.sit(0)
    await client.sit_bot(1)
    await client.start()
    await play_out(client)
    await client.close()
    server.should_exit = True
    await served
    bound.close()
