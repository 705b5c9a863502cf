"""The figures of a report. Shades, hatches, markers and dashes tell series apart, not hues."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import matplotlib
import numpy as np
from matplotlib.figure import Figure

from swipe.lab.measures import Summary
from swipe.lab.statistics import Estimate
from swipe.messages import text

SHADES = ("0.15", "0.45", "0.7", "0.3", "0.6", "0.85", "0.0", "0.5")
HATCHES = ("", "//", "..", "\\\\", "xx", "--", "oo", "||")
DASHES: tuple[Any, ...] = ("-", "--", ":", "-.", (0, (5, 1, 1, 1, 1, 1)), (0, (8, 3)), (0, (2, 1)))
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
WIDTH, HEIGHT = 7.2, 3.4  # inches

matplotlib.rcParams.update(
    {
        "svg.fonttype": "path",
        "svg.hashsalt": "swipe",
        "font.size": 9.0,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "0.88",
        "legend.frameon": False,
        "figure.constrained_layout.use": True,
    }
)


def _figure(height: float = HEIGHT, columns: int = 1) -> tuple[Figure, Any]:
    figure = Figure(figsize=(WIDTH, height))
    return figure, figure.subplots(1, columns)


def svg(figure: Figure) -> bytes:
    """A figure as SVG, the same bytes for the same figure."""
    stream = io.BytesIO()
    figure.savefig(stream, format="svg", transparent=True, metadata={"Date": None})
    return stream.getvalue()


def png(figure: Figure) -> bytes:
    """A figure as PNG, 200 dots an inch."""
    stream = io.BytesIO()
    figure.savefig(stream, format="png", dpi=200, metadata={"Software": None})
    return stream.getvalue()


def _legend(axes: Any, entries: int) -> None:
    """Beside the axes: on top of them it would hide what is drawn."""
    if entries > 1:
        axes.legend(loc="upper left", bbox_to_anchor=(1.0, 1.0), fontsize=8)


def _errors(estimates: Sequence[Estimate]) -> Any:
    return [
        [max(0.0, each.value - each.low) for each in estimates],
        [max(0.0, each.high - each.value) for each in estimates],
    ]


def wins(summaries: Sequence[Summary]) -> Figure:
    """The share of the wins by seat, with what each seat would have if all were equal."""
    figure, axes = _figure()
    seats = max(each.players for each in summaries)
    for number, summary in enumerate(summaries):
        shares = [each.scaled(100.0) for each in summary.win_shares]
        shift = 0.5 * ((number + 0.5) / len(summaries) - 0.5)
        axes.errorbar(
            np.arange(1, summary.players + 1) + shift,
            [each.value for each in shares],
            yerr=_errors(shares),
            fmt=MARKERS[number % len(MARKERS)],
            color=SHADES[number % len(SHADES)],
            capsize=4,
            markersize=5,
            label=summary.name,
        )
    for players in sorted({each.players for each in summaries}):
        axes.hlines(100 / players, 0.5, players + 0.5, color="0.4", linestyle=":", linewidth=1)
        axes.annotate(
            text("lab-equal-share"),
            (players + 0.5, 100 / players),
            xytext=(0, 3),
            textcoords="offset points",
            ha="right",
            va="bottom",
            fontsize=7,
            color="0.3",
        )
    axes.set_xticks(range(1, seats + 1))
    axes.set_xlim(0.5, seats + 0.5)
    axes.set_xlabel(text("lab-axis-seat"))
    axes.set_ylabel(text("lab-axis-wins"))
    axes.margins(y=0.2)
    _legend(axes, len(summaries))
    return figure


def ranks(summary: Summary) -> Figure:
    """How often each seat takes each rank."""
    figure, axes = _figure(0.7 + 0.38 * summary.players)
    left = np.zeros(summary.players)
    for rank in range(1, summary.players + 1):
        parts = np.array(
            [100 * summary.rank_share(seat, rank).value for seat in range(summary.players)]
        )
        shade = 0.35 + 0.6 * (rank - 1) / max(1, summary.players - 1)
        axes.barh(
            range(1, summary.players + 1),
            parts,
            left=left,
            color=str(shade),
            edgecolor="0.1",
            linewidth=0.5,
            hatch=HATCHES[(rank - 1) % len(HATCHES)],
            label=text("lab-column-rank", rank=rank),
        )
        left += parts
    axes.set_yticks(range(1, summary.players + 1))
    axes.invert_yaxis()
    axes.set_xlim(0, 100)
    axes.grid(axis="y", visible=False)
    axes.set_ylabel(text("lab-axis-seat"))
    axes.set_xlabel(text("lab-axis-games-share"))
    _legend(axes, summary.players)
    return figure


def _steps(axes: Any, counts: Any, number: int, label: str) -> None:
    share = 100 * counts / counts.sum()
    axes.plot(
        np.arange(len(counts)),
        share,
        drawstyle="steps-mid",
        color=SHADES[number % len(SHADES)],
        linestyle=DASHES[number % len(DASHES)],
        linewidth=1.2,
        label=label,
    )


def lengths(summaries: Sequence[Summary]) -> Figure:
    """How many turns the games last."""
    figure, axes = _figure()
    for number, summary in enumerate(summaries):
        _steps(axes, summary.histogram("turns"), number, summary.name)
    axes.set_xlim(0, 1.15 * max(each.quantile("turns", 0.995) for each in summaries))
    axes.set_ylim(bottom=0)
    axes.set_xlabel(text("lab-axis-turns"))
    axes.set_ylabel(text("lab-axis-games-share"))
    _legend(axes, len(summaries))
    return figure


def scores(summary: Summary) -> Figure:
    """The final scores by seat."""
    figure, axes = _figure()
    reach = 0
    for seat in range(summary.players):
        counts = summary.score_histogram(seat)
        filled = np.searchsorted(np.cumsum(counts), 0.998 * counts.sum())
        reach = max(reach, int(filled) + 2)
    width = max(1, reach // 80)  # wide distributions in bins that can be seen
    for seat in range(summary.players):
        counts = summary.score_histogram(seat)[: reach // width * width + width]
        counts = counts[: len(counts) // width * width].reshape(-1, width).sum(1)
        axes.plot(
            np.arange(len(counts)) * width + (width - 1) / 2,
            100 * counts / summary.games,
            color=SHADES[seat % len(SHADES)],
            linestyle=DASHES[seat % len(DASHES)],
            marker=MARKERS[seat % len(MARKERS)],
            markevery=max(1, len(counts) // 10),
            markersize=4,
            linewidth=1.2,
            label=text("lab-seat-short", seat=seat + 1),
        )
    axes.set_xlim(0, reach)
    axes.set_ylim(bottom=0)
    axes.set_xlabel(text("lab-axis-score"))
    axes.set_ylabel(
        text("lab-axis-games-share")
        if width == 1
        else text("lab-axis-games-share-bin", width=width)
    )
    _legend(axes, summary.players)
    return figure


def drama(summaries: Sequence[Summary]) -> Figure:
    """Changes of the lead, and how much is decided after n turns."""
    figure, (left, right) = _figure(columns=2)
    for number, summary in enumerate(summaries):
        _steps(left, summary.histogram("lead_changes"), number, summary.name)
        curve = summary.decided()
        right.plot(
            np.arange(1, len(curve) + 1),
            100 * curve,
            color=SHADES[number % len(SHADES)],
            linestyle=DASHES[number % len(DASHES)],
            linewidth=1.4,
            label=summary.name,
        )
    most = max(each.quantile("lead_changes", 0.995) for each in summaries)
    left.set_xlim(-0.5, most + 1.5)
    left.set_ylim(bottom=0)
    left.set_xlabel(text("lab-axis-lead-changes"))
    left.set_ylabel(text("lab-axis-games-share"))
    right.set_xlim(0, 1.1 * max(each.quantile("watched_turns", 0.98) for each in summaries))
    right.set_ylim(0, 102)
    right.set_xlabel(text("lab-axis-after-turns"))
    right.set_ylabel(text("lab-axis-decided"))
    if len(summaries) > 1:
        figure.legend(
            *right.get_legend_handles_labels(), loc="outside upper center", ncols=2, fontsize=8
        )
    return figure


def trend(
    values: Sequence[str],
    series: Sequence[tuple[str, Sequence[Estimate]]],
    across: str,
    up: str,
) -> Figure:
    """Figures against the values of an option, with intervals."""
    figure, axes = _figure()
    for number, (name, estimates) in enumerate(series):
        shift = 0.3 * ((number + 0.5) / len(series) - 0.5)
        axes.errorbar(
            np.arange(len(values)) + shift,
            [each.value for each in estimates],
            yerr=_errors(estimates),
            fmt=MARKERS[number % len(MARKERS)],
            linestyle=DASHES[number % len(DASHES)],
            linewidth=0.9,
            color=SHADES[number % len(SHADES)],
            capsize=4,
            markersize=5,
            label=name,
        )
    longest = max((len(each) for each in values), default=0)
    turned = longest * len(values) > 70
    axes.set_xticks(
        range(len(values)),
        values,
        rotation=30 if turned else 0,
        ha="right" if turned else "center",
    )
    axes.set_xlim(-0.5, len(values) - 0.5)
    axes.margins(y=0.15)
    axes.set_xlabel(across)
    axes.set_ylabel(up)
    _legend(axes, len(series))
    return figure
