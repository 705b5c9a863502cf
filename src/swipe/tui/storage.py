"""Where a match in the terminal is kept: its record, and beside it the secret until the end."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from swipe.match.decide import Secret
from swipe.match.errors import BrokenRecord
from swipe.match.events import Created, Ended, MatchEvent
from swipe.match.fold import Match
from swipe.match.record import RecordWriter, decode_record, read_record, record_bytes
from swipe.match.verify import check_revealed

SUFFIX = ".swipe"
"""What the name of a record ends with."""


class CannotKeep(ValueError):
    """A record that cannot be begun or gone on with; the message says what would be right."""


def matches_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Where records go when no file is named: ``$SWIPE_HOME/matches`` or the user's data folder."""
    if home := environment.get("SWIPE_HOME"):
        return Path(home) / "matches"
    if sys.platform == "win32":
        base = Path(environment.get("LOCALAPPDATA", "~/AppData/Local"))
    elif sys.platform == "darwin":
        base = Path("~/Library/Application Support")
    else:
        base = Path(environment.get("XDG_DATA_HOME") or "~/.local/share")
    return base.expanduser() / "swipe" / "matches"


def short_name(path: Path) -> str:
    """How a record can be named on the command line: short, where it is in the usual folder."""
    return path.stem if path.parent == matches_folder() and path.suffix == SUFFIX else str(path)


def find_record(path: Path) -> Path:
    """The file that a command line names: as it stands, or by its short name."""
    if not path.exists() and len(path.parts) == 1:
        kept = matches_folder() / f"{path.name.removesuffix(SUFFIX)}{SUFFIX}"
        return kept if kept.exists() else path
    return path


class RecordFile:
    """The record of a match under way: every event is in the file before it is shown.

    While the match is open, ``<file>.secret`` holds what the rolls to come are drawn from, for the
    user's eyes only; at the end the secret is in the record and that file goes.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.secret_path = path.with_name(path.name + ".secret")
        self._writer = RecordWriter()

    @classmethod
    def begin(cls, path: Path, secret: Secret) -> RecordFile:
        """Begin the record of a new match.

        Raises:
            CannotKeep: the file exists already.
            OSError: the file cannot be written.
        """
        kept = cls(path)
        if path.parent == matches_folder():
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("x", encoding="ascii", newline="\n") as file:
                file.write(RecordWriter.head)
        except FileExistsError:
            raise CannotKeep(
                f"{path} exists already: name another file, or go on with --resume {path}"
            ) from None
        if secret.value:
            content = json.dumps({"secret": secret.value.hex(), "seed": secret.seed})
            flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
            with os.fdopen(os.open(kept.secret_path, flags, 0o600), "w") as file:
                file.write(content + "\n")
        return kept

    @classmethod
    def resume(cls, path: Path) -> tuple[RecordFile, list[MatchEvent], Match, Secret, bool]:
        """Open the record of a match that was left.

        An event whose line was cut off (the machine stopped while writing) never happened: the
        file is cut back to the events before it, which the last value says.

        Raises:
            CannotKeep: the match has ended, or its secret is not there.
            BrokenRecord: the record is wrong; the event is named.
            OSError: a file cannot be read.
        """
        data = record_bytes(path)
        whole = data[: data.rfind(b"\n") + 1]
        events, match, error = read_record(decode_record(whole))
        if error is not None:
            raise error
        if match is None:
            raise BrokenRecord(0, "the record holds no event")
        if match.ended is not None:
            raise CannotKeep(f"the match in {path} has ended: swipe verify {path} checks it")
        kept = cls(path)
        for event in events:
            kept._writer.line(event)
        secret = kept._read_secret(match.created) if match.created.commitment else Secret()
        if len(whole) < len(data):
            with path.open("r+b") as file:
                file.truncate(len(whole))
        return kept, events, match, secret, len(whole) < len(data)

    def _read_secret(self, created: Created) -> Secret:
        try:
            content = json.loads(self.secret_path.read_text(encoding="ascii"))
            secret = Secret(bytes.fromhex(content["secret"]), content["seed"])
            check_revealed(created, secret.value.hex(), secret.seed)
            return secret
        except FileNotFoundError:
            raise CannotKeep(
                f"{self.secret_path} is missing: without the secret nothing more can be rolled"
            ) from None
        except (ValueError, KeyError, TypeError):
            raise CannotKeep(f"{self.secret_path} does not hold the secret of this match") from None

    def append(self, events: Iterable[MatchEvent]) -> None:
        """Put events into the file."""
        lines = []
        ended = False
        for event in events:
            lines.append(self._writer.line(event))
            ended = ended or isinstance(event, Ended)
        with self.path.open("a", encoding="ascii", newline="\n") as file:
            file.write("".join(lines))
        if ended:
            self.secret_path.unlink(missing_ok=True)
