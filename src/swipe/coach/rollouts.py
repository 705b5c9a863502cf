"""Chances where no table is at hand: games played out by a good bot, with intervals.

Every game played out is numbered; its chance and its bots' random words follow from the seed, the
position as the observer sees it, and that number alone. Actions are compared over the same numbers,
so that luck which they share cancels.
"""

from __future__ import annotations

import hashlib
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import Policy, find_policy, policies
from swipe.coach.fast import find_compiled
from swipe.coach.figures import Compared, Z, certain, estimated
from swipe.coach.hidden import complete
from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, OVER, Game, Rules, State
from swipe.protocol import Chances

OPEN = -2
"""The observer before whom all cards lie open: whoever looks back on a finished match."""

MIN_GAMES = 4

QUICK_GAMES = {
    (True, False): 10000,
    (True, True): 600,
    (False, False): 200,
    (False, True): 8,
}
"""How many games are quick enough while somebody waits, by (compiled, hidden information).

With hidden cards every game begins with a deal of its own, and a match is many rounds.
"""


class PlayOut(Protocol):
    """Plays games out from one position.

    Game number n of a seed has the same luck wherever it starts; ``shares`` is float64[games,
    players], the share of the win of every seat in the games ``first`` to ``first + games - 1``.
    """

    def __call__(
        self, start: State, seed: int, first: int, games: int, /
    ) -> NDArray[np.float64]: ...


class Interpreted:
    """The rules as they stand, played by one policy for every seat."""

    def __init__(self, game: Game, policy: Policy) -> None:
        self.game = game
        self.policy = policy

    def __call__(self, start: State, seed: int, first: int, games: int) -> NDArray[np.float64]:
        rules, policy = self.game.rules, self.policy
        actions = np.zeros(self.game.max_legal, np.uint16)
        shares = np.zeros((games, int(start.players)))
        for index in range(games):
            state, random = start.copy(), Random(f"{seed}:{first + index}")
            while True:
                phase = rules.phase(state)
                if phase == CHANCE:
                    ticket = random.randrange(rules.chance_total(state))
                    rules.land(state, int(rules.chance_outcome(state, ticket)))
                elif phase == DECISION:
                    count = rules.legal_actions(state, actions)
                    rules.play(state, int(policy(state, actions, count, random.getrandbits(63))))
                else:
                    break
                while rules.settle(state):
                    pass
            rules.result(state, shares[index])
        return shares


class Rollouts:
    """Estimates by playing out.

    Args:
        rules: what is played.
        games: how many games stand behind each figure, at least 4; None for what is quick.
        seed: from 0; the same seed gives the same figures.
        bot: the bot that plays every seat; None for the game's best.
        interpreted: never use compiled rules.

    Raises:
        UnknownBot: the game has no such bot.
        ValueError: too few games.
    """

    def __init__(
        self,
        rules: Rules,
        *,
        games: int | None = None,
        seed: int = 0,
        bot: str | None = None,
        interpreted: bool = False,
    ) -> None:
        game = rules.game
        named = policies(game)
        self.game = game
        self.bot = bot if bot is not None else list(named)[-1]
        self.seed = seed
        if games is not None and games < MIN_GAMES:
            raise ValueError(f"an estimate needs {MIN_GAMES} games or more, not {games}")
        compiled = None if interpreted else find_compiled(rules, self.bot)
        self.is_compiled = compiled is not None
        self.play_out: PlayOut = compiled or Interpreted(game, find_policy(game, self.bot))
        self.games = games or QUICK_GAMES[self.is_compiled, game.has_hidden_information]

    @property
    def method(self) -> str:
        """How the figures come about: the bot's name."""
        return self.bot

    def values(self, state: State, observer: int) -> Chances:
        """The chances of every seat in a position, of which the observer sees what it may."""
        if self.game.rules.phase(state) == OVER:
            return certain(contract.shares(self.game, state))
        return estimated(self.shares(state, observer))

    def compare(self, state: State, observer: int) -> list[Compared]:
        """The chances after every legal action, and what each costs; empty outside a decision.

        The dearer action is found in one half of the games and measured in the other, and the
        other way round: picking the best of noisy figures and believing its figure would make
        every choice look too dear.
        """
        game = self.game
        seen = state if observer == OPEN else game.view.redact(state, observer)
        actions = contract.legal_actions(game, seen)
        if not actions:
            return []
        seat = game.rules.seat_to_act(seen)
        worlds, digest = self._worlds(seen, observer), _digest(self.seed, seen)
        shares = [self._play(worlds, digest, action) for action in actions]
        mine = np.stack([each[:, seat] for each in shares])
        costs, margins = costs_of(mine)
        return [
            Compared(action, estimated(shares[i]), float(costs[i]), float(margins[i]))
            for i, action in enumerate(actions)
        ]

    def shares(self, state: State, observer: int) -> NDArray[np.float64]:
        """Play games out from a position: float64[games, players].

        Args:
            state: a whole position; only what the observer sees of it is used.
            observer: a seat, SPECTATOR or OPEN.
        """
        seen = state if observer == OPEN else self.game.view.redact(state, observer)
        return self._play(self._worlds(seen, observer), _digest(self.seed, seen), None)

    def _worlds(self, seen: State, observer: int) -> list[State]:
        """The positions that the games start from: one for all, or a new deal for each."""
        if not self.game.has_hidden_information or observer == OPEN:
            return [seen]
        random = Random(_digest(self.seed, seen))
        return [complete(self.game, seen, observer, random) for _ in range(self.games)]

    def _play(self, worlds: list[State], seed: int, action: int | None) -> NDArray[np.float64]:
        each = self.games // len(worlds)
        shares = []
        for number, world in enumerate(worlds):
            start = world.copy()
            if action is not None:
                contract.apply_action(self.game, start, action)
            shares.append(self.play_out(start, seed, number * each, each))
        return np.concatenate(shares)


def costs_of(mine: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What every action costs the mover, and half of the 95 % intervals.

    Args:
        mine: float64[actions, games], the mover's share; game number n has the same luck for all.
    """
    halves = np.array_split(mine, 2, axis=1)
    costs, variances = np.zeros(len(mine)), np.zeros(len(mine))
    for judged, chosen in (halves, halves[::-1]):
        lag = judged[chosen.mean(axis=1).argmax()] - judged
        costs += lag.mean(axis=1) / 2
        variances += lag.var(axis=1, ddof=1) / lag.shape[1] / 4
    return costs, Z * np.sqrt(variances)


def _digest(seed: int, seen: State) -> int:
    """64 bits that follow from the seed and what is seen."""
    digest = hashlib.sha256(f"{seed}:".encode() + seen.tobytes()).digest()
    return int.from_bytes(digest[:8], "big")
