"""The bot ``optimal``: it plays the solved table of the rules, from the user's cache.

It is a bot of rules, not of a game: there is one for the rules that ``swipe solve`` has solved.
With two players nobody wins more against it than the value of the game and the table's bound. With
more it plays its part of one equilibrium: nobody gains by playing differently while all others play
theirs.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from swipe.bots.contract import OPTIMAL, Policy, UnknownBot, find_policy
from swipe.games.contract import GameError, Rules
from swipe.games.registry import find_game

if TYPE_CHECKING:
    from swipe.solve.play import TablePlayer


class NoTable(UnknownBot):
    """``optimal`` is asked for, and there is no table to play; the message says what makes one."""


@lru_cache(maxsize=8)
def _open(
    name: str, players: int, options: tuple[tuple[str, str], ...], path: Path, written: int
) -> TablePlayer:
    """The player of a table, as long as its file is the one that was ``written`` then."""
    from swipe.solve import plan_of
    from swipe.solve.play import TablePlayer
    from swipe.solve.table import Table

    return TablePlayer(Table.open(plan_of(find_game(name).configure(players, dict(options))), path))


def find_optimal(rules: Rules) -> TablePlayer:
    """The player of the table of some rules; the table is checked, and mapped into memory.

    Raises:
        NoTable: there is none, there can be none, it is damaged, or Numba is missing.
    """
    from swipe.solve import NotSolvable, plan_of, solve_command, table_file

    try:
        path = table_file(rules)
        if path.exists():
            who = rules.game.starter_option  # changes no table
            options = tuple((name, text) for name, text in rules.options.items() if name != who)
            return _open(rules.game.name, rules.players, options, path, path.stat().st_mtime_ns)
        plan_of(rules)  # says why there can be no table, if there cannot
    except NotSolvable as error:
        raise NoTable(f"no bot {OPTIMAL!r} here: {error}") from None
    except ModuleNotFoundError as error:
        install = "pip install 'swipe-table[solve]'"
        raise NoTable(f"the bot {OPTIMAL!r} needs {error.name}: {install}") from None
    except GameError as error:
        reason, fresh = str(error), " --fresh"
    else:
        reason, fresh = "there is none of these rules yet", ""
    command = f"{solve_command(rules)}{fresh}"
    raise NoTable(f"the bot {OPTIMAL!r} plays solved tables, and {reason}: {command!r} makes it")


def find_player(rules: Rules, name: str) -> Policy:
    """Return the policy of that name for some rules: a bot of the game, or ``optimal``.

    Raises:
        UnknownBot: the game has no such bot; NoTable where it would be ``optimal``.
    """
    return find_optimal(rules) if name == OPTIMAL else find_policy(rules.game, name)


__all__ = ["OPTIMAL", "NoTable", "find_optimal", "find_player"]
