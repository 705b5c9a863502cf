"""What people see of Skip-Bo Dice: everything, and what happened."""

from __future__ import annotations

from swipe.games.contract import Effect, Step
from swipe.games.skip_bo_dice import rules
from swipe.games.skip_bo_dice.notation import FACE_NAMES
from swipe.games.skip_bo_dice.rules import State


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
        if step.action == rules.STOP:
            return []  # told by "score"
        points = rules.at_risk(after)
        return [{"effect": "roll", "seat": seat, "count": int(after.cup), "points": points}]
    if name == "place-dice":
        count = int(after.filled) - int(before.filled)
        points = rules.at_risk(after)
        square = int(after.last)
        return [{"effect": name, "seat": seat, "count": count, "square": square, "points": points}]
    if name == "fill-board":
        return [{"effect": name, "seat": seat}]
    if name == "miss":
        square = int(before.filled) + 1
        return [{"effect": name, "seat": seat, "square": square, "count": rules.at_risk(before)}]
    if name == "score":
        total = int(after.scores[seat])
        return [{"effect": name, "seat": seat, "count": rules.at_risk(before), "total": total}]
    if name == "start-end":
        return [{"effect": name, "seat": seat, "total": int(after.scores[seat])}]
    if name == "next-turn":
        last = int(after.turns_left) > 0
        return [{"effect": "last-turn" if last else name, "seat": int(after.seat)}]
    if name == "tie":
        best = rules.best_score(after)
        seats = [s for s in range(int(after.players)) if int(after.scores[s]) == best]
        goal = int(after.race_goal)
        return [{"effect": name, "seats": seats, "total": best, "goal": goal}]
    if name == "win":
        winner = int(after.winner)
        return [{"effect": name, "seat": winner, "total": int(after.scores[winner])}]
    return []


def _landed(step: Step) -> list[Effect]:
    outcome = step.outcome
    if outcome is None:
        return []
    if outcome >= rules.STARTER_IS:
        return [{"effect": "begin", "seat": outcome - rules.STARTER_IS}]
    before = step.before
    return [
        {
            "effect": "die-shows",
            "seat": int(before.seat),
            "square": rules.next_square(before),
            "face": FACE_NAMES[outcome],
        }
    ]
