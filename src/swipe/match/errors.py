"""Why a command or an event is refused."""

from __future__ import annotations

import re


class MatchError(ValueError):
    """A command that cannot be carried out; the message says what would be right."""


class StaleCommand(MatchError):
    """Decided against an older version of the match; ``version`` is the current one."""

    def __init__(self, version: int, expected: int) -> None:
        super().__init__(f"the match is at version {version}, not {expected}: look again")
        self.version = version


class SeatTaken(MatchError):
    """The seat is occupied, or no such seat exists."""


class SeatEmpty(MatchError):
    """The seat has nobody in it, or not the kind of player that is needed."""


class NotNow(MatchError):
    """The match is not at the point where this can be done."""


class WrongChance(MatchError):
    """Outcomes typed in where they are drawn, a draw where they are typed, or the wrong draw."""


class BrokenRecord(ValueError):
    """A record that cannot be true: ``version`` is the first event that is wrong."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"event {version}: {reason}")
        self.version = version
        self.reason = reason


def error_code(error: Exception) -> str:
    """The name of an error on the wire: its class in kebab-case, such as ``illegal-action``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()
