"""One process at a time: for files that several processes must not write together.

The lock is the operating system's, so it ends with the process that holds it, whatever happens to
it, and what a killed process has left can be taken up at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


class Busy(ValueError):
    """Another process is at work on the same files; the message names them."""


@contextmanager
def alone_with(path: Path) -> Iterator[None]:
    """Be the only process that works on ``path`` and what stands beside it.

    A file ``<path>.lock`` is there meanwhile.

    Raises:
        Busy: another process works on it.
        OSError: the lock cannot be written.
    """
    lock = path.with_name(path.name + ".lock")
    while True:
        with lock.open("a") as file:
            if not _take(file):
                raise Busy(f"another process is at work on {path}: wait until it is done")
            if not _is_still(lock, file):
                continue  # whoever had it took the file away before it could be locked
            try:
                yield
            finally:
                _remove(lock)
            return


def _take(file: IO[str]) -> bool:
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_still(lock: Path, file: IO[str]) -> bool:
    try:
        return os.path.samestat(lock.stat(), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def _remove(lock: Path) -> None:
    # Windows removes no open file; there it stays, unlocked and empty.
    if sys.platform != "win32":
        lock.unlink(missing_ok=True)
