"""The strongest bot of every game beats random players from every seat alike."""

from __future__ import annotations

import random

import numpy as np
import pytest

from swipe.bots.contract import choose, policies
from swipe.games.contract import DECISION, OVER, check_action
from swipe.kernels import Kernel, Plan
from tests.games.playing import ALL_GAMES, apply_move, random_move, random_walk

every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)

PLAYERS = 4
GAMES_A_SEAT = 500


@pytest.mark.slow
@every_game
def test_the_strongest_bot_beats_random_players(game):
    """One of it against three random players, every seat equally often; four standard errors."""
    named = policies(game)
    best = list(named)[-1]
    rules = game.configure(PLAYERS, game.presets.get("short", {}))
    kernel = Kernel(Plan(rules, named, (best, *["random"] * (PLAYERS - 1))))
    won = []
    for seat in range(PLAYERS):
        seats = ["random"] * PLAYERS
        seats[seat] = best
        rows = kernel.play(7, seat * GAMES_A_SEAT, GAMES_A_SEAT, seats=seats).rows
        won.append(rows["shares"][:, seat] / 840)
    shares = np.concatenate(won)
    assert shares.mean() - 4 * shares.std() / len(shares) ** 0.5 > 1 / PLAYERS


@every_game
def test_every_bot_only_does_what_is_legal(game):
    for number, policy in enumerate(policies(game).values()):
        rng, chance = np.random.default_rng(number), random.Random(number)
        for options in game.presets.values():
            *_, state = random_walk(game.configure(3, options), number, 30)
            for _ in range(60):
                if game.rules.phase(state) == OVER:
                    break
                if game.rules.phase(state) == DECISION:
                    word = int(rng.integers(0, 2**63))
                    action = choose(game, policy, state, word)
                    check_action(game, state, game.rules.seat_to_act(state), action)
                    assert choose(game, policy, state, word) == action, "the word decides alone"
                    apply_move(game, state, action=action)
                else:
                    apply_move(game, state, **random_move(game, state, chance))
