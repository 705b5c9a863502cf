"""Plays a run, shows how far it is, and sums it up."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from swipe.alone import alone_with
from swipe.kernels.driver import WHOLE_SHARE
from swipe.lab import statistics
from swipe.lab.engine import Arrays, Engine, Heartbeat, LocalEngine
from swipe.lab.spec import RunSpec
from swipe.lab.store import Journal, ResultSet
from swipe.lab.tally import Tally, play_batch, prepare
from swipe.messages import text

if TYPE_CHECKING:
    from swipe.lab.tournament import TournamentSpec


@dataclass(frozen=True)
class Played:
    """A run that was played, or interrupted.

    Attributes:
        results: what was counted, earlier parts of a resumed run included.
        games: how many games were played now.
        seconds: how long they took, without loading or compiling.
        interrupted: whether somebody stopped it.
    """

    results: ResultSet
    games: int
    seconds: float
    interrupted: bool


@contextmanager
def progress(title: str, games: int, done: int, *, shown: bool) -> Iterator[Heartbeat]:
    """A progress bar on standard error: games, rate and time left; the counter to advance it."""
    if not shown:
        yield lambda games: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        def render(self, task: Any) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else text("lab-rate", rate=round(speed)))

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        Rate(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=games, completed=done)
        yield lambda games: bar.advance(task, games)


def play_run(
    spec: RunSpec,
    engine: Engine,
    *,
    path: Path | None = None,
    command: str = "",
    resume: bool = False,
    shown: bool | None = None,
) -> Played:
    """Play a run, or the rest of one; an interruption keeps the batches that are done.

    Args:
        spec: the run.
        engine: who plays it.
        path: where the result set goes; None keeps it in memory.
        command: how the run was asked for, for the result set.
        resume: go on with an unfinished run.
        shown: whether to show the progress; None: when standard error is a terminal.

    Raises:
        BadResults: ``path`` exists and is not to be resumed, or is of another run.
        Busy: another process writes to ``path``.
    """
    if path is None:
        return _play(spec, engine, Journal(None, spec, command, resume=resume), shown)
    path.parent.mkdir(parents=True, exist_ok=True)
    with alone_with(path):
        return _play(spec, engine, Journal(path, spec, command, resume=resume), shown)


def _play(spec: RunSpec, engine: Engine, journal: Journal, shown: bool | None) -> Played:
    description = spec.to_json()
    if isinstance(engine, LocalEngine):
        prepare(description)
    missing = journal.results.missing
    done = spec.games - sum(spec.span(index)[1] for index in missing)
    shown = sys.stderr.isatty() if shown is None else shown
    lock, games, interrupted = threading.Lock(), 0, False
    started = time.perf_counter()
    with progress(spec.game, spec.games, done, shown=shown) as advance:

        def beat(count: int) -> None:
            with lock:
                advance(count)

        try:
            for index, arrays in engine.map(play_batch, description, missing, beat):
                journal.add(index, Tally.from_arrays(arrays))
                games += spec.span(index)[1]
        except KeyboardInterrupt:
            interrupted = True
        finally:
            seconds = time.perf_counter() - started
            journal.close()
    return Played(journal.results, games, seconds, interrupted)


def play_pieces(
    spec: TournamentSpec, engine: Engine, *, shown: bool | None = None
) -> tuple[dict[int, Arrays], bool]:
    """Play a tournament; return the pieces that were played, and whether somebody stopped it."""
    from swipe.lab import tournament

    description = msgspec.json.encode(spec).decode()
    if isinstance(engine, LocalEngine):
        tournament.prepare(description)
    shown = sys.stderr.isatty() if shown is None else shown
    lock, interrupted = threading.Lock(), False
    pieces: dict[int, Arrays] = {}
    with progress(spec.game, spec.all_games, 0, shown=shown) as advance:

        def beat(count: int) -> None:
            with lock:
                advance(count)

        try:
            work = tournament.play_piece
            pieces.update(  # what is done stays when it is interrupted
                engine.map(work, description, range(spec.pieces), beat)
            )
        except KeyboardInterrupt:
            interrupted = True
    return pieces, interrupted


def estimate_dict(estimate: statistics.Estimate) -> dict[str, float]:
    """An estimate for JSON."""
    return {
        "estimate": estimate.value,
        "low": estimate.low,
        "high": estimate.high,
        "standard_error": estimate.error,
    }


def win_shares(tally: Tally) -> list[statistics.Estimate]:
    """The share of the wins by seat. Wilson's interval; with shared wins, that of the mean."""
    games = int(tally.games[0])
    found = []
    for seat, share in enumerate(tally.win_share):
        whole = WHOLE_SHARE * int(tally.shares[seat]) == int(tally.shares_squared[seat])
        if whole:
            found.append(statistics.wilson(float(share) * games, games))
        else:
            wins = statistics.mean(int(tally.shares[seat]), int(tally.shares_squared[seat]), games)
            found.append(wins.scaled(1 / WHOLE_SHARE))
    return found


def summary(played: Played) -> dict[str, Any]:
    """What ``swipe simulate --json`` prints.

    ``win_share`` is by seat, counted from the one who starts where ``seats_from_starter``; shared
    wins are divided. ``games`` are all games of the result set, ``games_per_second`` is about
    those that were played now; ``table`` is what ``optimal`` plays, where it does.
    """
    results, spec = played.results, played.results.spec
    tally = results.total
    games = int(tally.games[0])
    shown: dict[str, Any] = {
        "game": spec.game,
        "rules": spec.identity,
        "players": spec.players,
        "bots": list(spec.bots),
        "seed": spec.seed,
        "games": games,
        "complete": results.complete,
        "seconds": played.seconds,
        "games_per_second": played.games / played.seconds if played.seconds > 0 else 0.0,
        "label": "estimated",
        "level": statistics.LEVEL,
    }
    if spec.table is not None:
        shown["table"] = spec.table.to_dict()
    if games:
        turns = statistics.mean(int(tally.turn_sums[0]), int(tally.turn_sums[1]), games)
        shares = win_shares(tally)
        shown["win_share"] = [float(share) for share in tally.win_share]
        shown["win_share_interval"] = [[each.low, each.high] for each in shares]
        shown["mean_turns"] = turns.value
        shown["mean_turns_interval"] = [turns.low, turns.high]
    return shown
