"""Why the server refuses what the rules would not even be asked about.

The code of an error on the wire is its class in kebab-case (:func:`swipe.match.errors.error_code`).
"""

from __future__ import annotations


class ServerError(ValueError):
    """A request that the server refuses; the message says what would be right.

    ``status`` is the HTTP status where the request came over plain HTTP.
    """

    status = 400


class MalformedMessage(ServerError):
    """Not a message of the protocol."""


class MessageTooLong(ServerError):
    """Longer than a message may be."""

    status = 413


class HelloFirst(ServerError):
    """A connection that has not said who it is."""


class WrongProtocol(ServerError):
    """A client that speaks another version of the wire."""


class NoSuchTable(ServerError):
    """No table has this name."""

    status = 404


class UnreadableMatch(ServerError):
    """A match that this server cannot go on with: of other rules, or damaged; the log says why."""

    status = 500


class TableFull(ServerError):
    """The table has as many connections as one may have; who holds a seat comes in all the same."""


class NoSuchMatch(ServerError):
    """The table has hosted no match of this number."""

    status = 404


class NotFound(ServerError):
    """Nothing is served at this path."""

    status = 404


class NotEnded(ServerError):
    """The record is asked for while the match runs: it holds what is hidden until the end."""

    status = 409


class WrongMatch(ServerError):
    """The command is meant for another match than the one under way at the table."""


class UnknownToken(ServerError):
    """The command needs a seat's secret token, and this is none of the table's."""


class NotYourSeat(ServerError):
    """The token is another seat's."""


class WaitForEntropy(ServerError):
    """A connected person's device has yet to add its entropy."""


class NoCoach(ServerError):
    """Chances are asked for at a table that plays without a coach."""


class CoachFailed(ServerError):
    """The coach has failed; the log says why."""

    status = 500


class TooMuchToThink(ServerError):
    """More questions for the coach than it can answer."""

    status = 429


class TooFast(ServerError):
    """More messages a second than a connection may send."""

    status = 429


class TooManyTables(ServerError):
    """More new tables a minute than an address may open."""

    status = 429


class StorageUnavailable(ServerError):
    """The database does not answer; nothing was carried out that is not told by an event."""

    status = 503


class StaleAppend(Exception):
    """The match has moved on: ``version`` is the current one."""

    def __init__(self, match: str, version: int, expected: int) -> None:
        super().__init__(f"{match} is at version {version}, not {expected}")
        self.version = version


class BadDatabase(Exception):
    """A database that this server cannot use; the message says why."""
