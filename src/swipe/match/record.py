"""The record of a match: one self-contained text file, specified in ``docs/record.md``.

A first line names the format; every further line is an event::

    4 acted seat=2 action=die:1 #3f0c5a7e19b2d486

its version, its name, its fields in a fixed order, and the start of a SHA-256 that runs over all
lines so far. Writing what was read gives the same bytes; anything else is refused.
"""

from __future__ import annotations

import functools
import hashlib
import json
import re
import types
import typing
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
import msgspec.structs

from swipe.match import events as event_types
from swipe.match.errors import BrokenRecord
from swipe.match.events import Event, MatchEvent
from swipe.match.fold import Match, begin, evolve

FORMAT = "swipe-match/1"
MAX_BYTES = 100_000_000
"""No record is longer: the longest matches that were seen have a hundredth of it."""

_BARE = re.compile(r"[A-Za-z0-9_.:+\-]+")
_WORD = re.compile(r'([a-z_]+)(\.[a-z_]+)?=("(?:[^"\\]|\\.)*"|[^ "]+)(?: |$)')
_FOREIGN = re.compile(rb"[^\n -~]")
_EVENTS: dict[str, type[Event]] = {
    str(each.__struct_config__.tag): each for each in typing.get_args(event_types.MatchEvent)
}
# Fields that count seats: from 0 in events, from 1 for people.
_SEAT_FIELDS = frozenset({"seat"})


def _quote(text: str) -> str:
    return text if _BARE.fullmatch(text) else json.dumps(text)


def _bare(name: str, value: object) -> str:
    """An entry of a list: never quoted, so that a comma always separates."""
    if value is None or not _BARE.fullmatch(str(value)) or str(value) == "-":
        raise ValueError(f"{name} cannot hold {value!r} in a record")
    return str(value)


def _unquote(text: str) -> str:
    if not text.startswith('"'):
        return text
    value = json.loads(text)
    if not isinstance(value, str):
        raise ValueError(f"{text[:40]} is not a text")
    return value


def _write_fields(event: Event) -> str:
    words = []
    for field in _fields(type(event)):
        name = field.name
        value = getattr(event, name)
        if value == field.default:
            continue
        if isinstance(value, dict):
            words += [f"{name}.{key}={_quote(each)}" for key, each in value.items()]
        elif isinstance(value, list):
            words.append(f"{name}={','.join(_bare(name, each) for each in value) or '-'}")
        elif isinstance(value, bool):
            words.append(f"{name}={'yes' if value else 'no'}")
        elif isinstance(value, int):
            words.append(f"{name}={value + 1 if name in _SEAT_FIELDS else value}")
        else:
            words.append(f"{name}={_quote(value)}")
    return " ".join(words)


_hints = functools.cache(typing.get_type_hints)
_fields = functools.cache(msgspec.structs.fields)


def _read_fields(kind: type[Event], text: str) -> Event:
    hints = _hints(kind)
    values: dict[str, Any] = {
        name: {} for name, hint in hints.items() if typing.get_origin(hint) is dict
    }
    position = 0
    while position < len(text):
        found = _WORD.match(text, position)  # word for word: a search could take for ever
        if found is None:
            raise ValueError(f"{text[position : position + 40]!r} is not written as name=value")
        field, key, raw = found.groups()
        position = found.end()
        if field not in hints:
            raise ValueError(f"{kind.__struct_config__.tag} has no {field[:40]!r}")
        if key:
            if not isinstance(values.get(field), dict):
                raise ValueError(f"{field} has no parts")
            values[field][key[1:]] = _unquote(raw)
        else:
            values[field] = _read_value(field, hints[field], raw)
    return msgspec.convert({**values, "event": kind.__struct_config__.tag}, kind)


def _read_value(name: str, hint: Any, raw: str) -> Any:
    origin = typing.get_origin(hint)
    if origin in (types.UnionType, typing.Union):
        hint = next(each for each in typing.get_args(hint) if each is not type(None))
    if typing.get_origin(hint) is list:
        words = [] if raw == "-" else raw.split(",")
        return [int(word) for word in words] if typing.get_args(hint) == (int,) else words
    if hint is bool:
        if raw not in ("yes", "no"):
            raise ValueError(f"{name}={raw[:40]!r} is neither yes nor no")
        return raw == "yes"
    if hint is int:
        if not re.fullmatch("[0-9]{1,19}", raw):
            raise ValueError(f"{name}={raw[:40]!r} is not a whole number")
        return int(raw) - (name in _SEAT_FIELDS)
    return _unquote(raw)


class RecordWriter:
    """Writes a record event by event, so that a match under way can be appended to a file."""

    head = FORMAT + "\n"
    """What a record begins with."""

    def __init__(self) -> None:
        self._chain = hashlib.sha256(FORMAT.encode())
        self._version = 0

    def line(self, event: MatchEvent) -> str:
        """The line of the next event, its line feed included.

        Raises:
            ValueError: the event holds what no record can, such as an outcome that was taken out.
        """
        self._version += 1
        line = _write_line(self._version, event)
        self._chain.update(b"\n" + line.encode())
        return f"{line} #{self._chain.hexdigest()[:16]}\n"


def _write_line(version: int, event: Event) -> str:
    return f"{version} {event.__struct_config__.tag} {_write_fields(event)}".rstrip()


def write_record(events: Iterable[MatchEvent]) -> str:
    """The record of some events, from the first.

    Raises:
        ValueError: an event holds what no record can, such as an outcome that was taken out.
    """
    writer = RecordWriter()
    return writer.head + "".join(writer.line(event) for event in events)


def record_bytes(path: Path) -> bytes:
    """The bytes of a record's file.

    Raises:
        BrokenRecord: there are more than any record has.
        OSError: the file cannot be read.
    """
    with path.open("rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BrokenRecord(0, f"a record has at most {MAX_BYTES:,} bytes")
    return data


def decode_record(data: bytes) -> str:
    """The text of a record's bytes, which are printable ASCII and line feeds.

    Raises:
        BrokenRecord: names the line with the first other byte.
    """
    if wrong := _FOREIGN.search(data):
        version = data.count(b"\n", 0, wrong.start())
        raise BrokenRecord(version, f"byte {wrong[0][0]:#04x} does not occur in a record")
    return data.decode("ascii")


def read_events(text: str) -> list[MatchEvent]:
    """The events of a record, each in its canonical form and with its running hash.

    Whether they can follow each other is for :func:`read_record` to say.

    Raises:
        BrokenRecord: the first line that is not what was written (version 0 for the head).
    """
    found, error = read_prefix(text)
    if error is not None:
        raise error
    return found


def read_prefix(text: str) -> tuple[list[MatchEvent], BrokenRecord | None]:
    """The longest beginning of a record that is written as it should be, and what follows it."""
    lines = text.split("\n")
    if lines[0] != FORMAT:
        return [], BrokenRecord(0, f"a record's first line is {FORMAT}, not {lines[0][:40]!r}")
    events: list[MatchEvent] = []
    chain = hashlib.sha256(FORMAT.encode())
    for version, whole in enumerate(lines[1:-1], 1):
        line, _, digest = whole.rpartition(" #")
        chain.update(b"\n" + line.encode("utf-8", "surrogatepass"))
        if digest != chain.hexdigest()[:16]:
            return events, BrokenRecord(version, "the line or its hash was changed")
        try:
            events.append(_read_line(version, line))
        except (ValueError, KeyError) as error:
            return events, BrokenRecord(version, str(error))
    if lines[-1]:
        return events, BrokenRecord(len(lines) - 1, "cut off: a record ends with a line feed")
    return events, None


def _read_line(version: int, line: str) -> MatchEvent:
    number, _, rest = line.partition(" ")
    tag, _, fields = rest.partition(" ")
    if number != str(version):
        raise ValueError(f"events count up by one: {version}, not {number[:20]!r}")
    if tag not in _EVENTS:
        raise ValueError(f"no event is called {tag[:20]!r}")
    event = _read_fields(_EVENTS[tag], fields)
    written = _write_line(version, event)
    if written != line:
        raise ValueError(f"write it as {written[:200]!r}")
    return typing.cast(MatchEvent, event)


def read_record(text: str) -> tuple[list[MatchEvent], Match | None, BrokenRecord | None]:
    """The longest true beginning of a record, the match after it, and what is wrong after that.

    Moves are checked against the rules; rolls against the secret only by
    :mod:`swipe.match.verify`. The error is None when the whole record is sound.
    """
    events, error = read_prefix(text)
    match: Match | None = None
    for version, event in enumerate(events, 1):
        try:
            if match is None:
                match = begin(event)
            else:
                after = match.copy()
                evolve(after, event)
                match = after
        except ValueError as reason:
            return events[: version - 1], match, BrokenRecord(version, str(reason))
    return events, match, error
