"""What a bot is, and where the bots of a game are found.

A policy is a plain function ``choose(state, actions, count, word) -> action`` on a state redacted
for the seat to act, the ``count`` legal actions in rising order, and 63 random bits. Like a rule
it draws nothing itself, allocates nothing, and runs both interpreted and compiled. A policy that
reads a hidden field would move differently when hidden cards are permuted: a test holds every
policy of every game to that.

The policies of the game ``swipe-dice`` stand in the module ``swipe.bots.swipe_dice`` as the mapping
``POLICIES``, the weakest first; ``random`` is common to all games. ``optimal`` is no bot of a game:
it plays the table of some rules where they are solved, see :mod:`swipe.bots.optimal`.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import Game, State

OPTIMAL = "optimal"
"""The bot that plays solved tables."""


class Policy(Protocol):
    """A policy: ``word`` is a whole number from 0 to 2**63 - 1, so that it fits a signed word."""

    def __call__(
        self, state: State, actions: NDArray[np.uint16], count: int, word: int, /
    ) -> int: ...


class UnknownBot(ValueError):
    """A bot that the game does not have; the message lists those it has."""


def choose_random(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
    """Every legal action is equally likely (up to 2**-23: the upper 32 bits choose)."""
    return int(actions[(((int(word) >> 31) & 0xFFFFFFFF) * count) >> 32])


def policies(game: Game) -> Mapping[str, Policy]:
    """The policies of a game by name, ``random`` first."""
    module = importlib.import_module(f"swipe.bots.{game.name.replace('-', '_')}")
    named: dict[str, Policy] = {"random": choose_random}
    named.update(module.POLICIES)
    return named


def find_policy(game: Game, name: str) -> Policy:
    """Return the policy of that name.

    Raises:
        UnknownBot: the game has no such bot.
    """
    named = policies(game)
    if name not in named:
        raise UnknownBot(f"{game.name} has no bot {name!r}; it has {', '.join(named)}")
    return named[name]


def choose(game: Game, policy: Policy, state: State, word: int) -> int:
    """The action of a policy for the seat to act of a full state: redacts it first."""
    seat = game.rules.seat_to_act(state)
    seen = game.view.redact(state, seat)
    actions = np.zeros(game.max_legal, np.uint16)
    count = game.rules.legal_actions(seen, actions)
    return int(policy(seen, actions, count, word))


__all__ = ["OPTIMAL", "Policy", "UnknownBot", "choose", "choose_random", "find_policy", "policies"]
