"""``swipe play`` as a command: who sits where, what is written, what is printed as data."""

import json

import pytest
from click.testing import CliRunner

from swipe.alone import alone_with
from swipe.cli import swipe
from swipe.match.record import read_record
from swipe.match.verify import verify_record


@pytest.fixture
def play(tmp_path):
    def run(*arguments, typed="", **options):
        arguments = ["play", *(str(each) for each in arguments)]
        if "--resume" not in arguments and "--record" not in arguments:
            arguments += ["--record", str(tmp_path / "m.swipe")]
        return CliRunner().invoke(
            swipe, arguments, input=typed, env={"SWIPE_HOME": str(tmp_path / "home"), **options}
        )

    run.record = tmp_path / "m.swipe"
    run.home = tmp_path / "home"
    return run


def seats(record):
    _, match, error = read_record(record.read_text())
    assert error is None
    return [(holder.name, holder.bot) for holder in match.seats]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--humans", "Mia"],
         [("Mia", ""), ("Ada", "greedy"), ("Bruno", "greedy"), ("Cleo", "greedy")]),
        (["--humans", "2"], [("Player A", ""), ("Player B", ""),
                             ("Ada", "greedy"), ("Bruno", "greedy")]),
        (["--humans", "Ada,Bea", "--bots", "random"],
         [("Ada", ""), ("Bea", ""), ("Bruno", "random")]),
        (["--humans", "bruno", "--players", "4", "--bots", "greedy,random"],
         [("bruno", ""), ("Ada", "greedy"), ("Cleo", "random"), ("Dario", "greedy")]),
        (["--humans", "Ada,Bea,Cyd,Dot,Eve"],
         [(name, "") for name in ("Ada", "Bea", "Cyd", "Dot", "Eve")]),
    ],
    ids=lambda value: " ".join(value) if isinstance(value[0], str) else "",
)  # fmt: skip
def test_people_sit_first_and_bots_take_the_other_seats(play, arguments, expected):
    done = play("swipe-dice", *arguments, typed="quit\n")
    assert done.exit_code == 0, done.stderr
    assert seats(play.record) == expected


def test_a_person_is_called_by_the_name_of_the_user(play, monkeypatch):
    monkeypatch.setattr("getpass.getuser", lambda: "ada")
    play("skip-bo-dice", typed="quit\n")
    assert seats(play.record)[0] == ("Ada", "")


def test_nobody_to_name_is_a_player(play, monkeypatch):
    def fail():
        raise OSError

    monkeypatch.setattr("getpass.getuser", fail)
    play("skip-bo-dice", typed="quit\n")
    assert seats(play.record)[0] == ("Player", "")


@pytest.mark.parametrize("game", ["swipe-dice", "swipe-cards", "skip-bo-dice"])
def test_bots_play_by_themselves_and_the_result_is_data(play, game):
    options = {
        "swipe-dice": ["--set", "chips=15"],
        "swipe-cards": ["--set", "end=leads:1", "--set", "round_limit=20"],
        "skip-bo-dice": ["--preset", "short"],
    }[game]
    done = play(game, "--humans", "0", "--players", "3", *options, "--json")
    assert done.exit_code == 0, done.stderr
    facts = json.loads(done.stdout)
    proof = verify_record(play.record.read_text())
    shown = " ".join(done.stderr.split())
    assert f"fingerprint begins {proof.commitment[:16]};" in shown
    assert proof.commitment not in shown
    bot = {"swipe-cards": "steady"}.get(game, "greedy")
    assert f"Bots: Ada ({bot}), Bruno ({bot}) and Cleo ({bot})." in shown
    assert facts["finished"]
    assert facts["result"] == proof.result
    assert facts["rules"] == proof.rules
    assert facts["record"] == str(play.record)
    assert [each["seat"] for each in facts["seats"]] == [1, 2, 3]
    assert proof.entropy == ()


def test_a_seed_repeats_the_match(play, tmp_path):
    matches = []
    for name in ("a", "b"):
        path = tmp_path / name
        done = play("skip-bo-dice", "--humans", "0", "--seed", "7", "--record", path)
        assert "Seeded rolls" in done.stdout
        # Only the time differs, and the hashes with it.
        matches.append([line.split(" #")[0] for line in path.read_text().splitlines()[2:]])
    assert matches[0] == matches[1]
    assert len(matches[0]) > 10


def test_the_first_line_says_the_game_and_what_is_other_than_usual(play):
    done = play("swipe-dice", "--humans", "Ada", "--players", "3", typed="quit\n")
    assert done.stdout.startswith("Swipe for 3 players. All rules are as usual;")
    play.record.unlink()
    options = ["--preset", "short", "--set", "swipes=optional"]
    done = play("swipe-dice", "--humans", "Ada", *options, typed="quit\n")
    told = "Swipe for 4 players, with other rules than usual: swipes = optional and chips = 25."
    assert " ".join(done.stdout.split()).startswith(told)


def test_without_a_file_the_record_goes_to_the_usual_folder(play):
    done = CliRunner().invoke(
        swipe,
        ["play", "skip-bo-dice", "--humans", "0", "--set", "goal=12"],
        env={"SWIPE_HOME": str(play.home)},
    )
    assert done.exit_code == 0
    (record,) = (play.home / "matches").iterdir()
    assert verify_record(record.read_text()).rolls_proven
    assert f"  swipe verify {record.stem}\n" in done.stdout


def test_the_options_of_the_rules_are_those_of_the_match(play):
    play("swipe-dice", "--humans", "0", "--preset", "short", "--set", "swipes=optional")
    proof = verify_record(play.record.read_text())
    assert "chips=25" in proof.rules
    assert "swipes=optional" in proof.rules


def test_leaving_and_coming_back_by_command(play):
    first = play("skip-bo-dice", "--humans", "Ada", "--seed", "3", typed="quit\n")
    assert f"  swipe play --resume {play.record}\n" in first.stdout
    facts = json.loads(play("--resume", play.record, "--json", typed="quit\n").stdout)
    assert (facts["finished"], facts["result"]) == (False, "")
    done = play("--resume", play.record, typed="")  # the end of input leaves, too
    assert done.exit_code == 0
    assert "The match is saved in" in done.stdout


def test_a_match_is_not_gone_on_with_at_two_places_at_once(play):
    play("skip-bo-dice", "--humans", "Ada", typed="quit\n")
    before = play.record.read_bytes()
    with alone_with(play.record):
        done = play("--resume", play.record)
    assert done.exit_code == 2
    assert done.stderr.startswith("swipe play: another process is at work on ")
    assert play.record.read_bytes() == before
    assert play("--resume", play.record, typed="quit\n").exit_code == 0
    assert {each.name for each in play.record.parent.iterdir()} == {"m.swipe", "m.swipe.secret"}


def test_a_record_that_exists_is_not_overwritten(play):
    play("skip-bo-dice", "--humans", "0")
    before = play.record.read_bytes()
    done = play("skip-bo-dice", "--humans", "0")
    assert done.exit_code == 2
    assert "exists already: name another file" in done.stderr
    assert play.record.read_bytes() == before


def test_a_match_that_has_ended_is_not_resumed(play):
    play("skip-bo-dice", "--humans", "0")
    done = play("--resume", play.record)
    assert done.exit_code == 2
    assert "has ended: swipe verify" in done.stderr


def test_a_record_of_which_a_line_was_changed_is_not_resumed(play):
    play("skip-bo-dice", "--humans", "Ada", typed="quit\n")
    play.record.write_bytes(play.record.read_bytes().replace(b"Ada", b"Bea"))
    done = play("--resume", play.record)
    assert done.exit_code == 2
    assert done.stderr == "swipe play: event 2: the line or its hash was changed\n"
