"""The frame of the command: what it loads, what it says, how it refuses."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from types import SimpleNamespace

import click
import pytest
from click.testing import CliRunner

from swipe import console
from swipe.cli import COMMANDS, swipe
from swipe.messages import use_language
from tools import generate_cli_docs, generate_notation

HEAVY = [
    "numpy",
    "numba",
    "litestar",
    "uvicorn",
    "sqlalchemy",
    "scipy",
    "matplotlib",
    "pyarrow",
    "ray",
    "swipe.games",
    "swipe.match",
    "swipe.server",
    "swipe.lab",
    "swipe.solve",
    "swipe.coach",
    "swipe.tui",
]


def loaded_by(*arguments):
    """What a fresh interpreter has loaded after the command."""
    script = (
        "import json, sys\n"
        "from swipe.cli import swipe\n"
        f"code = swipe.main({list(arguments)!r}, standalone_mode=False)\n"
        "print(json.dumps([code, sorted(sys.modules)]), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    code, modules = json.loads(done.stderr.splitlines()[-1])
    return code, modules, done.stdout


def run(*arguments, **options):
    return CliRunner().invoke(swipe, arguments, **options)


def test_help_and_version_load_nothing_heavy():
    for arguments in (["--help"], ["--version"], []):
        _, modules, shown = loaded_by(*arguments)
        assert set(modules).isdisjoint(HEAVY), arguments
        assert shown


def test_playing_loads_neither_server_nor_laboratory():
    code, modules, shown = loaded_by("rules", "swipe-dice")
    assert code == 0
    assert "SD-14" in shown
    heavy = ["numba", "litestar", "sqlalchemy", "scipy", "swipe.server", "swipe.lab", "swipe.solve"]
    assert set(modules).isdisjoint(heavy)
    assert "swipe.games.registry" in modules  # what is loaded is seen


def test_the_help_lists_every_command_with_a_line():
    shown = run("--help").output
    for name in COMMANDS:
        assert re.search(rf"\n  {name} +\S", shown)
    assert shown.startswith("Usage: swipe [OPTIONS] COMMAND")
    assert all(len(line) <= 80 for line in shown.splitlines())


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself_and_its_options(name):
    done = run(name, "--help")
    assert done.exit_code == 0, done.output
    lines = done.output.splitlines()
    assert lines[0].startswith(f"Usage: swipe {name} [OPTIONS]")
    assert all(len(line) <= 80 for line in lines)
    command = swipe.get_command(click.Context(swipe), name)
    for parameter in command.params:
        if isinstance(parameter, click.Option):
            assert max(parameter.opts, key=len) in done.output
            assert parameter.help


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_no_line_of_the_help_ends_within_a_word(name):
    shown = run(*[name] if name else [], "--help").output
    assert not re.search(r"[a-z]-$", shown, re.MULTILINE)  # "swipe-" / "dice" cannot be copied
    assert "\u2011" not in shown


def test_ranges_are_said_in_words():
    shown = " ".join(run("serve", "--help").output.split())
    assert "0 takes a free one. [default: 8000; 0 to 65535]" in shown
    assert "[default: 20; 0 to 86400]" in shown
    assert "[default: 50; 1 or more]" in shown
    assert "the same rolls. [0 or more]" in " ".join(run("play", "--help").output.split())


def test_the_page_of_the_commands_is_what_they_say():
    assert generate_cli_docs.PAGE.read_text(encoding="utf-8") == generate_cli_docs.page(), (
        "run python -m tools.generate cli_docs"
    )


def test_the_page_of_the_notation_is_what_the_notation_modules_say():
    assert generate_notation.PAGE.read_text(encoding="utf-8") == generate_notation.page(), (
        "run python -m tools.generate notation"
    )


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["fly"], 'swipe: there is no command "fly"; there are play, serve, '),
        (["--fly"], "swipe: there is no option --fly; --help lists those there are"),
        (["play"], "swipe play: say which game: swipe-dice, swipe-cards, skip-bo-dice"),
        (["play", "ludo"], "swipe play: GAME: no game is called 'ludo'; there are swipe-dice, "),
        (["play", "swipe-dice", "--playrs", "3"], "did you mean --players"),
        (["play", "swipe-dice", "--players"], "swipe play: Option '--players' requires an arg"),
        (
            ["play", "swipe-dice", "--players", "x"],
            '--players: "x" is not a whole number from 1 up',
        ),
        (["play", "swipe-dice", "--players", "9"], "is for 2 to 6 players, not 9"),
        (["play", "swipe-dice", "--set", "chips"], "--set chips: write it as name=value, such as"),
        (["play", "swipe-dice", "--set", "colour=red"], "has no option 'colour'; it has roll_off"),
        (["play", "swipe-dice", "--set", "chips=1"], "use a whole number from 5 to 250"),
        (["play", "swipe-dice", "--preset", "x"], 'has no preset "x"; it has default, '),
        (["play", "swipe-dice", "--bots", "x"], "has no bot 'x'; it has random, greedy"),
        (["play", "swipe-dice", "--bots", "greedy,"], "has no bot ''; it has random, greedy"),
        (["play", "swipe-dice", "--humans", "Ada,ada"], "two people have the same name"),
        (["play", "swipe-dice", "--humans", "Ada,"], '"" cannot be a name: use 1 to 24 printable'),
        (["play", "swipe-dice", "--humans", "3", "--players", "2"], "2 seats are too few for 3"),
        (["play", "swipe-dice", "--players", "9" * 20], "is for 2 to 6 players, not 99999"),
        (["play", "swipe-dice", "--humans", "9" * 20], "at most 6 seats"),
        (["play", "swipe-dice", "--humans", "9" * 5000], "at most 6 seats"),
        (["play", "swipe-dice", "--record", ""], "--record: an empty name names no file"),
        (["verify", ""], "swipe verify: FILE: an empty name names no file"),
        (["simulate", "swipe-dice", "--out", ""], "--out: an empty name names no file"),
        (
            ["play", "swipe-dice", "--seed", "-1"],
            '--seed: "-1" is not a whole number from 0 to 9223372036854775807',
        ),
        (["play", "swipe-dice", "--typed", "--seed", "1"], "give one of them"),
        (["play", "swipe-cards", "--typed"], "cannot be typed in"),
        (["play", "swipe-dice", "--record", "/no/such/place"], "No such file or directory"),
        (["play", "--resume", "/no/such/file"], "swipe play: No such file or directory: /no/such"),
        (["play", "swipe-dice", "--resume", "x"], "give no game and no other option with it"),
        (["verify"], "swipe verify: FILE is missing; --help says what it is"),
        (["verify", "a", "b"], "swipe verify: Got unexpected extra argument (b)"),
        (["verify", "/no/such/file"], "swipe verify: No such file or directory: /no/such/file"),
        (["rules", "ludo"], "no game is called 'ludo'"),
        (["rules", "--players", "3"], "need a game: swipe-dice"),
        (["rules", "swipe-dice", "--players", "7"], "is for 2 to 6 players, not 7"),
        (
            ["serve", "--port", "abc"],
            'swipe serve: --port: "abc" is not a whole number from 0 to 65535',
        ),
        (["serve", "--port", "70000"], '--port: "70000" is not a whole number from 0 to 65535'),
        (["serve", "--pace", "fast"], '--pace: "fast" is not a number from 0 to 60'),
        (["serve", "--message-rate", "0.5"], '--message-rate: "0.5" is not a number from 1 up'),
        (["--language", "xx", "rules"], "swipe: --language: 'xx' is not"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_refused_in_one_line(arguments, complaint):
    done = run(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert complaint in line


def run_process(*arguments, **options):
    """The command as it is started from a shell, with no terminal."""
    return subprocess.run([sys.executable, "-m", "swipe", *arguments], check=False, **options)


@pytest.mark.parametrize("closed", [0, 1, 2])
def test_closed_streams_are_empty_ones(closed, tmp_path):
    done = run_process(
        "play",
        "skip-bo-dice",
        "--record",
        tmp_path / "m.swipe",
        capture_output=True,
        preexec_fn=lambda: os.close(closed),
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b""
    assert (tmp_path / "m.swipe").read_text().startswith("swipe-match/1\n")


@pytest.mark.parametrize(
    ("encoding", "name", "shown"),
    [("utf-8", b"not\xfftext", rb"not\udcfftext"), ("latin-1", "李".encode(), rb"\u674e")],
)
def test_names_that_cannot_be_written_are_shown_as_far_as_they_can_be(
    encoding, name, shown, tmp_path
):
    path = os.fsencode(tmp_path) + b"/" + name
    with open(path, "wb"):
        pass
    environment = {**os.environ, "PYTHONIOENCODING": f"{encoding}:strict", "PYTHONUTF8": "1"}
    done = run_process("verify", "--json", path, capture_output=True, env=environment)
    assert done.returncode == 1, done.stderr
    assert shown in done.stdout


def missing(module, extra):
    return (
        f"the package {module} is needed and not installed; "
        f'the extra "{extra}" brings it: pip install ".[{extra}]" in Swipe\'s own folder, '
        f'or pip install "swipe-table[{extra}]" from an index that has Swipe\n'
    )


def test_a_missing_package_is_named_with_the_extra_and_the_commands_that_install_it(monkeypatch):
    def fail(module):
        raise ModuleNotFoundError(f"No module named {module!r}", name=name)

    for command, name, extra in (
        ("simulate", "numba", "lab"),
        ("solve", "numba.core", "solve"),
        ("simulate", "ray", "ray"),
        ("serve", "asyncpg", "postgres"),
    ):
        monkeypatch.setattr("swipe.cli.importlib", SimpleNamespace(import_module=fail))
        done = run(command)
        assert done.exit_code == 1
        assert done.stderr == f"swipe {command}: {missing(name.partition('.')[0], extra)}"


def test_a_package_that_no_extra_brings_is_installed_by_itself(monkeypatch):
    def fail(module):
        raise ModuleNotFoundError(f"No module named {module!r}", name="msgspec")

    monkeypatch.setattr("swipe.cli.importlib", SimpleNamespace(import_module=fail))
    done = run("rules")
    needed = "the package msgspec is needed and not installed: pip install msgspec"
    assert done.stderr == f"swipe rules: {needed}\n"


def test_a_package_that_is_missed_only_later_is_named_too(monkeypatch):
    def fail(*arguments):
        raise ModuleNotFoundError("No module named 'ray'", name="ray")

    monkeypatch.setattr("swipe.tui.rules_command.rule_lines", fail)
    done = run("rules", "swipe-dice")
    assert done.exit_code == 1
    assert done.stderr == f"swipe rules: {missing('ray', 'ray')}"


def test_our_own_modules_that_are_missing_are_no_matter_of_installing(monkeypatch):
    def fail(module):
        raise ModuleNotFoundError(f"No module named {module!r}", name=module)

    monkeypatch.setattr("swipe.cli.importlib", SimpleNamespace(import_module=fail))
    assert isinstance(run("rules").exception, ModuleNotFoundError)


def test_errors_that_are_not_about_input_are_not_hidden(monkeypatch):
    def fail(*arguments):
        raise ValueError("a fault in a library")

    monkeypatch.setattr("swipe.tui.rules_command.rule_lines", fail)
    done = run("rules", "swipe-dice")
    assert isinstance(done.exception, ValueError)


def test_an_output_that_nobody_reads_any_more_is_no_error():
    script = "from swipe.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", script, "rules", "swipe-cards"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    process.stdout.close()
    complaint = process.stderr.read()
    process.stderr.close()
    assert process.wait(60) in (0, 1)
    assert complaint == b""


def test_every_extra_that_is_named_exists():
    from importlib.metadata import metadata

    extras = set(metadata("swipe-table").get_all("Provides-Extra"))
    named = {lazy.extra for lazy in COMMANDS.values() if lazy.extra}
    assert named | set(console.EXTRA_OF_MODULE.values()) <= extras
    assert all(importlib.util.find_spec(module) for module in console.EXTRA_OF_MODULE)


def test_the_language_is_that_of_the_environment_where_there_are_messages():
    assert run("--help", env={"SWIPE_LANGUAGE": "tlh"}).exit_code == 0
    assert run("--help", env={"LC_ALL": "de_DE.UTF-8"}).exit_code == 0
    use_language("en")
