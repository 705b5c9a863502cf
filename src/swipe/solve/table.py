"""Solved games on disk, and the questions that coach, review and bots ask them.

A table is one file: a line of JSON that says what it is, padding, then the arrays. It holds the
rules' identity, the version of the rules, the certificate and the SHA-256 checksum of the arrays;
a table for other rules, a damaged file or another format is refused with a clear error.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from swipe.games import contract
from swipe.games.contract import (
    CHANCE,
    DECISION,
    OVER,
    Game,
    GameError,
    Rules,
    State,
    WrongPhase,
    WrongVersion,
)
from swipe.solve.layouts.plan import Plan, identity

FORMAT = 1
MAGIC = "swipe-table"
BLOCK = 4096
TIE = 1e-12
CLOSE = 1e-6
EXACT = 1e-9


class TableError(GameError):
    """A file that is not a table, is damaged, or is not there."""


def cache_directory() -> Path:
    """Where tables are kept: ``$XDG_CACHE_HOME/swipe/tables``, by default below ``~/.cache``."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "swipe" / "tables"


def table_path(rules: Rules, layout: Any, directory: Path | None = None) -> Path:
    """The file of the table for some rules."""
    name = identity(rules, layout.IGNORED)
    digest = hashlib.sha256(name.encode()).hexdigest()[:12]
    folder = cache_directory() if directory is None else directory
    return folder / f"{rules.game.name}-{rules.players}-{digest}.table"


@dataclass(frozen=True)
class Arrays:
    """The contents of a table.

    Attributes:
        values: float64[rows, n - 1], the winning chances of the mover and of the seats to its left,
            the last left out: they sum to 1.
        mixed_key: uint64[k] rising, the decisions that are played at random.
        mixed_weight: float64[k, a], how, in the order of the legal actions seen by the mover.
    """

    values: NDArray[np.float64]
    mixed_key: NDArray[np.uint64]
    mixed_weight: NDArray[np.float64]

    def named(self) -> list[tuple[str, NDArray[Any]]]:
        """The arrays with their names, in file order."""
        return [(name, np.ascontiguousarray(getattr(self, name))) for name in self.__annotations__]


def write_table(path: Path, facts: Mapping[str, Any], arrays: Arrays) -> None:
    """Write a table; the file appears whole or not at all.

    Args:
        path: where to.
        facts: what the first line says besides format, shapes and checksum.
        arrays: the contents.
    """
    digest = hashlib.sha256()
    shapes = {}
    for name, array in arrays.named():
        digest.update(array.data if array.size else b"")
        shapes[name] = [array.dtype.str, list(array.shape)]
    head = {
        "what": MAGIC,
        "format": FORMAT,
        **facts,
        "arrays": shapes,
        "sha256": digest.hexdigest(),
    }
    line = json.dumps(head, ensure_ascii=True).encode()
    line += b" " * (-(len(line) + 1) % BLOCK) + b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}.new")
    with temporary.open("wb") as file:
        file.write(line)
        for _name, array in arrays.named():
            array.tofile(file)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)


def read_head(path: Path) -> dict[str, Any]:
    """The first line of a table.

    Raises:
        TableError: there is no such file, or it is not a table of this format.
    """
    try:
        with path.open("rb") as file:
            line = file.readline(1 << 22)
    except FileNotFoundError:
        raise TableError(f"there is no table at {path}") from None
    try:
        head = json.loads(line)
    except ValueError:
        head = None
    if not isinstance(head, dict) or head.get("what") != MAGIC:
        raise TableError(f"{path} is not a table")
    if head.get("format") != FORMAT:
        raise TableError(f"{path} has format {head.get('format')}; this program reads {FORMAT}")
    if not _is_whole(head):
        raise TableError(f"{path} is damaged: its first line is not that of a table")
    return {**head, "start": len(line)}


def _is_whole(head: Mapping[str, Any]) -> bool:
    """Whether a first line says all that is needed to read what follows it."""
    try:
        arrays = head["arrays"]
        return (
            list(arrays) == list(Arrays.__annotations__)
            and all(np.dtype(kind).kind in "fu" for kind, _ in arrays.values())
            and all(type(n) is int and n >= 0 for _, shape in arrays.values() for n in shape)
            and isinstance(head["identity"], str)
            and isinstance(head["sha256"], str)
            and float(head["bound"]) >= 0
        )
    except (KeyError, TypeError, ValueError, AttributeError):
        return False


def table_heads(game: Game, directory: Path | None = None) -> list[dict[str, Any]]:
    """The first lines of the tables of a game, as it is now, that are kept in a directory.

    Args:
        game: the game.
        directory: where tables are kept; the user's cache if None.
    """
    folder = cache_directory() if directory is None else directory
    found = []
    for path in sorted(folder.glob(f"{game.name}-*.table")):
        try:
            head = read_head(path)
        except (TableError, OSError):
            continue
        told = isinstance(head.get("players"), int) and isinstance(head.get("options"), dict)
        if told and (head.get("game"), head.get("version")) == (game.name, game.version):
            found.append(head)
    return found


def read_arrays(path: Path, head: Mapping[str, Any], check: bool = True) -> Arrays:
    """The arrays of a table, mapped into memory.

    Raises:
        TableError: the file is too short, or ``check`` is true and the checksum does not fit.
    """
    found: dict[str, NDArray[Any]] = {}
    array: NDArray[Any]
    position = int(head["start"])
    digest = hashlib.sha256()
    for name, (kind, shape) in head["arrays"].items():
        dtype, count = np.dtype(kind), int(np.prod(shape))
        if path.stat().st_size < position + count * dtype.itemsize:
            raise TableError(f"{path} is cut short")
        if count:
            array = np.memmap(path, dtype, "r", position, tuple(shape))
            if check:
                digest.update(array.data)
        else:
            array = np.zeros(tuple(shape), dtype)
        position += count * dtype.itemsize
        found[name] = array
    if check and digest.hexdigest() != head["sha256"]:
        raise TableError(f"{path} is damaged: its checksum does not fit")
    return Arrays(**found)


class Table:
    """A solved game.

    Attributes:
        plan: how the positions of the rules are numbered.
        rules: the rules it was asked for.
        arrays: the contents, mapped into memory.
        head: what the file says about itself: ``identity``, ``bound``, ``residual``, ``states``,
            ``seconds``, ``method`` and more.
    """

    def __init__(self, plan: Plan, head: Mapping[str, Any], arrays: Arrays) -> None:
        self.plan = plan
        self.rules = plan.rules
        self.arrays = arrays
        self.head = dict(head)
        self._game = plan.rules.game
        self._ends = plan.ends

    @classmethod
    def open(cls, plan: Plan, path: Path, check: bool = True) -> Table:
        """Open a table for the rules of a plan.

        Args:
            plan: from :func:`swipe.solve.plan_of`.
            path: the file.
            check: whether to verify the checksum.

        Raises:
            WrongVersion: the table was made for other rules.
            TableError: there is no table, or it is damaged.
        """
        head = read_head(path)
        wanted = identity(plan.rules, plan.layout.IGNORED)
        if head["identity"] != wanted:
            raise WrongVersion(
                f"{path} holds a table for other rules: it is for {head['identity']!r}, "
                f"wanted is {wanted!r}"
            )
        arrays = read_arrays(path, head, check)
        if arrays.values.shape != (plan.rows - len(plan.ends), plan.players - 1):
            raise TableError(f"{path} is damaged: it does not have the positions of its rules")
        return cls(plan, head, arrays)

    @property
    def bound(self) -> float:
        """What a player could gain at most, anywhere, by playing differently from the table."""
        return float(self.head["bound"])

    @property
    def label(self) -> str:
        """``exact``, or ``bounded`` where other equilibria may have other values.

        With two players the value of the game is one number, and the bound is how near it the
        table's are. With more, the table holds one equilibrium, as good as its bound says.
        """
        return "exact" if self.rules.players == 2 and self.bound <= EXACT else "bounded"

    def values(
        self, state: State, known: dict[bytes, NDArray[np.float64]] | None = None
    ) -> NDArray[np.float64]:
        """The winning chance of every seat, float64[players]; they sum to 1.

        Args:
            state: any state.
            known: values by the bytes of states; whoever asks often keeps one and hands it on.
        """
        found: NDArray[np.float64] = self._values(state, {} if known is None else known)
        return found

    def action_values(
        self, state: State, known: dict[bytes, NDArray[np.float64]] | None = None
    ) -> list[tuple[int, NDArray[np.float64]]]:
        """Every legal action with the winning chances after it, in rising order of the actions.

        Args:
            state: a decision.
            known: as for :meth:`values`.

        Raises:
            WrongPhase: nobody decides in this state.
        """
        return self._action_values(state, {} if known is None else known)

    def policy(
        self, state: State, known: dict[bytes, NDArray[np.float64]] | None = None
    ) -> list[tuple[int, float]]:
        """How the table plays a decision: every legal action with its probability.

        Args:
            state: a decision.
            known: as for :meth:`values`.

        Raises:
            WrongPhase: nobody decides in this state.
        """
        found = self._action_values(state, {} if known is None else known)
        weights = self._weights(state, found)
        return [(action, float(w)) for (action, _), w in zip(found, weights, strict=True)]

    def start_values(self) -> NDArray[np.float64]:
        """The winning chances by seat at the first turn.

        The seat that the rules name begins; seat 1 where a draw or the players' ages decide.
        """
        return self.values(self.plan.layout.first_turn(self.rules))

    def _row(self, row: int) -> NDArray[np.float64]:
        if row < len(self._ends):
            return self._ends[row]
        values = np.empty(self.rules.players)
        values[:-1] = self.arrays.values[row - len(self._ends)]
        values[-1] = 1.0 - values[:-1].sum()
        return values

    def _values(self, state: State, known: dict[bytes, NDArray[np.float64]]) -> Any:
        game = self._game
        if game.rules.phase(state) == OVER:
            return np.array(contract.shares(game, state))
        key = state.tobytes()
        if key in known:
            return known[key]
        row, seat = self.plan.layout.row_of(state, self.plan)
        if row >= 0:
            found = np.roll(self._row(row), seat)
        elif game.rules.phase(state) == DECISION:
            choices = self._action_values(state, known)
            found = np.zeros(self.rules.players)
            for (_, after), weight in zip(choices, self._weights(state, choices), strict=True):
                found = found + weight * after
        else:
            total = game.rules.chance_total(state)
            found = np.zeros(self.rules.players)
            for outcome, tickets in contract.chance_outcomes(game, state):
                next_state = state.copy()
                contract.apply_outcome(game, next_state, outcome)
                self.plan.layout.forced(next_state)
                found = found + tickets / total * self._values(next_state, known)
        known[key] = found
        return found

    def _action_values(
        self, state: State, known: dict[bytes, NDArray[np.float64]]
    ) -> list[tuple[int, NDArray[np.float64]]]:
        game = self._game
        phase = game.rules.phase(state)
        if phase != DECISION:
            raise WrongPhase(
                "nobody decides here: " + ("chance is next" if phase == CHANCE else "it is over")
            )
        found = []
        for action in contract.legal_actions(game, state):
            after = state.copy()
            contract.apply_action(game, after, action)
            self.plan.layout.forced(after)
            found.append((action, self._values(after, known)))
        return found

    def _weights(
        self, state: State, choices: list[tuple[int, NDArray[np.float64]]]
    ) -> NDArray[np.float64]:
        seat = int(self._game.rules.seat_to_act(state))
        mine = np.array([values[seat] for _, values in choices])
        best = mine.max()
        ties = mine >= best - TIE
        keys = self.arrays.mixed_key
        if len(keys) and len(mine) > 1 and best - np.sort(mine)[-2] < CLOSE:
            layout, n = self.plan.layout, self.rules.players
            key = np.uint64(layout.name_of(layout.turned(state, seat), self.plan))
            at = int(np.searchsorted(keys, key))
            if at < len(keys) and keys[at] == key:
                row = self.arrays.mixed_weight[at]
                turned = [layout.turned_action(action, seat, n) for action, _ in choices]
                return np.asarray(row[np.argsort(np.argsort(turned))])
        return np.asarray(ties / ties.sum())
