"""The one exit: what an observer is sent of a match. Nothing else reads a state for the outside.

Everything here is built from states that the game's ``view`` has redacted, so what an observer
must not know cannot be in it. Observers with the same *audience* are sent the same bytes.
"""

from __future__ import annotations

from typing import Any

import msgspec

from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, NOBODY, OVER, SPECTATOR, Effect, Game, State
from swipe.match.events import Acted, Drawn, MatchEvent
from swipe.match.fold import Match


class SeatSeen(msgspec.Struct, frozen=True):
    """A seat as everybody sees it: ``bot`` and ``held_by`` name policies, empty for a person."""

    name: str
    bot: str
    held_by: str
    has_entropy: bool


class Position(msgspec.Struct, frozen=True):
    """A state as an observer sees it.

    ``phase`` is decision, chance or over. ``seat`` has the turn, ``to_act`` is waited for: its
    decision, or its word for a throw of ``run`` draws; None when chance goes on by itself.
    ``legal`` holds the texts of the actions open to ``to_act`` where the observer may know them.
    ``scores`` are by seat; ``ranks`` and ``shares`` of the win only at the end. ``fields`` are the
    redacted state by field name, arrays as lists with one entry a seat where they are by seat.
    ``text`` is the state's notation where nothing in it is hidden.
    """

    phase: str
    seat: int | None
    to_act: int | None
    run: int
    legal: list[str]
    scores: list[int]
    fields: dict[str, Any]
    text: str
    ranks: list[int] | None = None
    shares: list[float] | None = None


class Snapshot(msgspec.Struct, frozen=True):
    """A whole match as an observer sees it after ``version`` events."""

    match: str
    version: int
    game: str
    rules: str
    players: int
    options: dict[str, str]
    chance: str
    commitment: str
    coach: bool
    seats: list[SeatSeen | None]
    position: Position | None
    ended: bool


class Happening(msgspec.Struct, frozen=True):
    """One event as an observer sees it: the event, its effects in order, and the match after it."""

    version: int
    event: MatchEvent
    effects: list[Effect]
    seats: list[SeatSeen | None]
    position: Position | None


def audience(match: Match, observer: int) -> int:
    """Observers with the same audience see the same: a seat, or SPECTATOR."""
    return observer if match.game.has_hidden_information else SPECTATOR


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else int(seat)


def fields_of(game: Game, seen: State) -> dict[str, Any]:
    """A redacted state as plain values: arrays cut to the players, labelled fields named."""
    players = int(seen.players)
    found: dict[str, Any] = {}
    for name in game.dtype.names or ():
        value = getattr(seen, name)
        if not isinstance(value, list | int):
            value = value.tolist()
        if isinstance(value, list):
            found[name] = value[:players] if len(value) == game.players[1] else value
        else:
            names = game.labels.get(name)
            found[name] = names[value] if names else value
    return found


def position(match: Match, observer: int) -> Position | None:
    """The state as the observer sees it; None before the start."""
    if match.state is None:
        return None
    game = match.game
    seen = game.view.redact(match.state, observer)
    to_act = game.rules.seat_to_act(seen)
    phase = game.rules.phase(seen)
    knows_actions = not game.has_hidden_information or observer == to_act
    legal: list[str] = []
    if phase == DECISION and knows_actions:
        legal = [game.notation.format_action(a) for a in contract.legal_actions(game, seen)]
    over = phase == OVER
    return Position(
        phase=contract.PHASE_NAMES[phase],
        seat=_seat_or_none(int(seen.seat)),
        to_act=_seat_or_none(to_act),
        run=game.rules.chance_run(seen) if phase == CHANCE else 0,
        legal=legal,
        scores=[int(game.rules.score(seen, seat)) for seat in range(match.rules.players)],
        fields=fields_of(game, seen),
        text="" if game.has_hidden_information else contract.format_position(match.rules, seen),
        ranks=contract.ranking(game, seen) if over else None,
        shares=contract.shares(game, seen) if over else None,
    )


def seats(match: Match) -> list[SeatSeen | None]:
    """The seats as everybody sees them."""
    contributed = {seat for seat, _ in match.entropy}
    return [
        None
        if holder is None
        else SeatSeen(holder.name, holder.bot, holder.held_by, seat in contributed)
        for seat, holder in enumerate(match.seats)
    ]


def snapshot(match: Match, observer: int) -> Snapshot:
    """The whole match as the observer sees it."""
    created = match.created
    return Snapshot(
        match=created.match,
        version=match.version,
        game=created.game,
        rules=match.rules.identity,
        players=created.players,
        options=created.options,
        chance=created.chance,
        commitment=created.commitment,
        coach=created.coach,
        seats=seats(match),
        position=position(match, observer),
        ended=match.ended is not None,
    )


def happening(before: Match, event: MatchEvent, after: Match, observer: int) -> Happening:
    """One event as the observer sees it; ``before`` and ``after`` stay as they are."""
    shown, effects = _witness(before, event, observer)
    return Happening(after.version, shown, effects, seats(after), position(after, observer))


def _witness(before: Match, event: MatchEvent, observer: int) -> tuple[MatchEvent, list[Effect]]:
    game = before.game
    if isinstance(event, Acted):
        action = game.notation.parse_action(event.action)
        state = before.state.copy()
        steps = contract.trace(game, state, observer, action=action)
        return event, [effect for step in steps for effect in game.view.describe(step, observer)]
    if isinstance(event, Drawn):
        state = before.state.copy()
        effects: list[Effect] = []
        shown: list[str | None] = []
        for text in event.outcomes:
            assert text is not None
            outcome = game.notation.parse_outcome(text)
            shown.append(text if game.view.sees_outcome(state, outcome, observer) else None)
            for step in contract.trace(game, state, observer, outcome=outcome):
                effects += game.view.describe(step, observer)
        return Drawn(event.number, shown, event.seat), effects
    return event, []
