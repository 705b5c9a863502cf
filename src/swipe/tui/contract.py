"""What a game's view in the terminal is, and what all of them share.

The view of the game ``swipe-dice`` is the object ``VIEW`` of the module
``swipe.tui.games.swipe_dice``. It turns what one observer is sent of a match, and nothing else,
into lines; and what a person types into the text of an action or of outcomes. Its words are the
messages ``cli-<game>-...``; what happened is told by the game's own ``<game>-effect-...``.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from swipe.games.contract import SPECTATOR, Effect, Game
from swipe.match.exit import Position, Snapshot
from swipe.messages import has_message, text
from swipe.tui.screen import Line, fit

_SEAT = "seat:"
"""What the text of an outcome begins with that says who begins."""


class Misread(ValueError):
    """What a person typed is none of what the prompt accepts; the message says what is."""


@dataclass(frozen=True)
class Seen:
    """A match as one observer sees it.

    Attributes:
        snapshot: what the observer is sent.
        viewer: the observer: a seat, or SPECTATOR.
        throw: the possible outcomes, as texts, of each die of the throw that real dice are about
            to make; empty when chance is drawn, or at a decision.
    """

    snapshot: Snapshot
    viewer: int = SPECTATOR
    throw: Sequence[str] = ()

    @property
    def position(self) -> Position:
        assert self.snapshot.position is not None
        return self.snapshot.position

    @property
    def fields(self) -> dict[str, Any]:
        return self.position.fields

    @property
    def names(self) -> list[str]:
        return [holder.name if holder else "?" for holder in self.snapshot.seats]

    def name(self, seat: int | None) -> str:
        return "" if seat is None else self.names[seat]


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that a person can choose: what to call it, and the text of the action."""

    label: str
    action: str


@dataclass(frozen=True)
class View:
    """The view of a game, as plain as it can be; a game's own view overrides what it says better.

    Attributes:
        game: the game.
        words: what people may type for an outcome of a die, in lower case, and the outcome.
        shows_table_at_choice: whether the table is shown again before every decision.
    """

    game: Game
    words: Mapping[str, str] = field(default_factory=dict)
    shows_table_at_choice: bool = False

    # --- the table --------------------------------------------------------------------------------

    def title(self, seen: Seen) -> str:
        """What stands above the table: the game and whose turn it is."""
        seat = seen.position.seat
        game = text(f"{self.game.name}-title")
        if seat is None:
            return game
        return text("cli-table-title", game=game, name=seen.name(seat))

    def table(self, seen: Seen, width: int) -> list[Line]:
        """Everything that lies on the table, in lines that fit the width."""
        mark = seen.position.seat
        return [
            [
                "> " if seat == mark else "  ",
                (fit(name, 24), f"seat{seat}"),
                f" {seen.position.scores[seat]:>5}",
            ]
            for seat, name in enumerate(seen.names)
        ]

    # --- what happened ----------------------------------------------------------------------------

    def tell(self, effects: Sequence[Effect], seen: Seen) -> list[str]:
        """Sentences that say what happened, in order."""
        return [line for effect in effects if (line := self.tell_one(effect, seen))]

    def tell_one(self, effect: Effect, seen: Seen) -> str:
        """The sentence of one effect; empty when nothing need be said."""
        message = f"{self.game.name}-effect-{effect['effect']}"
        return text(message, **self.arguments(effect, seen))

    def arguments(self, effect: Effect, seen: Seen) -> dict[str, Any]:
        """The arguments of an effect's message: seats as names, lists as texts."""
        found: dict[str, Any] = {}
        for key, value in effect.items():
            if key in ("seat", "seats", "from"):
                seats = value if isinstance(value, list) else [value]
                found[key] = join_words([seen.name(seat) for seat in seats])
            elif isinstance(value, list):
                found[key] = join_words([str(each) for each in value])
            else:
                found[key] = value
        return found

    # --- decisions --------------------------------------------------------------------------------

    def choices(self, seen: Seen) -> list[Choice]:
        """What the seat to act can choose, in the order in which it is numbered."""
        return [Choice(self.label(action, seen), action) for action in seen.position.legal]

    def label(self, action: str, seen: Seen) -> str:
        """What an action is called: the message ``cli-<game>-action-<its first word>``."""
        word, _, rest = action.partition(":")
        message = f"cli-{self.game.name}-action-{word}"
        if rest.isdigit():
            return text(message, name=seen.name(int(rest) - 1), seat=int(rest))
        if rest and has_message(f"{message}-{rest.lower()}"):
            return text(f"{message}-{rest.lower()}")
        return text(message)

    def question(self, seen: Seen) -> str:
        """What the decision is about, with the name of the person who decides."""
        return text("cli-question", name=seen.name(seen.position.to_act))

    def list_choices(self, seen: Seen) -> list[Line]:
        """The choices, as they are shown above the prompt."""
        return [
            [(f"{number:>4}) ", "bold"), choice.label]
            for number, choice in enumerate(self.choices(seen), 1)
        ]

    def choice_hint(self, seen: Seen) -> str:
        """What the prompt of a decision accepts, in a few words."""
        choices = self.choices(seen)
        if len(choices) == 1:
            return text("cli-hint-only-choice", choice=choices[0].label)
        return text("cli-hint-choice", count=len(choices))

    def choice_help(self, seen: Seen) -> list[str]:
        """What there is to say about the choices when somebody asks."""
        shown = [
            text("cli-help-action", number=number, action=choice.action)
            for number, choice in enumerate(self.choices(seen), 1)
        ]
        return [text("cli-help-choice", actions=", ".join(shown))]

    def read_choice(self, typed: str, seen: Seen) -> str:
        """The text of the action that a person means.

        It can be named by its number, its text, what it is called, the name of the player it is
        about, or what only one of these begins with.

        Raises:
            Misread: it is none of the choices.
        """
        choices = self.choices(seen)
        if not typed and len(choices) == 1:
            return choices[0].action
        if typed.isdecimal():
            number = int(typed[:9])  # Python turns only so many digits into a number
            if 1 <= number <= len(choices):
                return choices[number - 1].action
        elif typed:
            names = {choice.action: self._names(choice, seen) for choice in choices}
            exact = [action for action, known in names.items() if typed.lower() in known]
            begun = [
                action
                for action, known in names.items()
                if any(name.startswith(typed.lower()) for name in known)
            ]
            if len(exact or begun) == 1:
                return (exact or begun)[0]
        raise Misread(text("cli-misread-choice", typed=typed, hint=self.choice_hint(seen)))

    def _names(self, choice: Choice, seen: Seen) -> list[str]:
        """What a choice can be called, in lower case."""
        names = [choice.action, choice.label]
        _, _, seat = choice.action.partition(":")
        if seat.isdecimal():
            names.append(seen.name(int(seat) - 1))
        return [name.lower() for name in names]

    # --- throws -----------------------------------------------------------------------------------

    def throw_hint(self, seen: Seen) -> str:
        """The prompt of a person whose word a throw waits for."""
        position = seen.position
        return text("cli-hint-throw", name=seen.name(position.to_act), count=position.run)

    def draws_starter(self, seen: Seen) -> bool:
        """Whether what is to be typed is no throw of dice but who begins."""
        return bool(seen.throw) and all(each.startswith(_SEAT) for each in seen.throw)

    def _starters(self, seen: Seen) -> dict[int, str]:
        """The names of those who can begin, by the numbers of their seats."""
        seats = [int(each.removeprefix(_SEAT)) for each in seen.throw]
        return {seat: seen.name(seat - 1) for seat in seats}

    def typed_hint(self, seen: Seen) -> str:
        """The prompt for what real dice show; ``seen.throw`` holds what they can."""
        if self.draws_starter(seen):
            return text("cli-typed-starter")
        position = seen.position
        name, faces = seen.name(position.to_act), ", ".join(seen.throw)
        if position.to_act is None:
            return text("cli-hint-typed-draw", count=position.run, faces=faces)
        return text("cli-hint-typed", name=name, count=position.run, faces=faces)

    def typed_help(self, seen: Seen) -> list[str]:
        """What there is to say when somebody asks what to type in."""
        if self.draws_starter(seen):
            listed = [f"  {seat}: {name}" for seat, name in self._starters(seen).items()]
            return [text("cli-help-starter"), *listed]
        return [text("cli-help-typed"), *self.throw_help(seen)]

    def throw_help(self, seen: Seen) -> list[str]:
        """What there is to say about what real dice can show."""
        return [text("cli-help-faces", faces=", ".join(seen.throw))]

    def confirm_hint(self, outcomes: Sequence[str], seen: Seen) -> str:
        """The prompt that shows once more what was typed in, before it counts."""
        if self.draws_starter(seen):
            (outcome,) = outcomes
            name = self._starters(seen)[int(outcome.removeprefix(_SEAT))]
            return text("cli-confirm-starter", name=name)
        return text("cli-confirm-typed", outcomes=" ".join(outcomes))

    def read_throw(self, typed: str, seen: Seen) -> list[str]:
        """The texts of the outcomes that a person typed in, one for each die of the throw.

        Raises:
            Misread: not as many as there are dice, or not what they can show.
        """
        if self.draws_starter(seen):
            return [self._read_starter(typed, seen)]
        possible = {outcome.lower(): outcome for outcome in seen.throw}
        words = {word: face for word, face in self.words.items() if face in seen.throw}
        for word in sorted(words, key=len, reverse=True):
            if " " in word:  # "swipe a die" is one answer
                typed = typed.lower().replace(word, words[word])
        outcomes = []
        for word in typed.lower().replace(",", " ").split():
            face = possible.get(word) or words.get(word)
            if face is None:
                known = ", ".join(seen.throw)
                raise Misread(text("cli-misread-face", typed=word, faces=known))
            outcomes.append(face)
        if len(outcomes) != seen.position.run:
            needed = seen.position.run
            raise Misread(text("cli-misread-count", count=len(outcomes), needed=needed))
        return outcomes

    def _read_starter(self, typed: str, seen: Seen) -> str:
        """The seat that is meant by its number, its name or the beginning of its name alone."""
        starters = self._starters(seen)
        meant = " ".join(typed.lower().split()).removeprefix(_SEAT)
        for seat, name in starters.items():
            if meant in (str(seat), name.lower()):
                return f"{_SEAT}{seat}"
        begun = [s for s, name in starters.items() if meant and name.lower().startswith(meant)]
        if len(begun) == 1:
            return f"{_SEAT}{begun[0]}"
        known = ", ".join(f"{seat} ({name})" for seat, name in starters.items())
        raise Misread(text("cli-misread-starter", typed=typed, known=known))


def join_words(words: Sequence[str]) -> str:
    """Names in a row: "Ada, Bea and Cyd"."""
    if len(words) < 2:
        return "".join(words)
    return text("cli-list", most=", ".join(words[:-1]), last=words[-1])


def find_view(game: Game) -> View:
    """The view of a game in the terminal.

    Raises:
        ModuleNotFoundError: the game has none; a test names it.
    """
    module = importlib.import_module(f"swipe.tui.games.{game.name.replace('-', '_')}")
    view = module.VIEW
    assert isinstance(view, View)
    return view
