"""Swipe (dice) once more, slowly, written from the text of the rules alone.

Nothing here is shared with the rules module: players hold lists, and a game is a generator that
asks for what it needs: ``("throw", seat, dice)`` wants a list of faces (``C D X SD SC``),
``("swipe", seat, "die", seats)`` a seat or None, ``("next", seat, faces)`` a face,
``("roll-off", seats)`` a list of faces, one for each seat.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

Ask = tuple[Any, ...]


@dataclass
class Table:
    players: int
    roll_off: str = "first_x_wins"
    order: str = "losses_first"
    ending: str = "after_roll"
    swipes: str = "compulsory"
    chips: int = 50
    dice: int = 10
    held: list[dict[str, int]] = field(default_factory=list)
    centre: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.held:
            each = {"chip": 2, "die": 2 if self.players < 5 else 1}
            self.held = [dict(each) for _ in range(self.players)]
            dice = self.dice - self.players * each["die"]
            if self.players == 2:
                dice = min(dice, 3)
            self.centre = {"chip": self.chips - 2 * self.players, "die": dice}

    # --- one throw -------------------------------------------------------------------------------

    def throw(self, seat: int, faces: list[str]) -> Generator[Ask, Any, str]:
        """Carry out a throw; "again", "next" or "over"."""
        if all(face == "X" for face in faces):
            for other in range(self.players):
                if other != seat and self.held[other]["die"] > 1:
                    self.move("die", self.held[other], self.held[seat])
            return "again"
        if self.order == "player":
            waiting = sorted(faces)
            while waiting:
                waiting = [face for face in waiting if self.has_effect(seat, face)]
                kinds = sorted(set(waiting))
                if not kinds:
                    break
                face = kinds[0] if len(kinds) == 1 else (yield ("next", seat, kinds))
                waiting.remove(face)
                yield from self.carry_out(seat, face)
                if self.is_stopped():
                    return "over"
        else:
            first = ["X", "D", "C"] if self.order == "losses_first" else ["D", "C", "X"]
            for face in [*first, "SD", "SC"]:
                for _ in range(faces.count(face)):
                    yield from self.carry_out(seat, face)
                if self.is_stopped():
                    return "over"
        return "over" if self.centre["chip"] == 0 else "next"

    def is_stopped(self) -> bool:
        return self.ending == "at_once" and self.centre["chip"] == 0

    def carry_out(self, seat: int, face: str) -> Generator[Ask, Any, None]:
        mine = self.held[seat]
        if face == "X":
            self.move("die", mine, self.centre)
        elif face in ("C", "D"):
            what = "chip" if face == "C" else "die"
            if self.centre[what]:
                self.move(what, self.centre, mine)
        else:
            what = "chip" if face == "SC" else "die"
            seats = self.victims(seat, what)
            if not seats:
                return
            target: int | None = seats[0]
            if len(seats) > 1 or self.swipes == "optional":
                target = yield ("swipe", seat, what, seats)
            if target is not None:
                self.move(what, self.held[target], mine)

    def has_effect(self, seat: int, face: str) -> bool:
        """Whether there is anything to ask about: a swipe from nobody is passed over."""
        return face not in ("SD", "SC") or bool(
            self.victims(seat, "die" if face == "SD" else "chip")
        )

    def victims(self, seat: int, what: str) -> list[int]:
        least = 2 if what == "die" else 1
        return [s for s in range(self.players) if s != seat and self.held[s][what] >= least]

    @staticmethod
    def move(what: str, giver: dict[str, int], taker: dict[str, int]) -> None:
        assert giver[what] > 0
        giver[what] -= 1
        taker[what] += 1

    # --- a game ----------------------------------------------------------------------------------

    def game(self, first: int) -> Generator[Ask, Any, int]:
        """A whole game; the winner."""
        seat = first
        while True:
            faces = yield ("throw", seat, self.held[seat]["die"])
            verdict = yield from self.throw(seat, faces)
            if verdict == "over":
                return (yield from self.winner())
            if verdict == "next":
                seat = (seat + 1) % self.players

    def winner(self) -> Generator[Ask, Any, int]:
        tied = self.tied()
        while len(tied) > 1:
            faces = yield ("roll-off", tied)
            with_x = [seat for seat, face in zip(tied, faces, strict=True) if face == "X"]
            without = [seat for seat in tied if seat not in with_x]
            stay = with_x if self.roll_off == "first_x_wins" else without
            tied = stay or tied
        return tied[0]

    def tied(self) -> list[int]:
        """Everybody with the most chips and, of those, the most dice."""
        best = max((held["chip"], held["die"]) for held in self.held)
        return [s for s, held in enumerate(self.held) if (held["chip"], held["die"]) == best]
