"""Rules of thumb of Skip-Bo Dice: when to stop."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import Policy
from swipe.games.contract import State
from swipe.games.skip_bo_dice import rules


def _stop_at(points: int) -> Policy:
    """Stop at so many points at risk."""

    def choose(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
        if count == 1:
            return int(actions[0])
        return rules.STOP if int(rules.at_risk(state)) >= points else rules.ROLL

    return choose


def _stop_before_big_cup(points: int, dice: int) -> Policy:
    """Stop at so many points, but go on as long as the cup holds so many dice or more."""

    def choose(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
        if count == 1:
            return int(actions[0])
        cup = int(state.cup)
        if cup == 0 or int(state.refill) == rules.EVERY_ROLL:
            cup = min(rules.CUP, rules.SQUARES - int(state.filled))
        enough = int(rules.at_risk(state)) >= points
        return rules.STOP if enough and cup < dice else rules.ROLL

    return choose


THUMBS: Mapping[str, Policy] = MappingProxyType(
    {
        **{f"stop-at-{points}": _stop_at(points) for points in range(1, 13)},
        **{
            f"stop-at-{points}-unless-{dice}-dice": _stop_before_big_cup(points, dice)
            for points in (4, 6, 8)
            for dice in (3, 4, 5)
        },
    }
)
"""By name: how many points, and how many dice in the cup tempt to go on all the same."""
