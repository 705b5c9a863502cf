"""How several processes on one database tell each other what happened at a table.

Connections of the same process are told directly, once the events are stored. Between processes
travel only *notices*: that a match has reached a version, and who is connected. They carry no
event, so nothing hidden passes through the engine, and a lost notice costs at most one heartbeat:
whoever hears of a version that it does not have reads the events from storage.

The engine is Litestar's channels over Redis or PostgreSQL; a single process needs none.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from litestar.channels import ChannelsPlugin
    from litestar.channels.backends.base import ChannelsBackend
    from litestar.channels.subscriber import Subscriber

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


class Fanout:
    """Notices to and from the other processes."""

    def __init__(self, url: str) -> None:
        """``memory`` for a process that is alone, or the URL of Redis or PostgreSQL."""
        self.process = secrets.token_hex(8)
        self._plugin = None if url == "memory" else _channels(url)
        self._subscribers: dict[str, Subscriber] = {}
        self._publishing: set[asyncio.Task[None]] = set()
        self._hear: Callable[[Notice], None] | None = None

    @property
    def alone(self) -> bool:
        """Whether there are no other processes."""
        return self._plugin is None

    async def open(self, hear: Callable[[Notice], None]) -> None:
        """Connect; ``hear`` is called for every notice of another process."""
        self._hear = hear
        if self._plugin is not None:
            await self._plugin.__aenter__()

    async def close(self) -> None:
        for table in list(self._subscribers):
            await self.unsubscribe(table)
        if self._publishing:
            await asyncio.wait(self._publishing)
        if self._plugin is not None:
            await self._plugin.__aexit__(None, None, None)

    async def subscribe(self, table: str) -> None:
        """Hear of a table from now on."""
        if self._plugin is None or table in self._subscribers:
            return
        subscriber = await self._plugin.subscribe(_channel(table))
        self._subscribers[table] = subscriber
        await subscriber.run_in_background(self._heard).__aenter__()

    async def unsubscribe(self, table: str) -> None:
        """Hear of a table no longer."""
        subscriber = self._subscribers.pop(table, None)
        if self._plugin is not None and subscriber is not None:
            await self._plugin.unsubscribe(subscriber, _channel(table))

    def tell(self, notice: Notice) -> None:
        """Tell the other processes, without waiting for them."""
        if self._plugin is None:
            return
        task = asyncio.create_task(self._publish(self._plugin, notice))
        self._publishing.add(task)
        task.add_done_callback(self._publishing.discard)

    async def _publish(self, plugin: ChannelsPlugin, notice: Notice) -> None:
        try:
            await plugin.wait_published(msgspec.json.encode(notice), _channel(notice.table))
        except Exception as error:  # the engine's own errors are many; the heartbeat makes it good
            log.warning("cannot tell the other processes: %s", error)

    async def _heard(self, data: bytes) -> None:
        notice = msgspec.json.decode(data, type=Notice)
        if notice.process != self.process and self._hear is not None:
            self._hear(notice)


def _channel(table: str) -> str:
    return f"swipe_{table}"


def _channels(url: str) -> ChannelsPlugin:
    from litestar.channels import ChannelsPlugin

    return ChannelsPlugin(_backend(url), arbitrary_channels_allowed=True)


def _backend(url: str) -> ChannelsBackend:
    scheme = url.partition(":")[0]
    if scheme in ("redis", "rediss"):
        from litestar.channels.backends.redis import RedisChannelsPubSubBackend
        from redis.asyncio import Redis

        return RedisChannelsPubSubBackend(redis=Redis.from_url(url))
    if scheme == "postgresql":
        from litestar.channels.backends.asyncpg import AsyncPgChannelsBackend

        return AsyncPgChannelsBackend(url)
    raise ValueError(f"{url!r} tells nobody: use memory, redis://... or postgresql://...")
