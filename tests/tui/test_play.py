"""Every game to its end in a pseudo-terminal of 80 columns and 24 rows."""

import unicodedata

import pytest

from swipe.match.record import decode_record
from swipe.match.verify import verify_record
from tests.tui.robots import CTRL_C, Person, Terminal

GAMES = {
    "swipe-dice": ["--players", "4", "--set", "chips=25"],
    "swipe-cards": ["--players", "3", "--set", "end=leads:1", "--set", "round_limit=40"],
    "skip-bo-dice": ["--players", "3", "--set", "goal=20", "--set", "tie_goal=40"],
}


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def only_record(home):
    (record,) = (home / "matches").glob("*.swipe")
    assert not list((home / "matches").glob("*.secret"))
    return record


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("humans", ["Ada", "Ada,骰子 Bea"])
def test_a_game_is_played_to_its_end(game, humans, tmp_path):
    prompts = []
    person = Person(7)

    def reply(prompt):
        prompts.append(prompt)
        return person(prompt)

    terminal = Terminal("play", game, *GAMES[game], "--humans", humans, home=tmp_path)
    assert terminal.play(reply) == 0, terminal.output[-2000:]
    assert len(prompts) >= 3
    too_long = [line for line in terminal.lines if columns(line) > 80]
    assert too_long == []
    assert "Traceback" not in terminal.output
    assert "{" not in terminal.output  # a message without its argument
    proof = verify_record(decode_record(only_record(tmp_path).read_bytes()))
    assert proof.rolls_proven
    assert len(proof.entropy) == len(humans.split(","))
    text = "\n".join(terminal.lines)
    assert f"fingerprint begins {proof.commitment[:16]};" in " ".join(text.split())
    assert "The whole match and the secret of its rolls are in" in text
    command = f"swipe verify {only_record(tmp_path).stem}"
    assert f"  {command}" in terminal.lines
    verify = Terminal(*command.split()[1:], home=tmp_path)
    assert verify.play(person) == 0
    assert "Proven: all" in verify.output
    assert proof.commitment in "".join(verify.lines)


@pytest.mark.parametrize("game", ["swipe-dice", "skip-bo-dice"])
def test_a_game_with_real_dice_is_typed_in(game, tmp_path):
    terminal = Terminal("play", game, *GAMES[game], "--humans", "Ada,Bea", "--typed", home=tmp_path)
    person, typed = Person(3), []

    def reply(prompt):
        if prompt.startswith(("What do", "Who begins")):
            typed.append(prompt)
        return person(prompt)

    assert terminal.play(reply) == 0, terminal.output[-2000:]
    assert [line for line in terminal.lines if columns(line) > 80] == []
    proof = verify_record(decode_record(only_record(tmp_path).read_bytes()))
    assert proof.chance == "typed"
    assert not proof.rolls_proven
    assert len(typed) > 5
    assert "Real dice" in terminal.output


def test_colours_are_there_in_a_terminal_and_only_there(tmp_path):
    arguments = ["play", "swipe-dice", "--set", "chips=13", "--seed", "1"]
    assert Terminal(*arguments, home=tmp_path).play(Person(1)) == 0
    terminal = Terminal(*arguments, "--humans", "Ada", home=tmp_path)
    terminal.play(Person(1))
    assert "\x1b[36mAda" in terminal.output


def test_ctrl_c_leaves_the_match_to_be_resumed(tmp_path):
    arguments = ["play", "skip-bo-dice", "--humans", "Ada", "--set", "goal=20", "--seed", "3"]
    terminal = Terminal(*arguments, "--record", str(tmp_path / "m.swipe"), home=tmp_path)
    answers = iter(["", CTRL_C])
    assert terminal.play(lambda prompt: next(answers)) == 0
    assert f"  swipe play --resume {tmp_path}/m.swipe" in terminal.lines
    resumed = Terminal("play", "--resume", str(tmp_path / "m.swipe"), home=tmp_path)
    assert resumed.play(Person(1)) == 0
    assert verify_record(decode_record((tmp_path / "m.swipe").read_bytes())).rolls_proven
