"""Keeps tables going: when the server has to act by itself, and what people are told of waiting."""

from __future__ import annotations

from collections.abc import Callable

from swipe.protocol import Presence
from swipe.server.clock import Clock
from swipe.server.duties import Due, Duty, next_due, waiting_until
from swipe.server.frames import text_frame
from swipe.server.settings import Settings
from swipe.server.table import Listener, Table, encode

SOON = 1e-6
"""Seconds that a clock may be early, by rounding."""


class Keeper:
    """Timers and presence of all tables of a process.

    A table has one timer. A move usually puts off what was due, so the timer is left to run: when
    it goes off too early it is set again, which costs nothing with every move.
    """

    def __init__(
        self, settings: Settings, clock: Clock, carry_out: Callable[[Table, Due], None]
    ) -> None:
        """``carry_out`` is called when a duty falls due."""
        self._settings = settings
        self._clock = clock
        self._carry_out = carry_out
        self._closed = False

    def close(self) -> None:
        """No timer goes off any more."""
        self._closed = True

    def look_after(self, table: Table) -> None:
        """See what is to be done next at a table, and tell its people whom it waits for."""
        due = next_due(table, self._settings)
        if due is not None:
            self._set(table, due.at)
        self._tell(table, due)

    def look_later(self, table: Table, delay: float) -> None:
        """See again after some seconds: something could not be done now."""
        self._start(table, self._clock.now() + delay)

    def welcome(self, table: Table, listener: Listener) -> None:
        """Tell a new connection who is there."""
        self.look_after(table)
        listener.send(text_frame(encode(self._presence(table, next_due(table, self._settings)))))

    def is_due(self, table: Table, due: Due) -> bool:
        """Whether a duty is still what is to be done."""
        return next_due(table, self._settings) == due

    # --- timers ---------------------------------------------------------------------------------

    def _set(self, table: Table, at: float) -> None:
        busy = table.carrying == table.match.version
        if not busy and (table.timer is None or at < table.timer_at):
            self._start(table, at)

    def _start(self, table: Table, at: float) -> None:
        if table.timer is not None:
            table.timer.cancel()
        table.timer_at = at
        delay = max(0.0, at - self._clock.now())
        table.timer = self._clock.call_later(delay, lambda: self._go_off(table))

    def _go_off(self, table: Table) -> None:
        table.timer = None
        if self._closed:
            return
        due = next_due(table, self._settings)
        if due is None:
            return
        if due.at > self._clock.now() + SOON:
            self._start(table, due.at)
        elif due.duty is Duty.NUDGE:
            until = waiting_until(table, due.seat, table.is_connected(due.seat), self._settings)
            table.nudged = (table.match.version, until)
            self.look_after(table)
        elif table.carrying != table.match.version:
            table.carrying = table.match.version
            self._carry_out(table, due)

    # --- presence -------------------------------------------------------------------------------

    def _tell(self, table: Table, due: Due | None) -> None:
        """Tell everybody who is there and who is waited for, if that has changed."""
        waiting = due if due is not None and due.duty is Duty.HOLD else None
        if waiting == table.told_waiting and not table.people_changed:
            return
        table.told_waiting, table.people_changed = waiting, False
        if table.listeners:
            frame = text_frame(encode(self._presence(table, due)))
            for listener in table.listeners:
                listener.send(frame)

    def _presence(self, table: Table, due: Due | None) -> Presence:
        connected = table.connected()
        here = [seat in connected for seat in range(len(table.match.seats))]
        waiting_for, seconds = None, None
        if due is not None and due.duty is Duty.HOLD:
            waiting_for = due.seat
            seconds = round(max(0.0, due.at - self._clock.now()), 1)
        return Presence(table.match_name, here, table.watching(), waiting_for, seconds)
