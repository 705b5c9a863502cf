"""Figures that say how far they can be trusted: exact, bounded or estimated."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from swipe.protocol import Chances

Z = 1.959963984540054
"""Standard errors on each side of a 95 % interval."""


@dataclass(frozen=True, slots=True)
class Compared:
    """An action against the best one, from the mover's side.

    ``cost`` is the winning chance that it gives away. Estimated, it is unbiased rather than
    positive, and ``margin`` is half the 95 % interval; from a table, ``margin`` is the bound.
    """

    action: int
    chances: Chances
    cost: float
    margin: float

    @property
    def best(self) -> bool:
        """Whether no other action is clearly better."""
        return self.cost <= self.margin + TIE


TIE = 1e-9
"""Figures of a table that differ by no more are equal."""


def certain(win: Sequence[float], bound: float = 0.0, *, unique: bool = True) -> Chances:
    """Chances from a table (or from the end itself, with bound 0).

    Args:
        win: by seat.
        bound: how far an exact figure may be off; or what deviating can gain at most.
        unique: whether the values are the only correct ones, as between two players.
    """
    values = [float(value) for value in win]
    return Chances(values, "exact" if unique else "bounded", values, values, bound=float(bound))


def estimated(shares: NDArray[np.float64]) -> Chances:
    """Chances from games that were played out.

    Args:
        shares: float64[games, players], the share of the win of every seat in every game.
    """
    games, players = shares.shape
    win = [float(value) for value in shares.mean(axis=0)]
    intervals = [wilson(win[seat], games) for seat in range(players)]
    low, high = [each[0] for each in intervals], [each[1] for each in intervals]
    return Chances(win, "estimated", low, high, games=games)


def wilson(mean: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a mean of ``games`` values from 0 to 1.

    It holds for wins and losses, and is wide enough for shared wins, which vary less (E. B.
    Wilson, Journal of the American Statistical Association 22, 1927).
    """
    z2 = Z * Z / games
    centre = (mean + z2 / 2) / (1 + z2)
    half = Z / (1 + z2) * math.sqrt(max(0.0, mean * (1 - mean)) / games + z2 / (4 * games))
    low, high = max(0.0, centre - half), min(1.0, centre + half)
    # At the ends the exact bound is the mean itself, which rounding must not miss.
    return min(low, mean), max(high, mean)


def margin(chances: Chances, seat: int) -> float:
    """How far a seat's figure may be off: half the interval, or the bound."""
    if chances.label == "estimated":
        return (chances.high[seat] - chances.low[seat]) / 2
    return chances.bound


def add_margins(margins: Sequence[float], label: str) -> float:
    """The margin of a sum: independent intervals add in squares, bounds add up."""
    if label == "estimated":
        return math.sqrt(math.fsum(each * each for each in margins))
    return math.fsum(margins)


LABELS = ("exact", "bounded", "estimated")


def weakest(labels: Sequence[str]) -> str:
    """The label of a figure that rests on several: that of the least certain."""
    return max(labels, key=LABELS.index, default="exact")
