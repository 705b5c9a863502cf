"""Plain states are records in all but speed: the same rules give the same bytes and words."""

from random import Random

import numpy as np
import pytest

from swipe.games import contract
from swipe.games.contract import CHANCE, OVER, SPECTATOR
from swipe.games.plain import Plain, plain_class, plain_rules, to_plain, to_record
from swipe.games.registry import GAMES
from swipe.match.exit import fields_of


@pytest.fixture(params=sorted(GAMES))
def game(request):
    return GAMES[request.param]


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_match_is_the_same(game, seed):
    random = Random(seed)
    players = random.randint(*game.players)
    rules = game.configure(players)
    plain_game = plain_rules(rules).game
    record, plain = rules.initial_state(), to_plain(game, rules.initial_state())
    for _ in range(400):
        assert plain.tobytes() == record.tobytes()
        phase = game.rules.phase(record)
        assert plain_game.rules.phase(plain) == phase
        assert plain_game.rules.seat_to_act(plain) == game.rules.seat_to_act(record)
        for seat in range(players):
            assert game.rules.score(plain, seat) == game.rules.score(record, seat)
        if phase == OVER:
            assert contract.ranking(plain_game, plain) == contract.ranking(game, record)
            assert contract.shares(plain_game, plain) == contract.shares(game, record)
            return
        move = a_move(game, record, plain, random)
        observer = random.choice([SPECTATOR, *range(players)])
        told = [
            game.view.describe(step, observer)
            for step in contract.trace(game, record, observer, **move)
        ]
        told_plain = [
            plain_game.view.describe(step, observer)
            for step in contract.trace(plain_game, plain, observer, **move)
        ]
        assert told_plain == told
        if random.random() < 0.2:
            same_to_see(game, plain_game, record, plain, observer)


def a_move(game, record, plain, random):
    if game.rules.phase(record) == CHANCE:
        total = game.rules.chance_total(record)
        assert game.rules.chance_total(plain) == total
        assert game.rules.chance_run(plain) == game.rules.chance_run(record)
        ticket = random.randrange(total)
        outcome = int(game.rules.chance_outcome(record, ticket))
        assert int(game.rules.chance_outcome(plain, ticket)) == outcome
        return {"outcome": outcome}
    legal = contract.legal_actions(game, record)
    assert contract.legal_actions(game, plain) == legal
    return {"action": random.choice(legal)}


def same_to_see(game, plain_game, record, plain, observer):
    seen, plain_seen = game.view.redact(record, observer), plain_game.view.redact(plain, observer)
    assert plain_seen.tobytes() == seen.tobytes()
    assert fields_of(game, plain_seen) == fields_of(game, seen)
    assert contract.format_state(game, plain) == contract.format_state(game, record)
    again = to_record(game, plain)
    assert again.tobytes() == record.tobytes()
    assert to_record(game, again) is again
    assert to_plain(game, plain) is plain


def test_a_copy_changes_on_its_own(game):
    plain = to_plain(game, game.configure(game.players[1]).initial_state())
    before = plain.tobytes()
    twin = plain.copy()
    assert twin.tobytes() == before
    for name in game.dtype.names:
        shape = game.dtype[name].shape
        if not shape:
            setattr(twin, name, 1 - getattr(twin, name) % 2)
        elif len(shape) == 1:
            getattr(twin, name)[0] += 1
        else:
            field = getattr(twin, name)
            field[0, 0] = field[0, 0] % 7 + 1
    assert plain.tobytes() == before
    assert twin.tobytes() != before


def test_numbers_too_large_for_their_field_are_noticed(game):
    plain = to_plain(game, game.configure(2).initial_state())
    plain.players = 256
    with pytest.raises(Exception, match=r"255|format"):
        plain.tobytes()


def test_grids():
    kind = plain_class(np.dtype([("a", "u2", (2, 3)), ("b", "u1", (2,))]))
    values = np.array([([[1, 2, 3], [4, 5, 6]], [7, 8])], [("a", "u2", (2, 3)), ("b", "u1", (2,))])
    state = kind.from_bytes(values.tobytes())
    assert isinstance(state, Plain)
    assert state.a[1, 2] == 6
    assert state.a[1] == [4, 5, 6]
    assert state.a.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert state["b"] == [7, 8]
    for place in (2, (0, 3), "x"):
        with pytest.raises(IndexError):
            state.a[place]


@pytest.mark.parametrize(
    "dtype",
    [
        np.dtype([("a", "u1"), ("b", "u4")], align=True),
        np.dtype([("a", "f8")]),
        np.dtype([("a", "u1", (2, 2, 2))]),
    ],
)
def test_what_has_no_plain_form_is_refused(dtype):
    with pytest.raises(TypeError):
        plain_class(dtype)
