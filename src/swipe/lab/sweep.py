"""One option or several varied over values: a result set for every combination, one report."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from swipe.games.contract import BadOption, Game
from swipe.lab import figures, measures
from swipe.lab.measures import Cell, Summary, Table
from swipe.lab.page import Page, Section
from swipe.lab.spec import BadRun, RunSpec, make_spec
from swipe.lab.statistics import Estimate
from swipe.lab.store import ResultSet
from swipe.messages import text

PLAYERS, BOTS = "players", "bots"
"""What can be varied beside the options of the rules."""

MOST_RUNS = 200


@dataclass(frozen=True)
class Point:
    """One combination of values.

    Attributes:
        values: what varies, by name.
        spec: the run; None where the rules do not allow the combination.
        refusal: why they do not.
    """

    values: Mapping[str, str]
    spec: RunSpec | None
    refusal: str = ""

    @property
    def name(self) -> str:
        return ", ".join(f"{name}={value}" for name, value in self.values.items())

    @property
    def file_name(self) -> str:
        """A file name for the combination's result set."""
        return re.sub(r"[^A-Za-z0-9=,.+-]+", "_", self.name.replace(", ", ",")) + ".parquet"


def read_varied(game: Game, given: Sequence[str]) -> dict[str, list[str]]:
    """What varies, from texts like ``chips=20,30,50``; bots are varied as ``bots=a+b,b+a``.

    Raises:
        BadRun: nothing varies, or not written like that.
        BadOption: the game has no such option.
    """
    varied: dict[str, list[str]] = {}
    for each in given:
        name, equals, rest = each.partition("=")
        values = [value.strip() for value in rest.split(",") if value.strip()]
        if not equals or len(values) < 2:
            raise BadRun(f"{each!r}: write an option and two values or more, like chips=20,30,50")
        if name not in (PLAYERS, BOTS):
            game.option(name)
        varied[name] = list(dict.fromkeys(values))
    if not varied:
        raise BadRun("nothing varies: write an option and its values, like chips=20,30,50")
    return varied


def make_points(
    game: Game,
    players: int,
    options: Mapping[str, str],
    bots: Sequence[str],
    games: int,
    seed: int,
    varied: Mapping[str, Sequence[str]],
) -> list[Point]:
    """Every combination of the values; all runs have the same seed, and so the same luck.

    Raises:
        BadRun: too many combinations, or none that the rules allow.
        UnknownBot: a bot that the game does not have.
    """
    points = []
    for values in itertools.product(*varied.values()):
        chosen = dict(zip(varied, values, strict=True))
        seats = players
        if PLAYERS in chosen:
            if not re.fullmatch(r"[0-9]{1,2}", chosen[PLAYERS]):
                raise BadRun(f"players={chosen[PLAYERS]!r}: use whole numbers")
            seats = int(chosen[PLAYERS])
        names = chosen[BOTS].split("+") if BOTS in chosen else list(bots)
        rules = {**options, **{k: v for k, v in chosen.items() if k not in (PLAYERS, BOTS)}}
        try:
            points.append(Point(chosen, make_spec(game, seats, rules, names, games, seed)))
        except BadOption as error:
            points.append(Point(chosen, None, str(error)))
    if len(points) > MOST_RUNS:
        raise BadRun(f"{len(points)} combinations are too many; use up to {MOST_RUNS}")
    if all(point.spec is None for point in points):
        raise BadRun(f"the rules allow none of the combinations: {points[0].refusal}")
    return points


def make_sweep_report(game: Game, points: Sequence[Point], sets: Sequence[ResultSet]) -> Page:
    """The report of a sweep; ``sets`` are those of the points that the rules allow, in order."""
    played = [point for point in points if point.spec is not None]
    summaries = [
        Summary(results, point.name, results.total)
        for point, results in zip(played, sets, strict=True)
    ]
    names = list(points[0].values)
    along = names[0]
    values = list(dict.fromkeys(point.values[along] for point in played))
    groups: dict[str, dict[str, Summary]] = {}
    for point, summary in zip(played, summaries, strict=True):
        others = ", ".join(f"{n}={v}" for n, v in point.values.items() if n != along)
        groups.setdefault(others, {})[point.values[along]] = summary
    sections = [
        _trend("advantage", values, along, groups, "lab-axis-advantage"),
        _trend("turns", values, along, groups, "lab-axis-turns"),
        _trend("leads", values, along, groups, "lab-axis-lead-changes"),
        _trend("half", values, along, groups, "lab-axis-decided-half"),
        Section("all", text("lab-section-all"), text("lab-note-all"), None, (_table(summaries),)),
    ]
    facts = [
        (text("lab-fact-game"), f"{game.name}/{game.version}"),
        (text("lab-fact-varied"), ", ".join(names)),
        (
            text("lab-fact-games"),
            text("lab-games", games=summaries[0].games, seed=sets[0].spec.seed),
        ),
    ]
    facts += [(point.name, str(point.refusal)) for point in points if point.spec is None]
    title = text("lab-sweep-title", game=game.name, varied=", ".join(names))
    return Page(title, text("lab-sweep-note"), (tuple(facts),), tuple(sections))


def advantage(summary: Summary) -> Estimate:
    """What seat 1 wins beyond an equal share, in percentage points."""
    share = summary.win_shares[0]
    equal = 1 / summary.players
    moved = Estimate(share.value - equal, share.low - equal, share.high - equal, share.error)
    return moved.scaled(100.0)


def decided_at_half(summary: Summary) -> Estimate:
    """How much is decided after half of the mean number of turns, in per cent."""
    half = max(1, round(summary.mean_of("turns").value / 2))
    return summary.decided_after(half).scaled(100.0)


MEASURES = {
    "advantage": advantage,
    "turns": lambda summary: summary.mean_of("turns"),
    "leads": lambda summary: summary.mean_of("leads"),
    "half": decided_at_half,
}


def _trend(
    key: str,
    values: Sequence[str],
    along: str,
    groups: Mapping[str, Mapping[str, Summary]],
    axis: str,
) -> Section:
    missing = Estimate(float("nan"), float("nan"), float("nan"), float("nan"))
    series = [
        (
            name,
            [MEASURES[key](group[value]) if value in group else missing for value in values],
        )
        for name, group in groups.items()
    ]
    figure = figures.trend(values, series, along, text(axis))
    return Section(key, text(f"lab-sweep-{key}"), text(f"lab-sweep-{key}-note"), figure)


def _table(summaries: Sequence[Summary]) -> Table:
    columns = (
        text("lab-column-run"),
        text("lab-sweep-advantage"),
        text("lab-turns-a-game"),
        text("lab-lead-changes"),
        text("lab-sweep-half"),
    )
    rows: list[tuple[Cell | str, ...]] = [
        (
            summary.name,
            measures.shown(advantage(summary), 2, text("lab-points")),
            measures.shown(summary.mean_of("turns"), 2),
            measures.shown(summary.mean_of("leads"), 3),
            measures.shown(decided_at_half(summary), 2, "%"),
        )
        for summary in summaries
    ]
    return Table(columns, tuple(rows))


def result_path(folder: Path, point: Point) -> Path:
    """Where a combination's result set is kept."""
    return folder / point.file_name
