"""Review of a match: what was luck and what was skill, ply by ply and seat by seat.

A *ply* is a throw (or deal) or a choice. The curve holds the winning chance of every seat before
the first ply and after each. With V for the curve and Q for the chance after an action:

* the *luck* of a throw is V after it minus V before it, for every seat. V before a throw is the
  expectation of V after it, so luck sums to zero in expectation, whoever plays how;
* the *effect* of a choice is Q(action) - V before it, for every seat;
* the *cost* of a choice is what the mover gave away: the best of its own Q less that of the action;
* start + luck + effects = result, to the last digit: nothing is left over. The *luck-adjusted
  result* of a seat is its result less its luck.

In a game with hidden cards a choice is judged by what its seat could know: Q and V are taken over
all deals that fit what it saw. What the choice brought beyond that came from hidden cards, and is
counted as luck; so a blind card that turns out well is lucky, not clever.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

import msgspec

from swipe.coach.chances import Source
from swipe.coach.fast import can_compile
from swipe.coach.figures import Compared, add_margins, margin, weakest
from swipe.coach.rollouts import OPEN
from swipe.games.contract import OVER, Game, Rules, State
from swipe.match.events import Acted, Drawn, MatchEvent
from swipe.match.fold import Match, begin, evolve
from swipe.protocol import Chances

REVIEW_GAMES = {
    (True, False): 4000,
    (True, True): 120,
    (False, False): 100,
    (False, True): 4,
}
"""How many games stand behind each figure of a review, by (compiled, hidden information)."""

DEAREST = 3
"""How many of the dearest choices are shown for each seat."""


class Tried(msgspec.Struct, frozen=True):
    """An action that could be chosen: the mover's chance after it, and its cost."""

    action: str
    win: float
    low: float
    high: float
    cost: float
    margin: float


class Ply(msgspec.Struct, frozen=True):
    """One throw or choice.

    ``version`` is that of its event; ``what`` the texts of its outcomes, or of its action.
    ``chances`` are those after it. ``luck`` and ``effect`` are by seat and sum to zero over the
    seats; ``margin`` says how far the mover's (or the largest) of them may be off. ``cost`` is set
    where there was a choice of two or more actions, then ``tried`` has all of them, best first.
    """

    ply: int
    version: int
    kind: Literal["throw", "choice"]
    seat: int | None
    what: list[str]
    chances: Chances
    luck: list[float]
    effect: list[float]
    margin: float
    cost: float | None = None
    cost_margin: float = 0.0
    tried: list[Tried] = []


class SeatReview(msgspec.Struct, frozen=True):
    """A seat's match: ``start`` + ``luck`` + ``skill`` = ``result``, all in winning chance.

    ``skill`` is the sum of the effects of everybody's choices on this seat; ``lost`` what its own
    choices gave away. ``adjusted`` is ``result`` less ``luck``. ``dearest`` are the numbers of the
    plies that cost it most, dearest first; ``choices`` how often it had two or more actions.
    """

    seat: int
    name: str
    bot: str
    start: float
    luck: float
    luck_margin: float
    skill: float
    result: float
    adjusted: float
    lost: float
    lost_margin: float
    choices: int
    dearest: list[int]


class Review(msgspec.Struct, frozen=True):
    """A whole match looked back on. ``label`` is that of the least certain figure.

    Without ``finished`` the match was left, and the last chances stand for its result.
    """

    match: str
    game: str
    rules: str
    players: int
    options: dict[str, str]
    origin: str
    finished: bool
    label: str
    bound: float
    method: str
    start: Chances
    plies: list[Ply]
    seats: list[SeatReview]


def review_games(rules: Rules) -> int:
    """How many games to play out behind each figure of a review, unless something else is said."""
    return REVIEW_GAMES[can_compile(), rules.game.has_hidden_information]


class NothingToReview(ValueError):
    """The match has not begun."""


@dataclass(frozen=True, slots=True)
class _Moment:
    """A state with the event that comes next."""

    version: int
    state: State
    event: Drawn | Acted


def review(
    events: Sequence[MatchEvent],
    source: Source,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a match.

    Args:
        events: of the whole match, from its first; checked by the rules as they are folded.
        source: of the figures, for the rules of the match.
        progress: called with the plies done and their number.

    Raises:
        NothingToReview: play has not begun.
        MatchError, GameError: an event cannot follow those before it.
    """
    match, moments = _replay(events)
    game = match.game
    states = [each.state for each in moments] + [match.state]
    curve = [source.values(states[0], OPEN)]
    plies: list[Ply] = []
    for number, moment in enumerate(moments, 1):
        after = states[number]
        make = _throw if isinstance(moment.event, Drawn) else _choice
        ply = make(game, source, number, moment, curve[-1], after)
        plies.append(ply)
        curve.append(ply.chances)
        if progress is not None:
            progress(number, len(moments))
    seats = [_seat(match, seat, curve, plies) for seat in range(match.rules.players)]
    created = match.created
    return Review(
        match=created.match,
        game=created.game,
        rules=match.rules.identity,
        players=created.players,
        options=created.options,
        origin=created.origin,
        finished=game.rules.phase(match.state) == OVER,
        label=weakest([each.label for each in curve]),
        bound=max(each.bound for each in curve),
        method=source.method,
        start=curve[0],
        plies=plies,
        seats=seats,
    )


def _replay(events: Iterable[MatchEvent]) -> tuple[Match, list[_Moment]]:
    moments: list[_Moment] = []
    match: Match | None = None
    for event in events:
        if match is None:
            match = begin(event)
            continue
        if isinstance(event, Drawn | Acted) and match.state is not None:
            moments.append(_Moment(match.version + 1, match.state.copy(), event))
        evolve(match, event)
    if match is None or match.state is None:
        raise NothingToReview("the match has not begun: there is nothing to review")
    return match, moments


def _throw(
    game: Game, source: Source, number: int, moment: _Moment, before: Chances, after: State
) -> Ply:
    event = moment.event
    assert isinstance(event, Drawn)
    chances = source.values(after, OPEN)
    luck = [b - a for a, b in zip(before.win, chances.win, strict=True)]
    seat = event.seat
    return Ply(
        ply=number,
        version=moment.version,
        kind="throw",
        seat=seat,
        what=[text or "?" for text in event.outcomes],
        chances=chances,
        luck=luck,
        effect=[0.0] * len(luck),
        margin=_change_margin(before, chances, seat),
    )


def _choice(
    game: Game, source: Source, number: int, moment: _Moment, before: Chances, after: State
) -> Ply:
    event, state = moment.event, moment.state
    assert isinstance(event, Acted)
    seat = event.seat
    action = game.notation.parse_action(event.action)
    observer = seat if game.has_hidden_information else OPEN
    compared = source.compare(state, observer)
    taken = next(each for each in compared if each.action == action)
    if game.has_hidden_information:
        chances = source.values(after, OPEN)
        thought = source.values(state, observer)
        effect = [b - a for a, b in zip(thought.win, taken.chances.win, strict=True)]
        change = [b - a for a, b in zip(before.win, chances.win, strict=True)]
        luck = [c - e for c, e in zip(change, effect, strict=True)]
    else:
        chances = taken.chances
        if game.rules.phase(after) == OVER:
            chances = source.values(after, OPEN)
        effect = [b - a for a, b in zip(before.win, chances.win, strict=True)]
        luck = [0.0] * len(effect)
    free = len(compared) > 1
    return Ply(
        ply=number,
        version=moment.version,
        kind="choice",
        seat=seat,
        what=[event.action],
        chances=chances,
        luck=luck,
        effect=effect,
        margin=_change_margin(before, chances, seat),
        cost=taken.cost if free else None,
        cost_margin=taken.margin if free else 0.0,
        tried=_tried(game, compared, seat) if free else [],
    )


def _tried(game: Game, compared: Sequence[Compared], seat: int) -> list[Tried]:
    rows = sorted(compared, key=lambda each: each.cost)
    return [
        Tried(
            game.notation.format_action(each.action),
            each.chances.win[seat],
            each.chances.low[seat],
            each.chances.high[seat],
            each.cost,
            each.margin,
        )
        for each in rows
    ]


def _change_margin(before: Chances, after: Chances, seat: int | None) -> float:
    seats = range(len(before.win)) if seat is None else (seat,)
    label = weakest([before.label, after.label])
    return max(add_margins([margin(before, s), margin(after, s)], label) for s in seats)


def _seat(match: Match, seat: int, curve: Sequence[Chances], plies: Sequence[Ply]) -> SeatReview:
    holder = match.seats[seat]
    assert holder is not None
    label = weakest([each.label for each in curve])
    own = [each for each in plies if each.seat == seat and each.cost is not None]
    luck = math.fsum(each.luck[seat] for each in plies)
    result = curve[-1].win[seat]
    costly = [each for each in own if (each.cost or 0.0) > each.cost_margin]
    dearest = sorted(costly, key=lambda each: -(each.cost or 0.0))[:DEAREST]
    return SeatReview(
        seat=seat,
        name=holder.name,
        bot=holder.bot,
        start=curve[0].win[seat],
        luck=luck,
        luck_margin=_luck_margin(seat, curve, plies, label),
        skill=math.fsum(each.effect[seat] for each in plies),
        result=result,
        adjusted=result - luck,
        lost=math.fsum(each.cost or 0.0 for each in own),
        lost_margin=add_margins([each.cost_margin for each in own], label),
        choices=len(own),
        dearest=[each.ply for each in dearest],
    )


def _luck_margin(seat: int, curve: Sequence[Chances], plies: Sequence[Ply], label: str) -> float:
    """The margin of the sum of luck: neighbouring throws share a figure, which cancels."""
    margins = []
    for index, chances in enumerate(curve):
        into = index > 0 and any(plies[index - 1].luck)
        out_of = index < len(plies) and any(plies[index].luck)
        if into != out_of:
            margins.append(margin(chances, seat))
    return add_margins(margins, label)


__all__ = ["NothingToReview", "Ply", "Review", "SeatReview", "Tried", "review"]
