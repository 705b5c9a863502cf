"""``swipe verify`` and ``swipe rules``."""

import json

import msgspec
import pytest
from click.testing import CliRunner

from swipe.cli import swipe
from swipe.games.registry import GAMES, find_game
from swipe.match import events as e
from swipe.match.record import write_record
from tests.match.matches import play, small_rules
from tools import generate_disputes, generate_rule_texts


def run(*arguments):
    return CliRunner().invoke(swipe, [str(each) for each in arguments])


@pytest.fixture
def record(tmp_path):
    def write(game="swipe-dice", chance="fair", cut=None, change=None, **options):
        events, _ = play(small_rules(game, **options), chance, 5)
        events = events[:cut]
        if change:
            events = change(events)
        path = tmp_path / "match.swipe"
        path.write_text(write_record(events), encoding="ascii")
        return path

    return write


def test_a_true_record_is_proven_with_exit_code_0(record):
    done = run("verify", record())
    assert done.exit_code == 0
    shown = " ".join(done.stdout.split())
    assert "Match test-1, swipe-dice/1 players=2" in shown
    assert "events follow each other by the rules" in shown
    assert "draws come from the committed secret and the people's entropy" in shown
    assert "Entropy came from seat 1." in shown
    assert "Proven: the result, rank by seat: " in shown
    assert "Not proven" not in shown
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_the_proof_as_data(record):
    path = record("skip-bo-dice")
    facts = json.loads(run("verify", path, "--json").stdout)
    assert facts["ok"] is True
    assert facts["file"] == str(path)
    assert (facts["moves_proven"], facts["rolls_proven"], facts["finished"]) == (True, True, True)
    assert (facts["people"], facts["entropy"]) == ([1], [1])
    assert facts["rules"].startswith("skip-bo-dice/1 players=2 faces=3n0s")
    assert facts["result"] in ("1-2", "2-1")


def test_a_wrong_record_is_refused_with_exit_code_1_and_its_event(record):
    def change(events):
        number = next(n for n, each in enumerate(events) if isinstance(each, e.Drawn) and n > 6)
        wrong = msgspec.structs.replace(events[number], outcomes=["X"] * 2)
        change.version = number + 1
        return [*events[:number], wrong, *events[number + 1 :]]

    path = record(change=change)
    done = run("verify", path)
    assert done.exit_code == 1
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{path}: event {change.version} is wrong: ")
    facts = run("verify", path, "--json")
    assert facts.exit_code == 1
    told = json.loads(facts.stdout)
    assert (told["ok"], told["event"]) == (False, change.version)
    assert told["reason"] in line


def test_a_changed_byte_is_told_with_its_event(record):
    path = record()
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)
    line = data[: len(data) // 2].count(b"\n")
    done = run("verify", path)
    assert (done.exit_code, f"event {line} is wrong: " in done.stderr) == (1, True)
    path.write_bytes(b"\xff\xfe")
    assert "this is no record of a match: byte 0xff" in run("verify", path).stderr


def test_what_is_not_proven_is_said(record):
    for chance, said in (
        ("typed", "Not proven: the "),
        ("seeded", "Not proven: that nobody foresaw the rolls."),
    ):
        done = run("verify", record(chance=chance))
        assert done.exit_code == 0
        assert said in done.stdout
    done = run("verify", record(cut=9))
    assert done.exit_code == 0
    assert "Not yet proven: the " in done.stdout
    assert "The match has not ended." in done.stdout
    assert "result" not in done.stdout
    without = run("verify", record(change=without_entropy))
    assert "seat 1, which added no entropy" in " ".join(without.stdout.split())


def without_entropy(events):
    # Cut before the first roll: with other entropy all of them would be others.
    place = next(n for n, each in enumerate(events) if isinstance(each, e.Drawn))
    return [each for each in events[:place] if not isinstance(each, e.EntropyAdded)]


def test_a_record_in_the_usual_folder_can_be_named_shortly(record, tmp_path, monkeypatch):
    monkeypatch.setenv("SWIPE_HOME", str(tmp_path))
    (tmp_path / "matches").mkdir()
    record().rename(tmp_path / "matches" / "friday.swipe")
    for name in ("friday", "friday.swipe", tmp_path / "matches" / "friday.swipe"):
        assert run("verify", name).exit_code == 0
    assert run("verify", "saturday").exit_code == 2


# --- rules --------------------------------------------------------------------------------------


def test_the_games_are_listed():
    done = run("rules")
    assert [line.split()[0] for line in done.stdout.splitlines() if line[0] != " "] == list(GAMES)
    facts = json.loads(run("rules", "--json").stdout)
    assert [each["game"] for each in facts] == list(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_rules_options_and_sources_are_printed(game):
    done = run("rules", game)
    assert done.exit_code == 0
    text = done.stdout
    assert all(len(line) <= 80 for line in text.splitlines())
    assert "**" not in text
    assert "`" not in text
    assert "|" not in text
    facts = json.loads(run("rules", game, "--json").stdout)
    words = " ".join(text.split())
    for number, rule in facts["rules"].items():
        assert f"{number} {' '.join(rule.split())}" in words
    for option in GAMES[game].options:
        assert f"{option.name} = {option.default} ({option.rule})" in words
    for told in facts["options"]:
        assert told["meaning"] in words
        assert told["source"] in words
        assert told["value"] == told["default"]
    for preset in GAMES[game].presets:
        assert f"  {preset}: " in text
    assert GAMES[game].configure(GAMES[game].players[0]).identity in words


@pytest.mark.parametrize(("game", "prefix", "last"), [
    ("swipe-dice", "SD", 18), ("swipe-cards", "SC", 18), ("skip-bo-dice", "SB", 12),
])  # fmt: skip
def test_every_rule_line_is_there(game, prefix, last):
    facts = json.loads(run("rules", game, "--json").stdout)
    assert list(facts["rules"]) == [f"{prefix}-{number:02}" for number in range(1, last + 1)]


def test_options_are_shown_as_they_would_be():
    done = run("rules", "swipe-dice", "--players", "3", "--preset", "short", "--set", "dice=12")
    assert "chips = 25  (SD-01) instead of 50" in done.stdout
    assert "dice = 12  (SD-01) instead of 10" in done.stdout
    assert "swipe-dice/1 players=3 " in done.stdout
    facts = json.loads(run("rules", "swipe-dice", "--set", "chips=30", "--json").stdout)
    chips = next(each for each in facts["options"] if each["name"] == "chips")
    assert (chips["value"], chips["default"]) == ("30", "50")


@pytest.mark.parametrize("copy", generate_rule_texts.copies(), ids=lambda path: path.parent.name)
def test_the_package_carries_the_rules_of_the_docs(copy):
    original = generate_rule_texts.copies()[copy]
    assert copy.read_bytes() == original.read_bytes(), "run python -m tools.generate rule_texts"


def test_the_page_of_disputes_holds_every_option_and_every_dispute():
    page = generate_disputes.PAGE.read_text(encoding="utf-8")
    assert page == generate_disputes.text(), "run python -m tools.generate disputes"
    for name in GAMES:
        assert generate_disputes.disputes(name).count("\n- ") > 3
        for option in find_game(name).options:
            assert f"| {option.rule} | `{option.name}` |" in page
