"""The terminal itself: lines that fit, colours where there are any, and questions."""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO, TypeAlias

Span: TypeAlias = str | tuple[str, str]
"""A piece of a line: text, or (text, style)."""
Line: TypeAlias = str | Sequence[Span]
"""A line: text that may be wrapped, or spans that stand as they are."""

DEFAULT_WIDTH, DEFAULT_HEIGHT = 80, 24
MOST_WIDTH = 100
"""Longer lines are tiring to read, however wide the window is."""

_CODES: Mapping[str, str] = {
    "bold": "1",
    "dim": "2",
    "gain": "32",
    "loss": "31",
    "mine": "1;36",
    "seat0": "36",
    "seat1": "33",
    "seat2": "35",
    "seat3": "32",
    "seat4": "94",
    "seat5": "31",
    "seat6": "96",
    "seat7": "95",
}


class EndOfInput(Exception):
    """Nobody is there to answer any more: end of file, or an interrupt."""


def width_of(text: str) -> int:
    """How many columns a text takes: wide letters two, combining marks none."""
    columns = 0
    for letter in text:
        if not unicodedata.combining(letter):
            columns += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
    return columns


def fit(text: str, width: int) -> str:
    """The text, cut or padded to exactly so many columns."""
    taken = ""
    for letter in text:
        if width_of(taken + letter) > width:
            break
        taken += letter
    return taken + " " * (width - width_of(taken))


def wrap(text: str, width: int) -> list[str]:
    """A paragraph as lines of at most so many columns; all have the indent of the first."""
    indent = " " * min(len(text) - len(text.lstrip(" ")), width // 2)
    room = width - len(indent)
    lines: list[str] = [""]
    for word in text.split():
        while width_of(word) > room:  # no break in sight: cut it
            piece = fit(word, room).rstrip()
            lines.append(piece)
            word = word[len(piece) :]
        longer = f"{lines[-1]} {word}" if lines[-1] else word
        if width_of(longer) > room:
            lines.append(word)
        else:
            lines[-1] = longer
    return [indent + line for line in lines if line] or [""]


@dataclass
class Screen:
    """A plain terminal, or a pipe that stands for one.

    Attributes:
        source: where answers come from.
        sink: where lines go.
        width, height: columns and rows.
        colour: whether styles become colours.
        terminal: whether somebody can be seen to be there: only then the screen is cleared and
            long texts wait to be read.
    """

    source: TextIO
    sink: TextIO
    width: int = DEFAULT_WIDTH
    height: int = DEFAULT_HEIGHT
    colour: bool = False
    terminal: bool = False

    @classmethod
    def of_process(
        cls, sink: TextIO | None = None, environment: Mapping[str, str] = os.environ
    ) -> Screen:
        """The screen of this process; NO_COLOR and a dumb terminal are respected."""
        out = sys.stdout if sink is None else sink
        terminal = out.isatty() and sys.stdin.isatty()
        if terminal:
            with contextlib.suppress(ImportError):
                importlib.import_module("readline")  # lets input() edit its line
        size = shutil.get_terminal_size((DEFAULT_WIDTH, DEFAULT_HEIGHT))
        width, height = size if terminal else (DEFAULT_WIDTH, DEFAULT_HEIGHT)
        colour = (
            out.isatty()
            and not environment.get("NO_COLOR")
            and environment.get("TERM", "") not in ("", "dumb")
        )
        return cls(sys.stdin, out, max(40, min(width, MOST_WIDTH)), height, colour, terminal)

    def styled(self, text: str, style: str) -> str:
        """The text in a style, where the terminal has colours."""
        if not self.colour or style not in _CODES or not text:
            return text
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m"

    def show(self, line: Line = "", style: str = "") -> None:
        """Write a line; text that is too long is wrapped at words."""
        if not isinstance(line, str):
            plain = "".join(span if isinstance(span, str) else span[0] for span in line)
            if width_of(plain) <= self.width:
                pieces = (s if isinstance(s, str) else self.styled(*s) for s in line)
                self._write("".join(pieces).rstrip() + "\n")
                return
            line = plain
        for each in wrap(line, self.width) if line.strip() else [""]:
            self._write(self.styled(each, style) + "\n")

    def show_command(self, command: str) -> None:
        """Write a command on a line of its own, to be copied: never wrapped."""
        self._write(f"  {command}\n")

    def show_all(self, lines: Iterable[Line], style: str = "") -> None:
        for line in lines:
            self.show(line, style)

    def rule(self, title: str = "") -> None:
        """A line across the screen, with a title in it."""
        head = f"-- {title} " if title else ""
        self.show([(head + "-" * (self.width - 1 - width_of(head)), "dim")])

    def ask(self, prompt: str) -> str:
        """Write a prompt at the end of a line of its own and read an answer.

        Raises:
            EndOfInput: there is none.
        """
        lines = wrap(prompt, self.width - 12)  # leaves room to answer
        for line in lines[:-1]:
            self._write(line + "\n")
        last = lines[-1] + " "
        try:
            if self.terminal and self.sink is sys.stdout and self.source is sys.stdin:
                self.sink.flush()
                answer = input(last)  # with line editing, where Python has it
            else:
                self._write(last)
                self.sink.flush()
                answer = self.source.readline()
                if not answer:
                    raise EOFError
                if not self.terminal:
                    self._write("\n")  # nobody's Enter has moved on to the next line
        except (EOFError, KeyboardInterrupt):
            self._write("\n")
            raise EndOfInput from None
        return answer.strip()

    def clear(self) -> None:
        """Leave nothing of what was shown to be read, as far as the terminal lets us."""
        if self.terminal and self.colour:
            self._write("\x1b[2J\x1b[3J\x1b[H")
        else:
            self._write("\n" * self.height)
        self.sink.flush()

    def page(self, lines: Sequence[Line], more: str) -> None:
        """Write a long text a screen at a time; ``q`` leaves the rest out."""
        rows = 0
        for line in lines:
            plain = line if isinstance(line, str) else ""
            need = max(1, len(wrap(plain, self.width)) if plain.strip() else 1)
            if self.terminal and rows and rows + need > self.height - 2:
                if self.ask(more).lower().startswith("q"):
                    return
                rows = 0
            self.show(line)
            rows += need

    def _write(self, text: str) -> None:
        encoding = getattr(self.sink, "encoding", None) or "utf-8"
        self.sink.write(text.encode(encoding, "replace").decode(encoding))
