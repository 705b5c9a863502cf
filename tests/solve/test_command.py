"""What ``swipe solve`` says before it solves, meanwhile, and when it is stopped."""

import json
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from swipe.cli import swipe
from swipe.games.registry import find_game
from swipe.solve import plan_of
from swipe.solve.run import Progress

TINY = ["--players", "2", "--set", "chips=8", "--set", "dice=4"]


@pytest.fixture
def plan():
    return plan_of(find_game("swipe-dice").configure(2, {"chips": "8", "dice": "4"}))


@pytest.fixture
def clock(monkeypatch):
    """The time of the command, which a test sets."""
    time = SimpleNamespace(now=1000.0)
    time.monotonic = lambda: time.now
    monkeypatch.setattr("swipe.solve.command.time", time)
    return time


@pytest.fixture
def solving(monkeypatch, plan, clock, tmp_path):
    """Run the command with a solver that takes these seconds for its first levels, then stops."""

    def run(*seconds, end=None, options=()):
        def solve(plan, directory, threads, fresh, report, until):
            spent = 0.0
            for level, took in zip(plan.levels, seconds, strict=False):
                spent += took
                clock.now += took
                done = level.base + level.roots - len(plan.ends)
                numbers = (0.0, 0.0, 0.0, 0, 0.0, 0.0, 0, 0)
                if report:
                    report(Progress(level.number, done, plan.states, spent, *numbers))
            if end is not None:
                raise end

        monkeypatch.setattr("swipe.solve.run.solve", solve)
        arguments = ["solve", "swipe-dice", *TINY, "--levels", "3", "--cache", str(tmp_path)]
        return CliRunner().invoke(swipe, [*arguments, *options])

    return run


def test_it_says_beforehand_what_it_is_in_for(solving, plan):
    done = solving()
    assert done.exit_code == 0
    first, second, _ = done.stderr.splitlines()
    assert first.startswith(f"To solve: {plan.states:,} positions in {len(plan.levels)} levels; a ")
    assert second == "Ctrl+C stops, and the same command goes on from the last checkpoint."
    assert all(len(line) <= 80 for line in done.stderr.splitlines())
    assert done.stdout == "Stopped after 3 levels. The same command goes on.\n"


def test_it_says_how_far_it_is_and_how_long_it_still_takes(solving, plan):
    lines = solving(30.0, 2.0, 2.0).stderr.splitlines()
    progress = [line for line in lines if "positions solved in" in line]
    first, second = (level.base + level.roots - len(plan.ends) for level in plan.levels[:2])
    # How long compiling took, before the first level was done, says nothing of what is to come.
    assert progress[0] == f"{first} of {plan.states} positions solved in 30 s"
    left = max(
        2.0 / (second - first) * (plan.states - second),
        2.0 * (len(plan.levels) - 2),
    )
    assert progress[1] == (
        f"{second} of {plan.states} positions solved in 32 s; about {left:.0f} s left (estimated)"
    )
    assert len(progress) == 3


@pytest.mark.parametrize(("level", "left"), [(300.0, "min left"), (7200.0, "h left")])
def test_long_times_are_said_in_longer_units(solving, level, left):
    assert left in solving(1.0, level).stderr


def test_levels_that_are_done_quickly_are_not_told_one_by_one(solving):
    lines = solving(30.0, 0.1, 0.1).stderr.splitlines()
    assert sum("positions solved in" in line for line in lines) == 1


def test_whoever_stops_it_is_told_how_it_goes_on(solving):
    done = solving(30.0, end=KeyboardInterrupt())
    assert done.exit_code == 130
    assert "The same command goes on from the last checkpoint" in done.stderr


def test_as_json_nothing_else_is_said(solving):
    done = solving(30.0, 2.0, options=["--json"])
    assert json.loads(done.stdout)["finished"] is False
    assert done.stderr == ""
