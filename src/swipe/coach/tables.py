"""Figures from a solved table of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.coach.figures import Compared, certain
from swipe.games import contract
from swipe.games.contract import OVER, Game, Rules, State
from swipe.protocol import Chances


class Table(Protocol):
    """What is needed of a solved table."""

    @property
    def label(self) -> str:
        """``exact`` or ``bounded``."""

    @property
    def bound(self) -> float:
        """The certificate: what deviating from the strategy gains at most."""

    def values(self, state: State) -> NDArray[np.float64]:
        """float64[players]: the winning chance of every seat."""

    def action_values(self, state: State) -> Sequence[tuple[int, NDArray[np.float64]]]:
        """The same after every legal action."""


class Tabled:
    """Figures of a table.

    Args:
        game: the game.
        table: solved for the very rules that are played.
    """

    def __init__(self, game: Game, table: Table) -> None:
        self.game = game
        self.table = table
        self.unique = table.label == "exact"

    @property
    def method(self) -> str:
        return "table"

    def values(self, state: State, observer: int) -> Chances:
        """The chances of every seat; nothing is hidden where there is a table."""
        if self.game.rules.phase(state) == OVER:
            return certain(contract.shares(self.game, state))
        return self._certain(self.table.values(state))

    def compare(self, state: State, observer: int) -> list[Compared]:
        """The chances after every legal action, and its cost; empty outside a decision."""
        if not contract.legal_actions(self.game, state):
            return []
        seat = self.game.rules.seat_to_act(state)
        rows = self.table.action_values(state)
        best = max(float(values[seat]) for _, values in rows)
        return [
            Compared(
                action, self._certain(values), best - float(values[seat]), float(self.table.bound)
            )
            for action, values in rows
        ]

    def _certain(self, values: NDArray[np.float64]) -> Chances:
        return certain([float(v) for v in values], float(self.table.bound), unique=self.unique)


def find_tabled(rules: Rules) -> Tabled | None:
    """The solved table of these very rules from the user's cache, if there is one."""
    return None


def solve_command(rules: Rules) -> str:
    """The command line that makes figures of these rules exact; empty where there is none."""
    return ""


def solve_table(rules: Rules) -> None:
    """Solve these rules into the user's cache."""
