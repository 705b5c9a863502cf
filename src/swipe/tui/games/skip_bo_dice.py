"""Skip-Bo Dice in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swipe.games.contract import Effect
from swipe.games.skip_bo_dice import GAME
from swipe.games.skip_bo_dice.rules import SQUARES
from swipe.messages import text
from swipe.tui.contract import Seen, View
from swipe.tui.screen import Line, fit, width_of


@dataclass(frozen=True)
class SkipBoDiceView(View):
    """The path of twelve squares with the cup at its end, then the points of everybody."""

    def table(self, seen: Seen, width: int) -> list[Line]:
        fields = seen.fields
        filled, cup, race = fields["filled"], fields["cup"], fields["race_goal"]
        squares = "".join(
            f"[{square}]" if square <= filled else f" {square} " for square in range(1, SQUARES + 1)
        )
        goal = text("cli-skip-bo-dice-race" if race else "cli-skip-bo-dice-goal")
        lines: list[Line] = [
            [("  " + fit(text("cli-skip-bo-dice-board"), 10), "bold"), squares],
        ]
        if seen.position.seat is not None:
            text_of_cup = text("cli-skip-bo-dice-cup", count=cup, square=filled + 1)
            lines.append([("  " + fit("", 10), "dim"), text_of_cup])
        lines.append(
            [
                ("  " + fit(text("cli-skip-bo-dice-points"), 10), "bold"),
                f"{goal} {race or fields['goal']}",
            ]
        )
        names = seen.names
        column = max(width_of(name) for name in names) + 2
        for seat, name in enumerate(names):
            mark = ">" if seat == seen.position.seat else " "
            note = text("cli-skip-bo-dice-ender") if seat == fields["ender"] else ""
            lines.append(
                [
                    f"{mark} ",
                    (fit(name, column), f"seat{seat}"),
                    f"{seen.position.scores[seat]:>5}  ",
                    note,
                ]
            )
        return lines

    def tell(self, effects: Sequence[Effect], seen: Seen) -> list[str]:
        lines: list[str] = []
        dice: list[Effect] = []
        for effect in effects:
            if effect["effect"] == "die-shows":
                dice.append(effect)
                continue
            if dice:
                lines.append(self._throw(dice, seen))
                dice = []
            if effect["effect"] != "next-turn":
                lines.append("    " + self.tell_one(effect, seen))
        if dice:
            lines.append(self._throw(dice, seen))
        return lines

    def _throw(self, dice: Sequence[Effect], seen: Seen) -> str:
        shown = " ".join(
            f"[{each['square']}]" if each["face"] == "N" else f"[{self._mark(each['face'])}]"
            for each in dice
        )
        first, last = dice[0]["square"], dice[-1]["square"]
        name = seen.name(dice[0]["seat"])
        message = "cli-skip-bo-dice-throws"
        return text(message, name=name, count=len(dice), first=first, last=last, faces=shown)

    def _mark(self, face: str) -> str:
        return text("skip-bo-dice-face-S") if face == "S" else text("cli-skip-bo-dice-blank")

    def question(self, seen: Seen) -> str:
        name = seen.name(seen.position.to_act)
        if len(seen.position.legal) == 1:
            return text("skip-bo-dice-ask-must-roll", seat=name)
        last, completions = seen.fields["last"], seen.fields["completions"]
        return text("skip-bo-dice-ask-choose", seat=name, points=last + SQUARES * completions)

    def label(self, action: str, seen: Seen) -> str:
        return text(f"skip-bo-dice-action-{action}")

    def typed_hint(self, seen: Seen) -> str:
        if self.draws_starter(seen):
            return super().typed_hint(seen)
        first, count = seen.fields["filled"] + 1, seen.position.run
        return text(
            "cli-skip-bo-dice-typed",
            name=seen.name(seen.position.seat),
            count=count,
            first=first,
            last=first + count - 1,
        )

    def throw_help(self, seen: Seen) -> list[str]:
        return [f"  {face}: {text(f'skip-bo-dice-face-{face}')}" for face in seen.throw]


VIEW = SkipBoDiceView(
    GAME, words={"number": "N", "skip-bo": "S", "skipbo": "S", "blank": "B", "-": "B"}
)
