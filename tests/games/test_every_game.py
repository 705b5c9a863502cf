"""What every game has to keep: one simulation test for all that the registry lists."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swipe.games.contract import (
    CHANCE,
    DECISION,
    NOBODY,
    OVER,
    SPECTATOR,
    BadOption,
    GameError,
    IllegalAction,
    ImpossibleOutcome,
    MalformedText,
    UnknownGame,
    WrongPhase,
    WrongSeat,
    WrongVersion,
    chance_outcomes,
    check_action,
    check_outcome,
    format_result,
    format_state,
    legal_actions,
    parse_result,
    parse_state,
    ranking,
    shares,
    trace,
)
from swipe.games.registry import find_game
from swipe.messages import text
from tests.games.playing import (
    ALL_GAMES,
    apply_move,
    arguments,
    random_move,
    random_walk,
    rules_of,
    values_of,
)

PLIES = 45

every_game = pytest.mark.parametrize("game", ALL_GAMES, ids=lambda game: game.name)
every_preset = pytest.mark.parametrize(
    ("game", "preset"),
    [
        pytest.param(game, preset, id=f"{game.name}-{preset}")
        for game in ALL_GAMES
        for preset in game.presets
    ],
)
seeds = st.integers(0, 2**32)


def observers(state):
    return [SPECTATOR, *range(int(state.players))]


# --- a position ------------------------------------------------------------------------------


def hold_decision(game, state):
    """A decision: its actions are listed in order, taken, and nothing else is."""
    seat, legal = game.rules.seat_to_act(state), legal_actions(game, state)
    assert 0 <= seat < state.players
    assert 1 <= len(legal) <= game.max_legal
    assert legal == sorted(set(legal))
    assert legal[-1] < game.actions
    for action in legal:
        check_action(game, state, seat, action)
        assert game.notation.parse_action(game.notation.format_action(action)) == action
    others = set(range(game.actions)) - set(legal)
    for action in random.Random(len(legal)).sample(sorted(others), min(len(others), 20)):
        with pytest.raises(IllegalAction, match="possible"):
            check_action(game, state, seat, action)
    with pytest.raises(IllegalAction):
        check_action(game, state, seat, game.actions)
    with pytest.raises(WrongSeat, match=f"seat {seat + 1} is to act"):
        check_action(game, state, (seat + 1) % int(state.players), legal[0])
    with pytest.raises(WrongPhase, match="decision"):
        check_outcome(game, state, 0)
    assert game.rules.chance_total(state) == 0
    assert game.rules.chance_run(state) == 0


def hold_chance(game, state):
    """A draw: every ticket stands for an outcome, equal ones in a run, and nothing else happens."""
    rules = game.rules
    seat, total = rules.seat_to_act(state), rules.chance_total(state)
    assert seat == NOBODY or seat < state.players
    assert 1 <= total <= 65535
    assert rules.chance_run(state) >= 1
    by_ticket = [int(rules.chance_outcome(state, ticket)) for ticket in range(total)]
    runs = sum(1 for i in range(total) if i == 0 or by_ticket[i] != by_ticket[i - 1])
    possible = chance_outcomes(game, state)
    assert runs == len(possible) == len(set(by_ticket))
    assert sum(tickets for _, tickets in possible) == total
    for outcome, _ in possible:
        assert 0 <= outcome < game.outcomes
        check_outcome(game, state, outcome)
        assert game.notation.parse_outcome(game.notation.format_outcome(outcome)) == outcome
    others = set(range(game.outcomes)) - set(by_ticket)
    for outcome in [
        *random.Random(total).sample(sorted(others), min(len(others), 10)),
        game.outcomes,
    ]:
        with pytest.raises(ImpossibleOutcome, match="possible"):
            check_outcome(game, state, outcome)
    with pytest.raises(WrongPhase, match="chance"):
        check_action(game, state, 0, 0)
    assert legal_actions(game, state) == []


def hold_end(game, state):
    """The end: shares, a ranking, and no more moves."""
    won, ranks = shares(game, state), ranking(game, state)
    assert sum(won) == pytest.approx(1)
    assert min(won) >= 0
    assert parse_result(format_result(ranks)) == ranks
    assert all((share > 0) == (rank == 1) for share, rank in zip(won, ranks, strict=True))
    assert game.rules.seat_to_act(state) == NOBODY
    with pytest.raises(WrongPhase, match="over"):
        check_action(game, state, 0, 0)
    with pytest.raises(WrongPhase, match="over"):
        check_outcome(game, state, 0)
    assert legal_actions(game, state) == []
    assert game.rules.chance_total(state) == 0


def hold(game, state):
    phase = game.rules.phase(state)
    {DECISION: hold_decision, CHANCE: hold_chance, OVER: hold_end}[phase](game, state)
    assert game.rules.settle(state) == 0  # a resting position stays as it is
    if phase != OVER:
        with pytest.raises(WrongPhase, match="not over"):
            shares(game, state)
    assert all(isinstance(game.rules.score(state, seat), int) for seat in range(int(state.players)))
    for observer in observers(state):
        seen = game.view.redact(state, observer)
        assert game.view.redact(seen, observer).tobytes() == seen.tobytes()
    if not game.has_hidden_information:
        assert game.view.redact(state, SPECTATOR).tobytes() == state.tobytes()


def hold_text(game, state):
    written = format_state(game, state)
    assert written.isascii()
    assert written.isprintable()
    assert parse_state(game, written).tobytes() == state.tobytes(), written


# --- play ------------------------------------------------------------------------------------


@every_game
@settings(max_examples=15)
@given(data=st.data(), seed=seeds)
def test_a_random_game_keeps_every_promise(game, data, seed):
    rules = data.draw(rules_of(game))
    for ply, state in enumerate(random_walk(rules, seed, PLIES)):
        if ply % 3 == seed % 3 or game.rules.phase(state) == OVER:
            before = state.tobytes()
            hold(game, state)
            hold_text(game, state)
            assert state.tobytes() == before, "looking at a position changes nothing"


@every_game
@settings(max_examples=12)
@given(data=st.data(), seed=seeds)
def test_every_step_is_told_to_every_observer(game, data, seed):
    rules, rng = data.draw(rules_of(game)), random.Random(seed)
    state = rules.initial_state()
    for _ in range(PLIES):
        if game.rules.phase(state) == OVER:
            break
        move = random_move(game, state, rng)
        ends = set()
        for observer in observers(state):
            after = state.copy()
            for step in trace(game, after, observer, **move):
                assert step.name in ("play", "land", *game.rules.STEPS[1:])
                for effect in game.view.describe(step, observer):
                    told = text(f"{game.name}-effect-{effect['effect']}", **arguments(effect))
                    assert told.strip()
            ends.add(after.tobytes())
        apply_move(game, state, **move)
        assert ends == {state.tobytes()}, "a move is the same whoever looks on"


@every_game
def test_a_move_on_a_copy_leaves_the_original(game):
    rng = random.Random(1)
    changed = 0
    for state in random_walk(game.configure(game.players[0]), 1, PLIES):
        if game.rules.phase(state) == OVER:
            break
        before, copy = state.tobytes(), state.copy()
        apply_move(game, copy, **random_move(game, copy, rng))
        assert state.tobytes() == before
        changed += copy.tobytes() != before
    assert changed > PLIES / 2


@every_preset
def test_a_random_game_ends(game, preset):
    for seed, players in enumerate(game.players):
        rules = game.configure(players, game.presets[preset])
        *_, state = random_walk(rules, seed, game.max_plies or 100_000)
        hold(game, state)
        hold_text(game, state)
        assert game.rules.phase(state) == OVER


# --- text ------------------------------------------------------------------------------------


@every_game
@given(junk=st.text(max_size=80))
def test_arbitrary_text_is_refused_by_name(game, junk):
    names = game.notation
    for parse in (names.parse_action, names.parse_outcome):
        with contextlib.suppress(MalformedText):
            assert 0 <= parse(junk) < 65536
    for line in (
        junk,
        f"{game.name}/{game.version} 2 | {junk}",
        f"{game.name}/{game.version} {junk}",
    ):
        with pytest.raises(GameError):
            parse_state(game, line)
    with pytest.raises((MalformedText, AssertionError)):
        assert parse_result(junk) is None


@every_game
@settings(max_examples=40)
@given(data=st.data(), seed=seeds)
def test_a_damaged_position_is_refused_or_can_be_played(game, data, seed):
    rules = data.draw(rules_of(game))
    *_, state = random_walk(rules, seed, data.draw(st.integers(0, PLIES)))
    words = format_state(game, state).split(" ")
    for _ in range(data.draw(st.integers(1, 2))):
        which = data.draw(st.integers(0, len(words) - 1))
        word = words[which]
        at = data.draw(st.integers(0, max(len(word) - 1, 0)))
        put = data.draw(st.sampled_from("0123456789-.,:=XCSDNAKQJ|é "))
        end = at + data.draw(st.integers(0, 1))
        words[which] = word[:at] + put + word[end:]
    try:
        state = parse_state(game, " ".join(words))
    except GameError:
        return
    rng = random.Random(seed)
    for _ in range(30):
        hold_text(game, state)
        if game.rules.phase(state) == OVER:
            break
        hold(game, state)
        apply_move(game, state, **random_move(game, state, rng))


@every_game
def test_a_position_of_other_rules_is_refused(game):
    line = format_state(game, game.configure(game.players[0]).initial_state())
    head = f"{game.name}/{game.version}"
    with pytest.raises(WrongVersion, match="another version"):
        parse_state(game, line.replace(head, f"{game.name}/{game.version + 1}", 1))
    with pytest.raises(MalformedText, match="is not a state"):
        parse_state(game, line.replace(head, f"chess/{game.version}", 1))
    with pytest.raises(BadOption, match="has no option"):
        parse_state(game, line.replace(" | ", " colour=red | ", 1))
    with pytest.raises(BadOption, match="players"):
        parse_state(game, line.replace(f"{head} {game.players[0]} ", f"{head} 99 ", 1))


# --- options ---------------------------------------------------------------------------------


@every_game
@given(data=st.data())
def test_options_are_written_and_read(game, data):
    rules = data.draw(rules_of(game))
    state = rules.initial_state()
    read = game.rules.read_options(state)
    again = game.configure(rules.players, read)
    assert again.initial_state().tobytes() == state.tobytes()
    assert game.rules.read_options(again.initial_state()) == read
    assert set(read) == {option.name for option in game.options}


@every_game
@given(data=st.data())
def test_every_option_is_part_of_the_identity(game, data):
    rules = data.draw(rules_of(game))
    option = data.draw(st.sampled_from(game.options))
    value = option.canonical(data.draw(values_of(option)))
    try:
        other = game.configure(rules.players, {**rules.options, option.name: value})
    except BadOption:
        return
    assert (other.identity == rules.identity) == (rules.options[option.name] == value)
    assert f"{option.name}={value}" in other.identity.split()
    if game.rules.read_options(other.initial_state()) != game.rules.read_options(
        rules.initial_state()
    ):
        assert other.initial_state().tobytes() != rules.initial_state().tobytes()


@every_game
def test_what_an_option_cannot_be_is_refused_by_name(game):
    low, high = game.players
    for players in (0, low - 1, high + 1):
        with pytest.raises(BadOption, match=f"{low} to {high} players"):
            game.configure(players)
    with pytest.raises(BadOption, match="it has"):
        game.configure(low, {"colour": "red"})
    for option in game.options:
        for value in ("", "nonsense", "-1", "١"):
            with pytest.raises(BadOption, match=option.name):
                game.configure(low, {option.name: value})
        assert option.canonical(option.default) == option.default


@every_preset
def test_presets_are_options_that_fit(game, preset):
    for players in range(game.players[0], game.players[1] + 1):
        rules = game.configure(players, game.presets[preset])
        assert rules.changed_options == dict(game.presets[preset])


def test_an_unknown_game_is_refused_by_name():
    with pytest.raises(UnknownGame, match="swipe-dice"):
        find_game("chess")


@every_game
def test_a_state_is_one_flat_record(game):
    assert game.dtype.isalignedstruct
    assert {"players", "seat"} <= set(game.dtype.names)
    assert not game.dtype.hasobject
    assert sum(kind.itemsize for kind, *_ in game.dtype.fields.values()) == game.dtype.itemsize, (
        "padding: a copy of a record does not keep its bytes; put the widest fields first"
    )
    assert game.blank_state().tobytes() == bytes(game.dtype.itemsize)
