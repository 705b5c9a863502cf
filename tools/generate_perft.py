#!/usr/bin/env python3
"""Write golden/perft/: exact counts of small boxes and of move sequences, for any implementation.

``reachable`` counts the different positions that play can reach from the first one, by phase.
``perft`` counts the sequences of n moves (choices, and different outcomes of one die or draw) from
a position; sequences that end the game earlier do not count.
"""

from __future__ import annotations

from pathlib import Path

from swipe.games.contract import (
    CHANCE,
    DECISION,
    PHASE_NAMES,
    Game,
    State,
    apply_action,
    apply_outcome,
    chance_outcomes,
    format_state,
    legal_actions,
    parse_state,
)
from swipe.games.registry import find_game

PERFT = Path(__file__).resolve().parents[1] / "golden" / "perft"

BOXES = {
    "swipe-dice-smallest": "swipe-dice/1 2 chips=5 dice=4 starter=seat:1",
    "swipe-dice-free-choice": (
        "swipe-dice/1 2 order=player swipes=optional chips=5 dice=5 starter=seat:1"
    ),
    "skip-bo-dice-no-miss": (
        "skip-bo-dice/1 2 faces=6n0s board=cleared goal=1 tie_goal=2 starter=seat:1"
    ),
    "skip-bo-dice-all-succeed": "skip-bo-dice/1 2 faces=5n1s goal=1 tie_goal=2 starter=seat:1",
}
"""Name to the head of a position: rules whose first position is the root."""

POSITIONS = {
    "swipe-dice-three-players": (
        "swipe-dice/1 3 | 10.2,7.3,4.2 29.3.0 roll 2 3",
        "swipe-dice/1 3 order=player swipes=optional | 10.2,7.3,4.2 29.3.0 roll 2 3",
        "swipe-dice/1 3 | 17.2,16.2,16.2 1.4.0 roll 1 2",
    ),
    "skip-bo-dice-two-players": (
        "skip-bo-dice/1 2 | 45,41 10.2 first-throw 1 2 0 0 - 0 -",
        "skip-bo-dice/1 2 faces=3n1s refill=every_roll | 50,41 9.3 first-throw 2 3 0 0 - 0 end:1.1",
    ),
}
DEPTH = 7


def moves(game: Game, state: State) -> list[tuple[str, State]]:
    """Every move of a position, as text, with the position that it leads to."""
    found = []
    phase = game.rules.phase(state)
    if phase == DECISION:
        for action in legal_actions(game, state):
            after = state.copy()
            apply_action(game, after, action)
            found.append((game.notation.format_action(action), after))
    elif phase == CHANCE:
        for outcome, _ in chance_outcomes(game, state):
            after = state.copy()
            apply_outcome(game, after, outcome)
            found.append((game.notation.format_outcome(outcome), after))
    return found


def reachable(game: Game, state: State) -> list[int]:
    """How many positions of each phase can be reached, the first one included."""
    counts, seen, todo = [0] * len(PHASE_NAMES), {state.tobytes()}, [state]
    while todo:
        now = todo.pop()
        counts[game.rules.phase(now)] += 1
        for _, after in moves(game, now):
            if after.tobytes() not in seen:
                seen.add(after.tobytes())
                todo.append(after)
    return counts


def perft(game: Game, state: State, depth: int) -> int:
    """How many sequences of so many moves there are."""
    level = {state.tobytes(): (state, 1)}
    for _ in range(depth):
        following: dict[bytes, tuple[State, int]] = {}
        for now, ways in level.values():
            for _, after in moves(game, now):
                key = after.tobytes()
                following[key] = (after, following.get(key, (after, 0))[1] + ways)
        level = following
    return sum(ways for _, ways in level.values())


def divide(game: Game, state: State, depth: int) -> dict[str, int]:
    """The sequences by their first move, to find where two implementations part."""
    return {name: perft(game, after, depth - 1) for name, after in moves(game, state)}


def find_root(head: str) -> tuple[Game, State]:
    """The game and the first position of rules written like the head of a position."""
    name, players, *options = head.split(" ")
    game = find_game(name.partition("/")[0])
    rules = game.configure(int(players), dict(word.split("=", 1) for word in options))
    return game, rules.initial_state()


def files() -> dict[str, str]:
    """Name to the text of every file."""
    found = {}
    for name, head in BOXES.items():
        game, state = find_root(head)
        counts = zip(PHASE_NAMES, reachable(game, state), strict=True)
        found[name] = "\n".join(
            [
                "# Written by tools/generate_perft.py.",
                f"position {format_state(game, state)}",
                *(f"reachable {phase} {count}" for phase, count in counts),
                *_perft_lines(game, state),
            ]
        )
    for name, lines in POSITIONS.items():
        written = ["# Written by tools/generate_perft.py."]
        for line in lines:
            game = find_game(line.partition("/")[0])
            state = parse_state(game, line)
            written += [f"position {format_state(game, state)}", *_perft_lines(game, state)]
        found[name] = "\n".join(written)
    return {name: text + "\n" for name, text in found.items()}


def _perft_lines(game: Game, state: State) -> list[str]:
    return [f"perft {depth} {perft(game, state, depth)}" for depth in range(1, DEPTH + 1)]


def main() -> None:
    PERFT.mkdir(parents=True, exist_ok=True)
    written = files()
    for name, text in written.items():
        (PERFT / f"{name}.txt").write_text(text, encoding="utf-8")
    for path in PERFT.glob("*.txt"):
        if path.stem not in written:
            path.unlink()


if __name__ == "__main__":
    main()
