"""One self-contained page: sections of text, figures and tables, and their export as files."""

from __future__ import annotations

import base64
import csv
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from swipe.lab import figures
from swipe.lab.measures import Cell, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Section:
    """A heading, what the figure shows in a sentence or two, the figure and the tables.

    ``key`` is a short English name for the files of the export.
    """

    key: str
    title: str
    note: str = ""
    figure: Figure | None = None
    tables: tuple[Table, ...] = ()


@dataclass(frozen=True)
class Page:
    """A report; ``facts`` are lists of names and values, one for every set of results."""

    title: str
    note: str
    facts: tuple[tuple[tuple[str, str], ...], ...]
    sections: tuple[Section, ...] = field(default=())


def cell_text(value: Cell | str) -> str:
    """What a cell shows."""
    return value.text if isinstance(value, Cell) else value


def render(page: Page) -> str:
    """The page as one HTML file: styles and figures are inside, nothing is loaded."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("swipe.lab"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )

    def image(figure: Figure) -> str:
        return "data:image/svg+xml;base64," + base64.b64encode(figures.svg(figure)).decode()

    template = environment.get_template("report.html.j2")
    return template.render(page=page, image=image, cell=cell_text)


def export(page: Page, folder: Path) -> list[Path]:
    """Write every figure as PNG and every table as CSV; return the files.

    A figure in a table's cell has columns for its value and the ends of its interval.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for number, section in enumerate(page.sections, 1):
        stem = f"{number:02d}-{re.sub(r'[^a-z0-9]+', '-', section.key.lower()).strip('-')}"
        if section.figure is not None:
            path = folder / f"{stem}.png"
            path.write_bytes(figures.png(section.figure))
            written.append(path)
        for index, table in enumerate(section.tables):
            path = folder / f"{stem}{f'-{index + 1}' if index else ''}.csv"
            _write_csv(path, table)
            written.append(path)
    return written


def _write_csv(path: Path, table: Table) -> None:
    def numbers(value: Cell | str) -> tuple[object, ...]:
        return value.numbers if isinstance(value, Cell) else (value,)

    widths = [
        max((len(numbers(row[column])) for row in table.rows), default=1)
        for column in range(len(table.columns))
    ]
    with path.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream)
        heads: list[str] = []
        for name, width in zip(table.columns, widths, strict=True):
            heads += [name] if width == 1 else [name, f"{name} (low)", f"{name} (high)"]
        writer.writerow(heads)
        for row in table.rows:
            values: list[object] = []
            for value, width in zip(row, widths, strict=True):
                filled = numbers(value)
                values += [*filled, *[""] * (width - len(filled))]
            writer.writerow(values)
