"""SD-01 to SD-18, worked out by hand from the text of the rules."""

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
    apply_action,
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
from swipe.games.swipe_dice import GAME, rules


def table(*held, centre, seat=1, **options):
    """A position in which a seat is about to throw; the box holds what lies on the table.

    Args:
        held: chips and dice of each seat, such as ``"2.1"``.
        centre: its chips and dice.
        seat: who throws, from 1.
        options: of the rules.
    """
    chips, dice = (sum(int(each.split(".")[i]) for each in (*held, centre)) for i in (0, 1))
    words = [f"{name}={value}" for name, value in options.items()]
    words += [f"chips={chips}"] * (chips != 50) + [f"dice={dice}"] * (dice != 10)
    head = " ".join(["swipe-dice/1", str(len(held)), *words])
    thrown = held[seat - 1].split(".")[1]
    return parse_state(GAME, f"{head} | {','.join(held)} {centre}.0 roll {seat} {thrown}")


def throw(state, *faces):
    """All dice come to rest; the steps that follow."""
    steps = []
    assert GAME.rules.chance_run(state) == len(faces)
    for face in faces:
        outcome = GAME.notation.parse_outcome(face)
        steps += [step.name for step in trace(GAME, state, SPECTATOR, outcome=outcome)]
    return [name for name in steps if name != "land"]


def choose(state, action):
    number = GAME.notation.parse_action(action)
    check_action(GAME, state, int(state.seat), number)
    apply_action(GAME, state, number)


def choices(state):
    assert GAME.rules.phase(state) in (DECISION, OVER)
    return [GAME.notation.format_action(action) for action in legal_actions(GAME, state)]


def chips(state):
    return [int(count) for count in state.chips[: state.players]]


def dice(state):
    return [int(count) for count in state.dice[: state.players]]


def centre(state):
    return int(state.centre_chips), int(state.centre_dice)


# --- components and setup --------------------------------------------------------------------


@pytest.mark.rule("SD-01")
def test_the_box_holds_10_dice_and_50_chips_for_2_to_6_players():
    for players in range(2, 7):
        state = GAME.configure(players).initial_state()
        assert sum(chips(state)) + state.centre_chips == 50
        assert sum(dice(state)) + state.centre_dice + state.box_dice == 10
    for players in (0, 1, 7):
        with pytest.raises(BadOption, match=f"2 to 6 players, not {players}"):
            GAME.configure(players)


@pytest.mark.rule("SD-02")
def test_a_die_has_six_faces_of_five_kinds():
    state = table("2.2", "2.2", centre="46.3")
    faces = {
        GAME.notation.format_outcome(outcome): Fraction(tickets, GAME.rules.chance_total(state))
        for outcome, tickets in chance_outcomes(GAME, state)
    }
    sixth = Fraction(1, 6)
    assert faces == {"C": 2 * sixth, "D": sixth, "X": sixth, "SD": sixth, "SC": sixth}


@pytest.mark.rule("SD-03", "SD-04", "SD-05")
@pytest.mark.parametrize(
    ("players", "each", "in_centre", "box"),
    [(2, 2, 3, 3), (3, 2, 4, 0), (4, 2, 2, 0), (5, 1, 5, 0), (6, 1, 4, 0)],
)
def test_setup(players, each, in_centre, box):
    state = GAME.configure(players).initial_state()
    assert dice(state) == [each] * players
    assert chips(state) == [2] * players
    assert centre(state) == (50 - 2 * players, in_centre)
    assert state.box_dice == box


@pytest.mark.rule("SD-05")
def test_two_players_leave_out_dice_only_as_far_as_there_are_more_than_three():
    for box, in_centre, out in [(4, 0, 0), (6, 2, 0), (7, 3, 0), (8, 3, 1), (30, 3, 23)]:
        state = GAME.configure(2, {"dice": str(box)}).initial_state()
        assert (state.centre_dice, state.box_dice) == (in_centre, out)


@pytest.mark.rule("SD-06")
def test_the_youngest_begins_or_a_draw_decides():
    state = GAME.configure(3, {"starter": "youngest:34,9,36"}).initial_state()
    assert (state.stage, state.seat) == (rules.ROLL, 1)
    state = GAME.configure(4, {"starter": "youngest:34,9,36,9"}).initial_state()
    assert GAME.rules.seat_to_act(state) == NOBODY
    drawn = {GAME.notation.format_outcome(o): n for o, n in chance_outcomes(GAME, state)}
    assert drawn == {"seat:2": 1, "seat:4": 1}
    apply_outcome(GAME, state, GAME.notation.parse_outcome("seat:4"))
    assert (state.stage, state.seat, state.to_roll) == (rules.ROLL, 3, 2)
    for starter in ("draw", "youngest"):
        state = GAME.configure(3, {"starter": starter}).initial_state()
        assert [tickets for _, tickets in chance_outcomes(GAME, state)] == [1, 1, 1]
    state = GAME.configure(3, {"starter": "seat:3"}).initial_state()
    assert (state.stage, state.seat) == (rules.ROLL, 2)


@pytest.mark.rule("SD-06")
def test_a_starter_who_is_not_there_is_refused():
    with pytest.raises(BadOption, match="only 3 seats"):
        GAME.configure(3, {"starter": "seat:4"})
    with pytest.raises(BadOption, match="give 3 ages"):
        GAME.configure(3, {"starter": "youngest:34,9"})


@pytest.mark.rule("SD-06")
def test_play_passes_to_the_left():
    state = table("2.2", "2.2", "2.2", centre="44.4", seat=2)
    for seat in (2, 3, 1, 2):
        assert state.seat == seat - 1
        throw(state, "C", "C")


# --- a turn ----------------------------------------------------------------------------------


@pytest.mark.rule("SD-07")
def test_all_dice_are_thrown_and_all_take_effect_and_the_turn_passes():
    state = table("2.4", "2.1", "2.2", centre="20.2")
    assert GAME.rules.chance_run(state) == 4
    assert throw(state, "C", "X", "D", "C") == ["lose-dice", "take-dice", "take-chips", "next-turn"]
    assert chips(state) == [4, 2, 2]
    assert dice(state) == [4, 1, 2]
    assert centre(state) == (18, 2)
    assert (state.seat, state.to_roll) == (1, 1)


@pytest.mark.rule("SD-08")
def test_chips_are_won_as_far_as_the_centre_has_them():
    state = table("2.3", "2.2", "2.2", centre="2.0")
    throw(state, "C", "C", "C")
    assert chips(state) == [4, 2, 2]
    assert centre(state) == (0, 0)


@pytest.mark.rule("SD-09")
def test_dice_are_won_as_far_as_the_centre_has_them_and_rolled_next_time():
    state = table("2.3", "2.2", centre="20.1")
    throw(state, "D", "D", "C")
    assert dice(state) == [4, 2]
    assert centre(state) == (19, 0)
    assert state.seat == 1, "the die that was won is not rolled at once"
    throw(state, "D", "C")
    assert dice(state) == [4, 2]
    assert GAME.rules.chance_run(state) == 4


@pytest.mark.rule("SD-10")
def test_an_x_goes_to_the_centre_unless_all_are_x():
    state = table("2.3", "2.2", centre="20.1")
    throw(state, "X", "X", "C")
    assert dice(state) == [1, 2]
    assert centre(state) == (19, 3)


@pytest.mark.rule("SD-10")
@pytest.mark.parametrize("order", rules.ORDERS)
def test_nobody_ever_loses_the_last_die(order):
    """With one die of another kind that die stays, whatever takes effect first."""
    state = table("2.3", "2.2", "2.2", centre="20.0", order=order)
    throw(state, "X", "SC", "X")
    while GAME.rules.phase(state) == DECISION:
        choose(state, "do:X" if "do:X" in choices(state) else choices(state)[0])
    assert dice(state)[0] == 1


@pytest.mark.rule("SD-10", "SD-14")
def test_two_x_of_three_dice_are_no_super_swipe_after_the_first_is_gone():
    """Then as many dice are left as X were thrown; what counts is what was thrown."""
    state = table("2.3", "2.3", "2.2", centre="20.0", order="player")
    throw(state, "X", "C", "X")
    choose(state, "do:X")
    assert dice(state) == [2, 3, 2]
    choose(state, "do:X")
    assert dice(state) == [1, 3, 2]
    assert chips(state) == [3, 2, 2]
    assert state.seat == 1


@pytest.mark.rule("SD-11")
def test_a_chip_is_swiped_from_an_opponent_who_has_one():
    state = table("5.1", "0.3", "2.1", "1.1", centre="20.4")
    throw(state, "SC")
    assert choices(state) == ["chip:3", "chip:4"], "not from oneself, not from seat 2"
    with pytest.raises(IllegalAction, match="chip:3, chip:4"):
        choose(state, "chip:2")
    choose(state, "chip:4")
    assert chips(state) == [6, 0, 2, 0]
    assert state.seat == 1


@pytest.mark.rule("SD-11")
def test_a_die_is_swiped_from_an_opponent_who_has_two():
    state = table("5.1", "0.3", "2.1", "1.2", centre="20.3")
    throw(state, "SD")
    assert choices(state) == ["die:2", "die:4"], "a last die may not be swiped"
    choose(state, "die:4")
    assert dice(state) == [2, 3, 1, 1]
    assert centre(state) == (20, 3)


@pytest.mark.rule("SD-11", "SD-12")
def test_nothing_is_asked_where_there_is_one_to_swipe_from():
    state = table("5.2", "0.3", "2.1", centre="20.4")
    assert throw(state, "SD", "SC") == ["swipe-die", "swipe-chip", "next-turn"]
    assert dice(state) == [3, 2, 1]
    assert chips(state) == [6, 0, 1]


@pytest.mark.rule("SD-12")
def test_swipes_may_be_divided_or_taken_from_one():
    for targets, left in [(("2", "2"), [1, 3]), (("2", "3"), [2, 2]), (("3", "3"), [3, 1])]:
        state = table("2.2", "2.3", "2.3", centre="20.2")
        throw(state, "SD", "SD")
        for target in targets:
            choose(state, f"die:{target}")
        assert dice(state) == [4, *left]


@pytest.mark.rule("SD-12", "SD-13")
def test_the_second_swipe_looks_at_what_the_first_has_left():
    state = table("2.3", "2.2", "2.2", centre="20.3")
    throw(state, "SD", "SD", "SD")
    choose(state, "die:3")  # then only seat 2 has a die to spare, and then nobody
    assert dice(state) == [5, 1, 1]
    assert state.seat == 1


@pytest.mark.rule("SD-13")
def test_without_anybody_to_swipe_from_nothing_is_swiped():
    state = table("2.3", "0.1", "0.1", centre="20.3")
    assert throw(state, "SD", "SC", "SD") == ["no-die-to-swipe", "no-chip-to-swipe", "next-turn"]
    assert dice(state) == [3, 1, 1]
    assert chips(state) == [2, 0, 0]


@pytest.mark.rule("SD-14")
def test_a_super_swipe_takes_a_die_from_all_who_can_spare_one_and_throws_again():
    state = table("2.2", "2.3", "2.1", "2.2", centre="20.2")
    assert throw(state, "X", "X") == ["super-swipe"]
    assert dice(state) == [4, 2, 1, 1]
    assert centre(state) == (20, 2), "the dice are kept"
    assert (state.seat, state.to_roll) == (0, 4), "another turn at once, with the new dice"
    throw(state, "X", "X", "X", "X")
    assert dice(state) == [5, 1, 1, 1]
    throw(state, *["C"] * 5)
    assert state.seat == 1


@pytest.mark.rule("SD-14")
def test_one_die_that_shows_x_is_a_super_swipe():
    state = table("2.1", "2.1", centre="20.3")
    assert throw(state, "X") == ["super-swipe"]
    assert dice(state) == [1, 1], "nobody had a die to spare"
    assert state.seat == 0


# --- the end ---------------------------------------------------------------------------------


@pytest.mark.rule("SD-15", "SD-16")
def test_the_game_ends_when_the_centre_has_no_chips_and_most_chips_win():
    state = table("6.1", "7.1", "2.4", centre="2.4")
    throw(state, "C")
    assert GAME.rules.phase(state) != OVER
    assert throw(state, "C")[-1] == "win"
    assert GAME.rules.phase(state) == OVER
    assert shares(GAME, state) == [0, 1, 0]
    assert ranking(GAME, state) == [2, 1, 3]
    assert GAME.rules.seat_to_act(state) == NOBODY


@pytest.mark.rule("SD-16")
def test_of_equal_chips_most_dice_win():
    state = table("6.1", "7.2", "2.4", centre="1.2")
    throw(state, "C")
    assert shares(GAME, state) == [0, 1, 0]
    state = table("5.2", "7.2", "7.1", centre="2.3")
    throw(state, "C", "C")
    assert GAME.rules.phase(state) != OVER, "seats 1 and 2 have 7 chips and 2 dice"
    assert state.contenders == 0b011


@pytest.mark.rule("SD-16")
def test_others_rank_by_chips_then_dice_and_equals_share():
    state = table("6.1", "3.2", "3.2", "3.3", centre="1.2")
    throw(state, "C")
    assert ranking(GAME, state) == [1, 3, 3, 2]


def roll_off(roll_off="first_x_wins"):
    """Three players with 7 chips and 1 die each roll off; the fourth does not."""
    state = table("6.1", "7.1", "7.1", "2.3", centre="1.4", roll_off=roll_off)
    assert throw(state, "C")[-1] == "tie"
    assert state.contenders == 0b0111
    assert GAME.rules.chance_run(state) == 3, "one die each, at the same time"
    assert GAME.rules.seat_to_act(state) == NOBODY
    return state


@pytest.mark.rule("SD-16", "SD-17")
def test_the_first_to_roll_x_wins():
    state = roll_off()
    assert throw(state, "C", "SD", "D") == ["roll-on"]
    assert throw(state, "C", "X", "D") == ["win"]
    assert shares(GAME, state) == [0, 1, 0, 0]
    assert ranking(GAME, state) == [2, 1, 2, 4]


@pytest.mark.rule("SD-17")
def test_several_who_roll_x_roll_on_among_themselves():
    state = roll_off()
    assert throw(state, "X", "C", "X") == ["roll-on"]
    assert state.contenders == 0b0101
    assert throw(state, "X", "X") == ["roll-on"]
    assert state.contenders == 0b0101
    assert throw(state, "C", "X") == ["win"]
    assert state.winner == 2


@pytest.mark.rule("SD-17")
def test_or_who_rolls_x_drops_out():
    state = roll_off("first_x_loses")
    assert throw(state, "X", "X", "X") == ["roll-on"], "it would drop everybody"
    assert state.contenders == 0b0111
    assert throw(state, "C", "C", "C") == ["roll-on"]
    assert throw(state, "X", "C", "SD") == ["roll-on"]
    assert state.contenders == 0b0110
    assert throw(state, "C", "X") == ["win"]
    assert shares(GAME, state) == [0, 1, 0, 0]


@pytest.mark.rule("SD-17")
def test_two_of_three_who_drop_out_leave_a_winner():
    state = roll_off("first_x_loses")
    assert throw(state, "X", "C", "X") == ["win"]
    assert state.winner == 1


# --- options ---------------------------------------------------------------------------------


@pytest.mark.rule("SD-18")
def test_the_order_of_effects_matters_when_the_centre_is_short_of_dice():
    state = table("2.3", "2.2", centre="20.0", order="losses_first")
    throw(state, "X", "D", "C")
    assert dice(state) == [3, 2], "the die that is lost is won back"
    assert centre(state) == (19, 0)
    state = table("2.3", "2.2", centre="20.0", order="wins_first")
    throw(state, "X", "D", "C")
    assert dice(state) == [2, 2], "there was no die to win"
    assert centre(state) == (19, 1)


@pytest.mark.rule("SD-07", "SD-18")
@pytest.mark.parametrize(("first", "left"), [("do:X", 3), ("do:D", 2)])
def test_the_roller_may_choose_the_order(first, left):
    state = table("2.3", "2.2", centre="20.0", order="player")
    throw(state, "X", "D", "C")
    assert choices(state) == ["do:C", "do:D", "do:X"]
    choose(state, first)
    choose(state, "do:C")
    assert dice(state) == [left, 2]
    assert state.seat == 1


@pytest.mark.rule("SD-18")
def test_the_roller_orders_die_by_die():
    state = table("2.4", "2.2", centre="20.1", order="player")
    throw(state, "D", "D", "X", "C")
    for action in ("do:D", "do:X", "do:D"):  # win the one there is, lose one, win that back
        choose(state, action)
    assert dice(state) == [5, 2]
    assert chips(state) == [3, 2]


@pytest.mark.rule("SD-15", "SD-18")
def test_the_last_chip_ends_the_roll_or_the_game():
    state = table("2.3", "4.3", "2.2", centre="1.4", ending="after_roll")
    throw(state, "C", "C", "SC")
    choose(state, "chip:2")
    assert chips(state) == [4, 3, 2]
    assert state.winner == 0
    state = table("2.3", "4.3", "2.2", centre="1.4", ending="at_once")
    throw(state, "C", "C", "SC")
    assert GAME.rules.phase(state) == OVER, "the open swipe is lost"
    assert chips(state) == [3, 4, 2]
    assert state.winner == 1


@pytest.mark.rule("SD-15", "SD-18")
def test_at_once_means_before_an_x_where_wins_come_first():
    options = {"order": "wins_first", "centre": "1.2"}
    state = table("3.3", "4.2", **options, ending="at_once")
    throw(state, "C", "X", "X")
    assert (dice(state), state.winner) == ([3, 2], 0)
    state = table("3.3", "4.2", **options, ending="after_roll")
    throw(state, "C", "X", "X")
    assert (dice(state), state.winner) == ([1, 2], 1)


@pytest.mark.rule("SD-18")
def test_a_swipe_may_be_declined_where_that_is_agreed():
    state = table("2.2", "2.3", centre="20.2", swipes="optional")
    throw(state, "SD", "SC")
    assert choices(state) == ["die:2", "die:none"], "asked although there is one opponent"
    choose(state, "die:none")
    assert choices(state) == ["chip:2", "chip:none"]
    choose(state, "chip:none")
    assert (chips(state), dice(state)) == ([2, 2], [2, 3])
    state = table("2.2", "2.3", "2.2", centre="20.3")
    throw(state, "SD", "C")
    with pytest.raises(IllegalAction):
        choose(state, "die:none")


@pytest.mark.rule("SD-01", "SD-18")
def test_a_box_that_cannot_be_dealt_is_refused():
    with pytest.raises(BadOption, match="use 9 or more"):
        GAME.configure(4, {"chips": "8"})
    with pytest.raises(BadOption, match="use 8 or more"):
        GAME.configure(4, {"dice": "7"})
    state = GAME.configure(6, {"chips": "13", "dice": "6"}).initial_state()
    assert centre(state) == (1, 0)


@pytest.mark.rule("SD-18")
def test_every_option_is_part_of_the_identity():
    identity = GAME.configure(2, {"order": "player"}).identity
    assert identity == (
        "swipe-dice/1 players=2 roll_off=first_x_wins order=player ending=after_roll "
        "swipes=compulsory chips=50 dice=10 starter=youngest"
    )


# --- positions -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("2.2,2.2 45.3.3 roll 1 2", "chips do not add up to 50"),
        ("2.2,2.2 46.4.3 roll 1 2", "dice do not add up to 10"),
        ("2.2,2.2 46.2.4 roll 1 2", "3 dice stay in the box"),
        ("2.4,2.0 46.3.3 roll 1 4", "at least one die"),
        ("2.2,2.2 46.3.3 roll - 2", "a seat has the turn"),
        ("2.2,2.2 46.3.3 roll 1 1", "all the dice of the seat"),
        ("25.2,25.2 0.3.3 roll 1 2", "the centre has no chips"),
        ("2.2,2.2 46.3.3 effects 1 0", "no resting state"),
        ("2.2,2.2 46.3.3 choose-die 1 0 X2 X2", "Super Swipe"),
        ("2.2,2.2 46.3.3 roll 1 1 C01", "write it as"),
        ("2.2,2.2 46.3.3 choose-die 1 0 C1SD1 SD1", "nothing to choose"),
        ("2.2,2.2 46.3.3 finished - 0 - - - - - 1", "the centre has no chips"),
        ("26.2,24.2 0.3.3 finished - 0 - - - - - 2", "the winner has the most chips"),
        ("26.2,24.2 0.3.3 roll-off - 2 - - - 1.2", "only those roll off who are tied"),
        ("2.2,2.2 46.3.3 roll 1 2 - - - 1.-", "does not list seats"),
        ("2.2,2.2 46.3.3 roll 1 02", "write it as"),
        ("2.2,2.2 46.3.3 roll 3 2", "not a seat"),
        ("2.2,2.2 46.3.3 sleep 1 2", "not a stage"),
        ("2.2 46.3.3 roll 1 2", "each of 2 seats"),
        ("2.2,2.2", "not a number"),
        ("2.2,2.2 46.3.3 roll 1 2 - - - - - - -", "fields"),
    ],
)
def test_a_position_against_the_rules_is_refused_by_name(text, complaint):
    with pytest.raises(MalformedText, match=complaint):
        parse_state(GAME, f"swipe-dice/1 2 | {text}")


def test_a_position_in_the_middle_of_a_choice_can_be_written_down():
    state = table("2.2", "2.3", "2.3", centre="20.2")
    throw(state, "SD", "SD")
    line = format_state(GAME, state)
    assert line == "swipe-dice/1 3 chips=26 | 2.2,2.3,2.3 20.2.0 choose-die 1 0 SD2 SD2"
    choose(parse_state(GAME, line), "die:2")
