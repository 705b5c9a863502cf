"""WebSocket frames made once for all who are sent the same.

A frame from a server is not masked, so the bytes of an event are the same for everybody at the
table. Through ASGI each connection would make them anew, with a task to wake and a dozen calls for
every message. :class:`FrameProtocol` is uvicorn's own WebSocket protocol with one addition: the
scope's extension ``swipe.frames`` takes finished frames and hands them to the transport. Under
another server that extension is missing, and messages go through ASGI as usual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

EXTENSION = "swipe.frames"

Write: TypeAlias = Callable[[bytes], int]
"""Takes a frame; returns how many bytes are waiting for the client, 0 when it is gone."""


def text_frame(payload: bytes) -> bytes:
    """The frame of a text message from a server (RFC 6455, section 5.2)."""
    size = len(payload)
    if size < 126:
        return bytes((0x81, size)) + payload
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def frame_texts(frames: bytes) -> Iterator[str]:
    """The texts of frames made by :func:`text_frame`, one after the other."""
    start = 0
    while start < len(frames):
        size, head = frames[start + 1], 2
        if size >= 126:
            head = 4 if size == 126 else 10
            size = int.from_bytes(frames[start + 2 : start + head], "big")
        yield frames[start + head : start + head + size].decode()
        start += head + size


class FrameProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol that also takes finished frames."""

    async def run_asgi(self) -> None:
        abort = self.transport.abort
        extensions = self.scope["extensions"]
        assert extensions is not None
        extensions[EXTENSION] = {"write": self.write_frame, "abort": abort}
        await super().run_asgi()

    def write_frame(self, frame: bytes) -> int:
        """Hand a frame to the transport, between two messages of ASGI."""
        transport = self.transport
        if self.disconnected or self.close_sent or transport.is_closing():
            return 0
        transport.write(frame)
        return transport.get_write_buffer_size()
