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
from swipe.games.contract import CHANCE, DECISION, OVER, Game, State
from swipe.protocol import Chances

OPEN = -2
"""The observer before whom all cards lie open: whoever looks back on a finished match."""

GAMES_INTERPRETED = 200
GAMES_COMPILED = 4000


class PlayOut(Protocol):
    """Plays games out from whole states: fills ``shares`` (float64[games, players]) in order.

    ``states`` is a record array, used up; ``words`` uint64[games] start each game's own stream.
    """

    def __call__(
        self, states: NDArray[np.void], words: NDArray[np.uint64], shares: NDArray[np.float64], /
    ) -> None: ...


class Interpreted:
    """The rules as they stand, played by one policy for every seat."""

    def __init__(self, game: Game, policy: Policy) -> None:
        self.game = game
        self.policy = policy

    def __call__(
        self, states: NDArray[np.void], words: NDArray[np.uint64], shares: NDArray[np.float64]
    ) -> None:
        rules, policy = self.game.rules, self.policy
        records = states.view(np.recarray)
        actions = np.zeros(self.game.max_legal, np.uint16)
        for number, word in enumerate(words):
            state, random = records[number], Random(int(word))
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
            rules.result(state, shares[number])


class Rollouts:
    """Estimates by playing out.

    Args:
        game: the game.
        games: how many games stand behind each figure, at least 2; None for what is quick.
        seed: from 0; the same seed gives the same figures.
        bot: the bot that plays every seat; None for the game's best.
        interpreted: never use compiled rules.

    Raises:
        UnknownBot: the game has no such bot.
    """

    def __init__(
        self,
        game: Game,
        *,
        games: int | None = None,
        seed: int = 0,
        bot: str | None = None,
        interpreted: bool = False,
    ) -> None:
        named = policies(game)
        self.game = game
        self.bot = bot if bot is not None else list(named)[-1]
        self.seed = seed
        compiled = None if interpreted else find_compiled(game, self.bot)
        self.is_compiled = compiled is not None
        self.play_out: PlayOut = compiled or Interpreted(game, find_policy(game, self.bot))
        self.games = games or (GAMES_COMPILED if self.is_compiled else GAMES_INTERPRETED)

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
        states, words = self._worlds(seen, observer)
        shares = [self._play(states.copy(), words, action) for action in actions]
        mine = np.stack([each[:, seat] for each in shares])
        best = int(mine.mean(axis=1).argmax())
        half = self.games // 2
        first, second = mine[:, :half].mean(axis=1), mine[:, half:].mean(axis=1)
        costs = (first[second.argmax()] - first + second[first.argmax()] - second) / 2
        spread = (mine[best] - mine).std(axis=1, ddof=1)
        return [
            Compared(action, estimated(shares[i]), float(costs[i]), float(margins))
            for i, (action, margins) in enumerate(
                zip(actions, Z * spread / np.sqrt(self.games), strict=True)
            )
        ]

    def shares(self, state: State, observer: int) -> NDArray[np.float64]:
        """Play games out from a position: float64[games, players].

        Args:
            state: a whole position; only what the observer sees of it is used.
            observer: a seat, SPECTATOR or OPEN.
        """
        seen = state if observer == OPEN else self.game.view.redact(state, observer)
        return self._play(*self._worlds(seen, observer), None)

    def _worlds(self, seen: State, observer: int) -> tuple[NDArray[np.void], NDArray[np.uint64]]:
        """The positions that the games start from, and the word that starts each one's stream."""
        game = self.game
        random = Random(_digest(self.seed, seen))
        states = np.zeros(self.games, game.dtype)
        words = np.zeros(self.games, np.uint64)
        deals = game.has_hidden_information and observer != OPEN
        for number in range(self.games):
            words[number] = random.getrandbits(63)
            states[number] = complete(game, seen, observer, random) if deals else seen
        return states, words

    def _play(
        self, states: NDArray[np.void], words: NDArray[np.uint64], action: int | None
    ) -> NDArray[np.float64]:
        records = states.view(np.recarray)
        if action is not None:
            for number in range(self.games):
                contract.apply_action(self.game, records[number], action)
        shares = np.zeros((self.games, int(records[0].players)))
        self.play_out(states, words, shares)
        return shares


def _digest(seed: int, seen: State) -> int:
    return int.from_bytes(hashlib.sha256(f"{seed}:".encode() + seen.tobytes()).digest(), "big")
