"""Real services for tests: PostgreSQL, Redis and Chromium, each started on the first use.

Fixtures:
    postgres_url: the SQLAlchemy URL (asyncpg) of an empty database of this test's own.
    postgres_server: the server behind it, for tests that want several databases.
    redis_url: the URL of a Redis server, emptied before the test.
    page: a Playwright page (sync API) in a browser context of its own.
    new_page: makes further pages, each in a context of its own, for a table with several players.
    page_problems: what the pages complained about; it fails the test unless the test clears it.
    axe: runs axe-core on a page and returns the violations as text.

A test that uses them gets its marker (`postgres`, `redis`, `browser`) by itself. A service whose
programs are not installed skips the test.
"""

import asyncio
import itertools
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

CHROMIUM_ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def free_port() -> int:
    """Return a port on the loopback address that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for_port(port: int, process: subprocess.Popen[Any] | None = None, timeout: float = 20):
    """Wait until something listens on the port, or fail when the process ends before it does."""
    end = time.monotonic() + timeout
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            if process is not None and process.poll() is not None:
                raise RuntimeError(f"{process.args} ended with {process.returncode}") from None
            if time.monotonic() > end:
                raise TimeoutError(f"nothing listens on port {port}") from None
            time.sleep(0.02)


@contextmanager
def running(command: list[str], port: int, log: Path, **popen: Any) -> Iterator[None]:
    """Run a server for as long as the block lasts; the block begins when its port is open."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **popen
        )
        try:
            try:
                wait_for_port(port, process)
            except (RuntimeError, TimeoutError) as error:
                error.add_note(log.read_text(errors="replace"))
                raise
            yield
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


# --- PostgreSQL -------------------------------------------------------------------------------

INITDB_OPTIONS = ["--username=swipe", "--auth=trust", "--encoding=UTF8", "--locale=C"]


def postgres_programs() -> Path | None:
    """Return the folder with PostgreSQL's server programs, the newest if there are several."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(
        Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda p: int(p.parts[-3])
    )
    return versions[-1].parent if versions else None


@dataclass
class PostgresServer:
    """A PostgreSQL server for tests: it trusts everyone and may lose data in a power cut."""

    programs: Path
    port: int
    _numbers: Iterator[int] = field(default_factory=itertools.count)

    def new_database(self) -> str:
        """Create an empty database and return its SQLAlchemy URL."""
        name = f"test_{next(self._numbers)}"
        self._run("createdb", name)
        return f"postgresql+asyncpg://swipe@127.0.0.1:{self.port}/{name}"

    def drop_database(self, url: str) -> None:
        """Drop a database, whoever is still connected to it."""
        self._run("dropdb", "--force", url.rpartition("/")[2])

    def _run(self, program: str, *args: str) -> None:
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "swipe"]
        subprocess.run([self.programs / program, *where, *args], check=True)


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    programs = postgres_programs()
    if programs is None:
        pytest.skip("PostgreSQL's server programs are not installed")
    folder = Path(tempfile.mkdtemp(prefix="swipe-postgres-"))
    as_user: dict[str, Any] = {"cwd": folder}
    if os.geteuid() == 0:  # PostgreSQL refuses to run as root
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            user = pwd.getpwnam("nobody")
        os.chown(folder, user.pw_uid, user.pw_gid)
        as_user |= {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    data = folder / "data"
    try:
        subprocess.run(
            [programs / "initdb", "-D", data, "--no-sync", *INITDB_OPTIONS],
            check=True,
            stdout=subprocess.DEVNULL,
            **as_user,
        )
        port = free_port()
        options = {
            "fsync": "off",
            "full_page_writes": "off",
            "listen_addresses": "127.0.0.1",
            "max_connections": "60",
            "shared_buffers": "32MB",
            "unix_socket_directories": "",
        }
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        command = [str(programs / "postgres"), "-D", str(data), "-p", str(port), *settings]
        with running(command, port, folder.with_suffix(".log"), **as_user):
            server = PostgresServer(programs, port)
            _wait_until_ready(server)
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_suffix(".log").unlink(missing_ok=True)


def _wait_until_ready(server: PostgresServer) -> None:
    command = [server.programs / "pg_isready", "-q", "-h", "127.0.0.1", "-p", str(server.port)]
    for _ in range(200):
        if subprocess.run(command, check=False).returncode == 0:
            return
        time.sleep(0.05)
    raise TimeoutError("PostgreSQL does not accept connections")


@pytest.fixture
def postgres_url(postgres_server: PostgresServer) -> Iterator[str]:
    url = postgres_server.new_database()
    yield url
    postgres_server.drop_database(url)


# --- Redis ------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("redis-server is not installed")
    folder = tmp_path_factory.mktemp("redis")
    port = free_port()
    command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
    command += ["--save", "", "--appendonly", "no"]
    with running(command, port, folder / "log"):
        yield f"redis://127.0.0.1:{port}/0"


@pytest.fixture
def redis_url(redis_server: str) -> str:
    import redis

    with redis.Redis.from_url(redis_server) as client:
        client.flushall()
    return redis_server


# --- Chromium ---------------------------------------------------------------------------------


def chromium_program() -> str | None:
    """Return the browser to test with: $SWIPE_CHROMIUM, or an installed one."""
    named = os.environ.get("SWIPE_CHROMIUM")
    names = [named] if named else ["chromium", "chromium-browser", "google-chrome"]
    return next((found for name in names if (found := shutil.which(name))), None)


class _PlaywrightThread:
    """Keeps Playwright's event loop from looking like a running one outside of browser tests.

    The sync API leaves its loop marked as running in the main thread, so that in the same process
    no coroutine test could start a loop of its own. The mark is set while a browser test runs and
    taken away afterwards; both kinds of test may then follow each other in any order.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    @contextmanager
    def active(self) -> Iterator[None]:
        asyncio._set_running_loop(self._loop)
        try:
            yield
        finally:
            self._loop = asyncio._get_running_loop()
            asyncio._set_running_loop(None)


@dataclass
class Chromium:
    """A running Chromium."""

    browser: Browser
    thread: _PlaywrightThread


@pytest.fixture(scope="session")
def chromium_session() -> Iterator[Chromium]:
    program = chromium_program()
    if program is None:
        pytest.skip("Chromium is not installed")
    thread = _PlaywrightThread()
    manager = sync_playwright()
    with thread.active():
        playwright = manager.start()
        browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_ARGS)
    yield Chromium(browser, thread)
    with thread.active():
        browser.close()
        manager.__exit__()


@pytest.fixture
def chromium(chromium_session: Chromium) -> Iterator[Browser]:
    """The browser itself; most tests want `page` or `new_page`."""
    with chromium_session.thread.active():
        yield chromium_session.browser


@pytest.fixture
def page_problems() -> list[str]:
    return []


@pytest.fixture
def new_page(chromium: Browser, page_problems: list[str]) -> Iterator[Callable[..., Page]]:
    """A function that opens a page; its keyword arguments are those of a browser context."""
    contexts = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            page_problems.append(f"console {message.type}: {message.text}")

    def new_page(**options: Any) -> Page:
        context = chromium.new_context(**{"locale": "en-GB", "reduced_motion": "reduce"} | options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        page = context.new_page()
        page.on("console", heard)
        page.on("pageerror", lambda error: page_problems.append(f"uncaught: {error}"))
        return page

    yield new_page
    problems = list(page_problems)
    for context in contexts:
        context.close()
    if problems:
        pytest.fail("the page complained:\n" + "\n".join(problems), pytrace=False)


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    return new_page()


@pytest.fixture
def axe() -> Callable[..., str]:
    """A function of a page: axe-core's violations as text, empty when there are none."""

    def run(page: Page, **options: Any) -> str:
        results = Axe().run(page, options=options or None)
        return results.generate_report() if results.violations_count else ""

    return run
