"""Skip-Bo Dice, Mattel 1995: twelve squares and a cup."""

from __future__ import annotations

from types import MappingProxyType

from swipe.games.contract import Game
from swipe.games.skip_bo_dice import notation, rules, view

GAME = Game(
    name="skip-bo-dice",
    version=1,
    players=(2, rules.MAX_PLAYERS),
    options=rules.OPTIONS,
    presets=MappingProxyType(
        {
            "default": {},
            "wild": {"faces": "3n1s"},
            "own-board": {"board": "cleared"},
            "full-cup": {"refill": "every_roll"},
            "short": {"goal": "25", "tie_goal": "50"},
        }
    ),
    dtype=rules.DTYPE,
    actions=rules.ACTIONS,
    outcomes=rules.OUTCOMES,
    max_legal=rules.MAX_LEGAL,
    has_hidden_information=False,
    physical=True,
    rules=rules,
    notation=notation,
    view=view,
    labels=MappingProxyType({"stage": rules.STAGES}),
)
