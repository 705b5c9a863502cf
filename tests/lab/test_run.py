"""The same numbers for the same seed: however many work at it, interrupted, killed or resumed."""

import json
import os
import re
import signal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from swipe.alone import Busy, alone_with
from swipe.bots.optimal import NoTable
from swipe.games.contract import BadOption
from swipe.games.registry import GAMES, find_game
from swipe.lab import store
from swipe.lab.engine import BadCluster, LocalEngine, RayEngine
from swipe.lab.run import play_run, summary
from swipe.lab.spec import BATCHES, BadRun, make_spec, spec_from_json
from swipe.lab.store import BadResults, Journal, read_results
from swipe.lab.tally import Tally, play_batch

DICE = find_game("swipe-dice")
GAMES_PLAYED = 12_500  # seven batches, the last a small one


@pytest.fixture(scope="module")
def spec():
    return make_spec(DICE, 3, {}, ["greedy", "random"], GAMES_PLAYED, 5)


@pytest.fixture(scope="module")
def expected(spec, tmp_path_factory):
    """What one process makes of it, without any interruption."""
    path = tmp_path_factory.mktemp("run") / "one.parquet"
    play_run(spec, LocalEngine(1), path=path, command="swipe simulate", shown=False)
    return pq.read_table(path)


def assert_same(path, expected):
    assert pq.read_table(path).equals(expected)
    assert not path.with_name(path.name + ".parts").exists()


class Interrupted:
    """An engine that is interrupted after some batches."""

    def __init__(self, after):
        self.after = after
        self.played = []

    def map(self, work, text, pieces, heartbeat):
        for done, (index, arrays) in enumerate(LocalEngine(2).map(work, text, pieces, heartbeat)):
            if done == self.after:
                raise KeyboardInterrupt
            self.played.append(index)
            yield index, arrays


def test_two_processes_count_as_one_does(spec, expected, tmp_path):
    path = tmp_path / "two.parquet"
    played = play_run(spec, LocalEngine(2), path=path, shown=False)
    assert played.games == GAMES_PLAYED
    assert_same(path, expected)


def test_an_interrupted_run_is_resumed_without_playing_twice(spec, expected, tmp_path):
    path = tmp_path / "interrupted.parquet"
    first = Interrupted(after=3)
    played = play_run(spec, first, path=path, shown=False)
    assert played.interrupted
    assert not read_results(path).complete
    assert sorted(read_results(path).batches) == sorted(first.played)

    second = Interrupted(after=100)
    again = play_run(spec, second, path=path, resume=True, shown=False)
    assert not again.interrupted
    assert sorted(first.played + second.played) == list(range(spec.batches))
    assert_same(path, expected)


def test_a_killed_run_is_taken_up_from_its_parts(spec, expected, tmp_path, monkeypatch):
    path = tmp_path / "killed.parquet"
    monkeypatch.setattr(Journal, "EVERY", 0.0)
    journal = Journal(path, spec, "", resume=False)  # and never closed: the process is gone
    for index in (4, 1):
        arrays = play_batch(spec.to_json(), index, lambda games: None)
        journal.add(index, Tally.from_arrays(arrays))
    assert not path.exists()
    with pytest.raises(BadResults, match="--resume"):
        play_run(spec, LocalEngine(1), path=path, shown=False)
    engine = Interrupted(after=100)
    play_run(spec, engine, path=path, resume=True, shown=False)
    assert not {1, 4} & set(engine.played)
    assert_same(path, expected)


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_cluster_that_loses_a_worker_counts_the_same(spec, expected, tmp_path):
    marker = tmp_path / "killed"

    def lacking_a_table(text, index, heartbeat):
        raise NoTable("no table here")

    def dying_once(text, index, heartbeat):
        def die(games):
            marker.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)

        if index == 3 and not marker.exists():  # half-way: the batch is played, not yet handed in
            return play_batch(text, index, die)
        return play_batch(text, index, heartbeat)

    engine = RayEngine("local", 2)
    try:
        journal = Journal(tmp_path / "ray.parquet", spec, "", resume=False)
        played = dict(
            engine.map(dying_once, spec.to_json(), range(spec.batches), lambda games: None)
        )
        for index, arrays in played.items():
            journal.add(index, Tally.from_arrays(arrays))
        journal.close()
        with pytest.raises(BadCluster, match="a worker of the cluster cannot play: no table here"):
            list(engine.map(lacking_a_table, "", [0], lambda games: None))
    finally:
        engine.close()
    assert marker.exists()
    assert_same(tmp_path / "ray.parquet", expected)


def test_no_cluster_at_the_address():
    with pytest.raises(BadCluster, match=r"127\.0\.0\.1:9"):
        RayEngine("127.0.0.1:9")


def test_another_run_is_not_mixed_in(spec, tmp_path):
    path = tmp_path / "a.parquet"
    other = make_spec(DICE, 3, {}, ["random"], GAMES_PLAYED, 5)
    play_run(spec, Interrupted(after=1), path=path, shown=False)
    with pytest.raises(BadResults, match="another run"):
        play_run(other, LocalEngine(1), path=path, resume=True, shown=False)
    with pytest.raises(BadResults, match="exists already"):
        play_run(spec, LocalEngine(1), path=path, shown=False)


def test_a_result_set_says_what_it_is(spec, expected, tmp_path):
    about = json.loads(expected.schema.metadata[b"swipe"])
    assert about["rules"] == spec.identity
    assert spec_from_json(about["spec"]) == spec
    assert about["command"] == "swipe simulate"
    assert {"swipe", "python", "numpy", "numba", "created"} <= set(about)


def test_what_is_not_a_result_set_is_refused(tmp_path):
    path = tmp_path / "x.parquet"
    with pytest.raises(BadResults, match="no such file"):
        read_results(path)
    path.write_text("something else")
    with pytest.raises(BadResults, match="not a result set"):
        read_results(path)


def test_a_result_set_that_was_tampered_with_is_refused(spec, expected, tmp_path):
    path = tmp_path / "x.parquet"

    def refused(table, about, complaint, kind=BadResults):
        metadata = {b"swipe": json.dumps(about).encode()}
        pq.write_table(table.replace_schema_metadata(metadata), path)
        with pytest.raises(kind, match=complaint):
            read_results(path)

    about = json.loads(expected.schema.metadata[b"swipe"])
    refused(expected, [1], "this reads swipe-results/1")
    refused(expected, {**about, "format": "else"}, "is else; this reads swipe-results/1")
    refused(expected, {**about, "spec": None}, "not the description of a run", BadRun)
    for change in ('"batch":0', '"batch":-1', '"batch":1,"games":1000000000'):
        wrong = re.sub(r'"batch":\d+', change, about["spec"])
        refused(expected, {**about, "spec": wrong}, "not the description of a run", BadRun)
    wrong = re.sub(r'"batch":\d+', '"batch":9000', about["spec"])
    refused(expected, {**about, "spec": wrong}, "the batches of its run")
    refused(expected.drop_columns(["games"]), about, "the batches of its run")
    shorter = expected.set_column(1, "games", pa.array([[]] * len(expected), pa.list_(pa.int64())))
    refused(shorter, about, "the batches of its run")
    path.write_bytes(path.read_bytes()[:1000])
    with pytest.raises(BadResults, match="not a result set"):
        read_results(path)


def test_two_processes_do_not_write_one_result_set(spec, tmp_path):
    path = tmp_path / "x.parquet"
    with alone_with(path), pytest.raises(Busy, match=r"another process is at work on .*x\.parquet"):
        play_run(spec, LocalEngine(1), path=path, shown=False)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_no_text_will_do(spec, expected, tmp_path):
    path = tmp_path / os.fsdecode(b"no\xfftext.parquet")
    play_run(spec, LocalEngine(2), path=path, command="swipe simulate", shown=False)
    assert read_results(path).total.games == read_results(path).spec.games


def test_a_result_set_of_other_rules_is_refused(spec):
    text = spec.to_json().replace('"version":1', '"version":99')
    with pytest.raises(BadRun, match="swipe-dice/99"):
        spec_from_json(text).rules  # noqa: B018


def test_memory_does_not_grow_with_the_games():
    for games in (10**4, 10**6, 10**9, 10**12):
        assert make_spec(DICE, 4, {}, ["random"], games, 1).batches <= BATCHES
    assert store.Journal.EVERY > 0


def test_the_spans_of_the_batches_are_all_games(spec):
    spans = [spec.span(index) for index in range(spec.batches)]
    assert [first for first, _ in spans] == list(np.cumsum([0, *[n for _, n in spans][:-1]]))
    assert sum(n for _, n in spans) == GAMES_PLAYED


@pytest.mark.parametrize("name", GAMES)
def test_seat_1_starts_unless_the_rules_say_otherwise(name):
    game = GAMES[name]
    spec = make_spec(game, 2, {}, ["random"], 10, 1)
    assert spec.options[game.starter_option] == "seat:1"
    spec = make_spec(game, 2, {game.starter_option: "seat:2"}, ["random"], 10, 1)
    assert spec.options[game.starter_option] == "seat:2"


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"bots": []}, BadRun, "1 to 2 bots, not 0"),
        ({"bots": ["random"] * 3}, BadRun, "1 to 2 bots, not 3"),
        ({"bots": ["clever"]}, ValueError, "no bot 'clever'; it has random"),
        ({"games": 0}, BadRun, "games=0"),
        ({"seed": -1}, BadRun, "seed=-1"),
        ({"players": 9}, BadOption, "2 to 6 players, not 9"),
        ({"options": {"chips": "2"}}, BadOption, "chips"),
    ],
)
def test_what_cannot_be_played_is_refused(change, error, message):
    given = {"players": 2, "options": {}, "bots": ["random"], "games": 10, "seed": 1} | change
    with pytest.raises(error, match=message):
        make_spec(DICE, **given)


# --- reference figures --------------------------------------------------------------------------


def test_the_first_of_two_players_wins_as_often_as_is_known_exactly():
    played = play_run(make_spec(DICE, 2, {}, ["random"], 250_000, 11), LocalEngine(2), shown=False)
    share = summary(played)["win_share"]
    exact, error = 0.53359, (0.53359 * 0.46641 / 250_000) ** 0.5
    assert abs(share[0] - exact) < 4 * error
    assert sum(share) == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize(
    ("players", "turns"), [(2, 65.2), (3, 61.9), (4, 65.5), (5, 78.6), (6, 80.8)]
)
def test_random_games_last_as_long_as_is_known(players, turns):
    """The known figures are "about", rounded to a tenth: within a tenth and the sampling error."""
    spec = make_spec(DICE, players, {}, ["random"], 60_000, 12)
    shown = summary(play_run(spec, LocalEngine(2), shown=False))
    low, high = shown["mean_turns_interval"]
    assert low - 0.15 <= turns <= high + 0.15
