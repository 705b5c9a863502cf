"""What is counted of games: whole numbers only, so that sums do not depend on their order."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import Game
from swipe.kernels import Batch, Kernel
from swipe.kernels.driver import CURVE, NOT_WATCHED, WHOLE_SHARE
from swipe.lab.engine import Heartbeat
from swipe.lab.spec import CHUNK, RunSpec, make_kernel, spec_from_json

Counts = NDArray[np.int64]

TURN_BINS = 1024
ROUND_BINS = 256
SCORE_BINS = 2048
LEAD_BINS = 128
"""Histograms count 0, 1, 2, ... and in their last bin everything from there on; the sums beside
them are exact."""


@dataclass
class Tally:
    """Sums over games, all int64. ``P`` seats, ``S`` steps.

    Attributes:
        games: [1] how many.
        shares: [P] parts of the win in 1/840; ``shares_squared`` their squares.
        ranks: [P * P] games by seat and rank (from 1).
        scores: [P * SCORE_BINS] games by seat and final score; ``score_sums`` [P] and
            ``score_squares`` [P] their sums.
        turns: [TURN_BINS] games by number of turns; ``turn_sums`` [2] sum and sum of squares.
        rounds: [ROUND_BINS] games by number of rounds, all 0 where matches have none;
            ``round_sums`` [2].
        move_sums: [2] decisions and throws.
        steps: [S] how often each step was taken; ``steps_squared`` the squares by game;
            ``steps_seen`` in how many games at all.
        watched: [1] games that were watched for leads; ``watched_turns`` [TURN_BINS] those by
            number of turns.
        lead_changes: [LEAD_BINS] watched games by changes of the lead; ``lead_sums`` [2].
        led, won: [CURVE] of the watched games that went on after turn n + 1, how many had one seat
            alone in the lead, and how much of them (in 1/840) it won.
    """

    games: Counts
    shares: Counts
    shares_squared: Counts
    ranks: Counts
    scores: Counts
    score_sums: Counts
    score_squares: Counts
    turns: Counts
    turn_sums: Counts
    rounds: Counts
    round_sums: Counts
    move_sums: Counts
    steps: Counts
    steps_squared: Counts
    steps_seen: Counts
    watched: Counts
    watched_turns: Counts
    lead_changes: Counts
    lead_sums: Counts
    led: Counts
    won: Counts

    @classmethod
    def empty(cls, game: Game, players: int) -> Tally:
        steps = len(game.rules.STEPS)
        sizes = {
            "games": 1,
            "shares": players,
            "shares_squared": players,
            "ranks": players * players,
            "scores": players * SCORE_BINS,
            "score_sums": players,
            "score_squares": players,
            "turns": TURN_BINS,
            "turn_sums": 2,
            "rounds": ROUND_BINS,
            "round_sums": 2,
            "move_sums": 2,
            "steps": steps,
            "steps_squared": steps,
            "steps_seen": steps,
            "watched": 1,
            "watched_turns": TURN_BINS,
            "lead_changes": LEAD_BINS,
            "lead_sums": 2,
            "led": CURVE,
            "won": CURVE,
        }
        return cls(**{name: np.zeros(size, np.int64) for name, size in sizes.items()})

    @classmethod
    def from_arrays(cls, arrays: dict[str, Any]) -> Tally:
        return cls(**{f.name: np.asarray(arrays[f.name], np.int64) for f in fields(cls)})

    def arrays(self) -> dict[str, Counts]:
        return {f.name: getattr(self, f.name) for f in fields(self)}

    def add(self, other: Tally) -> None:
        """Add another tally of the same game and number of seats."""
        for name, values in self.arrays().items():
            values += getattr(other, name)

    def count(self, game: Game, players: int, batch: Batch) -> None:
        """Add the games of a batch."""
        rows = batch.rows
        self.games += len(rows)
        shares = _by_seat(rows["shares"], players)
        self.shares += shares.sum(1)
        self.shares_squared += np.einsum("ij,ij->i", shares, shares)
        scores = _by_seat(rows["scores"], players)
        self.score_sums += scores.sum(1)
        self.score_squares += np.einsum("ij,ij->i", scores, scores)
        for seat in range(players):
            of_seat = slice(seat * SCORE_BINS, (seat + 1) * SCORE_BINS)
            self.scores[of_seat] += _histogram(np.maximum(scores[seat], 0), SCORE_BINS)
            of_seat = slice(seat * players, (seat + 1) * players)
            self.ranks[of_seat] += _histogram(rows["ranks"][:, seat] - 1, players)
        self.steps += batch.steps[0]
        self.steps_squared += batch.steps[1]
        self.steps_seen += batch.steps[2]
        turns = rows["turns"].astype(np.int64)
        self.turns += _histogram(turns, TURN_BINS)
        self.turn_sums += _sums(turns)
        if game.round_steps:
            rounds = rows["rounds"].astype(np.int64)
            self.rounds += _histogram(rounds, ROUND_BINS)
            self.round_sums += _sums(rounds)
        self.move_sums += _sums(rows["moves"].astype(np.int64))
        changes = rows["lead_changes"].astype(np.int64)
        watched = changes != NOT_WATCHED
        self.watched += watched.sum()
        self.watched_turns += _histogram(turns[watched], TURN_BINS)
        self.lead_changes += _histogram(changes[watched], LEAD_BINS)
        self.lead_sums += _sums(changes[watched])
        self.led += batch.led
        self.won += batch.won

    @property
    def win_share(self) -> NDArray[np.float64]:
        """The share of the wins of every seat; ties are shared, so that they sum to 1."""
        share: NDArray[np.float64] = self.shares / (WHOLE_SHARE * int(self.games[0]))
        return share


def _by_seat(values: NDArray[Any], players: int) -> Counts:
    """[P, games], each seat's figures side by side: sums over games are then fast."""
    return np.ascontiguousarray(values[:, :players].T, np.int64)


def _sums(values: Counts) -> Counts:
    return np.array([values.sum(), np.dot(values, values)], np.int64)


def _histogram(values: NDArray[Any], bins: int) -> Counts:
    return np.bincount(np.minimum(values, bins - 1), minlength=bins).astype(np.int64)


@lru_cache(maxsize=8)
def _spec_and_kernel(text: str) -> tuple[RunSpec, Kernel]:
    spec = spec_from_json(text)
    return spec, make_kernel(spec)


def prepare(text: str) -> None:
    """Load or compile what a run needs."""
    spec, kernel = _spec_and_kernel(text)
    kernel.play(spec.seed, 0, 1)


def play_batch(text: str, index: int, heartbeat: Heartbeat) -> dict[str, Counts]:
    """Play one batch of a run, see :mod:`swipe.lab.engine`; the arrays of its tally."""
    spec, kernel = _spec_and_kernel(text)
    game = kernel.plan.rules.game
    tally = Tally.empty(game, spec.players)
    first, games = spec.span(index)
    for start in range(first, first + games, CHUNK):
        size = min(CHUNK, first + games - start)
        batch = kernel.play(spec.seed, start, size, watch_every=spec.watch_every)
        tally.count(game, spec.players, batch)
        heartbeat(size)
    return tally.arrays()
