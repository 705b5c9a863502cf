"""A match on this machine: its host, its events, and what each observer was told of them."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from swipe.bots.contract import choose
from swipe.bots.optimal import find_player
from swipe.games.contract import CHANCE, NOBODY, Effect, chance_outcomes
from swipe.match import exit as way_out
from swipe.match.decide import (
    Act,
    AddEntropy,
    Decision,
    Enter,
    MatchCommand,
    Secret,
    Sit,
    Start,
    Throw,
    decide,
    proceed,
)
from swipe.match.events import Created, MatchEvent
from swipe.match.fold import Match, begin, evolve
from swipe.tui.contract import Seen
from swipe.tui.storage import RecordFile

WORD_BITS = 63
"""How many random bits a policy is given."""


@dataclass(frozen=True, slots=True)
class Player:
    """Who takes a seat: a person, or a bot when ``bot`` names a policy."""

    name: str
    bot: str = ""


class LocalTable:
    """The one place that changes the match; an event is in the record before it is shown."""

    def __init__(self, events: Sequence[MatchEvent], secret: Secret, file: RecordFile) -> None:
        self.file = file
        self._secret = secret
        self._events: list[MatchEvent] = []
        self._matches: list[Match] = []  # the match after each event
        for event in events:
            self._witness(event)

    @classmethod
    def open(
        cls, created: Created, secret: Secret, players: Sequence[Player], file: RecordFile
    ) -> LocalTable:
        """A new table: everybody sits down, people add entropy, and play begins.

        A seeded match takes no entropy, so that the seed alone repeats it.
        """
        file.append([created])
        table = cls([created], secret, file)
        for seat, player in enumerate(players):
            table.do(Sit(seat, player.name, player.bot))
        if created.chance == "fair":
            for seat in table.people:
                table.do(AddEntropy(seat, secrets.token_hex(16)))
        table.do(Start())
        return table

    # --- the match --------------------------------------------------------------------------------

    @property
    def match(self) -> Match:
        """The match now. What people are shown of it comes from :meth:`seen` alone."""
        return self._matches[-1]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [s for s, holder in enumerate(self.match.seats) if holder and not holder.policy]

    @property
    def is_typed(self) -> bool:
        return self.match.created.chance == "typed"

    def do(self, command: MatchCommand) -> None:
        """Carry out a command.

        Raises:
            MatchError, GameError: it is refused; nothing has changed.
            OSError: the record could not be written; nothing has changed.
        """
        self._take(decide(self.match, command, self._secret))

    def go_on(self) -> None:
        """After a resumption: what chance had yet to say."""
        self._take(proceed(self.match, self._secret))

    def _take(self, decision: Decision) -> None:
        if decision.events:
            self.file.append(decision.events)
        for event in decision.events:
            self._witness(event)

    def _witness(self, event: MatchEvent) -> None:
        if self._matches:
            match = self.match.copy()
            evolve(match, event, proven=True)
        else:
            match = begin(event)
        self._events.append(event)
        self._matches.append(match)

    def throw(self) -> None:
        """Throw the dice of the seat that the match waits for."""
        self.do(Throw(self.match.seat_to_act))

    def act(self, action: str) -> None:
        """Decide for the seat that the match waits for."""
        self.do(Act(self.match.seat_to_act, action))

    def enter(self, outcomes: list[str]) -> None:
        """What real dice showed."""
        seat = self.match.seat_to_act
        self.do(Enter(outcomes, None if seat == NOBODY else seat))

    def bot_acts(self) -> None:
        """The bot of the seat to act decides, from what its seat may see."""
        match = self.match
        holder = match.seats[match.seat_to_act]
        assert holder is not None
        policy = find_player(match.rules, holder.policy)
        action = choose(match.game, policy, match.state, self._word())
        self.act(match.game.notation.format_action(action))

    def _word(self) -> int:
        """Random bits for a bot; of a drawn match always the same at the same version."""
        if not self._secret.value:
            return secrets.randbits(WORD_BITS)
        message = b"swipe-bot/1\0" + self.match.version.to_bytes(8, "big")
        digest = hmac.digest(self._secret.value, message, hashlib.sha256)
        return int.from_bytes(digest[:8], "big") >> (64 - WORD_BITS)

    # --- what is shown ----------------------------------------------------------------------------

    def seen(self, viewer: int) -> Seen:
        """The match as an observer sees it."""
        match = self.match
        throw: list[str] = []
        if self.is_typed and match.phase == CHANCE:
            game = match.game
            outcomes = chance_outcomes(game, match.state)
            throw = [game.notation.format_outcome(each) for each, _ in outcomes]
        return Seen(way_out.snapshot(match, viewer), viewer, throw)

    def effects_since(self, version: int, viewer: int) -> Iterator[list[Effect]]:
        """What happened after a version, event by event, as an observer is told of it."""
        for before, event, after in zip(
            self._matches[version - 1 :],
            self._events[version:],
            self._matches[version:],
            strict=False,
        ):
            yield way_out.happening(before, event, after, viewer).effects
