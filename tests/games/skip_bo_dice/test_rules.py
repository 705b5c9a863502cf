"""SB-01 to SB-12, worked out by hand from the text of the rules."""

from __future__ import annotations

from fractions import Fraction

import pytest

from swipe.games.contract import (
    DECISION,
    NOBODY,
    OVER,
    SPECTATOR,
    BadOption,
    IllegalAction,
    MalformedText,
    apply_outcome,
    chance_outcomes,
    check_action,
    format_state,
    legal_actions,
    parse_state,
    ranking,
    shares,
    trace,
)
from swipe.games.skip_bo_dice import GAME, rules


def turn_of(seat, *scores, filled=0, end="-", **options):
    """A position in which a seat is about to begin its turn; seats from 1.

    Args:
        seat: whose turn.
        scores: the totals.
        filled: squares 1 to this one hold their dice.
        end: ``end:1.2`` or ``race:75``, as in the notation.
        options: of the rules.
    """
    words = "".join(f" {name}={value}" for name, value in options.items())
    cup = min(5, 12 - filled)
    head = f"skip-bo-dice/1 {len(scores)}{words}"
    fields = f"{','.join(map(str, scores))} {filled}.{cup} first-throw {seat} {cup} 0 0 - 0 {end} -"
    return parse_state(GAME, f"{head} | {fields}")


def throw(state, faces):
    """All dice of the cup land, one letter each; the steps that follow."""
    assert GAME.rules.chance_run(state) == len(faces)
    steps = []
    for face in faces:
        outcome = GAME.notation.parse_outcome(face)
        steps += [step.name for step in trace(GAME, state, SPECTATOR, outcome=outcome)]
    return [name for name in steps if name != "land"]


def choose(state, action):
    number = GAME.notation.parse_action(action)
    check_action(GAME, state, int(state.seat), number)
    steps = trace(GAME, state, SPECTATOR, action=number)
    return [step.name for step in steps if step.name != "play"]


def choices(state):
    return [GAME.notation.format_action(action) for action in legal_actions(GAME, state)]


def scores(state):
    return [int(total) for total in state.scores[: state.players]]


def score_with(state, faces):
    """The seat throws, stops and scores; the steps after the score."""
    throw(state, faces)
    return choose(state, "stop")[1:]


# --- setup -----------------------------------------------------------------------------------


@pytest.mark.rule("SB-01")
def test_twelve_squares_and_2_to_8_players():
    for players in range(2, 9):
        state = GAME.configure(players, {"starter": "seat:1"}).initial_state()
        assert (state.filled, state.cup) == (0, 5)
        assert scores(state) == [0] * players
    for players in (1, 9):
        with pytest.raises(BadOption, match=f"2 to 8 players, not {players}"):
            GAME.configure(players)


@pytest.mark.rule("SB-02")
@pytest.mark.parametrize(
    ("faces", "number", "skip_bo"), [("3n0s", 3, 0), ("3n1s", 3, 1), ("1n5s", 1, 5), ("6n0s", 6, 0)]
)
def test_a_die_shows_its_number_on_some_faces(faces, number, skip_bo):
    state = GAME.configure(2, {"faces": faces, "starter": "seat:1"}).initial_state()
    found = {
        GAME.notation.format_outcome(outcome): Fraction(tickets, GAME.rules.chance_total(state))
        for outcome, tickets in chance_outcomes(GAME, state)
    }
    blank = 6 - number - skip_bo
    wanted = {"N": number, "S": skip_bo, "B": blank}
    assert found == {face: Fraction(count, 6) for face, count in wanted.items() if count}


@pytest.mark.rule("SB-02")
def test_a_die_needs_a_number_and_has_six_faces():
    for faces in ("0n6s", "4n3s", "7n0s", "3n", "3N0S"):
        with pytest.raises(BadOption, match="faces"):
            GAME.configure(2, {"faces": faces})


@pytest.mark.rule("SB-03")
def test_a_fair_draw_decides_who_begins_and_play_passes_to_the_left():
    state = GAME.configure(3).initial_state()
    assert GAME.rules.seat_to_act(state) == NOBODY
    drawn = {GAME.notation.format_outcome(o): n for o, n in chance_outcomes(GAME, state)}
    assert drawn == {"seat:1": 1, "seat:2": 1, "seat:3": 1}
    apply_outcome(GAME, state, GAME.notation.parse_outcome("seat:2"))
    for seat in (1, 2, 0, 1):
        assert state.seat == seat
        assert GAME.rules.seat_to_act(state) == seat, "a person throws first"
        throw(state, "BBBBB")
    with pytest.raises(BadOption, match="only 3 seats"):
        GAME.configure(3, {"starter": "seat:4"})


# --- a turn ----------------------------------------------------------------------------------


@pytest.mark.rule("SB-04")
@pytest.mark.parametrize(("filled", "dice"), [(0, 5), (4, 5), (7, 5), (8, 4), (10, 2), (11, 1)])
def test_the_dice_of_the_five_lowest_empty_squares_are_thrown(filled, dice):
    state = turn_of(1, 0, 0, filled=filled)
    squares = []
    for _ in range(dice):
        squares.append(rules.next_square(state))
        apply_outcome(GAME, state, GAME.notation.parse_outcome("N"))
    assert squares == list(range(filled + 1, filled + dice + 1))
    assert GAME.rules.phase(state) == DECISION


@pytest.mark.rule("SB-05")
@pytest.mark.parametrize(
    ("faces", "placed"), [("NBNNN", 1), ("NNBNN", 2), ("NNNNB", 4), ("NNNNN", 5), ("NBBBN", 1)]
)
def test_dice_are_placed_in_order_as_far_as_they_allow(faces, placed):
    state = turn_of(1, 0, 0, filled=2)
    assert throw(state, faces) == ["place-dice"]
    assert (state.filled, state.last) == (2 + placed, 2 + placed)
    assert state.cup == 5 - placed, "a success behind a gap stays in the cup"


@pytest.mark.rule("SB-06", "SB-09")
def test_a_miss_ends_the_turn_and_loses_its_points():
    state = turn_of(1, 7, 0, filled=2)
    throw(state, "NBBBB")
    assert rules.at_risk(state) == 3
    choose(state, "roll")
    assert throw(state, "BNNN") == ["miss", "next-turn"]
    assert scores(state) == [7, 0]
    assert (state.seat, state.filled, state.cup) == (1, 3, 5), "squares 4 to 8 for the next"
    assert throw(state, "BNNNN") == ["miss", "next-turn"]
    assert (state.seat, state.filled) == (0, 3)


@pytest.mark.rule("SB-07")
def test_after_a_placement_the_player_stops_or_rolls_what_is_left_in_the_cup():
    state = turn_of(1, 0, 0)
    throw(state, "NNBBB")
    assert choices(state) == ["roll", "stop"]
    assert GAME.rules.seat_to_act(state) == 0
    choose(state, "roll")
    assert GAME.rules.chance_run(state) == 3, "the dice of squares 3, 4 and 5"
    assert GAME.rules.seat_to_act(state) == NOBODY, "the choice was the word for it"
    throw(state, "NBB")
    assert choose(state, "stop") == ["score", "next-turn"]
    assert scores(state) == [3, 0]
    assert (state.seat, state.filled, state.cup) == (1, 3, 5)


@pytest.mark.rule("SB-07")
def test_new_dice_enter_an_empty_cup():
    state = turn_of(1, 0, 0)
    throw(state, "NNNNN")
    assert state.cup == 0
    choose(state, "roll")
    assert GAME.rules.chance_run(state) == 5
    throw(state, "NNNNN")
    choose(state, "roll")
    assert GAME.rules.chance_run(state) == 2, "only squares 11 and 12 are empty"


@pytest.mark.rule("SB-07", "SB-12")
def test_or_the_cup_is_filled_before_every_roll():
    state = turn_of(1, 0, 0, refill="every_roll")
    throw(state, "NNBBB")
    choose(state, "roll")
    assert GAME.rules.chance_run(state) == 5, "the dice of squares 3 to 7"
    throw(state, "NNNNN")
    choose(state, "roll")
    assert GAME.rules.chance_run(state) == 5
    throw(state, "NNNNB")
    choose(state, "roll")
    assert GAME.rules.chance_run(state) == 1


@pytest.mark.rule("SB-08")
def test_the_points_are_the_number_placed_last():
    state = turn_of(1, 0, 0, filled=7)
    throw(state, "NNNBN")
    assert rules.at_risk(state) == 10
    choose(state, "stop")
    assert scores(state) == [10, 0]


@pytest.mark.rule("SB-08", "SB-09")
def test_square_12_scores_12_and_empties_the_board():
    state = turn_of(1, 0, 0, filled=7)
    assert throw(state, "NNNNN") == ["place-dice", "fill-board"]
    assert (rules.at_risk(state), state.filled) == (12, 0)
    choose(state, "stop")
    assert scores(state) == [12, 0]
    assert (state.seat, state.filled, state.cup) == (1, 0, 5)


@pytest.mark.rule("SB-08")
def test_filling_square_12_and_going_on():
    state = turn_of(1, 0, 0, filled=10)
    throw(state, "NN")
    assert choose(state, "roll") == []
    assert GAME.rules.chance_run(state) == 5, "the dice of squares 1 to 5"
    assert rules.at_risk(state) == 12
    throw(state, "NNBBB")
    assert rules.at_risk(state) == 14
    for faces in ("NNN", "NNNNN", "NN"):
        choose(state, "roll")
        throw(state, faces)
    assert rules.at_risk(state) == 24
    choose(state, "roll")
    throw(state, "NBBBB")
    assert rules.at_risk(state) == 25
    choose(state, "stop")
    assert scores(state) == [25, 0]


@pytest.mark.rule("SB-06", "SB-08", "SB-09")
def test_a_miss_after_going_on_loses_everything_and_leaves_the_board_empty():
    state = turn_of(1, 20, 0, filled=10)
    throw(state, "NN")
    choose(state, "roll")
    assert throw(state, "BNNNN") == ["miss", "next-turn"]
    assert scores(state) == [20, 0]
    assert (state.seat, state.filled) == (1, 0)


@pytest.mark.rule("SB-09", "SB-12")
def test_or_every_turn_starts_at_square_1():
    state = turn_of(1, 0, 0, board="cleared")
    score_with(state, "NNNBB")
    assert (state.seat, state.filled, state.cup) == (1, 0, 5)
    throw(state, "NNBBB")
    choose(state, "roll")
    throw(state, "BBB")
    assert (state.seat, state.filled) == (0, 0)


@pytest.mark.rule("SB-08")
def test_going_on_counts_up_to_a_bound_above_every_goal():
    """The rules page says why there is one."""
    state = turn_of(1, 0, 0, faces="6n0s", goal=5, tie_goal=12)
    for boards in range(5):
        for faces in ("NNNNN", "NNNNN", "NN"):
            throw(state, faces)
            if faces != "NN":
                choose(state, "roll")
        assert rules.at_risk(state) == 12 + 12 * min(boards, 2)
        choose(state, "roll")


# --- Skip-Bo faces ---------------------------------------------------------------------------


@pytest.mark.rule("SB-02", "SB-07")
def test_a_skip_bo_face_fills_the_square_but_nobody_stops_on_it():
    state = turn_of(1, 0, 0, faces="3n1s")
    throw(state, "NSBBN")
    assert (state.filled, rules.at_risk(state)) == (2, 2)
    assert choices(state) == ["roll"], "asked all the same"
    with pytest.raises(IllegalAction, match="stop is not possible now; possible: roll"):
        choose(state, "stop")
    choose(state, "roll")
    throw(state, "SNB")
    assert choices(state) == ["roll", "stop"], "the last die shows its number"
    choose(state, "stop")
    assert scores(state) == [4, 0]


@pytest.mark.rule("SB-02", "SB-08")
def test_who_fills_square_12_with_skip_bo_goes_on():
    state = turn_of(1, 0, 0, filled=11, faces="3n1s")
    throw(state, "S")
    assert choices(state) == ["roll"]
    choose(state, "roll")
    throw(state, "NBSBB")
    assert rules.at_risk(state) == 13
    assert choices(state) == ["roll", "stop"]


@pytest.mark.rule("SB-02")
def test_a_skip_bo_behind_a_gap_changes_nothing():
    state = turn_of(1, 0, 0, faces="3n1s")
    throw(state, "NBSSS")
    assert choices(state) == ["roll", "stop"]
    assert state.filled == 1


# --- winning ---------------------------------------------------------------------------------


@pytest.mark.rule("SB-10")
def test_the_first_to_reach_50_starts_the_end_and_all_others_have_one_more_turn():
    state = turn_of(2, 45, 45, 40, 10, filled=4)
    assert score_with(state, "NBBBB") == ["start-end", "next-turn"]
    assert (state.ender, state.turns_left) == (1, 3)
    for seat, left in [(2, 3), (3, 2), (0, 1)]:
        assert (state.seat, state.turns_left) == (seat, left)
        steps = throw(state, "BNNNN")
    assert steps == ["miss", "win"]
    assert shares(GAME, state) == [0, 1, 0, 0]
    assert ranking(GAME, state) == [2, 1, 3, 4]
    assert GAME.rules.phase(state) == OVER


@pytest.mark.rule("SB-10")
def test_the_last_turns_may_overtake_who_started_the_end():
    state = turn_of(1, 45, 48, 47, filled=4)
    score_with(state, "NBBBB")
    assert scores(state) == [50, 48, 47]
    assert score_with(state, "NBBBB") == ["next-turn"], "54: no second end"
    assert score_with(state, "NNBBB") == ["win"]
    assert scores(state) == [50, 54, 55]
    assert ranking(GAME, state) == [3, 2, 1]


@pytest.mark.rule("SB-10", "SB-11")
def test_a_tie_below_the_top_is_no_tie():
    state = turn_of(3, 50, 47, 47, 40, filled=2, end="end:1.2")
    score_with(state, "NBBBB")
    assert scores(state) == [50, 47, 50, 40]
    assert score_with(state, "NNNNN") == ["tie", "next-turn"]
    state = turn_of(4, 51, 47, 47, 40, filled=2, end="end:1.1")
    assert throw(state, "BBBBB") == ["miss", "win"]
    assert ranking(GAME, state) == [1, 2, 2, 4]


@pytest.mark.rule("SB-11")
def test_after_a_tie_all_play_on_and_75_wins_at_once():
    state = turn_of(3, 20, 50, 41, filled=8, end="end:2.2")
    assert score_with(state, "NBBB") == ["next-turn"]
    assert scores(state) == [20, 50, 50]
    assert throw(state, "BBB") == ["miss", "tie", "next-turn"]
    assert (state.race_goal, state.turns_left) == (75, 0)
    assert state.seat == 1, "in turn: the one who started the end is next"
    score_with(state, "NNNBB"[:3])
    assert scores(state) == [20, 62, 50]
    throw(state, "BBBBB")
    throw(state, "BBBBB")
    throw(state, "NNNNN")
    for faces in ("NNNNN", "NN"):
        choose(state, "roll")
        throw(state, faces)
    choose(state, "roll")
    throw(state, "NBBBB")
    assert choose(state, "stop") == ["score", "win"], "75: at once"
    assert scores(state) == [20, 75, 50]
    assert shares(GAME, state) == [0, 1, 0]


@pytest.mark.rule("SB-11")
def test_whoever_was_not_tied_may_win_the_race_too():
    state = turn_of(1, 64, 55, 55, filled=10, end="race:75")
    assert score_with(state, "NB") == ["win"]
    assert shares(GAME, state) == [1, 0, 0]


@pytest.mark.rule("SB-11")
@pytest.mark.parametrize(
    ("shared", "goal"), [(50, 75), (74, 75), (75, 100), (99, 100), (100, 125), (112, 125)]
)
def test_the_goal_moves_up_until_it_is_above_what_is_shared(shared, goal):
    state = turn_of(2, shared, 40, filled=0, end="end:1.1")
    going_on, last = divmod(shared - 40, 12)
    while shared - 40 > rules.at_risk(state) + 5:
        throw(state, "N" * GAME.rules.chance_run(state))
        choose(state, "roll")
    dice = GAME.rules.chance_run(state)
    needed = last - int(state.filled) if going_on == state.completions else 12 - int(state.filled)
    throw(state, "N" * needed + "B" * (dice - needed))
    assert choose(state, "stop")[:3] == ["score", "tie", "next-turn"]
    assert scores(state) == [shared, shared]
    assert state.race_goal == goal


@pytest.mark.rule("SB-10", "SB-11", "SB-12")
def test_the_goals_are_options():
    state = turn_of(1, 7, 7, filled=2, goal=10, tie_goal=12)
    assert score_with(state, "NBBBB") == ["start-end", "next-turn"]
    state = turn_of(2, 10, 7, filled=2, end="end:1.1", goal=10, tie_goal=12)
    assert score_with(state, "NBBBB") == ["tie", "next-turn"]
    assert state.race_goal == 12
    for goal, tie_goal in [(50, 50), (75, 60)]:
        with pytest.raises(BadOption, match=f"use {goal + 1} or more"):
            GAME.configure(2, {"goal": str(goal), "tie_goal": str(tie_goal)})


@pytest.mark.rule("SB-12")
def test_every_option_is_part_of_the_identity():
    identity = GAME.configure(2, {"faces": "2n1s"}).identity
    assert identity == (
        "skip-bo-dice/1 players=2 faces=2n1s refill=when_empty board=continues goal=50 "
        "tie_goal=75 starter=draw"
    )


# --- positions and sentences -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("0,0 0.5 placing 1 0 1 0 - 0 - -", "no resting state"),
        ("0,0 0.5 first-throw - 5 0 0 - 0 - -", "a seat has the turn"),
        ("0,0 0.4 first-throw 1 4 0 0 - 0 - -", "starts with 5 dice"),
        ("0,0 0.5 first-throw 1 6 0 0 - 0 - -", "not a number from 0 to 5"),
        ("0,0 0.5 first-throw 1 4 2 0 - 0 - -", "only landed dice succeed"),
        ("0,0 0.5 first-throw 1 4 1 0 S 0 - -", "no Skip-Bo faces"),
        ("0,0 3.2 choose 1 0 0 4 - 0 - -", "stands on the last square filled"),
        ("0,0 0.3 choose 1 0 0 12 - 0 - -", "no throw leaves 3 dice"),
        ("0,0 3.0 choose 1 0 0 3 - 1 - -", "no throw leaves 0 dice"),
        ("0,0 3.2 choose 1 0 0 3 - 8 - -", "not a number from 0 to 7"),
        ("0,0 3.2 throw 1 2 0 0 - 0 - -", "follows from a die placed"),
        ("50,0 0.5 first-throw 1 5 0 0 - 0 - -", "the first to reach 50 starts the end"),
        ("50,0 0.5 first-throw 1 5 0 0 - 0 end:1.1 -", "play passes to the left"),
        ("40,0 0.5 first-throw 2 5 0 0 - 0 end:1.1 -", "who starts the end has 50"),
        ("50,50 0.5 first-throw 2 5 0 0 - 0 end:1.1 -", "the first to reach 50"),
        ("60,60 0.5 first-throw 2 5 0 0 - 0 race:80 -", "a race goes to 75"),
        ("60,40 0.5 first-throw 2 5 0 0 - 0 race:75 -", "follows a tie at 50"),
        ("60,60 0.5 first-throw 2 5 0 0 - 0 race:100 -", "follows a tie at 75"),
        ("75,60 0.5 first-throw 2 5 0 0 - 0 race:75 -", "a race ends when somebody has 75"),
        ("50,50 0.0 finished - 0 0 0 - 0 - 1", "the winner alone"),
        ("50,40 0.0 finished - 0 0 0 - 0 - -", "there is a winner at the end"),
        ("1,0 0.0 draw-starter - 0 0 0 - 0 - -", "before the first turn"),
        ("0,0 0.5 first-throw 1 5 0 0 - 0 soon -", "not a kind of end"),
        ("0 0.5 first-throw 1 5 0 0 - 0 - -", "each of 2 seats"),
        ("0,0 0.5", "not a stage"),
        ("0,0 0.5 first-throw 1 5 0 0 - 0 - - -", "fields"),
    ],
)
def test_a_position_against_the_rules_is_refused_by_name(text, complaint):
    with pytest.raises(MalformedText, match=complaint):
        parse_state(GAME, f"skip-bo-dice/1 2 | {text}")


def test_a_position_can_be_written_down():
    state = turn_of(2, 50, 41, filled=3, end="end:1.1", faces="3n1s")
    throw(state, "NSBBB")
    line = "skip-bo-dice/1 2 faces=3n1s | 50,41 5.3 choose 2 0 0 5 S 0 end:1.1"
    assert format_state(GAME, state) == line
    assert parse_state(GAME, line).tobytes() == state.tobytes()
