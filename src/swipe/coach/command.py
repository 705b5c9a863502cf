"""``swipe coach`` and ``swipe review``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from swipe import console
from swipe.messages import text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from swipe.coach.chances import Source
    from swipe.coach.table_side import TableSide
    from swipe.games.contract import Game, Rules
    from swipe.match.events import MatchEvent

FILE = console.PathName(exists=True)
GAMES = click.IntRange(4, 1_000_000)
"""Games behind an estimated figure; they are in memory together."""


@console.command("coach")
@click.argument("game", type=console.GameType(), required=False)
@console.rules_options
@click.option("--names", metavar="NAME,NAME,...")
@click.option("--record", type=console.PathName(), metavar="FILE")
@click.option("--resume", is_flag=True)
@click.option("--from", "source_file", type=FILE, metavar="FILE")
@click.option("--ply", type=click.IntRange(min=0), metavar="N")
@click.option("--dice", type=click.Choice(["typed", "new", "same"]))
@click.option("--bot", metavar="NAME")
@click.option("--games", type=GAMES, metavar="N")
@click.option("--solve", is_flag=True)
def coach(
    game: Game | None,
    players: int | None,
    sets: tuple[str, ...],
    preset: str | None,
    names: str | None,
    record: Path | None,
    resume: bool,
    source_file: Path | None,
    ply: int | None,
    dice: str | None,
    bot: str | None,
    games: int | None,
    solve: bool,
) -> None:
    """Follow a game with real dice, or go on from a place in an earlier match."""
    from swipe.coach.chances import find_source
    from swipe.coach.dialogue import Dialogue
    from swipe.coach.tables import solve_table

    if resume:
        if record is None or not record.is_file():
            raise console.BadInput(text("coach-error-resume", file=str(record or "-")))
        side = _resume(record)
    else:
        if record is not None and record.exists():
            raise console.BadInput(text("coach-error-exists", file=str(record)))
        if source_file is not None:
            if game is not None or players is not None or sets or preset is not None:
                raise console.BadInput(text("coach-error-both"))
            side = _go_on(source_file, ply, dice, names, bot)
        else:
            if ply is not None or dice is not None:
                raise console.BadInput(text("coach-error-ply-without-from"))
            if game is None:
                raise console.BadInput(text("coach-error-game"))
            rules = console.configure(game, players, sets, preset)
            side = _follow(rules, names)
    rules = side.match.rules
    if solve:
        solve_table(rules, _tell_solved if sys.stderr.isatty() else None)
    source = find_source(rules, games=games)
    _hint(rules, source)
    Dialogue(side, source, record).run()


def _tell(done: int, total: int) -> None:
    """One line of progress, written over itself, and wiped at the end."""
    _tell_line(text("review-working", done=done, all=total), done >= total)


def _tell_line(line: str, last: bool) -> None:
    click.echo(f"\r{' ' * len(line)}\r" if last else f"\r{line}", nl=False, err=True)


def _tell_solved(share: float) -> None:
    _tell_line(text("coach-solving", share=int(100 * share)), share >= 1)


def _hint(rules: Rules, source: Source) -> None:
    from swipe.coach.rollouts import Rollouts
    from swipe.coach.tables import solve_command

    command = solve_command(rules)
    if isinstance(source, Rollouts) and command:
        click.echo(text("coach-exact-hint", command=command), err=True)


def _names(given: str | None, rules: Rules) -> list[str]:
    if given is None:
        return [chr(ord("A") + seat) for seat in range(rules.players)]
    names = [name.strip() for name in given.split(",")]
    if len(names) != rules.players:
        raise console.BadInput(text("coach-error-names", given=len(names), players=rules.players))
    if len({name.lower() for name in names}) < len(names):
        raise console.BadInput(text("cli-error-same-name"))
    return names


def _follow(rules: Rules, names: str | None) -> TableSide:
    from swipe.coach.table_side import follow

    if not rules.game.physical:
        raise console.BadInput(text("coach-error-typed", game=rules.game.name))
    return follow(rules, _names(names, rules))


def _resume(record: Path) -> TableSide:
    from swipe.coach.table_side import TableSide

    return TableSide(_read(record))


def _go_on(
    file: Path, ply: int | None, dice: str | None, names: str | None, bot: str | None
) -> TableSide:
    from swipe.bots.contract import policies
    from swipe.bots.optimal import find_player
    from swipe.coach.table_side import TableSide, begin
    from swipe.coach.what_if import go_on, match_at
    from swipe.match.fold import fold

    events = _read(file)
    match = match_at(events, ply or 0)
    own = [holder.name if holder else "" for holder in fold(events).seats]
    chosen = dice or ("typed" if match.created.chance == "typed" else "new")
    created, secret = go_on(events, ply or 0, chosen, name=f"what-if-{ply or 0}")  # type: ignore[arg-type]
    bots: dict[int, str] = {}
    if bot != "none" and chosen != "typed":
        best = bot or list(policies(match.game))[-1]
        find_player(match.rules, best)
        seats = [seat for seat, holder in enumerate(fold(events).seats) if holder and holder.bot]
        bots = dict.fromkeys(seats, best)
    side = TableSide([created], secret, bots)
    begin(side, own if names is None else _names(names, match.rules))
    return side


def _read(file: Path) -> Sequence[MatchEvent]:
    from swipe.match.record import read_record, record_bytes

    try:
        written = record_bytes(file).decode("utf-8")
    except UnicodeDecodeError as error:
        raise console.BadInput(text("review-error-text", file=str(file))) from error
    events, _, broken = read_record(written)
    if broken is not None:
        raise broken
    return events


@console.command("review")
@click.argument("file", type=FILE)
@console.json_option
@click.option("--html", type=console.PathName(), metavar="PAGE")
@click.option("--plies", is_flag=True)
@click.option("--games", type=GAMES, metavar="N")
@click.option("--rollouts", is_flag=True)
def review(
    file: Path, as_json: bool, html: Path | None, plies: bool, games: int | None, rollouts: bool
) -> None:
    """Review a match's record."""
    import msgspec

    from swipe.coach.chances import find_source
    from swipe.coach.page import write_page
    from swipe.coach.report import print_review
    from swipe.coach.review import review as review_match
    from swipe.coach.review import review_games
    from swipe.match.fold import fold

    events = _read(file)
    rules = fold(events).rules
    source = find_source(rules, use_table=not rollouts, games=games or review_games(rules))
    found = review_match(events, source, progress=_tell if sys.stderr.isatty() else None)
    if html is not None:
        html.write_text(write_page(found), encoding="utf-8")
    if as_json:
        console.print_json(msgspec.to_builtins(found))
        return
    print_review(found, all_plies=plies)
    if html is not None:
        click.echo(text("review-written", file=str(html)))
