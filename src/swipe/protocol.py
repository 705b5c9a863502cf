"""The wire: typed messages between a table's server and its clients, as JSON.

A client opens a WebSocket to ``/api/tables/{table}/socket`` and says ``hello`` first. It names the
last version of the match that it has, and is told just what it missed. Every command carries the
version that it was decided against; it is answered with ``accepted`` or ``refused``, and an event
is on disk before anybody is told of it. Seats count from 0 on the wire.

An *observer* is a seat, or None for what spectators see. A connection observes every seat whose
token it holds; in a game without hidden information all see the same, and it is sent once, as
observer None.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from swipe.match.decide import MatchCommand
from swipe.match.events import ChanceKind
from swipe.match.exit import Happening, Snapshot

PROTOCOL = 1
"""The version of the wire; a client that speaks another is told so and closed."""

MAX_MESSAGE_BYTES = 16384
"""A longer message is refused unread."""


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Anything said over a socket."""


# --- the coach ----------------------------------------------------------------------------------


class Chances(msgspec.Struct, frozen=True):
    """The winning chance of every seat, and how far the figures can be trusted.

    ``win`` is by seat and sums to 1. ``label`` is ``exact`` (the only correct values, computed to
    ``bound``), ``bounded`` (the values of a strategy for everybody from which no player can gain
    more than ``bound`` by deviating) or ``estimated`` (the mean of ``games`` games played out by
    bots, with 95 % intervals from ``low`` to ``high`` by seat; elsewhere both equal ``win``).
    """

    win: list[float]
    label: Literal["exact", "bounded", "estimated"]
    low: list[float]
    high: list[float]
    bound: float = 0.0
    games: int = 0


class Choice(msgspec.Struct, frozen=True):
    """The chances once an action has been taken. ``best``: no other one is better for the mover."""

    action: str
    chances: Chances
    best: bool = False


class Outlook(msgspec.Struct, frozen=True):
    """The chances of a position as an observer knows it, and after each action open to it.

    ``choices`` is empty when nobody decides, or when the observer may not know the actions.
    ``method`` names the table, or the bot that played the games out.
    """

    seat: int | None
    now: Chances
    choices: list[Choice]
    method: str


# --- what a client says -------------------------------------------------------------------------


class Hello(Message, frozen=True, tag="hello"):
    """The first message: who I am, and what I have seen.

    ``tokens`` are those of the seats that this device holds. ``match`` and ``version`` are the
    last that it has seen; ``version`` 0 asks for a snapshot.
    """

    protocol: int
    tokens: list[str] = []
    match: str = ""
    version: int = 0


class Do(Message, frozen=True, tag="do"):
    """Carry out a command on the match, if it is still at ``version``.

    ``id`` comes back in the answer. ``token`` is that of the seat that acts; a person without a
    seat may only sit down.
    """

    id: int
    match: str
    version: int
    command: MatchCommand
    token: str = ""


class Again(Message, frozen=True, tag="again"):
    """Open the next match at the table with the same people, once this one has ended."""

    id: int
    match: str
    token: str


class Ping(Message, frozen=True, tag="ping"):
    """Are you there?"""

    id: int


class Ask(Message, frozen=True, tag="ask"):
    """What are the chances now, and after each of my choices?

    Answered with ``advice`` where the table was opened with a coach, where one person plays against
    bots, where real dice are typed in, and after the end; refused with ``no-coach`` elsewhere. In a
    game with hidden information ``token`` says whose knowledge the answer rests on; without one it
    rests on what spectators see.
    """

    id: int
    match: str
    version: int
    token: str = ""


ClientMessage: TypeAlias = Hello | Do | Again | Ping | Ask

# --- what the server says -----------------------------------------------------------------------


class Seen(msgspec.Struct, frozen=True):
    """A snapshot for one observer."""

    observer: int | None
    snapshot: Snapshot


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to ``hello``: the table, and the match as each observer sees it.

    ``held`` are the seats of the tokens that were known, in the order of ``hello``'s tokens (None
    for a token that is not of this table). ``snapshots`` is empty when the client named a version
    of the match under way: the ``happened`` messages that it missed follow instead.
    """

    protocol: int
    table: str
    match: str
    version: int
    held: list[int | None]
    snapshots: list[Seen]


class Happened(Message, frozen=True, tag="happened"):
    """An event of the match, as ``observer`` sees it."""

    match: str
    observer: int | None
    happening: Happening


class Opened(Message, frozen=True, tag="opened"):
    """The next match at the table: its first version, as each observer sees it."""

    match: str
    version: int
    snapshots: list[Seen]


class Accepted(Message, frozen=True, tag="accepted"):
    """The command is carried out and on disk; ``token`` is a seat's new secret after ``sit``."""

    id: int
    match: str
    version: int
    token: str = ""


class Refused(Message, frozen=True, tag="refused"):
    """The command is not carried out and nothing has changed; ``version`` is the current one.

    ``code`` names the kind of error (``stale-command``, ``illegal-action``, ...), ``text`` says
    what is wrong and what would be right. ``id`` is None when the message could not be read.
    """

    code: str
    text: str
    match: str
    version: int
    id: int | None = None


class Presence(Message, frozen=True, tag="presence"):
    """Which seats are connected, and whom the match waits for.

    ``waiting_for`` is a seat; after ``seconds`` a bot holds it (None: it waits as long as it
    takes).
    """

    match: str
    connected: list[bool]
    watching: int
    waiting_for: int | None = None
    seconds: float | None = None


class Advice(Message, frozen=True, tag="advice"):
    """The answer to ``ask``, for the version that it asked about."""

    id: int
    match: str
    version: int
    outlook: Outlook


class Pong(Message, frozen=True, tag="pong"):
    """Yes."""

    id: int


ServerMessage: TypeAlias = (
    Welcome | Happened | Opened | Accepted | Refused | Presence | Advice | Pong
)

# --- over plain HTTP ----------------------------------------------------------------------------


class OptionInfo(msgspec.Struct, frozen=True):
    """A rule option, for the form that creates a table; words come from the message files."""

    name: str
    default: str
    rule: str
    kind: str
    values: list[str]
    minimum: int
    maximum: int


class SolvedRules(msgspec.Struct, frozen=True):
    """Rules that are solved here: with these players and options the bot ``optimal`` sits down."""

    players: int
    options: dict[str, str]


class GameInfo(msgspec.Struct, frozen=True):
    """A game that can be played here."""

    name: str
    version: int
    min_players: int
    max_players: int
    options: list[OptionInfo]
    presets: dict[str, dict[str, str]]
    bots: list[str]
    physical: bool
    has_hidden_information: bool
    solved: list[SolvedRules] = []


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables``: what to play. Options left out are at their default."""

    game: str
    players: int
    options: dict[str, str] = {}
    chance: ChanceKind = "fair"
    seed: int | None = None
    coach: bool = False


class WhatIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``POST /api/tables/{table}/matches/{n}/what-if``: go on from a place of a match.

    ``ply`` counts the throws and choices that stay; -1 takes the last one back. ``dice`` are new
    ones (a fair match), the same that fell (once the match has ended), or real ones typed in. The
    bots take their seats again.
    """

    ply: int
    dice: Literal["new", "same", "typed"] = "new"


class TableCreated(msgspec.Struct, frozen=True):
    """The answer: the table's name, and the path of its page, which is the invitation."""

    table: str
    match: str
    path: str


class Network(msgspec.Struct, frozen=True):
    """``GET /api/network``: what a page opened at ``localhost`` can tell people with phones.

    ``phones`` is the address at which the local network can open this server, empty where there is
    none, or where the page was opened from elsewhere; ``here_alone`` says that the server listens
    to this machine alone.
    """

    phones: str
    here_alone: bool


class Health(msgspec.Struct, frozen=True):
    """``GET /api/health``: ``status`` is ``ok`` when the database answers too."""

    status: str
    version: str


class Problem(msgspec.Struct, frozen=True):
    """The body of every HTTP error: a code as in ``refused``, and a sentence."""

    code: str
    text: str
