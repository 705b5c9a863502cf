"""One WebSocket connection: reading, answering, and what is waiting to be sent.

Close codes of the server's own, besides those of the standard:

====  ==========================================================================
4000  no ``hello`` in time
4001  another version of the protocol
4004  no such table, or none that can be read
1013  the database does not answer, or too many are at the table: try again later
4008  too slow: too many messages are waiting to be read
4029  too fast: it went on sending beyond its limit
1009  a message longer than ``MAX_MESSAGE_BYTES``
1012  the server restarts: connect again
====  ==========================================================================
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from swipe.bots.contract import UnknownBot
from swipe.chance.fair import BadEntropy
from swipe.coach.what_if import CannotGoOn
from swipe.games.contract import GameError
from swipe.match.errors import MatchError, error_code
from swipe.protocol import (
    MAX_MESSAGE_BYTES,
    PROTOCOL,
    Accepted,
    Advice,
    Again,
    Ask,
    ClientMessage,
    Do,
    Hello,
    Message,
    Ping,
    Pong,
    Refused,
    Welcome,
)
from swipe.server.coaching import Coaching
from swipe.server.errors import (
    CoachFailed,
    HelloFirst,
    MalformedMessage,
    MessageTooLong,
    NoSuchTable,
    ServerError,
    TableFull,
    TooFast,
    UnreadableMatch,
    WrongProtocol,
)
from swipe.server.frames import EXTENSION, Write, frame_texts, text_frame
from swipe.server.host import Host
from swipe.server.limits import TokenBucket
from swipe.server.table import Step, Table, encode

NO_HELLO, OTHER_PROTOCOL, NO_TABLE, TOO_SLOW, TOO_FAST, TOO_LONG = (
    4000,
    4001,
    4004,
    4008,
    4029,
    1009,
)
LATER = 1013

MAX_AT_TABLE = 300
"""Connections of people without a seat at one table, of a process: all are told who comes and goes,
so that their cost grows with the square of their number."""

MAX_TOKENS = 16
"""Seat tokens in one hello."""

MAX_ASKING = 2
"""Questions for the coach that a connection may have open: a new one, and one just out of date."""

CLOSE_WITHIN = 10.0
"""Seconds that a client which was too slow has to hear that it is closed."""

MAX_TEXT = 500
"""Characters of a refusal's sentence: it may quote what was sent."""

REFUSALS = (ServerError, MatchError, GameError, BadEntropy, UnknownBot, CannotGoOn)
"""Errors that say what the sender did wrong."""

Receive: TypeAlias = Callable[[], Awaitable[Any]]
Send: TypeAlias = Callable[[Any], Awaitable[None]]

log = logging.getLogger(__name__)
_decode = msgspec.json.Decoder(ClientMessage).decode


def shortened(text: str) -> str:
    """A refusal's sentence, cut where it is too long."""
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 1]}…"


class Connection:
    """A client at a table, from the accepted handshake to the close."""

    def __init__(
        self,
        host: Host,
        coaching: Coaching,
        receive: Receive,
        send: Send,
        extensions: Mapping[str, Any] | None = None,
    ) -> None:
        """``receive``, ``send`` and ``extensions`` are those of ASGI."""
        self.seats: dict[int, bytes] = {}
        self._host = host
        self._coaching = coaching
        self._receive = receive
        self._send = send
        self._table: Table | None = None
        self._joined = False
        frames = (extensions or {}).get(EXTENSION, {})
        self._write_frame: Write | None = frames.get("write")
        self._abort: Callable[[], None] | None = frames.get("abort")
        self._backlog: deque[bytes] = deque()
        self._waiting = 0
        self._wake = asyncio.Event()
        self._close_code: int | None = None
        self._asking: set[asyncio.Task[None]] = set()
        settings, now = host.settings, host.clock.now()
        self._bucket = TokenBucket(settings.message_rate, settings.message_burst, now)
        self._overruns = TokenBucket(settings.message_rate, settings.message_burst, now)

    # --- sending --------------------------------------------------------------------------------

    def send(self, frame: bytes) -> None:
        """Tell the client something, without waiting; one that does not listen is cut off."""
        if self._close_code is not None:
            return
        if self._write_frame is not None:
            waiting = self._write_frame(frame)
        else:
            self._backlog.append(frame)
            self._waiting = waiting = self._waiting + len(frame)
            self._wake.set()
        if waiting > self._host.settings.max_backlog:
            self.close(TOO_SLOW)

    def say(self, message: Message) -> None:
        """Send a message to this client alone."""
        self.send(text_frame(encode(message)))

    def close(self, code: int) -> None:
        """Close once everything said before is sent; a slow client does not get that."""
        if self._close_code is None:
            self._close_code = code
            if code == TOO_SLOW:
                self._backlog.clear()
                if self._abort is not None:
                    self._host.clock.call_later(CLOSE_WITHIN, self._abort)
            self._wake.set()

    async def _write(self) -> None:
        """Send what waits, unless frames are sent without waiting; and close in the end."""
        send, backlog = self._send, self._backlog
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while backlog:
                    frames = backlog.popleft()
                    self._waiting -= len(frames)
                    for text in frame_texts(frames):
                        await send({"type": "websocket.send", "text": text})
                if self._close_code is not None:
                    await send({"type": "websocket.close", "code": self._close_code})
                    return
        except OSError:
            self._close_code = 1006  # gone; the reader hears of it too

    # --- the life of a connection ---------------------------------------------------------------

    async def run(self, name: str) -> None:
        """Serve the client until it or the server closes. The handshake is accepted."""
        writer = asyncio.create_task(self._write())
        reader = asyncio.create_task(self._read(name))
        clock, within = self._host.clock, self._host.settings.hello_within
        timer = clock.call_later(within, self._expect_hello)
        try:
            # Either may end first: the client goes, or the server closes.
            await asyncio.wait({writer, reader}, return_when=asyncio.FIRST_COMPLETED)
            if reader.done() and not writer.done():
                self.close(1000)
        finally:
            timer.cancel()
            tasks = [reader, writer, *self._asking]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if self._table is not None and self._joined:
                await self._host.leave(self._table, self)
        if not reader.cancelled() and (error := reader.exception()) is not None:
            raise error

    def _expect_hello(self) -> None:
        if not self._joined:
            self.close(NO_HELLO)

    async def _read(self, name: str) -> None:
        try:
            self._table = await self._host.table(name)
        except (NoSuchTable, UnreadableMatch) as error:
            self._refuse(error)
            self.close(NO_TABLE)
            return await self._drain()
        except ServerError as error:
            self._refuse(error)
            self.close(LATER)
            return await self._drain()
        while True:
            message = await self._receive()
            if message["type"] == "websocket.disconnect":
                return
            if self._close_code is None:
                await self._hear(message.get("text"))

    async def _drain(self) -> None:
        while (await self._receive())["type"] != "websocket.disconnect":
            pass

    async def _hear(self, text: str | None) -> None:
        now = self._host.clock.now()
        if not self._bucket.take(now):
            if self._overruns.take(now):
                self._refuse(TooFast("too many messages: wait a moment"))
            else:
                self.close(TOO_FAST)
            return
        message: ClientMessage | None = None
        try:
            message = _parse(text)
            await self._answer(message)
        except REFUSALS as error:
            self._refuse(error, None if message is None else getattr(message, "id", None))
        except Exception:
            log.exception("cannot answer %r", type(message).__name__)
            raise

    def _refuse(self, error: Exception, identifier: int | None = None) -> None:
        match, version = "", 0
        if self._table is not None:
            match, version = self._table.match_name, self._table.match.version
        text = shortened(str(error))
        self.say(Refused(error_code(error), text, match, version, identifier))

    async def _answer(self, message: ClientMessage) -> None:
        if isinstance(message, Ping):
            self.say(Pong(message.id))
        elif isinstance(message, Hello):
            await self._hello(message)
        elif not self._joined:
            raise HelloFirst("say hello first")
        elif isinstance(message, Do):
            await self._do(message)
        elif isinstance(message, Ask):
            self._begin_to_ask(message)
        else:
            await self._again(message)

    async def _hello(self, hello: Hello) -> None:
        table = self._table
        assert table is not None
        if hello.protocol != PROTOCOL:
            self._refuse(WrongProtocol(f"this server speaks protocol {PROTOCOL}: reload the page"))
            self.close(OTHER_PROTOCOL)
            return
        if len(hello.tokens) > MAX_TOKENS:
            raise MalformedMessage(f"a device holds at most {MAX_TOKENS} seats")
        older: list[Step] = []
        if not self._joined:  # only a new connection can have missed so much
            older = await self._host.replay(table, hello.tokens, hello.match, hello.version)
        # It may have been dropped from memory between two connections.
        table = self._table = await self._host.table(table.name)
        async with table.lock:
            if not self._joined and len(table.listeners) >= MAX_AT_TABLE:
                if all([await self._host.seat_of(table, each) is None for each in hello.tokens]):
                    self._refuse(TableFull("too many are watching this table: try again later"))
                    self.close(LATER)
                    return
            first = not table.listeners
            held, missed = await self._host.join(
                table, self, hello.tokens, hello.match, hello.version, older
            )
            self._joined = True
            snapshots = [] if missed is not None else table.snapshots(self)
            version = table.match.version
            self.say(Welcome(PROTOCOL, table.name, table.match_name, version, held, snapshots))
            for step in missed or ():
                for observer in table.observers(self):
                    self.send(step.frame(observer))
            if first:
                self._host.ask_others(table)
            await self._host.welcome_back(table, self)

    async def _do(self, do: Do) -> None:
        table = self._table
        assert table is not None
        async with table.lock:
            version, token, done = await self._host.command(
                table, self, do.command, do.match, do.version, do.token
            )
            accepted = Accepted(do.id, do.match, version, token)
            self._host.deliver(table, done, (self, text_frame(encode(accepted))))

    def _begin_to_ask(self, ask: Ask) -> None:
        """Answer when the coach has thought; until then everything else goes on."""
        if len(self._asking) >= MAX_ASKING:
            raise TooFast("the coach is still thinking: wait for its answer")
        task = asyncio.create_task(self._ask(ask))
        self._asking.add(task)
        task.add_done_callback(self._asking.discard)

    async def _ask(self, ask: Ask) -> None:
        table = self._table
        assert table is not None
        try:
            outlook = await self._coaching.outlook(table, ask.match, ask.version, ask.token)
        except REFUSALS as error:
            self._refuse(error, ask.id)
        except Exception:
            log.exception("the coach cannot answer")
            self._refuse(CoachFailed("the coach cannot answer; the log says why"), ask.id)
        else:
            self.say(Advice(ask.id, ask.match, ask.version, outlook))

    async def _again(self, again: Again) -> None:
        table = self._table
        assert table is not None
        async with table.lock:
            version = await self._host.again(table, again.match, again.token)
            self.say(Accepted(again.id, table.match_name, version))


def _parse(text: str | None) -> ClientMessage:
    if text is None:
        raise MalformedMessage("messages are text, not bytes")
    if len(text) > MAX_MESSAGE_BYTES:
        raise MessageTooLong(f"a message has at most {MAX_MESSAGE_BYTES} bytes")
    try:
        return _decode(text)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise MalformedMessage(f"not a message of the protocol: {error}") from None
