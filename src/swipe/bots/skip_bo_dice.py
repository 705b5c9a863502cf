"""Bots of Skip-Bo Dice."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import Policy
from swipe.games.contract import State
from swipe.games.skip_bo_dice.rules import (
    CLEARED,
    CUP,
    EVERY_ROLL,
    ROLL,
    SIDES,
    SQUARES,
    STOP,
    at_risk,
)

HOLD_AT = 4  # points at which `hold` stops
DANGER = 0.5  # what a point that the next player may expect is worth, in own points


def choose_hold(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
    """Stop at a fixed number of points at risk, whatever the score is."""
    if count == 2 and at_risk(state) >= HOLD_AT:
        return STOP
    return ROLL


def choose_greedy(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
    """Look one throw ahead, mind what the board offers the next player, and play for the end.

    Near the end it does what the totals demand: on where stopping loses, and no further where
    stopping wins.
    """
    if count == 1:
        return ROLL
    seat = int(state.seat)
    total = int(state.scores[seat]) + at_risk(state)
    if int(state.race_goal) > 0 and total >= int(state.race_goal):
        return STOP
    if int(state.turns_left) > 0:
        rival = best_rival(state, seat)
        if total < rival:
            return ROLL
        if int(state.turns_left) == 1 and total > rival:
            return STOP
    if worth_of_rolling(state) > worth_of_stopping(at_risk(state), int(state.filled), state):
        return ROLL
    return STOP


def best_rival(state: State, seat: int) -> int:
    best = 0
    for other in range(int(state.players)):
        if other != seat:
            best = max(best, int(state.scores[other]))
    return best


def chance_of_success(state: State) -> float:
    return (int(state.number_faces) + int(state.skip_bo_faces)) / SIDES


def worth_of_stopping(points: int, filled: int, state: State) -> float:
    """Points, less what the board is worth to the next player."""
    if int(state.board) == CLEARED:
        filled = 0
    return points - DANGER * chance_of_success(state) * (filled + 2)


def worth_of_rolling(state: State) -> float:
    """The mean worth of stopping after the next throw."""
    success = chance_of_success(state)
    filled, points = int(state.filled), at_risk(state)
    base = points - filled  # 12 for every time of going on; after square 12 the board is empty
    dice = int(state.cup)
    if dice == 0 or int(state.refill) == EVERY_ROLL:
        dice = min(CUP, SQUARES - filled)
    mean = (1.0 - success) * worth_of_stopping(0, filled, state)
    reach = 1.0
    for placed in range(1, dice + 1):
        reach *= success
        last = reach if placed == dice else reach * (1.0 - success)
        square = filled + placed
        mean += last * worth_of_stopping(base + square, square % SQUARES, state)
    return mean


POLICIES: Mapping[str, Policy] = MappingProxyType({"hold": choose_hold, "greedy": choose_greedy})
