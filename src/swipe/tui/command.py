"""``swipe play``: a table in this terminal."""

from __future__ import annotations

import datetime
import getpass
import secrets
import sys
from pathlib import Path
from typing import Any

import click

from swipe import console
from swipe.alone import alone_with
from swipe.bots.contract import OPTIMAL, find_policy, policies
from swipe.bots.optimal import find_player
from swipe.games.contract import Game, Rules, format_result
from swipe.games.registry import GAMES
from swipe.match.decide import create
from swipe.match.events import ChanceKind
from swipe.match.fold import MAX_NAME
from swipe.messages import text
from swipe.tui.contract import find_view
from swipe.tui.screen import Screen
from swipe.tui.session import Session
from swipe.tui.storage import SUFFIX, RecordFile, find_record, matches_folder
from swipe.tui.table import LocalTable, Player

USUAL_PLAYERS = 4
"""How many sit at a table when nothing is said, where the game allows it."""


@console.command("play")
@click.argument("game", type=console.GameType(), required=False)
@console.rules_options
@click.option("--humans", metavar="N|NAMES")
@click.option("--bots", metavar="BOT,...")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="N")
@click.option("--typed", is_flag=True)
@click.option("--record", type=console.PathName(), metavar="FILE")
@click.option("--resume", type=console.PathName(), metavar="FILE")
@console.json_option
@console.language_option
def play(
    game: Game | None,
    players: int | None,
    sets: tuple[str, ...],
    preset: str | None,
    humans: str | None,
    bots: str | None,
    seed: int | None,
    typed: bool,
    record: Path | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Play a game in this terminal."""
    screen = Screen.of_process(sys.stderr if as_json else None)
    if resume is not None:
        new = (players, preset, humans, bots, seed, record)
        if game is not None or sets or typed or any(each is not None for each in new):
            raise console.BadInput(text("cli-error-resume"))
        path = find_record(resume)
        with alone_with(path):
            _play(_resume(path, screen), screen, as_json)
    elif game is None:
        raise console.BadInput(text("cli-error-which-game", known=", ".join(GAMES)))
    else:
        if typed and seed is not None:
            raise console.BadInput(text("cli-error-typed-seed"))
        if typed and not game.physical:
            raise console.BadInput(text("cli-error-not-physical", game=game.name))
        seats = _seats(game, players, humans, bots)
        rules = console.configure(game, len(seats), sets, preset)
        for seat in seats:
            if seat.bot:
                find_player(rules, seat.bot)
        chance: ChanceKind = "typed" if typed else "fair" if seed is None else "seeded"
        now = datetime.datetime.now(datetime.UTC)
        path = record or _usual_record(rules.game, now)
        with alone_with(path):
            _play(_open(rules, seats, chance, seed, path, now), screen, as_json)


def _play(table: LocalTable, screen: Screen, as_json: bool) -> None:
    Session(table, find_view(table.match.game), screen).play()
    if as_json:
        console.print_json(_facts(table))


# --- who sits where -----------------------------------------------------------------------------


def _seats(game: Game, players: int | None, humans: str | None, bots: str | None) -> list[Player]:
    """People first, then bots; as many bots as there are seats left.

    Raises:
        BadInput: the numbers contradict each other, or no such bot.
    """
    people = _people(humans, game.players[1])
    wanted = [name.strip() for name in bots.split(",")] if bots else []
    for name in wanted:
        if name != OPTIMAL:  # it depends on the rules
            find_policy(game, name)
    if players is None:
        low, high = game.players
        usual = max(low, min(high, USUAL_PLAYERS))
        players = len(people) + len(wanted) if wanted else max(usual, len(people))
    if len(people) > players or len(people) + len(wanted) > players:
        raise console.BadInput(
            text("cli-error-too-many", people=len(people), bots=len(wanted), players=players)
        )
    game.check_players(players)
    if not wanted:
        wanted = [list(policies(game))[-1]]
    chosen = [wanted[n % len(wanted)] for n in range(players - len(people))]
    return [Player(name) for name in people] + _name_bots(chosen, people)


def _people(humans: str | None, most: int) -> list[str]:
    if humans is None or humans == "1":
        return [_own_name()]
    if humans.isdecimal():
        if len(humans) > 3 or int(humans) > most:
            raise console.BadInput(text("cli-error-humans", given=humans[:20], most=most))
        # Letters: a number would look like one of those that choices are made with.
        return [text("cli-person", letter=chr(ord("A") + n)) for n in range(int(humans))]
    names = [name.strip() for name in humans.split(",")]
    for name in names:
        if not name or not name.isprintable() or len(name) > MAX_NAME:
            raise console.BadInput(text("cli-error-name", name=name, most=MAX_NAME))
    if len({name.lower() for name in names}) < len(names):
        raise console.BadInput(text("cli-error-same-name"))
    return names


def _own_name() -> str:
    try:
        name = getpass.getuser()
    except (OSError, KeyError):
        name = ""
    name = name[:1].upper() + name[1:MAX_NAME]
    return name if name.isprintable() and name.strip() == name and name else text("cli-you")


def _name_bots(chosen: list[str], people: list[str]) -> list[Player]:
    taken = {name.lower() for name in people}
    names = [name.strip() for name in text("common-bot-names").split(",")]
    free = (name for name in names if name.lower() not in taken)  # as many as there are seats
    return [Player(next(free), policy) for policy in chosen]


# --- a new match, or one that was left ----------------------------------------------------------


def _usual_record(game: Game, now: datetime.datetime) -> Path:
    """A record's file in the user's folder, which is made if it is missing."""
    folder = matches_folder()
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{game.name}-{now:%Y%m%d-%H%M%S}-{secrets.token_hex(2)}{SUFFIX}"


def _open(
    rules: Rules,
    seats: list[Player],
    chance: ChanceKind,
    seed: int | None,
    record: Path,
    now: datetime.datetime,
) -> LocalTable:
    # The name is part of what the rolls come from: of a seeded match it is always the same.
    name = f"seed-{seed}" if seed is not None else f"local-{secrets.token_hex(6)}"
    created, secret = create(name, rules, chance=chance, seed=seed, at=now)
    return LocalTable.open(created, secret, seats, RecordFile.begin(record, secret))


def _resume(path: Path, screen: Screen) -> LocalTable:
    file, events, match, secret, was_cut = RecordFile.resume(path)
    if was_cut:
        screen.show(text("cli-resume-cut", event=match.version + 1))
    if not match.started:
        raise console.BadInput(text("cli-error-not-started", path=str(path)))
    table = LocalTable(events, secret, file)
    table.go_on()
    return table


def _facts(table: LocalTable) -> dict[str, Any]:
    match = table.match
    return {
        "match": match.created.match,
        "rules": match.rules.identity,
        "events": match.version,
        "finished": match.ended is not None,
        "result": format_result(match.ended.ranks) if match.ended else "",
        "seats": [
            {"seat": seat + 1, "name": holder.name, "bot": holder.bot}
            for seat, holder in enumerate(match.seats)
            if holder
        ],
        "record": str(table.file.path),
    }
