"""A table kept warm: its match, who is connected, and what they have yet to be told.

Nothing here is the truth: all of it can be read from storage again at any moment.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from swipe.games.contract import SPECTATOR
from swipe.games.plain import plain_rules, to_plain
from swipe.match.decide import Decision, Secret
from swipe.match.errors import NotNow
from swipe.match.events import MatchEvent
from swipe.match.exit import audience, happening, snapshot
from swipe.match.fold import Match, begin, evolve
from swipe.protocol import Happened, Seen
from swipe.server.clock import Timer
from swipe.server.frames import frame_texts, text_frame

KEPT_STEPS = 64
"""How many of the last events are kept ready for those who missed them."""

encode = msgspec.json.encode
decode_event = msgspec.json.Decoder(MatchEvent).decode


def token_digest(token: str) -> bytes:
    """What is stored of a seat's token: its SHA-256 (the token has 192 random bits)."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def wire_observer(observer: int) -> int | None:
    """An observer as the wire has it: spectators are None."""
    return None if observer == SPECTATOR else observer


class Listener(Protocol):
    """A connection at a table, as the table knows it.

    ``seats`` are those that it holds, with the digests of their tokens.
    """

    seats: dict[int, bytes]

    def send(self, frame: bytes) -> None:
        """Tell it something, without waiting: messages as :func:`.frames.text_frame` makes them."""


@dataclass(slots=True)
class Step:
    """One event with the match before and after it; what each audience is sent is made once."""

    before: Match
    event: MatchEvent
    after: Match
    made: dict[int, bytes] = field(default_factory=dict)

    def frame(self, observer: int) -> bytes:
        """The ``happened`` message for an observer, ready to be sent."""
        key = audience(self.after, observer)
        found = self.made.get(key)
        if found is None:
            seen = happening(self.before, self.event, self.after, key)
            name = self.after.created.match
            found = text_frame(encode(Happened(name, wire_observer(key), seen)))
            self.made[key] = found
        return found

    def message(self, observer: int) -> str:
        """The ``happened`` message for an observer as text."""
        return next(frame_texts(self.frame(observer)))


def decided_steps(decision: Decision) -> list[Step]:
    """Events that were decided, with the match around each."""
    afters = [*decision.before[1:], decision.match]
    return [
        Step(before, event, after)
        for before, event, after in zip(decision.before, decision.events, afters, strict=True)
    ]


def begin_plain(event: MatchEvent) -> Match:
    """The match after its first event, for states as plain values: see :mod:`swipe.games.plain`."""
    match = begin(event)
    match.rules = plain_rules(match.rules)
    return match


def make_plain(match: Match) -> None:
    """Keep the state of a match as plain values, whatever it was."""
    if match.state is not None:
        match.state = to_plain(match.game, match.state)


def steps(before: Match, events: Iterable[MatchEvent]) -> list[Step]:
    """Stored events, with the match around each."""
    found = []
    for event in events:
        after = before.copy()
        evolve(after, event, proven=True)
        make_plain(after)
        found.append(Step(before, event, after))
        before = after
    return found


@dataclass(slots=True)
class Elsewhere:
    """Who is connected to the table at another process, and when that was heard."""

    connected: frozenset[int]
    watching: int
    heard: float


@dataclass(slots=True, eq=False)
class Table:
    """A table and the match under way at it.

    Times are the clock's: ``moved`` of the last event, ``active`` of each seat's last word,
    ``gone`` since when a seat has no connection, ``asked`` when the device of a seat was asked
    for entropy, ``company`` since when anybody is there. ``unsure`` is set when an append failed
    in a way that leaves open whether it was stored. ``carrying`` is the version at which the
    server is carrying out a duty; ``told_waiting`` whom people were last told that the match waits
    for, ``people_changed`` whether they are to be told again who is there.
    """

    name: str
    number: int
    match: Match
    secret: Secret
    tokens: dict[bytes, int]
    moved: float
    company: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    listeners: set[Listener] = field(default_factory=set)
    elsewhere: dict[str, Elsewhere] = field(default_factory=dict)
    recent: deque[Step] = field(default_factory=lambda: deque(maxlen=KEPT_STEPS))
    active: dict[int, float] = field(default_factory=dict)
    gone: dict[int, float] = field(default_factory=dict)
    asked: dict[int, float] = field(default_factory=dict)
    nudged: tuple[int, float] | None = None
    unsure: bool = False
    timer: Timer | None = None
    timer_at: float = 0.0
    carrying: int = 0
    told_waiting: object = None
    people_changed: bool = True

    @property
    def match_name(self) -> str:
        return self.match.created.match

    def connected(self) -> set[int]:
        """The seats with a connection, at this process or another."""
        seats = {seat for listener in self.listeners for seat in listener.seats}
        for other in self.elsewhere.values():
            seats |= other.connected
        return seats

    def is_connected(self, seat: int) -> bool:
        """Whether a seat has a connection, at this process or another."""
        return any(seat in listener.seats for listener in self.listeners) or any(
            seat in other.connected for other in self.elsewhere.values()
        )

    def watching(self) -> int:
        """The connections without a seat."""
        here = sum(not listener.seats for listener in self.listeners)
        return here + sum(other.watching for other in self.elsewhere.values())

    def has_company(self) -> bool:
        """Whether anybody is connected at all."""
        return bool(self.listeners) or any(
            other.connected or other.watching for other in self.elsewhere.values()
        )

    def observers(self, listener: Listener) -> list[int]:
        """As whom a connection sees the match: its seats, or one spectator for all the same."""
        if self.match.game.has_hidden_information and listener.seats:
            return sorted(listener.seats)
        return [SPECTATOR]

    def audiences(self) -> set[int]:
        """All observers of all connections."""
        if not self.match.game.has_hidden_information:
            return {SPECTATOR}
        return {each for listener in self.listeners for each in self.observers(listener)}

    def snapshots(self, listener: Listener) -> list[Seen]:
        """The match as a connection sees it."""
        return [
            Seen(wire_observer(observer), snapshot(self.match, observer))
            for observer in self.observers(listener)
        ]

    def gap(self, version: int) -> list[Step] | None:
        """The events after a version; None when they are no longer at hand."""
        missed = self.match.version - version
        if not 0 <= missed <= len(self.recent):
            return None
        return list(self.recent)[len(self.recent) - missed :]

    def arrived(self, seat: int, now: float) -> None:
        """The person of a seat is there."""
        self.gone.pop(seat, None)
        self.active[seat] = now
        self.asked.setdefault(seat, now)
        self.people_changed = True

    def forget_seat(self, seat: int) -> None:
        """The seat is free again: its tokens are void, and who had it is forgotten."""
        self.tokens = {digest: each for digest, each in self.tokens.items() if each != seat}
        for listener in self.listeners:
            listener.seats.pop(seat, None)
        for times in (self.active, self.gone, self.asked):
            times.pop(seat, None)
        self.people_changed = True


def replayed(bodies: Sequence[bytes], version: int, observers: Iterable[int]) -> list[Step]:
    """The steps of a match after a version, with what some observers are sent made ready."""
    events = [decode_event(body) for body in bodies]
    match = begin_plain(events[0])
    for event in events[1:version]:
        evolve(match, event, proven=True)
        make_plain(match)
    found = steps(match, events[version:])
    for step in found:
        for observer in observers:
            step.frame(observer)
    return found


def fold_stored(bodies: list[bytes]) -> tuple[Match, deque[Step]]:
    """The match of stored events, and its last steps.

    Raises:
        MatchError, GameError: an event cannot follow those before it, or is of other rules.
        msgspec.MsgspecError: it is no event.
    """
    events = [decode_event(body) for body in bodies]
    if not events:
        raise NotNow("a match begins with its creation")
    match = begin_plain(events[0])
    early = events[1 : max(1, len(events) - KEPT_STEPS)]
    for event in early:
        evolve(match, event, proven=True)
        make_plain(match)
    recent = steps(match, events[1 + len(early) :])
    return (recent[-1].after if recent else match), deque(recent, maxlen=KEPT_STEPS)
