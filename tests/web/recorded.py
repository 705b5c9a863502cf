"""Messages and vectors for the logic tests, made by the project's own code on the spot."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec

from swipe.bots.contract import choose, find_policy
from swipe.chance import fair, seeded
from swipe.games.contract import CHANCE, SPECTATOR
from swipe.games.registry import find_game
from swipe.match.decide import Act, AddEntropy, Secret, Sit, Start, Throw, create, decide
from swipe.match.events import Drawn, MatchEvent
from swipe.match.exit import happening, position
from swipe.match.fold import Match, begin, evolve
from swipe.match.record import write_record


def play(
    game_name: str,
    players: int,
    options: dict[str, str],
    *,
    seed: int | None,
    people: int = 1,
    policy: str = "random",
) -> tuple[list[MatchEvent], Secret]:
    """The events of a whole match between bots; the first ``people`` seats add entropy."""
    game = find_game(game_name)
    rules = game.configure(players, options)
    created, secret = create(
        f"{game_name}-match", rules, chance="fair" if seed is None else "seeded", seed=seed
    )
    match, events = begin(created), [created]
    words = random.Random(seed)
    thinks = find_policy(game, policy)

    def carry_out(command: Any) -> None:
        nonlocal match
        decision = decide(match, command, secret)
        match = decision.match
        events.extend(decision.events)

    for seat in range(players):
        carry_out(Sit(seat, f"P{seat + 1}", "" if seat < people else "random"))
    if seed is None:
        for seat in range(people):
            carry_out(AddEntropy(seat, words.randbytes(32).hex()))
    carry_out(Start())
    while match.ended is None:
        seat = match.seat_to_act
        if match.phase == CHANCE:
            carry_out(Throw(seat))
        else:
            action = choose(game, thinks, match.state, words.getrandbits(63))
            carry_out(Act(seat, game.notation.format_action(action)))
    return events, secret


def witnessed(events: list[MatchEvent], observer: int = SPECTATOR) -> dict[str, Any]:
    """What an observer is sent of a match once it has started: a position, then happenings."""

    def seen() -> Iterator[Any]:
        match: Match = begin(events[0])
        for event in events[1:]:
            after = match.copy()
            evolve(after, event, proven=True)
            if match.state is not None and after.ended is None:
                yield happening(match, event, after, observer)
            elif match.state is None and after.state is not None:
                yield position(after, observer)
            match = after

    first, *rest = json.loads(msgspec.json.encode(list(seen())))
    return {"first": first, "happenings": rest}


def swipe_dice() -> dict[str, Any]:
    """Games with every option that changes what happens within a roll."""
    tables: list[tuple[int, dict[str, str]]] = [
        (3, {"chips": "20"}),
        (2, {"order": "player", "swipes": "optional", "chips": "16"}),
        (4, {"order": "wins_first", "ending": "at_once", "chips": "20"}),
        (6, {"chips": "26", "dice": "12", "roll_off": "first_x_loses"}),
    ]
    games = [
        witnessed(play("swipe-dice", players, options, seed=seed)[0])
        for players, options in tables
        for seed in range(3)
    ]
    return {"games": games}


def swipe_cards() -> dict[str, Any]:
    """Matches with every option that changes what a play does, as seats and spectators see them."""
    tables: list[tuple[int, dict[str, str], int]] = [
        (3, {"end": "leads:1"}, 0),
        (3, {"end": "leads:1", "buried": "picked_up", "pick_up": "always"}, 2),
        (2, {"end": "leads:1", "pick_up": "never", "face_down_count": "free"}, 1),
        (4, {"end": "target:1", "first_leader": "seat:2"}, SPECTATOR),
    ]
    games = []
    for number, (players, options, observer) in enumerate(tables):
        changed = {"round_limit": "300", **options}
        events, _ = play("swipe-cards", players, changed, seed=number, policy="greedy")
        full = dict(find_game("swipe-cards").configure(players, changed).options)
        seat = None if observer == SPECTATOR else observer
        games.append({"observer": seat, "options": full, **witnessed(events, observer)})
    events, used = play("swipe-cards", 2, {"end": "leads:1", "round_limit": "40"}, seed=None)
    return {
        "games": games,
        "record": write_record(events),
        "commitment": fair.commitment(used.value),
    }


def skip_bo_dice() -> dict[str, Any]:
    """Games with every option that changes what a throw does, and a record to prove."""
    tables: list[tuple[int, dict[str, str]]] = [
        (2, {}),
        (3, {"faces": "3n1s", "goal": "25", "tie_goal": "30"}),
        (2, {"refill": "every_roll", "board": "cleared", "faces": "5n1s"}),
        (4, {"faces": "6n0s", "goal": "60"}),
    ]
    games = [
        witnessed(play("skip-bo-dice", players, options, seed=seed, policy=policy)[0])
        for players, options in tables
        for seed, policy in enumerate(("random", "hold"))
    ]
    events, used = play("skip-bo-dice", 3, {"faces": "2n1s", "goal": "20"}, seed=None)
    return {
        "games": games,
        "record": write_record(events),
        "commitment": fair.commitment(used.value),
    }


def _forged(events: list[MatchEvent]) -> str:
    """The record with one roll changed, and everything that follows from the change left out."""
    last = max(n for n, event in enumerate(events) if isinstance(event, Drawn))
    roll = events[last]
    assert isinstance(roll, Drawn)
    other = ["X" if outcome != "X" else "C" for outcome in roll.outcomes]
    forged = [*events[:last], Drawn(roll.number, list(other), roll.seat), events[-1]]
    return write_record(forged)


def fairness() -> dict[str, Any]:
    """Vectors of the scheme, and records to prove."""
    secret = bytes(range(32))
    entropy = [(0, "ab" * 16), (2, "cd" * 32)]
    key = fair.match_key(secret, "table-1", entropy)
    totals = [1, 2, 3, 6, 168, 65535, 1 << 32]
    draws = [[n, total, fair.draw(key, n, total)] for n, total in enumerate(totals * 5)]
    events, used = play("swipe-dice", 3, {"chips": "20"}, seed=None, people=2)
    return {
        "secret": secret.hex(),
        "commitment": fair.commitment(secret),
        "match": "table-1",
        "entropy": [[seat + 1, value] for seat, value in entropy],
        "key": key.hex(),
        "draws": draws,
        "seed": 42,
        "secretOfSeed": seeded.secret_of_seed(42).hex(),
        "record": write_record(events),
        "recordDraws": sum(len(event.outcomes) for event in events if isinstance(event, Drawn)),
        "recordCommitment": fair.commitment(used.value),
        "recordEntropy": {
            str(event.seat): event.value
            for event in events
            if type(event).__name__ == "EntropyAdded"
        },
        "seededRecord": write_record(play("swipe-dice", 3, {"chips": "20"}, seed=7)[0]),
        "forgedRecord": _forged(events),
    }


MADE = {
    "swipe-dice": swipe_dice,
    "swipe-cards": swipe_cards,
    "skip-bo-dice": skip_bo_dice,
    "fairness": fairness,
}
