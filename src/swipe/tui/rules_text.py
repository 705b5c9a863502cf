"""The rules as implemented, for reading: their lines, and the options with who says what.

The lines are those of ``docs/rules/<game>.md``, which the package carries as ``rules.md`` beside
the code of the game; the options come from the code itself.
"""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

from swipe.games.contract import Game, Option, Rules
from swipe.messages import has_message, text
from swipe.tui.screen import Line

_RULE = re.compile(r"- \*\*([A-Z]{2}-[0-9]{2})\*\* (.*)")


def rules_markdown(game: Game) -> str:
    """The page of a game's rules, as Markdown."""
    package = f"swipe.games.{game.name.replace('-', '_')}"
    return (resources.files(package) / "rules.md").read_text(encoding="utf-8")


def _blocks(markdown: str) -> list[str]:
    """Headings, paragraphs and list entries, each on one line; tables are left out."""
    blocks: list[str] = []
    open_block = False
    for line in markdown.splitlines():
        stripped = line.strip()
        if not stripped or stripped.startswith("|"):
            open_block = False
        elif stripped.startswith(("#", "- ")) or not open_block:
            blocks.append(stripped)
            open_block = not stripped.startswith("#")
        else:
            blocks[-1] += f" {stripped}"
    return blocks


def _plain(markdown: str) -> str:
    linked = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\*\*|`|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])", "", linked)


def numbered_rules(game: Game) -> dict[str, str]:
    """The rule lines by number, such as ``SD-07``, in order."""
    found = (_RULE.fullmatch(block) for block in _blocks(rules_markdown(game)))
    return {match[1]: _plain(match[2]) for match in found if match}


def option_facts(option: Option, game: Game, value: str) -> dict[str, Any]:
    """All there is to say about an option, and its value in some rules."""
    message = f"{game.name}-option-{option.name.replace('_', '-')}"
    said = {
        part: text(f"{message}-{part}") if has_message(f"{message}-{part}") else plain
        for part, plain in (("meaning", option.meaning), ("source", option.source))
    }
    facts: dict[str, Any] = {
        "name": option.name,
        "value": value,
        "default": option.default,
        "rule": option.rule,
        "kind": option.kind,
        "values": list(option.values),
        **said,
    }
    if option.kind == "integer":
        facts |= {"minimum": option.minimum, "maximum": option.maximum}
    return facts


def _allowed(option: Option) -> str:
    if option.kind == "integer":
        return text("cli-rules-range", minimum=option.minimum, maximum=option.maximum)
    return text("cli-rules-values", values=", ".join(option.values), kind=option.kind)


def rule_lines(game: Game, rules: Rules) -> list[Line]:
    """The whole page: rule lines, options as they are in these rules, presets."""
    lines: list[Line] = []
    for block in _blocks(rules_markdown(game)):
        if re.match(r"#+ (Options|Presets)", block) or block.startswith("Presets:"):
            continue  # told below, from the code
        if block.startswith("#"):
            lines += ["", [(_plain(block.lstrip("# ")), "bold")]]
        elif match := _RULE.fullmatch(block):
            lines.append(f"  {match[1]}  {_plain(match[2])}")
        else:
            lines.append(f"  {_plain(block)}")
    lines += ["", [(text("cli-rules-options"), "bold")]]
    for option in game.options:
        value = rules.options[option.name]
        facts = option_facts(option, game, value)
        note = f"({option.rule})"
        if value != option.default:
            note += f" {text('cli-rules-default', value=option.default)}"
        lines += [
            [("  " + option.name, "mine"), f" = {value}  ", (note, "dim")],
            f"      {facts['meaning']}",
            f"      {_allowed(option)}",
            f"      {facts['source']}",
        ]
    lines += ["", [(text("cli-rules-presets"), "bold")]]
    for name, options in game.presets.items():
        shown = " ".join(f"{key}={value}" for key, value in options.items())
        lines.append(f"  {name}: {shown or text('cli-rules-all-default')}")
    lines += ["", f"{text('cli-rules-identity')} {rules.identity}"]
    return lines[1:] if lines and not lines[0] else lines


def rules_facts(game: Game, rules: Rules) -> dict[str, Any]:
    """The same as plain data."""
    return {
        "game": game.name,
        "version": game.version,
        "players": {"minimum": game.players[0], "maximum": game.players[1], "here": rules.players},
        "rules": numbered_rules(game),
        "options": [option_facts(o, game, rules.options[o.name]) for o in game.options],
        "presets": {name: dict(options) for name, options in game.presets.items()},
        "identity": rules.identity,
    }
