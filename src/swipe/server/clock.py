"""Time, injected: everything that waits asks a clock, so that tests can move it."""

from __future__ import annotations

import asyncio
import datetime
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will be called later."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """A source of time; the unit is the second everywhere."""

    def now(self) -> float:
        """Seconds since some fixed moment; never goes back."""

    def utc(self) -> datetime.datetime:
        """The time of day."""

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        """Call back once, ``delay`` seconds from now, on the event loop."""


class LoopClock:
    """The time of the running event loop."""

    def now(self) -> float:
        return asyncio.get_running_loop().time()

    def utc(self) -> datetime.datetime:
        return datetime.datetime.now(datetime.UTC)

    def call_later(self, delay: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(delay, callback)
