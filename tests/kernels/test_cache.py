"""Compiled code is kept on disk, and forgotten when what it was compiled from changes."""

import json
import os
import subprocess
import sys

import numba
import pytest

from swipe.kernels.cache import KernelCache

POLICY = """
def choose_one(state, actions, count, word):
    return int(actions[{which}])
"""

SCRIPT = """
import json, sys
import ones
from swipe.games.registry import find_game
from swipe.kernels import Kernel, Plan
rules = find_game("skip-bo-dice").configure(2, {"starter": "seat:1", "goal": "5", "tie_goal": "6"})
kernel = Kernel(Plan(rules, {"one": ones.choose_one}, ("one", "one")))
batch = kernel.play(1, 0, 3)
stats = kernel._drive.stats
print(json.dumps({
    "rows": batch.rows.tobytes().hex(),
    "hits": sum(stats.cache_hits.values()),
    "misses": sum(stats.cache_misses.values()),
}))
"""


def run(folder):
    environment = {**os.environ, "SWIPE_CACHE": str(folder / "cache"), "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def double(number):
    return 2 * number


def compile_double():
    """A dispatcher with the cache of kernels, as a new process has it; its hits."""
    found = numba.njit(double)
    found._cache = KernelCache(double, "double", "stamp")
    assert found(21) == 42
    return sum(found.stats.cache_hits.values())


@pytest.mark.parametrize("pattern", ["*.nbc", "*.nbi"])
@pytest.mark.parametrize("left", [0, 0.5, 1])
def test_damaged_code_is_made_anew(tmp_path, monkeypatch, pattern, left):
    monkeypatch.setenv("SWIPE_CACHE", str(tmp_path))
    assert [compile_double(), compile_double()] == [0, 1]
    (file,) = (tmp_path / "kernels").glob(pattern)
    data = file.read_bytes()
    file.write_bytes(data[: int(left * len(data))] if left < 1 else b"junk" * 100)
    assert [compile_double(), compile_double()] == [0, 1]


def test_without_a_place_to_keep_it_code_is_compiled_all_the_same(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SWIPE_CACHE", str(tmp_path / "file"))
    assert [compile_double(), compile_double()] == [0, 0]


@pytest.mark.slow
def test_code_is_kept_until_its_source_changes(tmp_path):
    source = tmp_path / "ones.py"
    source.write_text(POLICY.format(which="count - 1"))  # stops
    first, second = run(tmp_path), run(tmp_path)
    assert (first["hits"], first["misses"]) == (0, 1)
    assert (second["hits"], second["misses"]) == (1, 0)
    assert first["rows"] == second["rows"]

    source.write_text(POLICY.format(which="(count - 1) * (word % 4 != 0)"))  # mostly stops
    changed = run(tmp_path)
    assert (changed["hits"], changed["misses"]) == (0, 1)
    assert changed["rows"] != first["rows"]
