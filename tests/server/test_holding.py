"""No match stalls: who is away is held by a bot, and returns. No restart stalls it either."""

import asyncio
import json

from swipe.match.decide import Hold, Return, Sit, Start
from swipe.protocol import NewTable
from swipe.server.host import Host
from swipe.server.storage import SqlStore
from swipe.server.thinking import Thinker, bot_word
from tests.server.client import Client
from tests.server.harness import new_table, serving, settings_for


async def two_people(url, players=2):
    table = await new_table(url, "swipe-dice", players, options={"starter": "seat:1"})
    first, second = Client(url, table), Client(url, table)
    await first.connect()
    await second.connect()
    await first.sit(0)
    await second.follow(first.version)
    await second.sit(1)
    await first.follow(second.version)
    for seat in range(2, players):
        await first.sit_bot(seat)
    await second.follow(first.version)
    await first.start()
    await second.follow(first.version)
    return first, second


async def test_who_is_not_connected_is_held_after_20_seconds(server, clock):
    first, second = await two_people(server)
    assert first.position["to_act"] == 0
    await first.close()
    presence = await second.until_presence(lambda m: not m["connected"][0])
    assert presence["waiting_for"] == 0
    assert presence["seconds"] == 20
    clock.advance(19.9)
    version = second.version
    assert (await second.do("act", seat=1, action="x"))["version"] == version  # nothing happened
    clock.advance(0.1)
    held = await second.until_event("held")
    assert held["happening"]["event"]["seat"] == 0
    assert held["happening"]["event"]["bot"] == "greedy"
    assert second.seats[0]["held_by"] == "greedy"
    await second.until_event("drawn")
    await second.close()


async def test_who_comes_back_with_its_token_plays_again(server, clock):
    first, second = await two_people(server)
    await first.close()
    await second.until_presence(lambda m: not m["connected"][0])
    clock.advance(20)
    await second.until_event("held")
    await first.connect()
    await second.until_event("returned")
    assert second.seats[0]["held_by"] == ""
    await first.follow(second.version)
    await first.close()
    await second.close()


async def test_who_is_silent_is_held_after_120_seconds_and_said_so_before(server, clock):
    first, second = await two_people(server)
    clock.advance(20)
    presence = await second.until_presence(lambda m: m["waiting_for"] == 0)
    assert presence["seconds"] == 100
    assert presence["connected"] == [True, True]
    clock.advance(100)
    await second.until_event("held")
    await first.until_event("held")
    await first.close()
    await second.close()


async def test_whoever_says_something_is_not_silent(server, clock):
    first, second = await two_people(server)
    clock.advance(119)
    await first.refused("malformed-text", "act", seat=0, action="think")
    clock.advance(119)
    await first.accepted("throw", seat=0)
    assert second.seats[0]["held_by"] == ""
    await first.close()
    await second.close()


async def test_return_takes_the_seat_back(server, clock):
    first, second = await two_people(server)
    clock.advance(20)
    await first.until_presence(lambda m: m["waiting_for"] == 0)
    clock.advance(100)
    await first.until_event("held")
    while first.position["to_act"] != 1:  # the bot plays seat 0; the other person is next
        await first.receive()
    await first.accepted("return", seat=0)
    assert first.seats[0]["held_by"] == ""
    await first.close()
    await second.close()


async def test_a_person_may_hand_the_seat_to_a_bot(database, clock):
    async with serving(settings_for(database, pace=1.0), clock=clock) as url:
        first, second = await two_people(url)
        await first.accepted("hold", seat=0, bot="random")
        # Before the bot has moved, the person changes its mind and throws.
        answer = await first.do("throw", seat=0)
        assert answer["type"] == "accepted"
        await first.follow(answer["version"])
        assert first.seats[0]["held_by"] == ""
        assert [
            event_name(first, answer["version"] - 1),
            event_name(first, answer["version"]),
        ] == ["returned", "drawn"]
        await first.refused("not-your-seat", "hold", seat=1, bot="random", token=first.tokens[0])
        await first.refused("unknown-bot", "hold", seat=0, bot="oracle")
        await first.close()
        await second.close()


def event_name(client, version):
    return json.loads(client.events[client.match, version])["event"]


async def test_nobody_is_held_while_nobody_is_there(server, clock):
    first, second = await two_people(server)
    version = first.version
    await first.close()
    await second.close()
    clock.advance(10_000)
    watcher = Client(server, first.table)
    welcome = await watcher.connect()
    assert welcome["version"] == version
    clock.advance(19)
    assert (await watcher.do("start"))["version"] == version
    clock.advance(1)
    await watcher.until_event("held")
    await watcher.close()


async def test_bots_move_at_their_pace_and_commands_do_not_wait_for_it(database, clock):
    async with serving(settings_for(database, pace=0.6), clock=clock) as url:
        first, second = await two_people(url, players=3)
        await play_until_bot(first, second)
        version = first.version
        # While the bot takes its time the table answers at once.
        assert (await first.do("start"))["code"] == "unknown-token"
        clock.advance(0.59)
        assert (await first.do("start"))["version"] == version
        clock.advance(0.01)
        await first.until("happened")
        await first.close()
        await second.close()


async def play_until_bot(*clients):
    while clients[0].position["to_act"] != 2:
        for client in clients:
            seat = client.my_turn()
            if seat is not None:
                command, fields = client.move(seat)
                answer = await client.accepted(command, **fields)
                for each in clients:
                    await each.follow(answer["version"])


async def test_bots_go_on_after_a_restart(database, clock):
    """Stopped on a bot's turn, the match goes on without a person's doing."""
    async with serving(settings_for(database, pace=5.0), clock=clock) as url:
        first, second = await two_people(url, players=3)
        await play_until_bot(first, second)
        version = first.version
        await first.close()
        await second.close()
    async with serving(settings_for(database, pace=0.0), clock=clock) as url:
        again = Client(url, first.table)
        await again.connect()
        await again.follow(version + 1)
        assert again.version > version
        await again.close()


async def test_a_match_of_bots_alone_ends_by_itself(server):
    table = await new_table(server, "swipe-dice", 2, options={"chips": "12"})
    client = Client(server, table)
    await client.connect()
    await client.sit(0)
    await client.sit_bot(1)
    await client.start()
    if client.position["to_act"] == 0:
        await client.accepted("hold", seat=0, bot="greedy")
    while not client.ended:
        if client.my_turn() == 0 and not client.seats[0]["held_by"]:
            await client.accepted("hold", seat=0, bot="greedy")
        await client.receive()
    await client.close()


async def test_a_bot_that_fails_is_asked_again_a_moment_later(server, clock, monkeypatch, caplog):
    asked, thinks = [], Thinker.action

    async def fail(*arguments):
        asked.append(arguments)
        raise OSError("no process to think in")

    monkeypatch.setattr(Thinker, "action", fail)
    options = {"first_leader": "seat:2"}
    client = Client(server, await new_table(server, "swipe-cards", 2, options=options))

    async def ping():
        await client.send({"type": "ping", "id": 1})
        await client.until("pong")

    with caplog.at_level("CRITICAL"):
        await client.connect()
        await client.sit(0)
        await client.sit_bot(1)
        await client.start()
        while not asked:
            await ping()
        for _ in range(20):  # the table's people are heard, and the bot is left alone
            await ping()
        assert len(asked) == 1
        clock.advance(1)
        while len(asked) < 2:
            await ping()
    monkeypatch.setattr(Thinker, "action", thinks)
    clock.advance(1)
    await client.until_event("acted")
    await client.close()


class Gated(SqlStore):
    """Says that it has stored when the test says so."""

    gate = None

    def append(self, append):
        stored = super().append(append)
        return stored if self.gate is None else self.gate


class Device:
    """A connection that nobody reads."""

    def __init__(self):
        self.seats = {}

    def send(self, frame):
        pass


async def test_no_bot_thinks_for_a_seat_that_was_just_taken_back(database, clock, monkeypatch):
    thought = []

    async def think(thinker, game, policy, state, word):
        thought.append(policy)
        raise OSError

    monkeypatch.setattr(Thinker, "action", think)
    store = Gated(database)
    host = Host(settings_for(database, pace=1.0, entropy_grace=0.0), store, clock)
    await host.open()
    created = await host.create_table(NewTable("swipe-cards", 2, {"first_leader": "seat:1"}))
    table, device, token = await host.table(created.table), Device(), ""

    async def do(command):
        async with table.lock:
            version = table.match.version
            _, granted, done = await host.command(
                table, device, command, created.match, version, token
            )
            host.deliver(table, done)
            return granted

    async with table.lock:
        await host.join(table, device, [], "", 0)
    token = await do(Sit(0, "Ada"))
    for command in (Sit(1, "Bot", "greedy"), Start(), Hold(0, "greedy")):
        await do(command)
    store.gate = asyncio.get_running_loop().create_future()
    returning = asyncio.create_task(do(Return(0)))
    await asyncio.sleep(0)
    # In one turn of the loop it turns out that she is back, and the bot's time has come.
    store.gate.set_result(None)
    clock.advance(1)
    await returning
    await host.close()
    assert thought == []


def test_the_word_of_a_bot_s_move_is_fixed():
    """Published in docs/server.md: another server comes to the same move."""
    assert bot_word(b"s" * 32, "abc-1", 7) == 0x35FBDBEFFA8BAED9
    assert bot_word(b"t" * 32, "abc-1", 7) != bot_word(b"s" * 32, "abc-1", 7)
