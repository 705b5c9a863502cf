"""Golden playthroughs: play is what it was."""

from __future__ import annotations

import difflib

import pytest

from tools.generate_golden import GOLDEN, plan, play_through


@pytest.mark.parametrize(
    ("path", "game", "preset", "players"),
    [pytest.param(*each, id=f"{each[1].name}-{each[0].stem}") for each in plan()],
)
def test_a_playthrough_is_what_it_was(path, game, preset, players):
    assert path.exists(), f"{path.relative_to(GOLDEN.parent)} is missing: run make generate"
    was = path.read_text(encoding="utf-8").splitlines()
    now = play_through(game, preset, players).splitlines()
    changes = list(difflib.unified_diff(was, now, str(path), "now", lineterm="", n=1))
    assert not changes, "play has changed:\n" + "\n".join(changes[:40])


def test_nothing_golden_is_left_over():
    planned = {path for path, *_ in plan()}
    folders = {path.parent for path in planned}
    assert {path for folder in folders for path in folder.iterdir()} == planned
