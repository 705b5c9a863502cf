"""Skip-Bo Dice once more, slowly, written from the text of the rules alone.

Nothing here is shared with the rules module: squares and dice are objects in sets, and a game is a
generator that asks: ``("throw", seat, squares)`` wants what the dice of those squares show (``N``,
``S`` or ``B``), ``("choose", seat, points, choices)`` wants ``roll`` or ``stop``.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any


class Table:
    def __init__(
        self, players, *, faces="3n0s", refill="when_empty", board="continues", goal=50, tie_goal=75
    ):
        self.players, self.refill, self.keeps_board = players, refill, board == "continues"
        self.goal, self.tie_goal = goal, tie_goal
        self.totals = [0] * players
        self.on_board: set[int] = set()
        self.at_most = tie_goal // 12 + 1  # times of going on that count: see the rules page

    def empty_squares(self) -> list[int]:
        return [square for square in range(1, 13) if square not in self.on_board]

    def turn(self, seat: int) -> Generator[Any, Any, int]:
        """One turn; the points it scores, 0 after a miss."""
        if not self.keeps_board:
            self.on_board.clear()
        cup = self.empty_squares()[:5]
        gone_on, last = 0, None
        while True:
            shown = yield ("throw", seat, list(cup))
            placed = []
            for square, face in zip(list(cup), shown, strict=True):
                if face == "B":
                    break
                placed.append((square, face))
            if not placed:
                return 0
            for square, _ in placed:
                assert square == self.empty_squares()[0]
                self.on_board.add(square)
                cup.remove(square)
            last, face = placed[-1]
            if last == 12:
                self.on_board.clear()
            points = last + 12 * min(gone_on, self.at_most)
            choices = ["roll"] if face == "S" else ["roll", "stop"]
            if (yield ("choose", seat, points, choices)) == "stop":
                return points
            gone_on += last == 12
            if not cup or self.refill == "every_roll":
                cup = self.empty_squares()[:5]

    def game(self, seat: int) -> Generator[Any, Any, int]:
        """A whole game; the winner."""
        while max(self.totals) < self.goal:
            self.totals[seat] += yield from self.turn(seat)
            seat = (seat + 1) % self.players
        for _ in range(self.players - 1):
            self.totals[seat] += yield from self.turn(seat)
            seat = (seat + 1) % self.players
        best = max(self.totals)
        if self.totals.count(best) == 1:
            return self.totals.index(best)
        race = self.tie_goal
        while race <= best:
            race += 25
        while max(self.totals) < race:
            self.totals[seat] += yield from self.turn(seat)
            seat = (seat + 1) % self.players
        return self.totals.index(max(self.totals))
