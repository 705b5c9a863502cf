"""Exact play: the winning chances of every position of the dice games, with a certificate.

The entry points load Numba only when something is to be solved:

* :func:`plan_of` numbers the positions of some rules;
* :func:`open_table` opens the table of some rules, if there is one;
* :func:`solve_command` says what makes it;
* :func:`swipe.solve.run.solve` makes it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from swipe.games.contract import GameError, Rules

if TYPE_CHECKING:
    from swipe.solve.layouts.plan import Plan
    from swipe.solve.table import Table

LAYOUTS = {
    "swipe-dice": "swipe.solve.layouts.swipe_dice",
    "skip-bo-dice": "swipe.solve.layouts.skip_bo_dice",
}
"""The games that can be solved, with the modules that number their positions."""


class NotSolvable(GameError):
    """A game, or rules of a game, for which there is no solver."""


def plan_of(rules: Rules) -> Plan:
    """Number the positions of some rules.

    Raises:
        NotSolvable: there is no layout for the game, or not for these rules.
    """
    plan: Plan = _layout_of(rules).plan(rules)
    return plan


def _layout_of(rules: Rules) -> Any:
    if rules.game.name not in LAYOUTS:
        raise NotSolvable(f"{rules.game.name} cannot be solved; use {' or '.join(LAYOUTS)}")
    return import_module(LAYOUTS[rules.game.name])


def solve_command(rules: Rules) -> str:
    """The command line that solves some rules; an option that changes no table is left out."""
    sets = "".join(
        f" --set {name}={value}"
        for name, value in rules.changed_options.items()
        if name != rules.game.starter_option
    )
    return f"swipe solve {rules.game.name} --players {rules.players}{sets}"


def table_file(rules: Rules, directory: Path | None = None) -> Path:
    """The file of the table of some rules, whether or not it is there.

    Raises:
        NotSolvable: there is no layout for the game.
    """
    from swipe.solve.table import table_path

    return table_path(rules, _layout_of(rules), directory)


def open_table(rules: Rules, directory: Path | None = None) -> Table:
    """Open the table of some rules.

    Raises:
        NotSolvable: there can be none.
        swipe.solve.table.TableError: there is none yet, or it is damaged.
        swipe.games.contract.WrongVersion: it is for other rules.
    """
    from swipe.solve.table import Table, table_path

    plan = plan_of(rules)
    return Table.open(plan, table_path(rules, plan.layout, directory))
