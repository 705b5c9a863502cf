"""A review as one self-contained HTML page: no script, nothing loaded from anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from swipe.coach import report, words
from swipe.coach.review import Review
from swipe.games.registry import find_game
from swipe.messages import text

COLOURS = (
    "#2f6f8f",
    "#c8702a",
    "#5a8f3c",
    "#8a4f9e",
    "#b23a48",
    "#6b705c",
    "#3d5a98",
    "#a08a2c",
)
"""By seat; the letters in the curve tell the seats apart without them."""

STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; }
body { font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  max-width: 60rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: right; padding: .25rem .5rem; border-bottom: 1px solid var(--line);
  white-space: nowrap; }
th:first-child, td:first-child, td.text, th.text { text-align: left; }
td.text { white-space: normal; }
.note { opacity: .8; font-size: .9rem; margin: .2rem 0; }
.key { display: inline-block; margin-right: 1rem; }
.key i { display: inline-block; width: 1em; height: 1em; margin-right: .3em;
  vertical-align: -.1em; border-radius: .2em; }
svg { width: 100%; height: auto; display: block; }
tr.choice td { background: var(--soft); }
"""


def write_page(review: Review) -> str:
    """The page of a review."""
    game = find_game(review.game)
    title = text("review-title", match=review.match)
    head = [
        text("review-subtitle", game=text(f"{game.name}-title"), players=review.players),
        report.certainty(review),
        text("review-options", rules=review.rules),
    ]
    if review.origin:
        head.append(text("review-origin", origin=review.origin))
    if not review.finished:
        head.append(text("review-unfinished"))
    notes = [text(f"review-explain-{each}") for each in ("luck", "skill", "lost", "adjusted")]
    body = [
        f"<h1>{escape(title)}</h1>",
        *(f'<p class="note">{escape(each)}</p>' for each in head),
        f"<h2>{escape(text('review-summary'))}</h2>",
        _summary(review),
        *(f'<p class="note">{escape(each)}</p>' for each in notes),
        f'<p class="note">{escape(text("review-explain-sum"))}</p>',
        f"<h2>{escape(text('review-curve'))}</h2>",
        _key(review),
        curve(review),
        f"<h2>{escape(text('review-dearest'))}</h2>",
        "<ul>",
        *(f"<li>{escape(each)}</li>" for each in report.dearest_lines(review, game)),
        "</ul>",
        f"<h2>{escape(text('review-plies'))}</h2>",
        _plies(review),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n"
        f"<body>\n{chr(10).join(body)}\n</body>\n</html>\n"
    )


def _table(heads: Sequence[str], rows: Sequence[str]) -> str:
    cells = "".join(f"<th>{escape(each)}</th>" for each in heads)
    return (
        f'<div class="scroll"><table><thead><tr>{cells}</tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _row(cells: Sequence[str], *, kind: str = "", words_in: Sequence[int] = ()) -> str:
    shown = "".join(
        f'<td class="text">{escape(each)}</td>' if i in words_in else f"<td>{escape(each)}</td>"
        for i, each in enumerate(cells)
    )
    return f'<tr class="{kind}">{shown}</tr>' if kind else f"<tr>{shown}</tr>"


def _summary(review: Review) -> str:
    heads, *rows = report.summary_cells(review)
    return _table(heads, [_row(row) for row in rows])


def _key(review: Review) -> str:
    keys = (
        f'<span class="key"><i style="background:{COLOURS[seat.seat]}"></i>'
        f"{_letter(seat.seat)} {escape(seat.name)}</span>"
        for seat in review.seats
    )
    return f"<p>{''.join(keys)}</p>"


def _letter(seat: int) -> str:
    return chr(ord("A") + seat)


def curve(review: Review, width: int = 900, height: int = 300) -> str:
    """The stacked chances of all seats over the plies, as SVG."""
    points = [report.curve_of(review, seat) for seat in range(review.players)]
    count = len(points[0])
    step = width / max(1, count - 1)
    below = [0.0] * count
    shapes = []
    for seat, values in enumerate(points):
        above = [b + v for b, v in zip(below, values, strict=True)]
        top = [f"{i * step:.1f},{height * (1 - a):.1f}" for i, a in enumerate(above)]
        bottom = [f"{i * step:.1f},{height * (1 - b):.1f}" for i, b in enumerate(below)]
        middle = height * (1 - (below[0] + above[0]) / 2)
        shapes.append(
            f'<polygon points="{" ".join(top + bottom[::-1])}" fill="{COLOURS[seat]}" '
            f'stroke="Canvas" stroke-width="1"/>'
            f'<text x="6" y="{middle + 5:.0f}" fill="#fff" font-size="15">{_letter(seat)}</text>'
        )
        below = above
    grid = "".join(
        f'<line x1="0" x2="{width}" y1="{height * part / 4:.0f}" y2="{height * part / 4:.0f}" '
        'stroke="#fff" stroke-opacity=".5" stroke-dasharray="4 4"/>'
        for part in (1, 2, 3)
    )
    caption = escape(text("review-curve-caption"))
    return (
        f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{caption}">'
        f'{"".join(shapes)}{grid}</svg>\n<p class="note">{caption}</p>'
    )


def _plies(review: Review) -> str:
    game = find_game(review.game)
    names = [seat.name for seat in review.seats]
    heads = [text(f"review-{each}") for each in ("ply", "player", "what", "luck-of", "cost")]
    rows = []
    for ply in review.plies:
        luck = max(ply.luck, key=abs) if ply.seat is None else ply.luck[ply.seat]
        cost = "" if ply.cost is None else words.change(-max(0.0, ply.cost))
        if ply.cost is not None and review.label == "estimated":
            cost += f" ±{words.percent(ply.cost_margin)}"
        cells = [
            str(ply.ply),
            names[ply.seat] if ply.seat is not None else "",
            report.what_of(ply, game, names),
            words.change(luck) if any(ply.luck) else "",
            cost,
            *(words.percent(win) for win in ply.chances.win),
        ]
        rows.append(_row(cells, kind=ply.kind, words_in=(1, 2)))
    return _table([*heads, *names], rows)
