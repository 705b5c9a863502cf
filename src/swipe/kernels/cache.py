"""Compiled code on disk, valid for exactly the source that it was compiled from.

Numba's own cache looks at one file, the one of the outermost function; here that function calls
rules and bots from other modules. So an entry is stamped with a digest of all the source that can
be in it.
"""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from numba.core import caching

import swipe

log = logging.getLogger(__name__)


def cache_directory() -> Path:
    """Where compiled code is kept: ``$SWIPE_CACHE``, or ``swipe`` in the user's cache."""
    given = os.environ.get("SWIPE_CACHE")
    if given:
        return Path(given) / "kernels"
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "swipe" / "kernels"


def source_digest(files: Iterable[Path] = ()) -> str:
    """A digest of the rules, the bots, the kernels and some further source files."""
    package = Path(swipe.__file__).parent
    sources = [
        path
        for floor in ("games", "bots", "kernels")
        for path in sorted((package / floor).rglob("*.py"))
    ]
    further = sorted({Path(path).resolve() for path in files} - {p.resolve() for p in sources})
    digest = hashlib.sha256(sys.version.encode())
    for path in [*sources, *further]:
        name = path.relative_to(package) if path.is_relative_to(package) else path
        digest.update(f"{name}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


class _Locator(caching._CacheLocator):
    def __init__(self, stamp: str) -> None:
        self.stamp = stamp

    def get_cache_path(self) -> str:
        return str(cache_directory())

    def get_source_stamp(self) -> str:
        return self.stamp

    def get_disambiguator(self) -> str:
        return ""


class _Impl(caching.CompileResultCacheImpl):
    def __init__(self, name: str, stamp: str) -> None:
        self._locator = _Locator(stamp)
        self._filename_base = f"{name}.py{sys.version_info[0]}{sys.version_info[1]}"


class KernelCache(caching.FunctionCache):
    """Numba's cache of a function's compiled versions, under a name and a source digest.

    The name tells apart what shares one source, such as a driver with other bots.
    """

    def __init__(self, py_func: Any, name: str, stamp: str) -> None:
        self._name = name
        self._py_func = py_func
        self._impl = _Impl(name, stamp)
        self._cache_path = self._impl.locator.get_cache_path()
        self._cache_file = caching.IndexDataCacheFile(
            cache_path=self._cache_path,
            filename_base=self._impl.filename_base,
            source_stamp=stamp,
        )
        self.enable()

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What was kept; None, and the cache is emptied, where that cannot be used."""
        try:
            return super().load_overload(sig, target_context)
        except Exception as error:  # a damaged file can make anything of it
            log.info("compiled code is made anew: %s", error)
            with contextlib.suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep what was compiled, where it can be kept: on a full disk it is made again."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            log.info("compiled code cannot be kept: %s", error)

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        """Numba's key without its hash of closures, which are not the same in every process."""
        return (sig, codegen.magic_tuple(), self._impl.locator.stamp)
