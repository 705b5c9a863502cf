"""What a rule of thumb costs, measured two ways."""

import math
from random import Random

import pytest

from swipe.bots.contract import choose_random
from swipe.coach.strategy import Measurer, candidates
from swipe.games import contract
from swipe.games.contract import CHANCE, OVER
from swipe.games.registry import find_game


def shares_against(rules, table, thumb, seat, games):
    """The plain way: count what the rule of thumb wins in a seat, the table in the other."""
    game, won = rules.game, []
    for number in range(games):
        state, random = rules.initial_state(), Random(f"plain:{number}")
        while game.rules.phase(state) != OVER:
            if game.rules.phase(state) == CHANCE:
                ticket = random.randrange(game.rules.chance_total(state))
                outcome = int(game.rules.chance_outcome(state, ticket))
                contract.apply_outcome(game, state, outcome)
                continue
            legal = contract.legal_actions(game, state)
            if game.rules.seat_to_act(state) == seat:
                action = thumb(state, legal, len(legal), random.getrandbits(63))
            else:
                action = max(table.policy(state), key=lambda each: each[1])[0]
            contract.apply_action(game, state, action)
        won.append(contract.shares(game, state)[seat])
    return won


def test_the_loss_is_what_counting_wins_finds(tiny_rules, tiny_source):
    table = tiny_source.table
    found = Measurer(tiny_rules, table).measure("random", choose_random, 1500)
    start = table.values(tiny_rules.initial_state())
    lost = []
    for seat in (0, 1):
        won = shares_against(tiny_rules, table, choose_random, seat, 1500)
        lost += [float(start[seat]) - share for share in won]
    mean = math.fsum(lost) / len(lost)
    error = math.sqrt(math.fsum((each - mean) ** 2 for each in lost)) / len(lost)
    assert found.loss > 0.02
    assert abs(found.loss - mean) < 4 * error
    assert found.margin < 1.96 * error  # and far less noise
    assert 0 < found.right < 1
    assert found.choices > 0.5


def test_the_table_itself_loses_nothing(tiny_rules, tiny_source):
    table = tiny_source.table

    def best(state, actions, count, word):
        return max(table.policy(state), key=lambda each: each[1])[0]

    found = Measurer(tiny_rules, table).measure("table", best, 100)
    assert found.loss == pytest.approx(0, abs=1e-9)
    assert found.right == 1


@pytest.mark.parametrize("name", ["swipe-dice", "skip-bo-dice"])
def test_rules_of_thumb_play_whole_games(name):
    """Every rule of thumb takes a legal action wherever it has to decide, whatever the options."""
    game = find_game(name)
    sets = {
        "swipe-dice": [{"order": "player", "swipes": "optional", "chips": "14", "dice": "7"}],
        "skip-bo-dice": [{"goal": "12", "faces": "3n1s"}, {"refill": "every_roll", "goal": "12"}],
    }
    for options in sets[name]:
        rules = game.configure(3, options)
        for thumb in candidates(rules).values():
            state, random, decisions = rules.initial_state(), Random(4), 0
            while game.rules.phase(state) != OVER:
                if game.rules.phase(state) == CHANCE:
                    ticket = random.randrange(game.rules.chance_total(state))
                    outcome = int(game.rules.chance_outcome(state, ticket))
                    contract.apply_outcome(game, state, outcome)
                    continue
                legal = contract.legal_actions(game, state)
                action = int(thumb(state, legal, len(legal), random.getrandbits(63)))
                contract.check_action(game, state, game.rules.seat_to_act(state), action)
                contract.apply_action(game, state, action)
                decisions += 1
            assert decisions > 0
