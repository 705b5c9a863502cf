"""What a result set says: tables of figures with intervals, and the comparison of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from swipe.games.registry import find_game
from swipe.kernels.driver import CURVE, WHOLE_SHARE
from swipe.lab import statistics
from swipe.lab.run import win_shares
from swipe.lab.statistics import Estimate
from swipe.lab.store import BadResults, ResultSet
from swipe.lab.tally import Tally
from swipe.messages import has_message, text


@dataclass(frozen=True)
class Cell:
    """A figure in a table: its text, and the numbers for the CSV file."""

    text: str
    numbers: tuple[float, ...] = ()


@dataclass(frozen=True)
class Table:
    """A table of a report; the first column names the row."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell | str, ...], ...]


def shown(estimate: Estimate, digits: int, unit: str = "") -> Cell:
    """An estimate with its interval and unit."""
    value, low, high = (
        _number(each, digits) for each in (estimate.value, estimate.low, estimate.high)
    )
    space = " " if unit else ""
    return Cell(
        text("lab-estimate", value=value, low=low, high=high, unit=f"{space}{unit}"),
        (estimate.value, estimate.low, estimate.high),
    )


def shown_short(estimate: Estimate, digits: int, unit: str = "") -> Cell:
    """An estimate with the larger half of its interval and its unit, for wide tables."""
    half = max(estimate.value - estimate.low, estimate.high - estimate.value)
    value, half_text = _number(estimate.value, digits), _number(half, digits)
    space = " " if unit else ""
    return Cell(
        text("lab-estimate-short", value=value, half=half_text, unit=f"{space}{unit}"),
        (estimate.value, estimate.low, estimate.high),
    )


def _number(value: float, digits: int) -> str:
    return f"{round(value, digits) + 0.0:,.{digits}f}"  # + 0.0: no minus before a zero


def percent(estimate: Estimate, digits: int = 2) -> Cell:
    return shown(estimate.scaled(100.0), digits, "%")


def step_name(step: str) -> str:
    """What people call a step of the rules."""
    key = f"lab-step-{step}"
    return text(key) if has_message(key) else step.replace("-", " ")


@dataclass(frozen=True)
class Summary:
    """A result set, added up and named.

    Attributes:
        results: the result set.
        name: what sets it apart from the others in a report.
        tally: its sums.
    """

    results: ResultSet
    name: str
    tally: Tally = field(repr=False)

    @property
    def games(self) -> int:
        return int(self.tally.games[0])

    @property
    def players(self) -> int:
        return self.results.spec.players

    @property
    def win_shares(self) -> list[Estimate]:
        return win_shares(self.tally)

    def mean_of(self, name: str) -> Estimate:
        """The mean of ``turns``, ``rounds``, ``moves`` or ``leads`` (over watched games) a game."""
        sums = {
            "turns": self.tally.turn_sums,
            "rounds": self.tally.round_sums,
            "moves": self.tally.move_sums,
            "leads": self.tally.lead_sums,
        }[name]
        n = int(self.tally.watched[0]) if name == "leads" else self.games
        return statistics.mean(int(sums[0]), int(sums[1]), n)

    def score_of(self, seat: int) -> Estimate:
        return statistics.mean(
            int(self.tally.score_sums[seat]), int(self.tally.score_squares[seat]), self.games
        )

    def rank_share(self, seat: int, rank: int) -> Estimate:
        """How often a seat (from 0) takes a rank (from 1)."""
        return statistics.wilson(
            float(self.tally.ranks[seat * self.players + rank - 1]), self.games
        )

    def step_mean(self, step: int) -> Estimate:
        taken = int(self.tally.steps[step])
        found = statistics.mean(taken, int(self.tally.steps_squared[step]), self.games)
        return Estimate(found.value, max(0.0, found.low), found.high, found.error)

    def step_share(self, step: int) -> Estimate:
        """In how many games a step is taken at all."""
        return statistics.wilson(float(self.tally.steps_seen[step]), self.games)

    def histogram(self, name: str) -> NDArray[np.int64]:
        """Games by ``turns``, ``rounds`` or ``lead_changes``, without empty bins at the end."""
        counts: NDArray[np.int64] = getattr(self.tally, name)
        filled = np.flatnonzero(counts)
        return counts[: int(filled[-1]) + 1 if len(filled) else 0]

    def score_histogram(self, seat: int) -> NDArray[np.int64]:
        bins = len(self.tally.scores) // self.players
        return self.tally.scores[seat * bins : (seat + 1) * bins]

    def quantile(self, name: str, part: float) -> int:
        """The value that ``part`` of the games do not exceed."""
        counts = np.cumsum(self.histogram(name))
        return int(np.searchsorted(counts, part * counts[-1]))

    def decided(self) -> NDArray[np.float64]:
        """By turn n = 1, 2, ...: the share of games whose winner is settled or leads alone.

        Of the watched games: those that are over after n turns, and those that whoever leads
        alone then goes on to win.
        """
        watched = int(self.tally.watched[0])
        longest = min(len(self.histogram("watched_turns")) - 1, CURVE)
        over = np.cumsum(self.tally.watched_turns)[1 : longest + 1]
        share: NDArray[np.float64] = (over + self.tally.won[:longest] / WHOLE_SHARE) / max(
            1, watched
        )
        return share

    def decided_after(self, turns: int) -> Estimate:
        curve = self.decided()
        watched = int(self.tally.watched[0])
        value = float(curve[min(turns, len(curve)) - 1]) if len(curve) else 0.0
        return statistics.wilson(value * watched, max(1, watched))

    def turns_to_decide(self, part: float) -> int | None:
        """The first turn from which on ``part`` of the results are decided."""
        reached = np.flatnonzero(self.decided() >= part)
        return int(reached[0]) + 1 if len(reached) else None


def summarize(sets: Sequence[ResultSet]) -> list[Summary]:
    """Result sets by names that set them apart.

    Raises:
        BadResults: a set has no games.
    """
    summaries = []
    for results, name in zip(sets, distinct_names(sets), strict=True):
        tally = results.total
        if not int(tally.games[0]):
            raise BadResults(f"{results.path} has no games")
        summaries.append(Summary(results, name, tally))
    return summaries


def distinct_names(sets: Sequence[ResultSet]) -> list[str]:
    """Names from what differs between the sets; their files' names where nothing does."""
    facts: list[dict[str, str]] = []
    for results in sets:
        spec = results.spec
        known = {
            "game": spec.game,
            "players": text("lab-name-players", players=spec.players),
            "bots": ",".join(spec.bots),
            "seed": text("lab-name-seed", seed=spec.seed),
        }
        known.update({name: f"{name}={value}" for name, value in spec.options.items()})
        facts.append(known)
    keys = [
        key
        for key in dict.fromkeys(key for known in facts for key in known)
        if len({known.get(key) for known in facts}) > 1
    ]
    if len(sets) == 1:
        keys = ["game", "players"]
    names = [", ".join(known[key] for key in keys if key in known) for known in facts]
    for index, name in enumerate(names):
        if not name or names.count(name) > 1:
            path = sets[index].path
            names[index] = f"{name} {path.stem if path else index + 1}".strip()
    return names


# --- the tables of one set ----------------------------------------------------------------------


def seat_name(summary: Summary, seat: int) -> str:
    return text("lab-seat", seat=seat + 1, bot=summary.results.spec.bots[seat])


def table_of_wins(summary: Summary) -> Table:
    rows: tuple[tuple[Cell | str, ...], ...] = tuple(
        (seat_name(summary, seat), percent(share)) for seat, share in enumerate(summary.win_shares)
    )
    return Table((text("lab-column-seat"), text("lab-column-wins")), rows)


def table_of_ranks(summary: Summary) -> Table:
    ranks = range(1, summary.players + 1)
    columns = (
        text("lab-column-seat"),
        *(text("lab-column-rank", rank=rank) for rank in ranks),
    )
    rows: tuple[tuple[Cell | str, ...], ...] = tuple(
        (
            seat_name(summary, seat),
            *(shown_short(summary.rank_share(seat, rank).scaled(100.0), 2, "%") for rank in ranks),
        )
        for seat in range(summary.players)
    )
    return Table(columns, rows)


def table_of_lengths(summary: Summary) -> Table:
    columns = (
        text("lab-column-length"),
        text("lab-column-mean"),
        text("lab-column-median"),
        text("lab-column-most"),
    )
    rows: list[tuple[Cell | str, ...]] = []
    turns = summary.mean_of("turns")

    def quantiles(name: str) -> tuple[Cell, Cell]:
        median, most = summary.quantile(name, 0.5), summary.quantile(name, 0.95)
        return Cell(str(median), (median,)), Cell(str(most), (most,))

    rows.append((text("lab-turns-a-game"), shown(turns, 2), *quantiles("turns")))
    rows.append((text("lab-turns-a-seat"), shown(turns.scaled(1 / summary.players), 2), "", ""))
    if find_game(summary.results.spec.game).round_steps:
        rounds = summary.mean_of("rounds")
        rows.append((text("lab-rounds-a-game"), shown(rounds, 3), *quantiles("rounds")))
    rows.append((text("lab-moves-a-game"), shown(summary.mean_of("moves"), 2), "", ""))
    return Table(columns, tuple(rows))


def table_of_scores(summary: Summary) -> Table:
    columns = (text("lab-column-seat"), text("lab-column-mean-score"))
    rows = tuple(
        (seat_name(summary, seat), shown(summary.score_of(seat), 2))
        for seat in range(summary.players)
    )
    return Table(columns, rows)


def table_of_drama(summary: Summary) -> Table:
    columns = (text("lab-column-drama"), text("lab-column-figure"))
    rows: list[tuple[Cell | str, ...]] = [
        (text("lab-lead-changes"), shown(summary.mean_of("leads"), 3))
    ]
    for part in (0.5, 0.75, 0.9):
        turn = summary.turns_to_decide(part)
        if turn is not None:
            cell = Cell(text("lab-by-turn", turn=turn), (turn,))
            rows.append((text("lab-decided-by", percent=round(100 * part)), cell))
    half = max(1, round(summary.mean_of("turns").value / 2))
    rows.append((text("lab-decided-half", turn=half), percent(summary.decided_after(half))))
    return Table(columns, tuple(rows))


def table_of_steps(summary: Summary) -> Table:
    columns = (
        text("lab-column-event"),
        text("lab-column-times"),
        text("lab-column-games-with"),
    )
    names = find_game(summary.results.spec.game).rules.STEPS
    rows = tuple(
        (step_name(name), shown(summary.step_mean(step), 4), percent(summary.step_share(step), 3))
        for step, name in enumerate(names)
        if step
    )
    return Table(columns, rows)


# --- the comparison -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Comparison:
    """One figure of two sets.

    Attributes:
        what: the figure.
        first, second: its estimates.
        change: the second less the first.
        p: two-sided, adjusted by Holm for all comparisons of the report.
        unit: of all of them.
        digits: to show.
    """

    what: str
    first: Estimate
    second: Estimate
    change: Estimate
    p: float
    unit: str
    digits: int


def compare(summaries: Sequence[Summary]) -> list[tuple[Summary, Summary, list[Comparison]]]:
    """Every set with the first one, figure by figure; p-values corrected for all of them."""
    found: list[tuple[Summary, Summary, list[Comparison]]] = []
    first = summaries[0]
    for second in summaries[1:]:
        entries = []
        for what, one, other, unit, digits in _pairs(first, second):
            change, p = statistics.difference(one, other)
            entries.append(Comparison(what, one, other, change, p, unit, digits))
        found.append((first, second, entries))
    adjusted = iter(statistics.holm([each.p for *_, entries in found for each in entries]))
    return [
        (
            one,
            other,
            [
                Comparison(e.what, e.first, e.second, e.change, next(adjusted), e.unit, e.digits)
                for e in entries
            ],
        )
        for one, other, entries in found
    ]


def _pairs(first: Summary, second: Summary) -> list[tuple[str, Estimate, Estimate, str, int]]:
    pairs: list[tuple[str, Estimate, Estimate, str, int]] = []
    for seat in range(min(first.players, second.players)):
        one, other = first.win_shares[seat], second.win_shares[seat]
        what = text("lab-wins-of-seat", seat=seat + 1)
        pairs.append((what, one.scaled(100.0), other.scaled(100.0), "%", 2))
    for name, key, digits in (
        ("turns", "lab-turns-a-game", 2),
        ("leads", "lab-lead-changes", 3),
    ):
        pairs.append((text(key), first.mean_of(name), second.mean_of(name), "", digits))
    games = [find_game(each.results.spec.game) for each in (first, second)]
    if games[0].name == games[1].name:
        if games[0].round_steps:
            what = text("lab-rounds-a-game")
            pairs.append((what, first.mean_of("rounds"), second.mean_of("rounds"), "", 3))
        for step, name in enumerate(games[0].rules.STEPS):
            if step and (first.tally.steps[step] or second.tally.steps[step]):
                what = text("lab-times-a-game", event=step_name(name))
                pairs.append((what, first.step_mean(step), second.step_mean(step), "", 4))
    return pairs


def table_of_comparison(first: Summary, second: Summary, entries: Sequence[Comparison]) -> Table:
    columns = (
        text("lab-column-figure"),
        first.name,
        second.name,
        text("lab-column-change"),
        text("lab-column-p"),
    )
    rows = []
    for each in entries:
        p = "< 0.0001" if each.p < 0.0001 else f"{each.p:.4f}"
        mark = f"{p} *" if each.p < 1 - statistics.LEVEL else p
        rows.append(
            (
                each.what,
                shown_short(each.first, each.digits, each.unit),
                shown_short(each.second, each.digits, each.unit),
                shown(each.change, each.digits, each.unit and text("lab-points")),
                Cell(mark, (each.p,)),
            )
        )
    return Table(columns, tuple(rows))
