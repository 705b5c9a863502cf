"""Batches of games on the fast core."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import BadOption, Game, Rules, State
from swipe.kernels.compile import compile_driver, compile_function, jit, jit_inline
from swipe.kernels.driver import (
    CURVE,
    chain_policies,
    functions_of,
    make_driver,
    row_dtype,
    work_dtype,
)

Policy = Callable[..., int]


@dataclass(frozen=True)
class Plan:
    """What is played: the rules, and the policy of every seat.

    Attributes:
        rules: the rules, players and options included.
        policies: name to policy. A policy is ``choose(state, actions, count, word)``; one that has
            tables is ``choose(state, actions, count, word, tables)``.
        tables: name to the tables of the policies that have them: an array, or a tuple of arrays
            and of functions that are called by their address.
        seats: the name of the policy of every seat.
        others: further policies that batches may give seats to.

    Raises:
        BadOption: not one policy for every seat.
    """

    rules: Rules
    policies: Mapping[str, Policy]
    seats: tuple[str, ...]
    tables: Mapping[str, Any] = field(default_factory=dict)
    others: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.seats) != self.rules.players:
            raise BadOption(f"{self.rules.players} seats need as many bots, not {len(self.seats)}")
        for name in (*self.seats, *self.others):
            if name not in self.policies:
                raise BadOption(f"no policy is called {name!r}; there are {list(self.policies)}")


@dataclass(frozen=True)
class Batch:
    """What a batch of games gave.

    Attributes:
        rows: one record a game, see :func:`swipe.kernels.driver.row_dtype`.
        steps: int64 [3, steps]: how often each step was taken, the squares of that by game, and in
            how many games it was taken at all.
        led, won: the curve of leads of the watched games, int64 of ``CURVE``.
        state: the final state of the last game.
    """

    rows: NDArray[Any]
    steps: NDArray[np.int64]
    led: NDArray[np.int64]
    won: NDArray[np.int64]
    state: State


def _as_written(function: Any) -> Any:
    return function


class Kernel:
    """Plays batches of games of a plan; any number of threads may do so at a time.

    Args:
        plan: what is played.
        compiled: False plays the same games in plain Python, slowly.
    """

    def __init__(self, plan: Plan, *, compiled: bool = True) -> None:
        self.plan = plan
        self.compiled = compiled
        self._names = sorted({*plan.seats, *plan.others})
        game = plan.rules.game
        self._bots = np.array([self._names.index(name) for name in plan.seats], np.int64)
        self._tables = tuple(plan.tables.get(name, ()) for name in self._names)
        self._ends = np.array(
            [
                [name in ends for name in game.rules.STEPS]
                for ends in (game.turn_steps, game.round_steps)
            ],
            np.uint8,
        )
        self._start = plan.rules.initial_state()
        self._drive = self._driver(game)
        self._first_call = threading.Lock()
        self._warm = False

    def _driver(self, game: Game) -> Any:
        chosen = [self.plan.policies[name] for name in self._names]
        tabled = [name in self.plan.tables for name in self._names]
        if not self.compiled:
            choose = chain_policies(list(zip(chosen, tabled, strict=True)), _as_written)
            return make_driver(functions_of(game, _as_written), choose, _as_written, _as_written)
        compiled = [compile_function(policy) for policy in chosen]
        choose = chain_policies(list(zip(compiled, tabled, strict=True)), jit_inline)
        label = "\0".join(f"{p.__module__}.{p.__qualname__}" for p in chosen)
        name = f"{game.name}-{hashlib.sha256(label.encode()).hexdigest()[:16]}"
        functions = functions_of(game, compile_function)
        driver = make_driver(functions, choose, jit_inline, jit)
        return compile_driver(driver, name, tuple(chosen))

    def play(
        self,
        seed: int,
        first: int,
        games: int,
        *,
        watch_every: int = 1,
        start: State | None = None,
        seats: Sequence[str] | None = None,
    ) -> Batch:
        """Play games number ``first`` to ``first + games - 1`` of a seed.

        Args:
            seed: from 0 to 2**64 - 1.
            first: the number of the first game.
            games: how many.
            watch_every: watch the leads of the games whose number it divides.
            start: where the games begin; the rules' first position when None.
            seats: the policies of the seats, from among the plan's and its others.
        """
        game = self.plan.rules.game
        initial = np.zeros(1, game.dtype).view(np.recarray)
        initial[0] = self._start if start is None else start
        states = np.zeros(1, game.dtype).view(np.recarray)
        work = np.zeros(1, work_dtype(game)).view(np.recarray)
        rows = np.zeros(games, row_dtype(game)).view(np.recarray)
        steps = np.zeros((3, len(game.rules.STEPS)), np.int64)
        led, won = np.zeros(CURVE, np.int64), np.zeros(CURVE, np.int64)
        bots = self._bots
        if seats is not None:
            bots = np.array([self._names.index(name) for name in seats], np.int64)
        arguments = (
            initial,
            states,
            work,
            bots,
            self._tables,
            np.array([seed, first], np.uint64),
            np.array([watch_every, -1 if game.low_score_wins else 1], np.int64),
            self._ends,
            steps,
            rows,
            led,
            won,
        )
        if not self.compiled:
            with np.errstate(over="ignore"):
                self._drive(*arguments)
        elif self._warm:
            self._drive(*arguments)
        else:
            with self._first_call:  # compiles once
                self._drive(*arguments)
                self._warm = True
        return Batch(rows, steps, led, won, states[0])
