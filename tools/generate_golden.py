#!/usr/bin/env python3
"""Write golden/: one playthrough for every game, preset and some numbers of players.

The playthroughs are for people to read and for a test to compare. Chance and choices are those of
the fair scheme under a fixed seed, so that they are the same everywhere. A playthrough tells its
first plies in full, the others by their moves alone, and holds a checksum over all positions.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from swipe.chance.fair import draw, match_key
from swipe.chance.seeded import secret_of_seed
from swipe.games.contract import (
    CHANCE,
    OVER,
    SPECTATOR,
    Game,
    State,
    chance_outcomes,
    format_result,
    format_state,
    legal_actions,
    ranking,
    trace,
)
from swipe.games.registry import GAMES
from swipe.messages import text

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
SEED = 1
IN_FULL = 40
SHOWN_CHOICES = 12


def plan() -> Iterator[tuple[Path, Game, str, int]]:
    """The file, game, preset and number of players of every playthrough."""
    for game in GAMES.values():
        low, high = game.players
        for preset in game.presets:
            for players in (low, 4, high) if preset == "default" else (3,):
                yield GOLDEN / game.name / f"{preset}-{players}.txt", game, preset, players


def play_through(game: Game, preset: str, players: int) -> str:
    """The text of one playthrough."""
    rules = game.configure(players, game.presets[preset])
    key = match_key(secret_of_seed(SEED), f"{game.name} {preset} {players}", [])
    state = rules.initial_state()
    checksum = hashlib.sha256()
    lines = [
        f"# {game.name}, preset {preset}, {players} players, seed {SEED}",
        "# Written by tools/generate_golden.py.",
        f"rules {rules.identity}",
    ]
    ply = 0
    while game.rules.phase(state) != OVER:
        position = format_state(game, state)
        checksum.update(position.encode() + b"\n")
        lines += _ply(game, state, ply, draw(key, ply, 1 << 32), position)
        ply += 1
    position = format_state(game, state)
    checksum.update(position.encode() + b"\n")
    lines += [
        "",
        f"over after {ply} plies",
        position,
        f"result {format_result(ranking(game, state))}",
        f"positions sha256:{checksum.hexdigest()}",
    ]
    return "\n".join(lines) + "\n"


def _ply(game: Game, state: State, ply: int, word: int, position: str) -> list[str]:
    """Play one ply in place; the lines that tell it."""
    names = game.notation
    if game.rules.phase(state) == CHANCE:
        total = game.rules.chance_total(state)
        outcome = int(game.rules.chance_outcome(state, word % total))
        possible = [f"{names.format_outcome(o)}:{n}" for o, n in chance_outcomes(game, state)]
        head, move = f"chance of {total}", names.format_outcome(outcome)
        steps = trace(game, state, SPECTATOR, outcome=outcome)
    else:
        legal = legal_actions(game, state)
        action = legal[word % len(legal)]
        possible = [names.format_action(each) for each in legal]
        head = f"seat {game.rules.seat_to_act(state) + 1} chooses"
        move = names.format_action(action)
        steps = trace(game, state, SPECTATOR, action=action)
    told = [_sentence(game, effect) for s in steps for effect in game.view.describe(s, SPECTATOR)]
    if ply >= IN_FULL:
        return [f"{ply} {move}", *(f"    {line}" for line in told)]
    more = f" and {len(possible) - SHOWN_CHOICES} more" if len(possible) > SHOWN_CHOICES else ""
    return [
        "",
        position,
        f"{head}: {' '.join(possible[:SHOWN_CHOICES])}{more}",
        f"{ply} {move}",
        *(f"    {line}" for line in told),
    ]


def _sentence(game: Game, effect: dict[str, object]) -> str:
    arguments = {}
    for name, value in effect.items():
        words = value if isinstance(value, list) else [value]
        if name in ("seat", "seats", "from"):
            words = [f"Player {seat + 1}" for seat in words]
        arguments[name] = words[0] if len(words) == 1 else ", ".join(map(str, words))
    return text(f"{game.name}-effect-{effect['effect']}", **arguments)


def main() -> None:
    written = set()
    for path, game, preset, players in plan():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(play_through(game, preset, players), encoding="utf-8")
        written.add(path)
    for game in GAMES:
        for path in (GOLDEN / game).glob("*.txt"):
            if path not in written:
                path.unlink()


if __name__ == "__main__":
    main()
