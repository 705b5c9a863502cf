"""The rules of Skip-Bo Dice, Mattel 1995: lines SB-01 to SB-12 of ``docs/rules/skip-bo-dice.md``.

The game of twelve squares and a cup. The one source is an article; where it is silent, an option
decides. Squares fill in order, so the board is one number: the squares 1 to ``filled`` hold their
dice.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import CHANCE, DECISION, NOBODY, OVER, BadOption, Option

# --- constants and their rule lines -------------------------------------------------------------

MAX_PLAYERS = 8  # SB-01: "two or more"; the project allows 2 to 8
SQUARES = 12  # SB-01
CUP = 5  # SB-04
SIDES = 6  # SB-02
RACE_STEP = 25  # SB-11
MAX_GOAL, MAX_TIE_GOAL = 1000, 2000

ROLL, STOP = range(2)  # actions
ACTIONS = 2
MAX_LEGAL = 2

# Outcomes: what one die shows, or the seat that a fair draw lets begin.
NUMBER, SKIP_BO, BLANK = range(3)
FACES = 3
STARTER_IS = FACES  # + seat
OUTCOMES = STARTER_IS + MAX_PLAYERS

STEPS: tuple[str, ...] = (
    "rest",
    "place-dice",
    "fill-board",
    "miss",
    "score",
    "start-end",
    "next-turn",
    "tie",
    "win",
)
REST, PLACE_DICE, FILL_BOARD, MISS, SCORE, START_END, NEXT_TURN, TIE, WIN = range(len(STEPS))

# --- options: default first ---------------------------------------------------------------------

REFILLS = ("when_empty", "every_roll")
WHEN_EMPTY, EVERY_ROLL = range(2)
BOARDS = ("continues", "cleared")
CONTINUES, CLEARED = range(2)

OPTIONS = (
    Option(
        "faces",
        "3n0s",
        "SB-02",
        "The article does not count the faces; another public description has wild Skip-Bo faces.",
        "How many of the six faces show the die's number (n) and Skip-Bo (s); the rest are blank.",
        kind="text",
        values=("3n0s", "3n1s", "2n1s"),
        pattern=r"1n[0-5]s|2n[0-4]s|3n[0-3]s|4n[0-2]s|5n[01]s|6n0s",
    ),
    Option(
        "refill",
        REFILLS[0],
        "SB-07",
        "The article collects the remaining dice in the cup; it does not speak of adding any.",
        "New dice enter the cup when it is empty, or it is filled up to five before every roll.",
        values=REFILLS,
    ),
    Option(
        "board",
        BOARDS[0],
        "SB-09",
        "The article lets a player fill square 12 with a first roll: the board must go on.",
        "The next player goes on from the board as it stands, or every turn starts at square 1.",
        values=BOARDS,
    ),
    Option(
        "goal",
        "50",
        "SB-10",
        "The article: the first player to reach 50 points starts the end.",
        "The total that starts the end: every other player then has one more turn.",
        kind="integer",
        values=("50",),
        minimum=1,
        maximum=MAX_GOAL,
    ),
    Option(
        "tie_goal",
        "75",
        "SB-11",
        "The article: tied at the end, all play on until a player has 75 points.",
        "The total that wins at once when the end was a tie.",
        kind="integer",
        values=("75",),
        minimum=2,
        maximum=MAX_TIE_GOAL,
    ),
    Option(
        "starter",
        "draw",
        "SB-03",
        "The article flips a coin for who goes first: a fair draw among all seats.",
        "A fair draw, or a named seat.",
        kind="text",
        values=("draw", "seat:1"),
        pattern=r"draw|seat:[1-8]",
    ),
)

# --- the state ----------------------------------------------------------------------------------

# Stages. FIRST_THROW waits for the seat's word, THROW follows from the choice to roll.
# PLACING, SCORING and TURN_OVER are automatic; CHOOSE is the only decision.
DRAW_STARTER, FIRST_THROW, THROW, PLACING, CHOOSE, SCORING, TURN_OVER, FINISHED = range(8)
STAGES = (
    "draw-starter",
    "first-throw",
    "throw",
    "placing",
    "choose",
    "scoring",
    "turn-over",
    "finished",
)

DTYPE = np.dtype(
    [
        ("scores", "u2", (MAX_PLAYERS,)),
        ("race_goal", "u2"),  # SB-11: the total that wins at once, or 0 before a tie
        ("goal", "u2"),
        ("tie_goal", "u2"),
        ("players", "u1"),
        ("seat", "u1"),  # whose turn; NOBODY while the starter is drawn and at the end
        ("stage", "u1"),
        ("filled", "u1"),  # squares 1 to this one hold their dice
        ("cup", "u1"),  # dice in the cup or thrown from it, for the squares that follow
        ("to_land", "u1"),  # dice of the throw under way that have not come to rest
        ("run", "u1"),  # dice of this throw that can be placed: successes without a gap
        ("last", "u1"),  # square of the die placed last in this turn, or 0
        ("wild", "u1"),  # 1: the last die of the run, or the die placed last, shows Skip-Bo
        ("completions", "u1"),  # times of going on after square 12 in this turn
        ("ender", "u1"),  # SB-10: who started the end, or NOBODY
        ("turns_left", "u1"),  # turns until the end, the one under way included; 0 if not near
        ("winner", "u1"),
        ("number_faces", "u1"),
        ("skip_bo_faces", "u1"),
        ("refill", "u1"),
        ("board", "u1"),
        ("starter", "u1"),  # the seat that begins, or NOBODY for a draw
    ],
    align=True,
)


class State(Protocol):
    """The fields of a state; unsigned 8-bit but for the scores and goals, which are 16-bit."""

    scores: NDArray[np.uint16]
    race_goal: int
    goal: int
    tie_goal: int
    players: int
    seat: int
    stage: int
    filled: int
    cup: int
    to_land: int
    run: int
    last: int
    wild: int
    completions: int
    ender: int
    turns_left: int
    winner: int
    number_faces: int
    skip_bo_faces: int
    refill: int
    board: int
    starter: int


# --- setup --------------------------------------------------------------------------------------


def write_options(state: State, options: Mapping[str, str]) -> None:
    players = int(state.players)
    number, skip_bo = (int(count) for count in re.findall(r"[0-9]", options["faces"]))
    state.number_faces = number
    state.skip_bo_faces = skip_bo
    state.refill = REFILLS.index(options["refill"])
    state.board = BOARDS.index(options["board"])
    goal, tie_goal = int(options["goal"]), int(options["tie_goal"])
    if tie_goal <= goal:
        raise BadOption(
            f"tie_goal={tie_goal}: a tie at goal={goal} or above is played on to a higher total; "
            f"use {goal + 1} or more"
        )
    state.goal = goal
    state.tie_goal = tie_goal
    starter = options["starter"]
    if starter == "draw":
        state.starter = NOBODY
        return
    seat = int(starter.removeprefix("seat:"))
    if seat > players:
        raise BadOption(f"starter={starter}: there are only {players} seats")
    state.starter = seat - 1


def read_options(state: State) -> dict[str, str]:
    starter = int(state.starter)
    return {
        "faces": f"{int(state.number_faces)}n{int(state.skip_bo_faces)}s",
        "refill": REFILLS[int(state.refill)],
        "board": BOARDS[int(state.board)],
        "goal": str(int(state.goal)),
        "tie_goal": str(int(state.tie_goal)),
        "starter": "draw" if starter == NOBODY else f"seat:{starter + 1}",
    }


def setup(state: State) -> None:
    state.seat = NOBODY
    state.ender = NOBODY
    state.winner = NOBODY
    state.stage = DRAW_STARTER  # SB-03
    if int(state.starter) != NOBODY:
        begin_turn(state, int(state.starter))


def begin_turn(state: State, seat: int) -> None:
    state.seat = seat
    state.last = 0
    state.wild = 0
    state.completions = 0
    if int(state.board) == CLEARED:  # SB-09
        state.filled = 0
    state.cup = 0
    fill_cup(state)
    begin_throw(state)
    state.stage = FIRST_THROW


def fill_cup(state: State) -> None:
    """SB-04: the dice of the five lowest empty squares, or of all that are empty."""
    state.cup = min(CUP, SQUARES - int(state.filled))


def begin_throw(state: State) -> None:
    state.to_land = state.cup
    state.run = 0
    state.wild = 0
    state.stage = THROW


# --- phase and decisions ------------------------------------------------------------------------


def phase(state: State) -> int:
    stage = int(state.stage)
    if stage == FINISHED:
        return OVER
    if stage == CHOOSE:
        return DECISION
    return CHANCE


def seat_to_act(state: State) -> int:
    """The first throw of a turn waits for its player; the throws that they choose do not."""
    stage = int(state.stage)
    if stage == FIRST_THROW or stage == CHOOSE:
        return int(state.seat)
    return NOBODY


def legal_actions(state: State, actions: NDArray[np.uint16]) -> int:
    """SB-07; a die placed last that shows Skip-Bo leaves only the roll (option ``faces``)."""
    if int(state.stage) != CHOOSE:
        return 0
    actions[0] = ROLL
    if int(state.wild) != 0:
        return 1
    actions[1] = STOP
    return 2


def play(state: State, action: int) -> None:
    if action == STOP:
        state.stage = SCORING
        return
    if int(state.last) == SQUARES:  # SB-08: square 12 was filled, and the player goes on
        state.completions = min(int(state.completions) + 1, most_completions(state))
        state.last = 0
    if int(state.cup) == 0 or int(state.refill) == EVERY_ROLL:
        fill_cup(state)
    begin_throw(state)


def most_completions(state: State) -> int:
    """How many times of going on after square 12 can count in one turn (SB-08).

    No source has a bound. This one keeps the positions finite, and is out of reach of sensible
    play: a turn that has it has more points than the higher of the two goals. With three number
    faces, a player of default games who never stops passes it once in 2**96 turns.
    """
    return int(state.tie_goal) // SQUARES + 1


def most_at_risk(state: State) -> int:
    """The most points that one turn can have."""
    return SQUARES * most_completions(state) + SQUARES


def at_risk(state: State) -> int:
    """SB-08: the points of the turn under way, lost with a miss."""
    return int(state.last) + SQUARES * int(state.completions)


# --- chance -------------------------------------------------------------------------------------


def chance_run(state: State) -> int:
    stage = int(state.stage)
    if stage == FIRST_THROW or stage == THROW:
        return int(state.to_land)
    if stage == DRAW_STARTER:
        return 1
    return 0


def chance_total(state: State) -> int:
    stage = int(state.stage)
    if stage == FIRST_THROW or stage == THROW:
        return SIDES
    if stage == DRAW_STARTER:
        return int(state.players)
    return 0


def chance_outcome(state: State, ticket: int) -> int:
    """SB-02: the dice land in the order of their squares, each with the same faces."""
    if int(state.stage) == DRAW_STARTER:
        return STARTER_IS + ticket
    number = int(state.number_faces)
    if ticket < number:
        return NUMBER
    if ticket < number + int(state.skip_bo_faces):
        return SKIP_BO
    return BLANK


def next_square(state: State) -> int:
    """The square of the die that lands next."""
    return int(state.filled) + 1 + int(state.cup) - int(state.to_land)


def land(state: State, outcome: int) -> None:
    if int(state.stage) == DRAW_STARTER:
        begin_turn(state, outcome - STARTER_IS)
        return
    # SB-05: it can be placed when it and every die before it succeeded.
    if outcome != BLANK and int(state.run) == int(state.cup) - int(state.to_land):
        state.run = int(state.run) + 1
        state.wild = 1 if outcome == SKIP_BO else 0
    state.to_land = int(state.to_land) - 1
    if int(state.to_land) == 0:
        state.stage = PLACING


# --- effects ------------------------------------------------------------------------------------


def settle(state: State) -> int:
    stage = int(state.stage)
    if stage == PLACING:
        if int(state.run) > 0:
            return place_dice(state)
        if int(state.filled) == SQUARES:
            return fill_board(state)
        return miss(state)
    if stage == SCORING:
        return score_turn(state)
    if stage == TURN_OVER:
        return end_turn(state)
    return REST


def place_dice(state: State) -> int:
    """SB-05; the choice follows, once a full board has been emptied."""
    run = int(state.run)
    state.filled = int(state.filled) + run
    state.cup = int(state.cup) - run
    state.last = state.filled
    state.run = 0
    if int(state.filled) < SQUARES:
        state.stage = CHOOSE
    return PLACE_DICE


def fill_board(state: State) -> int:
    """SB-08: square 12 is filled: all dice are free again, and the next square is 1."""
    state.filled = 0
    state.stage = CHOOSE
    return FILL_BOARD


def miss(state: State) -> int:
    """SB-06: the turn is over and its points are lost."""
    state.last = 0
    state.completions = 0
    state.stage = TURN_OVER
    return MISS


def score_turn(state: State) -> int:
    """SB-07, SB-08."""
    seat = int(state.seat)
    state.scores[seat] = int(state.scores[seat]) + at_risk(state)
    state.last = 0
    state.completions = 0
    state.stage = TURN_OVER
    return SCORE


def end_turn(state: State) -> int:
    seat = int(state.seat)
    total = int(state.scores[seat])
    if int(state.race_goal) > 0:  # SB-11
        if total >= int(state.race_goal):
            return win(state, seat)
    elif int(state.turns_left) > 0:  # SB-10: the end has begun
        state.turns_left = int(state.turns_left) - 1
        if int(state.turns_left) == 0:
            return finish(state)
    elif total >= int(state.goal):
        state.ender = seat
        state.turns_left = state.players  # this turn, and one of everybody else
        return START_END
    begin_turn(state, (seat + 1) % int(state.players))  # SB-03: to the left
    return NEXT_TURN


# --- the end ------------------------------------------------------------------------------------


def best_score(state: State) -> int:
    best = 0
    for seat in range(int(state.players)):
        best = max(best, int(state.scores[seat]))
    return best


def finish(state: State) -> int:
    """SB-10, SB-11: the highest total wins; shared, all play on to a higher goal."""
    best = best_score(state)
    leader, leaders = 0, 0
    for seat in range(MAX_PLAYERS):
        if seat < int(state.players) and int(state.scores[seat]) == best:
            leader = seat
            leaders += 1
    if leaders == 1:
        return win(state, leader)
    goal = int(state.tie_goal)
    if best >= goal:
        goal += (best - goal) // RACE_STEP * RACE_STEP + RACE_STEP
    state.race_goal = goal
    state.ender = NOBODY
    return TIE


def win(state: State, seat: int) -> int:
    state.winner = seat
    state.seat = NOBODY
    state.ender = NOBODY
    state.turns_left = 0
    state.race_goal = 0
    state.cup = 0
    state.wild = 0
    state.stage = FINISHED
    return WIN


def result(state: State, shares: NDArray[np.float64]) -> None:
    for seat in range(int(state.players)):
        shares[seat] = 1.0 if seat == int(state.winner) else 0.0


def ranking(state: State, ranks: NDArray[np.uint8]) -> None:
    """SB-10: by total; a winner's total is nobody else's. Equal totals share a rank."""
    for seat in range(int(state.players)):
        rank = 1
        for other in range(int(state.players)):
            if int(state.scores[other]) > int(state.scores[seat]):
                rank += 1
        ranks[seat] = rank


def score(state: State, seat: int) -> int:
    return int(state.scores[seat])
