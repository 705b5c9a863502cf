"""10,000 messages that make no sense: each is answered, and the match stays as it is."""

import asyncio
import contextlib
import json
from random import Random
from types import SimpleNamespace
from unittest.mock import AsyncMock

import httpx
import pytest
import websockets

from swipe.protocol import MAX_MESSAGE_BYTES
from swipe.server.connection import Connection
from tests.server.client import Client
from tests.server.harness import new_table, serving, settings_for

MESSAGES = 10_000
JUNK = [None, True, -1, 0, 1, 2, 99, 2**63, 1.5, "", "x", "\0", "♣" * 50, [], {}, [[]], {"a": []}]


def noise(random, client, stranger_knows):
    """One message that is wrong in some way: never one that may be carried out."""
    kind = random.randrange(10)
    if kind == 0:
        return random.randbytes(random.randrange(60))
    if kind == 1:
        return "".join(chr(random.randrange(32, 0x2FFF)) for _ in range(random.randrange(200)))
    if kind == 2:
        return random.choice("[{\"'") * random.randrange(1, MAX_MESSAGE_BYTES - 10)
    valid = valid_messages(client, stranger_knows)
    message = random.choice(valid)
    if kind in (3, 4):  # unauthenticated
        return json.dumps(message | {"token": random.choice(["", "x" * 32, "\0"])})
    if kind == 5:  # out of order
        version = random.choice([-1, 0, 1, client.version - 1, client.version + 1, 2**62])
        return json.dumps(message | {"version": version})
    if kind == 6:  # another match
        return json.dumps(message | {"match": random.choice(["", "x", f"{client.table}-2"])})
    if kind == 7:  # not all of it
        text = json.dumps(message)
        return text[: random.randrange(len(text))]
    if kind == 8:  # something else in some place
        field = random.choice([*message, "extra"])
        junk = {field: random.choice(JUNK)} | {"token": "none"}
        return json.dumps(message | junk)
    command = dict(message["command"]) if "command" in message else {}
    command[random.choice([*command, "extra"])] = random.choice(JUNK)
    return json.dumps(message | {"command": command, "token": "none"})


def valid_messages(client, token):
    """What could be carried out, if the token were right and it were the right time."""
    base = {"type": "do", "id": 1, "match": client.match, "version": client.version, "token": token}
    commands = [
        {"command": "leave", "seat": 0},
        {"command": "add-entropy", "seat": 0, "value": "0" * 32},
        {"command": "start"},
        {"command": "throw", "seat": 0},
        {"command": "act", "seat": 0, "action": "chip:2"},
        {"command": "enter", "seat": 0, "outcomes": ["C", "C"]},
        {"command": "hold", "seat": 0, "bot": "random"},
        {"command": "return", "seat": 0},
        {"command": "sit", "seat": 1, "name": "B", "bot": "random"},
    ]
    return [base | {"command": command} for command in commands] + [
        {"type": "again", "id": 2, "match": client.match, "token": token}
    ]


async def test_ten_thousand_messages_change_nothing(server):
    client = Client(server, await new_table(server, "swipe-dice", 2, options={"starter": "seat:1"}))
    await client.connect()
    await client.sit(0)
    await client.sit(1)
    await client.start()
    async with httpx.AsyncClient(base_url=server) as http:
        before = (await http.get(f"/api/tables/{client.table}")).content
        await asyncio.gather(*(stranger(server, client, seed) for seed in range(8)))
        after = (await http.get(f"/api/tables/{client.table}")).content
        assert (await http.get("/api/health")).status_code == 200
    assert after == before
    # Nobody at the table has noticed more than that there were spectators.
    await client.send({"type": "ping", "id": 5})
    await client.until("pong", lambda message: message["id"] == 5)
    assert {json.loads(text)["type"] for text in client.heard[-20:]} <= {
        "happened",
        "accepted",
        "presence",
        "pong",
    }
    await client.accepted("throw", seat=0)
    await client.close()


async def stranger(url, client, seed):
    """Send an eighth of the messages, some of them before hello; each has an answer."""
    random = Random(seed)
    connection = Client(url, client.table)
    await connection.open()
    answered = 0
    for number in range(MESSAGES // 8):
        if number == 100:
            await connection.send({"type": "hello", "protocol": 1, "tokens": ["none"] * 16})
            await connection.until("welcome")
        await connection.send(noise(random, client, "none"))
        answer = await connection.until("refused")
        assert answer["text"]
        assert answer["version"] == client.version
        assert len(answer["text"]) <= 500
        answered += 1
    assert answered == MESSAGES // 8
    await connection.close()


async def closed_with(client):
    """Receive until the server closes; returns the code."""
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            await client.receive()
    return client.socket.close_code


class TestCloseCodes:
    @pytest.fixture
    async def client(self, server):
        client = Client(server, await new_table(server))
        yield client
        await client.close()

    async def test_too_long(self, client):
        await client.connect()
        fill = MAX_MESSAGE_BYTES - len(json.dumps({"x": ""}))
        await client.send(json.dumps({"x": "a" * fill}))
        assert (await client.until("refused"))["code"] == "malformed-message"
        await client.send(json.dumps({"x": "a" * (fill + 1)}))
        assert await closed_with(client) == 1009

    async def test_no_such_table(self, server):
        client = Client(server, "none")
        await client.open()
        assert (await client.receive())["code"] == "no-such-table"
        assert await closed_with(client) == 4004

    @pytest.mark.parametrize("protocol", [0, 2])
    async def test_another_protocol(self, client, protocol):
        await client.open()
        await client.send({"type": "hello", "protocol": protocol})
        assert (await client.receive())["code"] == "wrong-protocol"
        assert await closed_with(client) == 4001

    async def test_too_many_at_a_table(self, server, client, monkeypatch):
        monkeypatch.setattr("swipe.server.connection.MAX_AT_TABLE", 2)
        await client.connect()
        await client.sit(0)
        async with Client(server, client.table) as second:
            await second.connect()
            await second.hello()  # who is there already may say it again
            third = Client(server, client.table)
            await third.open()
            await third.send({"type": "hello", "protocol": 1, "tokens": ["x"]})
            assert (await third.receive())["code"] == "table-full"
            assert await closed_with(third) == 1013
            third.tokens = client.tokens  # who has a seat comes in
            await third.connect()
            await third.close()

    async def test_too_many_tokens(self, client):
        await client.open()
        await client.send({"type": "hello", "protocol": 1, "tokens": ["x"] * 17})
        assert (await client.receive())["code"] == "malformed-message"

    async def test_hello_comes_first(self, client):
        await client.open()
        assert (await client.do("start"))["code"] == "hello-first"
        await client.send({"type": "ping", "id": 3})
        assert (await client.receive()) == {"type": "pong", "id": 3}
        await client.hello()


async def test_no_hello_in_time(database, clock):
    async with serving(settings_for(database, hello_within=10.0), clock=clock) as url:
        client = Client(url, await new_table(url))
        await client.open()
        await client.send({"type": "ping", "id": 1})
        await client.receive()
        clock.advance(10)
        assert await closed_with(client) == 4000


async def test_too_fast(database, clock):
    """Beyond the limit messages are refused, and in the end the connection is closed."""
    settings = settings_for(database, message_rate=1.0, message_burst=5.0)
    async with serving(settings, clock=clock) as url:
        client = Client(url, await new_table(url))
        await client.connect()  # one message
        for number in range(4):
            await client.send({"type": "ping", "id": number})
            await client.until("pong")
        await client.send({"type": "ping", "id": 9})
        assert (await client.until("refused"))["code"] == "too-fast"
        clock.advance(2)
        await client.send({"type": "ping", "id": 10})
        await client.until("pong")
        for _ in range(20):
            await client.send({"type": "ping", "id": 11})
        assert await closed_with(client) == 4029


async def test_too_slow(clock):
    """Who does not read is cut off: nothing more is kept for it."""
    sent, readable, all_read = [], asyncio.Event(), asyncio.Event()
    pings = [{"type": "websocket.receive", "text": f'{{"type":"ping","id":{n}}}'} for n in range(9)]

    async def receive():
        if pings:
            return pings.pop()
        all_read.set()
        return await asyncio.Event().wait()

    async def send(message):
        await readable.wait()
        sent.append(message)

    host = SimpleNamespace(
        settings=settings_for("none", max_backlog=100),
        clock=clock,
        table=AsyncMock(return_value=None),
    )
    served = asyncio.create_task(Connection(host, SimpleNamespace(), receive, send).run("t"))
    await all_read.wait()
    readable.set()
    await served
    assert sent[-1] == {"type": "websocket.close", "code": 4008}
    assert len(sent) < 5
