"""A match followed line by line: real dice typed in, or dice drawn here; with undo.

The match lives in its list of events. Taking back cuts the list before the last throw or choice, so
that a record never tells of a slip of the hand.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

from swipe.bots.contract import choose
from swipe.bots.optimal import find_player
from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, NOBODY, OVER, SPECTATOR, Effect, Game, Rules
from swipe.match import exit as match_exit
from swipe.match.decide import Act, Enter, MatchCommand, Secret, Sit, Start, Throw, create, decide
from swipe.match.events import Acted, Created, Drawn, MatchEvent
from swipe.match.fold import evolve, fold


class BadLine(ValueError):
    """A typed line that is neither dice nor a choice; the message says what would be right."""


class TableSide:
    """A match at the table's side.

    Args:
        events: the events so far, at least the first.
        secret: of a match whose dice are drawn here.
        bots: the bot of each seat that one plays, by seat.
        seed: of the bots' random words.

    Raises:
        MatchError, GameError: the events do not follow each other.
    """

    def __init__(
        self,
        events: Sequence[MatchEvent],
        secret: Secret | None = None,
        bots: dict[int, str] | None = None,
        seed: int | None = None,
    ) -> None:
        self.events = list(events)
        self.secret = secret or Secret()
        self.bots = dict(bots or {})
        self.random = Random(seed)
        self.match = fold(self.events)

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def names(self) -> list[str]:
        """The players' names by seat."""
        return [holder.name if holder else "" for holder in self.match.seats]

    @property
    def typed(self) -> bool:
        """Whether the dice are typed in."""
        return self.match.created.chance == "typed"

    @property
    def over(self) -> bool:
        return self.match.phase == OVER

    @property
    def needed(self) -> int:
        """How many outcomes the throw that is due has."""
        return self.game.rules.chance_run(self.match.state)

    def possible_outcomes(self) -> list[str]:
        """The texts of what a die can show now."""
        found = contract.chance_outcomes(self.game, self.match.state)
        return [self.game.notation.format_outcome(outcome) for outcome, _ in found]

    def possible_actions(self) -> list[str]:
        """The texts of the legal actions."""
        legal = contract.legal_actions(self.game, self.match.state)
        return [self.game.notation.format_action(each) for each in legal]

    def carry_out(self, command: MatchCommand) -> list[Effect]:
        """Carry a command out; what happened, in order.

        Raises:
            MatchError, GameError: it is refused, and nothing has changed.
        """
        before = self.match
        decision = decide(before, command, self.secret)
        effects: list[Effect] = []
        for event in decision.events:
            after = before.copy()
            evolve(after, event)
            if before.state is not None:
                effects += match_exit.happening(before, event, after, self._observer()).effects
            self.events.append(event)
            before = after
        self.match = decision.match
        return effects

    def _observer(self) -> int:
        people = [seat for seat in range(self.match.rules.players) if seat not in self.bots]
        return people[0] if len(people) == 1 else SPECTATOR

    def throw(self, line: str = "") -> list[Effect]:
        """Carry out the throw that is due: as typed, or drawn here.

        Raises:
            BadLine: the line does not name the right number of faces that can show.
        """
        state = self.match.state
        if self.game.rules.phase(state) != CHANCE:
            raise BadLine("no throw is due")
        seat = self.match.seat_to_act
        if not self.typed:
            return self.carry_out(Throw(seat))
        outcomes = self._read_outcomes(line)
        return self.carry_out(Enter(outcomes, None if seat == NOBODY else seat))

    def _read_outcomes(self, line: str) -> list[str]:
        possible = self.possible_outcomes()
        by_lower = {each.lower(): each for each in possible}
        # A seat in question may be named as people name it: by its number, or by who sits there.
        for seat, name in enumerate(self.names):
            text = f"seat:{seat + 1}"
            if text in possible:
                by_lower |= {str(seat + 1): text, name.lower(): text}
        if line.strip().lower() in by_lower:
            return [by_lower[line.strip().lower()]]
        outcomes: list[str] = []
        for word in re.split(r"[\s,;]+", line.strip()):
            times, face = 1, word
            if word.lower() not in by_lower and (
                many := re.fullmatch(r"([1-9]\d?)[x*]?(.+)", word)
            ):
                times, face = int(many[1]), many[2]
            if face.lower() not in by_lower:
                raise BadLine(self._what_can_be(word, possible))
            outcomes += [by_lower[face.lower()]] * times
        return outcomes

    def _what_can_be(self, word: str, possible: Sequence[str]) -> str:
        seats = [each.removeprefix("seat:") for each in possible if each.startswith("seat:")]
        if not seats:
            return f"{word!r} cannot show now; possible: {', '.join(possible)}"
        known = ", ".join(f"{seat} ({self.names[int(seat) - 1]})" for seat in seats)
        return f"{word!r} is nobody who can begin; possible: {known}"

    def act(self, action: str) -> list[Effect]:
        """Carry out a choice of the seat to act.

        Raises:
            WrongPhase, IllegalAction, MalformedText: it is not possible now.
        """
        return self.carry_out(Act(self.match.seat_to_act, action))

    def bot_action(self) -> str:
        """What the bot of the seat to act chooses; empty where a person decides."""
        match = self.match
        bot = self.bots.get(match.seat_to_act, "")
        if match.phase != DECISION or not bot:
            return ""
        word = self.random.getrandbits(63)
        action = choose(self.game, find_player(self.match.rules, bot), match.state, word)
        return self.game.notation.format_action(action)

    def undo(self) -> MatchEvent | None:
        """Take back the last throw or choice that a line gave; None when there is none.

        Dice that are drawn do not fall again: only typed matches can take back throws.
        """
        moves = (Drawn, Acted)
        last = max(
            (i for i, event in enumerate(self.events) if isinstance(event, moves)), default=None
        )
        if last is None or not self.typed:
            return None
        event = self.events[last]
        self.events = self.events[:last]
        self.match = fold(self.events)
        return event


def follow(rules: Rules, names: Sequence[str], created: Created | None = None) -> TableSide:
    """A new match with typed-in dice, everybody seated, about to begin.

    Args:
        rules: what is played.
        names: of the players, by seat.
        created: the first event, where the match goes on from a position.

    Raises:
        WrongChance: the game has hidden chance, which cannot be typed in.
        MatchError: a name that no player can have.
    """
    if created is None:
        created, _ = create("real-dice", rules, chance="typed", coach=True)
    side = TableSide([created])
    begin(side, names)
    return side


def begin(side: TableSide, names: Sequence[str]) -> None:
    """Seat everybody and start.

    Raises:
        MatchError: a name that no player can have.
    """
    for seat, name in enumerate(names):
        side.carry_out(Sit(seat, name, side.bots.get(seat, "")))
    side.carry_out(Start())
