"""Commands against a match: each gives the events that follow from it, or a typed error."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import TypeAlias

import msgspec

from swipe.chance import fair, seeded
from swipe.games import contract
from swipe.games.contract import CHANCE, NOBODY, OVER, Rules
from swipe.match.errors import NotNow, StaleCommand, WrongChance
from swipe.match.events import (
    Acted,
    ChanceKind,
    Created,
    Drawn,
    Ended,
    EntropyAdded,
    Held,
    Left,
    MatchEvent,
    Returned,
    Seated,
    Started,
)
from swipe.match.fold import Match, begin, evolve


class Command(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="command"):
    """What somebody wants to happen. Seats count from 0."""


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat, as a person (``bot`` empty) or by putting a bot there."""

    seat: int
    name: str
    bot: str = ""


class Leave(Command, frozen=True, tag="leave"):
    """Free a seat before the start."""

    seat: int


class AddEntropy(Command, frozen=True, tag="add-entropy"):
    """Add a device's entropy before the start: 16 to 32 bytes, lower-case hexadecimal."""

    seat: int
    value: str


class Start(Command, frozen=True, tag="start"):
    """Begin to play."""


class Throw(Command, frozen=True, tag="throw"):
    """Throw one's dice: the throw that the match waits for is drawn."""

    seat: int


class Enter(Command, frozen=True, tag="enter"):
    """Type in what real dice showed, as outcome texts; ``seat`` whose throw it was, if any."""

    outcomes: list[str]
    seat: int | None = None


class Act(Command, frozen=True, tag="act"):
    """Decide, with the text of an action."""

    seat: int
    action: str


class Hold(Command, frozen=True, tag="hold"):
    """Let a bot hold the seat of a person who is away."""

    seat: int
    bot: str


class Return(Command, frozen=True, tag="return"):
    """Take one's seat back from the bot."""

    seat: int


MatchCommand: TypeAlias = Sit | Leave | AddEntropy | Start | Throw | Enter | Act | Hold | Return


@dataclass(frozen=True, slots=True)
class Secret:
    """What the host of a match keeps to itself until the end; empty for typed-in chance."""

    value: bytes = b""
    seed: int | None = None


@dataclass(slots=True)
class Decision:
    """The events that follow from a command, and the match after them.

    ``before`` holds the match before each of the events; no match changes any more.
    """

    match: Match
    events: list[MatchEvent] = field(default_factory=list)
    before: list[Match] = field(default_factory=list)

    def add(self, event: MatchEvent, *, proven: bool = False) -> None:
        after = self.match.copy()
        evolve(after, event, proven=proven)
        self.before.append(self.match)
        self.events.append(event)
        self.match = after


def create(
    match: str,
    rules: Rules,
    *,
    chance: ChanceKind = "fair",
    seed: int | None = None,
    coach: bool = False,
    at: datetime.datetime | None = None,
    position: str = "",
    origin: str = "",
    key: str = "",
    first_draw: int = 0,
) -> tuple[Created, Secret]:
    """The first event of a match and the secret that its host keeps.

    Args:
        match: its name, unique on its host.
        rules: game, players and options.
        chance: ``fair``, ``seeded`` (with ``seed``), ``typed`` or ``repeated`` (with ``key``).
        seed: from 0 to 2**63 - 1, for seeded chance only.
        coach: whether the coach may be asked during play.
        at: when, in UTC; kept to the second.
        position: the text of the state to begin at; empty for the first position.
        origin: which match the position is of, and after which event: ``name@version``.
        key: the key of the earlier match's draws, for repeated chance only.
        first_draw: the number of the first draw to repeat.

    Raises:
        WrongChance: chance and seed do not go together, or the game cannot be typed in.
    """
    if (chance == "seeded") != (seed is not None):
        raise WrongChance("seeded chance goes with a seed, and only seeded chance")
    secret = Secret()
    if chance == "fair":
        secret = Secret(fair.new_secret())
    elif seed is not None:
        secret = Secret(seeded.secret_of_seed(seed), seed)
    event = Created(
        match=match,
        game=rules.game.name,
        rules=rules.game.version,
        players=rules.players,
        options=dict(rules.options),
        chance=chance,
        commitment=fair.commitment(secret.value) if secret.value else "",
        coach=coach,
        at=at.strftime("%Y-%m-%dT%H:%M:%SZ") if at else "",
        position=position,
        origin=origin,
        key=key,
        first_draw=first_draw,
    )
    begin(event)
    return event, secret


def decide(
    match: Match, command: MatchCommand, secret: Secret, *, expected: int | None = None
) -> Decision:
    """Decide a command against a match, which stays as it is.

    Chance that waits for nobody follows at once, and so does the end with its revealed secret.

    Args:
        match: the match as the host knows it.
        command: what is wanted.
        secret: the host's secret of this match.
        expected: the version that the command was decided against; None for the current one.

    Raises:
        StaleCommand: ``expected`` is not the match's version.
        MatchError, GameError: the command is refused; the message says what would be right.
    """
    if expected is not None and expected != match.version:
        raise StaleCommand(match.version, expected)
    decision = Decision(match)
    match command:
        case Sit(seat=seat, name=name, bot=bot):
            decision.add(Seated(seat, name, bot))
        case Leave(seat=seat):
            decision.add(Left(seat))
        case AddEntropy(seat=seat, value=value):
            decision.add(EntropyAdded(seat, value))
        case Start():
            decision.add(Started())
        case Throw(seat=seat):
            _throw(decision, secret, seat)
        case Enter(outcomes=outcomes, seat=seat):
            if match.created.chance != "typed":
                raise WrongChance("this match draws its chance: ask for the throw")
            decision.add(Drawn(match.draws, list(outcomes), seat))
        case Act(seat=seat, action=action):
            decision.add(Acted(seat, action))
        case Hold(seat=seat, bot=bot):
            decision.add(Held(seat, bot))
        case Return(seat=seat):
            decision.add(Returned(seat))
    _follow_up(decision, secret)
    return decision


def proceed(match: Match, secret: Secret) -> Decision:
    """What follows without anybody's command, should a host have stopped before deciding it.

    Nothing (no events) where the match waits for somebody.
    """
    decision = Decision(match)
    if match.started and match.ended is None:
        _follow_up(decision, secret)
    return decision


def _throw(decision: Decision, secret: Secret, seat: int) -> None:
    match = decision.match
    if match.created.chance == "typed":
        raise WrongChance("real dice are thrown in this match: type in what they show")
    if match.phase != CHANCE or match.seat_to_act == NOBODY:
        raise NotNow("no throw is waited for")
    decision.add(drawn(match, secret, seat), proven=True)


def drawn(match: Match, secret: Secret, seat: int | None) -> Drawn:
    """The throw or deal under way, drawn from the secret; the match stays as it is."""
    game, state = match.game, match.state.copy()
    key = match.match_key(secret.value)
    outcomes: list[str | None] = []
    first = match.created.first_draw + match.draws
    for number in range(first, first + game.rules.chance_run(state)):
        ticket = fair.draw(key, number, game.rules.chance_total(state))
        outcome = int(game.rules.chance_outcome(state, ticket))
        contract.apply_outcome(game, state, outcome)
        outcomes.append(game.notation.format_outcome(outcome))
    return Drawn(match.draws, outcomes, seat)


def _follow_up(decision: Decision, secret: Secret) -> None:
    typed = decision.match.created.chance == "typed"
    while not typed and (match := decision.match).phase == CHANCE and match.seat_to_act == NOBODY:
        decision.add(drawn(match, secret, None), proven=True)
    match = decision.match
    if match.phase == OVER and match.ended is None:
        ranks = contract.ranking(match.game, match.state)
        decision.add(Ended(ranks, secret.value.hex(), secret.seed))
