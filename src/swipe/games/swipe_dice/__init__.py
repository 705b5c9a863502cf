"""Swipe (dice), Fundex 2004."""

from __future__ import annotations

from types import MappingProxyType

from swipe.games.contract import Game
from swipe.games.swipe_dice import notation, rules, view

GAME = Game(
    name="swipe-dice",
    version=1,
    players=(2, rules.MAX_PLAYERS),
    options=rules.OPTIONS,
    presets=MappingProxyType(
        {
            "default": {},
            "encyclopedia": {"roll_off": "first_x_loses"},
            "short": {"chips": "25"},
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
    turn_steps=("next-turn", "super-swipe", "win"),  # SD-14: "another turn at once"
)
