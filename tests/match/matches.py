"""Matches to test with: played by random choices, but always the same for the same seed."""

import hashlib
import random

import msgspec

from swipe.chance import fair
from swipe.games.contract import CHANCE, Rules, chance_outcomes, legal_actions
from swipe.games.registry import GAMES, find_game
from swipe.match.decide import (
    Act,
    AddEntropy,
    Enter,
    Secret,
    Sit,
    Start,
    Throw,
    create,
    decide,
)
from swipe.match.events import MatchEvent
from swipe.match.fold import begin

SMALL = {
    "swipe-dice": {"chips": "14", "dice": "10", "starter": "seat:1"},
    "swipe-cards": {"end": "leads:1", "round_limit": "12"},
    "skip-bo-dice": {"goal": "12", "tie_goal": "30"},
}
"""Options that make short matches."""


def small_rules(game: str, players: int = 2, **options: str) -> Rules:
    return find_game(game).configure(players, {**SMALL[game], **options})


def secret_of(seed: int) -> bytes:
    return hashlib.sha256(b"a test %d" % seed).digest()


def new_match(rules: Rules, chance: str = "fair", seed: int = 0, name: str = "test-1"):
    """The first event and the secret."""
    if chance != "fair":
        return create(name, rules, chance=chance, seed=seed if chance == "seeded" else None)
    created, _ = create(name, rules)
    value = secret_of(seed)
    return msgspec.structs.replace(created, commitment=fair.commitment(value)), Secret(value)


def play(
    rules: Rules, chance: str = "fair", seed: int = 0, *, most_events: int = 10_000
) -> tuple[list[MatchEvent], Secret]:
    """The events of a match by random choices, and its secret.

    Seat 1 is a person with entropy (unless the match is seeded), the others are bots.
    """
    random_ = random.Random(seed)
    created, secret = new_match(rules, chance, seed)
    events: list[MatchEvent] = [created]
    match = begin(created)

    def do(command):
        nonlocal match
        decision = decide(match, command, secret)
        events.extend(decision.events)
        match = decision.match

    do(Sit(0, "Ada Lovelace"))
    for seat in range(1, rules.players):
        do(Sit(seat, f"Bot {seat}", "random"))
    if chance == "fair":
        do(AddEntropy(0, random_.randbytes(16).hex()))
    do(Start())
    while match.ended is None and len(events) < most_events:
        seat = match.seat_to_act
        game, state = match.game, match.state
        if match.phase == CHANCE and chance == "typed":
            outcomes = []
            for _ in range(game.rules.chance_run(state)):
                faces = [outcome for outcome, _ in chance_outcomes(game, state)]
                outcomes.append(game.notation.format_outcome(random_.choice(faces)))
            do(Enter(outcomes, None if seat == 255 else seat))
        elif match.phase == CHANCE:
            do(Throw(seat))
        else:
            action = random_.choice(legal_actions(game, state))
            do(Act(seat, game.notation.format_action(action)))
    return events, secret


ALL_GAMES = tuple(GAMES)
