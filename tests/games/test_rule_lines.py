"""Every line of every rules page is proven by a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.games.playing import ALL_GAMES

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "rules"
LINE = re.compile(r"\*\*([A-Z]{2}-[0-9]{2})\*\*")


def lines_of(page: Path) -> list[str]:
    """The rule lines that a page states, in its order: ``**SD-07** ...``."""
    return LINE.findall(page.read_text(encoding="utf-8"))


def named_by(source: Path) -> dict[str, list[str]]:
    """Rule lines, and the tests of a file that name them with ``@pytest.mark.rule``."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    for line in mark.args:
                        found.setdefault(ast.literal_eval(line), []).append(node.name)
    return found


@pytest.fixture(scope="module")
def named() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for source in sorted((ROOT / "tests").rglob("test_*.py")):
        for line, tests in named_by(source).items():
            found.setdefault(line, []).extend(tests)
    return found


@pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
def test_every_rule_line_has_a_test(game, named):
    lines = lines_of(PAGES / f"{game.name}.md")
    assert lines, f"docs/rules/{game.name}.md states no rule lines"
    prefix = lines[0][:3]
    assert lines == [f"{prefix}{number:02}" for number in range(1, len(lines) + 1)]
    missing = [line for line in lines if line not in named]
    assert not missing, f'no test is marked @pytest.mark.rule("{missing[0]}"); missing: {missing}'


def test_no_test_names_a_line_that_there_is_not(named):
    stated = {line for page in PAGES.glob("*.md") for line in lines_of(page)}
    assert set(named) <= stated


def test_a_line_without_a_test_is_noticed(tmp_path):
    source = tmp_path / "test_it.py"
    source.write_text("@pytest.mark.rule('SD-01')\ndef test_a(): ...\ndef helper(): ...\n")
    assert named_by(source) == {"SD-01": ["test_a"]}
