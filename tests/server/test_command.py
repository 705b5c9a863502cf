"""`swipe serve`: what it says, and what it says when it cannot."""

import json
import os
import socket

import pytest
from click.testing import CliRunner

from swipe.server import command
from swipe.server.errors import BadDatabase
from swipe.server.reach import here_alone
from swipe.server.storage import SqlStore
from tests.server.client import Client
from tests.server.harness import ServerProcess, new_table
from tests.support.services import free_port


def run(*arguments):
    return CliRunner().invoke(command.serve, arguments)


@pytest.fixture
def announced(monkeypatch):
    """Runs the command up to where the server would be started; what it would announce."""
    seen = {}

    def pretend(settings, bound, urls, as_json):
        seen.update(settings=settings, port=bound.getsockname()[1], urls=urls)
        command._announce(urls, as_json, here_alone(settings.host))

    monkeypatch.setattr(command, "_check", lambda settings: None)
    monkeypatch.setattr(command, "_run", pretend)
    return seen


def test_says_where_it_is_for_this_computer_and_for_phones(announced, tmp_path, monkeypatch):
    monkeypatch.setattr("swipe.server.reach.local_address", lambda: "192.168.1.5")
    result = run("--data", str(tmp_path / "new" / "folder"), "--port", "0")
    assert result.exit_code == 0, result.output
    port = announced["port"]
    assert f"Open http://localhost:{port} on this computer" in result.output
    assert f"Open http://192.168.1.5:{port} on every phone" in result.output
    assert "on this computer alone" not in result.output
    assert (announced["settings"].host, announced["settings"].port) == ("0.0.0.0", port)
    assert str(announced["settings"].database).startswith("sqlite")
    assert (tmp_path / "new" / "folder").is_dir()


@pytest.mark.parametrize("name", ["we?ird", "a%20b", "x#y", "@:", os.fsdecode(b"no\xfftext")])
async def test_the_folder_may_have_any_name(tmp_path, name):
    (tmp_path / name).mkdir()
    store = SqlStore(command.file_url(tmp_path / name / "x.sqlite3"))
    await store.open()
    await store.close()
    assert (tmp_path / name / "x.sqlite3").is_file()
    (tmp_path / name / "x.sqlite3").write_text("something else, and long enough to be seen as such")
    with pytest.raises(BadDatabase, match="not a database"):
        await SqlStore(command.file_url(tmp_path / name / "x.sqlite3")).open()


def test_without_a_network_there_is_this_computer(announced, tmp_path, monkeypatch):
    monkeypatch.setattr("swipe.server.reach.local_address", lambda: None)
    result = run("--data", str(tmp_path), "--port", "0", "--json")
    assert json.loads(result.output) == {"urls": [f"http://localhost:{announced['port']}"]}


def test_one_address_is_all_there_is_when_one_is_named(announced, tmp_path):
    result = run("--data", str(tmp_path), "--port", "0", "--host", "127.0.0.1")
    assert announced["urls"] == [f"http://127.0.0.1:{announced['port']}"]
    assert "Phones cannot open it" in result.output
    assert "--host 0.0.0.0" in result.output


def test_a_database_may_be_named_instead(announced):
    run("--database", "postgresql+asyncpg://u@h/d", "--port", "0", "--pace", "0")
    assert announced["settings"].database == "postgresql+asyncpg://u@h/d"
    assert announced["settings"].pace == 0


def test_a_taken_port_is_named(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("--data", str(tmp_path), "--host", "127.0.0.1", "--port", str(port))
    assert result.exit_code == 1
    assert str(port) in result.output
    assert "--port" in result.output


def test_an_impossible_folder_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    result = run("--data", str(tmp_path / "file" / "folder"), "--port", "0")
    assert result.exit_code == 1
    assert "folder" in result.output


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--database", "nonsense"], "not the URL of a database"),
        (["--database", "sqlite:////no/such/folder/x"], "x: unable to open database file"),
        (["--database", "postgresql+asyncpg://x@127.0.0.1:1/x"], "The database cannot be used"),
        (["--fanout", "nonsense"], "'nonsense' tells nobody: use memory"),
        (["--fanout", "redis://127.0.0.1:1"], "The other processes cannot be told"),
        (["--pace", "nan"], "nan is not an amount"),
        (["--tables-per-minute", "inf"], "inf is not an amount"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_used_is_refused_in_a_line(arguments, complaint, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "_run", lambda *_: pytest.fail("the server was started"))
    result = run("--data", str(tmp_path), "--port", "0", *arguments)
    assert result.exit_code in (1, 2)
    assert "Traceback" not in result.output
    assert complaint in result.output.splitlines()[-1]


async def test_bots_think_in_a_process_of_their_own(tmp_path):
    """The usual set-up, with everything that it starts."""
    arguments = ["--data", str(tmp_path), "--pace", "0", "--bot-workers", "1"]
    with ServerProcess(free_port(), *arguments) as server:
        client = Client(server.url, await new_table(server.url, "skip-bo-dice", 2))
        await client.connect()
        await client.sit(0)
        await client.sit_bot(1, "greedy")
        await client.start()

        def has_moved():
            events = (json.loads(event) for event in client.events.values())
            return any(event["event"] == "acted" and event["seat"] == 1 for event in events)

        while not (client.ended or has_moved()):  # as soon as the dice give the bot a choice
            seat = client.my_turn()
            if seat is None:
                await client.receive()
            else:
                name, fields = client.move(seat)
                await client.accepted(name, **fields)
        assert has_moved()
        await client.close()
