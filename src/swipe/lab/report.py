"""The report of one or several result sets."""

from __future__ import annotations

from collections.abc import Sequence

from swipe.games.registry import find_game
from swipe.lab import figures, measures
from swipe.lab.measures import Summary
from swipe.lab.page import Page, Section
from swipe.lab.store import ResultSet
from swipe.messages import text


def make_report(sets: Sequence[ResultSet]) -> Page:
    """The report: the sets compared, then each on its own.

    Raises:
        BadResults: a set has no games.
    """
    summaries = measures.summarize(sets)
    sections: list[Section] = []
    if len(summaries) > 1:
        sections += _together(summaries)
    for summary in summaries:
        sections += _alone(summary, several=len(summaries) > 1)
    title = text("lab-report-title", names="; ".join(each.name for each in summaries))
    facts = tuple(tuple(_facts(summary)) for summary in summaries)
    return Page(title, text("lab-report-note"), facts, tuple(sections))


def _facts(summary: Summary) -> list[tuple[str, str]]:
    spec, about = summary.results.spec, summary.results.about
    state = "" if summary.results.complete else " " + text("lab-incomplete", games=spec.games)
    facts = [
        (text("lab-fact-rules"), spec.identity),
        (text("lab-fact-bots"), ", ".join(spec.bots)),
        (text("lab-fact-games"), text("lab-games", games=summary.games, seed=spec.seed) + state),
        (
            text("lab-fact-watched"),
            text("lab-watched", games=int(summary.tally.watched[0]), every=spec.watch_every),
        ),
    ]
    if spec.table is not None:
        facts.insert(2, (text("lab-fact-table"), spec.table.line))
    starter = find_game(spec.game).starter_option
    if spec.options.get(starter) == "seat:1":
        facts.append((text("lab-fact-seats"), text("lab-seats-from-starter")))
    made = ", ".join(
        f"{name} {about[name]}" for name in ("swipe", "python", "numpy", "numba") if name in about
    )
    facts.append((text("lab-fact-made"), f"{about.get('created', '')}, {made}"))
    if about.get("command"):
        facts.append((text("lab-fact-command"), str(about["command"])))
    return facts


def _together(summaries: Sequence[Summary]) -> list[Section]:
    tables = tuple(
        measures.table_of_comparison(first, second, entries)
        for first, second, entries in measures.compare(summaries)
    )
    return [
        Section(
            "compare-wins",
            text("lab-section-compare"),
            text("lab-note-compare"),
            figures.wins(summaries),
            tables,
        ),
        Section(
            "compare-length",
            text("lab-section-compare-length"),
            text("lab-note-length"),
            figures.lengths(summaries),
        ),
        Section(
            "compare-drama",
            text("lab-section-compare-drama"),
            text("lab-note-drama"),
            figures.drama(summaries),
        ),
    ]


def _alone(summary: Summary, *, several: bool) -> list[Section]:
    def titled(key: str) -> str:
        title = text(f"lab-section-{key}")
        return f"{title}: {summary.name}" if several else title

    game = find_game(summary.results.spec.game)
    score_note = "lab-note-scores-low" if game.low_score_wins else "lab-note-scores-high"
    key = f"{summary.name}-" if several else ""
    return [
        Section(
            f"{key}wins",
            titled("wins"),
            text("lab-note-wins"),
            figures.wins([summary]),
            (measures.table_of_wins(summary),),
        ),
        Section(
            f"{key}ranks",
            titled("ranks"),
            text("lab-note-ranks"),
            figures.ranks(summary),
            (measures.table_of_ranks(summary),),
        ),
        Section(
            f"{key}length",
            titled("length"),
            text("lab-note-length"),
            figures.lengths([summary]),
            (measures.table_of_lengths(summary),),
        ),
        Section(
            f"{key}scores",
            titled("scores"),
            text(score_note),
            figures.scores(summary),
            (measures.table_of_scores(summary),),
        ),
        Section(
            f"{key}drama",
            titled("drama"),
            text("lab-note-drama"),
            figures.drama([summary]),
            (measures.table_of_drama(summary),),
        ),
        Section(
            f"{key}events",
            titled("events"),
            text("lab-note-events"),
            None,
            (measures.table_of_steps(summary),),
        ),
    ]
