"""The first player's winning chance in two-player games, found without the rules module.

A turn is solved backwards over (times of going on, square placed last, dice left in the cup, last
die wild); turns are tied to each other by the misses, which leave the totals as they are, and are
iterated until nothing moves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

SQUARES, CUP = 12, 5


class Box(NamedTuple):
    """Rules, and how people play: to win, or stopping at ``hold`` points."""

    number: int = 3
    skip_bo: int = 0
    every_roll: bool = False
    cleared: bool = False
    goal: int = 50
    tie_goal: int = 75
    hold: int = 0  # 0: the best play

    @property
    def most(self) -> int:
        return self.tie_goal // SQUARES + 1


@njit
def solve_turn(stop, miss, success, wild, every_roll, hold):
    """The mover's chance at the start of a turn, by squares filled.

    ``stop[k, last]`` is the chance after stopping there, ``miss[filled]`` after a miss.
    """
    most = stop.shape[0] - 1
    after = np.zeros((most + 1, SQUARES + 1, CUP + 1, 2))
    begin = np.zeros(SQUARES)
    for _ in range(6):  # going on at the most is a loop, left with each of twelve placements
        for k in range(most, -1, -1):
            for last in range(SQUARES, -1, -1):
                for cup in range(CUP + 1):
                    filled, gone_on = last, k
                    if last == SQUARES:
                        filled, gone_on = 0, min(k + 1, most)
                    dice = cup
                    if cup == 0 or every_roll:
                        dice = min(CUP, SQUARES - filled)
                    if dice > SQUARES - filled:
                        continue
                    roll, reach = (1 - success) * miss[filled], 1.0
                    for placed in range(1, dice + 1):
                        reach *= success
                        chance = reach if placed == dice else reach * (1 - success)
                        for w in range(2):
                            share = wild if w == 1 else 1 - wild
                            value = after[gone_on, filled + placed, dice - placed, w]
                            roll += chance * share * value
                    after[k, last, cup, 1] = roll
                    if hold == 0:
                        after[k, last, cup, 0] = max(stop[k, last], roll)
                    else:
                        enough = last + SQUARES * k >= hold
                        after[k, last, cup, 0] = stop[k, last] if enough else roll
    for filled in range(SQUARES):  # a cup of its own, as after a roll that emptied it
        begin[filled] = after[0, filled, 0, 1]
    return begin


class Solver:
    def __init__(self, box: Box) -> None:
        self.box = box
        self.success = (box.number + box.skip_bo) / 6
        self.wild = box.skip_bo / (box.number + box.skip_bo)
        self.races: dict[int, np.ndarray] = {}

    def turn(self, stop, miss):
        if self.box.cleared:  # the next player starts at square 1 whatever is filled
            miss = np.full(SQUARES, miss[0])
        box = self.box
        return solve_turn(stop, miss, self.success, self.wild, box.every_roll, box.hold)

    def stops(self, value):
        """``stop[k, last]`` from the value of stopping with some points on some board."""
        stop = np.zeros((self.box.most + 1, SQUARES + 1))
        for k in range(self.box.most + 1):
            for last in range(1, SQUARES + 1):
                filled = 0 if self.box.cleared else last % SQUARES
                stop[k, last] = value(last + SQUARES * k, filled)
        return stop

    def both(self, table, a, b, value):
        """Fill ``table[a, b]`` and ``table[b, a]``, tied to each other by their misses."""
        first, second = self.stops(value(a, b)), self.stops(value(b, a))
        x, y = np.full(SQUARES, 0.5), np.full(SQUARES, 0.5)
        while True:
            new_x = self.turn(first, 1 - y)
            new_y = self.turn(second, 1 - new_x)
            change = max(abs(new_x - x).max(), abs(new_y - y).max())
            x, y = new_x, new_y
            if change < 1e-14:
                table[a, b], table[b, a] = x, y
                return

    def layered(self, low, goal, value_of):
        """All totals below a goal, from the highest sum of both down."""
        table = np.zeros((goal, goal, SQUARES))
        for total in range(2 * goal - 2, 2 * low - 1, -1):
            for a in range(max(low, total - goal + 1), total // 2 + 1):
                self.both(table, a, total - a, lambda own, other: value_of(table, own, other))
        return table

    def race(self, tied):
        """The mover's chance with both at the total that they share."""
        box, goal = self.box, self.box.tie_goal
        while goal <= tied:
            goal += 25
        if goal not in self.races:

            def value_of(table, own, other):
                def value(points, filled):
                    if own + points >= goal:
                        return 1.0
                    return 1 - table[other, own + points][filled]

                return value

            low = box.goal if goal == box.tie_goal else max(box.goal, goal - 25)
            self.races[goal] = self.layered(low, goal, value_of)
        return self.races[goal][tied, tied]

    def last_turn(self, own, ahead):
        """The mover's chance in the last turn, behind somebody who reached the goal."""

        def value(points, filled):
            if own + points == ahead:
                return 1 - self.race(ahead)[filled]  # then the other one is next
            return float(own + points > ahead)

        return self.turn(self.stops(value), np.zeros(SQUARES))

    def solve(self):
        """The mover's chance at 0 : 0, by squares filled."""
        goal = self.box.goal
        highest = goal - 1 + SQUARES * (self.box.most + 1)
        last = {
            (own, ahead): self.last_turn(own, ahead)
            for own in range(goal)
            for ahead in range(goal, highest + 1)
        }

        def value_of(table, own, other):
            def value(points, filled):
                total = own + points
                if total >= goal:
                    return 1 - last[other, total][filled]
                return 1 - table[other, total][filled]

            return value

        return self.layered(0, goal, value_of)[0, 0]
