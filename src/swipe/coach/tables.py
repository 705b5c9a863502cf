"""Figures from a solved table of the rules."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.coach.fast import can_compile
from swipe.coach.figures import Compared, certain
from swipe.games import contract
from swipe.games.contract import OVER, Game, Rules, State, WrongVersion
from swipe.protocol import Chances

if TYPE_CHECKING:
    from swipe.solve.layouts.plan import Plan

log = logging.getLogger(__name__)


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
    """The solved table of these very rules from the user's cache, if there is one.

    A damaged table is passed over, and the log says so.
    """
    from swipe.solve.table import Table as SolvedTable
    from swipe.solve.table import TableError, table_path

    plan = find_plan(rules)
    if plan is None:
        return None
    path = table_path(rules, plan.layout)
    if not path.exists():
        return None
    try:
        return Tabled(rules.game, SolvedTable.open(plan, path))
    except (TableError, WrongVersion) as error:
        log.warning("%s; figures are estimated instead", error)
        return None


def find_plan(rules: Rules) -> Plan | None:
    """How these rules can be solved; None where they cannot, or without Numba."""
    from swipe.solve import NotSolvable, plan_of

    if not can_compile():
        return None
    try:
        return plan_of(rules)
    except NotSolvable:
        return None


def solve_command(rules: Rules) -> str:
    """The command line that makes figures of these rules exact; empty where there is none."""
    from swipe import solve

    return "" if find_plan(rules) is None else solve.solve_command(rules)


def solve_table(rules: Rules, tell: Callable[[float], None] | None = None) -> None:
    """Solve these rules into the user's cache, unless that has been done.

    Args:
        rules: what is played.
        tell: called with the share that is done.

    Raises:
        NotSolvable: there is no solver for them.
        ModuleNotFoundError: Numba is missing.
    """
    from swipe.solve import plan_of
    from swipe.solve.run import solve
    from swipe.solve.table import table_path

    plan = plan_of(rules)
    if table_path(rules, plan.layout).exists():
        return
    solve(plan, report=None if tell is None else lambda each: tell(each.done / each.states))


__all__ = ["Table", "Tabled", "find_plan", "find_tabled", "solve_command", "solve_table"]
