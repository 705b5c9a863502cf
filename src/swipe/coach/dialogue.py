"""The terminal's side of a followed match: says chances and advice, reads lines."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from swipe.coach import words
from swipe.coach.chances import Source, look
from swipe.coach.rollouts import OPEN
from swipe.coach.table_side import TableSide
from swipe.games.contract import CHANCE, DECISION, NOBODY, Effect, GameError
from swipe.match.errors import MatchError
from swipe.match.events import Acted, Drawn, MatchEvent
from swipe.match.record import write_record
from swipe.messages import has_message, text
from swipe.protocol import Outlook


class Leave(Exception):
    """The person has had enough, or there is nobody any more."""


def read_line() -> str:
    """The next line of standard input.

    Raises:
        Leave: there is none.
    """
    line = sys.stdin.readline()
    if not line:
        raise Leave
    return line.strip()


class Dialogue:
    """Follows a match until it is over or the person leaves.

    Args:
        side: the match.
        source: of the figures.
        record: where to keep the record, after every line; None to keep none.
        ask: gives the next line, or raises Leave.
    """

    def __init__(
        self,
        side: TableSide,
        source: Source,
        record: Path | None = None,
        ask: Callable[[], str] = read_line,
    ) -> None:
        self.side = side
        self.source = source
        self.record = record
        self.ask = ask

    def run(self) -> None:
        """Follow the match."""
        side = self.side
        names = ", ".join(side.names)
        click.echo(text("coach-hello", game=text(f"{side.game.name}-title"), seats=names))
        self.save()
        try:
            while not side.over:
                outlook = self.say_chances()
                self.say_advice(outlook)
                self.answer(outlook)
                self._keep()
        except Leave:
            saved = self._saved() if self.record else text("coach-not-saved")
            click.echo(text("coach-left", saved=saved))
            return
        self.say_result()

    def save(self) -> None:
        """Write the record, where it is kept."""
        if self.record is not None:
            write_file(self.record, self.side.events)

    def _keep(self) -> None:
        """Save, and go on with the match where that fails: what was typed is not lost with it."""
        try:
            self.save()
        except OSError as error:
            click.echo(text("coach-error-save", file=str(self.record), reason=str(error)))

    def save_to(self, path: Path) -> None:
        """Keep the record in a new file from now on; one that is there stays what it is."""
        if path != self.record and path.exists():
            click.echo(text("coach-error-save-exists", file=str(path)))
            return
        try:
            write_file(path, self.side.events)
        except OSError as error:
            click.echo(text("coach-error-save", file=str(path), reason=str(error)))
            return
        self.record = path
        click.echo(self._saved())

    def _saved(self) -> str:
        return text("coach-saved", file=str(self.record))

    # --- saying -----------------------------------------------------------------------------------

    def observer(self) -> int:
        """Who is told: whoever decides, where cards are hidden."""
        seat = self.side.match.seat_to_act
        return OPEN if not self.side.game.has_hidden_information or seat == NOBODY else seat

    def say_chances(self) -> Outlook:
        """Print everybody's chances; return them."""
        side = self.side
        outlook = look(side.game, self.source, side.match.state, self.observer())
        label = words.label(outlook.now)
        click.echo("")
        click.echo(f"  {words.scores_line(side.game, side.match.state, side.names)}")
        click.echo(f"  [{words.bar(outlook.now)}]")
        click.echo(f"  {words.chances_line(outlook.now, side.names)}   ({label})")
        return outlook

    def say_advice(self, outlook: Outlook) -> None:
        """Print what each choice keeps, in the order of their numbers."""
        if outlook.seat is None or not outlook.choices:
            return
        for number, choice in enumerate(outlook.choices, 1):
            line = words.choice_line(self.side.game, choice, outlook.seat, self.side.names)
            click.echo(f"  {number}. {line}")
        if verdict := words.verdict(self.side.game, outlook, self.side.names):
            click.echo(f"  {verdict}")

    def say_effects(self, effects: Sequence[Effect]) -> None:
        """Print what happened."""
        for each in effects:
            if sentence := words.effect(self.side.game, each, self.side.names):
                click.echo(f"  {sentence}")

    def say_result(self) -> None:
        """Print who won."""
        side = self.side
        assert side.match.ended is not None
        ranked = sorted(zip(side.match.ended.ranks, side.names, strict=True))
        result = ", ".join(text("coach-rank", seat=name, rank=rank) for rank, name in ranked)
        click.echo(text("coach-finished", result=result))
        click.echo(self._saved() if self.record else text("coach-not-saved"))

    # --- asking -----------------------------------------------------------------------------------

    def answer(self, outlook: Outlook) -> None:
        """Read lines until one moves the match on (or back)."""
        side = self.side
        if chosen := side.bot_action():
            seat = side.match.seat_to_act
            what = words.action(side.game, chosen, seat, side.names)
            click.echo(text("coach-bot-chose", seat=side.names[seat], what=what))
            self.say_effects(side.act(chosen))
            return
        if side.match.phase == CHANCE and side.match.seat_to_act in side.bots:
            self.say_effects(side.throw())
            return
        self._ask()
        while True:
            try:
                if self._take(self.ask(), outlook):
                    return
            except (GameError, MatchError, ValueError) as error:
                click.echo(str(error))

    def _ask(self) -> None:
        side = self.side
        seat = side.match.seat_to_act
        name = side.names[seat] if seat != NOBODY else ""
        if side.match.phase == DECISION:
            click.echo(text("coach-ask-choice", seat=name))
        elif not side.typed:
            click.echo(text("coach-ask-drawn", seat=name) if name else text("coach-ask-drawn-any"))
        else:
            self._ask_throw(name)

    def _ask_throw(self, name: str) -> None:
        side = self.side
        possible = side.possible_outcomes()
        if not all(has_message(f"{side.game.name}-face-{each}") for each in possible):
            click.echo(text("coach-ask-draw", possible=", ".join(possible)))
            return
        shown = ", ".join(
            text("coach-face", text=each, words=text(f"{side.game.name}-face-{each}"))
            for each in possible
        )
        message = "coach-ask-throw" if name else "coach-ask-throw-any"
        click.echo(text(message, seat=name, dice=side.needed, possible=shown))
        if side.needed > 1 and has_message(f"coach-note-throw-{side.game.name}"):
            click.echo(text(f"coach-note-throw-{side.game.name}"))

    def _take(self, line: str, outlook: Outlook) -> bool:
        side = self.side
        word, _, rest = line.partition(" ")
        if word == "quit":
            raise Leave
        if word == "help":
            click.echo(text("coach-help"))
        elif word == "chances":
            click.echo(words.label_sentence(outlook.now, outlook.method))
            for each in words.chances_lines(outlook.now, side.names):
                click.echo(f"  {each}")
        elif word == "save" and rest:
            self.save_to(Path(rest))
        elif word == "undo":
            undone = side.undo()
            if undone is None:
                click.echo(text("coach-nothing-to-undo"))
                return False
            click.echo(text("coach-undone", what=describe(side, undone)))
            return True
        elif side.match.phase == DECISION:
            self.say_effects(side.act(self._chosen(line, outlook)))
            return True
        elif line or not side.typed:
            self.say_effects(side.throw(line))
            return True
        else:
            self._ask()
        return False

    def _chosen(self, line: str, outlook: Outlook) -> str:
        actions = self.side.possible_actions()
        number = int(line[:9]) if line.isdecimal() else 0
        if 1 <= number <= len(actions):
            return actions[number - 1]
        if line in actions:
            return line
        shown = ", ".join(actions[:12])
        raise ValueError(text("coach-error-choice", most=len(actions), possible=shown))


def describe(side: TableSide, event: MatchEvent) -> str:
    """A throw or choice in a word or two."""
    if isinstance(event, Drawn):
        return " ".join(outcome or "?" for outcome in event.outcomes)
    assert isinstance(event, Acted)
    return words.action(side.game, event.action, event.seat, side.names)


def write_file(path: Path, events: Sequence[MatchEvent]) -> None:
    """Write a record so that a crash leaves the old one or the new one, whole."""
    partial = path.with_name(f".{path.name}.partial")
    partial.write_text(write_record(events), encoding="utf-8", newline="\n")
    partial.replace(path)
