"""Rules of thumb of Swipe (dice): whom to swipe from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import Policy
from swipe.games.contract import State
from swipe.games.swipe_dice import rules


def _swipe_by(rank: Callable[[State, int, bool], tuple[int, ...]]) -> Policy:
    """Swipe from the seat that ranks highest, of equals from the one who plays soonest.

    ``rank(state, seat, is_chip)`` says how high a seat ranks. A swipe is never declined, and where
    the roller orders the dice: dice and chips first, losses last.
    """

    def choose(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
        players, own = int(state.players), int(state.seat)
        legal = [int(action) for action in actions[:count]]
        if legal[0] >= rules.CARRY_OUT:
            order = (
                rules.DIE,
                rules.CHIP,
                rules.SWIPE_DIE,
                rules.SWIPE_CHIP,
                rules.X,
            )
            return next(rules.CARRY_OUT + f for f in order if rules.CARRY_OUT + f in legal)
        targets = [action for action in legal if action < rules.DECLINE_DIE]
        if not targets:
            return legal[0]
        is_chip = targets[0] >= rules.SWIPE_CHIP_FROM

        def key(action: int) -> tuple[int, ...]:
            seat = action - (rules.SWIPE_CHIP_FROM if is_chip else rules.SWIPE_DIE_FROM)
            return (*rank(state, seat, is_chip), -((seat - own) % players))

        return max(targets, key=key)

    return choose


def _chips(state: State, seat: int, is_chip: bool) -> tuple[int, ...]:
    return int(state.chips[seat]), int(state.dice[seat])


def _dice(state: State, seat: int, is_chip: bool) -> tuple[int, ...]:
    return int(state.dice[seat]), int(state.chips[seat])


def _like_for_like(state: State, seat: int, is_chip: bool) -> tuple[int, ...]:
    return _chips(state, seat, is_chip) if is_chip else _dice(state, seat, is_chip)


def _sum(state: State, seat: int, is_chip: bool) -> tuple[int, ...]:
    return (int(state.chips[seat]) + int(state.dice[seat]),)


def _soonest(state: State, seat: int, is_chip: bool) -> tuple[int, ...]:
    return ()


def _latest(state: State, seat: int, is_chip: bool) -> tuple[int, ...]:
    return ((seat - int(state.seat)) % int(state.players),)


THUMBS: Mapping[str, Policy] = MappingProxyType(
    {
        "most-chips": _swipe_by(_chips),
        "most-dice": _swipe_by(_dice),
        "like-for-like": _swipe_by(_like_for_like),
        "most-of-both": _swipe_by(_sum),
        "left-neighbour": _swipe_by(_soonest),
        "right-neighbour": _swipe_by(_latest),
    }
)
"""By name; the message ``strategy-swipe-dice-<name>`` says each in words."""
