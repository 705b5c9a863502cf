"""The pages: their links lead somewhere, none is forgotten."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def links(page):
    return [link for link in LINK.findall(page.read_text(encoding="utf-8")) if "://" not in link]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    missing = [
        link
        for link in links(page)
        if not link.startswith("#") and not (page.parent / link.partition("#")[0]).exists()
    ]
    assert missing == []


def test_every_page_is_linked_from_the_index():
    index = ROOT / "docs" / "index.md"
    linked = {(index.parent / link.partition("#")[0]).resolve() for link in links(index)}
    assert [page.name for page in PAGES if page not in linked and page != index] == []


def test_the_first_screen_of_the_readme_says_how_to_play_and_to_test():
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:32]
    assert "make play" in first_screen
    assert any("`make test`" in line for line in first_screen)
    assert any("swipe play swipe-dice" in line for line in first_screen)
