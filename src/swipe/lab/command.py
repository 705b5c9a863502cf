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
    line = shlex.join(["swipe", *sys.argv[1:]])
    return line.encode("utf-8", "backslashreplace").decode()  # a file's name need not be text


@console.command("simulate")
@console.game_argument
@console.rules_options
@click.option("--bots", default="random", metavar="BOT,BOT,...")
@click.option("--games", type=Count(), default=100_000, metavar="N")
@run_options
@click.option("--out", type=console.PathName(), metavar="FILE")
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
    spec = make_spec(
        game, players or default_players(game), options, split_names(bots), games, seed
    )
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
    if spec.table is not None:
        click.echo(spec.table.line)
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
    turns = statistics.mean(int(tally.turn_sums[0]), int(tally.turn_sums[1]), games)
    click.echo(
        text(
            "lab-turns",
            mean=f"{turns.value:.2f}",
            low=f"{turns.low:.2f}",
            high=f"{turns.high:.2f}",
        )
    )


RESULTS = console.PathName(exists=True)
FOLDER = console.PathName(folder=True)
PAGE = console.PathName()


def write_page(page: Any, out: Path, export_to: Path | None) -> list[str]:
    """Write a report and its export; return the names of the files."""
    from swipe.lab.page import export, render

    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(render(page), encoding="utf-8")
    files = [out, *(export(page, export_to) if export_to is not None else [])]
    return [str(each) for each in files]


def tell_written(files: list[str]) -> None:
    """Say where results are."""
    for each in files[:1]:
        click.echo(text("lab-written", path=each))
    if len(files) > 1:
        folder = str(Path(files[1]).parent)
        click.echo(text("lab-exported", count=len(files) - 1, folder=folder))


@console.command("report")
@click.argument("results", type=RESULTS, nargs=-1, required=True)
@click.option("--out", type=PAGE, default=Path("report.html"), metavar="FILE")
@click.option("--export", "export_to", type=FOLDER, metavar="FOLDER")
@console.json_option
def report(results: tuple[Path, ...], out: Path, export_to: Path | None, as_json: bool) -> None:
    """Make one page of one or several result sets."""
    from swipe.lab.report import make_report
    from swipe.lab.store import read_results

    page = make_report([read_results(path) for path in results])
    files = write_page(page, out, export_to)
    if as_json:
        console.print_json({"title": page.title, "files": files})
    else:
        tell_written(files)


@console.command("sweep")
@console.game_argument
@console.rules_options
@click.option("--vary", multiple=True, required=True, metavar="OPTION=VALUE,VALUE,...")
@click.option("--bots", default="random", metavar="BOT,BOT,...")
@click.option("--games", type=Count(), default=100_000, metavar="N")
@run_options
@click.option("--out", type=FOLDER, default=Path("sweep"), metavar="FOLDER")
@click.option("--export", "export_to", type=FOLDER, metavar="FOLDER")
@console.json_option
def sweep(
    game: Game,
    players: int | None,
    sets: tuple[str, ...],
    preset: str | None,
    vary: tuple[str, ...],
    bots: str,
    games: int,
    seed: int,
    processes: int | None,
    ray: str | None,
    out: Path,
    export_to: Path | None,
    as_json: bool,
) -> int:
    """Vary options over values and make one report; what is already in the folder is kept."""
    from swipe.lab.run import play_run, summary
    from swipe.lab.sweep import make_points, make_sweep_report, read_varied, result_path

    options = console.read_options(game, sets, preset)
    varied = read_varied(game, vary)
    points = make_points(
        game, players or default_players(game), options, split_names(bots), games, seed, varied
    )
    found = []
    shown_as_json = []
    with open_engine(processes, ray) as engine:
        for point in points:
            if point.spec is None:
                if not as_json:
                    click.echo(text("lab-left-out", point=point.name, reason=point.refusal))
                continue
            played = play_run(
                point.spec,
                engine,
                path=result_path(out, point),
                command=command_line(),
                resume=True,
                shown=shown(as_json),
            )
            if played.interrupted:
                done = int(played.results.total.games[0])
                console.complain(text("lab-interrupted", games=done))
                return INTERRUPTED
            found.append(played.results)
            shown_as_json.append({"values": dict(point.values), **summary(played)})
            if not as_json:
                click.echo(text("lab-point-done", point=point.name))
    page = make_sweep_report(game, points, found)
    files = write_page(page, out / "report.html", export_to)
    if as_json:
        console.print_json({"files": files, "runs": shown_as_json})
    else:
        tell_written(files)
    return 0


@console.command("tournament")
@console.game_argument
@console.rules_options
@click.option("--bots", required=True, metavar="BOT,BOT,...")
@click.option("--games", type=Count(), default=10_000, metavar="N")
@run_options
@click.option("--out", type=PAGE, metavar="FILE")
@click.option("--export", "export_to", type=FOLDER, metavar="FOLDER")
@console.json_option
def tournament(
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
    export_to: Path | None,
    as_json: bool,
) -> int:
    """Let bots play each other in all seatings, with the same dice in every seating."""
    from swipe.lab.run import play_pieces
    from swipe.lab.tournament import evaluate, make_tournament, make_tournament_report, tables

    if export_to is not None and out is None:
        raise console.BadInput(text("lab-error-export"))
    options = console.read_options(game, sets, preset)
    spec = make_tournament(
        game, players or min(2, game.players[1]), options, split_names(bots), games, seed
    )
    with open_engine(processes, ray) as engine:
        pieces, interrupted = play_pieces(spec, engine, shown=shown(as_json))
    outcome = evaluate(spec, pieces)
    files: list[str] = []
    if out is not None:
        files = write_page(make_tournament_report(outcome, command_line()), out, export_to)
    if as_json:
        console.print_json(tournament_json(outcome, files))
    else:
        for line in (
            text("lab-rules", rules=rules_of(outcome)),
            *([] if spec.table is None else [spec.table.line]),
            text(
                "lab-tournament-games",
                seatings=len(spec.seatings),
                games=spec.games,
                all=outcome.games,
                seed=spec.seed,
            ),
            text("lab-estimated"),
        ):
            click.echo(line)
        for table in tables(outcome):
            print_table(table)
        tell_written(files)
    if interrupted:
        console.complain(text("lab-tournament-interrupted", games=outcome.games))
        return INTERRUPTED
    return 0


def rules_of(outcome: Any) -> str:
    """The identity of a tournament's rules."""
    from swipe.games.registry import find_game

    spec = outcome.spec
    return find_game(spec.game).configure(spec.players, spec.options).identity


def tournament_json(outcome: Any, files: list[str]) -> dict[str, Any]:
    """What ``swipe tournament --json`` prints."""
    from swipe.lab.run import estimate_dict

    table = outcome.spec.table
    return {
        "rules": rules_of(outcome),
        **({} if table is None else {"table": table.to_dict()}),
        "games": outcome.games,
        "seatings": len(outcome.spec.seatings),
        "seed": outcome.spec.seed,
        "label": "estimated",
        "standings": [
            {
                "bot": each.bot,
                "win_share": estimate_dict(each.share),
                "equal_share": each.equal,
                "rating": estimate_dict(each.rating),
            }
            for each in outcome.standings
        ],
        "duels": [
            {
                "first": duel.first,
                "second": duel.second,
                "difference": estimate_dict(duel.difference),
                "p_holm": duel.p,
            }
            for duel in outcome.duels
        ],
        "files": files,
    }


def print_table(table: Any) -> None:
    """A table in plain text."""
    from swipe.lab.page import cell_text

    lines = [list(table.columns), *([cell_text(cell) for cell in row] for row in table.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.columns))]
    click.echo("")
    for line in lines:
        padded = [line[0].ljust(widths[0])]
        padded += [cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)]
        click.echo("  ".join(padded).rstrip())
