"""Servers for tests: in this process with a clock of the test's own, or as a process to kill."""

import asyncio
import contextlib
import datetime
import heapq
import itertools
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import httpx
import uvicorn

from swipe.server.app import create_app
from swipe.server.command import listen, serve, server_config
from swipe.server.settings import Settings

ROOT = Path(__file__).parents[2]


class ManualTimer:
    def __init__(self) -> None:
        self.cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class ManualClock:
    """Time that moves only when the test says so; what has no delay is called at once."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._timers: list[tuple[float, int, ManualTimer, Callable[[], None]]] = []
        self._count = itertools.count()

    def now(self) -> float:
        return self.time

    def utc(self) -> datetime.datetime:
        return datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)

    def call_later(self, delay: float, callback: Callable[[], None]) -> ManualTimer:
        timer = ManualTimer()
        if delay <= 0:
            loop = asyncio.get_running_loop()
            loop.call_soon(lambda: None if timer.cancelled else callback())
        else:
            heapq.heappush(self._timers, (self.time + delay, next(self._count), timer, callback))
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass: everything that falls due is called in its order."""
        end = self.time + seconds
        while self._timers and self._timers[0][0] <= end:
            self.time, _, timer, callback = heapq.heappop(self._timers)
            if not timer.cancelled:
                callback()
        self.time = end


class _Quiet(uvicorn.Server):
    """Leaves the signals to the test runner, and says when it is ready."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()

    async def startup(self, sockets=None):
        await super().startup(sockets)
        self.ready.set()

    @contextlib.contextmanager
    def capture_signals(self):
        yield


def settings_for(database: str, **changes: Any) -> Settings:
    usual = {
        "pace": 0.0,
        "bot_workers": 0,
        "coach_workers": 0,
        "message_burst": 1e9,
        "tables_per_minute": 1e9,
        "hello_within": 1e9,
    }
    return Settings(**({"database": database} | usual | changes))


def sqlite_url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'matches.sqlite3'}"


@contextlib.asynccontextmanager
async def serving(settings: Settings, **arguments: Any) -> AsyncIterator[str]:
    """A server in this process; gives its URL."""
    bound = listen("127.0.0.1", 0)
    server = _Quiet(server_config(create_app(settings, **arguments)))
    task = asyncio.create_task(server.serve([bound]))
    try:
        ready = asyncio.create_task(server.ready.wait())
        await asyncio.wait({ready, task}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if not server.started:
            raise RuntimeError("the server did not start")
        yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    finally:
        server.should_exit = True
        await task
        bound.close()


async def new_table(url: str, game: str = "swipe-dice", players: int = 3, **fields: Any) -> str:
    async with httpx.AsyncClient(base_url=url) as http:
        answer = await http.post(
            "/api/tables", json={"game": game, "players": players, **fields}, timeout=30
        )
    assert answer.status_code == 201, answer.text
    return answer.json()["table"]


class _Pipe:
    """The standard output of a forked server."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def write(self, text: str) -> int:
        if text.strip():
            self._connection.send(text)
        return len(text)

    def flush(self) -> None:
        pass


def _serve_in_fork(arguments: list[str], connection: Connection) -> None:
    sys.stdout = _Pipe(connection)  # type: ignore[assignment]
    serve(arguments)


class ForkedServer:
    """`swipe serve` in a process that has its libraries loaded already: it starts in no time."""

    def __init__(self, port: int, *arguments: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self._arguments = ["--host", "127.0.0.1", "--port", str(port), "--json", *arguments]
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["swipe.server.app", "uvicorn", __name__])
        self._process: Any = None

    def start(self) -> None:
        """Start it, and wait until it can be connected to."""
        mine, its = self._context.Pipe()
        self._process = self._context.Process(target=_serve_in_fork, args=(self._arguments, its))
        self._process.start()
        its.close()
        assert json.loads(mine.recv())["urls"] == [self.url]
        mine.close()

    def kill(self) -> None:
        """SIGKILL."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
            self._process = None

    def __enter__(self) -> "ForkedServer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()


class ServerProcess:
    """`swipe serve` as a process of its own that can be killed and started again."""

    def __init__(self, port: int, *arguments: str) -> None:
        self.url = f"http://127.0.0.1:{port}"
        program = "from swipe.server.command import serve; serve()"
        self._command = [sys.executable, "-c", program, "--host", "127.0.0.1", "--port", str(port)]
        self._command += ["--json", *arguments]
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and wait until it can be connected to."""
        self._process = subprocess.Popen(
            self._command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=dict(os.environ)
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        assert line, f"the server ended with {self._process.wait()}"
        assert json.loads(line)["urls"] == [self.url]

    def end(self, how: signal.Signals) -> int:
        """Send it a signal, and wait for its end."""
        assert self._process is not None
        assert self._process.stdout is not None
        self._process.send_signal(how)
        code = self._process.wait(timeout=20)
        self._process.stdout.close()
        self._process = None
        return code

    def kill(self) -> None:
        if self._process is not None:
            self.end(signal.SIGKILL)

    def __enter__(self) -> "ServerProcess":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
