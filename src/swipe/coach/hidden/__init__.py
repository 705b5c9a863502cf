"""Hidden parts dealt again: one module a game that has any.

The module of the game ``swipe-cards`` is ``swipe.coach.hidden.swipe_cards``. It has one function
``deal_again(seen, random)``: fill, in place, everything that is unknown in a redacted state, each
possibility with equal probability. It is handed the redacted state alone, so that what comes of it
cannot depend on what is hidden.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from random import Random
from typing import TypeAlias

from swipe.games.contract import Game, State

DealAgain: TypeAlias = Callable[[State, Random], None]


def find_dealer(game: Game) -> DealAgain:
    """The function that deals a game's hidden parts again.

    Raises:
        ModuleNotFoundError: a game with hidden information has no such module.
    """
    module = importlib.import_module(f"{__name__}.{game.name.replace('-', '_')}")
    dealer: DealAgain = module.deal_again
    return dealer


def complete(game: Game, state: State, observer: int, random: Random) -> State:
    """A whole state that the observer could be in, given what it sees of ``state``."""
    seen = game.view.redact(state, observer)
    if game.has_hidden_information:
        find_dealer(game)(seen, random)
    return seen
