"""One way to the chances of any position of any game, from a table or by playing out."""

from __future__ import annotations

from typing import Protocol

from swipe.coach.figures import Compared
from swipe.coach.rollouts import OPEN, Rollouts
from swipe.coach.tables import find_tabled
from swipe.games.contract import NOBODY, Game, Rules, State
from swipe.protocol import Chances, Choice, Outlook


class Source(Protocol):
    """Where the figures of some rules come from."""

    @property
    def method(self) -> str:
        """The table, or the bot that plays the games out, in a word or two."""

    def values(self, state: State, observer: int) -> Chances:
        """The chances of every seat in a position, of which the observer sees what it may."""

    def compare(self, state: State, observer: int) -> list[Compared]:
        """The chances after every legal action, and its cost; empty outside a decision."""


def find_source(
    rules: Rules,
    *,
    use_table: bool = True,
    games: int | None = None,
    seed: int = 0,
    bot: str | None = None,
) -> Source:
    """The best source of figures there is: an exact table of these rules, or rollouts.

    Args:
        rules: what is played.
        use_table: look for a solved table first.
        games: how many games stand behind each estimated figure; None for what is quick.
        seed: of the rollouts.
        bot: the bot of the rollouts; None for the game's best.

    Raises:
        UnknownBot: the game has no such bot.
    """
    if use_table and not rules.game.has_hidden_information:
        table = find_tabled(rules)
        if table is not None:
            return table
    return Rollouts(rules, games=games, seed=seed, bot=bot)


def look(game: Game, source: Source, state: State, observer: int) -> Outlook:
    """The chances now, and after each action open to the observer.

    Args:
        game: the game.
        source: from :func:`find_source`.
        state: a whole position at rest; only what the observer sees of it is used.
        observer: a seat, SPECTATOR, or OPEN to look into all cards.
    """
    seat = game.rules.seat_to_act(state)
    knows_actions = not game.has_hidden_information or observer in (seat, OPEN)
    compared = source.compare(state, observer) if knows_actions else []
    choices = [
        Choice(game.notation.format_action(each.action), each.chances, each.best)
        for each in compared
    ]
    now = source.values(state, observer)
    return Outlook(None if seat == NOBODY else seat, now, choices, source.method)


__all__ = ["OPEN", "Source", "find_source", "look"]
