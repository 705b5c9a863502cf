"""Tables and checkpoints that were damaged, and two processes at one table."""

import json
import shutil

import numpy as np
import pytest

from swipe.alone import Busy, alone_with
from swipe.games.registry import find_game
from swipe.solve import plan_of
from swipe.solve.run import solve
from swipe.solve.table import Table, TableError, table_path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("solve")]

LEVELS = 3


@pytest.fixture(scope="module")
def plan():
    options = {"chips": "6", "dice": "4", "swipes": "optional"}
    return plan_of(find_game("swipe-dice").configure(2, options))


@pytest.fixture(scope="module")
def whole(plan, tmp_path_factory):
    """A finished table, and its checkpoint after some levels."""
    folder = tmp_path_factory.mktemp("whole")
    path = table_path(plan.rules, plan.layout, folder)
    assert solve(plan, folder, until=LEVELS) is None
    shutil.copytree(path.with_suffix(".part"), folder / "part")
    assert solve(plan, folder) is not None
    return path


def change_facts(**changes):
    def change(part):
        file = part / "progress.json"
        facts = json.loads(file.read_text()) | changes
        file.write_text(json.dumps({name: fact for name, fact in facts.items() if fact != "-"}))

    return change


def change_values(part):
    values = np.load(part / "values.npy", mmap_mode="r+")
    values[len(values) // 5, 0] += 1e-9
    values.flush()


def cut(name, share):
    def change(part):
        (file,) = part.glob(name)
        data = file.read_bytes()
        file.write_bytes(data[: int(share * len(data))])

    return change


DAMAGE = {
    "no facts": lambda part: (part / "progress.json").unlink(),
    "facts of nothing": lambda part: (part / "progress.json").write_text("[]"),
    "a number too few": change_facts(slack="-"),
    "no number": change_facts(gain=None),
    "too many levels": change_facts(levels=99),
    "other levels": change_facts(levels=LEVELS - 1),
    "a value changed": change_values,
    "no values": cut("values.npy", 0),
    "half of the values": cut("values.npy", 0.5),
    "no mixtures": cut("mixed-*.npz", 0),
    "half of the mixtures": cut("mixed-*.npz", 0.5),
    "no folder": shutil.rmtree,
}


def levels_solved(plan, folder):
    levels = []
    table = solve(plan, folder, report=lambda progress: levels.append(progress.level))
    return table, len(levels)


def test_a_checkpoint_is_taken_up(plan, whole, tmp_path):
    path = table_path(plan.rules, plan.layout, tmp_path)
    shutil.copytree(whole.parent / "part", path.with_suffix(".part"))
    table, levels = levels_solved(plan, tmp_path)
    assert levels == len(plan.levels) - LEVELS
    assert table.head["sha256"] == Table.open(plan, whole).head["sha256"]


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=list(DAMAGE))
def test_a_damaged_checkpoint_is_passed_over(plan, whole, tmp_path, damage):
    path = table_path(plan.rules, plan.layout, tmp_path)
    part = path.with_suffix(".part")
    shutil.copytree(whole.parent / "part", part)
    damage(part)
    table, levels = levels_solved(plan, tmp_path)
    assert levels == len(plan.levels)
    assert table.head["sha256"] == Table.open(plan, whole).head["sha256"]
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


def test_two_processes_do_not_solve_the_same(plan, tmp_path):
    with (
        alone_with(table_path(plan.rules, plan.layout, tmp_path)),
        pytest.raises(Busy, match="another process is at work on"),
    ):
        solve(plan, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "change",
    [
        {"identity": "-"},
        {"sha256": 3},
        {"bound": "much"},
        {"bound": -1},
        {"arrays": [1]},
        {"arrays": {"values": ["<f8", [1, 1]]}},
        {"arrays": {"values": 3, "mixed_key": 3, "mixed_weight": 3}},
    ],
    ids=str,
)
def test_a_first_line_that_cannot_be_is_refused(plan, whole, tmp_path, change):
    line, _, rest = whole.read_bytes().partition(b"\n")
    head = {name: fact for name, fact in (json.loads(line) | change).items() if fact != "-"}
    bad = tmp_path / "bad.table"
    bad.write_bytes(json.dumps(head).encode().ljust(len(line)) + b"\n" + rest)
    with pytest.raises(TableError, match="its first line is not that of a table"):
        Table.open(plan, bad)


def test_a_table_of_other_sizes_is_refused(plan, whole, tmp_path):
    line, _, rest = whole.read_bytes().partition(b"\n")
    head = json.loads(line)
    head["arrays"]["values"][1].reverse()
    bad = tmp_path / "bad.table"
    bad.write_bytes(json.dumps(head).encode().ljust(len(line)) + b"\n" + rest)
    with pytest.raises(TableError, match="does not have the positions of its rules"):
        Table.open(plan, bad)
