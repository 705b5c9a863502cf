#!/usr/bin/env python3
"""Write docs/notation.md from the notation modules of the games."""

import inspect
from pathlib import Path

from swipe.games import contract
from swipe.games.registry import GAMES

PAGE = Path(__file__).resolve().parents[1] / "docs" / "notation.md"
HEAD = """# Notation

Written by `python -m tools.generate notation` from the games' notation modules: change those.

Everything that happens has a text form, both ways. A position is one line: the game and the
version of its rules, the players, the options that are not at their default, a bar, and the fields
of the game. Fields that are `-` at its end may be left out. `swipe solve --position` takes one.
"""


def page() -> str:
    parts = [HEAD]
    for game in GAMES.values():
        title, _, text = (inspect.getdoc(game.notation) or "").partition("\n")
        example = contract.example_position(game.configure(game.players[0]))
        text = text.strip().replace("::\n", ":\n").replace("``", "`")
        parts.append(f"## {game.name}\n\nA position: `{example}`\n\n{_fence(text)}\n")
        assert title
    return "\n".join(parts)


def _fence(text: str) -> str:
    """Indented drawings and tables of reStructuredText as they are, in fences."""
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        starts_table = line.startswith("====")
        if (line.startswith("    ") or starts_table) and not fenced:
            lines.append("```")
            fenced = True
        elif fenced and not line.strip():
            lines.append("```")
            fenced = False
        lines.append(line.replace("`", "") if fenced else line)
    if fenced:
        lines.append("```")
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
