"""``swipe simulate``, ``swipe report``, ``swipe sweep`` and ``swipe tournament``."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from swipe import console
from swipe.messages import text

if TYPE_CHECKING:
    from swipe.games.contract import Game
    from swipe.lab.engine import Engine
    from swipe.lab.run import Played
    from swipe.lab.spec import RunSpec

INTERRUPTED = 130


class Count(click.ParamType[Any]):
    """A whole number that may end in k, M or G: ``10M`` are ten million."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([0-9]+)([kMG]?)", str(value).replace("_", ""))
        if not found or not int(found[1]):
            self.fail(text("lab-error-count", given=str(value)), param, ctx)
        return int(found[1]) * {"": 1, "k": 10**3, "M": 10**6, "G": 10**9}[found[2]]


def run_options(function: Any) -> Any:
    """The options about how a run is played."""
    for option in (
        click.option("--ray", metavar="ADDRESS"),
        click.option("--processes", type=click.IntRange(1, 1024), metavar="N"),
        click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=1, metavar="N"),
    ):
        function = option(function)
    return function


def split_names(given: str) -> list[str]:
    """The names of a list with commas."""
    return [name.strip() for name in given.split(",") if name.strip()]


@contextmanager
def open_engine(processes: int | None, ray: str | None) -> Iterator[Engine]:
    """Who plays: threads of this process, or a cluster."""
    from swipe.lab.engine import LocalEngine, RayEngine

    if ray is None:
        yield LocalEngine(processes or os.cpu_count() or 1)
        return
    engine = RayEngine(ray, processes)
    try:
        yield engine
    finally:
        engine.close()


def command_line() -> str:
    """How this was asked for, as it is kept with the results."""
    return shlex.join(["swipe", *sys.argv[1:]])


@console.command("simulate")
@console.game_argument
@console.rules_options
@click.option("--bots", default="random", metavar="BOT,BOT,...")
@click.option("--games", type=Count(), default=100_000, metavar="N")
@run_options
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--resume", is_flag=True)
@console.json_option
def simulate(
    game: Game,
    players: int | None,
    sets: tuple[str, ...],
    preset: str | None,
    bots: str,
    games: int,
    seed: int,
    processes: int | None,
    ray: str | None,
    out: Path | None,
    resume: bool,
    as_json: bool,
) -> int:
    """Play games between bots and count what happens."""
    from swipe.lab.run import play_run, summary
    from swipe.lab.spec import make_spec

    if resume and out is None:
        raise console.BadInput(text("lab-error-resume"))
    options = console.read_options(game, sets, preset)
    spec = make_spec(game, players or default_players(game), options, split_names(bots), games, seed)
    with open_engine(processes, ray) as engine:
        played = play_run(
            spec, engine, path=out, command=command_line(), resume=resume, shown=shown(as_json)
        )
    if as_json:
        result = summary(played)
        result["seats_from_starter"] = game.starter_option not in options
        if out is not None:
            result["file"] = str(out)
        console.print_json(result)
    else:
        print_summary(played, game, from_starter=game.starter_option not in options)
        if out is not None and played.results.batches:
            click.echo(text("lab-written", path=str(out)))
    if played.interrupted:
        console.complain(text("lab-interrupted", games=int(played.results.total.games[0])))
        return INTERRUPTED
    return 0


def default_players(game: Game) -> int:
    """How many seats there are when nothing is said: 4, or what the game can have."""
    low, high = game.players
    return min(max(4, low), high)


def shown(as_json: bool) -> bool | None:
    """Whether the progress is shown: not beside JSON."""
    return False if as_json else None


def print_summary(played: Played, game: Game, *, from_starter: bool) -> None:
    """The result of a run for people."""
    from swipe.lab import statistics
    from swipe.lab.run import win_shares

    results, spec = played.results, played.results.spec
    tally = results.total
    games = int(tally.games[0])
    click.echo(text("lab-rules", rules=spec.identity))
    if from_starter:
        click.echo(text("lab-seats-from-starter"))
    click.echo(text("lab-played", games=games, seed=spec.seed, seconds=round(played.seconds, 2)))
    if played.games and played.seconds > 0:
        click.echo(text("lab-speed", rate=round(played.games / played.seconds)))
    if not games:
        return
    click.echo(text("lab-estimated"))
    for seat, share in enumerate(win_shares(tally)):
        click.echo(
            text(
                "lab-win-share",
                seat=seat + 1,
                bot=spec.bots[seat],
                share=f"{100 * share.value:.2f}",
                low=f"{100 * share.low:.2f}",
                high=f"{100 * share.high:.2f}",
            )
        )
    turns = statistics.mean(float(tally.turn_sums[0]), float(tally.turn_sums[1]), games)
    click.echo(
        text(
            "lab-turns",
            mean=f"{turns.value:.2f}",
            low=f"{turns.low:.2f}",
            high=f"{turns.high:.2f}",
        )
    )
