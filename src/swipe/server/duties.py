"""What a table waits for, derived from its state alone: a restarted server goes on by itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from swipe.games.contract import CHANCE, NOBODY
from swipe.server.settings import Settings
from swipe.server.table import Table


class Duty(Enum):
    """What the server has to do at a table without being asked."""

    START = "start"
    BOT = "bot"
    HOLD = "hold"
    NUDGE = "nudge"  # say that a person is waited for


@dataclass(frozen=True, slots=True)
class Due:
    """A duty, when it falls due, and the seat that it is about."""

    duty: Duty
    at: float
    seat: int = NOBODY


def next_due(table: Table, settings: Settings) -> Due | None:
    """What is to be done next at a table; None when only people can go on.

    A match waits while nobody at all is connected, except for the moves of its bots.
    """
    match = table.match
    if match.ended is not None:
        return None
    if not match.started:
        return Due(Duty.START, table.moved) if _starts_by_itself(table) else None
    seat = match.seat_to_act
    if seat == NOBODY:
        return None
    holder = match.seats[seat]
    assert holder is not None
    if holder.policy:
        if match.created.chance == "typed" and match.phase == CHANCE:
            return None  # somebody throws real dice for the bot
        if not holder.bot and not table.has_company():
            return None
        return Due(Duty.BOT, table.moved + settings.pace, seat)
    if not table.has_company():
        return None
    connected = table.is_connected(seat)
    hold_at = waiting_until(table, seat, connected, settings)
    if connected:
        nudge_at = hold_at - settings.hold_silent + settings.hold_absent
        if nudge_at < hold_at and table.nudged != (match.version, hold_at):
            return Due(Duty.NUDGE, nudge_at, seat)
    return Due(Duty.HOLD, hold_at, seat)


def waiting_until(table: Table, seat: int, connected: bool, settings: Settings) -> float:
    """Until when a match waits for a person."""
    since = max(table.moved, table.company)
    if connected:
        return max(since, table.active.get(seat, since)) + settings.hold_silent
    return max(since, table.gone.get(seat, since)) + settings.hold_absent


def _starts_by_itself(table: Table) -> bool:
    """A further match of the same people starts when everybody's device has done its part."""
    match = table.match
    if table.number == 1 or None in match.seats:
        return False
    people = {seat for seat in table.connected() if (h := match.seats[seat]) and not h.bot}
    added = {seat for seat, _ in match.entropy}
    return bool(people) and (match.created.chance == "typed" or people <= added)
