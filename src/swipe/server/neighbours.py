"""The other processes on the same database: what they are told of tables, and what they tell."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from swipe.server.clock import Clock
from swipe.server.fanout import Fanout, Notice
from swipe.server.settings import Settings
from swipe.server.table import Elsewhere, Table

MISSED_HEARTBEATS = 3
"""After so many heartbeats without a word a process counts as dead."""


class Neighbours:
    """What this process and the others tell each other about tables."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        tables: Mapping[str, Table],
        *,
        follow: Callable[[Table], None],
        changed: Callable[[Table], None],
    ) -> None:
        """``follow`` is called when a table is ahead elsewhere, ``changed`` when people are."""
        self._settings = settings
        self._clock = clock
        self._tables = tables
        self._follow = follow
        self._changed = changed
        self._fanout = Fanout(settings.fanout)
        self._closed = False

    @property
    def alone(self) -> bool:
        """Whether there are no other processes."""
        return self._fanout.alone

    async def open(self) -> None:
        await self._fanout.open(self._hear)
        if not self.alone:
            self._beat()

    async def close(self) -> None:
        self._closed = True
        await self._fanout.close()

    async def enter(self, table: Table) -> None:
        """A table has its first connection here."""
        await self._fanout.subscribe(table.name)

    async def leave(self, table: Table) -> None:
        """A table has no connection here any more."""
        table.elsewhere.clear()
        await self._fanout.unsubscribe(table.name)

    def tell(self, table: Table, *, asks: bool = False) -> None:
        """Tell the others how far a table is and who is connected to it here."""
        if self.alone:
            return
        connected = sorted({seat for listener in table.listeners for seat in listener.seats})
        watching = sum(not listener.seats for listener in table.listeners)
        self._fanout.tell(
            Notice(
                self._fanout.process,
                table.name,
                table.match_name,
                table.match.version,
                connected,
                watching,
                asks,
            )
        )

    def _hear(self, notice: Notice) -> None:
        table = self._tables.get(notice.table)
        if table is None or self._closed:
            return
        now = self._clock.now()
        before = table.connected()
        if not table.has_company():
            table.company = now
        if notice.connected or notice.watching:
            table.elsewhere[notice.process] = Elsewhere(
                frozenset(notice.connected), notice.watching, now
            )
        else:
            table.elsewhere.pop(notice.process, None)
        self._note_changes(table, before, now)
        if notice.asks:
            self.tell(table)
        if notice.match != table.match_name or notice.version > table.match.version:
            self._follow(table)

    def _note_changes(self, table: Table, before: set[int], now: float) -> None:
        after = table.connected()
        for seat in after - before:
            table.arrived(seat, now)
        for seat in before - after:
            table.gone[seat] = now
        table.people_changed = True
        self._changed(table)

    def _beat(self) -> None:
        if self._closed:
            return
        now = self._clock.now()
        silence = MISSED_HEARTBEATS * self._settings.heartbeat
        for table in list(self._tables.values()):
            if not table.listeners:
                continue
            self.tell(table)
            dead = [each for each, other in table.elsewhere.items() if now - other.heard > silence]
            if dead:
                before = table.connected()
                for process in dead:
                    del table.elsewhere[process]
                self._note_changes(table, before, now)
        self._clock.call_later(self._settings.heartbeat, self._beat)
