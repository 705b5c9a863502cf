"""Rules of thumb that a person can remember, and what they cost against exact play.

One seat follows a rule of thumb while all others play a solved table. Every decision that the rule
takes has an exact cost (the best winning chance of the table less that of the action), and

    expected result = value of the start - expected sum of the costs,

because luck has expectation zero and what the others do is what the table expects of them. The mean
of the summed costs over many matches is therefore the loss of the rule, with far less noise than
counting wins would have; only which positions come up is left to sampling.
"""

from __future__ import annotations

import importlib
import importlib.util
import math
from dataclasses import dataclass
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import Policy, policies
from swipe.coach.figures import Z
from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, Rules, State


class ExactTable(Protocol):
    """What is needed of a solved table (:class:`swipe.solve.table.Table`)."""

    def action_values(
        self, state: State, known: dict[bytes, NDArray[np.float64]] | None = None
    ) -> list[tuple[int, NDArray[np.float64]]]: ...

    def policy(
        self, state: State, known: dict[bytes, NDArray[np.float64]] | None = None
    ) -> list[tuple[int, float]]: ...


@dataclass(frozen=True, slots=True)
class Measured:
    """The loss of a rule of thumb.

    Attributes:
        name: of the rule.
        loss: winning chance that it costs a match, on average over the seats.
        margin: half the 95 % interval of the loss.
        choices: decisions between two or more actions that a seat has in a match, on average.
        right: share of them that cost nothing.
        games: matches played.
    """

    name: str
    loss: float
    margin: float
    choices: float
    right: float
    games: int


class Measurer:
    """Plays rules of thumb against a table, and remembers what the table said.

    Args:
        rules: what is played.
        table: the table of these rules.
        seed: of all chance; every rule of thumb meets the same dice as far as it plays alike.
    """

    def __init__(self, rules: Rules, table: ExactTable, seed: int = 0) -> None:
        self.rules = rules
        self.seed = seed
        self._player = _Player(rules, table)

    def measure(self, name: str, thumb: Policy, games: int) -> Measured:
        """Measure a rule of thumb, in every seat in turn.

        Args:
            name: of the rule of thumb.
            thumb: the rule of thumb.
            games: matches to play; rounded up to a multiple of the players.
        """
        players = self.rules.players
        games += -games % players
        losses, choices, right = [], 0, 0
        for number in range(games):
            random = Random(f"{self.seed}:{number}")
            costs = self._player.play(thumb, number % players, random)
            losses.append(math.fsum(costs))
            choices += len(costs)
            right += sum(cost <= FREE for cost in costs)
        mean = math.fsum(losses) / games
        spread = math.sqrt(math.fsum((each - mean) ** 2 for each in losses) / max(1, games - 1))
        share = right / choices if choices else 1.0
        return Measured(name, mean, Z * spread / math.sqrt(games), choices / games, share, games)


REMEMBERED = 400_000
"""Positions remembered before all are forgotten: some hundred megabytes."""

FREE = 1e-9
"""A choice that costs no more costs nothing."""


class _Player:
    """Plays matches; remembers what the table said of a position."""

    def __init__(self, rules: Rules, table: ExactTable) -> None:
        self.rules = rules
        self.table = table
        self._known: dict[bytes, NDArray[np.float64]] = {}
        self._costs: dict[bytes, dict[int, float]] = {}
        self._policies: dict[bytes, list[tuple[int, float]]] = {}

    def play(self, thumb: Policy, own: int, random: Random) -> list[float]:
        """One match; the costs of the decisions of seat ``own``."""
        for memory in (self._known, self._costs, self._policies):
            if len(memory) > REMEMBERED:
                memory.clear()
        game, state = self.rules.game, self.rules.initial_state()
        found: list[float] = []
        buffer = np.zeros(game.max_legal, np.uint16)
        while (phase := game.rules.phase(state)) in (CHANCE, DECISION):
            if phase == CHANCE:
                ticket = random.randrange(game.rules.chance_total(state))
                contract.apply_outcome(game, state, int(game.rules.chance_outcome(state, ticket)))
                continue
            count = game.rules.legal_actions(state, buffer)
            if count == 1:
                action = int(buffer[0])
            elif game.rules.seat_to_act(state) == own:
                action = int(thumb(state, buffer, count, random.getrandbits(63)))
                found.append(self.cost(state, action))
            else:
                action = self.table_action(state, random)
            contract.apply_action(game, state, action)
        return found

    def cost(self, state: State, action: int) -> float:
        """What an action gives away."""
        key = state.tobytes()
        if key not in self._costs:
            seat = self.rules.game.rules.seat_to_act(state)
            values = [
                (each, float(v[seat])) for each, v in self.table.action_values(state, self._known)
            ]
            best = max(value for _, value in values)
            self._costs[key] = {each: best - value for each, value in values}
        return self._costs[key][action]

    def table_action(self, state: State, random: Random) -> int:
        """What the table plays."""
        key = state.tobytes()
        if key not in self._policies:
            self._policies[key] = self.table.policy(state, self._known)
        actions = self._policies[key]
        return random.choices([a for a, _ in actions], [w for _, w in actions])[0]


def candidates(rules: Rules) -> dict[str, Policy]:
    """The rules of thumb of a game, with its bots beside them for scale."""
    name = f"swipe.coach.thumbs.{rules.game.name.replace('-', '_')}"
    named: dict[str, Policy] = {}
    if importlib.util.find_spec(name) is not None:
        named.update(importlib.import_module(name).THUMBS)
    for bot, policy in policies(rules.game).items():
        named[f"bot {bot}"] = policy
    return named
