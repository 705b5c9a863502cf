#!/usr/bin/env python3
"""Write docs/disputes.md: every dispute about the rules of every game on one page.

What the sources say of an option stands in the option itself; what is argued beyond that, in the
disputes of docs/rules/<game>.md. This page is both, side by side.
"""

import re
from pathlib import Path

from swipe.games.registry import GAMES, find_game

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "disputes.md"
HEADING = "## Disputes, and why the defaults are what they are\n"

INTRODUCTION = """\
# Disputes

Where the sources of a game are silent or disagree, an option decides, so that every table can play
by its own reading; the option's default is the reading that fits the sources best. This page has
every such question: what each source says, what the default is, and why. It is put together from
the options and from the rules pages by `python -m tools.generate disputes`.
"""


def source_table(name: str) -> list[str]:
    game = find_game(name)
    lines = [
        "| line | option | default | other values | what the sources say |",
        "|" + " --- |" * 5,
    ]
    for option in game.options:
        default, *others = option.values or (option.default,)
        if option.kind == "integer":
            others = [f"{option.minimum} to {option.maximum}"]
        told = ", ".join(each if option.kind == "integer" else f"`{each}`" for each in others)
        if option.kind == "text":
            told = f"such as {told}"
        lines.append(
            f"| {option.rule} | `{option.name}` | `{default}` | {told} | {option.source} |"
        )
    return lines


def rules_page(name: str) -> str:
    return (ROOT / "docs" / "rules" / f"{name}.md").read_text(encoding="utf-8")


def title(name: str) -> str:
    return rules_page(name).partition("\n")[0].removeprefix("# ").partition(" — ")[0]


def disputes(name: str) -> str:
    """The section of disputes of a rules page."""
    section = rules_page(name).partition(HEADING)[2]
    return re.split(r"^## ", section, maxsplit=1, flags=re.MULTILINE)[0].strip()


def text() -> str:
    parts = [INTRODUCTION]
    for name in GAMES:
        table = "\n".join(source_table(name))
        parts.append(
            f"## [{title(name)}](rules/{name}.md)\n{table}\n\n"
            f"**Why the defaults are what they are**\n\n{disputes(name)}\n"
        )
    return "\n".join(parts)


def main() -> None:
    PAGE.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
