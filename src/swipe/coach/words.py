"""Chances and advice in plain words, from the message files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from swipe.games.contract import Effect, Game, State
from swipe.messages import has_message, text
from swipe.protocol import Chances, Choice, Outlook

SMALLEST = 0.0005
"""Changes below this are shown as zero: they would be printed as 0.0 %."""


def percent(value: float) -> str:
    """A share of 1 as per cent, with one decimal."""
    return text("coach-percent", value=value)


def change(value: float) -> str:
    """A difference of shares, with its sign."""
    sign = "zero" if abs(value) < SMALLEST else "minus" if value < 0 else "plus"
    return text("coach-change", value=abs(value), sign=sign)


def small(value: float) -> str:
    """A bound, such as ``3e-07``."""
    return f"{value:.0e}"


def label(chances: Chances) -> str:
    """``exact``, ``bounded`` or ``estimated`` in the reader's language."""
    return text("coach-label", label=chances.label)


def label_sentence(chances: Chances, method: str) -> str:
    """What the label means for these figures."""
    return text(
        "coach-label-more",
        label=chances.label,
        bound=small(chances.bound),
        games=chances.games,
        bot=method,
    )


def where(mover: int, seat: int, players: int) -> str:
    """Where a seat sits, seen from the mover."""
    if players > 2 and (seat - mover) % players == 1:
        return "left"
    if players > 2 and (mover - seat) % players == 1:
        return "right"
    return "other"


def action(game: Game, action_text: str, mover: int, names: Sequence[str]) -> str:
    """An action as a phrase, such as "Swiping a die from Bob, the left neighbour".

    The message of the action ``die:2`` is ``coach-act-<game>-die``. It gets the part after the
    colon as ``$arg``, and where that is a seat, who sits there and where as ``$target``.
    """
    kind, _, arg = action_text.partition(":")
    message = f"coach-act-{game.name}-{kind}"
    if not has_message(message):
        return text("coach-act-any", action=action_text.replace("x", "×"))
    target = ""
    if arg.isdecimal() and 1 <= int(arg) <= len(names):
        seat = int(arg) - 1
        place = where(mover, seat, len(names))
        target = text("coach-where", where=place, seat=names[seat])
    return text(message, arg=arg, target=target)


def scores_line(game: Game, state: State, names: Sequence[str]) -> str:
    """What people compare during play, such as "chips: Ann 4, Bob 2"."""
    scores = ", ".join(
        text("coach-rank", seat=name, rank=int(game.rules.score(state, seat)))
        for seat, name in enumerate(names)
    )
    return text("coach-scores", what=text(f"{game.name}-score"), scores=scores)


def chances_line(chances: Chances, names: Sequence[str]) -> str:
    """Everybody's chances in a line, without the label."""
    return "   ".join(
        text("coach-chance-of", seat=name, win=percent(win))
        for name, win in zip(names, chances.win, strict=True)
    )


def chances_lines(chances: Chances, names: Sequence[str]) -> list[str]:
    """Everybody's chances, a line each, with intervals where they are estimated."""
    if chances.label != "estimated":
        return [
            text("coach-chance-of", seat=name, win=f"{win:.9f}")
            for name, win in zip(names, chances.win, strict=True)
        ]
    rows = zip(names, chances.win, chances.low, chances.high, strict=True)
    return [
        text(
            "coach-chance-of-interval",
            seat=name,
            win=percent(win),
            low=percent(low),
            high=percent(high),
        )
        for name, win, low, high in rows
    ]


def bar(chances: Chances, width: int = 60) -> str:
    """A stacked bar of letters, one a seat: ``AAAAAAABBBBBCCC``; always ``width`` long."""
    shown, total = "", 0.0
    for seat, win in enumerate(chances.win):
        total += win
        shown += chr(ord("A") + seat) * max(0, round(total * width) - len(shown))
    return shown[:width].ljust(width, shown[-1:] or " ")


def choice_line(game: Game, choice: Choice, mover: int, names: Sequence[str]) -> str:
    """What an action keeps for the mover."""
    what = action(game, choice.action, mover, names)
    chances = choice.chances
    message = "coach-advice-interval" if chances.label == "estimated" else "coach-advice-line"
    return text(
        message,
        what=what,
        win=percent(chances.win[mover]),
        low=percent(chances.low[mover]),
        high=percent(chances.high[mover]),
        seat=names[mover],
    )


def verdict(game: Game, outlook: Outlook, names: Sequence[str]) -> str:
    """Which action is best, in a sentence; empty where there is nothing to choose."""
    if len(outlook.choices) < 2 or outlook.seat is None:
        return ""
    best = [choice for choice in outlook.choices if choice.best]
    if len(best) == len(outlook.choices):
        return text("coach-advice-say-equal")
    mover = outlook.seat
    what = "; ".join(action(game, choice.action, mover, names) for choice in best)
    return text("coach-advice-say-best", what=what)


def effect(game: Game, happened: Effect, names: Sequence[str]) -> str:
    """What happened, as a sentence; empty where the game has no words for it."""
    message = f"{game.name}-effect-{happened['effect']}"
    if not has_message(message):
        return ""
    arguments: dict[str, Any] = {
        key: _name(value, names) if key in ("seat", "from", "seats") else _plain(value)
        for key, value in happened.items()
        if key != "effect"
    }
    return text(message, **arguments)


def _name(value: int | Sequence[int], names: Sequence[str]) -> str:
    if isinstance(value, int):
        return names[value]
    return ", ".join(names[seat] for seat in value) or "–"


def _plain(value: object) -> object:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
