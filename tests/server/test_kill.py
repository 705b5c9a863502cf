"""The server is killed at any moment: what was acknowledged is there, once, and play goes on."""

import asyncio
import contextlib
import json
import signal
from random import Random

import httpx
import pytest

from swipe.match.verify import verify_record
from swipe.server.storage import SqlStore
from tests.server.client import Client, Gone
from tests.server.harness import ForkedServer, ServerProcess, new_table
from tests.support.services import free_port

KILLS = 20


class Killer:
    """Kills and restarts a server after random numbers of messages."""

    def __init__(self, server, random):
        self.server, self.random = server, random
        self.kills = 0
        self.up = asyncio.Event()
        self.up.set()
        self._left = 10

    async def tick(self):
        self._left -= 1
        if self._left <= 0 and self.kills < KILLS and self.up.is_set():
            self.up.clear()
            self.kills += 1
            self._left = self.random.randrange(1, 40)
            await asyncio.to_thread(self._restart)
            self.up.set()

    def _restart(self):
        self.server.kill()
        self.server.start()


class Survivor(Client):
    """A client that connects again by itself, and remembers what was acknowledged to it."""

    def __init__(self, url, table, killer):
        super().__init__(url, table)
        self.killer = killer
        self.acknowledged = []

    async def send(self, message):
        await super().send(message)
        await self.killer.tick()

    async def receive(self):
        message = await super().receive()
        if message["type"] == "accepted":
            self.acknowledged.append((message["match"], message["version"]))
        await self.killer.tick()
        return message

    async def back(self):
        """Connect again, and hear just what was missed."""
        self.abort()
        await self.killer.up.wait()
        before = self.match, self.version
        welcome = await self.connect()
        if before[1] and welcome["match"] == before[0]:
            assert welcome["version"] >= before[1], "an acknowledged event is lost"
            assert welcome["snapshots"] == []
            assert welcome["held"] == list(self.tokens)

    async def play(self, matches):
        """Play until so many matches have ended."""
        while True:
            try:
                if self._socket is None:
                    await self.back()
                elif self.ended and self.match.endswith(f"-{matches}"):
                    return
                else:
                    await self.one_step()
            except Gone:
                self.abort()

    async def one_step(self):
        seat = next(iter(self.tokens))
        if self.ended and seat == 0:
            again = {"type": "again", "id": 0, "match": self.match, "token": self.tokens[0]}
            await self.send(again)
            await self.until("opened")
        elif self.position is None and self.seats and not self.seats[seat]["has_entropy"]:
            answer = await self.do("add-entropy", seat=seat, value=f"{seat:032x}")
            await self.follow(answer["version"])
        elif (turn := self.my_turn()) is not None:
            command, fields = self.move(turn)
            answer = await self.do(command, **fields)
            assert answer["type"] == "accepted" or answer["code"] == "stale-command", answer
            await self.follow(answer["version"])
        else:
            await self.receive()


@pytest.mark.slow
async def test_killed_twenty_times(tmp_path):
    random = Random(11)
    arguments = ["--data", str(tmp_path), "--pace", "0", "--bot-workers", "0"]
    with ForkedServer(free_port(), *arguments, "--message-rate", "10000") as server:
        killer = Killer(server, random)
        table = await new_table(server.url, "swipe-dice", 4)
        people = [Survivor(server.url, table, killer) for _ in range(2)]
        killer.up.clear()  # not yet
        for seat, client in enumerate(people):
            await client.connect()
            await client.sit(seat)
        for seat in (2, 3):
            await people[1].sit_bot(seat)
        await people[0].follow(people[1].version)
        await people[0].start()
        killer.up.set()
        matches = 1
        while killer.kills < KILLS:
            await asyncio.gather(*(client.play(matches) for client in people))
            matches += 1
        async with httpx.AsyncClient(base_url=server.url) as http:
            for number in range(1, matches):
                answer = await http.get(f"/api/tables/{table}/matches/{number}/record")
                assert verify_record(answer.text).rolls_proven
        for client in people:
            await client.close()
    await check_nothing_lost(tmp_path, people)


async def check_nothing_lost(folder, people):
    """Everything that anybody was told is stored, where it was said to be."""
    store = SqlStore(f"sqlite+aiosqlite:///{folder / 'swipe.sqlite3'}")
    await store.open()
    stored = {}
    for match in {match for client in people for match, _ in client.events}:
        for version, body in enumerate(await store.events(match), 1):
            stored[match, version] = json.loads(body)
    await store.close()
    for client in people:
        assert client.acknowledged
        for match, version in client.acknowledged:
            assert (match, version) in stored
        for place, text in client.events.items():
            assert json.loads(text) == stored[place]


async def test_a_server_that_is_asked_to_stop_says_so(tmp_path):
    """Graceful: connections are closed as for a restart, and the process ends well."""
    arguments = ["--data", str(tmp_path), "--bot-workers", "0"]
    with ServerProcess(free_port(), *arguments) as server:
        client = Client(server.url, await new_table(server.url))
        await client.connect()
        await client.sit(0)
        code = await asyncio.to_thread(server.end, signal.SIGTERM)
        with contextlib.suppress(*Gone):
            while True:
                await client.receive()
        assert client.socket.close_code == 1012
        assert code in (0, -signal.SIGTERM)
