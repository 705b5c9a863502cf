"""What can be set about a server."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlalchemy import URL


@dataclass(frozen=True, slots=True)
class Settings:
    """All that the command line can change; times are in seconds.

    Attributes:
        database: SQLAlchemy URL with an async driver, as text or not.
        fanout: ``memory`` for a single process, or the URL of a Redis server
            (``redis://``) or PostgreSQL server (``postgresql://``) that tells several
            processes on one database of each other's events.
        pace: how long a bot's move follows after what happened before it.
        hold_absent: how long a match waits for a person who is not connected.
        hold_silent: how long it waits for a person who is connected and does nothing.
        entropy_grace: how long ``start`` waits for the entropy of a connected device.
        hello_within: how soon a connection has to say hello.
        heartbeat: how often processes tell each other who is connected.
        message_rate, message_burst: messages a second, and at once, of one connection.
        tables_per_minute: new tables of one address.
        max_backlog: unsent bytes beyond which a connection counts as too slow.
        warm_tables: tables without connections that are kept in memory.
        host, port: where the server listens; port 0 says that it is not known.
        bot_workers: processes in which bots think; 0 for a thread.
        coach_workers: above 0, the coach works in processes of its own; 0 for threads.
    """

    database: str | URL
    fanout: str = "memory"
    pace: float = 0.6
    hold_absent: float = 20.0
    hold_silent: float = 120.0
    entropy_grace: float = 5.0
    hello_within: float = 10.0
    heartbeat: float = 5.0
    message_rate: float = 50.0
    message_burst: float = 200.0
    tables_per_minute: float = 30.0
    max_backlog: int = 2_000_000
    warm_tables: int = 1000
    host: str = ""
    port: int = 0
    bot_workers: int = 1
    coach_workers: int = 1
