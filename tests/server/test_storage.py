"""What every storage has to do, over SQLite and PostgreSQL alike."""

import asyncio
import sqlite3

import pytest
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import create_async_engine

from swipe.match.decide import Secret
from swipe.server.errors import BadDatabase, StaleAppend, StorageUnavailable
from swipe.server.storage import Append, Opening, SqlStore, StoredMatch
from tests.server.harness import sqlite_url


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def url(request, tmp_path):
    if request.param == "sqlite":
        return sqlite_url(tmp_path)
    return request.getfixturevalue("postgres_url")


@pytest.fixture
async def store(url):
    store = SqlStore(url)
    await store.open()
    yield store
    await store.close()


@pytest.fixture
async def other(url, store):
    """Another process on the same database."""
    other = SqlStore(url)
    await other.open()
    yield other
    await other.close()


def opening(table="t", number=1, at=0, **secret):
    return Append(
        f"{table}-{number}", 0, [b"created"], Opening(table, number, Secret(**secret), at)
    )


async def test_events_come_back_in_order(store):
    await store.append(opening())
    await store.append(Append("t-1", 1, [b"two", b"three"]))
    await store.append(Append("t-1", 3, ["vier ♣".encode()]))
    assert await store.events("t-1") == [b"created", b"two", b"three", "vier ♣".encode()]
    assert await store.events("t-1", after=2) == [b"three", "vier ♣".encode()]
    assert await store.events("t-2") == []


@pytest.mark.parametrize("expected", [0, 1, 3, 4])
async def test_another_version_is_refused_and_nothing_stored(store, expected):
    await store.append(opening())
    await store.append(Append("t-1", 1, [b"two"]))
    append = Append("t-1", expected, [b"x", b"y"], table="t", grants=[(b"d", 0)], ends=True)
    with pytest.raises(StaleAppend) as refused:
        await store.append(append)
    assert refused.value.version == 2
    assert await store.events("t-1") == [b"created", b"two"]
    assert await store.tokens("t") == {}
    assert len(await store.unfinished(9)) == 1


async def test_a_match_is_opened_once(store, other):
    results = await asyncio.gather(
        store.append(opening(value=b"one")),
        other.append(opening(value=b"two")),
        store.append(opening(value=b"three")),
        return_exceptions=True,
    )
    assert sorted(type(result).__name__ for result in results) == [
        "NoneType",
        "StaleAppend",
        "StaleAppend",
    ]
    assert await store.events("t-1") == [b"created"]
    winner = [b"one", b"two", b"three"][results.index(None)]
    assert await store.secret("t-1") == Secret(winner)


async def test_without_opening_there_is_no_match(store):
    with pytest.raises(StaleAppend) as refused:
        await store.append(Append("t-1", 0, [b"x"]))
    assert refused.value.version == 0
    assert await store.events("t-1") == []


async def test_of_two_processes_one_is_first(store, other):
    """All tries for every version: exactly one is stored, whole."""
    await store.append(opening())
    for version in range(1, 41, 2):
        tries = [
            (store if n % 2 else other).append(
                Append("t-1", version, [f"{version}:{n}".encode(), f"{version + 1}:{n}".encode()])
            )
            for n in range(6)
        ]
        results = await asyncio.gather(*tries, return_exceptions=True)
        winners = [n for n, result in enumerate(results) if result is None]
        assert len(winners) == 1
        assert all(isinstance(r, StaleAppend) for r in results if r is not None)
        last = (await other.events("t-1"))[version:]
        assert last == [f"{version + k}:{winners[0]}".encode() for k in range(2)]


async def test_one_stale_append_does_not_harm_its_group(store, other):
    """Appends of many tables go into one transaction; each is judged alone."""
    for n in range(20):
        await store.append(opening(f"t{n}"))
    await other.append(Append("t7-1", 1, [b"first"]))
    appends = [store.append(Append(f"t{n}-1", 1, [b"second"])) for n in range(20)]
    results = await asyncio.gather(*appends, return_exceptions=True)
    assert [n for n, result in enumerate(results) if result is not None] == [7]
    for n in range(20):
        stored = await store.events(f"t{n}-1")
        assert stored == [b"created", b"first" if n == 7 else b"second"]


async def test_appends_of_a_group_may_follow_each_other(store):
    await asyncio.gather(
        store.append(opening()),
        store.append(Append("t-1", 1, [b"two"])),
        store.append(Append("t-1", 2, [b"three"])),
    )
    assert await store.events("t-1") == [b"created", b"two", b"three"]


async def test_tables_and_their_matches(store):
    assert await store.latest("t") is None
    await store.append(opening())
    await store.append(opening(number=2))
    await store.append(opening("u"))
    assert await store.latest("t") == StoredMatch("t-2", "t", 2)
    assert await store.find("t", 1) == StoredMatch("t-1", "t", 1)
    assert await store.find("t", 3) is None


async def test_secrets_with_and_without_a_seed(store):
    await store.append(opening(value=b"\0\xff", seed=None))
    await store.append(opening("u", value=b"s", seed=(1 << 63) - 1))
    assert await store.secret("t-1") == Secret(b"\0\xff")
    assert await store.secret("u-1") == Secret(b"s", (1 << 63) - 1)
    with pytest.raises(StorageUnavailable, match="secret of x-1"):
        await store.secret("x-1")


async def test_tokens_are_granted_and_void_with_the_event(store):
    await store.append(opening())
    await store.append(
        Append("t-1", 1, [b"s", b"s"], table="t", grants=[(b"\0a", 0), (b"\xffb", 1)])
    )
    assert await store.tokens("t") == {b"\0a": 0, b"\xffb": 1}
    await store.append(Append("t-1", 3, [b"l", b"s"], table="t", frees=[0], grants=[(b"c", 0)]))
    assert await store.tokens("t") == {b"c": 0, b"\xffb": 1}
    assert await store.tokens("u") == {}


async def test_unfinished_matches_newest_first(store):
    for n in range(4):
        await store.append(opening(f"t{n}", at=n))
    await store.append(Append("t2-1", 1, [b"end"], ends=True))
    assert [each.table for each in await store.unfinished(2)] == ["t3", "t1"]


async def test_a_store_opened_again_has_everything(url, store):
    await store.append(opening(value=b"s"))
    await store.close()
    again = SqlStore(url)
    await again.open()
    assert await again.events("t-1") == [b"created"]
    await again.append(Append("t-1", 1, [b"two"]))
    await again.close()


async def test_closing_stores_what_is_waiting(url, store):
    await store.append(opening())
    appended = store.append(Append("t-1", 1, [b"two"]))
    await store.close()
    await appended
    with pytest.raises(StorageUnavailable, match="shutting down"):
        await store.append(Append("t-1", 2, [b"three"]))
    again = SqlStore(url)
    await again.open()
    assert await again.events("t-1") == [b"created", b"two"]
    await again.close()


async def test_processes_may_start_on_an_empty_database_together(url):
    stores = [SqlStore(url) for _ in range(4)]
    await asyncio.gather(*(store.open() for store in stores))
    await stores[0].append(opening())
    assert await stores[3].events("t-1") == [b"created"]
    for store in stores:
        await store.close()


async def test_a_database_of_another_version_is_refused(url, store):
    engine = create_async_engine(url)
    async with engine.begin() as connection:
        await connection.execute(sa.text("UPDATE schema_version SET version = 99"))
    await engine.dispose()
    with pytest.raises(BadDatabase, match="version 99"):
        await SqlStore(url).open()


async def test_no_database_at_all(tmp_path):
    for url, reason in (
        (sqlite_url(tmp_path / "missing"), "missing.*: unable to open database file$"),
        ("postgresql+asyncpg://x@127.0.0.1:1/x", "127.0.0.1:1/x: "),
    ):
        with pytest.raises(BadDatabase, match=reason):
            await SqlStore(url).open()
    with pytest.raises(BadDatabase, match="write sqlite:///file or postgresql"):
        SqlStore("nonsense")


async def test_password_is_not_in_the_error():
    with pytest.raises(BadDatabase) as refused:
        await SqlStore("postgresql+asyncpg://x:hunter2@127.0.0.1:1/x").open()
    assert "hunter2" not in str(refused.value)


async def test_a_locked_database_is_reported(tmp_path, monkeypatch):
    """Nothing is acknowledged, and the store works again afterwards."""
    monkeypatch.setattr("swipe.server.database.SQLITE_TIMEOUT", 0.01)
    store = SqlStore(sqlite_url(tmp_path))
    await store.open()
    await store.append(opening())
    with sqlite3.connect(tmp_path / "matches.sqlite3") as lock:
        lock.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StorageUnavailable) as refused:
            await store.append(Append("t-1", 1, [b"two"]))
        assert "locked" in str(refused.value.__cause__)
        lock.rollback()
    lock.close()
    await store.append(Append("t-1", 1, [b"two"]))
    assert await store.events("t-1") == [b"created", b"two"]
    await store.close()


async def test_sqlite_flushes_every_commit(tmp_path):
    """FULL: what is acknowledged has been handed to the device."""
    store = SqlStore(sqlite_url(tmp_path))
    await store.open()
    assert await store._rows(sa.text("PRAGMA synchronous")) == [(2,)]
    assert await store._rows(sa.text("PRAGMA journal_mode")) == [("wal",)]
    await store.close()
