"""The fast core for playing out, where Numba is installed."""

from __future__ import annotations

from typing import Any

from swipe.games.contract import Game


def find_compiled(game: Game, bot: str) -> Any:
    """Compiled rules and bot that play games out; None without Numba or for an interpreted bot."""
    return None
