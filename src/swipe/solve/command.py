"""``swipe solve``: make, inspect and query the tables of exact play."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from swipe import console
from swipe.messages import text

if TYPE_CHECKING:
    from swipe.games.contract import Game, State
    from swipe.solve.layouts.plan import Plan
    from swipe.solve.run import Progress
    from swipe.solve.table import Table


@console.command("solve")
@console.game_argument
@console.rules_options
@click.option("--info", is_flag=True)
@click.option("--position", metavar="TEXT")
@console.json_option
@click.option("--processes", type=click.IntRange(1, 64), default=2, metavar="N")
@click.option("--resume/--fresh", default=True)
@click.option("--certify", "again", is_flag=True)
@click.option("--levels", type=click.IntRange(1), metavar="N")
@click.option("--cache", type=console.PathName(folder=True), metavar="DIR")
def solve(
    game: Game,
    players: int | None,
    sets: tuple[str, ...],
    preset: str | None,
    info: bool,
    position: str | None,
    as_json: bool,
    processes: int,
    resume: bool,
    again: bool,
    levels: int | None,
    cache: Path | None,
) -> None:
    """Solve a game and keep the table, or tell what a table says."""
    from swipe.games import contract
    from swipe.solve import plan_of
    from swipe.solve.table import Table, table_path

    state = None
    if position is None:
        rules = console.configure(game, players, sets, preset)
    else:
        state = contract.parse_state(game, position)
        rules = game.configure(int(state.players), game.rules.read_options(state))
    plan = plan_of(rules)
    path = table_path(rules, plan.layout, cache)
    table: Table | None
    if path.exists() and (resume or info or position is not None):
        table = Table.open(plan, path)
    elif info or position is not None:
        raise console.BadInput(text("solve-error-none"))
    else:
        from swipe.solve.run import solve as run

        report = None if as_json else _Printer(plan)
        if not as_json:
            _begin(plan)
        try:
            table = run(plan, cache, processes, not resume, report, levels)
        except KeyboardInterrupt:
            click.echo("", err=True)
            click.echo(text("solve-interrupted"), err=True)
            raise
    if table is None:
        if as_json:
            console.print_json({"finished": False, "levels": levels, "states": plan.states})
        else:
            click.echo(text("solve-stopped", levels=str(levels)))
        return
    answer = _facts(table, path)
    if again:
        from swipe.solve.run import certify

        answer["certified"] = certify(plan, path, processes)
    if state is not None:
        answer["position"] = _position(table, state)
    if as_json:
        console.print_json(answer)
    else:
        _print(answer)


def _facts(table: Table, path: Path) -> dict[str, Any]:
    head = table.head
    return {
        "finished": True,
        "game": head["game"],
        "identity": head["identity"],
        "start_values": [float(value) for value in table.start_values()],
        "states": head["states"],
        "levels": head["levels"],
        "mixed": head["mixed"],
        "method": head["method"],
        "residual": head["residual"],
        "certificate": head["bound"],
        "label": table.label,
        "seconds": head["seconds"],
        "bytes": path.stat().st_size,
        "sha256": head["sha256"],
        "file": str(path),
    }


def _position(table: Table, state: State) -> dict[str, Any]:
    from swipe.games.contract import DECISION

    game = table.rules.game
    found: dict[str, Any] = {"values": [float(value) for value in table.values(state)]}
    if game.rules.phase(state) == DECISION:
        policy = dict(table.policy(state))
        found["seat"] = int(game.rules.seat_to_act(state)) + 1
        found["actions"] = [
            {
                "action": game.notation.format_action(action),
                "values": [float(value) for value in values],
                "probability": policy[action],
            }
            for action, values in table.action_values(state)
        ]
    return found


def _percent(values: list[float]) -> str:
    return "  ".join(f"{100 * value:.4f} %" for value in values)


def _print(answer: dict[str, Any]) -> None:
    bound = f"{answer['certificate']:.2g}"
    if "position" in answer:
        found = answer["position"]
        values = _percent(found["values"])
        click.echo(text("solve-values", values=values, label=answer["label"], bound=bound))
        for each in found.get("actions", []):
            chance = f"{each['probability']:.6g}"
            values = _percent(each["values"])
            click.echo(text("solve-action", action=each["action"], values=values, chance=chance))
    else:
        size = {name: f"{answer[name]:,}" for name in ("states", "levels", "mixed")}
        click.echo(text("solve-rules", rules=answer["identity"]))
        click.echo(text("solve-start", values=_percent(answer["start_values"])))
        click.echo(text("solve-size", **size))
        click.echo(text("solve-method", method=answer["method"]))
        click.echo(text("solve-residual", residual=f"{answer['residual']:.2g}"))
        click.echo(text("solve-certificate", bound=bound))
        click.echo(text("solve-seconds", seconds=f"{answer['seconds']:.1f}"))
        click.echo(text("solve-file", path=answer["file"], bytes=f"{answer['bytes']:,}"))
    if "certified" in answer:
        found = {name: f"{value:.2g}" for name, value in answer["certified"].items()}
        click.echo(text("solve-again", residual=found["residual"], bound=found["bound"]))


def _begin(plan: Plan) -> None:
    """Say what a run is in for, before it says anything else."""
    size = plan.states * (plan.players - 1) * 8  # a number of 8 bytes for all seats but one
    click.echo(
        text(
            "solve-begin",
            positions=f"{plan.states:,}",
            levels=f"{len(plan.levels):,}",
            size=f"{size / 1e3:,.0f} kB" if size < 1e6 else f"{size / 1e6:,.0f} MB",
        ),
        err=True,
    )


def _duration(seconds: float) -> str:
    if seconds < 100:
        return text("solve-duration-seconds", count=f"{seconds:.0f}")
    if seconds < 6000:
        return text("solve-duration-minutes", count=f"{seconds / 60:.0f}")
    return text("solve-duration-hours", count=f"{seconds / 3600:.0f}")


class _Printer:
    """Progress as lines on standard error, not more than about one a second.

    Args:
        plan: of the run.
    """

    RECENT = 5
    """How many levels the pace of the levels to come is guessed from."""

    def __init__(self, plan: Plan) -> None:
        self.to_come = {each.number: n for n, each in enumerate(reversed(plan.levels))}
        self.last = 0.0
        self.seen: list[Progress] = []

    def __call__(self, progress: Progress) -> None:
        self.seen.append(progress)
        now = time.monotonic()
        if now - self.last < 1.0 and progress.done < progress.states:
            return
        self.last = now
        line = text(
            "solve-progress",
            done=f"{progress.done:,}",
            all=f"{progress.states:,}",
            seconds=_duration(progress.seconds),
        )
        if (left := self._left()) is not None and progress.done < progress.states:
            line = text("solve-progress-left", progress=line, left=_duration(left))
        click.echo(line, err=True)

    def _left(self) -> float | None:
        """The seconds left: by the positions, or by the latest levels, whichever says more.

        The levels to come have fewer positions and harder choices. What came before the first level
        of this run was done, compiling above all, does not come again.
        """
        if len(self.seen) < 2:
            return None
        first, now, recent = self.seen[0], self.seen[-1], self.seen[-self.RECENT - 1 :]
        pace = (now.seconds - first.seconds) / max(1, now.done - first.done)
        a_level = (now.seconds - recent[0].seconds) / (len(recent) - 1)
        return max(pace * (now.states - now.done), a_level * self.to_come[now.level])
