"""What all sub-commands share: texts from the message files, common options, errors, JSON.

The command ``play`` has its help in the messages ``cli-play`` (a line) and, if there is more to
say, ``cli-play-more``; its option ``--seed`` in ``cli-play-seed``, or in ``cli-option-seed`` where
several commands have the same one; its argument FILE in none, the help says what it is.

Only Click and the messages are imported here: a sub-command's module imports what it needs.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from swipe.messages import has_message, languages, text, use_language

if TYPE_CHECKING:
    from swipe.games.contract import Game, Rules

BAD_INPUT = 2
"""The exit code when what was asked for cannot be; 1 when it was tried and failed."""

if TYPE_CHECKING:
    _ParamType = click.ParamType[Any]
else:
    _ParamType = click.ParamType  # not generic in all versions of Click

F = TypeVar("F", bound=Callable[..., Any])


class BadInput(click.ClickException):
    """Input that a command cannot accept; the message says what would be right."""

    exit_code = BAD_INPUT


class Failed(click.ClickException):
    """The command understood and could not do it."""

    exit_code = 1


# --- commands with texts from the message files -------------------------------------------------


def _message_of(ctx: click.Context) -> str:
    """``cli-play`` for the command ``swipe play``."""
    return f"cli-{ctx.command.name}"


def line_of(name: str) -> str:
    """What the list of commands says of one; empty where it has no message."""
    return text(f"cli-{name}") if has_message(f"cli-{name}") else ""


_UNBROKEN = "\u2011"  # a hyphen at which no line ends


def _whole(message: str) -> str:
    """The message with words that are wrapped only between them: ``swipe-dice``, ``--resume``."""
    return message.replace("-", _UNBROKEN)


# What Click adds to the help of a number: ``0<=x<=60``, ``x>=1``.
_RANGE = re.compile(r"(?:(?P<low>[\d.]+)<=x<=(?P<high>[\d.]+)|x>=(?P<least>[\d.]+))(?=\]$)")
_ENDLESS = 10**9
"""A bound that nobody comes near."""


def _range_in_words(message: str) -> str:
    def words(found: re.Match[str]) -> str:
        low, high = found["least"] or found["low"], found["high"]
        if high is None or float(high) > _ENDLESS:
            return text("cli-range-least", low=low)
        return text("cli-range", low=low, high=high)

    return re.sub(r"(?<=default: )(\d+)\.0(?=[;\]])", r"\1", _RANGE.sub(words, message))


class Texts(click.Command):
    """A command whose words come from the message files, when they are asked for."""

    def get_help(self, ctx: click.Context) -> str:
        return super().get_help(ctx).replace(_UNBROKEN, "-")

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = self.collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), text("cli-usage") + " ")

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        pieces = [text("cli-usage-options")] if self.params else []
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Argument):
                pieces += parameter.get_usage_pieces(ctx)
        return pieces

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        message = _message_of(ctx)
        shown = [text(message)]
        if has_message(f"{message}-more"):
            shown.append(text(f"{message}-more"))
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(_whole("\n\n".join(shown)))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        records = []
        for parameter in self.get_params(ctx):
            if isinstance(parameter, click.Option) and not parameter.hidden:
                if not parameter.help or {"--help", "--version"} & set(parameter.opts):
                    parameter.help = self._option_help(ctx, parameter)
                record = parameter.get_help_record(ctx)
                if record is not None:
                    records.append((record[0], _whole(_range_in_words(record[1]))))
        if records:
            with formatter.section(text("cli-options-heading")):
                formatter.write_dl(records)

    def _option_help(self, ctx: click.Context, option: click.Option) -> str:
        name = max(option.opts, key=len).lstrip("-")
        own, shared = f"{_message_of(ctx)}-{name}", f"cli-option-{name}"
        return text(own if has_message(own) else shared)


HELP_OPTIONS: dict[str, Any] = {"help_option_names": ["-h", "--help"]}
"""A command's settings: also one that runs by itself, as ``python -m swipe.server``."""


def command(name: str) -> Callable[[Callable[..., Any]], Texts]:
    """Decorate a function as the sub-command of that name."""
    return click.command(name, cls=Texts, context_settings=HELP_OPTIONS)


# --- options that several commands have ---------------------------------------------------------


def json_option(function: F) -> F:
    """``--json``: the result as JSON on standard output; the parameter ``as_json``."""
    return click.option("--json", "as_json", is_flag=True)(function)


def print_json(value: Any) -> None:
    """Write a result as indented JSON."""
    click.echo(json.dumps(value, indent=2, ensure_ascii=False))


def language_option(function: F) -> F:
    """``--language``: the language of all that follows, on this command line."""

    def use(ctx: click.Context, parameter: click.Parameter, value: str | None) -> None:
        if value is not None:
            use_language(value)

    return click.option(
        "--language",
        type=click.Choice(languages()),
        callback=use,
        is_eager=True,
        expose_value=False,
    )(function)


class PathName(click.Path):
    """The name of a file, or of a folder, as a ``Path``; an empty name is none.

    Args:
        folder: whether it is a folder's.
        exists: whether there has to be such a file or folder.
    """

    def __init__(self, *, folder: bool = False, exists: bool = False) -> None:
        super().__init__(exists=exists, file_okay=not folder, dir_okay=folder, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not os.fspath(value):
            self.fail(text("cli-error-empty-name"), param, ctx)
        return super().convert(value, param, ctx)


class GameType(_ParamType):
    """The name of a game, as the registry lists it; gives the game."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Game:
        from swipe.games.contract import Game, UnknownGame
        from swipe.games.registry import find_game

        if isinstance(value, Game):
            return value
        try:
            return find_game(value)
        except UnknownGame as error:
            self.fail(str(error), param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[Any]:
        from click.shell_completion import CompletionItem

        from swipe.games.registry import GAMES

        return [CompletionItem(name) for name in GAMES if name.startswith(incomplete)]


def game_argument(function: F) -> F:
    """GAME: the name of a game; the parameter ``game`` is the game itself."""
    return click.argument("game", type=GameType())(function)


def rules_options(function: F) -> F:
    """``--players``, ``--set`` and ``--preset``: the parameters ``players``, ``sets``, ``preset``.

    :func:`configure` turns them into rules.
    """
    for option in (
        click.option("--preset", metavar="NAME"),
        click.option("--set", "sets", multiple=True, metavar="OPTION=VALUE"),
        click.option("--players", type=click.IntRange(min=1), metavar="N"),
    ):
        function = option(function)
    return function


def read_options(game: Game, sets: Sequence[str], preset: str | None) -> dict[str, str]:
    """The options of ``--preset``, then those of ``--set``.

    Raises:
        BadInput: no such preset, or not written as name=value.
    """
    options: dict[str, str] = {}
    if preset is not None:
        if preset not in game.presets:
            known = ", ".join(game.presets)
            raise BadInput(text("cli-error-preset", game=game.name, preset=preset, known=known))
        options.update(game.presets[preset])
    for each in sets:
        name, equals, value = each.partition("=")
        if not equals or not name:
            example = f"{game.options[0].name}={game.options[0].default}"
            raise BadInput(text("cli-error-set", given=each, example=example))
        options[game.option(name).name] = value
    return options


def configure(
    game: Game, players: int | None, sets: Sequence[str], preset: str | None, *, default: int = 2
) -> Rules:
    """The rules that a command line asks for.

    Args:
        game: the game.
        players: ``--players``, or None for ``default``.
        sets: every ``--set``.
        preset: ``--preset``.
        default: how many players there are when nothing is said.

    Raises:
        BadInput, BadOption: with what would be right.
    """
    return game.configure(default if players is None else players, read_options(game, sets, preset))


# --- errors -------------------------------------------------------------------------------------


def explain(error: click.ClickException) -> str:
    """One line that says what is wrong with a command line and what would be right."""
    if isinstance(error, click.NoSuchOption):
        near = ", ".join(sorted(error.possibilities or ()))
        if near:
            return text("cli-error-no-option-near", option=error.option_name, near=near)
        return text("cli-error-no-option", option=error.option_name)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return text("cli-error-missing", name=_parameter_name(error.param))
    if isinstance(error, click.BadParameter) and error.param is not None:
        name = _parameter_name(error.param)
        reason = _not_a_number(error) or _one_line(error.message)
        return text("cli-error-bad", name=name, reason=reason)
    return _one_line(error.format_message())


# What Click says of a number that is none, and of one outside of its range.
_NO_NUMBER = re.compile(r"(?P<given>.*) is not (a valid (integer|float)|in the range).*", re.DOTALL)


def _not_a_number(error: click.BadParameter) -> str:
    """What was given for a number and what would be right; empty if the error is another one."""
    assert error.param is not None
    kind, found = error.param.type, _NO_NUMBER.fullmatch(error.message)
    if found is None or not isinstance(kind, click.IntRange | click.FloatRange):
        return ""
    bounds = {"low": kind.min, "high": kind.max}
    known = {name: f"{bound:g}" if isinstance(kind, click.FloatRange) else str(bound)
             for name, bound in bounds.items() if bound is not None}  # fmt: skip
    return text(
        "cli-error-number",
        given=found["given"].strip("'\""),
        kind="whole" if isinstance(kind, click.IntRange) else "any",
        range="-".join(known) or "any",
        low=known.get("low", ""),
        high=known.get("high", ""),
    )


def _parameter_name(parameter: click.Parameter) -> str:
    if isinstance(parameter, click.Option):
        return max(parameter.opts, key=len)
    return str(parameter.name).upper()


def _one_line(message: str) -> str:
    return " ".join(message.split())


def complain(message: str) -> None:
    """Write one line to standard error."""
    click.echo(message, err=True)


EXTRA_OF_MODULE: Mapping[str, str] = {
    "asyncpg": "postgres",
    "redis": "redis",
    "ray": "ray",
    "gymnasium": "envs",
    "pettingzoo": "envs",
    "pyspiel": "envs",
    "open_spiel": "envs",
    "numba": "solve",
    "scipy": "solve",
    "matplotlib": "lab",
    "pyarrow": "lab",
    "choix": "lab",
    "jinja2": "lab",
    "rich": "lab",
}
"""Which extra of the package brings a module, where the command itself does not say."""


def missing_package(error: ModuleNotFoundError, extra: str = "") -> str:
    """What to install when an import failed: the extra of the command, or that of the module."""
    module = (error.name or "").partition(".")[0]
    optional = module in ("asyncpg", "redis", "ray")
    extra = EXTRA_OF_MODULE.get(module, extra) if optional or not extra else extra
    if not extra:
        return text("cli-error-missing-package", module=module, install=f"pip install {module}")
    return text(
        "cli-error-missing-extra",
        module=module,
        extra=extra,
        here=f'pip install ".[{extra}]"',
        anywhere=f'pip install "swipe-table[{extra}]"',
    )


def is_ours(error: BaseException) -> bool:
    """Whether an error is one that Swipe raises for input it cannot accept."""
    return isinstance(error, ValueError) and type(error).__module__.partition(".")[0] == "swipe"


def prepare_streams() -> None:
    """Make sure that all that is written can be: the standard streams may be closed, or narrow.

    A closed one becomes an empty one. What the encoding of one cannot express, such as the bytes of
    a file's name that are not text, is written as an escape.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            empty = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 (until the end)
            setattr(sys, name, empty)
        elif mode == "w" and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def run(main: Callable[[], Any], name: str) -> int:
    """Run a command and return its exit code; whatever goes wrong is told in one line."""
    try:
        result = main()
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        complain(text("cli-aborted"))
        return 130
    except click.ClickException as error:
        path = error.ctx.command_path if isinstance(error, click.UsageError) and error.ctx else name
        complain(f"{path}: {explain(error)}")
        return error.exit_code
    except BrokenPipeError:
        # Whoever read us has seen enough; nothing more can be written, not even by the shutdown.
        sys.stdout = sys.stderr = io.StringIO()
        return 1
    except OSError as error:
        complain(f"{name}: {error.strerror or error}: {error.filename or ''}".rstrip(": "))
        return BAD_INPUT
    except ValueError as error:
        if not is_ours(error):
            raise
        complain(f"{name}: {_one_line(str(error))}")
        return BAD_INPUT
    return result if isinstance(result, int) else 0  # Click returns what a command exits with
