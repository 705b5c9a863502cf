"""Swipe dice once more, in plain Python from the text of the rules, for boxes of a few pieces.

Nothing is shared with the package. A position is (chips by seat, dice by seat, centre chips, centre
dice) seen by the player to move; a value is a tuple of winning chances by seat from the mover.
"""

from itertools import product
from math import factorial

TIE = 1e-12
CLOSE = 1e-6
CHIP, DIE, X, SWIPE_DIE, SWIPE_CHIP = range(5)
CHANCES = (2 / 6, 1 / 6, 1 / 6, 1 / 6, 1 / 6)


class Game:
    def __init__(
        self, players, chips, dice, order="losses_first", ending="after_roll", swipes="compulsory"
    ):
        self.n, self.chips, self.dice = players, chips, dice
        self.order, self.ending, self.optional = order, ending, swipes == "optional"
        self.values = {}
        self.torn = False  # whether a choice between things of nearly the same worth was met

    def positions(self, centre):
        n = self.n
        for chips in product(range(self.chips - centre + 1), repeat=n):
            if sum(chips) == self.chips - centre:
                for dice in product(range(1, self.dice + 1), repeat=n):
                    if sum(dice) <= self.dice:
                        yield chips, dice, centre, self.dice - sum(dice)

    def rolls(self, count):
        for faces in product(range(count + 1), repeat=5):
            if sum(faces) == count:
                chance = factorial(count)
                for face, k in enumerate(faces):
                    chance *= CHANCES[face] ** k / factorial(k)
                yield faces, chance

    def end(self, chips, dice):
        hands = list(zip(chips, dice, strict=True))
        winners = [hand == max(hands) for hand in hands]  # a roll-off is fair
        return tuple(winner / sum(winners) for winner in winners)

    def next_turn(self, position):
        chips, dice, centre, _ = position
        if centre == 0:
            return self.end(chips, dice)
        left = (chips[1:] + chips[:1], dice[1:] + dice[:1], *position[2:])
        value = self.values[left]
        return value[-1:] + value[:-1]

    def choose(self, values):
        best = max(value[0] for value in values)
        near = [value for value in values if value[0] >= best - CLOSE]
        self.torn |= any(
            abs(a - b) > CLOSE for value in near for a, b in zip(value, near[0], strict=True)
        )
        good = [value for value in values if value[0] >= best - TIE]
        return tuple(sum(parts) / len(good) for parts in zip(*good, strict=True))

    def one(self, position, face):
        """What one die does: the positions that its roller can choose from."""
        chips, dice, centre, spare = position
        if face == CHIP:
            took = min(1, centre)
            return [((chips[0] + took, *chips[1:]), dice, centre - took, spare)]
        if face == DIE:
            took = min(1, spare)
            return [(chips, (dice[0] + took, *dice[1:]), centre, spare - took)]
        if face == X:
            return [(chips, (dice[0] - 1, *dice[1:]), centre, spare + 1)]
        hands, least = (dice, 2) if face == SWIPE_DIE else (chips, 1)
        found = []
        for other in range(1, self.n):
            if hands[other] >= least:
                new = list(hands)
                new[0] += 1
                new[other] -= 1
                new = tuple(new)
                found.append(
                    (chips, new, *position[2:]) if face == SWIPE_DIE else (new, *position[1:])
                )
        if self.optional or not found:
            found.append(position)
        return found

    def effects(self, position, faces):
        """The value once the dice that are left take effect, in the order of the rules."""
        if self.ending == "at_once" and position[2] == 0:
            return self.end(position[0], position[1])
        left = [face for face in range(5) if faces[face]]
        if not left:
            return self.next_turn(position)
        orders = {"losses_first": (X, DIE, CHIP), "wins_first": (DIE, CHIP, X)}
        if self.order != "player":
            sequence = (*orders[self.order], SWIPE_DIE, SWIPE_CHIP)
            left = [min(left, key=sequence.index)]
        values = []
        for face in left:
            rest = tuple(k - (i == face) for i, k in enumerate(faces))
            ways = [self.effects(after, rest) for after in self.one(position, face)]
            values.append(self.choose(ways))
        return self.choose(values)

    def turn(self, position):
        chips, dice, centre, spare = position
        total = [0.0] * self.n
        for faces, chance in self.rolls(dice[0]):
            if faces[X] == dice[0]:
                taken = [int(d >= 2) for d in dice[1:]]
                new = (dice[0] + sum(taken), *(d - t for d, t in zip(dice[1:], taken, strict=True)))
                value = self.values[chips, new, centre, spare]
            else:
                value = self.effects(position, faces)
            total = [t + chance * v for t, v in zip(total, value, strict=True)]
        return tuple(total)

    def solve(self, most, sweeps=400, goal=1e-14):
        for centre in range(1, most + 1):
            level = list(self.positions(centre))
            self.values.update(dict.fromkeys(level, (1 / self.n,) * self.n))
            for _ in range(sweeps):
                new = {position: self.turn(position) for position in level}
                change = max(
                    abs(a - b)
                    for position in level
                    for a, b in zip(new[position], self.values[position], strict=True)
                )
                self.values.update(new)
                if change < goal:
                    break
            else:
                raise AssertionError(f"the level with {centre} chips does not settle")
        return self.values
