"""The events of a match: the only truth about it. Seats count from 0 here and from 1 in texts.

An event's version is its place in the list, from 1. What an event says is public, except the
outcomes of a draw that a seat may not see: :mod:`swipe.match.exit` takes those out.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

ChanceKind: TypeAlias = Literal["fair", "seeded", "typed", "repeated"]
"""``fair`` and ``seeded`` come from a committed secret, ``typed`` from real dice; ``repeated``
goes on with the draws of an earlier match, whose key is known to all."""


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="event"):
    """What happened, in the past tense."""


class Created(Event, frozen=True, tag="created"):
    """The match exists: its rules are fixed, and so is its chance before anybody sits.

    ``match`` is its name; ``rules`` the version of the game's rules; ``options`` every option in
    full; ``commitment`` the hash of the secret (empty for typed-in chance); ``coach`` whether the
    coach may be asked during play; ``at`` when, in UTC to the second (empty when unknown).

    A match that goes on from a position of another one, to see what else might have been, says
    where it begins: ``position`` is the text of the state (empty for the first position) and
    ``origin`` names the other match and the last of its events that counts, ``name@version``.
    With repeated chance, ``key`` is the key of the other match's draws (64 hexadecimal digits) and
    ``first_draw`` the number of the first of them that is drawn here.
    """

    match: str
    game: str
    rules: int
    players: int
    options: dict[str, str]
    chance: ChanceKind
    commitment: str = ""
    coach: bool = False
    at: str = ""
    position: str = ""
    origin: str = ""
    key: str = ""
    first_draw: int = 0


class Seated(Event, frozen=True, tag="seated"):
    """A person or a bot took a seat; ``bot`` names the bot's policy and is empty for a person."""

    seat: int
    name: str
    bot: str = ""


class Left(Event, frozen=True, tag="left"):
    """A seat became free again, before the start."""

    seat: int


class EntropyAdded(Event, frozen=True, tag="entropy"):
    """A person's device added entropy, before the start."""

    seat: int
    value: str


class Started(Event, frozen=True, tag="started"):
    """Play began: seats and entropy are fixed."""


class Drawn(Event, frozen=True, tag="drawn"):
    """Chance spoke: one throw or deal.

    ``number`` is that of the first draw, the others follow; ``seat`` asked for the throw (None
    when it came by itself); ``outcomes`` are outcome texts, None in what an observer is sent where
    the outcome is hidden from it.
    """

    number: int
    outcomes: list[str | None]
    seat: int | None = None


class Acted(Event, frozen=True, tag="acted"):
    """A seat decided."""

    seat: int
    action: str


class Held(Event, frozen=True, tag="held"):
    """A bot holds the seat of a person who is away."""

    seat: int
    bot: str


class Returned(Event, frozen=True, tag="returned"):
    """The person plays the seat again."""

    seat: int


class Ended(Event, frozen=True, tag="ended"):
    """The game is over: the rank of every seat, and the secret revealed (empty when typed in)."""

    ranks: list[int]
    secret: str = ""
    seed: int | None = None


MatchEvent: TypeAlias = (
    Created | Seated | Left | EntropyAdded | Started | Drawn | Acted | Held | Returned | Ended
)
