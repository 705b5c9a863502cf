"""SWIPE (cards), the publisher's edition of the game that is also known as Swoop."""

from __future__ import annotations

from types import MappingProxyType

from swipe.games.contract import Game
from swipe.games.swipe_cards import notation, rules, view

GAME = Game(
    name="swipe-cards",
    version=1,
    players=(2, rules.MAX_PLAYERS),
    options=rules.OPTIONS,
    presets=MappingProxyType(
        {
            "default": {},
            # As Swoop is played: who cannot or will not follow takes all of the pile.
            "swoop": {"buried": "picked_up", "pick_up": "always", "end": "target:200"},
            "short": {"end": "leads:1"},
        }
    ),
    dtype=rules.DTYPE,
    actions=rules.ACTIONS,
    outcomes=rules.OUTCOMES,
    max_legal=rules.MAX_LEGAL,
    has_hidden_information=True,
    physical=False,
    rules=rules,
    notation=notation,
    view=view,
    labels=MappingProxyType({"stage": rules.STAGES}),
    turn_steps=("next-turn", "go-out", "round-limit"),
    round_steps=("go-out", "round-limit"),
    low_score_wins=True,
    starter_option="first_leader",
)
