"""The commands as people and programs use them."""

import json

import pytest
from click.testing import CliRunner

from swipe.cli import swipe


def run(*arguments, code=0):
    result = CliRunner().invoke(swipe, list(map(str, arguments)))
    assert result.exit_code == code, result.output + result.stderr
    return result


def test_simulate_prints_json(tmp_path):
    out = tmp_path / "a.parquet"
    arguments = ["simulate", "swipe-dice", "--players", 2, "--games", "2k", "--seed", 9]
    shown = json.loads(run(*arguments, "--out", out, "--json", "--processes", 1).stdout)
    assert shown["games"] == 2000
    assert shown["seed"] == 9
    assert shown["rules"].startswith("swipe-dice/1 players=2 ")
    assert "starter=seat:1" in shown["rules"]
    assert shown["seats_from_starter"] is True
    assert sum(shown["win_share"]) == pytest.approx(1.0)
    assert shown["games_per_second"] > 0
    assert shown["seconds"] > 0
    assert 60 < shown["mean_turns"] < 70
    again = json.loads(run(*arguments, "--json", "--processes", 2).stdout)
    assert again["win_share"] == shown["win_share"]
    assert again["mean_turns"] == shown["mean_turns"]


def test_simulate_speaks_to_people():
    text = run(
        "simulate", "skip-bo-dice", "--players", 2, "--bots", "hold,greedy", "--games", 500
    ).stdout
    assert "Seat 1 starts" in text
    assert "Seat 2 (greedy):" in text
    assert "Estimated, with 95 % intervals" in text


def test_the_starter_may_be_named():
    text = run(
        "simulate", "swipe-dice", "--players", 2, "--games", 100, "--set", "starter=draw"
    ).stdout
    assert "Seat 1 starts" not in text


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "swipe-dice", "--games", "many"], "write 5000, 10k or 10M"),
        (["simulate", "swipe-dice", "--resume"], "--out"),
        (["simulate", "swipe-dice", "--bots", "clever"], "no bot 'clever'"),
        (["simulate", "swipe-dice", "--players", "7"], "2 to 6 players"),
        (["sweep", "swipe-dice", "--vary", "chips=20"], "two values"),
        (["tournament", "swipe-dice", "--bots", "random"], "two bots"),
        (["tournament", "swipe-dice", "--bots", "a,b", "--export", "x"], "--out"),
        (["report", "missing.parquet"], "missing.parquet"),
    ],
)
def test_bad_input_is_refused_in_a_line(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*arguments, code=2)
    assert message in result.stderr
    assert result.stderr.count("\n") == 1


def test_from_runs_to_a_report(tmp_path):
    sets = []
    for chips in (20, 30):
        sets.append(tmp_path / f"{chips}.parquet")
        run(
            "simulate",
            "swipe-dice",
            "--players",
            2,
            "--games",
            500,
            "--set",
            f"chips={chips}",
            "--out",
            sets[-1],
        )
    page = tmp_path / "r.html"
    shown = json.loads(
        run("report", *sets, "--out", page, "--export", tmp_path / "e", "--json").stdout
    )
    assert "chips=20; chips=30" in shown["title"]
    assert shown["files"][0] == str(page)
    assert "Holm" in page.read_text()
    assert len(list((tmp_path / "e").iterdir())) == len(shown["files"]) - 1


def test_a_sweep_keeps_its_runs(tmp_path):
    arguments = ["sweep", "swipe-dice", "--players", 2, "--games", 300, "--vary", "chips=20,30"]
    first = json.loads(run(*arguments, "--out", tmp_path, "--json").stdout)
    assert [each["values"] for each in first["runs"]] == [{"chips": "20"}, {"chips": "30"}]
    assert (tmp_path / "report.html").exists()
    assert (tmp_path / "chips=20.parquet").exists()
    again = json.loads(run(*arguments, "--out", tmp_path, "--json").stdout)
    assert [each["win_share"] for each in again["runs"]] == [
        each["win_share"] for each in first["runs"]
    ]


def test_a_tournament_prints_json_and_a_table():
    arguments = ["tournament", "skip-bo-dice", "--bots", "hold,random", "--games", 300]
    shown = json.loads(run(*arguments, "--json").stdout)
    assert {each["bot"] for each in shown["standings"]} == {"hold", "random"}
    assert shown["seatings"] == 2
    assert shown["games"] == 600
    text = run(*arguments).stdout
    assert "Rating" in text
    assert "less" in text
