"""What the solvers need to know of a game besides its rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swipe.games import contract
from swipe.games.contract import CHANCE, OVER, Game, Rules, State


@dataclass(frozen=True)
class Level:
    """Turn starts that are solved together.

    Attributes:
        number: the layout's number of the level.
        roots: how many turn starts it has.
        base: the row of the first of them.
    """

    number: int
    roots: int
    base: int


@dataclass(frozen=True)
class Plan:
    """How the positions of some rules are numbered.

    Attributes:
        rules: the rules.
        layout: the game's layout module.
        levels: in the order in which they are solved; a level needs only those before it.
        rows: how many rows there are, the ends included.
        ends: float64[e, n], the values of the rows below the first level: finished games and ties.
        tables: the arrays that the layout's compiled functions need.
        template: a record whose options and constants every turn start shares.
        widest: an upper bound on the number of different ends of one throw.
        deepest: an upper bound on the choices and single dice of a turn.
        most_actions: an upper bound on the number of legal actions.
        cut: an upper bound on the chance that a turn comes to what the numbering leaves out,
            however it is played; 0 if it leaves nothing out.
    """

    rules: Rules
    layout: Any
    levels: tuple[Level, ...]
    rows: int
    ends: NDArray[np.float64]
    tables: Any
    template: NDArray[Any]
    widest: int
    deepest: int
    most_actions: int
    cut: float = 0.0

    @property
    def players(self) -> int:
        """How many players there are."""
        return self.rules.players

    @property
    def states(self) -> int:
        """How many turn starts there are."""
        return sum(level.roots for level in self.levels)


def identity(rules: Rules, ignored: tuple[str, ...]) -> str:
    """The rules' identity without the options that change no position's value."""
    words = [word for word in rules.identity.split() if word.partition("=")[0] not in ignored]
    return " ".join(words)


def chance_values(game: Game, state: State, known: dict[bytes, NDArray[np.float64]]) -> Any:
    """The values of a position that chance alone decides, such as a roll-off; by seat.

    A position may come back to itself: that is solved for, one unknown at a time.

    Args:
        game: the game.
        state: a position after which nobody decides any more.
        known: values by the bytes of the state; filled on the way.
    """
    key = state.tobytes()
    if key in known:
        return known[key]
    if game.rules.phase(state) == OVER:
        known[key] = np.array(contract.shares(game, state))
        return known[key]
    back, total = _returns(game, state, key, known, 1.0)
    known[key] = total / (1.0 - back)
    return known[key]


def _returns(
    game: Game, state: State, home: bytes, known: dict[bytes, NDArray[np.float64]], weight: float
) -> tuple[float, NDArray[np.float64]]:
    """The chance to come back to ``home``, and the rest of the expected value."""
    back, total = 0.0, np.zeros(int(state.players))
    tickets = game.rules.chance_total(state)
    within = game.rules.chance_run(state) > 1
    for outcome, count in contract.chance_outcomes(game, state):
        after = state.copy()
        contract.apply_outcome(game, after, outcome)
        chance = weight * count / tickets
        if after.tobytes() == home:
            back += chance
        elif within and game.rules.phase(after) == CHANCE:
            more, rest = _returns(game, after, home, known, chance)
            back, total = back + more, total + rest
        else:
            total = total + chance * chance_values(game, after, known)
    return back, total
