"""Result sets: a Parquet file with a row for every batch of a run, and what the run was.

While a run goes on its batches are kept in small part files beside it; at its end, or when it is
interrupted, they become the one file. A killed run leaves its parts, and resuming takes them up.
The file's metadata hold the run, the rules' identity, the versions and the command line.
"""

from __future__ import annotations

import json
import os
import platform
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

import swipe
from swipe.games.contract import Game
from swipe.games.registry import find_game
from swipe.lab.spec import RunSpec, spec_from_json
from swipe.lab.tally import Tally

if TYPE_CHECKING:
    import pyarrow as pa  # loaded where it is needed: a run without a file starts sooner

FORMAT = "swipe-results/1"
_KEY = b"swipe"


class BadResults(ValueError):
    """A file that is not a result set, or not the one that was meant."""


@dataclass
class ResultSet:
    """What was counted in a run, or in the part of it that was played.

    Attributes:
        spec: the run.
        batches: number to tally of the batches that were played.
        about: versions, command and time, for people.
        path: where it was read from.
    """

    spec: RunSpec
    batches: dict[int, Tally]
    about: Mapping[str, Any]
    path: Path | None = None

    @property
    def total(self) -> Tally:
        tally = Tally.empty(find_game(self.spec.game), self.spec.players)
        for index in sorted(self.batches):
            tally.add(self.batches[index])
        return tally

    @property
    def complete(self) -> bool:
        return len(self.batches) == self.spec.batches

    @property
    def missing(self) -> list[int]:
        return [index for index in range(self.spec.batches) if index not in self.batches]


def about_this_run(command: str) -> dict[str, Any]:
    """The versions, the command line and the time, as they are kept with the results."""
    return {
        "command": command,
        "swipe": swipe.__version__,
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "machine": platform.machine(),
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def _table(spec: RunSpec, batches: Mapping[int, Tally], about: Mapping[str, Any]) -> pa.Table:
    import pyarrow as pa

    order = sorted(batches)
    columns: dict[str, Any] = {"batch": pa.array(order, pa.int64())}
    names = list(Tally.empty(find_game(spec.game), spec.players).arrays())
    for name in names:
        values = [getattr(batches[index], name) for index in order]
        columns[name] = pa.array(values, pa.list_(pa.int64()))
    about = {"format": FORMAT, "rules": spec.identity, "spec": spec.to_json(), **about}
    table = pa.table(columns)
    return table.replace_schema_metadata({_KEY: json.dumps(about).encode()})


def _write(path: Path, table: pa.Table) -> None:
    """Write a whole file or none."""
    import pyarrow.parquet as pq

    part = path.with_name(path.name + ".writing")
    with part.open("wb") as file:
        pq.write_table(table, file, compression="zstd")
    os.replace(part, path)


def write_results(path: Path, results: ResultSet) -> None:
    """Write a result set."""
    _write(path, _table(results.spec, results.batches, results.about))


def read_results(path: Path) -> ResultSet:
    """Read a result set.

    Raises:
        BadResults: the file is not one.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        file = path.open("rb")  # Arrow itself takes only names that are text
    except FileNotFoundError:
        raise BadResults(f"{path}: there is no such file") from None
    try:
        with file:
            table = pq.read_table(file)
        about = json.loads((table.schema.metadata or {})[_KEY])
    except (OSError, KeyError, pa.ArrowException, ValueError) as error:
        raise BadResults(f"{path} is not a result set of swipe simulate") from error
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        made = about.get("format") if isinstance(about, dict) else about
        raise BadResults(f"{path} is {made}; this reads {FORMAT}")
    spec = spec_from_json(str(about.get("spec")))
    game = spec.rules.game
    try:
        batches = _batches(spec, game, table)
    except (KeyError, TypeError, ValueError, pa.ArrowException) as error:
        raise BadResults(f"{path} does not hold the batches of its run") from error
    about = {k: v for k, v in about.items() if k not in ("format", "rules", "spec")}
    return ResultSet(spec, batches, about, path)


def _batches(spec: RunSpec, game: Game, table: pa.Table) -> dict[int, Tally]:
    """The tallies of a table by the numbers of their batches.

    Raises:
        KeyError, TypeError, ValueError: it has other columns, or sizes, or batches.
    """
    sizes = {n: len(v) for n, v in Tally.empty(game, spec.players).arrays().items()}
    columns = {name: table.column(name).to_numpy() for name in ["batch", *sizes]}
    batches = {}
    for row, index in enumerate(columns.pop("batch")):
        tally = Tally.from_arrays({name: values[row] for name, values in columns.items()})
        if {name: len(values) for name, values in tally.arrays().items()} != sizes:
            raise ValueError(f"batch {index} has other figures")
        if not 0 <= index < spec.batches or int(tally.games[0]) != spec.span(int(index))[1]:
            raise ValueError(f"batch {index} is none of the run")
        batches[int(index)] = tally
    return batches


class Journal:
    """The result set of a run under way.

    Args:
        path: the file that it becomes; None keeps everything in memory.
        spec: the run.
        command: how it was asked for.
        resume: take up what an earlier, unfinished run left.

    Raises:
        BadResults: the file exists and is not to be resumed, or is of another run.
    """

    EVERY = 5.0
    """Seconds between part files: about what a killed run loses."""

    def __init__(self, path: Path | None, spec: RunSpec, command: str, *, resume: bool) -> None:
        self.path = path
        self.results = ResultSet(spec, {}, about_this_run(command), path)
        self._unsaved: dict[int, Tally] = {}
        self._parts: list[Path] = []
        self._saved_at = time.monotonic()
        if path is None:
            return
        left = sorted(self._folder.glob("*.parquet")) if self._folder.is_dir() else []
        if not resume and (path.exists() or left):
            raise BadResults(
                f"{path} exists already: use --resume to go on with it, or another name"
            )
        for each in [*([path] if path.exists() else []), *left]:
            earlier = read_results(each)
            if earlier.spec != spec:
                raise BadResults(f"{each} is of another run: {earlier.spec.to_json()}")
            self.results.batches.update(earlier.batches)
        self._parts = left

    @property
    def _folder(self) -> Path:
        assert self.path is not None
        return self.path.with_name(self.path.name + ".parts")

    def add(self, index: int, tally: Tally) -> None:
        """Keep a batch."""
        self.results.batches[index] = tally
        self._unsaved[index] = tally
        if self.path is not None and time.monotonic() - self._saved_at > self.EVERY:
            self._save_part()

    def _save_part(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        part = self._folder / f"{min(self._unsaved):08d}.parquet"
        _write(part, _table(self.results.spec, self._unsaved, self.results.about))
        self._parts.append(part)
        self._unsaved = {}
        self._saved_at = time.monotonic()

    def close(self) -> None:
        """Make the one file of all that was played."""
        if self.path is None or not self.results.batches:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_results(self.path, self.results)
        for part in self._parts:
            part.unlink(missing_ok=True)
        if self._folder.is_dir():
            self._folder.rmdir()
