"""The words that people read: Fluent messages, shared by the browser and the terminal.

A message that a language lacks is shown in English: better than nothing, and a test names it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextvars import ContextVar
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

DEFAULT_LANGUAGE = "en"
LONGEST = 2000
"""Characters of an argument: Fluent takes hardly more, and nobody reads them."""

_language: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)


class UnknownMessage(LookupError):
    """A message that no file of the language holds."""


class UnknownLanguage(ValueError):
    """A language without messages; the text lists those there are."""


def _folder() -> Traversable:
    return resources.files("swipe") / "web" / "locales"


@cache
def languages() -> tuple[str, ...]:
    """The languages that have messages, English first."""
    found = sorted(each.name for each in _folder().iterdir() if each.is_dir())
    return (DEFAULT_LANGUAGE, *(name for name in found if name != DEFAULT_LANGUAGE))


def use_language(language: str) -> None:
    """Make a language that of all texts from here on, in this thread or task.

    Raises:
        UnknownLanguage: there are no messages in it.
    """
    if language not in languages():
        known = ", ".join(languages())
        raise UnknownLanguage(f"no messages in {language!r}; there are {known}")
    _language.set(language)


def preferred_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, where there are messages in it, else English.

    ``SWIPE_LANGUAGE`` comes first, then what every program heeds: ``LC_ALL``, ``LC_MESSAGES``,
    ``LANG``.
    """
    for variable in ("SWIPE_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(variable, ""):
            language = value.replace("-", "_").split("_")[0].split(".")[0].lower()
            return language if language in languages() else DEFAULT_LANGUAGE
    return DEFAULT_LANGUAGE


@cache
def bundle(language: str = DEFAULT_LANGUAGE) -> FluentBundle:
    """All messages of a language: every ``.ftl`` file of its folder."""
    # A terminal shows the isolation marks that help a page with right-to-left names as dirt.
    messages = FluentBundle([language], use_isolating=False)
    for file in sorted((_folder() / language).iterdir(), key=lambda each: each.name):
        if file.name.endswith(".ftl"):
            messages.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return messages


def has_message(identifier: str, language: str | None = None) -> bool:
    """Whether a language (by default that in use) has a message, or English has."""
    return _bundle_with(identifier, language or _language.get()) is not None


def _bundle_with(identifier: str, language: str) -> FluentBundle | None:
    for each in (language, DEFAULT_LANGUAGE):
        if bundle(each).has_message(identifier):
            return bundle(each)
    return None


def text(identifier: str, /, *, language: str | None = None, **arguments: Any) -> str:
    """The text of a message with its arguments, in a language or in that in use.

    An argument that is very long, such as a line that somebody has mistyped, is cut.

    Raises:
        UnknownMessage: there is no such message, or an argument that it needs is missing.
    """
    language = language or _language.get()
    messages = _bundle_with(identifier, language)
    if messages is None:
        raise UnknownMessage(f"no message {identifier!r} in {language}")
    message = messages.get_message(identifier)
    if message.value is None:
        raise UnknownMessage(f"message {identifier!r} in {language} has no text of its own")
    for name, value in arguments.items():
        if isinstance(value, str) and len(value) > LONGEST:
            arguments[name] = f"{value[: LONGEST - 1]}…"
    shown, errors = messages.format_pattern(message.value, arguments)
    if errors:
        raise UnknownMessage(f"message {identifier!r} in {language}: {errors[0]}")
    return str(shown)
