"""Swipe (dice) in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swipe.games.contract import Effect
from swipe.games.swipe_dice import GAME
from swipe.games.swipe_dice.notation import FACE_NAMES
from swipe.messages import text
from swipe.tui.contract import Choice, Seen, View
from swipe.tui.screen import Line, fit

_FACE_STYLES = {"C": "gain", "D": "gain", "X": "loss", "SD": "bold", "SC": "bold"}


@dataclass(frozen=True)
class SwipeDiceView(View):
    """One line for the centre, one a seat; a throw is told in one line."""

    def table(self, seen: Seen, width: int) -> list[Line]:
        fields = seen.fields
        chips, dice = fields["chips"], fields["dice"]
        centre = [self._holding(fields["centre_chips"], fields["centre_dice"])]
        if fields["box_dice"]:
            centre.append(text("cli-swipe-dice-in-the-box", count=fields["box_dice"]))
        lines: list[Line] = [
            [("  " + fit(text("cli-centre"), 26), "bold"), "   ".join(centre)],
        ]
        for seat, name in enumerate(seen.names):
            mark = ">" if seat == seen.position.seat else " "
            lines.append(
                [
                    f"{mark} ",
                    (fit(name, 26), f"seat{seat}"),
                    self._holding(chips[seat], dice[seat]),
                ]
            )
        return lines

    def _holding(self, chips: int, dice: int) -> str:
        """Chips and dice with their numbers below each other."""
        shown_chips = text("cli-swipe-dice-chips", count=chips)
        shown_dice = text("cli-swipe-dice-dice", count=dice)
        return fit(" " * (chips < 10) + shown_chips, 12) + " " * (dice < 10) + shown_dice

    def tell(self, effects: Sequence[Effect], seen: Seen) -> list[str]:
        lines: list[str] = []
        faces: list[str] = []
        for effect in effects:
            if effect["effect"] == "die-shows":
                faces.append(effect["face"])
                continue
            if faces:
                lines.append(self._throw(faces, effects, seen))
                faces = []
            if effect["effect"] != "next-turn":  # the table above the next throw says so
                lines.append("    " + self.tell_one(effect, seen))
        if faces:
            lines.append(self._throw(faces, effects, seen))
        return lines

    def _throw(self, faces: Sequence[str], effects: Sequence[Effect], seen: Seen) -> str:
        seat = next(e["seat"] for e in effects if e["effect"] == "die-shows")
        ordered = sorted(faces, key=FACE_NAMES.index)
        shown = " ".join(f"[{text(f'swipe-dice-face-{face}')}]" for face in ordered)
        return text("cli-swipe-dice-throws", name=seen.name(seat), faces=shown)

    def question(self, seen: Seen) -> str:
        fields, position = seen.fields, seen.position
        name = seen.name(position.to_act)
        face = {"choose-die": "SD", "choose-chip": "SC"}.get(fields["stage"])
        if face is None:
            pending = fields["pending"]
            left = " ".join(
                f"[{text(f'swipe-dice-face-{face}')}]"
                for face, count in zip(FACE_NAMES, pending, strict=True)
                for _ in range(count)
            )
            return text("cli-swipe-dice-ask-order", name=name, faces=left)
        count = fields["pending"][FACE_NAMES.index(face)]
        return text(f"cli-swipe-dice-ask-{fields['stage']}", name=name, count=count)

    def choices(self, seen: Seen) -> list[Choice]:
        return [Choice(self._label(action, seen), action) for action in seen.position.legal]

    def _label(self, action: str, seen: Seen) -> str:
        kind, _, rest = action.partition(":")
        if kind == "do":
            return text(f"swipe-dice-face-{rest}")
        if rest == "none":
            return text(f"cli-swipe-dice-no-{kind}")
        seat = int(rest) - 1
        return text(
            "cli-swipe-dice-from",
            name=seen.name(seat),
            chips=text("cli-swipe-dice-chips", count=seen.fields["chips"][seat]).strip(),
            dice=text("cli-swipe-dice-dice", count=seen.fields["dice"][seat]).strip(),
        )

    def typed_hint(self, seen: Seen) -> str:
        if self.draws_starter(seen):
            return super().typed_hint(seen)
        fields = seen.fields
        if fields["stage"] == "roll-off":
            names = [
                name for seat, name in enumerate(seen.names) if fields["contenders"] >> seat & 1
            ]
            return text("cli-swipe-dice-typed-roll-off", names=", ".join(names))
        count = seen.position.run
        return text("cli-swipe-dice-typed", name=seen.name(seen.position.to_act), count=count)

    def throw_help(self, seen: Seen) -> list[str]:
        return [f"  {face}: {text(f'swipe-dice-face-{face}')}" for face in FACE_NAMES]


VIEW = SwipeDiceView(
    GAME,
    words={
        "chip": "C",
        "die": "D",
        "swipe die": "SD",
        "swipe a die": "SD",
        "swipe chip": "SC",
        "swipe a chip": "SC",
    },
)
