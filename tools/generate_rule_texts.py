#!/usr/bin/env python3
"""Copy the rules of every game from docs/rules into the package, where `swipe rules` reads them.

docs/rules/<game>.md is what people edit; the copy in the package ships with it.
"""

from pathlib import Path

from swipe.games.registry import GAMES

ROOT = Path(__file__).resolve().parent.parent


def copies() -> dict[Path, Path]:
    """Copy to original, for every game."""
    package = ROOT / "src" / "swipe" / "games"
    return {
        package / name.replace("-", "_") / "rules.md": ROOT / "docs" / "rules" / f"{name}.md"
        for name in GAMES
    }


def main() -> None:
    for copy, original in copies().items():
        copy.write_bytes(original.read_bytes())


if __name__ == "__main__":
    main()
