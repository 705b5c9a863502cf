"""Proof of a finished match: every move by the rules, every roll by the revealed secret."""

from __future__ import annotations

from dataclasses import dataclass

from swipe.chance import fair, seeded
from swipe.games.contract import GameError, format_result
from swipe.match.decide import Secret, drawn
from swipe.match.errors import BrokenRecord, MatchError
from swipe.match.events import Drawn, Ended, MatchEvent
from swipe.match.fold import Match, begin, evolve
from swipe.match.record import read_events


@dataclass(frozen=True, slots=True)
class Proof:
    """What was proven of a record.

    ``finished`` is False for a match that is still open: its moves were checked, its rolls cannot
    be until the secret is revealed. ``rolls_proven`` is False then, and for typed-in dice.
    """

    match: str
    rules: str
    events: int
    draws: int
    chance: str
    finished: bool
    rolls_proven: bool
    result: str


def verify_record(text: str) -> Proof:
    """Replay a record from its first event to its last.

    Raises:
        BrokenRecord: names the first event that is wrong, and why.
    """
    events = read_events(text)
    secret = _revealed(events)
    match: Match | None = None
    for version, event in enumerate(events, 1):
        try:
            if match is None:
                match = begin(event)
                if secret is not None:
                    _check_commitment(match, secret, len(events))
                continue
            if isinstance(event, Drawn) and secret is not None and match.created.chance != "typed":
                evolve(match.copy(), event)
                expected = drawn(match, secret, event.seat)
                if event != expected:
                    raise MatchError(
                        f"the secret gives {','.join(map(str, expected.outcomes))}, "
                        f"not {','.join(map(str, event.outcomes))}"
                    )
            evolve(match, event)
        except (GameError, ValueError) as error:
            if isinstance(error, BrokenRecord):
                raise
            raise BrokenRecord(version, str(error)) from error
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
        rolls_proven=ended is not None and match.created.chance != "typed",
        result=format_result(ended.ranks) if ended else "",
    )


def _revealed(events: list[MatchEvent]) -> Secret | None:
    last = events[-1] if events else None
    if not isinstance(last, Ended):
        return None
    try:
        return Secret(bytes.fromhex(last.secret), last.seed)
    except ValueError:
        raise BrokenRecord(len(events), "the secret is not hexadecimal") from None


def _check_commitment(match: Match, secret: Secret, last: int) -> None:
    created = match.created
    try:
        if not created.commitment:
            if secret.value or secret.seed is not None:
                raise MatchError("typed-in and repeated chance have no secret and no seed")
            return
        fair.check_secret(secret.value, created.commitment)
        if (created.chance == "seeded") != (secret.seed is not None):
            raise MatchError("seeded chance reveals its seed, and only seeded chance")
        if secret.seed is not None and seeded.secret_of_seed(secret.seed) != secret.value:
            raise MatchError("the secret is not that of the seed")
    except ValueError as error:
        raise BrokenRecord(last, str(error)) from error
