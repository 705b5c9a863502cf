"""Bots of Swipe (dice)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import Policy
from swipe.games.contract import State
from swipe.games.swipe_dice.rules import (
    AT_ONCE,
    CARRY_OUT,
    CHIP,
    CHOOSE_ORDER,
    DIE,
    SWIPE_CHIP,
    SWIPE_CHIP_FROM,
    SWIPE_DIE,
    X,
    can_lose_chip,
    can_lose_die,
)


def choose_greedy(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
    """Swipe from whoever is going to have the most chips, and never decline a swipe."""
    if int(state.stage) == CHOOSE_ORDER:
        return CARRY_OUT + first_face(state)
    chips = int(actions[0]) >= SWIPE_CHIP_FROM
    best, best_threat = int(actions[0]), -1
    # From the left neighbour on: of two equals, the one who plays sooner.
    for step in range(1, int(state.players)):
        seat = (int(state.seat) + step) % int(state.players)
        possible = can_lose_chip(state, seat) if chips else can_lose_die(state, seat)
        if possible and threat(state, seat) > best_threat:
            best_threat = threat(state, seat)
            best = SWIPE_CHIP_FROM + seat if chips else seat
    return best


def threat(state: State, seat: int) -> int:
    """What the seat is on the way to: its chips at the end, estimated, and its dice for a tie.

    The centre's chips go to the seats by their dice; a die wins a chip from the centre with 2 of
    its 6 faces and swipes one with another, so that it earns 3 where it takes 2 from the centre.
    Times twice the number of dice, to stay with whole numbers.
    """
    dice = 0
    for each in range(int(state.players)):
        dice += int(state.dice[each])
    own = int(state.dice[seat])
    chips = 2 * dice * int(state.chips[seat]) + 3 * own * int(state.centre_chips)
    return 64 * chips + own


def first_face(state: State) -> int:
    """Of the faces that have yet to take effect, the one to carry out first."""
    last_chips = int(state.pending[CHIP]) >= int(state.centre_chips)
    if last_chips and int(state.ending) == AT_ONCE:
        # Taking the last chip ends the game: first what would be lost, and never the X.
        for face in (SWIPE_CHIP, DIE, SWIPE_DIE, CHIP):
            if int(state.pending[face]) > 0:
                return face
    short_of_dice = int(state.pending[DIE]) > int(state.centre_dice)
    if short_of_dice and int(state.pending[X]) > 0:
        return X  # lost dice can be won back
    for face in (DIE, CHIP, SWIPE_DIE, SWIPE_CHIP):
        if int(state.pending[face]) > 0:
            return face
    return X


POLICIES: Mapping[str, Policy] = MappingProxyType({"greedy": choose_greedy})
