"""What if: go on from any ply of a match, with new dice or the same.

The new match begins at the position as it stood (``position`` and ``origin`` of its first event),
so that its record is complete by itself and reviews from there. Its dice are

``new``
    drawn from a fresh committed secret, like those of any match;
``same``
    those that fell in the first match, in the same order, from its key, which its end revealed:
    another choice then meets the same luck, die by die;
``typed``
    real ones.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Literal, TypeAlias

from swipe.games import contract
from swipe.games.contract import OVER
from swipe.games.plain import plain_rules, to_plain
from swipe.match.decide import Secret, create
from swipe.match.events import Acted, Created, Drawn, Ended, MatchEvent
from swipe.match.fold import Match, begin, evolve

Dice: TypeAlias = Literal["new", "same", "typed"]


class CannotGoOn(ValueError):
    """The match has no such ply, or its dice cannot fall again; says what would be right."""


def count_plies(events: Sequence[MatchEvent]) -> int:
    """How many throws and choices a match has."""
    return sum(isinstance(event, Drawn | Acted) for event in events)


def match_at(events: Sequence[MatchEvent], ply: int) -> Match:
    """The match after its first ``ply`` throws and choices; 0 is the position at the start.

    Its state is one of plain values, which are several times faster to come to.

    Raises:
        CannotGoOn: there are fewer plies, or play has not begun.
        MatchError, GameError: an event cannot follow those before it.
    """
    match: Match | None = None
    done = 0
    for event in events:
        if match is None:
            match = begin(event)
            match.rules = plain_rules(match.rules)
            continue
        if isinstance(event, Drawn | Acted):
            if done == ply:
                break
            done += 1
        elif match.state is not None and done == ply:
            break
        evolve(match, event)
        if match.state is not None:
            match.state = to_plain(match.game, match.state)
    if match is None or match.state is None:
        raise CannotGoOn("the match has not begun: there is nothing to go on from")
    if done < ply or ply < 0:
        raise CannotGoOn(f"the match has {done} throws and choices: use a ply from 0 to {done}")
    return match


def go_on(
    events: Sequence[MatchEvent],
    ply: int,
    dice: Dice,
    *,
    name: str,
    coach: bool = True,
    at: datetime.datetime | None = None,
) -> tuple[Created, Secret]:
    """The first event, and the secret, of a match that goes on from a ply of another.

    Args:
        events: of the other match.
        ply: after how many of its throws and choices; 0 is the beginning, -1 all but the last.
        dice: whose.
        name: of the new match.
        coach: whether the coach may be asked.
        at: when, in UTC.

    Raises:
        CannotGoOn: there is no such ply, it is the end, or the same dice cannot fall again.
        WrongChance: typed-in dice for a game with hidden chance.
    """
    if ply < 0:
        ply = max(0, ply + count_plies(events))
    match = match_at(events, ply)
    if match.phase == OVER:
        raise CannotGoOn("the game is over there: go on from an earlier ply")
    created = match.created
    key, first_draw = "", 0
    if dice == "same":
        last = events[-1]
        if created.chance == "typed" or not (created.key or isinstance(last, Ended)):
            raise CannotGoOn(
                "the dice of this match were typed in, or are secret until it ends: use new dice"
            )
        secret = bytes.fromhex(last.secret) if isinstance(last, Ended) else b""
        key = match.match_key(secret).hex()
        first_draw = created.first_draw + match.draws
    return create(
        name,
        match.rules,
        chance={"new": "fair", "same": "repeated", "typed": "typed"}[dice],  # type: ignore[arg-type]
        coach=coach,
        at=at,
        position=contract.format_state(match.game, match.state),
        origin=f"{created.match}@{match.version}",
        key=key,
        first_draw=first_draw,
    )
