"""The command ``swipe``: its sub-commands, each imported only when it is used."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import click

from swipe import __version__, console
from swipe.messages import UnknownLanguage, preferred_language, text, use_language


@dataclass(frozen=True, slots=True)
class Lazy:
    """Where a sub-command stands: ``module:attribute``, and the extra that it needs, if any."""

    place: str
    extra: str = ""


COMMANDS: Mapping[str, Lazy] = {
    "play": Lazy("swipe.tui.command:play"),
    "serve": Lazy("swipe.server.command:serve"),
    "rules": Lazy("swipe.tui.rules_command:rules"),
    "verify": Lazy("swipe.tui.verify_command:verify"),
    "coach": Lazy("swipe.coach.command:coach"),
    "review": Lazy("swipe.coach.command:review"),
    "solve": Lazy("swipe.solve.command:solve", "solve"),
    "simulate": Lazy("swipe.lab.command:simulate", "lab"),
    "report": Lazy("swipe.lab.command:report", "lab"),
    "sweep": Lazy("swipe.lab.command:sweep", "lab"),
    "tournament": Lazy("swipe.lab.command:tournament", "lab"),
}
"""All sub-commands, in the order in which the help lists them."""


class Swipe(console.Texts, click.Group):
    """The group of all sub-commands, and the one place where errors become exit codes."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        lazy = COMMANDS[cmd_name]
        module, _, attribute = lazy.place.partition(":")
        try:
            found = getattr(importlib.import_module(module), attribute)
        except ModuleNotFoundError as error:
            if (error.name or "").startswith("swipe"):
                raise
            message = console.missing_package(error, lazy.extra)
            raise console.Failed(message) from error
        assert isinstance(found, click.Command)
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            ctx.fail(text("cli-error-no-command", command=name, known=", ".join(COMMANDS)))
        return super().resolve_command(ctx, args)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        return [*super().collect_usage_pieces(ctx), self.subcommand_metavar]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(text("cli-commands-heading")):
            formatter.write_dl([(name, console.line_of(name)) for name in COMMANDS])
        console.Texts.format_options(self, ctx, formatter)

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run, and exit with 0, 1 (it failed) or 2 (what was asked for cannot be)."""
        use_language(preferred_language())
        arguments = list(sys.argv[1:] if args is None else args)
        name = " ".join(["swipe", *[each for each in arguments[:1] if each in COMMANDS]])

        def invoke() -> Any:
            try:
                return super(Swipe, self).main(
                    arguments, "swipe", complete_var, standalone_mode=False, **extra
                )
            except ModuleNotFoundError as error:
                if not error.name or error.name.startswith("swipe"):
                    raise
                lazy = COMMANDS.get(arguments[0], Lazy(""))
                message = console.missing_package(error, lazy.extra)
                raise console.Failed(message) from error

        code = console.run(invoke, name)
        if not standalone_mode:
            return code
        sys.exit(code)


@click.group(
    "swipe",
    cls=Swipe,
    invoke_without_command=True,
    subcommand_metavar="COMMAND [ARGS]...",
    context_settings=console.HELP_OPTIONS,
)
@console.language_option
@click.version_option(__version__, message="swipe %(version)s")
@click.pass_context
def swipe(ctx: click.Context) -> None:
    """Play, verify and study Swipe and its sister games."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main() -> None:
    """The entry point."""
    console.prepare_streams()
    swipe.main()


__all__ = ["COMMANDS", "UnknownLanguage", "main", "swipe"]
