"""A real server that can be killed, and people who play at it in a browser."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Locator, Page, Response, WebSocket

from tests.support.services import free_port, wait_for_port

READY = ".table-page[data-ready]"
OVER = ".table-page .final"


STATE = """() => JSON.stringify({
  connection: swipe.connection, busy: swipe.busy, ready: swipe.ready, problem: swipe.problem,
  stage: {...swipe.stage, shown: swipe.stage.shown?.version}, version: swipe.view?.version,
  toAct: swipe.view?.actual?.to_act, me: swipe.view?.me, focus: document.activeElement?.outerHTML,
})"""
"""What a page knows, for the report of a test that waited in vain."""


@dataclass
class Server:
    """``swipe serve`` as a process of its own."""

    data: Path
    log: Path
    options: tuple[str, ...] = ()
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        command = [sys.executable, "-m", "swipe", "serve", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data), "--bot-workers", "0"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, *self.options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env={**os.environ, "PYTHONWARNINGS": "default"},
            )
        try:
            wait_for_port(self.port, self.process)
        except (RuntimeError, TimeoutError) as error:
            error.add_note(self.log.read_text(errors="replace"))
            raise

    def kill(self) -> None:
        """SIGKILL: it has no chance to say goodbye or to finish anything."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.kill()


@dataclass
class Wire:
    """What went over a page's sockets and which hosts it asked."""

    accepted: list[dict[str, Any]] = field(default_factory=list)
    sent: dict[int, dict[str, Any]] = field(default_factory=dict)
    hosts: set[str] = field(default_factory=set)

    def listen(self, page: Page) -> None:
        page.on("websocket", self._socket)
        page.on("response", self._response)

    def _response(self, response: Response) -> None:
        self.hosts.add(response.url.split("/")[2])

    def _socket(self, socket: WebSocket) -> None:
        self.hosts.add(socket.url.split("/")[2])
        socket.on("framesent", self._note_sent)
        socket.on("framereceived", self._note_received)

    def _note_sent(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "do":
            self.sent[message["id"]] = message["command"]

    def _note_received(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "accepted":
            self.accepted.append({**message, "command": self.sent.get(message["id"])})


def settle(page: Page) -> str:
    """Wait until the person can act or the game is over; which of them it is."""
    page.wait_for_selector(f"{READY}, {OVER}, main.cover", timeout=60_000)
    for state, selector in {"over": OVER, "cover": "main.cover"}.items():
        if page.locator(selector).count():
            return state
    return "ready"


def acted(page: Page, act: Any) -> None:
    """Do something that takes the match further, and wait until the screen is past it."""
    before = page.evaluate("swipe.view.version")
    act()
    try:
        page.wait_for_function(
            "before => !swipe.view || swipe.view.version > before", arg=before, timeout=30_000
        )
    except Error as error:
        error.add_note(page.evaluate(STATE))
        raise


def take_turn(page: Page, press: str = "click") -> None:
    """One decision of the person in front of the page, by ``click`` or ``tap``."""

    def on(locator: Locator) -> None:
        getattr(locator, press)()

    choices = page.locator(".actions .choice")
    if choices.count():
        on(choices.first)
    acted(page, lambda: on(page.locator(".confirm .primary")))
