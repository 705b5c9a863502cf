"""What an entry point really loads, seen from a fresh interpreter."""

import json
import subprocess
import sys

import pytest

HEAVY = [
    "numba",
    "litestar",
    "sqlalchemy",
    "scipy",
    "matplotlib",
    "pyarrow",
    "ray",
    "pyspiel",
    "swipe.server",
    "swipe.lab",
]


def loaded_by(statement: str) -> set[str]:
    script = f"import json, sys\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize("module", ["swipe", "swipe.games.registry", "swipe.chance"])
def test_loads_nothing_heavy(module):
    assert loaded_by(f"import {module}").isdisjoint(HEAVY)


def test_what_is_loaded_is_seen():
    assert "sqlalchemy" in loaded_by("import sqlalchemy")
