"""The games there are: the only list."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from swipe.games import skip_bo_dice, swipe_cards, swipe_dice
from swipe.games.contract import Game, UnknownGame

GAMES: Mapping[str, Game] = MappingProxyType(
    {
        game.name: game
        for game in (
            swipe_dice.GAME,
            swipe_cards.GAME,
            skip_bo_dice.GAME,
        )
    }
)
"""Name to game, in the order in which they are shown."""


def find_game(name: str) -> Game:
    """Return the game of that name.

    Raises:
        UnknownGame: no such game; the message lists those there are.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"no game is called {name!r}; there are {', '.join(GAMES)}") from None
