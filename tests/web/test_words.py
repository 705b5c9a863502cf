"""Every word that people read comes from a message file, and every message asked for exists."""

import json
import re
from pathlib import Path

import pytest

from swipe.games.registry import GAMES
from swipe.messages import bundle, has_message, languages

WEB = Path(__file__).resolve().parents[2] / "src" / "swipe" / "web"
SOURCES = sorted(each for each in WEB.rglob("*.js") if "vendor" not in each.relative_to(WEB).parts)
VIEWS = [each for each in SOURCES if {"views", "pieces"} & set(each.relative_to(WEB).parts)]
VIEWS.append(WEB / "app.js")

# t("id"), hint("id"), has("id"), and {id: "web-…"} of logic/tell.js
ASKED = re.compile(r"""\b(?:t|hint)\(\s*(["'`])(.+?)\1""")
NAMED = re.compile(r"""["'](web-[a-z0-9-]+)["']""")


def messages() -> set[str]:
    return {name for name in bundle("en")._messages if not name.startswith("-")}


def asked_for(source: str) -> set[str]:
    found = {match[2] for match in ASKED.finditer(source)} | set(NAMED.findall(source))
    # t(condition ? "one" : "other")
    for call in re.findall(r"\bt\(([^()`]*\?[^()`]*)", source):
        found |= set(re.findall(r'"([a-z][a-z0-9-]+-[a-zA-Z0-9-]+)"', call))
    return found


@pytest.mark.parametrize("file", SOURCES, ids=lambda file: str(file.relative_to(WEB)))
def test_every_message_exists(file):
    if file.name == "i18n.js":
        return  # it is the one that looks messages up
    known = messages()
    for name in asked_for(file.read_text()):
        pattern = re.sub(r"\\?\$\\\{.*?\\\}", "[A-Za-z0-9-]+", re.escape(name))
        assert any(re.fullmatch(pattern, each) for each in known), f"{file.name} asks for {name}"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_and_preset_of_a_game_has_words(game):
    wanted = ["title", "description", "total"] if game == "swipe-dice" else ["title", "description"]
    for option in GAMES[game].options:
        name = option.name.replace("_", "-")
        wanted += [f"option-{name}", f"option-{name}-meaning", f"option-{name}-source"]
        if option.kind == "choice":
            wanted += [f"option-{name}-{value.replace('_', '-')}" for value in option.values]
    for preset in GAMES[game].presets:
        wanted += [f"preset-{preset}", f"preset-{preset}-meaning"]
    missing = [each for each in wanted if not has_message(f"{game}-{each}", "en")]
    assert missing == []


def test_no_message_of_the_web_table_is_forgotten():
    sources = "\n".join(file.read_text() for file in SOURCES)
    patterns = [
        re.compile(re.sub(r"\\?\$\\\{.*?\\\}", "[A-Za-z0-9-]+", re.escape(name)))
        for name in asked_for(sources)
    ]
    text = (WEB / "locales" / "en" / "web.ftl").read_text()
    names = re.findall(r"^([a-z][\w-]*) =", text, re.MULTILINE)
    forgotten = [name for name in names if not any(pattern.fullmatch(name) for pattern in patterns)]
    assert forgotten == []


def test_the_client_knows_every_language():
    source = (WEB / "i18n.js").read_text()
    listed = re.search(r"export const LANGUAGES = \{(.*?)\}", source, re.DOTALL)
    assert listed is not None
    assert sorted(re.findall(r"(\w+):", listed[1])) == sorted(languages())


def text_of_templates(source: str) -> list[str]:
    """What stands between tags and in attributes that people hear, in html`` templates."""
    source = re.sub(r"/\*.*?\*/|(?<![:\"'])//[^\n]*", "", source, flags=re.DOTALL)
    found = []
    for template in templates(source):
        found += re.findall(r">([^<>]+)<", f">{template}<")
        found += re.findall(r'(?:aria-label|title|placeholder|alt)="([^"$]+)"', template)
    return found


def templates(source: str) -> list[str]:
    """All html`` and svg`` templates with their expressions taken out, inner ones by themselves."""
    found: list[str] = []

    def read(at: int) -> tuple[str, int]:
        text = []
        while source[at] != "`":
            if source[at] == "\\":
                at += 2
            elif source.startswith("${", at):
                at = skip(at + 2)
                text.append("\0")
            else:
                text.append(source[at])
                at += 1
        return "".join(text), at + 1

    def skip(at: int) -> int:
        depth = 1
        while depth:
            char = source[at]
            if char == "`":
                tagged = source.endswith(("html", "svg"), 0, at)
                inner, at = read(at + 1)
                if tagged:
                    found.append(inner)
                continue
            if char in "\"'":
                at = source.index(char, at + 1)
            depth += (char == "{") - (char == "}")
            at += 1
        return at

    done = 0
    for start in re.finditer(r"\b(?:html|svg)`", source):
        if start.end() > done:
            text, done = read(start.end())
            found.append(text)
    return found


@pytest.mark.parametrize("file", VIEWS, ids=lambda file: str(file.relative_to(WEB)))
def test_no_view_has_words_of_its_own(file):
    words = [
        text.strip()
        for text in text_of_templates(file.read_text())
        if re.search(r"[A-Za-z]{2,}", text.replace("\0", " "))
    ]
    assert words == []


def test_words_are_found_where_there_are_some():
    assert text_of_templates("html`<p>Hello ${name}</p>`") == ["Hello \0"]
    assert text_of_templates('html`<b>${x ? html`<i title="Oh">No</i>` : y}</b>`').count("No") >= 1


def test_vendored_files_are_as_they_were_published():
    import hashlib

    folder = WEB / "vendor"
    listed = {
        name: digest
        for package in json.loads((folder / "VENDOR.json").read_text())["packages"]
        for name, digest in package["sha256"].items()
    }
    present = {
        str(file.relative_to(folder))
        for file in folder.rglob("*")
        if file.is_file() and file.name != "VENDOR.json"
    }
    assert present == set(listed)
    for name, digest in listed.items():
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, name


def test_nothing_points_to_another_host():
    for file in [*WEB.rglob("*.css"), *WEB.rglob("*.html"), *SOURCES]:
        if "vendor" in file.relative_to(WEB).parts:
            continue
        hosts = re.findall(r"(?:https?:)?//[a-z0-9.-]+\.[a-z]{2,}", file.read_text())
        assert [host for host in hosts if "www.w3.org" not in host] == [], file.name
