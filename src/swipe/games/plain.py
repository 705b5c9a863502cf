"""States as plain Python values: the same rules, several times faster without a compiler.

Reading a field of a NumPy record costs Python close to a microsecond, reading an attribute of an
object some thirty nanoseconds. A server that carries out one move at a time, for one table after
another, has no use for a compiler, and a great use for that factor. The rules are one source: they
read and write ``state.field`` and ``state.field[...]``, and do not care what the state is.

A plain state has the fields of the game's dtype as attributes: a whole number, a list, or a
:class:`Grid` for a field by two numbers. ``tobytes`` gives the very bytes of the record, and
:func:`to_record` the record. Fields do not wrap: a number too large for its field is an error when
the state becomes bytes again.
"""

from __future__ import annotations

import dataclasses
import struct
from functools import cache
from typing import Any, cast

import numpy as np

from swipe.games.contract import Game, Rules, State, ViewModule

_CODES = {"u1": "B", "u2": "H", "u4": "I", "u8": "Q", "i1": "b", "i2": "h", "i4": "i", "i8": "q"}


class Grid(dict[Any, int]):
    """A field by row and column: ``grid[row, column]``; ``grid[row]`` is a row of it as a list."""

    __slots__ = ("columns",)

    columns: int

    def __missing__(self, row: Any) -> list[int]:
        if (row, 0) not in self:
            raise IndexError(row)
        return [self[row, column] for column in range(self.columns)]

    def copy(self) -> Grid:
        twin = Grid(self)
        twin.columns = self.columns
        return twin

    def tolist(self) -> list[list[int]]:
        values, columns = list(self.values()), self.columns
        return [values[start : start + columns] for start in range(0, len(values), columns)]


class Plain:
    """A state as plain values; every game has a class of its own, see :func:`plain_class`."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def copy(self) -> Plain:
        """A state that changes on its own."""
        raise NotImplementedError

    def tobytes(self) -> bytes:
        """The bytes of the record with the same values."""
        raise NotImplementedError

    @classmethod
    def from_bytes(cls, body: bytes) -> Plain:
        """The state of a record's bytes."""
        raise NotImplementedError


@cache
def _places(rows: int, columns: int) -> tuple[tuple[int, int], ...]:
    return tuple((row, column) for row in range(rows) for column in range(columns))


def _grid(values: tuple[int, ...], rows: int, columns: int) -> Grid:
    grid = Grid(zip(_places(rows, columns), values, strict=True))
    grid.columns = columns
    return grid


def plain_class(dtype: np.dtype[Any]) -> type[Plain]:
    """The class of plain states with the fields of a dtype.

    Its methods are written out field by field, because they run for every move.

    Raises:
        TypeError: the dtype has padding, or fields that are no whole numbers by at most two.
    """
    names = dtype.names or ()
    code, end = "<", 0
    copies: list[str] = []
    packed: list[str] = []
    read: list[str] = []
    for name in names:
        field, offset = dtype.fields[name][:2]  # type: ignore[index]
        base, shape = field.base, field.shape
        kind = _CODES.get(base.str[1:])
        size = int(np.prod(shape, dtype=int))
        if kind is None or offset != end or len(shape) > 2:
            raise TypeError(f"{name} of {dtype} has no plain form")
        start = sum(int(np.prod(dtype[each].shape, dtype=int)) for each in names[: len(read)])
        code += f"{size}{kind}"
        end += size * base.itemsize
        if not shape:
            read.append(f"v[{start}]")
            copies.append(f"self.{name}")
            packed.append(f"self.{name}")
        elif len(shape) == 1:
            read.append(f"list(v[{start}:{start + size}])")
            copies.append(f"self.{name}[:]")
            packed.append(f"*self.{name}")
        else:
            read.append(f"_grid(v[{start}:{start + size}], {shape[0]}, {shape[1]})")
            copies.append(f"self.{name}.copy()")
            packed.append(f"*self.{name}.values()")
    if end != dtype.itemsize:
        raise TypeError(f"{dtype} has padding")
    lines = ["def copy(self):", "    new = make(cls)"]
    lines += [f"    new.{name} = {value}" for name, value in zip(names, copies, strict=True)]
    lines += ["    return new", "def from_bytes(kind, body):", "    v = unpack(body)"]
    lines += ["    new = make(kind)"]
    lines += [f"    new.{name} = {value}" for name, value in zip(names, read, strict=True)]
    lines += ["    return new", f"def tobytes(self): return pack({', '.join(packed)})"]
    layout = struct.Struct(code)
    kind_: Any = type("PlainState", (Plain,), {"__slots__": names})
    space: dict[str, Any] = {
        "make": object.__new__,
        "cls": kind_,
        "pack": layout.pack,
        "unpack": layout.unpack,
        "_grid": _grid,
    }
    exec("\n".join(lines), space)
    for method in ("copy", "tobytes"):
        setattr(kind_, method, space[method])
    kind_.from_bytes = classmethod(space["from_bytes"])
    found: type[Plain] = kind_
    return found


@cache
def _class_of(name: str, version: int, dtype: np.dtype[Any]) -> type[Plain]:
    return plain_class(dtype)


def to_plain(game: Game, state: State) -> Plain:
    """A state as plain values; one that is already plain is returned as it is."""
    if isinstance(state, Plain):
        return state
    return _class_of(game.name, game.version, game.dtype).from_bytes(state.tobytes())


def to_record(game: Game, state: State) -> State:
    """A state as a NumPy record; one that is already a record is returned as it is."""
    if not isinstance(state, Plain):
        return state
    return np.frombuffer(bytearray(state.tobytes()), game.dtype).view(np.recarray)[0]


class _PlainView:
    """A game's view for plain states: only what hides something has to see the record."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._redact = game.view.redact
        self.sees_outcome = game.view.sees_outcome
        self.describe = game.view.describe

    def redact(self, state: State, observer: int) -> State:
        if not isinstance(state, Plain):
            return self._redact(state, observer)
        if not self._game.has_hidden_information:
            return state.copy()
        return to_plain(self._game, self._redact(to_record(self._game, state), observer))


def plain_rules(rules: Rules) -> Rules:
    """The same rules for plain states; they take records too."""
    game = rules.game
    if isinstance(game.view, _PlainView):
        return rules
    view = cast(ViewModule, _PlainView(game))
    return dataclasses.replace(rules, game=dataclasses.replace(game, view=view))
