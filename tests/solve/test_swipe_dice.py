"""The tables of Swipe dice: against a slow solver of their own, their certificates, their files."""

import json

import numpy as np
import pytest

from swipe.games import contract
from swipe.games.contract import WrongPhase, WrongVersion
from swipe.games.registry import find_game
from swipe.games.swipe_dice import rules as swipe_rules
from swipe.solve import NotSolvable, equilibrium, expand, open_table, plan_of
from swipe.solve.graph import Sweeper, choose_nodes
from swipe.solve.run import certify, make_expander, solve
from swipe.solve.table import TableError, read_head, table_path
from tests.solve.slow_swipe_dice import Game as SlowGame

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("solve")]

GAME = find_game("swipe-dice")


def configure(players, **options):
    return GAME.configure(players, {name: str(value) for name, value in options.items()})


def turn_start(rules, chips, dice, centre, spare):
    state = rules.initial_state()
    for seat in range(rules.players):
        state.chips[seat], state.dice[seat] = chips[seat], dice[seat]
    state.centre_chips, state.centre_dice = centre, spare
    swipe_rules.begin_turn(state, 0)
    return state


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"chips": 50}),
        (2, {"chips": 9, "dice": 12, "order": "player"}),
        (3, {"chips": 12, "dice": 6}),
        (4, {"chips": 11, "dice": 8}),
        (5, {"chips": 12, "dice": 7}),
    ],
)
def test_turn_starts_are_numbered_without_gaps_both_ways(players, options):
    plan = plan_of(configure(players, **options))
    layout, tables = plan.layout, plan.tables
    state = np.zeros(1, GAME.dtype).view(np.recarray)
    seen = set()
    for level in plan.levels:
        for index in range(level.roots):
            state[0] = plan.template
            layout.write(state[0], level.number, index, tables)
            kind, at, row, seat = layout.locate(state[0], tables)
            assert (kind, at, row, seat) == (0, level.number, level.base + index, 0)
            assert int(state[0].chips.sum()) + level.number == int(state[0].chips_in_box)
            seen.add(state[0].tobytes())
    assert len(seen) == plan.states
    assert plan.rows == plan.states + len(plan.ends)


def test_every_seat_sees_its_own_turn_start():
    rules = configure(3, chips=12, dice=6)
    plan = plan_of(rules)
    state = turn_start(rules, (1, 4, 5), (1, 3, 2), 2, 0)
    row, seat = plan.layout.row_of(state, plan)
    assert seat == 0
    moved = state.copy()
    for i in range(3):
        moved.chips[(i + 2) % 3], moved.dice[(i + 2) % 3] = state.chips[i], state.dice[i]
    moved.seat = 2
    moved.to_roll = state.to_roll
    assert plan.layout.row_of(moved, plan) == (row, 2)
    assert plan.layout.turned(moved, 2).tobytes() == state.tobytes()


@pytest.mark.parametrize("order", ["losses_first", "wins_first", "player"])
@pytest.mark.parametrize("ending", ["after_roll", "at_once"])
@pytest.mark.parametrize("swipes", ["compulsory", "optional"])
def test_two_players_agree_with_the_slow_solver(tmp_path, order, ending, swipes):
    chips, dice = (6, 4) if order == "player" else (7, 4)
    rules = configure(2, chips=chips, dice=dice, order=order, ending=ending, swipes=swipes)
    table = solve(plan_of(rules), tmp_path)
    slow = SlowGame(2, chips, dice, order, ending, swipes).solve(3)
    for (chips, dice, centre, spare), value in slow.items():
        found = table.values(turn_start(rules, chips, dice, centre, spare))
        assert found == pytest.approx(value, abs=1e-12)
    assert table.bound < 1e-11
    assert table.label == "exact"


def test_no_turn_of_three_players_is_worth_more_than_the_table_says(tmp_path):
    """The slow game plays every turn as well as can be, and meets the table's values after it.

    Plain iteration goes round in circles with three players, so the slow game cannot find the
    values, but it can check them. What the others get is certain where no choice is a toss-up.
    """
    rules = configure(3, chips=8, dice=6)
    table = solve(plan_of(rules), tmp_path)
    slow = SlowGame(3, 8, 6)
    slow.values = Told(table, rules)
    positions = [each for centre in range(1, 9) for each in slow.positions(centre)]
    checked = positions[::19]
    gains, certain = [], 0
    for position in checked:
        slow.torn = False
        found, told = slow.turn(position), slow.values[position]
        gains.append(found[0] - told[0])
        if not slow.torn:
            certain += 1
            assert found == pytest.approx(told, abs=1e-9)
    assert min(gains) > -1e-12
    assert max(gains) <= table.bound
    assert len(checked) * 0.2 < certain < len(checked)


class Told(dict):
    """The values of turns as a table tells them."""

    def __init__(self, table, rules):
        self.table, self.rules = table, rules

    def __missing__(self, position):
        self[position] = value = tuple(self.table.values(turn_start(self.rules, *position)))
        return value


@pytest.mark.parametrize("threads", [1, 3])
def test_a_level_expanded_in_parts_is_the_same_level(monkeypatch, threads):
    """Positions that several parts come upon are one node, with the same ends."""
    rules = configure(3, chips=12, dice=6, swipes="optional")
    plan = plan_of(rules)
    whole, parts = make_expander(plan), make_expander(plan, threads)
    solved = np.zeros((plan.rows, 6))
    solved[: len(plan.ends)] = np.tile(plan.ends, 2)
    nothing = np.zeros(0, np.uint64), np.zeros((0, plan.most_actions))
    for level in plan.levels[:2]:
        arguments = (level.number, level.roots, level.base, solved, *nothing)
        monkeypatch.setattr(expand, "PART", 1 << 40)
        one = whole.graph(*arguments)
        monkeypatch.setattr(expand, "PART", 1)
        other = parts.graph(*arguments)
        assert sorted(one.node_key) == sorted(other.node_key)
        assert len(set(other.node_key)) == other.nodes
        values = np.random.default_rng(1).random((level.roots, 3))
        ends = []
        for graph in (one, other):
            pool, sweeper = graph.pool(values, graph.constant_value), Sweeper(1)
            kept, flips = np.zeros(graph.nodes, np.bool_), np.zeros(graph.nodes, np.int32)
            sweeper.nodes(choose_nodes, graph, pool, graph.node_weight.copy(), kept, flips)
            sweeper.roots(graph, pool, np.empty_like(values), graph.root_value)
            ends.append(pool[: level.roots])
            assert not (ends[-1] == values).all(axis=1).any()
        assert ends[0] == pytest.approx(ends[1], abs=1e-14)
        solved[level.base : level.base + level.roots] = np.tile(ends[0], 2)


def test_roll_offs_are_fair(tmp_path):
    for roll_off in ("first_x_wins", "first_x_loses"):
        plan = plan_of(configure(3, chips=8, dice=6, roll_off=roll_off))
        for mask in range(1, 8):
            among = [mask >> seat & 1 for seat in range(3)]
            assert plan.ends[mask] == pytest.approx(np.array(among) / sum(among), abs=1e-15)


@pytest.fixture(scope="module")
def trap(tmp_path_factory):
    """The box in which best choices chase each other for ever."""
    folder = tmp_path_factory.mktemp("trap")
    plan = plan_of(configure(3, chips=12, dice=6))
    return plan, solve(plan, folder), folder


def test_the_trap_is_solved_with_mixed_choices(trap):
    plan, table, folder = trap
    assert table.head["mixed"] > 0
    assert table.bound < 1e-9
    assert table.head["residual"] < 1e-12
    assert table.label == "bounded"
    again = certify(plan, table_path(plan.rules, plan.layout, folder))
    assert again["bound"] < 1e-9


def test_a_mixed_choice_leaves_its_player_indifferent(trap):
    plan, table, _ = trap
    keys = {int(key) for key in table.arrays.mixed_key}
    found = 0
    buffer = np.zeros(GAME.max_legal, np.uint16)
    state = np.zeros(1, GAME.dtype).view(np.recarray)
    for level in plan.levels[:6]:
        for index in range(0, level.roots):
            if found == 3:
                return
            state[0] = plan.template
            plan.layout.write(state[0], level.number, index, plan.tables)
            after = contract_copy(state[0])
            after.pending[swipe_rules.SWIPE_CHIP] = 1
            after.to_roll = 0
            after.stage = swipe_rules.EFFECTS
            while swipe_rules.settle(after):
                pass
            if swipe_rules.legal_actions(after, buffer) < 2:
                continue
            if plan.layout.name_of(after, plan) in keys:
                policy = table.policy(after)
                if any(0.01 < chance < 0.99 for _, chance in policy):
                    mine = [values[0] for _, values in table.action_values(after)]
                    assert max(mine) - min(mine) < 1e-9
                    assert sum(chance for _, chance in policy) == pytest.approx(1)
                    found += 1
    assert found


def contract_copy(state):
    return state.copy()


def test_values_of_a_throw_average_those_after_it(trap):
    plan, table, _ = trap
    state = plan.layout.first_turn(plan.rules)
    before = table.values(state)
    assert before.sum() == pytest.approx(1, abs=1e-15)
    mean = np.zeros(3)
    for outcome, tickets in contract.chance_outcomes(GAME, state):
        after = state.copy()
        contract.apply_outcome(GAME, after, outcome)
        mean += tickets / 6 * table.values(after)
    assert mean == pytest.approx(before, abs=1e-13)


def test_a_table_answers_only_for_its_rules(trap):
    plan, table, folder = trap
    path = table_path(plan.rules, plan.layout, folder)
    other = configure(3, chips=12, dice=6, ending="at_once")
    wrong = plan_of(other)
    with pytest.raises(WrongVersion, match="other rules"):
        type(table).open(wrong, path)
    with pytest.raises(TableError, match="there is no table"):
        open_table(other, folder)
    assert open_table(configure(3, chips=12, dice=6, starter="seat:2"), folder).bound == table.bound
    with pytest.raises(WrongPhase):
        table.policy(plan.layout.first_turn(plan.rules))
    with pytest.raises(NotSolvable, match="cannot be solved"):
        plan_of(find_game("swipe-cards").configure(3))
    with pytest.raises(NotSolvable, match="796,952,520 positions"):
        plan_of(GAME.configure(5))


def test_a_damaged_table_is_refused(trap, tmp_path):
    plan, table, folder = trap
    source = table_path(plan.rules, plan.layout, folder)
    head = read_head(source)
    assert head["identity"].startswith("swipe-dice/1 players=3 ")
    data = bytearray(source.read_bytes())
    data[head["start"] + 100] ^= 1
    bad = tmp_path / "bad.table"
    bad.write_bytes(data)
    with pytest.raises(TableError, match="damaged"):
        type(table).open(plan, bad)
    bad.write_bytes(source.read_bytes()[:-8])
    with pytest.raises(TableError, match="cut short"):
        type(table).open(plan, bad)
    bad.write_bytes(b"hello\n")
    with pytest.raises(TableError, match="not a table"):
        type(table).open(plan, bad)
    line = json.dumps({"what": "swipe-table", "format": 99}).encode()
    bad.write_bytes(line + b"\n")
    with pytest.raises(TableError, match="format"):
        type(table).open(plan, bad)


def test_a_run_is_resumed_from_its_checkpoint_to_the_same_bytes(trap, tmp_path):
    plan, _, folder = trap
    assert solve(plan, tmp_path, until=3) is None
    levels = []
    solve(plan, tmp_path, report=lambda progress: levels.append(progress.level))
    assert levels[0] == plan.levels[3].number
    whole, parts = (table_path(plan.rules, plan.layout, each) for each in (folder, tmp_path))
    assert read_head(whole)["sha256"] == read_head(parts)["sha256"]
    assert not parts.with_suffix(".part").exists()


def test_threads_change_nothing(tmp_path):
    plan = plan_of(configure(3, chips=14, dice=8))
    solve(plan, tmp_path / "one", until=3)
    solve(plan, tmp_path / "two", threads=2, until=3)
    one, two = (
        np.load(
            table_path(plan.rules, plan.layout, tmp_path / each).with_suffix(".part") / "values.npy"
        )
        for each in ("one", "two")
    )
    assert np.array_equal(one, two)


def test_in_large_levels_little_can_be_gained(tmp_path):
    plan = plan_of(configure(3, chips=14, dice=8))
    assert plan.levels[0].roots > equilibrium.LARGE
    table = solve(plan, tmp_path, threads=2)
    most = equilibrium.PATIENCE[0][-2][0]
    assert table.head["gain"] <= 2 * most
    again = certify(plan, table_path(plan.rules, plan.layout, tmp_path))
    assert again["bound"] == pytest.approx(table.bound, rel=1e-6, abs=1e-12)


def test_the_full_box_for_two(tmp_path):
    rules = configure(2)
    table = solve(plan_of(rules), tmp_path)
    assert table.start_values()[0] == pytest.approx(0.53359224, abs=1e-8)
    assert table.head["residual"] < 1e-12
    assert table_path(rules, table.plan.layout, tmp_path).stat().st_size < 1_000_000
