"""Interrupted clients receive exactly what they missed."""

import asyncio
import json
import threading

import pytest

from swipe.server.table import KEPT_STEPS, replayed
from tests.server.client import Client
from tests.server.conftest import SHORT
from tests.server.harness import new_table, serving, settings_for


def happened(texts):
    return [text for text in texts if json.loads(text)["type"] == "happened"]


async def started(url, game, players=3, **options):
    """A device with the first seat at a started match of bots."""
    client = Client(url, await new_table(url, game, players, options=options or SHORT[game]))
    await client.connect()
    await client.sit(0)
    for seat in range(1, players):
        await client.sit_bot(seat)
    await client.start()
    return client


async def play(client, moves):
    for _ in range(moves):
        while client.my_turn() is None:
            if client.ended:
                return
            await client.receive()
        command, fields = client.move(client.my_turn())
        await client.accepted(command, **fields)


async def test_the_gap_from_every_version(server, game):
    """Whoever comes back with a version is sent the next to the last, the bytes of who stayed."""
    client = await started(server, game)
    await play(client, 4)
    heard, base = happened(client.heard), client.version - len(happened(client.heard))
    assert base == 1
    observer = json.loads(heard[-1])["observer"]
    for version in sorted({*range(1, client.version, 4), client.version - 1, client.version}):
        again = Client(server, client.table)
        again.tokens, again.match, again.hidden = client.tokens, client.match, client.hidden
        again.seen = {observer: version}
        welcome = await again.connect(match=client.match, version=version)
        assert welcome["snapshots"] == []
        await again.follow(client.version)
        got, expected = happened(again.heard), heard[version - base :]
        if client.hidden:
            # What was seen as a spectator before the seat was taken is seen as the seat now.
            got, expected = ([_without_observer(text) for text in each] for each in (got, expected))
        assert got == expected
        await again.close()
    await client.close()


def _without_observer(text):
    message = json.loads(text)
    del message["observer"]
    return message


async def test_the_gap_is_the_same_after_a_restart(database, clock, game):
    """The messages made from storage are the bytes that were sent when it happened."""
    settings = settings_for(database)
    async with serving(settings, clock=clock) as url:
        client = await started(url, game)
        await play(client, 3)
        heard, last = happened(client.heard), client.version
        await client.close()
    async with serving(settings, clock=clock) as url:
        again = Client(url, client.table)
        again.tokens, again.match, again.hidden = client.tokens, client.match, client.hidden
        again.seen = dict.fromkeys(client.seen, last - 2)
        await again.connect(match=client.match, version=last - 2)
        await again.follow(last)
        assert happened(again.heard)[:2] == heard[-2:]
        await again.close()


async def test_a_long_gap_is_read_from_storage(server):
    client = await started(server, "swipe-dice", chips="250")
    await play(client, 40)
    assert client.version > KEPT_STEPS + 2  # more than is kept in memory
    again = Client(server, client.table)
    again.tokens, again.match, again.seen = client.tokens, client.match, {None: 1}
    await again.connect(match=client.match, version=1)
    await again.follow(client.version)
    assert happened(again.heard) == happened(client.heard)
    await again.close()
    await client.close()


async def test_people_play_on_while_a_long_gap_is_read(server, monkeypatch):
    client = await started(server, "swipe-dice", chips="250")
    await play(client, 40)
    before = client.version
    reading, go_on = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slowly(*arguments):
        loop.call_soon_threadsafe(reading.set)
        assert go_on.wait(30)
        return replayed(*arguments)

    monkeypatch.setattr("swipe.server.host.replayed", slowly)
    again = Client(server, client.table)
    again.tokens, again.match, again.seen = client.tokens, client.match, {None: 1}
    connecting = asyncio.create_task(again.connect(match=client.match, version=1))
    await reading.wait()
    await play(client, 2)
    assert client.version > before
    go_on.set()
    await connecting
    await again.follow(client.version)
    assert happened(again.heard) == happened(client.heard)
    await again.close()
    await client.close()


@pytest.mark.parametrize("version", [0, 99, -3, 2**70])
async def test_a_version_that_cannot_be_gives_a_snapshot(server, version):
    client = await started(server, "swipe-dice")
    again = Client(server, client.table)
    await again.open()
    await again.send(
        {
            "type": "hello",
            "protocol": 1,
            "match": client.match,
            "version": version,
            "tokens": ["unknown", *client.tokens.values()],
        }
    )
    welcome = await again.until("welcome")
    assert welcome["held"] == [None, 0]
    assert [each["observer"] for each in welcome["snapshots"]] == [None]
    assert welcome["version"] >= client.version
    await again.close()
    await client.close()


async def test_another_match_gives_a_snapshot(server):
    client = await started(server, "swipe-dice")
    again = Client(server, client.table)
    welcome = await again.connect(match=f"{client.table}-7", version=3)
    assert welcome["snapshots"][0]["snapshot"]["version"] >= client.version
    await again.close()
    await client.close()


async def test_hello_may_be_said_again(server):
    client = await started(server, "swipe-dice")
    version = client.version - 1
    welcome = await client.hello(version=version)
    assert welcome["snapshots"] == []
    client.seen[None] = version
    await client.follow(welcome["version"])
    await play(client, 2)
    await client.close()


async def test_commands_out_of_date_are_refused_and_change_nothing(server):
    client = await started(server, "swipe-dice")
    await play(client, 1)
    while client.my_turn() is None:
        await client.receive()
    for version in (client.version - 1, client.version + 1, 0, -1):
        command, fields = client.move(0)
        answer = await client.refused("stale-command", command, version=version, **fields)
        assert answer["version"] == client.version
        assert answer["match"] == client.match
    answer = await client.refused("wrong-match", "start", match="other-1", token=client.tokens[0])
    assert answer["match"] == client.match
    await client.close()


async def test_a_command_sent_twice_is_carried_out_once(server):
    client = await started(server, "swipe-dice")
    while client.my_turn() is None:
        await client.receive()
    command, fields = client.move(0)
    version = client.version
    message = {
        "type": "do",
        "match": client.match,
        "version": version,
        "command": {"command": command} | fields,
        "token": client.tokens[0],
    }
    await client.send(message | {"id": 1001})
    await client.send(message | {"id": 1002})
    assert (await client.answer(1001))["type"] == "accepted"
    second = await client.answer(1002)
    assert second["code"] == "stale-command"
    assert second["version"] > version
    await client.close()


async def test_of_two_devices_with_one_seat_one_is_first(server):
    client = await started(server, "swipe-dice")
    twin = Client(server, client.table)
    twin.tokens = client.tokens
    await twin.connect()
    while client.my_turn() is None:
        await client.receive()
    await twin.follow(client.version)
    command, fields = client.move(0)
    message = {
        "type": "do",
        "id": 77,
        "match": client.match,
        "version": client.version,
        "command": {"command": command} | fields,
        "token": client.tokens[0],
    }
    await client.send(message)
    await twin.send(message)
    answers = [await client.answer(77), await twin.answer(77)]
    assert sorted(each["type"] for each in answers) == ["accepted", "refused"]
    await twin.close()
    await client.close()
