"""What plays by a table, compiled, plays as the table says: decision for decision."""

from random import Random

import numpy as np
import pytest

from swipe.games import contract
from swipe.games.contract import CHANCE, OVER
from swipe.games.registry import find_game
from swipe.games.swipe_dice import rules as swipe_rules
from swipe.solve import plan_of
from swipe.solve.play import TablePlayer
from swipe.solve.run import solve

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900), pytest.mark.xdist_group("solve")]

TRAP = ("swipe-dice", 3, {"chips": "12", "dice": "6"})
CASES = [
    TRAP,
    ("swipe-dice", 2, {"chips": "9", "dice": "6", "order": "player", "swipes": "optional"}),
    ("swipe-dice", 3, {"chips": "8", "dice": "6", "swipes": "optional", "ending": "at_once"}),
    ("skip-bo-dice", 2, {"goal": "9", "tie_goal": "14"}),
    ("skip-bo-dice", 2, {"goal": "4", "tie_goal": "6", "faces": "3n1s", "board": "cleared"}),
]


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    """The solved tables, each made when it is first asked for."""
    folder, found = tmp_path_factory.mktemp("tables"), {}

    def table_of(name, players, options):
        rules = find_game(name).configure(players, options)
        if rules.identity not in found:
            found[rules.identity] = solve(plan_of(rules), folder)
        return found[rules.identity]

    return table_of


def decisions(rules, random, count):
    """Positions of games that are played at random, in which somebody decides."""
    game = rules.game
    buffer = np.zeros(game.max_legal, np.uint16)
    while True:
        state = rules.initial_state()
        while (phase := game.rules.phase(state)) != OVER:
            if phase == CHANCE:
                ticket = random.randrange(game.rules.chance_total(state))
                contract.apply_outcome(game, state, int(game.rules.chance_outcome(state, ticket)))
                continue
            legal = game.rules.legal_actions(state, buffer)
            yield state.copy(), buffer, legal
            count -= 1
            if count == 0:
                return
            contract.apply_action(game, state, int(buffer[random.randrange(legal)]))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case[0]}-{case[1]}-{len(case[2])}")
def test_every_decision_is_the_tables(tables, case):
    table, random, known = tables(*case), Random(5), {}
    player = TablePlayer(table)
    toss_ups = 0
    positions = 400 if case[0] == "swipe-dice" else 120  # they take the slow way long
    for state, actions, count in decisions(table.rules, random, positions):
        before = state.tobytes()
        policy = table.policy(state, known)
        assert [action for action, _ in policy] == list(actions[:count])
        check_draws(player, state, actions, count, policy)
        assert state.tobytes() == before
        toss_ups += max(weight for _, weight in policy) < 1
    assert toss_ups or table.rules.game.name == "skip-bo-dice"


WORDS, ROUNDING = 2**63, 2**23


def check_draws(player, state, actions, count, policy):
    """Each action has its stretch of the random words, as long as its weight, one after another."""
    edge = 0.0
    for action, weight in policy:
        first, last = round(edge * WORDS), round(min(1.0, edge + weight) * WORDS) - 1
        if last - first > 4 * ROUNDING:
            for word in (first + ROUNDING, (first + last) // 2, last - ROUNDING):
                assert player(state, actions, count, word) == action
        edge += weight
    assert edge == pytest.approx(1, abs=1e-12)


def test_mixed_choices_are_played_at_random_from_every_seat(tables):
    """Every turn start of the trap with a swipe of one chip ahead, wherever its player sits."""
    table = tables(*TRAP)
    player, plan, game = TablePlayer(table), table.plan, table.rules.game
    keys = {int(key) for key in table.arrays.mixed_key}
    assert len(keys) == table.head["mixed"] > 0
    start = np.zeros(1, game.dtype).view(np.recarray)
    actions = np.zeros(game.max_legal, np.uint16)
    uneven = 0
    for level in plan.levels[:6]:
        for index in range(level.roots):
            start[0] = plan.template
            plan.layout.write(start[0], level.number, index, plan.tables)
            state = after_the_throw(start[0], swipe_rules.SWIPE_CHIP)
            if swipe_rules.legal_actions(state, actions) < 2:
                continue
            if plan.layout.name_of(state, plan) not in keys:
                continue
            for seat in range(3):
                seen = plan.layout.turned(state, (3 - seat) % 3)
                assert int(seen.seat) == seat
                count = swipe_rules.legal_actions(seen, actions)
                policy = table.policy(seen)
                check_draws(player, seen, actions, count, policy)
                uneven += any(0.01 < abs(weight * count - 1) < 0.99 for _, weight in policy)
    assert uneven >= 9


def after_the_throw(start, face):
    """One die of the throw is left to take effect, and its player is asked."""
    state = start.copy()
    state.pending[face] = 1
    state.to_roll = 0
    state.stage = swipe_rules.EFFECTS
    while swipe_rules.settle(state):
        pass
    return state


def test_the_table_is_mapped_and_not_copied(tables):
    table = tables(*TRAP)
    player = TablePlayer(table)
    assert isinstance(table.arrays.values, np.memmap)
    assert not table.arrays.values.flags.writeable
    book, _ = player.tables
    for name in ("values", "mixed_key", "mixed_weight"):
        assert np.shares_memory(getattr(book, name), getattr(table.arrays, name))
