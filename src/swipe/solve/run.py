"""Solving a game level by level, with checkpoints, into a table."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from swipe.alone import alone_with
from swipe.solve.certify import certify_level, profile
from swipe.solve.equilibrium import solve_level
from swipe.solve.expand import Expander
from swipe.solve.graph import Floats, Graph, Sweeper
from swipe.solve.layouts.plan import Level, Plan, identity
from swipe.solve.table import Arrays, Table, read_head, table_path, write_table

METHOD = "levels; best choices, then Newton steps on the decisions that do not settle"


@dataclass(frozen=True)
class Progress:
    """How far a run is.

    Attributes:
        level: the level just finished.
        done, states: solved turn starts, and how many there are.
        seconds: of this run and of those it resumes.
        expand, solve, certify: seconds spent on this level.
        mixed: decisions of the level that are played at random.
        residual, gain: see :class:`swipe.solve.certify.LevelCertificate`.
        sweeps, steps: of the solver.
    """

    level: int
    done: int
    states: int
    seconds: float
    expand: float
    solve: float
    certify: float
    mixed: int
    residual: float
    gain: float
    sweeps: int
    steps: int


Report = Callable[[Progress], None]


class _Book:
    """What is known so far; kept in a folder, so that a run can be resumed.

    What the folder holds is taken up only if it is what was saved, to the bit: a level that was
    solved is not looked at again, and what is wrong in it would be wrong in all that follows.
    """

    def __init__(self, plan: Plan, folder: Path, fresh: bool) -> None:
        self.plan = plan
        self.folder = folder
        self.width = plan.most_actions
        self.facts: dict[str, Any] = {
            "identity": identity(plan.rules, plan.layout.IGNORED),
            "levels": 0,
            "residual": 0.0,
            "gain": 0.0,
            "slack": 0.0,
            "seconds": 0.0,
            "mixed": 0,
        }
        self.solved: NDArray[np.float64]
        self.mixed_key = np.zeros(0, np.uint64)
        self.mixed_weight = np.zeros((0, self.width))
        self._digest = hashlib.blake2b(digest_size=16)
        if fresh and folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
        if not self._take_up():
            self._begin()

    def _begin(self) -> None:
        shape = (self.plan.rows, 2 * self.plan.players)
        data = self.folder / "values.npy"
        solved = np.lib.format.open_memmap(data, "w+", np.float64, shape)
        if hasattr(os, "posix_fallocate"):
            # Room on the disk is asked for now: what is missing later ends the process.
            with data.open("r+b") as file:
                os.posix_fallocate(file.fileno(), 0, data.stat().st_size)
        ends = len(self.plan.ends)
        solved[:ends] = np.tile(self.plan.ends, 2)
        self.solved = solved
        self._digest = hashlib.blake2b(solved[:ends].tobytes(), digest_size=16)

    def _take_up(self) -> bool:
        """Take up what was saved; False if there is nothing, or not just that."""
        shape = (self.plan.rows, 2 * self.plan.players)
        try:
            facts = json.loads((self.folder / "progress.json").read_text())
            values, others = facts.pop("values"), facts.pop("others")
            solved = np.load(self.folder / "values.npy", mmap_mode="r+")
            with (self.folder / f"mixed-{facts['levels']}.npz").open("rb") as file:
                mixed = np.load(file)
                key, weight = mixed["key"], mixed["weight"]
            known = facts.keys() == self.facts.keys()
            if not known or facts["identity"] != self.facts["identity"] or solved.shape != shape:
                return False
            digest = hashlib.blake2b(solved[: len(self.plan.ends)].tobytes(), digest_size=16)
            for level in self.plan.levels[: facts["levels"]]:
                digest.update(solved[level.base : level.base + level.roots].data)
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, BadZipFile):
            return False
        if (digest.hexdigest(), _digest_of(facts, key, weight)) != (values, others):
            return False
        self.facts, self.solved = facts, solved
        self.mixed_key, self.mixed_weight = key, weight
        self._digest = digest
        return True

    def finish(self, level: Level) -> None:
        """A level is solved: its rows do not change any more."""
        self.facts["levels"] += 1
        self._digest.update(self.solved[level.base : level.base + level.roots].data)

    def add_mixed(self, keys: NDArray[np.uint64], weights: Floats) -> None:
        keys = np.concatenate([self.mixed_key, keys])
        weights = np.concatenate([self.mixed_weight, weights])
        order = np.argsort(keys)
        self.mixed_key, self.mixed_weight = keys[order], weights[order]

    def save(self) -> None:
        self.solved.flush()  # type: ignore[attr-defined]
        level = self.facts["levels"]
        with (self.folder / f"mixed-{level}.npz").open("wb") as file:
            np.savez(file, key=self.mixed_key, weight=self.mixed_weight)
        digests = {
            "values": self._digest.hexdigest(),
            "others": _digest_of(self.facts, self.mixed_key, self.mixed_weight),
        }
        log = self.folder / "progress.json"
        log.with_suffix(".new").write_text(json.dumps(self.facts | digests))
        log.with_suffix(".new").replace(log)
        for old in self.folder.glob("mixed-*.npz"):
            if old.name != f"mixed-{level}.npz":
                old.unlink()


def _digest_of(facts: dict[str, Any], key: NDArray[np.uint64], weight: Floats) -> str:
    digest = hashlib.blake2b(json.dumps(facts).encode(), digest_size=16)
    digest.update(key.tobytes())
    digest.update(weight.tobytes())
    return digest.hexdigest()


def make_expander(plan: Plan, threads: int = 1) -> Expander:
    """The expander of a plan; compiling it takes some seconds."""
    return Expander(
        plan.rules.game.rules,
        plan.layout,
        plan.template,
        plan.tables,
        plan.players,
        plan.widest,
        plan.deepest,
        plan.most_actions,
        threads,
    )


def node_weights(graph: Graph, weight: Floats, nodes: NDArray[np.int64], width: int) -> Floats:
    """The weights of some nodes' edges, one row a node, float64[k, width]."""
    found = np.zeros((len(nodes), width))
    for k, node in enumerate(nodes):
        low, high = int(graph.node_ptr[node]), int(graph.node_ptr[node + 1])
        found[k, : high - low] = weight[low:high]
    return found


def solve(
    plan: Plan,
    directory: Path | None = None,
    threads: int = 1,
    fresh: bool = False,
    report: Report | None = None,
    until: int | None = None,
    checkpoint: float = 20.0,
) -> Table | None:
    """Solve a game, or go on with solving it, and write its table.

    Args:
        plan: the numbered positions of the rules.
        directory: where tables are kept; the user's cache if None.
        threads: how many threads expand and sweep.
        fresh: start over, whatever is there.
        report: told after every level.
        until: stop after so many levels, with a checkpoint.
        checkpoint: seconds between checkpoints, at the ends of levels.

    Returns:
        The table, or None if ``until`` stopped the run.

    Raises:
        Busy: another process is solving the same rules.
    """
    path = table_path(plan.rules, plan.layout, directory)
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone_with(path):
        return _solve(plan, path, threads, fresh, report, until, checkpoint)


def _solve(
    plan: Plan,
    path: Path,
    threads: int,
    fresh: bool,
    report: Report | None,
    until: int | None,
    checkpoint: float,
) -> Table | None:
    book = _Book(plan, path.with_suffix(".part"), fresh)
    facts, solved, n = book.facts, book.solved, plan.players
    began = saved = time.perf_counter()
    before = facts["seconds"]
    sweeper = Sweeper(threads)
    expander: Expander | None = None
    for count, level in enumerate(plan.levels):
        if count < facts["levels"]:
            continue
        if until is not None and count >= until:
            book.save()
            sweeper.close()
            return None
        if expander is None:
            expander = make_expander(plan, threads)
        clock = [time.perf_counter()]
        graph = expander.graph(
            level.number, level.roots, level.base, solved, book.mixed_key, book.mixed_weight
        )
        clock.append(time.perf_counter())
        solution = solve_level(graph, sweeper)
        clock.append(time.perf_counter())
        mixtures = node_weights(graph, solution.weight, solution.mixed, book.width)
        weight = profile(graph, solution.values, solution.mixed, mixtures, sweeper)
        found = certify_level(graph, solution.values, weight, sweeper)
        clock.append(time.perf_counter())
        rows = slice(level.base, level.base + level.roots)
        solved[rows, :n] = solution.values
        solved[rows, n:] = found.best
        book.add_mixed(graph.node_key[solution.mixed], mixtures)
        book.finish(level)
        facts["residual"] = max(facts["residual"], found.residual)
        facts["gain"] = max(facts["gain"], found.gain)
        facts["slack"] += found.slack + (found.residual + 2 * plan.cut) * found.turns
        facts["mixed"] += len(solution.mixed)
        facts["seconds"] = before + time.perf_counter() - began
        if time.perf_counter() - saved > checkpoint:
            book.save()
            saved = time.perf_counter()
        if report is not None:
            report(
                Progress(
                    level.number,
                    level.base + level.roots - len(plan.ends),
                    plan.states,
                    facts["seconds"],
                    clock[1] - clock[0],
                    clock[2] - clock[1],
                    clock[3] - clock[2],
                    len(solution.mixed),
                    found.residual,
                    found.gain,
                    solution.sweeps,
                    solution.steps,
                )
            )
    sweeper.close()
    write_table(path, _facts(plan, facts), _arrays(plan, book))
    shutil.rmtree(book.folder)
    return Table.open(plan, path)


def _arrays(plan: Plan, book: _Book) -> Arrays:
    return Arrays(
        np.ascontiguousarray(book.solved[len(plan.ends) :, : plan.players - 1]),
        book.mixed_key,
        book.mixed_weight,
    )


def _facts(plan: Plan, facts: dict[str, Any]) -> dict[str, Any]:
    return {
        "identity": facts["identity"],
        "game": plan.rules.game.name,
        "version": plan.rules.game.version,
        "players": plan.players,
        "options": dict(plan.rules.options),
        "method": METHOD,
        "states": plan.states,
        "levels": facts["levels"],
        "mixed": facts["mixed"],
        "residual": facts["residual"],
        "bound": max(0.0, facts["gain"]) + facts["slack"],
        "gain": facts["gain"],
        "seconds": round(facts["seconds"], 3),
    }


def certify(plan: Plan, path: Path, threads: int = 1) -> dict[str, float]:
    """Compute the certificate of a finished table anew, from nothing but the table and the rules.

    Returns:
        ``residual``, ``gain`` and ``bound``.
    """
    from swipe.solve.table import read_arrays

    arrays = read_arrays(path, read_head(path))
    n = plan.players
    solved = np.zeros((plan.rows, 2 * n))
    solved[: len(plan.ends)] = np.tile(plan.ends, 2)
    solved[len(plan.ends) :, : n - 1] = arrays.values
    solved[len(plan.ends) :, n - 1] = 1.0 - arrays.values.sum(axis=1)
    keys, mixtures = np.array(arrays.mixed_key), np.array(arrays.mixed_weight)
    expander, sweeper = make_expander(plan, threads), Sweeper(threads)
    residual = gain = slack = 0.0
    for level in plan.levels:
        rows = slice(level.base, level.base + level.roots)
        graph = expander.graph(level.number, level.roots, level.base, solved, keys, mixtures)
        mixed = np.flatnonzero(np.isin(graph.node_key, keys))
        where = np.searchsorted(keys, graph.node_key[mixed])
        values = np.ascontiguousarray(solved[rows, :n])
        weight = profile(graph, values, mixed, mixtures[where], sweeper)
        found = certify_level(graph, values, weight, sweeper)
        solved[rows, n:] = found.best
        residual, gain = max(residual, found.residual), max(gain, found.gain)
        slack += found.slack + (found.residual + 2 * plan.cut) * found.turns
    sweeper.close()
    return {"residual": residual, "gain": gain, "bound": max(0.0, gain) + slack}
