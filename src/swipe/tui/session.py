"""A session at the terminal: who is asked what, who is shown what, until the end or ``quit``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from swipe.games.contract import CHANCE, NOBODY, SPECTATOR, GameError
from swipe.match.errors import MatchError
from swipe.messages import text
from swipe.tui.contract import Misread, Seen, View, join_words
from swipe.tui.rules_text import rule_lines
from swipe.tui.screen import EndOfInput, Screen
from swipe.tui.storage import short_name
from swipe.tui.table import LocalTable

T = TypeVar("T")

LOG_LINES = 15
"""How many lines ``log`` shows."""

SHOWN_DIGITS = 16
"""How much of the commitment's 64 digits is shown: 2**64 secrets to try for another that fits."""


class Left(Exception):
    """The people have left the table; the match can be resumed."""


class Session:
    """The conversation of one terminal with the people in front of it.

    In a game with hidden information that several people play, the screen shows what one of them
    may see at a time, and is covered before the next one looks.
    """

    def __init__(self, table: LocalTable, view: View, screen: Screen) -> None:
        self.table = table
        self.view = view
        self.screen = screen
        people = table.people
        hidden = table.match.game.has_hidden_information
        self._covers = hidden and len(people) > 1
        self._viewer = people[0] if hidden and len(people) == 1 else SPECTATOR
        # By observer: up to which version its news were told, and all that it was told.
        self._told: dict[int, int] = {}
        self._log: dict[int, list[str]] = {}

    # --- the whole session ------------------------------------------------------------------------

    def play(self) -> bool:
        """Play until the end; False when the people left before it."""
        try:
            self._begin()
            while self.table.match.ended is None:
                self._step()
            self._tell_news()
            self._show_result()
        except (EndOfInput, Left, KeyboardInterrupt):
            path = self.table.file.path
            self.screen.show()
            self.screen.show(text("cli-left", path=str(path)), "bold")
            self.screen.show_command(f"swipe play --resume {short_name(path)}")
            return False
        return True

    def _begin(self) -> None:
        show, match = self.screen.show, self.table.match
        created = match.created
        game, changed = text(f"{match.game.name}-title"), match.rules.changed_options
        options = join_words([f"{name} = {value}" for name, value in changed.items()])
        message = "cli-begin-rules-changed" if changed else "cli-begin-rules"
        show(text(message, game=game, count=match.rules.players, options=options))
        bots = [
            text("cli-begin-bot", name=holder.name, bot=text("common-bot-kind", bot=holder.bot))
            for holder in match.seats
            if holder and holder.bot
        ]
        if bots:
            show(text("cli-begin-bots", count=len(bots), bots=join_words(bots)))
        if created.chance == "typed":
            show(text("cli-begin-typed"))
        elif created.chance == "repeated":
            show(text("cli-begin-repeated", origin=created.origin))
        else:
            message = "cli-begin-seeded" if created.chance == "seeded" else "cli-begin-fair"
            show(text(message, fingerprint=created.commitment[:SHOWN_DIGITS]))
        show(text("cli-begin-record", path=str(self.table.file.path)))
        if self.table.people:
            show(text("cli-begin-commands"))
        for observer in (SPECTATOR, *range(len(match.seats))):
            # Before the start nothing happens that the lines above do not say.
            self._told[observer] = min(match.version, 1)
        show()

    def _step(self) -> None:
        match = self.table.match
        seat = match.seat_to_act
        holder = None if seat == NOBODY else match.seats[seat]
        policy = holder.policy if holder else ""
        if match.phase == CHANCE and self.table.is_typed:
            self._ask_typed()
        elif match.phase == CHANCE:
            if not policy:
                self._ask_throw(seat)
            self.table.throw()
        elif policy:
            self.table.bot_acts()
        else:
            self._ask_choice(seat)
        if not self._covers:
            self._tell_news()

    # --- what is shown ----------------------------------------------------------------------------

    def _seen(self) -> Seen:
        return self.table.seen(self._viewer)

    def _tell_news(self) -> None:
        """Say what happened since the viewer was last told."""
        lines: list[str] = []
        seen = self._seen()
        for effects in self.table.effects_since(self._told[self._viewer], self._viewer):
            lines += self.view.tell(effects, seen)
        self._told[self._viewer] = self.table.match.version
        self._log.setdefault(self._viewer, []).extend(lines)
        self.screen.show_all(lines)

    def _show_table(self) -> None:
        seen = self._seen()
        self.screen.rule(self.view.title(seen))
        self.screen.show_all(self.view.table(seen, self.screen.width))

    def _hand_over(self, seat: int) -> None:
        """Bring a person before the screen, and nothing of what others may see with it."""
        if not self._covers or self._viewer == seat:
            return
        names = self._seen().names
        if self._viewer != SPECTATOR:
            self._tell_news()
            self._ask(text("cli-cover", name=names[self._viewer]), [], lambda typed: True)
        self._viewer = SPECTATOR
        self.screen.clear()
        self._ask(text("cli-pass-to", name=names[seat]), [], lambda typed: True)
        self._viewer = seat

    def _show_result(self) -> None:
        match, show = self.table.match, self.screen.show
        ended = match.ended
        assert ended is not None
        seen = self._seen()
        self._show_table()
        show()
        unit = text(f"{match.game.name}-score")
        order = sorted(range(len(ended.ranks)), key=lambda seat: (ended.ranks[seat], seat))
        for seat in order:
            rank, score = ended.ranks[seat], seen.position.scores[seat]
            line = text("cli-result-line", rank=rank, name=seen.names[seat], score=score, unit=unit)
            show(line, "bold" if rank == 1 else "")
        show()
        path = self.table.file.path
        show(text("cli-end-secret" if ended.secret else "cli-end-record", path=str(path)))
        self.screen.show_command(f"swipe verify {short_name(path)}")

    # --- what is asked ----------------------------------------------------------------------------

    def _ask_throw(self, seat: int) -> None:
        self._hand_over(seat)
        self._tell_news()
        self._show_table()
        hint = self.view.throw_hint(self._seen())

        def accept(typed: str) -> bool:
            if typed.lower() not in ("", "r", "roll", "throw"):
                raise Misread(text("cli-misread-throw", typed=typed))
            return True

        self._ask(hint, [text("cli-help-throw")], accept)

    def _ask_choice(self, seat: int) -> None:
        self._hand_over(seat)
        self._tell_news()
        seen = self._seen()
        if self.view.shows_table_at_choice:
            self._show_table()
        self.screen.show(self.view.question(seen))
        self.screen.show_all(self.view.list_choices(seen))
        action = self._ask(
            self.view.choice_hint(seen),
            self.view.choice_help(seen),
            lambda typed: self.view.read_choice(typed, seen),
        )
        self.table.act(action)

    def _ask_typed(self) -> None:
        """Real dice: type what they show, look at it, and only then it counts."""
        self._tell_news()
        self._show_table()
        seen = self._seen()
        read = self.view.read_throw
        help_lines = self.view.typed_help(seen)
        outcomes = self._ask(
            self.view.typed_hint(seen), help_lines, lambda typed: read(typed, seen)
        )
        while True:
            again = self._ask(
                self.view.confirm_hint(outcomes, seen),
                help_lines,
                lambda typed: read(typed, seen) if typed else [],
            )
            if not again:
                break
            outcomes = again
        try:
            self.table.enter(outcomes)
        except (MatchError, GameError) as error:  # the other dice of the throw made one impossible
            self.screen.show(str(error), "loss")

    def _ask(self, prompt: str, help_lines: list[str], accept: Callable[[str], T]) -> T:
        """Ask until the answer is one that the prompt accepts; the commands work everywhere."""
        while True:
            typed = self.screen.ask(prompt)
            if self._command(typed.lower(), help_lines):
                continue
            try:
                return accept(typed)
            except Misread as error:
                self.screen.show(str(error), "loss")

    def _command(self, typed: str, help_lines: list[str]) -> bool:
        screen = self.screen
        word, _, rest = typed.partition(" ")
        if typed in ("?", "help", "h"):
            screen.show_all(help_lines)
            screen.show(text("cli-help-commands"))
        elif typed in ("quit", "exit", "q"):
            raise Left
        elif typed == "save":
            screen.show(text("cli-saved", path=str(Path(self.table.file.path).resolve())))
        elif typed == "table":
            self._show_table()
        elif typed == "rules":
            rules = self.table.match.rules
            screen.page(rule_lines(rules.game, rules), text("cli-more"))
        elif word == "log" and (rest in ("", "all") or rest.isdecimal()):
            lines = self._log.get(self._viewer, [])
            count = LOG_LINES if not rest else len(lines) if rest == "all" else int(rest[:9])
            shown = lines[-count:] if count else []
            screen.page(shown or [text("cli-log-empty")], text("cli-more"))
        else:
            return False
        return True
