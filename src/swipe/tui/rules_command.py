"""``swipe rules``: the rules as implemented."""

from __future__ import annotations

import click

from swipe import console
from swipe.games.contract import Game
from swipe.games.registry import GAMES
from swipe.messages import text
from swipe.tui.rules_text import rule_lines, rules_facts
from swipe.tui.screen import Screen


@console.command("rules")
@click.argument("game", type=console.GameType(), required=False)
@console.rules_options
@console.json_option
@console.language_option
def rules(
    game: Game | None,
    players: int | None,
    sets: tuple[str, ...],
    preset: str | None,
    as_json: bool,
) -> None:
    """Print the rules of a game, or what games there are."""
    screen = Screen.of_process()
    if game is None:
        if players is not None or sets or preset:
            raise console.BadInput(text("cli-error-rules-of-what", known=", ".join(GAMES)))
        if as_json:
            console.print_json(
                [
                    {
                        "game": each.name,
                        "title": text(f"{each.name}-title"),
                        "version": each.version,
                        "players": {"minimum": each.players[0], "maximum": each.players[1]},
                        "description": text(f"{each.name}-description"),
                    }
                    for each in GAMES.values()
                ]
            )
            return
        for each in GAMES.values():
            screen.show([(each.name, "bold"), f"  {text(f'{each.name}-title')}"])
            low, high = each.players
            screen.show(f"    {text('cli-rules-for-players', low=low, high=high)}")
            screen.show(f"    {text(f'{each.name}-description')}")
        return
    found = console.configure(game, players, sets, preset, default=game.players[0])
    if as_json:
        console.print_json(rules_facts(game, found))
    else:
        screen.show_all(rule_lines(game, found))
