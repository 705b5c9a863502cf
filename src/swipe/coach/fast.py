"""Playing out on the fast core, where Numba is installed."""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import find_policy
from swipe.games.contract import Rules, State

if TYPE_CHECKING:
    from swipe.kernels import Kernel


class Compiled:
    """Compiled rules, played by one compiled policy for every seat."""

    def __init__(self, kernel: Kernel, players: int) -> None:
        self.kernel = kernel
        self.players = players

    def __call__(self, start: State, seed: int, first: int, games: int) -> NDArray[np.float64]:
        from swipe.kernels.driver import WHOLE_SHARE

        batch = self.kernel.play(seed, first, games, start=start, watch_every=1 << 62)
        shares: NDArray[np.float64] = batch.rows["shares"][:, : self.players] / WHOLE_SHARE
        return shares


def can_compile() -> bool:
    """Whether Numba is installed."""
    return importlib.util.find_spec("numba") is not None


def find_compiled(rules: Rules, bot: str) -> Compiled | None:
    """The compiled rules with a bot at every seat; None without Numba."""
    if not can_compile():
        return None
    from swipe.kernels import Kernel, Plan

    policy = find_policy(rules.game, bot)
    plan = Plan(rules, {bot: policy}, (bot,) * rules.players)
    return Compiled(Kernel(plan), rules.players)
