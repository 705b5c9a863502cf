"""What people see of Swipe (dice): everything, and what happened."""

from __future__ import annotations

from typing import Any

from swipe.games.contract import Effect, Step
from swipe.games.swipe_dice import rules
from swipe.games.swipe_dice.notation import FACE_NAMES
from swipe.games.swipe_dice.rules import State


def redact(state: State, observer: int) -> State:
    """Nothing is hidden in this game: a copy."""
    copy: State = state.copy()  # type: ignore[attr-defined]
    return copy


def sees_outcome(state: State, outcome: int, observer: int) -> bool:
    return True


def describe(step: Step, observer: int) -> list[Effect]:
    before, after = step.before, step.after
    seat = int(before.seat)
    name = step.name
    if name == "land":
        return _landed(step)
    if name == "play":
        return _played(step)
    if name == "take-chips":
        count = int(after.chips[seat]) - int(before.chips[seat])
        return [{"effect": name, "seat": seat, "count": count, "left": int(after.centre_chips)}]
    if name in ("take-dice", "lose-dice"):
        count = abs(int(after.dice[seat]) - int(before.dice[seat]))
        return [{"effect": name, "seat": seat, "count": count, "left": int(after.centre_dice)}]
    if name in ("swipe-die", "swipe-chip"):
        return [_swiped(before, after, name)]
    if name == "super-swipe":
        givers = [s for s in range(int(before.players)) if after.dice[s] < before.dice[s]]
        return [{"effect": name, "seat": seat, "from": givers, "count": len(givers)}]
    if name in ("no-die-to-swipe", "no-chip-to-swipe"):
        return [{"effect": name, "seat": seat}]
    if name == "next-turn":
        return [{"effect": name, "seat": int(after.seat)}]
    if name in ("tie", "roll-on"):
        return [{"effect": name, "seats": _seats(int(after.contenders))}]
    if name == "win":
        return [{"effect": name, "seat": int(after.winner)}]
    return []


def _landed(step: Step) -> list[Effect]:
    outcome = step.outcome
    if outcome is None:
        return []
    if outcome >= rules.STARTER_IS:
        return [{"effect": "begin", "seat": outcome - rules.STARTER_IS}]
    before = step.before
    if int(before.stage) == rules.ROLL_OFF:
        contenders = _seats(int(before.contenders))
        seat = contenders[len(contenders) - int(before.to_roll)]
        return [{"effect": "roll-off-die", "seat": seat, "face": FACE_NAMES[outcome]}]
    return [{"effect": "die-shows", "seat": int(before.seat), "face": FACE_NAMES[outcome]}]


def _played(step: Step) -> list[Effect]:
    action = step.action
    assert action is not None
    seat = int(step.before.seat)
    if action >= rules.CARRY_OUT:
        return []
    if action == rules.DECLINE_DIE:
        return [{"effect": "decline-die", "seat": seat}]
    if action == rules.DECLINE_CHIP:
        return [{"effect": "decline-chip", "seat": seat}]
    name = "swipe-chip" if action >= rules.SWIPE_CHIP_FROM else "swipe-die"
    return [_swiped(step.before, step.after, name)]


def _swiped(before: Any, after: Any, name: str) -> Effect:
    field = "chips" if name == "swipe-chip" else "dice"
    had, has = getattr(before, field), getattr(after, field)
    target = next(s for s in range(int(before.players)) if has[s] < had[s])
    return {"effect": name, "seat": int(before.seat), "from": target, "left": int(has[target])}


def _seats(mask: int) -> list[int]:
    return [seat for seat in range(rules.MAX_PLAYERS) if mask >> seat & 1]
