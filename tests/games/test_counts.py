"""Exact counts of positions and of move sequences are those that are written down."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from pathlib import Path

import pytest

from swipe.games.contract import PHASE_NAMES, parse_state
from swipe.games.registry import find_game
from tests.games.swipe_dice.reference import Table
from tests.games.swipe_dice.test_reference import positions_by_reference
from tools.generate_perft import BOXES, PERFT, POSITIONS, divide, perft, reachable


def sections(path: Path) -> Iterator[tuple[str, dict[str, int], dict[int, int]]]:
    """The positions of a file, each with its reachable positions by phase and its sequences."""
    found: list[tuple[str, dict[str, int], dict[int, int]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        kind, _, rest = line.partition(" ")
        if kind == "position":
            found.append((rest, {}, {}))
        elif kind == "reachable":
            phase, count = rest.split()
            found[-1][1][phase] = int(count)
        elif kind == "perft":
            depth, count = rest.split()
            found[-1][2][int(depth)] = int(count)
    yield from found


def written(name):
    return sections(PERFT / f"{name}.txt")


def read(text):
    game = find_game(text.partition("/")[0])
    return game, parse_state(game, text)


def test_all_files_are_there_and_no_others():
    assert {path.stem for path in PERFT.iterdir()} == {*BOXES, *POSITIONS}


@pytest.mark.parametrize("name", [*BOXES, *POSITIONS])
def test_as_many_move_sequences_as_written_down(name):
    for text, _, counts in written(name):
        game, state = read(text)
        assert len(counts) >= 5
        for depth, count in counts.items():
            found = perft(game, state, depth)
            assert found == count, f"{text}: depth {depth} by move: {divide(game, state, depth)}"


@pytest.mark.parametrize("name", BOXES)
def test_as_many_positions_as_written_down(name):
    for text, counts, _ in written(name):
        game, state = read(text)
        assert dict(zip(PHASE_NAMES, reachable(game, state), strict=True)) == counts


def test_the_chance_positions_of_the_smallest_box_by_another_way():
    """From the slow reference, which knows only where throws begin, and by combinatorics.

    A throw of n dice passes one position for every multiset of fewer than n of the five kinds of
    faces. A roll-off of two passes one before the first die and five after it.
    """
    (_, counts, _), *_ = written("swipe-dice-smallest")
    begun, ended = positions_by_reference(Table(2, chips=5, dice=4), 0)
    throws = sum(comb(held[seat][1] - 1 + 5, 5) for held, _, _, seat in begun)
    ties = sum(held[0] == held[1] for held, _, _ in ended)
    assert counts == {"decision": 0, "chance": throws + 6 * ties, "over": counts["over"]}
