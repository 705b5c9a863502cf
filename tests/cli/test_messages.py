"""The message files: complete, readable, and in the right language."""

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast

from swipe import messages
from swipe.games.registry import GAMES

LOCALES = Path(messages.__file__).parent / "web" / "locales"
FILES = sorted(LOCALES.glob("*/*.ftl"))


def entries(path):
    return FluentParser().parse(path.read_text(encoding="utf-8")).body


def test_there_are_files():
    assert {path.name for path in FILES} >= {"cli.ftl", *(f"{game}.ftl" for game in GAMES)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_line_of_a_message_file_can_be_read(path):
    junk = [entry.content for entry in entries(path) if isinstance(entry, ast.Junk)]
    assert junk == []


@pytest.mark.parametrize("language", messages.languages())
def test_no_message_is_given_twice(language):
    seen = {}
    for path in (LOCALES / language).glob("*.ftl"):
        for entry in entries(path):
            if isinstance(entry, ast.Message):
                assert entry.id.name not in seen, (path.name, seen[entry.id.name])
                seen[entry.id.name] = path.name


def test_the_messages_that_the_terminal_asks_for_exist_and_those_that_exist_are_used():
    source = Path(messages.__file__).parent
    paths = [*source.glob("tui/**/*.py"), source / "cli.py", source / "console.py"]
    code = "\n".join(path.read_text(encoding="utf-8") for path in paths)
    asked = set(re.findall(r'"(cli-[a-z0-9-]+[a-z0-9])"', code))
    given = {e.id.name for e in entries(LOCALES / "en" / "cli.ftl") if isinstance(e, ast.Message)}
    assert {name for name in asked if not messages.has_message(name)} == set()
    built = re.compile(
        r"cli-(option|play|rules|verify|serve|swipe)(-[a-z]+)*"  # help texts
        r"|cli-swipe-dice-(no|ask)-.*"
    )
    assert {name for name in given - asked if not built.fullmatch(name)} == set()


def test_what_is_too_long_is_cut():
    shown = messages.text("cli-error-no-command", command="x" * 1_000_000, known="play")
    assert "xxx…" in shown
    assert len(shown) < 2200


@pytest.mark.parametrize("language", messages.languages())
def test_there_are_names_for_a_table_full_of_bots(language):
    messages.use_language(language)
    names = [name.strip() for name in messages.text("common-bot-names").split(",")]
    messages.use_language("en")
    assert len({name.lower() for name in names}) >= max(game.players[1] for game in GAMES.values())


def test_a_message_without_its_argument_is_an_error():
    with pytest.raises(messages.UnknownMessage, match="cli-saved"):
        messages.text("cli-saved")
    with pytest.raises(messages.UnknownMessage, match="no message 'no-such'"):
        messages.text("no-such")
    with pytest.raises(messages.UnknownLanguage, match="no messages in 'tlh'; there are en"):
        messages.use_language("tlh")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "tlh_KX.UTF-8"}, "en"),
        ({"SWIPE_LANGUAGE": "en", "LANG": "tlh"}, "en"),
        ({"SWIPE_LANGUAGE": "en-GB"}, "en"),
    ],
)
def test_the_environment_chooses_the_language(environment, language):
    assert messages.preferred_language(environment) == language
