"""Every game has its table: a module, listed in the one place, with its pure part beside it."""

import re
from pathlib import Path

import pytest

from swipe.games.registry import GAMES

WEB = Path(__file__).resolve().parents[2] / "src" / "swipe" / "web"


def members_of(page, server) -> dict[str, list[str]]:
    page.goto(server.url)
    return page.evaluate(
        """async () => {
          const { GAMES } = await import("/web/views/games/registry.js");
          return Object.fromEntries([...GAMES].map(([name, module]) =>
            [name, Object.keys(module).filter((each) => module[each] !== null)]));
        }"""
    )


def test_every_game_has_a_module_with_all_that_it_needs(page, server):
    listed = members_of(page, server)
    assert sorted(listed) == sorted(GAMES)
    documented = (WEB.parents[2] / "docs" / "web-client.md").read_text()
    needed = {"name", "emblem", "seat", "centre", "me", "actions", "status", "tell"}
    for name, members in listed.items():
        assert needed <= set(members), name
    for member in {each for members in listed.values() for each in members}:
        assert re.search(rf"`{member}[`(]", documented), f"{member} is not in docs/web-client.md"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_pure_part_and_styles(game):
    assert (WEB / "logic" / "games" / f"{game}.js").exists()
    assert (WEB / "styles" / "games" / f"{game}.css").exists()
    assert f"games/{game}.css" in (WEB / "styles" / "games.css").read_text()
