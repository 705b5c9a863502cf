"""The files of the web client, straight from the package."""

from __future__ import annotations

import base64
import hashlib
import re
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from swipe.server.errors import NotFound

WEB = Path(__file__).resolve().parent.parent / "web"

# Not the operating system's table: on some machines it calls JavaScript text/plain.
TYPES = {
    ".css": "text/css",
    ".ftl": "text/plain",
    ".html": "text/html",
    ".ico": "image/vnd.microsoft.icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".md": "text/plain",
    ".mjs": "text/javascript",
    ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".wasm": "application/wasm",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}

_INLINE_SCRIPT = re.compile(rb"<script(?![^>]*\bsrc\b)[^>]*>(.*?)</script>", re.DOTALL | re.I)


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file as it is sent."""

    body: bytes
    media_type: str
    etag: str
    policy: str


class WebFiles:
    """Reads files below a folder once for every time that they change."""

    def __init__(self, folder: Path = WEB) -> None:
        self._folder = folder.resolve()
        self._kept: dict[str, tuple[tuple[int, int], WebFile]] = {}

    def read(self, path: str) -> WebFile:
        """The file at a path relative to the folder, such as ``logic/table.js``.

        Raises:
            NotFound: no such file, or none that is meant to be served.
        """
        parts = PurePosixPath(path).parts
        name = PurePosixPath(path).name
        media_type = "text/plain" if name == "LICENSE" else TYPES.get(PurePosixPath(name).suffix)
        odd = "\\" in path or "\0" in path or ":" in path
        if odd or media_type is None or any(part.startswith((".", "/")) for part in parts):
            raise NotFound(f"nothing is served at {path!r}")
        file = self._folder.joinpath(*parts)
        try:
            stat = file.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            kept = self._kept.get(path)
            if kept is not None and kept[0] == stamp:
                return kept[1]
            if not file.resolve().is_relative_to(self._folder):
                raise NotFound(f"nothing is served at {path!r}")
            body = file.read_bytes()
        except OSError:
            raise NotFound(f"nothing is served at {path!r}") from None
        found = WebFile(
            body,
            media_type,
            f'"{hashlib.sha256(body).hexdigest()[:24]}"',
            content_security_policy(body if file.suffix == ".html" else b""),
        )
        self._kept[path] = (stamp, found)
        return found


def content_security_policy(page: bytes) -> str:
    """What a page may load and do: files of this host alone.

    Scripts in the page itself, such as its import map, are allowed by their hashes.
    """
    hashes = "".join(
        f" 'sha256-{base64.b64encode(hashlib.sha256(script).digest()).decode()}'"
        for script in _INLINE_SCRIPT.findall(page)
    )
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src 'self'{hashes}",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "media-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )
