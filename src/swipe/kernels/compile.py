"""Compiles functions of rules and bots modules from outside, with everything that they call.

The modules import no Numba. Their functions are compiled as copies whose globals hold the compiled
versions of the functions they name, and an ``int`` that widens to a signed 64-bit word: then
``int(state.dice[seat]) - 1`` counts below zero compiled as it does interpreted, where Numba's own
``int`` would keep the 8 unsigned bits of the field.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit

from swipe.kernels.cache import KernelCache, source_digest


def jit_inline(function: Any) -> Any:
    """Compile a small function into its callers: a call would cost more than the rule."""
    return njit(nogil=True, forceinline=True)(function)


def jit(function: Any) -> Any:
    """Compile a function that holds no lock."""
    return njit(nogil=True)(function)


@jit_inline
def _widen(value):  # type: ignore[no-untyped-def] # pragma: no cover
    """What ``int`` means in compiled rules."""
    return np.int64(value)


_shadows: dict[str, types.ModuleType] = {}


def _belongs(module_name: str, home: str) -> bool:
    """Whether what stands in a module is compiled for ``home``: rules, bots, its own package."""
    return module_name.partition(".")[0] in ("swipe", home.partition(".")[0])


def _is_top_level(function: types.FunctionType) -> bool:
    module = sys.modules.get(function.__module__ or "")
    return getattr(module, function.__name__, None) is function


def _copy(function: types.FunctionType, namespace: dict[str, Any]) -> types.FunctionType:
    copy = types.FunctionType(
        function.__code__,
        namespace,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__module__ = function.__module__
    copy.__qualname__ = function.__qualname__
    return copy


def _shadow(module_name: str) -> types.ModuleType:
    """A copy of a module in which its functions, and those that it imports, are compiled."""
    if module_name in _shadows:
        return _shadows[module_name]
    shadow = types.ModuleType(module_name)
    namespace = vars(shadow)
    namespace.update(vars(sys.modules[module_name]))
    _shadows[module_name] = shadow  # before what it imports: modules may name each other
    namespace["int"] = _widen
    for name, value in list(namespace.items()):
        if isinstance(value, types.ModuleType) and _belongs(value.__name__, module_name):
            namespace[name] = _shadow(value.__name__)
        elif isinstance(value, types.FunctionType) and _belongs(value.__module__, module_name):
            if value.__module__ == module_name:
                namespace[name] = jit_inline(_copy(value, namespace))
            elif _is_top_level(value):
                namespace[name] = compile_function(value)
    return shadow


def compile_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled version of a function at the top level of a module; it is compiled when called.

    Raises:
        TypeError: not such a function: a method, a lambda or one made inside another.
    """
    if not isinstance(function, types.FunctionType) or not _is_top_level(function):
        raise TypeError(f"only a function at the top level of a module can be compiled: {function}")
    compiled: Callable[..., Any] = getattr(_shadow(function.__module__), function.__name__)
    return compiled


def compile_driver(function: Any, name: str, parts: tuple[Callable[..., Any], ...]) -> Any:
    """Compile an outermost function and keep it on disk.

    Args:
        function: calls compiled functions through its closure.
        name: tells it from others with the same source; a file name.
        parts: the functions, as written, that may come from modules outside the package.
    """
    driver = jit(function)
    files = [Path(sys.modules[part.__module__].__file__ or "") for part in parts]
    driver._cache = KernelCache(function, name, source_digest(files))
    return driver
