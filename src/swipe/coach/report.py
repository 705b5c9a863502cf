"""A review as text for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

import click

from swipe.coach import words
from swipe.coach.review import Ply, Review
from swipe.games.contract import Game
from swipe.games.registry import find_game
from swipe.messages import has_message, text

BLOCKS = "▁▂▃▄▅▆▇█"
WIDTH = 64
"""Columns of a curve."""


def print_review(review: Review, *, all_plies: bool = False) -> None:
    """Print a review; with ``all_plies`` every throw and choice too."""
    for line in lines(review, all_plies=all_plies):
        click.echo(line)


def lines(review: Review, *, all_plies: bool = False) -> list[str]:
    """The lines of a review."""
    game = find_game(review.game)
    names = [seat.name for seat in review.seats]
    title = text(f"{game.name}-title")
    found = [
        text("review-title", match=review.match),
        text("review-subtitle", game=title, players=review.players),
        text("review-options", rules=review.rules),
        certainty(review),
    ]
    if review.origin:
        found.append(text("review-origin", origin=review.origin))
    if not review.finished:
        found.append(text("review-unfinished"))
    found += ["", text("review-summary"), *_summary(review), ""]
    for each in ("luck", "skill", "lost", "adjusted", "sum"):
        found.append(f"  {text(f'review-explain-{each}')}")
    found += ["", text("review-curve")]
    width = max(map(len, names))
    for seat, name in enumerate(names):
        found.append(f"  {name:<{width}}  {sparkline(curve_of(review, seat))}")
    found += ["", text("review-dearest"), *(f"  {each}" for each in dearest_lines(review, game))]
    if all_plies:
        found += ["", text("review-plies")]
        found += [f"  {ply_line(each, game, names)}" for each in review.plies]
    return found


def certainty(review: Review) -> str:
    """How far the figures of a review can be trusted, in a sentence."""
    games = max((each.chances.games for each in review.plies), default=review.start.games)
    return text(
        "coach-label-more",
        label=review.label,
        bound=words.small(review.bound),
        games=games,
        bot=review.method,
    )


def curve_of(review: Review, seat: int) -> list[float]:
    """A seat's winning chance before the first ply and after each."""
    return [review.start.win[seat], *(ply.chances.win[seat] for ply in review.plies)]


def sparkline(curve: Sequence[float]) -> str:
    """A curve from 0 to 1 in one line of at most WIDTH columns."""
    step = max(1.0, len(curve) / WIDTH)
    count = min(len(curve), WIDTH)
    points = [curve[min(len(curve) - 1, int((i + 1) * step) - 1)] for i in range(count)]
    return "".join(BLOCKS[min(7, int(value * 8))] for value in points)


def with_margin(value: float, margin: float, label: str) -> str:
    """A change of chance, with its margin where it is estimated."""
    shown = words.change(value)
    return f"{shown} ±{words.percent(margin)}" if label == "estimated" else shown


def summary_cells(review: Review) -> list[list[str]]:
    """The summary as a table: a row of heads, and one for each seat."""
    heads = ("player", "start", "luck", "skill", "result", "adjusted", "lost")
    return [
        [text(f"review-{each}") for each in heads],
        *(
            [
                seat.name,
                words.percent(seat.start),
                with_margin(seat.luck, seat.luck_margin, review.label),
                words.change(seat.skill),
                words.percent(seat.result),
                words.percent(seat.adjusted),
                with_margin(-max(0.0, seat.lost), seat.lost_margin, review.label)
                if seat.choices
                else "–",
            ]
            for seat in review.seats
        ),
    ]


def _summary(review: Review) -> list[str]:
    rows = summary_cells(review)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  "
        + "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def dearest_lines(review: Review, game: Game) -> list[str]:
    """The dearest choices of every seat, one a line."""
    names = [seat.name for seat in review.seats]
    if not any(seat.choices for seat in review.seats):
        return [text("review-no-choices")]
    found = []
    for seat in review.seats:
        for number in seat.dearest:
            ply = review.plies[number - 1]
            assert ply.cost is not None
            found.append(
                text(
                    "review-dearest-line",
                    ply=number,
                    seat=seat.name,
                    what=words.action(game, ply.what[0], seat.seat, names),
                    cost=with_margin(ply.cost, ply.cost_margin, review.label).lstrip("+"),
                    best=words.action(game, ply.tried[0].action, seat.seat, names),
                )
            )
    return found or [text("review-dearest-none")]


def what_of(ply: Ply, game: Game, names: Sequence[str]) -> str:
    """What happened in a ply, in words."""
    if ply.kind == "choice":
        assert ply.seat is not None
        return text("review-choice", what=words.action(game, ply.what[0], ply.seat, names))
    faces = " ".join(ply.what) if len(ply.what) <= 12 else f"{' '.join(ply.what[:12])} …"
    if len(ply.what) == 1 and has_message(f"{game.name}-face-{ply.what[0]}"):
        faces = text(f"{game.name}-face-{ply.what[0]}")
    if ply.seat is None:
        return text("review-chance-alone", faces=faces)
    return text("review-throw", faces=faces)


def ply_line(ply: Ply, game: Game, names: Sequence[str]) -> str:
    """A ply: number, player, what happened, its luck or cost, and everybody's chances."""
    name = names[ply.seat] if ply.seat is not None else ""
    changed = max(ply.luck, key=abs) if ply.seat is None else ply.luck[ply.seat]
    if ply.kind == "choice" and ply.cost is not None:
        figure = f"{text('review-cost')} {words.change(-max(0.0, ply.cost))}"
    else:
        figure = f"{text('review-luck-of')} {words.change(changed)}"
    chances = " ".join(f"{words.percent(win):>6}" for win in ply.chances.win)
    what = what_of(ply, game, names)
    return f"{ply.ply:>4}  {name:<12} {what:<44} {figure:<14} | {chances}"
