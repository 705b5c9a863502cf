"""Work on a database from the event loop: a function of a connection goes in, its result comes out.

With asyncpg the function runs on the loop and waits without blocking it (SQLAlchemy's greenlets).
SQLite's driver blocks, so the function runs in a thread, all of it at once: handing each statement
to the thread and back, as aiosqlite does, costs ten changes of thread for a transaction, and each
of them waits for the interpreter's lock when the loop is busy.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

SQLITE_TIMEOUT = 15.0
"""Seconds until a database that another process keeps locked is reported."""

T = TypeVar("T")


class Database(Protocol):
    """A database that the event loop can work on."""

    @property
    def dialect(self) -> sa.Dialect: ...

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """Run a function that reads."""

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        """Run a function in a transaction, committed when it returns, undone when it raises."""

    async def close(self) -> None:
        """Disconnect."""


def open_database(url: sa.URL) -> Database:
    """The database of a URL; nothing is connected yet.

    Raises:
        SQLAlchemyError, ImportError: no such driver.
    """
    if url.get_backend_name() == "sqlite":
        return _InThreads(url)
    return _OnTheLoop(url)


class _OnTheLoop:
    def __init__(self, url: sa.URL) -> None:
        self._engine = create_async_engine(url, hide_parameters=True, pool_pre_ping=True)

    @property
    def dialect(self) -> sa.Dialect:
        return self._engine.dialect

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        async with self._engine.connect() as connection:
            return await connection.run_sync(work)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    async def close(self) -> None:
        await self._engine.dispose()


class _InThreads:
    """SQLite: one thread that writes and one that reads; neither waits for the other (WAL)."""

    def __init__(self, url: sa.URL) -> None:
        self._engine = sa.create_engine(
            url.set(drivername="sqlite+pysqlite"),
            hide_parameters=True,
            connect_args={"timeout": SQLITE_TIMEOUT, "check_same_thread": False},
        )
        sa.event.listen(self._engine, "connect", _prepare_connection)
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="reader")

    @property
    def dialect(self) -> sa.Dialect:
        return self._engine.dialect

    def _read(self, work: Callable[[sa.Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Callable[[sa.Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._reader, self._read, work)

    async def write(self, work: Callable[[sa.Connection], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work)

    async def close(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._writer, self._engine.dispose)
        self._writer.shutdown()
        self._reader.shutdown()


def _prepare_connection(connection: Any, _record: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA wal_autocheckpoint=8000")  # 32 MB: fewer pages are written twice
    cursor.execute("PRAGMA cache_size=-32000")  # KiB
    # A statement of many rows keeps what it may have to undo; not in a file of its own.
    cursor.execute("PRAGMA temp_store=MEMORY")
    cursor.close()
