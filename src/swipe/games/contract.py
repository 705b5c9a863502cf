"""What a game is: the functions, the data and the errors that every game shares.

Nothing here knows any one game. A game is a package with three modules

``rules``
    small plain functions on a *state*, one fixed-width NumPy record. They draw nothing, print
    nothing and allocate nothing: the caller hands them an action or a chance outcome. They run as
    they stand in Python (on a record of an ``np.recarray``) and compiled by Numba. Because small
    unsigned fields wrap in NumPy and widen in Numba, a rule function reads a field it calculates
    with through ``int(...)``.
``notation``
    the text forms of actions, outcomes and states, both ways.
``view``
    what an observer may see of a state, and what happened in words and numbers.

and one :class:`Game` that binds them, listed in :mod:`swipe.games.registry`.

A state is in one of three phases: a seat decides, chance speaks, or the game is over. A chance
node is a draw of one of ``chance_total(state)`` equally likely *tickets*; ``chance_outcome`` maps
the ticket to an outcome. Probabilities are therefore exact fractions, and the same two functions
serve fair draws, seeded draws, simulation and the solvers.

A move (an action or an outcome) is applied in steps: ``play`` or ``land`` puts it into the state,
then ``settle`` carries out one automatic effect at a time and returns the number of the step it
took (an index into ``STEPS``), or 0 when the state rests at a decision, a chance node or the end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from types import MappingProxyType
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

State: TypeAlias = Any
"""A scalar ``np.record`` of the game's dtype; fields are attributes (``state.chips[seat]``)."""

DECISION, CHANCE, OVER = 0, 1, 2
PHASE_NAMES = ("decision", "chance", "over")
NOBODY = 255
"""Stands for "no seat" wherever a field or a function holds a seat number."""

SPECTATOR = -1
"""The observer who holds no seat."""


class GameError(ValueError):
    """Input that a game cannot accept; the message says what is wrong and what would be right."""


class MalformedText(GameError):
    """Text that is not in the notation at all."""


class IllegalAction(GameError):
    """A well-formed action that the rules do not allow in this state."""


class ImpossibleOutcome(GameError):
    """A well-formed chance outcome that cannot happen in this state."""


class WrongSeat(GameError):
    """An action by a seat that is not the one to act."""


class WrongPhase(GameError):
    """An action where chance must speak, an outcome where a seat decides, or a move at the end."""


class WrongVersion(GameError):
    """Rules, a record or a table made for another version of the rules."""


class UnknownGame(GameError):
    """A game name that the registry does not list."""


class BadOption(GameError):
    """An option that the game does not have, a value it cannot take, or options at odds."""


@dataclass(frozen=True, slots=True)
class Option:
    """One choice between readings of the rules.

    Attributes:
        name: the word used in code, files, commands and on the wire.
        default: the canonical text of the default value.
        rule: the rule line that the option changes, such as ``"SD-17"``.
        source: which source says what, in a sentence.
        kind: ``"choice"`` (one of ``values``), ``"integer"`` (``minimum`` to ``maximum``) or
            ``"text"`` (``pattern``; ``values`` are examples).
        values: all values, or examples of them, the default first.
        meaning: what the option decides, in a sentence.
    """

    name: str
    default: str
    rule: str
    source: str
    meaning: str
    kind: str = "choice"
    values: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    pattern: str = ""

    def canonical(self, text: str) -> str:
        """Return the canonical text of a value.

        Raises:
            BadOption: the value is not one that the option takes.
        """
        value = text.strip()
        if self.kind == "choice":
            if value in self.values:
                return value
            raise BadOption(f"{self.name}={text!r}: use one of {', '.join(self.values)}")
        if self.kind == "integer":
            if re.fullmatch(r"[0-9]{1,9}", value) and self.minimum <= int(value) <= self.maximum:
                return str(int(value))
            raise BadOption(
                f"{self.name}={text!r}: use a whole number from {self.minimum} to {self.maximum}"
            )
        if re.fullmatch(self.pattern, value):
            return value
        raise BadOption(f"{self.name}={text!r}: write it like {' or '.join(self.values)}")


class RulesModule(Protocol):
    """The functions of a game's ``rules`` module, in the order in which every game has them."""

    STEPS: tuple[str, ...]

    def write_options(self, state: State, options: Mapping[str, str]) -> None:
        """Write canonical option texts into the option fields; ``state.players`` is set.

        Interpreted only. Raises BadOption when the options contradict each other or the number of
        players.
        """

    def read_options(self, state: State) -> dict[str, str]:
        """The canonical option texts of a state; writing them gives the same bytes again."""

    def setup(self, state: State) -> None:
        """Turn a zeroed record with ``players`` and options into the first position."""

    def phase(self, state: State) -> int:
        """DECISION, CHANCE or OVER."""

    def seat_to_act(self, state: State) -> int:
        """The seat that decides, or whose word a throw waits for; else NOBODY."""

    def legal_actions(self, state: State, actions: NDArray[np.uint16]) -> int:
        """Fill ``actions`` in rising order; return how many there are (0 outside a decision)."""

    def play(self, state: State, action: int) -> None:
        """Put a legal action into the state, unchecked; ``settle`` carries out the rest."""

    def chance_run(self, state: State) -> int:
        """How many draws, this one included, belong to the throw or deal under way."""

    def chance_total(self, state: State) -> int:
        """How many equally likely tickets this draw has (1 to 65535); 0 outside a chance node."""

    def chance_outcome(self, state: State, ticket: int) -> int:
        """The outcome of ticket 0 ... total-1; each outcome has a run of tickets."""

    def land(self, state: State, outcome: int) -> None:
        """Put a chance outcome into the state, unchecked; ``settle`` carries out the rest."""

    def settle(self, state: State) -> int:
        """Carry out one automatic effect; return its number in STEPS, or 0 when at rest."""

    def result(self, state: State, shares: NDArray[np.float64]) -> None:
        """Fill the share of the win of every seat (they sum to 1); only when over."""

    def ranking(self, state: State, ranks: NDArray[np.uint8]) -> None:
        """Fill the rank of every seat, 1 the best, equals sharing one; only when over."""

    def score(self, state: State, seat: int) -> int:
        """The figure that people compare during play: chips, penalty points, points."""


class NotationModule(Protocol):
    """The text forms of one game. Parsing raises MalformedText; writing never fails.

    ``FIELDS`` is how many words ``format_fields`` writes; ``-`` stands for none.
    """

    FIELDS: int

    def format_action(self, action: int) -> str: ...

    def parse_action(self, text: str) -> int: ...

    def format_outcome(self, outcome: int) -> str: ...

    def parse_outcome(self, text: str) -> int: ...

    def format_fields(self, state: State) -> str:
        """Printable ASCII that holds everything of a state but its players and options."""

    def parse_fields(self, state: State, text: str) -> None:
        """Fill a state that has its players and options, and check the invariants of the game."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a move as an observer may know it: its name, and the states around it.

    ``name`` is ``"play"``, ``"land"`` or an entry of the game's STEPS. ``action`` is set for
    ``play``; ``outcome`` for ``land`` when the observer may see it. ``before`` and ``after`` are
    redacted for the observer.
    """

    name: str
    before: State
    after: State
    action: int | None = None
    outcome: int | None = None


Effect: TypeAlias = dict[str, Any]
"""What happened, for people and for animation: ``effect`` (its name) and seats, counts, texts.

An effect named ``take-chips`` is told by the message ``<game>-effect-take-chips``.
"""


class ViewModule(Protocol):
    """The only place where hidden parts of a state are taken out."""

    def redact(self, state: State, observer: int) -> State:
        """A copy in which everything that the observer may not know has a fixed value.

        ``observer`` is a seat or SPECTATOR. Two states that differ only in what the observer
        cannot see give the same bytes.
        """

    def sees_outcome(self, state: State, outcome: int, observer: int) -> bool:
        """Whether the observer may know the outcome of the draw about to land on ``state``."""

    def describe(self, step: Step, observer: int) -> list[Effect]:
        """What the observer is told of one step; from redacted states alone."""


@dataclass(frozen=True)
class Game:
    """A game: its data and its three modules.

    Attributes:
        name: the registry's name, such as ``"swipe-dice"``.
        version: the version of the rules as implemented; part of the rules' identity.
        players: smallest and largest number of seats.
        options: every option, in the order in which people are asked.
        presets: named sets of options for the ways people really play; ``"default"`` is ``{}``.
        dtype: aligned structured dtype of a state; has the fields ``players`` and ``seat``, and no
            padding, whose bytes a copy would not keep.
        actions, outcomes: how many action and outcome numbers there are.
        max_legal: an upper bound on the number of legal actions of any state.
        has_hidden_information: whether seats see different things.
        physical: whether people can type in what real dice showed (all chance is public).
        max_plies: an upper bound on the moves of a match, or None when only chance ends it.
        labels: names for the numbers of a field, such as the stages.
        turn_steps: the STEPS that end a turn; every turn ends with exactly one of them.
        round_steps: the STEPS that end a round, where a match has rounds.
        low_score_wins: whether the lower score is the better one.
        starter_option: the option that decides who begins; it takes ``seat:1`` and so on.
    """

    name: str
    version: int
    players: tuple[int, int]
    options: tuple[Option, ...]
    presets: Mapping[str, Mapping[str, str]]
    dtype: np.dtype[Any]
    actions: int
    outcomes: int
    max_legal: int
    has_hidden_information: bool
    physical: bool
    rules: RulesModule
    notation: NotationModule
    view: ViewModule
    max_plies: int | None = None
    labels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    turn_steps: tuple[str, ...] = ("next-turn", "win")
    round_steps: tuple[str, ...] = ()
    low_score_wins: bool = False
    starter_option: str = "starter"

    def option(self, name: str) -> Option:
        """Return the option of that name.

        Raises:
            BadOption: the game has no such option.
        """
        for option in self.options:
            if option.name == name:
                return option
        known = ", ".join(option.name for option in self.options)
        raise BadOption(f"{self.name} has no option {name!r}; it has {known}")

    def check_players(self, players: int) -> None:
        """Refuse a number of players that the game is not for.

        Raises:
            BadOption: it is not.
        """
        low, high = self.players
        if not low <= players <= high:
            raise BadOption(f"{self.name} is for {low} to {high} players, not {players}")

    def configure(self, players: int, options: Mapping[str, str] | None = None) -> Rules:
        """Return the rules for a number of players and some options, the others at their default.

        Raises:
            BadOption: the player count or an option is not possible, or they contradict each other.
        """
        self.check_players(players)
        given = dict(options or {})
        for name in given:
            self.option(name)
        full = {o.name: o.canonical(given.get(o.name, o.default)) for o in self.options}
        rules = Rules(self, players, MappingProxyType(full))
        rules.initial_state()
        return rules

    def blank_state(self) -> State:
        """A zeroed record that owns its memory."""
        return np.zeros(1, self.dtype).view(np.recarray)[0]


@dataclass(frozen=True)
class Rules:
    """A game with everything decided before the first move: its players and all its options."""

    game: Game
    players: int
    options: Mapping[str, str] = field(hash=False)

    @property
    def identity(self) -> str:
        """The one line that names these rules everywhere: files, tables, statistics.

        Example: ``swipe-dice/1 players=2 roll_off=first_x_wins order=losses_first ...``
        """
        words = [f"{self.game.name}/{self.game.version}", f"players={self.players}"]
        words += [f"{option.name}={self.options[option.name]}" for option in self.game.options]
        return " ".join(words)

    @property
    def changed_options(self) -> dict[str, str]:
        """The options that are not at their default."""
        defaults = {option.name: option.default for option in self.game.options}
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    @cached_property
    def head(self) -> str:
        """How the text of a state begins: game, version, players and changed options."""
        words = [f"{self.game.name}/{self.game.version}", str(self.players)]
        changed = self.changed_options
        names = [option.name for option in self.game.options if option.name in changed]
        return " ".join([*words, *(f"{name}={changed[name]}" for name in names)])

    def initial_state(self) -> State:
        """The first position, before any chance.

        Raises:
            BadOption: the options contradict each other.
        """
        state = self.game.blank_state()
        state.players = self.players
        self.game.rules.write_options(state, self.options)
        self.game.rules.setup(state)
        return state


def legal_actions(game: Game, state: State) -> list[int]:
    """The legal actions in rising order; empty outside a decision."""
    buffer = np.zeros(game.max_legal, np.uint16)
    count = game.rules.legal_actions(state, buffer)
    return [int(action) for action in buffer[:count]]


def chance_outcomes(game: Game, state: State) -> list[tuple[int, int]]:
    """The outcomes of a chance node with their tickets, in ticket order; empty elsewhere.

    The probability of an outcome is its tickets divided by ``chance_total``.
    """
    tickets: dict[int, int] = {}
    for ticket in range(game.rules.chance_total(state)):
        outcome = int(game.rules.chance_outcome(state, ticket))
        tickets[outcome] = tickets.get(outcome, 0) + 1
    return list(tickets.items())


def check_action(game: Game, state: State, seat: int, action: int) -> None:
    """Refuse an action that the seat may not take now.

    Raises:
        WrongPhase, WrongSeat, IllegalAction: with what would be right.
    """
    rules = game.rules
    if rules.phase(state) != DECISION:
        raise WrongPhase(f"no decision is open: the phase is {PHASE_NAMES[rules.phase(state)]}")
    if rules.seat_to_act(state) != seat:
        raise WrongSeat(f"seat {rules.seat_to_act(state) + 1} is to act, not seat {seat + 1}")
    legal = legal_actions(game, state)
    if action not in legal:
        shown = ", ".join(game.notation.format_action(a) for a in legal[:12])
        more = ", ..." if len(legal) > 12 else ""
        name = game.notation.format_action(action) if 0 <= action < game.actions else str(action)
        raise IllegalAction(f"{name} is not possible now; possible: {shown}{more}")


def check_outcome(game: Game, state: State, outcome: int) -> None:
    """Refuse an outcome that chance cannot have here.

    Raises:
        WrongPhase, ImpossibleOutcome: with what would be right.
    """
    if game.rules.phase(state) != CHANCE:
        raise WrongPhase(f"no draw is open: the phase is {PHASE_NAMES[game.rules.phase(state)]}")
    possible = chance_outcomes(game, state)
    if all(outcome != each for each, _ in possible):
        shown = ", ".join(game.notation.format_outcome(each) for each, _ in possible)
        known = 0 <= outcome < game.outcomes
        name = game.notation.format_outcome(outcome) if known else str(outcome)
        raise ImpossibleOutcome(f"{name} cannot happen now; possible: {shown}")


def apply_action(game: Game, state: State, action: int) -> None:
    """Carry out a checked action, with everything that follows from it, in place."""
    game.rules.play(state, action)
    while game.rules.settle(state):
        pass


def apply_outcome(game: Game, state: State, outcome: int) -> None:
    """Carry out a checked chance outcome, with everything that follows from it, in place."""
    game.rules.land(state, outcome)
    while game.rules.settle(state):
        pass


def trace(
    game: Game,
    state: State,
    observer: int,
    *,
    action: int | None = None,
    outcome: int | None = None,
) -> Iterator[Step]:
    """Carry out a checked move in place and yield its steps as the observer may see them."""
    redact = game.view.redact
    before = redact(state, observer)
    if action is not None:
        game.rules.play(state, action)
        after = redact(state, observer)
        yield Step("play", before, after, action=action)
    elif outcome is not None:
        seen = outcome if game.view.sees_outcome(state, outcome, observer) else None
        game.rules.land(state, outcome)
        after = redact(state, observer)
        yield Step("land", before, after, outcome=seen)
    else:
        raise TypeError("trace needs an action or an outcome")
    while code := game.rules.settle(state):
        before, after = after, redact(state, observer)
        yield Step(game.rules.STEPS[code], before, after)


def format_state(game: Game, state: State) -> str:
    """One line of printable ASCII that holds the whole state.

    The game and its version, the players and the options that are not at their default, a bar, and
    the game's own fields without the ``-`` at their end:
    ``swipe-dice/1 2 order=player | 2.2,2.2 46.3.3 roll 1 2``.
    """
    rules = Rules(game, int(state.players), game.rules.read_options(state))
    return format_position(rules, state)


def format_position(rules: Rules, state: State) -> str:
    """As :func:`format_state`, for whoever has the rules of the state at hand."""
    return f"{rules.head} | {_short(rules.game.notation.format_fields(state))}"


def example_position(rules: Rules) -> str:
    """The text of the position in which the first seat begins."""
    game, state = rules.game, rules.initial_state()
    if game.rules.phase(state) == CHANCE and game.rules.seat_to_act(state) == NOBODY:
        apply_outcome(game, state, int(game.rules.chance_outcome(state, 0)))
    return format_state(game, state)


def _short(fields: str) -> str:
    while fields.endswith(" -"):
        fields = fields[:-2]
    return fields


def parse_state(game: Game, text: str) -> State:
    """The state of a text written by :func:`format_state`.

    Raises:
        MalformedText: not in the notation, or against the invariants of the game.
        WrongVersion: written for other rules.
        BadOption: players or options that the game does not have.
    """
    head, bar, fields = text.strip().partition(" | ")
    words = head.split(" ")
    name, slash, version = words[0].partition("/")
    if not bar or not slash or name != game.name or len(words) < 2:
        example = example_position(game.configure(game.players[0]))
        raise MalformedText(f"{text!r} is not a state: write it like {example}")
    if version != str(game.version):
        raise WrongVersion(f"{words[0]} is another version; this is {game.name}/{game.version}")
    if not re.fullmatch(r"[0-9]{1,2}", words[1]):
        raise MalformedText(f"{words[1]!r} is not a number of players")
    options = {}
    for word in words[2:]:
        option, equals, value = word.partition("=")
        if not equals:
            raise MalformedText(f"{word!r} is not an option: write name=value")
        options[option] = value
    rules = game.configure(int(words[1]), options)
    state = game.blank_state()
    state.players = rules.players
    game.rules.write_options(state, rules.options)
    none = " -" * (game.notation.FIELDS - len(fields.split(" ")))
    try:
        game.notation.parse_fields(state, fields + none)
    except MalformedText as error:
        raise MalformedText(f"{error}; a whole position: {example_position(rules)}") from error
    written = game.notation.format_fields(state)
    if written != fields + none:
        raise MalformedText(f"{fields!r}: write it as {_short(written)!r}")
    return state


def shares(game: Game, state: State) -> list[float]:
    """The share of the win of every seat of a finished game; they sum to 1.

    Raises:
        WrongPhase: the game is not over.
    """
    _refuse_unless_over(game, state)
    values = np.zeros(int(state.players))
    game.rules.result(state, values)
    return [float(value) for value in values]


def ranking(game: Game, state: State) -> list[int]:
    """The rank of every seat of a finished game, 1 the best, equals sharing one.

    Raises:
        WrongPhase: the game is not over.
    """
    _refuse_unless_over(game, state)
    values = np.zeros(int(state.players), np.uint8)
    game.rules.ranking(state, values)
    return [int(value) for value in values]


def _refuse_unless_over(game: Game, state: State) -> None:
    if game.rules.phase(state) != OVER:
        raise WrongPhase("the game is not over yet")


def format_result(ranks: Sequence[int]) -> str:
    """The text of a result: the ranks in the order of the seats, such as ``2-1-3``."""
    return "-".join(str(rank) for rank in ranks)


def parse_result(text: str) -> list[int]:
    """The ranks of a result text.

    Raises:
        MalformedText: not ranks joined by hyphens, or not a ranking with equals sharing one.
    """
    if not re.fullmatch(r"[1-9](-[1-9])*", text):
        raise MalformedText(f"{text!r} is not a result: write the ranks by seat, such as 2-1-3")
    ranks = [int(word) for word in text.split("-")]
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise MalformedText(
            f"{text!r} is not a ranking: equals share a rank and the next is left out"
        )
    return ranks


Bot: TypeAlias = Callable[[State], int]
"""What a bot is to the rules: from a state redacted for its seat to a legal action."""
