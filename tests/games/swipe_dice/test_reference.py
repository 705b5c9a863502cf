"""The rules module plays as the slow reference does, and gives the figures found elsewhere."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swipe.bots.contract import choose_random
from swipe.games.contract import (
    CHANCE,
    DECISION,
    OVER,
    apply_action,
    apply_outcome,
    legal_actions,
    parse_state,
    ranking,
)
from swipe.games.swipe_dice import GAME, rules
from swipe.kernels import Kernel, Plan
from tests.games.playing import rules_of
from tests.games.swipe_dice.reference import Table

FACES = ("C", "D", "X", "SD", "SC")


def word(action):
    return GAME.notation.format_action(action)


def number(text):
    return GAME.notation.parse_action(text)


def assert_same_table(state, table, seat):
    players = table.players
    assert list(state.chips[:players]) == [held["chip"] for held in table.held]
    assert list(state.dice[:players]) == [held["die"] for held in table.held]
    assert state.centre_chips == table.centre["chip"]
    assert state.centre_dice == table.centre["die"]
    assert state.seat == seat


def answer(state, ask, rng):
    """What the reference asks for, drawn at random and done in the rules module as well."""
    kind = ask[0]
    if kind in ("throw", "roll-off"):
        count = ask[2] if kind == "throw" else len(ask[1])
        assert GAME.rules.phase(state) == CHANCE
        assert GAME.rules.chance_run(state) == count
        if kind == "roll-off":
            assert state.contenders == sum(1 << seat for seat in ask[1])
        sides = [rng.randrange(6) for _ in range(count)]
        for side in sides:
            apply_outcome(GAME, state, GAME.rules.chance_outcome(state, side))
        return [("C", "C", "D", "X", "SD", "SC")[side] for side in sides]
    assert GAME.rules.phase(state) == DECISION
    legal = [word(action) for action in legal_actions(GAME, state)]
    if kind == "next":
        assert sorted(legal) == sorted(f"do:{face}" for face in ask[2])
        chosen = rng.choice(ask[2])
        apply_action(GAME, state, number(f"do:{chosen}"))
        return chosen
    _, _, what, seats = ask
    choices = [f"{what}:{seat + 1}" for seat in seats]
    choices += [f"{what}:none"] if state.swipes == rules.OPTIONAL else []
    assert legal == choices
    chosen = rng.choice(choices)
    apply_action(GAME, state, number(chosen))
    return None if chosen.endswith("none") else seats[choices.index(chosen)]


@settings(max_examples=60)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_random_games_go_as_in_the_reference(data, seed):
    config, rng = data.draw(rules_of(GAME)), random.Random(seed)
    state = config.initial_state()
    if state.stage == rules.DRAW_STARTER:
        ticket = rng.randrange(GAME.rules.chance_total(state))
        apply_outcome(GAME, state, GAME.rules.chance_outcome(state, ticket))
    options = dict(config.options)
    del options["starter"]
    sizes = {name: int(options.pop(name)) for name in ("chips", "dice")}
    table = Table(config.players, **options, **sizes)
    game = table.game(int(state.seat))
    ask = next(game)
    for _ in range(600):
        assert_same_table(state, table, rules.NOBODY if ask[0] == "roll-off" else ask[1])
        try:
            ask = game.send(answer(state, ask, rng))
        except StopIteration as end:
            winner = end.value
            break
    else:
        return  # a long game: far enough
    assert GAME.rules.phase(state) == OVER
    assert state.winner == winner
    assert ranking(GAME, state)[winner] == 1
    assert_same_table(state, table, rules.NOBODY)


# --- counts ----------------------------------------------------------------------------------


def successors(table, seat, faces):
    """Every way a throw can end: replayed with every sequence of answers."""
    found, prefixes = [], [[]]
    while prefixes:
        answers = prefixes.pop()
        copy = Table(**{**vars(table), "held": [dict(h) for h in table.held]})
        copy.centre = dict(table.centre)
        throw = copy.throw(seat, list(faces))
        try:
            ask = next(throw)
            for each in answers:
                ask = throw.send(each)
        except StopIteration as end:
            found.append((copy, end.value))
            continue
        choices = ask[2] if ask[0] == "next" else list(ask[3])
        if ask[0] == "swipe" and copy.swipes == "optional":
            choices.append(None)
        prefixes += [[*answers, each] for each in choices]
    return found


def snapshot(table, seat):
    held = tuple((h["chip"], h["die"]) for h in table.held)
    return held, table.centre["chip"], table.centre["die"], seat


def positions_by_reference(table, first):
    """The positions in which a throw begins, and the tables at the end of the game."""
    begun, ended = {snapshot(table, first)}, set()
    todo = [(table, first)]
    while todo:
        now, seat = todo.pop()
        for faces in combinations_with_replacement(FACES, now.held[seat]["die"]):
            for after, verdict in successors(now, seat, faces):
                if verdict == "over":
                    ended.add(snapshot(after, None)[:3])
                    continue
                mover = seat if verdict == "again" else (seat + 1) % now.players
                if snapshot(after, mover) not in begun:
                    begun.add(snapshot(after, mover))
                    todo.append((after, mover))
    return begun, ended


def positions_by_rules(state):
    """The same two sets, and the reachable throws, from the rules module."""
    begun, ended, seen, todo = set(), set(), {state.tobytes()}, [state]
    while todo:
        now = todo.pop()
        players = int(now.players)
        held = tuple((int(now.chips[s]), int(now.dice[s])) for s in range(players))
        at = held, int(now.centre_chips), int(now.centre_dice)
        if now.stage == rules.ROLL and now.to_roll == now.dice[now.seat]:
            begun.add((*at, int(now.seat)))
        elif now.stage in (rules.ROLL_OFF, rules.FINISHED):
            ended.add(at)
        legal = legal_actions(GAME, now)
        total = GAME.rules.chance_total(now)
        outcomes = {GAME.rules.chance_outcome(now, ticket) for ticket in range(total)}
        moves = [(apply_action, a) for a in legal] + [(apply_outcome, o) for o in outcomes]
        for apply, move in moves:
            after = now.copy()
            apply(GAME, after, move)
            if after.tobytes() not in seen:
                seen.add(after.tobytes())
                todo.append(after)
    return begun, ended


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"chips": 5, "dice": 4}),
        (2, {"chips": 6, "dice": 5}),
        (2, {"chips": 5, "dice": 5, "order": "player", "swipes": "optional"}),
        (2, {"chips": 5, "dice": 6, "order": "wins_first", "ending": "at_once"}),
    ],
)
def test_a_small_box_has_the_same_positions(players, options):
    texts = {name: str(value) for name, value in options.items()}
    state = GAME.configure(players, {"starter": "seat:1", **texts}).initial_state()
    begun, ended = positions_by_reference(Table(players, **options), 0)
    assert positions_by_rules(state) == (begun, ended)


# --- figures found independently of the project ------------------------------------------------


def played(players, games, **options):
    config = GAME.configure(players, options)
    plan = Plan(config, {"random": choose_random}, ("random",) * players)
    return Kernel(plan).play(20240229, 0, games)


@pytest.mark.slow
@pytest.mark.rule("SD-06", "SD-07", "SD-14", "SD-16")
def test_the_first_of_two_players_wins_53_36_per_cent():
    games, exact = 100_000, 0.53359
    rows = played(2, games, starter="seat:1").rows
    share = float(np.mean(rows["ranks"][:, 0] == 1))
    error = (exact * (1 - exact) / games) ** 0.5
    assert abs(share - exact) < 4 * error


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "turns"), [(2, 65.2), (3, 61.9), (4, 65.5), (5, 78.6), (6, 80.8)]
)
def test_a_game_lasts_as_many_turns_as_found_elsewhere(players, turns):
    """Random targets; the extra roll of a Super Swipe is a turn. The figures have one decimal."""
    games = 20_000
    counts = played(players, games).rows["turns"].astype(np.int64)
    error = counts.std() / games**0.5
    assert abs(counts.mean() - turns) < 4 * error + 0.05


def test_the_reference_can_be_replayed_from_a_position():
    """What the counting above relies on: a table can be set up anywhere."""
    state = parse_state(GAME, "swipe-dice/1 2 chips=5 dice=5 | 2.2,2.2 1.1.0 roll 1 2")
    table = Table(2, chips=5, dice=5)
    assert_same_table(state, table, 0)
