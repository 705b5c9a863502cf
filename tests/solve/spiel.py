"""A game of the contract as OpenSpiel sees it: a Python game whose states are explicit.

OpenSpiel's value iteration keeps the states in which somebody decides, by their texts, and follows
chance from one to the next. So a throw waits here for a word of its player, whose only action is to
throw: every turn, every Super Swipe and every throw of a roll-off begins with a state that is kept,
and whatever can come back to itself comes back to one of those.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

import pyspiel

from swipe.games import contract
from swipe.games.contract import CHANCE, NOBODY, OVER, Game, State
from swipe.games.plain import Plain, to_plain, to_record

THROW = 0
"""The action of whoever is to throw; action number a of the game is ``1 + a``."""

Known: TypeAlias = Callable[[State], float | None]


class Node:
    """A state of the game, and what the rules say of it, asked once."""

    def __init__(self, game: Game, plain: Plain, known: Known) -> None:
        self.game = game
        self.plain = plain
        self.known = known
        self.phase = int(game.rules.phase(plain))
        seat = int(game.rules.seat_to_act(plain))
        self.player = 0 if seat == NOBODY else seat  # in a roll-off anybody says "throw"

    @property
    def state(self) -> State:
        """The record."""
        return to_record(self.game, self.plain)

    @cached_property
    def actions(self) -> dict[int, bytes]:
        """Where every action leads; the one of a throw leads nowhere yet."""
        if self.phase == CHANCE:
            return {THROW: self.plain.tobytes()}
        found = {}
        for action in contract.legal_actions(self.game, self.plain):
            after = self.plain.copy()
            contract.apply_action(self.game, after, action)
            found[1 + action] = after.tobytes()
        return found

    @cached_property
    def throw(self) -> list[tuple[bytes, float]]:
        """What the whole throw can lead to, and how likely."""
        ways = {self.plain.tobytes(): (self.plain, 1.0)}
        for _ in range(self.game.rules.chance_run(self.plain)):
            after: dict[bytes, tuple[Plain, float]] = {}
            for before, chance in ways.values():
                total = self.game.rules.chance_total(before)
                for outcome, tickets in contract.chance_outcomes(self.game, before):
                    state = before.copy()
                    contract.apply_outcome(self.game, state, outcome)
                    key = state.tobytes()
                    _, so_far = after.get(key, (state, 0.0))
                    after[key] = state, so_far + chance * tickets / total
            ways = after
        return [(key, chance) for key, (_, chance) in ways.items()]

    @cached_property
    def end(self) -> float | None:
        """The value for player 0 where the game is over or taken to be, +1 a win; else None."""
        if self.phase == OVER:
            share: float | None = contract.shares(self.game, self.plain)[0]
        else:
            share = self.known(self.state)
        return None if share is None else 2 * share - 1


class TwoPlayers(pyspiel.Game):
    """A game for two from some position on; nothing is hidden in it.

    Args:
        game: the game.
        start: where it begins.
        known: the share of the win of seat 0 in states where the game is taken to end, else None.
    """

    def __init__(self, game: Game, start: State, known: Known = lambda state: None) -> None:
        kind = pyspiel.GameType(
            short_name=game.name.replace("-", "_"),
            long_name=game.name,
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.PERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=False,
            provides_information_state_tensor=False,
            provides_observation_string=False,
            provides_observation_tensor=False,
            parameter_specification={},
        )
        facts = pyspiel.GameInfo(
            num_distinct_actions=1 + game.actions,
            max_chance_outcomes=1 << 16,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=1 << 16,
        )
        super().__init__(kind, facts, {})
        self.game = game
        self.start = start.tobytes()
        self.known = known
        self._kind = type(to_plain(game, start))
        self._nodes: dict[bytes, Node] = {}

    def new_initial_state(self) -> Position:
        return Position(self)

    def node(self, body: bytes) -> Node:
        """The node of a record's bytes."""
        found = self._nodes.get(body)
        if found is None:
            plain = self._kind.from_bytes(body)
            found = self._nodes[body] = Node(self.game, plain, self.known)
        return found


class Position(pyspiel.State):
    """A state: the bytes of the record, and whether the dice are in the air.

    OpenSpiel clones it by copying the attributes, which never change in themselves.
    """

    def __init__(self, game: TwoPlayers) -> None:
        super().__init__(game)
        self.body = game.start
        self.in_the_air = False

    @property
    def node(self) -> Node:
        return self.get_game().node(self.body)

    def current_player(self) -> int:
        if self.in_the_air:
            return pyspiel.PlayerId.CHANCE
        node = self.node
        return node.player if node.end is None else pyspiel.PlayerId.TERMINAL

    def is_terminal(self) -> bool:
        return not self.in_the_air and self.node.end is not None

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.node.actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(number, chance) for number, (_, chance) in enumerate(self.node.throw)]

    def _apply_action(self, action: int) -> None:
        if self.in_the_air:
            self.body, _ = self.node.throw[action]
            self.in_the_air = False
        else:
            self.body = self.node.actions[action]
            self.in_the_air = action == THROW

    def _action_to_string(self, player: int, action: int) -> str:
        if self.in_the_air:
            return f"outcome {action}"
        game = self.get_game().game
        return "throw" if action == THROW else game.notation.format_action(action - 1)

    def returns(self) -> list[float]:
        value = self.node.end or 0.0
        return [value, -value]

    def __str__(self) -> str:
        return self.body.hex() + ("*" if self.in_the_air else "")
