"""A scripted client of the wire, for tests and benchmarks."""

import contextlib
import json
from collections.abc import Callable
from typing import Any

import websockets
from websockets.asyncio.client import ClientConnection, connect

from swipe.games.registry import GAMES

Message = dict[str, Any]


class Client:
    """A device at a table: remembers its tokens and the last version, like the web client.

    ``heard`` holds every message in order, as text.
    """

    def __init__(self, url: str, table: str) -> None:
        self.url = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        self.table = table
        self.tokens: dict[int, str] = {}
        self.match = ""
        self.hidden = False
        self.seen: dict[int | None, int] = {None: 0}
        self.positions: dict[int | None, Message | None] = {}
        self.heard: list[str] = []
        self.events: dict[tuple[str, int], str] = {}
        self.seats: list[Any] = []
        self.presence: Message | None = None
        self.ended = False
        self._socket: ClientConnection | None = None
        self._next = 0

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def version(self) -> int:
        """The version that all of this device's observers have seen."""
        return min(self.seen[observer] for observer in self.observers())

    def observers(self) -> list[int | None]:
        return sorted(self.tokens) if self.hidden and self.tokens else [None]

    @property
    def position(self) -> Message | None:
        """The match as the seat that is waited for sees it, if that is this device's."""
        first = self.positions.get(self.observers()[0])
        if first is None:
            return None
        return self.positions.get(first["to_act"], first) if self.hidden else first

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None, "connect first"
        return self._socket

    async def open(self) -> None:
        """Connect without a word."""
        self._socket = await connect(self.url, compression=None, ping_interval=None)

    async def connect(self, **fields: Any) -> Message:
        """Connect and say hello; returns the welcome."""
        await self.open()
        return await self.hello(**fields)

    async def hello(self, **fields: Any) -> Message:
        hello = {"type": "hello", "protocol": 1, "tokens": list(self.tokens.values())}
        if self.version:
            hello |= {"match": self.match, "version": self.version}
        await self.send(hello | fields)
        return await self.until("welcome")

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
            self._socket = None

    def abort(self) -> None:
        """Be gone without a word."""
        if self._socket is not None:
            with contextlib.suppress(Exception):
                self._socket.transport.abort()
            self._socket = None

    async def send(self, message: Message | str | bytes) -> None:
        await self.socket.send(json.dumps(message) if isinstance(message, dict) else message)

    async def receive(self) -> Message:
        text = await self.socket.recv()
        assert isinstance(text, str)
        self.heard.append(text)
        message = json.loads(text)
        self._note(message)
        return message

    def _note(self, message: Message) -> None:
        kind = message["type"]
        if kind in ("welcome", "opened"):
            if kind == "opened" or message["snapshots"]:
                self.match = message["match"]
                self.seen = {each["observer"]: message["version"] for each in message["snapshots"]}
                for each in message["snapshots"]:
                    self.positions[each["observer"]] = each["snapshot"]["position"]
                shown = message["snapshots"][0]["snapshot"]
                self.seats, self.ended = shown["seats"], shown["ended"]
                self.hidden = GAMES[shown["game"]].has_hidden_information
        elif kind == "happened":
            happening, observer = message["happening"], message["observer"]
            version = happening["version"]
            assert message["match"] == self.match
            assert observer in self.observers()
            # Nothing is left out, nothing comes twice.
            assert version == self.seen[observer] + 1, (self.seen, message)
            self.seen[observer] = version
            self.positions[observer] = happening["position"]
            self.seats = happening["seats"]
            self.events[self.match, version] = json.dumps(happening["event"], sort_keys=True)
            self.ended = happening["event"]["event"] == "ended"
        elif kind == "presence":
            self.presence = message

    async def until(
        self, kind: str, accept: Callable[[Message], bool] = lambda message: True
    ) -> Message:
        """The next message of a kind that is acceptable; the others are noted on the way."""
        while True:
            message = await self.receive()
            if message["type"] == kind and accept(message):
                return message

    async def until_presence(self, accept: Callable[[Message], bool]) -> Message:
        """The last presence if it is acceptable, or the next one that is."""
        while self.presence is None or not accept(self.presence):
            await self.receive()
        return self.presence

    async def until_event(self, *names: str) -> Message:
        """The next ``happened`` message of one of these events."""
        return await self.until(
            "happened", lambda message: message["happening"]["event"]["event"] in names
        )

    async def do(self, command_name: str, /, *, seat: int | None = None, **fields: Any) -> Message:
        """Send a command and return its answer, accepted or refused.

        ``token``, ``version`` and ``match`` may be given to send something else than is right.
        """
        token = fields.pop("token", None)
        self._next += 1
        identifier = self._next
        command = {"command": command_name, **fields.pop("extra", {})}
        if seat is not None:
            command["seat"] = seat
        message: Message = {
            "type": "do",
            "id": identifier,
            "match": fields.pop("match", self.match),
            "version": fields.pop("version", self.version),
            "command": command | fields,
            "token": self.tokens.get(-1 if seat is None else seat, "") if token is None else token,
        }
        await self.send(message)
        answer = await self.answer(identifier)
        if answer.get("token"):
            self.take_seat(command["seat"], answer["token"])
        return answer

    def take_seat(self, seat: int, token: str) -> None:
        """Hold a seat from now on, with the view that this device has so far."""
        view = self.observers()[0]
        self.seen.setdefault(seat, self.seen[view])
        self.positions.setdefault(seat, self.positions.get(view))
        self.tokens[seat] = token

    async def answer(self, identifier: int) -> Message:
        while True:
            message = await self.receive()
            if message.get("id") == identifier and message["type"] in ("accepted", "refused"):
                return message

    async def follow(self, version: int) -> None:
        """Receive until the version is reached."""
        while self.version < version:
            await self.receive()

    async def accepted(self, command: str, /, **fields: Any) -> Message:
        """Send a command that must be accepted, and receive all that follows from it."""
        answer = await self.do(command, **fields)
        assert answer["type"] == "accepted", answer
        await self.follow(answer["version"])
        return answer

    async def refused(self, code: str, command: str, /, **fields: Any) -> Message:
        """Send a command that must be refused with this code."""
        answer = await self.do(command, **fields)
        assert answer["type"] == "refused", answer
        assert answer["code"] == code, answer
        return answer

    # --- the usual beginnings -------------------------------------------------------------------

    async def sit(self, seat: int, name: str = "", *, entropy: bool = True) -> None:
        """Sit down as a person, and add entropy."""
        await self.accepted("sit", seat=seat, name=name or f"P{seat + 1}", token="")
        if entropy:
            await self.accepted("add-entropy", seat=seat, value=f"{seat:032x}")

    async def sit_bot(self, seat: int, bot: str = "random") -> None:
        token = next(iter(self.tokens.values()))
        await self.accepted("sit", seat=seat, name=f"Bot {seat + 1}", bot=bot, token=token)

    async def start(self) -> None:
        await self.accepted("start", token=next(iter(self.tokens.values())))

    def my_turn(self) -> int | None:
        """The seat of this device that is waited for."""
        if self.ended or self.position is None:
            return None
        seat = self.position["to_act"]
        return seat if seat in self.tokens else None

    def move(self, seat: int) -> tuple[str, dict[str, Any]]:
        """The first thing that the seat can do now."""
        assert self.position is not None
        if self.position["phase"] == "chance":
            return "throw", {"seat": seat}
        return "act", {"seat": seat, "action": self.position["legal"][0]}


Gone = (websockets.ConnectionClosed, websockets.InvalidHandshake, OSError)
