"""Exact play: the winning chances of every position of the dice games, with a certificate.

The entry points load Numba only when something is to be solved:

* :func:`plan_of` numbers the positions of some rules;
* :func:`open_table` opens the table of some rules, if there is one;
* :func:`swipe.solve.run.solve` makes it.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

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
    if rules.game.name not in LAYOUTS:
        raise NotSolvable(f"{rules.game.name} cannot be solved; use {' or '.join(LAYOUTS)}")
    plan: Plan = import_module(LAYOUTS[rules.game.name]).plan(rules)
    return plan


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
