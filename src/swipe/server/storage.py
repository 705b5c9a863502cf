"""Storage: one interface, and its implementation over SQLAlchemy for SQLite and PostgreSQL.

An event is stored under the unique key (match, version), so of several processes that decide a
command against the same version only one can append. Appends that are waiting while a transaction
commits go into the next transaction together (group commit), whatever their tables.

SQLite runs with a write-ahead log and ``synchronous=FULL``: the log is flushed to the device
before a commit returns, so what was acknowledged outlives the death of the process and, as far as
the device keeps its word, a loss of power. PostgreSQL's default ``synchronous_commit=on``
promises the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from swipe.match.decide import Secret
from swipe.server.database import Database, open_database
from swipe.server.errors import BadDatabase, StaleAppend, StorageUnavailable

SCHEMA = 1
"""The version of the tables below; a database with another one is refused."""

MAX_GROUP = 500
"""The most appends in one transaction."""

MAX_KNOWN = 100_000
"""The most matches whose version is remembered."""

# The database's own words are for the log alone: they may quote what nobody is to see.
_UNAVAILABLE = "the database does not answer: try again in a moment"

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Opening:
    """A new match: its table, its number there (from 1), and what its host keeps to itself.

    ``at`` is when, in seconds since 1970.
    """

    table: str
    number: int
    secret: Secret
    at: int


@dataclass(frozen=True, slots=True)
class Append:
    """What is stored together or not at all.

    Attributes:
        match: the match that the events belong to.
        expected: its version before, 0 for a new match.
        events: the next events, encoded.
        opening: for a new match.
        table: whose seat tokens change; needed with ``grants`` and ``frees``.
        grants: digests of new seat tokens, with their seats.
        frees: seats whose tokens become void.
        ends: whether the match ends with these events.
    """

    match: str
    expected: int
    events: Sequence[bytes]
    opening: Opening | None = None
    table: str = ""
    grants: Sequence[tuple[bytes, int]] = ()
    frees: Sequence[int] = ()
    ends: bool = False


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """Which match of which table."""

    match: str
    table: str
    number: int


class Store(Protocol):
    """Where matches are kept. Every method raises StorageUnavailable when it cannot do its work."""

    async def open(self) -> None:
        """Connect, and create what is missing. Raises BadDatabase."""

    async def close(self) -> None:
        """Finish what is waiting, and disconnect."""

    def append(self, append: Append) -> asyncio.Future[None]:
        """Begin to store events that follow ``expected``; durable when the future is done.

        Raises, through the future:
            StaleAppend: the match is at another version; nothing of the append is stored.
        """

    async def events(self, match: str, after: int = 0) -> list[bytes]:
        """The events of a match with versions above ``after``, in order."""

    async def latest(self, table: str) -> StoredMatch | None:
        """The newest match of a table; None when there is no such table."""

    async def find(self, table: str, number: int) -> StoredMatch | None:
        """A match by its table and number."""

    async def secret(self, match: str) -> Secret:
        """What the host of a match keeps to itself."""

    async def tokens(self, table: str) -> dict[bytes, int]:
        """The seats of a table by the digests of their tokens."""

    async def unfinished(self, limit: int) -> list[StoredMatch]:
        """The newest matches that have not ended, at most ``limit`` of them."""

    async def check(self) -> None:
        """Ask the database for a sign of life."""


_metadata = sa.MetaData()
_matches = sa.Table(
    "matches",
    _metadata,
    sa.Column("match", sa.String(80), primary_key=True),
    sa.Column("table_name", sa.String(64), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("opened_at", sa.BigInteger, nullable=False),
    sa.Column("is_open", sa.Boolean, nullable=False),
    sa.UniqueConstraint("table_name", "number"),
    sqlite_with_rowid=False,
)
_events = sa.Table(
    "events",
    _metadata,
    sa.Column("match", sa.String(80), primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
# Apart from the events, so that nothing that reads a match can pick its secret up by accident.
_secrets = sa.Table(
    "secrets",
    _metadata,
    sa.Column("match", sa.String(80), primary_key=True),
    sa.Column("value", sa.LargeBinary, nullable=False),
    sa.Column("seed", sa.BigInteger),
    sqlite_with_rowid=False,
)
_tokens = sa.Table(
    "seat_tokens",
    _metadata,
    sa.Column("table_name", sa.String(64), primary_key=True),
    sa.Column("digest", sa.LargeBinary(32), primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sqlite_with_rowid=False,
)
_schema = sa.Table("schema_version", _metadata, sa.Column("version", sa.Integer, primary_key=True))
sa.Index("ix_matches_open", _matches.c.is_open, sqlite_where=_matches.c.is_open.is_(True))

_CREATION_LOCKS = {
    "sqlite": "BEGIN IMMEDIATE",
    "postgresql": "SELECT pg_advisory_xact_lock(7305804402)",
}

# The highest version of each match, found at the end of its run of the key.
_current = sa.select(
    _matches.c.match,
    sa.select(sa.func.max(_events.c.version))
    .where(_events.c.match == _matches.c.match)
    .scalar_subquery(),
).where(_matches.c.match.in_(sa.bindparam("names", expanding=True)))


@dataclass(slots=True)
class _Waiting:
    append: Append
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )

    def succeed(self) -> None:
        if not self.done.done():
            self.done.set_result(None)

    def fail(self, error: Exception) -> None:
        if not self.done.done():
            self.done.set_exception(error)


class SqlStore:
    """A store in SQLite or PostgreSQL, through SQLAlchemy."""

    def __init__(self, url: str | sa.URL) -> None:
        """``url`` is SQLAlchemy's, see :attr:`.settings.Settings.database`.

        Raises:
            BadDatabase: it is none.
        """
        try:
            self._url = sa.make_url(url)
        except SQLAlchemyError:
            raise BadDatabase(
                "not the URL of a database: write sqlite:///file or "
                "postgresql+asyncpg://user@host/name"
            ) from None
        is_file = self._url.get_backend_name() == "sqlite"
        self._shown = str(self._url.database) if is_file else self._url.render_as_string()
        self._database: Database | None = None
        self._insert: Insert | None = None
        self._known: dict[str, int] = {}
        self._waiting: list[_Waiting] = []
        self._wake = asyncio.Event()
        self._writer: asyncio.Task[None] | None = None
        self._closing = False

    async def open(self) -> None:
        try:
            database = open_database(self._url)
        except (SQLAlchemyError, ImportError) as error:
            raise BadDatabase(f"{self._shown}: {error}") from error
        try:
            version = await database.write(_prepare)
        except (SQLAlchemyError, OSError) as error:
            await database.close()
            reason = getattr(error, "orig", None) or error
            raise BadDatabase(f"{self._shown}: {reason}") from error
        if version != SCHEMA:
            await database.close()
            raise BadDatabase(
                f"{self._shown} has tables of version {version}; this server reads version {SCHEMA}"
            )
        self._insert = _insert_for(database.dialect)
        self._database = database
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        self._closing = True
        self._wake.set()
        if self._writer is not None:
            await self._writer
            self._writer = None
        if self._database is not None:
            await self._database.close()
            self._database = None

    # --- reading --------------------------------------------------------------------------------

    async def _rows(self, statement: Any) -> list[tuple[Any, ...]]:
        assert self._database is not None, "open the store first"
        try:
            return await self._database.read(
                lambda connection: [tuple(row) for row in connection.execute(statement)]
            )
        except (SQLAlchemyError, OSError) as error:
            log.warning("cannot read: %s", error)
            raise StorageUnavailable(_UNAVAILABLE) from error

    async def events(self, match: str, after: int = 0) -> list[bytes]:
        rows = await self._rows(
            sa.select(_events.c.body)
            .where(_events.c.match == match, _events.c.version > after)
            .order_by(_events.c.version)
        )
        return [row[0] for row in rows]

    async def latest(self, table: str) -> StoredMatch | None:
        return await self._one(_matches.c.table_name == table, order=_matches.c.number.desc())

    async def find(self, table: str, number: int) -> StoredMatch | None:
        return await self._one(_matches.c.table_name == table, _matches.c.number == number)

    async def _one(
        self, *where: sa.ColumnElement[bool], order: sa.UnaryExpression[Any] | None = None
    ) -> StoredMatch | None:
        statement = sa.select(_matches.c.match, _matches.c.table_name, _matches.c.number)
        rows = await self._rows(statement.where(*where).order_by(order).limit(1))
        return StoredMatch(*rows[0]) if rows else None

    async def secret(self, match: str) -> Secret:
        rows = await self._rows(
            sa.select(_secrets.c.value, _secrets.c.seed).where(_secrets.c.match == match)
        )
        if not rows:
            raise StorageUnavailable(f"the database has lost the secret of {match}")
        return Secret(bytes(rows[0][0]), rows[0][1])

    async def tokens(self, table: str) -> dict[bytes, int]:
        rows = await self._rows(
            sa.select(_tokens.c.digest, _tokens.c.seat).where(_tokens.c.table_name == table)
        )
        return {bytes(digest): seat for digest, seat in rows}

    async def unfinished(self, limit: int) -> list[StoredMatch]:
        rows = await self._rows(
            sa.select(_matches.c.match, _matches.c.table_name, _matches.c.number)
            .where(_matches.c.is_open.is_(True))
            .order_by(_matches.c.opened_at.desc())
            .limit(limit)
        )
        return [StoredMatch(*row) for row in rows]

    async def check(self) -> None:
        await self._rows(sa.select(sa.literal(1)))

    # --- writing --------------------------------------------------------------------------------

    def append(self, append: Append) -> asyncio.Future[None]:
        waiting = _Waiting(append)
        if self._closing:
            waiting.fail(StorageUnavailable("the server is shutting down"))
        else:
            self._waiting.append(waiting)
            self._wake.set()
        return waiting.done

    async def _write(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
                await self._commit(group)
            if self._closing:
                return

    async def _commit(self, group: list[_Waiting]) -> None:
        try:
            stale = await self._transaction(group)
        except IntegrityError:
            for each in group:
                self._known.pop(each.append.match, None)
            # Another process was faster for one of them. Alone, each finds out about itself.
            if len(group) > 1:
                for each in group:
                    await self._commit([each])
                return
            await self._refuse(group[0])
            return
        except (SQLAlchemyError, OSError) as error:
            self._known.clear()
            log.warning("cannot append: %s", error)
            for each in group:
                failure = StorageUnavailable(_UNAVAILABLE)
                failure.__cause__ = error
                each.fail(failure)
            return
        except Exception as error:
            log.exception("cannot append")
            for each in group:
                each.fail(error)
            return
        for each in group:
            version = stale.get(id(each))
            if version is None:
                each.succeed()
            else:
                each.fail(StaleAppend(each.append.match, version, each.append.expected))

    async def _refuse(self, waiting: _Waiting) -> None:
        append = waiting.append
        try:
            version = len(await self.events(append.match))
            waiting.fail(StaleAppend(append.match, version, append.expected))
        except StorageUnavailable as error:
            waiting.fail(error)

    async def _transaction(self, group: list[_Waiting]) -> dict[int, int]:
        """Append those that are not stale; return the current versions of those that are."""
        assert self._database is not None, "open the store first"
        known = self._known
        if len(known) > MAX_KNOWN:
            known.clear()
        # Where this process has seen the version that is expected, the event is there and nobody
        # has to be asked: should another process have appended since, the unique key says so.
        versions, asked = {}, set()
        for each in group:
            match = each.append.match
            if (version := known.get(match)) is not None and version == each.append.expected:
                versions[match] = version
            else:
                asked.add(match)
        asked -= versions.keys()
        stale: dict[int, int] = {}

        def work(connection: sa.Connection) -> None:
            if asked:
                rows = connection.execute(_current, {"names": list(asked)})
                versions.update((match, version) for match, version in rows)
            accepted = []
            for each in group:
                append = each.append
                current = versions.get(append.match, 0)
                if current != append.expected or (append.opening is None) != (current > 0):
                    stale[id(each)] = current
                else:
                    versions[append.match] = current + len(append.events)
                    accepted.append(append)
            if accepted:
                self._store(connection, accepted)

        await self._database.write(work)
        known.update(versions)
        return stale

    def _store(self, connection: sa.Connection, appends: Sequence[Append]) -> None:
        assert self._insert is not None
        self._insert(
            connection,
            [
                (append.match, version, body)
                for append in appends
                for version, body in enumerate(append.events, append.expected + 1)
            ],
        )
        for append in appends:
            if append.opening is not None or append.grants or append.frees or append.ends:
                _store_others(connection, append)


def _prepare(connection: sa.Connection) -> int:
    """Make the tables that are missing; the version of those that are there."""
    # Processes that start together on a new database make its tables one after the other.
    lock = _CREATION_LOCKS.get(connection.dialect.name)
    if lock is not None:
        connection.exec_driver_sql(lock)
    _metadata.create_all(connection)
    found = connection.execute(sa.select(_schema.c.version)).scalar()
    if found is None:
        connection.execute(_schema.insert().values(version=SCHEMA))
        return SCHEMA
    return int(found)


Row: TypeAlias = tuple[str, int, bytes]
Insert: TypeAlias = Callable[[sa.Connection, list[Row]], None]


def _insert_for(dialect: sa.Dialect) -> Insert:
    """How events are inserted: with the driver's own statement, a row costs a third of its price.

    SQLite's driver gives up the interpreter's lock with every row of ``executemany``, and a busy
    loop is slow to give it back: there, many rows go into one statement, of few sizes, so that it
    is compiled once.
    """
    compiled = _events.insert().compile(dialect=dialect)
    assert compiled.positiontup == ["match", "version", "body"]
    single = str(compiled)

    def insert(connection: sa.Connection, rows: list[Row]) -> None:
        connection.exec_driver_sql(single, rows)

    if dialect.name != "sqlite":
        return insert
    sizes = (256, 64, 16, 4, 1)
    values = "(?, ?, ?)"
    statements = {size: single.replace(values, ", ".join([values] * size)) for size in sizes}

    def insert_together(connection: sa.Connection, rows: list[Row]) -> None:
        start = 0
        for size in sizes:
            while len(rows) - start >= size:
                part = rows[start : start + size]
                flat = tuple(value for row in part for value in row)
                connection.exec_driver_sql(statements[size], flat)
                start += size

    return insert_together


def _store_others(connection: sa.Connection, append: Append) -> None:
    """What is stored besides events."""
    opening, table = append.opening, append.table
    if opening is not None:
        connection.execute(
            _matches.insert().values(
                match=append.match,
                table_name=opening.table,
                number=opening.number,
                opened_at=opening.at,
                is_open=True,
            )
        )
        secret = opening.secret
        connection.execute(
            _secrets.insert().values(match=append.match, value=secret.value, seed=secret.seed)
        )
    for seat in append.frees:
        connection.execute(
            _tokens.delete().where(_tokens.c.table_name == table, _tokens.c.seat == seat)
        )
    for digest, seat in append.grants:
        connection.execute(_tokens.insert().values(table_name=table, digest=digest, seat=seat))
    if append.ends:
        connection.execute(
            _matches.update().where(_matches.c.match == append.match).values(is_open=False)
        )
