"""The words that people read: Fluent messages, shared by the browser and the terminal."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

DEFAULT_LANGUAGE = "en"


class UnknownMessage(LookupError):
    """A message that no file of the language holds."""


@cache
def bundle(language: str = DEFAULT_LANGUAGE) -> FluentBundle:
    """All messages of a language: every ``.ftl`` file of its folder."""
    # A terminal shows the isolation marks that help a page with right-to-left names as dirt.
    messages = FluentBundle([language], use_isolating=False)
    folder = resources.files("swipe") / "web" / "locales" / language
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".ftl"):
            messages.add_resource(FluentResource(file.read_text(encoding="utf-8")))
    return messages


def has_message(identifier: str, language: str = DEFAULT_LANGUAGE) -> bool:
    """Whether a language has a message."""
    return bundle(language).has_message(identifier)


def text(identifier: str, /, *, language: str = DEFAULT_LANGUAGE, **arguments: Any) -> str:
    """The text of a message with its arguments.

    Raises:
        UnknownMessage: there is no such message, or an argument that it needs is missing.
    """
    messages = bundle(language)
    if not messages.has_message(identifier):
        raise UnknownMessage(f"no message {identifier!r} in {language}")
    message = messages.get_message(identifier)
    if message.value is None:
        raise UnknownMessage(f"message {identifier!r} in {language} has no text of its own")
    shown, errors = messages.format_pattern(message.value, arguments)
    if errors:
        raise UnknownMessage(f"message {identifier!r} in {language}: {errors[0]}")
    return str(shown)
