"""The tables of Skip-Bo Dice, against a slow solver in plain Python from the text of the rules."""

from functools import cache

import numpy as np
import pytest

from swipe.games.registry import find_game
from swipe.games.skip_bo_dice import rules as skip_bo_rules
from swipe.solve import NotSolvable, plan_of
from swipe.solve.run import certify, solve
from swipe.solve.table import table_path

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("solve")]

GAME = find_game("skip-bo-dice")
CUP, SQUARES, STEP = 5, 12, 25


NEAR = 3


def slow_values(given, goal, tie_goal, faces=3, refill="when_empty", board="continues"):
    """Two players: the mover's winning chance by (part, own, other, filled squares).

    Races of more than a few points would take long: they are ``given``.
    """
    hit = faces / 6
    cap = tie_goal // SQUARES + 1
    values = {}
    boards = range(SQUARES) if board == "continues" else range(1)
    most = goal - 1 + SQUARES * (cap + 1)
    near = max(tie_goal - goal, STEP)
    for a in range(1, near + 1):
        for b in range(1, near + 1):
            for filled in boards:
                if max(a, b) > NEAR:
                    values["race", a, b, filled] = given("race", a, b, filled)
    parts = (
        [("race", a, b) for a in range(1, NEAR + 1) for b in range(1, NEAR + 1)],
        [("end", a, e) for a in range(goal) for e in range(goal, most + 1)],
        [("main", a, b) for a in range(goal) for b in range(goal)],
    )

    def after(position, points, filled):
        part, own, other, _ = position
        if board == "cleared":
            filled = 0
        if part == "race":
            return 1.0 if points >= own else 1 - values["race", other, own - points, filled]
        total = own + points
        if part == "main":
            if total >= goal:
                return 1 - values["end", other, total, filled]
            return 1 - values["main", other, total, filled]
        if total != other:
            return float(total > other)
        race = tie_goal
        while race <= total:
            race += STEP
        return 1 - values["race", race - total, race - total, filled]

    def turn(position):
        @cache
        def throw(filled, cup, done):
            value = (1 - hit) * after(position, 0, filled)
            for run in range(1, cup + 1):
                chance = hit**run * (1 if run == cup else 1 - hit)
                last = filled + run
                now = last % SQUARES
                best = after(position, last + SQUARES * done, now)
                if last < SQUARES or done < cap:
                    left = cup - run
                    if left == 0 or refill == "every_roll":
                        left = min(CUP, SQUARES - now)
                    best = max(best, throw(now, left, done + (last == SQUARES)))
                value += chance * best
            return value

        return throw(position[3], min(CUP, SQUARES - position[3]), 0)

    for part in parts:
        level = [(*position, filled) for position in part for filled in boards]
        values.update(dict.fromkeys(level, 0.5))
        for _ in range(500):
            new = {position: turn(position) for position in level}
            change = max(abs(new[position] - values[position]) for position in level)
            values.update(new)
            if change < 1e-14:
                break
    return values


def turn_start(rules, part, own, other, filled):
    state = rules.initial_state()
    if part == "race":
        state.race_goal = 300
        state.scores[0], state.scores[1] = 300 - own, 300 - other
    else:
        state.scores[0], state.scores[1] = own, other
        if part == "end":
            state.ender, state.turns_left = 1, 1
    state.filled = filled
    skip_bo_rules.begin_turn(state, 0)
    return state


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"goal": "50"}),
        (2, {"goal": "9", "tie_goal": "40", "board": "cleared"}),
        (3, {"goal": "3", "tie_goal": "4"}),
    ],
)
def test_turn_starts_are_numbered_without_gaps_both_ways(players, options):
    plan = plan_of(GAME.configure(players, options))
    state = np.zeros(1, GAME.dtype).view(np.recarray)
    for level in plan.levels:
        for index in range(0, level.roots, 1 if players == 2 else 7):
            state[0] = plan.template
            plan.layout.write(state[0], level.number, index, plan.tables)
            kind, at, row, seat = plan.layout.locate(state[0], plan.tables)
            assert (kind, at, row, seat) == (0, level.number, level.base + index, 0)
    assert plan.rows == plan.states + len(plan.ends)


@pytest.mark.parametrize(
    ("options", "faces"),
    [
        ({"goal": "4", "tie_goal": "6"}, 3),
        ({"goal": "5", "tie_goal": "7", "refill": "every_roll", "faces": "2n0s"}, 2),
        ({"goal": "6", "tie_goal": "8", "board": "cleared", "faces": "4n0s"}, 4),
    ],
)
def test_two_players_agree_with_the_slow_solver(tmp_path, options, faces):
    rules = GAME.configure(2, options)
    table = solve(plan_of(rules), tmp_path)
    slow = slow_values(
        lambda *position: float(table.values(turn_start(rules, *position))[0]),
        int(options["goal"]),
        int(options["tie_goal"]),
        faces,
        options.get("refill", "when_empty"),
        options.get("board", "continues"),
    )
    assert len(slow) == table.head["states"]
    for (part, own, other, filled), value in slow.items():
        found = table.values(turn_start(rules, part, own, other, filled))
        assert found == pytest.approx([value, 1 - value], abs=1e-12)
    assert table.bound < 1e-11


def test_goals_beyond_the_race_are_the_same_race(tmp_path):
    """SB-11: totals and goal shifted together are the same position."""
    rules = GAME.configure(2, {"goal": "4", "tie_goal": "6"})
    table = solve(plan_of(rules), tmp_path)
    near, far = (turn_start(rules, "race", 3, 20, 5) for _ in range(2))
    far.race_goal += 75
    for seat in range(2):
        far.scores[seat] += 75
    assert table.values(near) == pytest.approx(table.values(far), abs=0)


def test_wild_faces_and_three_players_have_a_certificate(tmp_path):
    table = solve(
        plan_of(GAME.configure(2, {"goal": "3", "tie_goal": "4", "faces": "3n1s"})), tmp_path
    )
    assert 1e-3 < table.bound < 1  # two boards in one turn are not so rare
    assert table.label == "bounded"
    assert plan_of(GAME.configure(2, {"faces": "3n1s"})).cut < 1e-15
    assert plan_of(GAME.configure(2)).cut == 0
    plan = plan_of(GAME.configure(3, {"goal": "1", "tie_goal": "2", "board": "cleared"}))
    table = solve(plan, tmp_path)
    assert table.bound < 1e-9
    again = certify(plan, table_path(plan.rules, plan.layout, tmp_path))
    assert again["bound"] < 1e-9


def test_too_many_positions_are_refused():
    with pytest.raises(NotSolvable, match="too many"):
        plan_of(GAME.configure(4))
    with pytest.raises(NotSolvable, match="too many"):
        plan_of(GAME.configure(3, {"goal": "200", "tie_goal": "300"}))


def test_the_full_game_for_two(tmp_path):
    table = solve(plan_of(GAME.configure(2)), tmp_path)
    assert table.start_values()[0] == pytest.approx(0.507154, abs=1e-6)
    assert table.head["residual"] < 1e-12
