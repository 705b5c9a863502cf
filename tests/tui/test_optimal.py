"""The bot `optimal` in the terminal: where the rules are solved, and nowhere else."""

import json
import os

import pytest
from click.testing import CliRunner

from swipe.cli import swipe
from swipe.games.registry import find_game
from swipe.kernels.cache import cache_directory
from swipe.match.verify import verify_record
from swipe.solve import plan_of
from swipe.solve.run import solve

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300), pytest.mark.xdist_group("solve")]

OPTIONS = {"chips": "6", "dice": "5", "swipes": "optional"}


@pytest.fixture
def play(tmp_path, monkeypatch):
    """``swipe play`` with one table in the user's cache."""
    monkeypatch.setenv("SWIPE_CACHE", os.fspath(cache_directory().parent))
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path / "cache"))
    solve(plan_of(find_game("swipe-dice").configure(2, OPTIONS)))

    def run(*arguments, **options):
        sets = [word for item in options.items() for word in ("--set", "=".join(item))]
        record = tmp_path / "m.swipe"
        arguments = ["play", "swipe-dice", *arguments, *sets, "--record", os.fspath(record)]
        return CliRunner().invoke(swipe, arguments), record

    return run


def test_it_plays_a_match_to_its_end(play):
    done, record = play(
        "--humans", "0", "--bots", "optimal,greedy", "--seed", "5", "--json", **OPTIONS
    )
    assert done.exit_code == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown["finished"]
    assert [seat["bot"] for seat in shown["seats"]] == ["optimal", "greedy"]
    assert verify_record(record.read_text()).finished


def test_it_does_not_sit_down_where_nothing_is_solved(play):
    done, record = play("--humans", "0", "--bots", "optimal,optimal", chips="9")
    assert done.exit_code == 2
    assert "'swipe solve swipe-dice --players 2 --set chips=9' makes it" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not record.exists()
