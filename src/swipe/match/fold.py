"""State is the fold of events: what a match is after each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from swipe.chance import fair
from swipe.games import contract
from swipe.games.contract import CHANCE, NOBODY, OVER, Game, Rules, State, WrongSeat, WrongVersion
from swipe.games.registry import find_game
from swipe.match.errors import MatchError, NotNow, SeatEmpty, SeatTaken, WrongChance
from swipe.match.events import (
    Acted,
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

MAX_NAME = 24
"""Characters in a player's name."""

MAX_ENTROPY = 8
"""How often a seat may add entropy."""

BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
"""Letters and marks that count as printable and show nothing: they would hide or double a name."""

_MATCH_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.:\-]{0,63}")
_POLICY_NAME = re.compile(r"[a-z0-9][a-z0-9_.:\-]{0,63}")
_KEY = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z")


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who plays a seat: a person, or a bot (``bot`` is its policy).

    ``held_by`` is the policy that plays for a person who is away, empty while the person plays.
    """

    name: str
    bot: str = ""
    held_by: str = ""

    @property
    def policy(self) -> str:
        """The policy that decides for the seat now; empty when a person does."""
        return self.bot or self.held_by


@dataclass(slots=True)
class Match:
    """A match after ``version`` events.

    ``state`` is None until the start; ``draws`` counts the draws so far; ``entropy`` is in the
    order of its events, with seats from 0.
    """

    created: Created
    rules: Rules
    version: int = 1
    seats: list[SeatHolder | None] = field(default_factory=list)
    entropy: list[tuple[int, str]] = field(default_factory=list)
    state: State = None
    draws: int = 0
    ended: Ended | None = None

    @property
    def game(self) -> Game:
        return self.rules.game

    @property
    def started(self) -> bool:
        return self.state is not None

    @property
    def phase(self) -> int | None:
        """DECISION, CHANCE or OVER; None before the start."""
        return None if self.state is None else self.game.rules.phase(self.state)

    @property
    def seat_to_act(self) -> int:
        """Whose decision, or whose word for a throw, the match waits for; NOBODY if nobody's."""
        return NOBODY if self.state is None else self.game.rules.seat_to_act(self.state)

    def copy(self) -> Match:
        """A match that evolves on its own."""
        return Match(
            self.created,
            self.rules,
            self.version,
            list(self.seats),
            list(self.entropy),
            None if self.state is None else self.state.copy(),
            self.draws,
            self.ended,
        )

    def match_key(self, secret: bytes) -> bytes:
        """The key of all draws, once the match has started."""
        if self.created.key:
            return bytes.fromhex(self.created.key)
        return _match_key(secret, self.created.match, tuple(self.entropy))

    def first_state(self) -> State:
        """The position in which play begins or began."""
        if self.created.position:
            return contract.parse_state(self.game, self.created.position)
        return self.rules.initial_state()


@lru_cache(maxsize=10_000)
def _match_key(secret: bytes, match: str, entropy: tuple[tuple[int, str], ...]) -> bytes:
    return fair.match_key(secret, match, entropy)


def begin(event: MatchEvent) -> Match:
    """The match after its first event.

    Raises:
        NotNow: the event is not ``created``.
        MatchError: the name, the chance or the time is not written as it should be.
        GameError: the game, its version, its players or its options are not possible.
    """
    if not isinstance(event, Created):
        raise NotNow("a match begins with its creation")
    if not _MATCH_NAME.fullmatch(event.match):
        raise MatchError("a match's name has 1 to 64 letters, digits and _ . : -")
    if event.at and not _TIME.fullmatch(event.at):
        raise MatchError(f"{event.at!r} is not a time: write it like 2030-01-31T18:00:00Z")
    game = find_game(event.game)
    if event.rules != game.version:
        raise WrongVersion(
            f"made for version {event.rules} of the rules of {game.name}; this is {game.version}"
        )
    rules = game.configure(event.players, event.options)
    if dict(rules.options) != event.options:
        raise NotNow("a match is created with every option in its canonical form")
    if (event.chance in ("fair", "seeded")) != bool(event.commitment):
        raise WrongChance(
            "fair and seeded chance have a commitment, typed-in and repeated chance have none"
        )
    if event.commitment and not _KEY.fullmatch(event.commitment):
        raise WrongChance("a commitment has 64 lower-case hexadecimal digits")
    if (event.chance == "repeated") != bool(event.key) or (event.first_draw and not event.key):
        raise WrongChance("repeated chance has the key of the draws, and only repeated chance")
    if event.key and not _KEY.fullmatch(event.key):
        raise WrongChance("the key of repeated draws has 64 lower-case hexadecimal digits")
    if event.chance == "typed" and not game.physical:
        raise WrongChance(f"{game.name} has hidden chance: it cannot be typed in")
    _check_position(rules, event)
    return Match(event, rules, seats=[None] * event.players)


def _check_position(rules: Rules, event: Created) -> None:
    if bool(event.position) != bool(event.origin):
        raise NotNow("a match that begins at a position names its origin, and only such a match")
    if not event.position:
        return
    if not re.fullmatch(r"[!-~]{1,64}@[1-9][0-9]{0,6}", event.origin):
        raise NotNow(f"the origin {event.origin[:80]!r} is not written like match@17")
    game = rules.game
    state = contract.parse_state(game, event.position)
    own = game.rules.read_options(rules.initial_state())
    if int(state.players) != rules.players or game.rules.read_options(state) != own:
        raise WrongVersion("the position to begin at belongs to other rules")
    written = contract.format_state(game, state)
    if written != event.position:
        raise NotNow(f"write the position to begin at as {written!r}")
    if game.rules.phase(state) == OVER:
        raise NotNow("the position to begin at is the end of a game")


def evolve(match: Match, event: MatchEvent, *, proven: bool = False) -> None:
    """Carry an event out on a match, in place; when it is refused, throw the match away.

    Args:
        match: the match so far.
        event: its next event.
        proven: the outcomes of a draw were just derived, so they need not be checked again.

    Raises:
        MatchError, GameError: the event cannot follow; the message says why.
    """
    if match.ended is not None:
        raise NotNow("the match has ended")
    match event:
        case Created():
            raise NotNow("the match has been created before")
        case Seated():
            _sit(match, event)
        case Left():
            _before_start(match)
            _holder(match, event.seat)
            match.seats[event.seat] = None
            match.entropy = [each for each in match.entropy if each[0] != event.seat]
        case EntropyAdded():
            _before_start(match)
            if _holder(match, event.seat).bot:
                raise SeatEmpty(f"seat {event.seat + 1} is a bot's: only people add entropy")
            # Each seat by itself, so that nobody can use up what the others need.
            if sum(seat == event.seat for seat, _ in match.entropy) >= MAX_ENTROPY:
                raise NotNow(f"seat {event.seat + 1} has added enough entropy")
            match.entropy.append((event.seat, fair.check_entropy(event.value)))
        case Started():
            _before_start(match)
            free = [str(seat + 1) for seat, holder in enumerate(match.seats) if holder is None]
            if free:
                raise SeatEmpty(f"still free: seat {', '.join(free)}")
            match.state = match.first_state()
        case Drawn():
            _draw(match, event, proven)
        case Acted():
            _after_start(match)
            action = match.game.notation.parse_action(event.action)
            contract.check_action(match.game, match.state, event.seat, action)
            contract.apply_action(match.game, match.state, action)
        case Held():
            _after_start(match)
            holder = _person(match, event.seat)
            match.seats[event.seat] = replace(holder, held_by=check_policy(event.bot))
        case Returned():
            _after_start(match)
            holder = _person(match, event.seat)
            if not holder.held_by:
                raise NotNow(f"no bot holds seat {event.seat + 1}")
            match.seats[event.seat] = replace(holder, held_by="")
        case Ended():
            _end(match, event)
    match.version += 1


def fold(events: Iterable[MatchEvent]) -> Match:
    """The match that events add up to.

    Raises:
        MatchError, GameError: an event cannot follow those before it.
    """
    iterator = iter(events)
    try:
        match = begin(next(iterator))
    except StopIteration:
        raise NotNow("a match begins with its creation") from None
    for event in iterator:
        evolve(match, event)
    return match


def check_name(name: str) -> str:
    """Return a player's name that is printable, without space around it, and not too long.

    Raises:
        MatchError: it is not.
    """
    printable = name.isprintable() and BLANK.isdisjoint(name)
    if not name or not printable or name != name.strip() or len(name) > MAX_NAME:
        raise MatchError(f"a name has 1 to {MAX_NAME} printable characters, no space around them")
    return name


def check_policy(name: str) -> str:
    """Return the name of a bot's policy that is written as those names are.

    Raises:
        MatchError: it is not.
    """
    if not _POLICY_NAME.fullmatch(name):
        raise MatchError(f"{name[:80]!r} cannot be the name of a bot")
    return name


def _before_start(match: Match) -> None:
    if match.started:
        raise NotNow("the match has started")


def _after_start(match: Match) -> None:
    if not match.started:
        raise NotNow("the match has not started yet")


def _holder(match: Match, seat: int) -> SeatHolder:
    if not 0 <= seat < len(match.seats):
        raise SeatTaken(f"there are seats 1 to {len(match.seats)}, not {seat + 1}")
    holder = match.seats[seat]
    if holder is None:
        raise SeatEmpty(f"seat {seat + 1} is free")
    return holder


def _person(match: Match, seat: int) -> SeatHolder:
    holder = _holder(match, seat)
    if holder.bot:
        raise SeatEmpty(f"seat {seat + 1} is a bot's, not a person's")
    return holder


def _sit(match: Match, event: Seated) -> None:
    _before_start(match)
    if not 0 <= event.seat < len(match.seats):
        raise SeatTaken(f"there are seats 1 to {len(match.seats)}, not {event.seat + 1}")
    if match.seats[event.seat] is not None:
        raise SeatTaken(f"seat {event.seat + 1} is taken")
    bot = check_policy(event.bot) if event.bot else ""
    match.seats[event.seat] = SeatHolder(check_name(event.name), bot)


def _draw(match: Match, event: Drawn, proven: bool) -> None:
    _after_start(match)
    rules, state = match.game.rules, match.state
    if rules.phase(state) != CHANCE:
        raise NotNow(f"no draw is open: the phase is {contract.PHASE_NAMES[rules.phase(state)]}")
    if event.number != match.draws:
        raise WrongChance(f"the next draw is number {match.draws}, not {event.number}")
    seat = rules.seat_to_act(state)
    if seat == NOBODY and event.seat is not None:
        raise WrongChance("this throw comes by itself: no seat asks for it")
    if seat != NOBODY and event.seat != seat:
        raise WrongSeat(f"this throw is for seat {seat + 1} to ask for")
    run = rules.chance_run(state)
    if len(event.outcomes) != run:
        raise WrongChance(f"this throw has {run} outcomes, not {len(event.outcomes)}")
    for text in event.outcomes:
        if text is None:
            raise WrongChance("an outcome is missing")
        outcome = match.game.notation.parse_outcome(text)
        if not proven:
            contract.check_outcome(match.game, state, outcome)
        contract.apply_outcome(match.game, state, outcome)
    match.draws += run


def _end(match: Match, event: Ended) -> None:
    _after_start(match)
    if match.game.rules.phase(match.state) != OVER:
        raise NotNow("the game is not over yet")
    ranks = contract.ranking(match.game, match.state)
    if event.ranks != ranks:
        raise MatchError(
            f"the result is {contract.format_result(ranks)}, "
            f"not {'-'.join(str(rank) for rank in event.ranks)}"
        )
    match.ended = event
