"""The policy that plays a table, as the fast core compiles it: it names nothing else."""

from typing import Any


def choose_by_table(state: Any, actions: Any, count: Any, word: Any, tables: Any) -> int:
    """What the table plays, see :class:`swipe.solve.play.TablePlayer`."""
    if count == 1:
        return int(actions[0])
    return int(tables[1](state, word, tables[0]))
