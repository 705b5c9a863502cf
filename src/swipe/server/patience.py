"""Connections that never finish asking are closed: each holds a file of the process.

uvicorn closes a connection that is idle after an answer, but waits without end for a request that
was begun, or never was. A WebSocket has its own limits, see :mod:`swipe.server.connection`.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

REQUEST_WITHIN = 20.0
"""Seconds that a request may take to arrive, from the connection or its first byte."""


class PatientProtocol(HttpToolsProtocol):
    """uvicorn's protocol with an end to its patience."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        cycle = getattr(self, "cycle", None)  # not yet there before the first request
        if cycle is None or cycle.response_complete or cycle.more_body:
            self._wait()
        else:
            self._stop_waiting()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_WITHIN, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        # After an upgrade the transport belongs to another protocol.
        if self.transport.get_protocol() is self:
            self.transport.abort()
