"""How several processes on one database tell each other what happened at a table.

Connections of the same process are told directly, once the events are stored. Between processes
travel only *notices*: that a match has reached a version, and who is connected. They carry no
event, so nothing hidden passes through the engine, and a lost notice costs at most one heartbeat:
whoever hears of a version that it does not have reads the events from storage.

The engine is one of Litestar's channel backends, Redis or PostgreSQL; a single process needs
none. PostgreSQL's opens a connection for every notice: fine for a few tables, Redis is for many.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from litestar.channels.backends.base import ChannelsBackend

RECONNECT = 1.0
"""Seconds until an engine that does not answer is tried again."""

log = logging.getLogger(__name__)


class Notice(msgspec.Struct, frozen=True, array_like=True):
    """What a process tells the others about a table.

    ``connected`` are the seats with a connection to it, ``watching`` its other connections;
    ``asks`` whether it would like to hear the same of the others.
    """

    process: str
    table: str
    match: str
    version: int
    connected: list[int]
    watching: int
    asks: bool = False


class BadFanout(Exception):
    """An engine that this server cannot use; the message says why."""


Close: TypeAlias = Callable[[], Awaitable[None]]


class Fanout:
    """Notices to and from the other processes."""

    def __init__(self, url: str) -> None:
        """``memory`` for a process that is alone, or the URL of Redis or PostgreSQL.

        Raises:
            BadFanout: another kind of URL.
        """
        self.process = secrets.token_hex(8)
        self._url = url
        self._backend: ChannelsBackend | None = None
        self._close: Close | None = None
        self._tables: set[str] = set()
        self._publishing: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Task[None] | None = None
        if not self.alone and url.partition(":")[0] not in ("redis", "rediss", "postgresql"):
            raise BadFanout(f"{url!r} tells nobody: use memory, redis://... or postgresql://...")

    @property
    def alone(self) -> bool:
        """Whether there are no other processes."""
        return self._url == "memory"

    async def open(self, hear: Callable[[Notice], None]) -> None:
        """Connect; ``hear`` is called for every notice of another process.

        Raises:
            BadFanout: the engine does not answer.
        """
        if not self.alone:
            try:
                self._backend, self._close = await _connect(self._url)
            except ModuleNotFoundError:
                raise  # the command says what to install
            except Exception as error:  # each engine has its own
                raise BadFanout(f"{type(error).__name__}: {error}") from error
            self._listening = asyncio.create_task(self._listen(hear))

    async def close(self) -> None:
        if self._publishing:
            await asyncio.wait(self._publishing)
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.wait({self._listening})
        await self._disconnect()

    async def _disconnect(self) -> None:
        close, self._close, self._backend = self._close, None, None
        if close is not None:
            with contextlib.suppress(Exception):  # it may be gone already
                await close()

    async def subscribe(self, table: str) -> None:
        """Hear of a table from now on."""
        if table not in self._tables and not self.alone:
            self._tables.add(table)
            if self._backend is not None:
                await self._backend.subscribe([_channel(table)])

    async def unsubscribe(self, table: str) -> None:
        """Hear of a table no longer."""
        if table in self._tables:
            self._tables.remove(table)
            if self._backend is not None:
                await self._backend.unsubscribe([_channel(table)])

    def tell(self, notice: Notice) -> None:
        """Tell the other processes, without waiting for them."""
        if self._backend is not None:
            task = asyncio.create_task(self._publish(self._backend, notice))
            self._publishing.add(task)
            task.add_done_callback(self._publishing.discard)

    async def _publish(self, backend: ChannelsBackend, notice: Notice) -> None:
        try:
            await backend.publish(msgspec.json.encode(notice), [_channel(notice.table)])
        except Exception as error:  # each engine has its own; the heartbeat makes it good
            log.warning("cannot tell the other processes: %s", error)

    async def _listen(self, hear: Callable[[Notice], None]) -> None:
        while True:
            try:
                if self._backend is None:
                    self._backend, self._close = await _connect(self._url)
                    if self._tables:
                        await self._backend.subscribe([_channel(table) for table in self._tables])
                async for _, data in self._backend.stream_events():
                    notice = msgspec.json.decode(data, type=Notice)
                    if notice.process != self.process:
                        hear(notice)
            except Exception as error:
                log.warning("cannot hear the other processes: %s", error)
                await self._disconnect()
                await asyncio.sleep(RECONNECT)


def _channel(table: str) -> str:
    return f"swipe_{table}"


async def _connect(url: str) -> tuple[ChannelsBackend, Close]:
    backend: ChannelsBackend
    if url.startswith("postgresql"):
        from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

        backend = AsyncPgChannelsBackend(url)
        await backend.on_startup()
        return backend, backend.on_shutdown

    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.asyncio import Redis

    redis = Redis.from_url(url)
    backend = RedisChannelsPubSubBackend(redis=redis)

    async def close() -> None:
        await backend.on_shutdown()
        await redis.aclose()

    try:
        await redis.ping()
        await backend.on_startup()
    except BaseException:
        await redis.aclose()
        raise
    return backend, close
