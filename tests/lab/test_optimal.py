"""The bot `optimal` in the laboratory: it plays the solved table, and wins as it should."""

import json
import os

import msgspec
import pytest
from click.testing import CliRunner

from swipe.bots.contract import policies
from swipe.bots.optimal import NoTable, find_optimal
from swipe.cli import swipe
from swipe.games.registry import find_game
from swipe.kernels import Kernel
from swipe.kernels.cache import cache_directory
from swipe.kernels.driver import WHOLE_SHARE
from swipe.lab.engine import LocalEngine
from swipe.lab.page import render
from swipe.lab.report import make_report
from swipe.lab.run import play_pieces, play_run
from swipe.lab.spec import BadRun, make_kernel, make_plan, make_spec
from swipe.lab.store import read_results
from swipe.lab.tournament import evaluate, make_tournament, make_tournament_report
from swipe.solve import open_table, plan_of
from swipe.solve.run import solve

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("solve")]

SWIPE, SKIP_BO = find_game("swipe-dice"), find_game("skip-bo-dice")
FREE = {"chips": "12", "dice": "7", "swipes": "optional", "order": "player"}
TRAP = {"chips": "12", "dice": "6"}
SHORT = {"goal": "9", "tie_goal": "14"}
UNSOLVED = "--set goal=9 --set board=cleared"
SOLVED = [(SWIPE, 2, FREE), (SWIPE, 3, TRAP), (SKIP_BO, 2, SHORT)]


@pytest.fixture(scope="module", autouse=True)
def cache(tmp_path_factory):
    """A user's cache with some tables; what is compiled stays where it always is."""
    folder = tmp_path_factory.mktemp("cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SWIPE_CACHE", os.fspath(cache_directory().parent))
        patch.setenv("XDG_CACHE_HOME", os.fspath(folder))
        for game, players, options in SOLVED:
            solve(plan_of(game.configure(players, options)))
        yield folder


def run(*arguments, code=0):
    result = CliRunner().invoke(swipe, list(map(str, arguments)))
    assert result.exit_code == code, result.output + result.stderr
    return result


# --- with a table, and without ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "simulate swipe-dice --players 2 --bots optimal",
            "'swipe solve swipe-dice --players 2' makes it",
        ),
        (
            f"simulate skip-bo-dice --players 2 --bots random,optimal {UNSOLVED}",
            "'swipe solve skip-bo-dice --players 2 --set board=cleared --set goal=9' makes it",
        ),
        (
            "tournament swipe-dice --bots greedy,optimal --set starter=seat:2",
            "'swipe solve swipe-dice --players 2' makes it",
        ),
        (
            "sweep swipe-dice --players 3 --bots optimal --set dice=6 --vary chips=12,13",
            "'swipe solve swipe-dice --players 3 --set chips=13 --set dice=6' makes it",
        ),
        ("simulate swipe-cards --bots optimal", "swipe-cards cannot be solved"),
        ("simulate skip-bo-dice --players 5 --bots optimal", "too many positions"),
    ],
)
def test_without_a_table_a_line_says_what_makes_it(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run(*arguments.split(), code=2)
    assert message in result.stderr
    assert "'optimal'" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_damaged_table_is_not_played(cache, tmp_path, monkeypatch):
    rules = SWIPE.configure(3, TRAP)
    (source,) = (cache / "swipe" / "tables").glob("swipe-dice-3-*.table")
    data = bytearray(source.read_bytes())
    data[-100] ^= 1
    (tmp_path / "swipe" / "tables").mkdir(parents=True)
    (tmp_path / "swipe" / "tables" / source.name).write_bytes(data)
    monkeypatch.setenv("XDG_CACHE_HOME", os.fspath(tmp_path))
    with pytest.raises(NoTable, match=r"damaged.* --set dice=6 --fresh' makes it"):
        find_optimal(rules)


def test_another_table_of_the_same_rules_is_another_run():
    spec = make_spec(SWIPE, 3, TRAP, ["optimal", "random"], 10, 1)
    other = msgspec.structs.replace(spec.table, sha256="0" * 64)
    with pytest.raises(BadRun, match="not the one of this run"):
        make_kernel(msgspec.structs.replace(spec, table=other))


SETS = [word for name, value in TRAP.items() for word in ("--set", f"{name}={value}")]


def test_results_say_which_table_was_played(tmp_path):
    out = tmp_path / "a.parquet"
    arguments = ["simulate", "swipe-dice", "--players", 3, *SETS, "--bots", "optimal,greedy,random"]
    arguments += ["--games", 600]
    shown = json.loads(run(*arguments, "--out", out, "--json").stdout)
    table = open_table(SWIPE.configure(3, TRAP))
    assert shown["table"] == {
        "rules": table.head["identity"],
        "label": "bounded",
        "bound": table.bound,
        "sha256": table.head["sha256"],
    }
    results = read_results(out)
    assert msgspec.to_builtins(results.spec.table) == shown["table"]
    digest = table.head["sha256"][:12]
    assert digest in run(*arguments).stdout
    assert digest in render(make_report([results]))
    other = make_spec(SWIPE, 3, TRAP, ["random"], 600, 1)
    assert "table" not in other.to_json()


def test_a_sweep_plays_the_table(tmp_path):
    arguments = ["sweep", "swipe-dice", "--players", 3, *SETS, "--games", 200, "--out", tmp_path]
    arguments += ["--vary", "bots=optimal+greedy+random,random+optimal+greedy", "--json"]
    shown = json.loads(run(*arguments).stdout)
    assert [each["table"]["label"] for each in shown["runs"]] == ["bounded", "bounded"]


# --- the games ----------------------------------------------------------------------------------


# All runs of a game have the same bots, so that one driver is compiled for each.


def test_results_are_the_same_however_they_are_played():
    spec = make_spec(SWIPE, 3, TRAP, ["optimal", "greedy", "random"], 5000, 3)
    assert spec.batches == 3
    one, two = (
        play_run(spec, LocalEngine(count), shown=False).results.total.arrays() for count in (1, 2)
    )
    for name, values in one.items():
        assert (values == two[name]).all(), name


@pytest.mark.parametrize(
    ("game", "players", "options"), SOLVED, ids=["free", "trap", "skip-bo-dice"]
)
def test_compiled_games_are_the_interpreted_ones(game, players, options):
    rules = game.configure(players, options)
    seats = ["optimal", "greedy", "random"][:players]
    plan = make_plan(rules, seats, ["optimal", *policies(game)])
    ours, theirs = Kernel(plan).play(3, 40, 6), Kernel(plan, compiled=False).play(3, 40, 6)
    assert ours.rows.tobytes() == theirs.rows.tobytes()


@pytest.mark.parametrize(
    ("game", "players", "options", "games"),
    [(SWIPE, 2, FREE, 4000), (SWIPE, 3, TRAP, 4000), (SKIP_BO, 2, SHORT, 2000)],
    ids=["free", "trap", "skip-bo-dice"],
)
def test_nobody_beats_optimal(game, players, options, games):
    """In balanced seatings nobody is above it for certain, and whoever plays at random is below."""
    spec = make_tournament(game, players, options, ["optimal", *policies(game)], games, 7)
    assert spec.table is not None
    pieces, _ = play_pieces(spec, LocalEngine(2), shown=False)
    outcome = evaluate(spec, pieces)
    leads = {}
    for duel in outcome.duels:
        if duel.first == "optimal":
            leads[duel.second] = duel.difference
        elif duel.second == "optimal":
            leads[duel.first] = duel.difference.scaled(-1.0)
    assert set(leads) == set(policies(game))
    for lead in leads.values():
        assert lead.value > -4 * lead.error
    assert leads["random"].value > 4 * leads["random"].error
    assert spec.table.sha256[:12] in render(make_tournament_report(outcome, "swipe tournament"))


def test_optimal_wins_what_the_table_says():
    """Against itself the first of two wins its exact share."""
    rules = SKIP_BO.configure(2, {**SHORT, "starter": "seat:1"})
    plan = make_plan(rules, ["optimal"] * 2, ["optimal", *policies(SKIP_BO)])
    share = Kernel(plan).play(11, 0, 8000).rows["shares"][:, 0].mean() / WHOLE_SHARE
    exact = open_table(rules).start_values()[0]
    assert abs(share - exact) < 4 * (exact * (1 - exact) / 8000) ** 0.5
