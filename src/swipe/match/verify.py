"""Proof of a match: every move by the rules, every roll by the revealed secret."""

from __future__ import annotations

from dataclasses import dataclass

from swipe.chance import fair, seeded
from swipe.games.contract import format_result
from swipe.match.decide import Secret, drawn
from swipe.match.errors import BrokenRecord, MatchError, WrongChance
from swipe.match.events import Created, Drawn, Ended, MatchEvent
from swipe.match.fold import Match, begin, evolve
from swipe.match.record import read_prefix


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proven of a record.

    The moves always are: every one is by the rules. ``rolls_proven`` says whether every roll is
    the one that the secret and the entropy (or the key of repeated chance) give: False for a match
    that is still open (``finished`` is False; the secret comes at the end) and for typed-in dice,
    whose rolls are only known to be possible. ``commitment`` is that of the first event, empty
    where nothing is drawn from a secret. ``people`` are the seats of people, ``entropy`` those
    whose device added entropy, both from 0.
    """

    match: str
    rules: str
    events: int
    draws: int
    chance: str
    finished: bool
    rolls_proven: bool
    result: str
    commitment: str = ""
    people: tuple[int, ...] = ()
    entropy: tuple[int, ...] = ()

    @property
    def foretold(self) -> bool:
        """Whether somebody could know every roll beforehand: who knew the seed or the key."""
        return self.chance in ("seeded", "repeated")


def verify_record(text: str) -> Proof:
    """Replay a record from its first event to its last.

    Raises:
        BrokenRecord: names the first event that is wrong, and why.
    """
    return verify_events(*read_prefix(text))


def verify_events(events: list[MatchEvent], error: BrokenRecord | None = None) -> Proof:
    """Replay events that were read from a record, or from anywhere else.

    Args:
        events: a match from its first event.
        error: why nothing could be read after them; raised unless an earlier event is wrong.

    Raises:
        BrokenRecord: names the first event that is wrong, and why.
    """
    match: Match | None = None
    secret: Secret | None = None
    for version, event in enumerate(events, 1):
        try:
            if match is None:
                match = begin(event)
                secret = _revealed(match.created, events)
            elif isinstance(event, Ended):
                check_revealed(match.created, event.secret, event.seed)
                evolve(match, event)
            elif isinstance(event, Drawn) and secret is not None:
                before = match.copy()
                evolve(match, event)
                _check_draw(before, event, secret)
            else:
                evolve(match, event)
        except ValueError as reason:
            raise BrokenRecord(version, str(reason)) from reason
    if error is not None:
        raise error
    if match is None:
        raise BrokenRecord(0, "the record holds no event")
    ended = match.ended
    return Proof(
        match=match.created.match,
        rules=match.rules.identity,
        events=match.version,
        draws=match.draws,
        chance=match.created.chance,
        finished=ended is not None,
        rolls_proven=secret is not None,
        result=format_result(ended.ranks) if ended else "",
        commitment=match.created.commitment,
        people=tuple(s for s, holder in enumerate(match.seats) if holder and not holder.bot),
        entropy=tuple(sorted({seat for seat, _ in match.entropy})),
    )


def _revealed(created: Created, events: list[MatchEvent]) -> Secret | None:
    """The secret by which the draws are checked; None while there is none that fits.

    A secret that does not fit is told of at its own event: those before it come first.
    """
    if created.chance == "repeated":
        return Secret()  # the key of the draws is in the first event
    ended = next((event for event in events if isinstance(event, Ended)), None)
    if ended is None or created.chance == "typed":
        return None
    try:
        check_revealed(created, ended.secret, ended.seed)
    except ValueError:
        return None
    return Secret(bytes.fromhex(ended.secret), ended.seed)


def check_revealed(created: Created, secret: str, seed: int | None) -> None:
    """Refuse a secret or a seed that is not the one committed to.

    Args:
        created: the first event of the match.
        secret: in hexadecimal; empty for none.
        seed: of seeded chance.

    Raises:
        BadSecret, WrongChance: with what is wrong.
    """
    if not created.commitment:
        if secret or seed is not None:
            raise WrongChance("typed-in and repeated chance have no secret and no seed")
        return
    try:
        value = bytes.fromhex(secret)
    except ValueError:
        value = b""
    if value.hex() != secret or not value:
        raise fair.BadSecret("the secret is 64 lower-case hexadecimal digits")
    fair.check_secret(value, created.commitment)
    if (created.chance == "seeded") != (seed is not None):
        raise WrongChance("seeded chance reveals its seed, and only seeded chance")
    if seed is not None and seeded.secret_of_seed(seed) != value:
        raise fair.BadSecret("the secret is not that of the seed")


def _check_draw(before: Match, event: Drawn, secret: Secret) -> None:
    expected = drawn(before, secret, event.seat)
    if event.outcomes != expected.outcomes:
        raise MatchError(
            f"the secret and the entropy give {','.join(map(str, expected.outcomes))}, "
            f"not {','.join(map(str, event.outcomes))}"
        )
