"""The commands coach and review, as a person meets them."""

import json

import msgspec
import pytest
from click.testing import CliRunner

from swipe import console
from swipe.coach import chances, command, dialogue
from swipe.coach.review import Review
from swipe.coach.rollouts import Rollouts
from swipe.match.record import read_events, write_record
from swipe.match.verify import verify_record
from tests.coach.naive import play


@pytest.fixture(autouse=True)
def _quick_figures(monkeypatch):
    def find_source(rules, **_):
        return Rollouts(rules, games=4, bot="random", interpreted=True)

    monkeypatch.setattr(chances, "find_source", find_source)


def run(name, *arguments, lines=()):
    """Run a command with typed lines; its exit code and what it printed."""
    typed = "".join(f"{line}\n" for line in lines)
    program = getattr(command, name)
    result = {}

    def invoke():
        return program.main(list(arguments), f"swipe {name}", standalone_mode=False)

    runner = CliRunner()
    with runner.isolation(typed) as streams:
        result["code"] = console.run(invoke, f"swipe {name}")
        out, err = streams[0].getvalue().decode(), streams[1].getvalue().decode()
    return result["code"], out, err


TINY = ["--set", "chips=6", "--set", "dice=4", "--set", "starter=seat:1"]


def test_a_game_with_real_dice_is_followed_and_reviewed(tmp_path):
    record = tmp_path / "game.swipe"
    lines = ["C C", "C C"]
    code, out, _ = run(
        "coach",
        "swipe-dice",
        *TINY,
        "--names",
        "Ann,Bob",
        "--record",
        str(record),
        lines=[*lines, *lines, *["X", "C"] * 20],
    )
    assert code == 0, out
    assert "Ann throws 2 dice" in out
    assert "The game is over" in out
    proof = verify_record(record.read_text())
    assert proof.finished
    assert proof.chance == "typed"
    code, out, _ = run("review", str(record), "--plies")
    assert code == 0
    assert "Estimated" in out


def test_slips_of_the_hand_are_explained_and_taken_back(tmp_path):
    record = tmp_path / "game.swipe"
    lines = ["C Q", "C", "undo", "C X", "undo", "D SC", "help", "chances", "9" * 5000, "quit"]
    code, out, _ = run("coach", "swipe-dice", *TINY, "--record", str(record), lines=lines)
    assert code == 0
    assert "'Q' cannot show now" in out
    assert "2 outcomes, not 1" in out
    assert "nothing to take back" in out
    assert "Taken back: C X" in out
    drawn = [line for line in record.read_text().splitlines() if " drawn " in line]
    assert len(drawn) == 1
    assert "D,SC" in drawn[0]


def test_a_record_that_cannot_be_saved_ends_nothing(tmp_path, monkeypatch):
    other, record = tmp_path / "other", tmp_path / "game.swipe"
    other.write_text("something else")
    lines = ["C X", f"save {tmp_path / 'no' / 'folder'}", f"save {other}", f"save {record}", "quit"]
    code, out, _ = run("coach", "swipe-dice", *TINY, lines=lines)
    assert code == 0
    assert "could not be written to" in out
    assert f"{other} is there already" in out
    assert other.read_text() == "something else"
    assert " drawn number=0 outcomes=C,X " in record.read_text()

    wrote = []

    def full(path, events):
        wrote.append(len(events))
        if len(wrote) > 1:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(dialogue, "write_file", full)
    arguments = [*TINY, "--record", str(tmp_path / "full")]
    code, out, _ = run("coach", "swipe-dice", *arguments, lines=["C X", "C X", "quit"])
    assert code == 0
    assert out.count("No space left on device") == 2


def test_who_begins_is_no_matter_of_dice():
    tiny = [*TINY, "--set", "starter=draw", "--names", "Ann,Bob"]
    code, out, _ = run("coach", "swipe-dice", *tiny, lines=["C", "bob", "quit"])
    assert code == 0
    assert "'C' is nobody who can begin; possible: 1 (Ann), 2 (Bob)" in out
    assert "Bob throws 2 dice" in out


def test_advice_is_said_in_plain_words():
    arguments = ["--players", "3", "--set", "chips=12", "--set", "dice=6", *TINY[4:]]
    code, out, _ = run(
        "coach",
        "swipe-dice",
        *arguments,
        "--names",
        "Ann,Bob,Cy",
        lines=["SC C", "7", "chip:3", "quit"],
    )
    assert code == 0
    assert "1. Swiping a chip from Bob, the left neighbour: keeps " in out
    assert "2. Swiping a chip from Cy, the right neighbour: keeps " in out
    assert "(estimated)" in out
    assert "Type a number from 1 to 2" in out
    assert "Ann swipes a chip from Cy" in out


def test_a_record_is_gone_on_with(tmp_path):
    record = tmp_path / "game.swipe"
    run("coach", "swipe-dice", *TINY, "--record", str(record), lines=["C X", "quit"])
    before = record.read_text()
    code, _, err = run("coach", "swipe-dice", *TINY, "--record", str(record), lines=["quit"])
    assert code == 2
    assert "--resume" in err
    assert record.read_text() == before
    code, out, _ = run("coach", "--resume", "--record", str(record), lines=["C X", "quit"])
    assert code == 0, out
    assert record.read_text().startswith(before)


@pytest.fixture
def finished(tmp_path, tiny_rules):
    """The record of a finished match."""
    events, _ = play(tiny_rules, ["random", "random"], 5)
    file = tmp_path / "finished.swipe"
    file.write_text(write_record(events))
    return file


@pytest.mark.parametrize("dice", ["new", "same", "typed"])
def test_going_on_from_a_place_in_a_record(tmp_path, finished, dice):
    record = tmp_path / "if.swipe"
    code, out, err = run(
        "coach", "--from", str(finished), "--ply", "2", "--dice", dice, "--record", str(record)
    )
    assert code == 0, err
    created = read_events(record.read_text())[0]
    assert created.origin.startswith("m5@")
    assert created.chance == {"new": "fair", "same": "repeated", "typed": "typed"}[dice]
    if dice != "typed":  # bots sat in both seats: it plays itself to the end
        assert "The game is over" in out
        assert verify_record(record.read_text()).rolls_proven


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([], "name a game"),
        (["swipe-cards"], "hidden cards"),
        (["swipe-dice", "--names", "Ann"], "2 seats"),
        (["swipe-dice", "--names", "Ann,ann"], "the same name"),
        (["swipe-dice", "--ply", "3"], "--from"),
        (["--resume"], "--record"),
        (["swipe-dice", "--set", "chips=2"], "chips"),
        (["chess"], "chess"),
        (["swipe-dice", "--games", "9" * 14], "--games"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments, complaint):
    code, _, err = run("coach", *arguments)
    assert code == 2
    assert complaint in err
    assert len(err.splitlines()) == 1


def test_a_place_that_is_not_there(finished):
    code, _, err = run("coach", "--from", str(finished), "--ply", "999")
    assert code == 2
    assert "throws and choices" in err
    code, _, err = run("coach", "swipe-dice", "--from", str(finished))
    assert code == 2


def test_a_review_as_json_and_as_a_page(tmp_path, finished):
    page = tmp_path / "review.html"
    code, out, _ = run("review", str(finished), "--json", "--html", str(page))
    assert code == 0
    found = msgspec.json.decode(json.dumps(json.loads(out)), type=Review)
    assert found.match == "m5"
    assert found.label == "estimated"
    assert page.read_text().startswith("<!doctype html>")


def test_a_broken_record_is_not_reviewed(tmp_path, finished):
    broken = tmp_path / "broken.swipe"
    broken.write_text(finished.read_text().replace("acted", "bcted", 1))
    code, out, err = run("review", str(broken))
    assert code == 2
    assert err.startswith("swipe review: event ")
    assert out == ""
    broken.write_bytes(b"\xff\xfe")
    code, _, err = run("review", str(broken))
    assert code == 2
    assert "UTF-8" in err
