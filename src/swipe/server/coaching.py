"""What people may ask of the coach at the tables of a host: chances, reviews, what if."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from swipe.coach.review import Review
from swipe.coach.what_if import go_on
from swipe.games.contract import SPECTATOR
from swipe.match.errors import NotNow, StaleCommand
from swipe.match.events import Created, Ended, MatchEvent, Seated, Started
from swipe.protocol import Outlook, TableCreated, WhatIf
from swipe.server.advice import Adviser, check_may_ask
from swipe.server.errors import NotEnded, UnknownToken, WrongMatch
from swipe.server.host import Host, new_table_name
from swipe.server.storage import Append, Opening
from swipe.server.table import Table, encode


def _bots(events: Sequence[MatchEvent]) -> list[Seated]:
    """The bots that sat at a match when it started, by seat."""
    seated: dict[int, Seated] = {}
    for event in events:
        if isinstance(event, Started):
            break
        if isinstance(event, Seated):
            seated[event.seat] = event
    return [each for _, each in sorted(seated.items()) if each.bot]


class Coaching:
    """The coach of all tables of a process."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._adviser = Adviser(host.settings.coach_workers)

    def close(self) -> None:
        """Give back the processes in which figures are worked out."""
        self._adviser.close()

    async def outlook(self, table: Table, match: str, version: int, token: str) -> Outlook:
        """The chances at a table, as the seat of the token may know them.

        Raises:
            ServerError, MatchError: it may not be asked, or not about this version.
        """
        if match != table.match_name:
            raise WrongMatch(f"the match at this table is {table.match_name}")
        seat = await self._host.seat_of(table, token) if token else None
        if token and seat is None:
            raise UnknownToken("this token is of no seat at this table")
        now = table.match
        check_may_ask(now)
        if version != now.version:
            raise StaleCommand(now.version, version)
        if not now.started:
            raise NotNow("the match has not started yet: chances begin with it")
        return await self._adviser.outlook(now, SPECTATOR if seat is None else seat)

    async def review(self, name: str, number: int) -> Review:
        """The review of a match that has ended.

        Raises:
            NoSuchTable, NoSuchMatch, NotEnded: as for its record.
            TooMuchToThink: too many questions are waiting.
        """
        events = await self._host.ended_events(name, number)
        return await self._adviser.review(f"{name}-{number}", [encode(event) for event in events])

    async def what_if(self, name: str, number: int, wish: WhatIf) -> TableCreated:
        """Open a table that goes on from a place of a match; its bots sit down again.

        A match with typed-in dice has no secrets, and may be gone on from while it runs.

        Raises:
            NoSuchTable, NoSuchMatch, NotEnded: as for its record.
            CannotGoOn, GameError, MatchError: it cannot go on from there, or not with these dice.
        """
        events = await self._host.stored_events(name, number)
        first = events[0]
        assert isinstance(first, Created)
        if first.chance != "typed" and not isinstance(events[-1], Ended):
            raise NotEnded("the match can be gone on from once it has ended: it has secrets")
        new = new_table_name()
        now = self._host.clock.utc()
        created, secret = await self._host.aside(
            partial(go_on, events, wish.ply, wish.dice, name=f"{new}-1", at=now)
        )
        following: list[MatchEvent] = [created, *_bots(events)]
        opening = Opening(new, 1, secret, int(now.timestamp()))
        encoded = [encode(event) for event in following]
        await self._host.store.append(Append(created.match, 0, encoded, opening))
        return TableCreated(new, created.match, f"/t/{new}")
