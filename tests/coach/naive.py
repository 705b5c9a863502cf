"""Slow, obvious references for the coach's tests: exact values of tiny games, whole matches."""

from __future__ import annotations

from random import Random

import numpy as np

from swipe.bots.contract import choose, find_policy
from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, OVER, Rules
from swipe.match.decide import Act, Secret, Sit, Start, Throw, create, decide
from swipe.match.events import MatchEvent
from swipe.match.fold import fold


class NaiveTable:
    """Values of every reachable position of a game for two, by value iteration."""

    label = "exact"
    bound = 1e-12

    def __init__(self, rules: Rules) -> None:
        assert rules.players == 2
        self.game = game = rules.game
        first = rules.initial_state()
        states, index = [first], {first.tobytes(): 0}

        def number(state):
            key = state.tobytes()
            if key not in index:
                index[key] = len(states)
                states.append(state)
            return index[key]

        rows, columns, weights, self.choices, over = [], [], [], {}, {}
        at = 0
        while at < len(states):
            state = states[at]
            phase = game.rules.phase(state)
            if phase == OVER:
                over[at] = contract.shares(game, state)[0]
            elif phase == CHANCE:
                total = game.rules.chance_total(state)
                for outcome, tickets in contract.chance_outcomes(game, state):
                    after = state.copy()
                    contract.apply_outcome(game, after, outcome)
                    rows.append(at)
                    columns.append(number(after))
                    weights.append(tickets / total)
            else:
                moves = []
                for action in contract.legal_actions(game, state):
                    after = state.copy()
                    contract.apply_action(game, after, action)
                    moves.append((action, number(after)))
                self.choices[at] = (game.rules.seat_to_act(state), moves)
            at += 1
        self.index = index
        values = np.full(len(states), 0.5)
        for at, share in over.items():
            values[at] = share
        chance = np.unique(rows)
        while True:
            new = values.copy()
            sums = np.zeros(len(states))
            np.add.at(sums, rows, np.array(weights) * values[columns])
            new[chance] = sums[chance]
            for at, (seat, moves) in self.choices.items():
                pick = max if seat == 0 else min
                new[at] = pick(values[next_one] for _, next_one in moves)
            if np.abs(new - values).max() < 1e-15:
                break
            values = new
        self._values = values

    def values(self, state):
        first = self._values[self.index[state.tobytes()]]
        return np.array([first, 1 - first])

    def policy(self, state, known=None):
        values = self.action_values(state)
        seat = self.game.rules.seat_to_act(state)
        best = max(after[seat] for _, after in values)
        ties = [after[seat] >= best - 1e-12 for _, after in values]
        return [(a, tie / sum(ties)) for (a, _), tie in zip(values, ties, strict=True)]

    def action_values(self, state, known=None):
        _, moves = self.choices[self.index[state.tobytes()]]
        return [(a, np.array([self._values[n], 1 - self._values[n]])) for a, n in moves]


def play(rules: Rules, bots: list[str], seed: int, **created) -> tuple[list[MatchEvent], Secret]:
    """A whole match between bots."""
    chance = created.pop("chance", "seeded")
    event, secret = create(
        f"m{seed}", rules, chance=chance, seed=seed if chance == "seeded" else None, **created
    )
    events, match, random = [event], fold([event]), Random(seed)
    commands = [Sit(seat, f"P{seat + 1}", bot) for seat, bot in enumerate(bots)]
    for command in [*commands, Start()]:
        decision = decide(match, command, secret)
        events += decision.events
        match = decision.match
    while match.ended is None:
        decision = decide(match, next_command(match, bots, random), secret)
        events += decision.events
        match = decision.match
    return events, secret


def next_command(match, bots, random):
    seat = match.seat_to_act
    if match.phase != DECISION:
        return Throw(seat)
    game = match.game
    action = choose(game, find_policy(game, bots[seat]), match.state, random.getrandbits(63))
    return Act(seat, game.notation.format_action(action))
