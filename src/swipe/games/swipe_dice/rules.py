"""The rules of Swipe (dice), Fundex 2004: lines SD-01 to SD-18 of ``docs/rules/swipe-dice.md``.

The publisher's sheet decides; where it is silent or the sources disagree, an option does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import CHANCE, DECISION, NOBODY, OVER, BadOption, Option

# --- constants and their rule lines -------------------------------------------------------------

MAX_PLAYERS = 6  # SD-01
FACES = 5  # SD-02: five kinds on six faces
CHIP, DIE, X, SWIPE_DIE, SWIPE_CHIP = range(FACES)
SIDES = 6
FACE_OF_SIDE = (CHIP, CHIP, DIE, X, SWIPE_DIE, SWIPE_CHIP)  # SD-02: win a chip stands twice
CHIPS_EACH = 2  # SD-03
CENTRE_DICE_OF_TWO = 3  # SD-05: with 2 players only 3 dice go to the centre

# Actions: choose whom to swipe from, decline, or say what takes effect next.
SWIPE_DIE_FROM = 0  # + seat
SWIPE_CHIP_FROM = MAX_PLAYERS  # + seat
DECLINE_DIE = 2 * MAX_PLAYERS
DECLINE_CHIP = DECLINE_DIE + 1
CARRY_OUT = DECLINE_CHIP + 1  # + face
ACTIONS = CARRY_OUT + FACES
MAX_LEGAL = MAX_PLAYERS

# Outcomes: the face of one die, or the seat that a fair draw lets begin.
STARTER_IS = FACES  # + seat
OUTCOMES = STARTER_IS + MAX_PLAYERS

STEPS: tuple[str, ...] = (
    "rest",
    "super-swipe",
    "lose-dice",
    "take-dice",
    "take-chips",
    "swipe-die",
    "swipe-chip",
    "no-die-to-swipe",
    "no-chip-to-swipe",
    "ask-order",
    "ask-die",
    "ask-chip",
    "next-turn",
    "tie",
    "roll-on",
    "win",
)
(
    REST,
    SUPER_SWIPE,
    LOSE_DICE,
    TAKE_DICE,
    TAKE_CHIPS,
    SWIPED_DIE,
    SWIPED_CHIP,
    NO_DIE_TO_SWIPE,
    NO_CHIP_TO_SWIPE,
    ASK_ORDER,
    ASK_DIE,
    ASK_CHIP,
    NEXT_TURN,
    TIE,
    ROLL_ON,
    WIN,
) = range(len(STEPS))

# --- options: default first ---------------------------------------------------------------------

ROLL_OFFS = ("first_x_wins", "first_x_loses")
FIRST_X_WINS, FIRST_X_LOSES = range(2)
ORDERS = ("losses_first", "wins_first", "player")
LOSSES_FIRST, WINS_FIRST, PLAYER = range(3)
ENDINGS = ("after_roll", "at_once")
AFTER_ROLL, AT_ONCE = range(2)
SWIPES = ("compulsory", "optional")
COMPULSORY, OPTIONAL = range(2)
MAX_CHIPS, MAX_DICE = 250, 30  # so that every count fits its field

OPTIONS = (
    Option(
        "roll_off",
        ROLL_OFFS[0],
        "SD-17",
        "The rulebook: the first to roll X wins. Both encyclopedia articles: the first loses.",
        "How a tie in chips and dice is rolled off.",
        values=ROLL_OFFS,
    ),
    Option(
        "order",
        ORDERS[0],
        "SD-07",
        "No source says in which order one roll takes effect.",
        "X, die, chip, swipes; or die, chip, X, swipes; or as the roller chooses, die by die.",
        values=ORDERS,
    ),
    Option(
        "ending",
        ENDINGS[0],
        "SD-15",
        "The rulebook ends the game when the centre's chips are gone, not when within a roll.",
        "Finish the roll's effects, or stop at the moment the last centre chip is taken.",
        values=ENDINGS,
    ),
    Option(
        "swipes",
        SWIPES[0],
        "SD-11",
        'The rulebook: the player "does what the dice show"; no source lets a player decline.',
        "Whether a possible swipe may be declined.",
        values=SWIPES,
    ),
    Option(
        "chips",
        "50",
        "SD-01",
        "The rulebook's box holds 50 chips; other sizes are for short games and tests.",
        "How many chips the box holds.",
        kind="integer",
        values=("50",),
        minimum=5,
        maximum=MAX_CHIPS,
    ),
    Option(
        "dice",
        "10",
        "SD-01",
        "The rulebook's box holds 10 dice; other sizes are for short games and tests.",
        "How many dice the box holds.",
        kind="integer",
        values=("10",),
        minimum=4,
        maximum=MAX_DICE,
    ),
    Option(
        "starter",
        "youngest",
        "SD-06",
        "The rulebook: the youngest player begins. Without ages a fair draw decides.",
        "The youngest (with ages by seat, else a fair draw), a fair draw, or a named seat.",
        kind="text",
        values=("youngest", "youngest:34,9,36", "draw", "seat:1"),
        pattern=r"youngest(:[0-9]{1,3}(,[0-9]{1,3}){1,5})?|draw|seat:[1-6]",
    ),
)

# --- the state ----------------------------------------------------------------------------------

# Stages. The first three and ROLL_OFF are chance or automatic, CHOOSE_* are decisions.
DRAW_STARTER, ROLL, EFFECTS, CHOOSE_ORDER, CHOOSE_DIE, CHOOSE_CHIP, ROLL_OFF, FINISHED = range(8)
STAGES = (
    "draw-starter",
    "roll",
    "effects",
    "choose-order",
    "choose-die",
    "choose-chip",
    "roll-off",
    "finished",
)
NO_FACE = 255

DTYPE = np.dtype(
    [
        ("players", "u1"),
        ("seat", "u1"),  # whose turn; NOBODY while the starter is drawn, in a roll-off, at the end
        ("stage", "u1"),
        ("centre_chips", "u1"),
        ("centre_dice", "u1"),
        ("box_dice", "u1"),  # dice that are out of the game
        ("chips", "u1", (MAX_PLAYERS,)),
        ("dice", "u1", (MAX_PLAYERS,)),
        ("to_roll", "u1"),  # dice of the throw under way that have not come to rest
        ("rolled", "u1", (FACES,)),  # faces of this throw so far
        ("pending", "u1", (FACES,)),  # dice of this throw that have yet to take effect
        ("chosen", "u1"),  # the face that the roller lets take effect next, or NO_FACE
        ("contenders", "u1"),  # bit per seat: who may begin, or who rolls off
        ("showed_x", "u1"),  # bit per seat: who showed X in this throw of the roll-off
        ("winner", "u1"),
        ("roll_off", "u1"),
        ("order", "u1"),
        ("ending", "u1"),
        ("swipes", "u1"),
        ("chips_in_box", "u1"),
        ("dice_in_box", "u1"),
        ("starter", "u1"),  # bit per seat: among whom the start is drawn
    ],
    align=True,
)


class State(Protocol):
    """The fields of a state; all are unsigned 8-bit."""

    players: int
    seat: int
    stage: int
    centre_chips: int
    centre_dice: int
    box_dice: int
    chips: NDArray[np.uint8]
    dice: NDArray[np.uint8]
    to_roll: int
    rolled: NDArray[np.uint8]
    pending: NDArray[np.uint8]
    chosen: int
    contenders: int
    showed_x: int
    winner: int
    roll_off: int
    order: int
    ending: int
    swipes: int
    chips_in_box: int
    dice_in_box: int
    starter: int


# --- setup --------------------------------------------------------------------------------------


def write_options(state: State, options: Mapping[str, str]) -> None:
    players = int(state.players)
    state.roll_off = ROLL_OFFS.index(options["roll_off"])
    state.order = ORDERS.index(options["order"])
    state.ending = ENDINGS.index(options["ending"])
    state.swipes = SWIPES.index(options["swipes"])
    chips, dice = int(options["chips"]), int(options["dice"])
    if chips <= CHIPS_EACH * players:
        raise BadOption(
            f"chips={chips}: {players} players get {CHIPS_EACH} each and the centre needs one; "
            f"use {CHIPS_EACH * players + 1} or more"
        )
    if dice < players * dice_each(players):
        raise BadOption(
            f"dice={dice}: {players} players get {dice_each(players)} each; "
            f"use {players * dice_each(players)} or more"
        )
    state.chips_in_box = chips
    state.dice_in_box = dice
    state.starter = _starter_mask(options["starter"], players)


def _starter_mask(text: str, players: int) -> int:
    """The seats among whom the start is drawn, a bit each (SD-06)."""
    kind, _, rest = text.partition(":")
    if kind == "seat":
        if int(rest) > players:
            raise BadOption(f"starter={text}: there are only {players} seats")
        return 1 << (int(rest) - 1)
    if kind == "youngest" and rest:
        ages = [int(age) for age in rest.split(",")]
        if len(ages) != players:
            raise BadOption(f"starter={text}: give {players} ages, one for every seat")
        return sum(1 << seat for seat, age in enumerate(ages) if age == min(ages))
    return (1 << players) - 1


def read_options(state: State) -> dict[str, str]:
    players, mask = int(state.players), int(state.starter)
    youngest = [seat for seat in range(players) if mask >> seat & 1]
    if len(youngest) == players:
        starter = "youngest"
    elif len(youngest) == 1:
        starter = f"seat:{youngest[0] + 1}"
    else:
        ages = ("0" if seat in youngest else "1" for seat in range(players))
        starter = f"youngest:{','.join(ages)}"
    return {
        "roll_off": ROLL_OFFS[int(state.roll_off)],
        "order": ORDERS[int(state.order)],
        "ending": ENDINGS[int(state.ending)],
        "swipes": SWIPES[int(state.swipes)],
        "chips": str(int(state.chips_in_box)),
        "dice": str(int(state.dice_in_box)),
        "starter": starter,
    }


def dice_each(players: int) -> int:
    """SD-03: 2 dice each, or 1 each with 5 or 6 players."""
    return 2 if players <= 4 else 1


def dice_left_in_box(state: State) -> int:
    """SD-05: with 2 players, the dice that neither they nor the centre get."""
    if int(state.players) != 2:
        return 0
    return max(int(state.dice_in_box) - 2 * dice_each(2) - CENTRE_DICE_OF_TWO, 0)


def setup(state: State) -> None:
    players = int(state.players)
    for seat in range(players):
        state.chips[seat] = CHIPS_EACH
        state.dice[seat] = dice_each(players)
    state.centre_chips = int(state.chips_in_box) - CHIPS_EACH * players  # SD-04
    left = int(state.dice_in_box) - dice_each(players) * players
    state.box_dice = dice_left_in_box(state)
    state.centre_dice = left - int(state.box_dice)
    state.chosen = NO_FACE
    state.winner = NOBODY
    state.seat = NOBODY
    state.contenders = int(state.starter)
    state.stage = DRAW_STARTER
    for seat in range(players):
        if int(state.starter) == 1 << seat:  # named, or the one youngest: nothing to draw
            begin_turn(state, seat)


def begin_turn(state: State, seat: int) -> None:
    state.seat = seat
    state.contenders = 0
    begin_throw(state)


def begin_throw(state: State) -> None:
    """SD-07: the player throws all of its dice."""
    state.stage = ROLL
    state.to_roll = int(state.dice[int(state.seat)])
    for face in range(FACES):
        state.rolled[face] = 0


# --- phase and decisions ------------------------------------------------------------------------


def phase(state: State) -> int:
    stage = int(state.stage)
    if stage == FINISHED:
        return OVER
    if stage == CHOOSE_ORDER or stage == CHOOSE_DIE or stage == CHOOSE_CHIP:
        return DECISION
    return CHANCE


def seat_to_act(state: State) -> int:
    return int(state.seat)


def can_lose_die(state: State, seat: int) -> bool:
    """SD-11: an opponent who has two dice or more; a last die may not be swiped."""
    return (seat != int(state.seat)) & has_die_to_spare(state, seat)


def has_die_to_spare(state: State, seat: int) -> bool:
    return int(state.dice[seat]) >= 2


def can_lose_chip(state: State, seat: int) -> bool:
    """SD-11: an opponent who has a chip."""
    return (seat != int(state.seat)) & has_chip(state, seat)


def has_chip(state: State, seat: int) -> bool:
    return int(state.chips[seat]) >= 1


def legal_actions(state: State, actions: NDArray[np.uint16]) -> int:
    count = 0
    stage = int(state.stage)
    mover = int(state.seat)
    if stage == CHOOSE_DIE:
        for seat in range(MAX_PLAYERS):
            actions[count] = SWIPE_DIE_FROM + seat  # stays when it is possible
            count += (seat != mover) & has_die_to_spare(state, seat)
        if int(state.swipes) == OPTIONAL:
            actions[count] = DECLINE_DIE
            count += 1
    elif stage == CHOOSE_CHIP:
        for seat in range(MAX_PLAYERS):
            actions[count] = SWIPE_CHIP_FROM + seat  # stays when it is possible
            count += (seat != mover) & has_chip(state, seat)
        if int(state.swipes) == OPTIONAL:
            actions[count] = DECLINE_CHIP
            count += 1
    elif stage == CHOOSE_ORDER:
        for face in range(FACES):
            if int(state.pending[face]) > 0:
                actions[count] = CARRY_OUT + face
                count += 1
    return count


def play(state: State, action: int) -> None:
    if action < SWIPE_CHIP_FROM:
        swipe_die(state, action - SWIPE_DIE_FROM)
    elif action < DECLINE_DIE:
        swipe_chip(state, action - SWIPE_CHIP_FROM)
    elif action == DECLINE_DIE:
        use_up(state, SWIPE_DIE)
    elif action == DECLINE_CHIP:
        use_up(state, SWIPE_CHIP)
    else:
        state.chosen = action - CARRY_OUT
    state.stage = EFFECTS


def use_up(state: State, face: int) -> None:
    """One die of the throw has had its effect, or can have none."""
    state.pending[face] = int(state.pending[face]) - 1
    state.chosen = NO_FACE


def swipe_die(state: State, target: int) -> None:
    seat = int(state.seat)
    state.dice[target] = int(state.dice[target]) - 1
    state.dice[seat] = int(state.dice[seat]) + 1
    use_up(state, SWIPE_DIE)


def swipe_chip(state: State, target: int) -> None:
    seat = int(state.seat)
    state.chips[target] = int(state.chips[target]) - 1
    state.chips[seat] = int(state.chips[seat]) + 1
    use_up(state, SWIPE_CHIP)


# --- chance -------------------------------------------------------------------------------------


def chance_run(state: State) -> int:
    stage = int(state.stage)
    if stage == ROLL or stage == ROLL_OFF:
        return int(state.to_roll)
    if stage == DRAW_STARTER:
        return 1
    return 0


def chance_total(state: State) -> int:
    stage = int(state.stage)
    if stage == ROLL or stage == ROLL_OFF:
        return SIDES
    if stage == DRAW_STARTER:
        return count_seats(int(state.contenders))
    return 0


def chance_outcome(state: State, ticket: int) -> int:
    if int(state.stage) == DRAW_STARTER:
        return STARTER_IS + nth_seat(int(state.contenders), ticket)
    return FACE_OF_SIDE[ticket]


def count_seats(mask: int) -> int:
    count = 0
    for seat in range(MAX_PLAYERS):
        count += (mask >> seat) & 1
    return count


def nth_seat(mask: int, n: int) -> int:
    """The seat of the bit number n, counted from the lowest."""
    for seat in range(MAX_PLAYERS):
        if (mask >> seat) & 1:
            if n == 0:
                return seat
            n -= 1
    return NOBODY


def land(state: State, outcome: int) -> None:
    stage = int(state.stage)
    if stage == DRAW_STARTER:
        begin_turn(state, outcome - STARTER_IS)
        return
    state.rolled[outcome] = int(state.rolled[outcome]) + 1
    left = int(state.to_roll) - 1
    state.to_roll = left
    if stage == ROLL_OFF:
        contenders = int(state.contenders)
        roller = nth_seat(contenders, count_seats(contenders) - 1 - left)
        if outcome == X:
            state.showed_x = int(state.showed_x) | (1 << roller)
        if left == 0:
            state.stage = EFFECTS
    elif left == 0:
        for face in range(FACES):
            state.pending[face] = state.rolled[face]
        state.stage = EFFECTS


def throw_total(state: State) -> int:
    """For the fast core: the sides of a die where the order of a throw's dice does not matter."""
    return SIDES if int(state.stage) == ROLL else 0


def land_throw(state: State, sides: int) -> None:
    """For the fast core: a whole throw; eight bits of ``sides`` for each side: how many show it."""
    chips = (sides & 255) + (sides >> 8 & 255)  # SD-02: two sides
    state.rolled[CHIP] = chips
    state.pending[CHIP] = chips
    for face in range(DIE, FACES):
        count = sides >> 8 * (face + 1) & 255
        state.rolled[face] = count
        state.pending[face] = count
    state.to_roll = 0
    state.stage = EFFECTS


# --- effects ------------------------------------------------------------------------------------


def settle(state: State) -> int:
    if int(state.stage) != EFFECTS:
        return REST
    if int(state.contenders) != 0:
        return settle_roll_off(state)
    if int(state.pending[X]) > 0 and shows_only_x(state):
        return super_swipe(state)
    if int(state.ending) == AT_ONCE and int(state.centre_chips) == 0:  # SD-15
        return finish(state)
    if int(state.pending[SWIPE_DIE]) > 0 and not has_die_target(state):  # SD-13
        state.pending[SWIPE_DIE] = 0
        return NO_DIE_TO_SWIPE
    if int(state.pending[SWIPE_CHIP]) > 0 and not has_chip_target(state):  # SD-13
        state.pending[SWIPE_CHIP] = 0
        return NO_CHIP_TO_SWIPE
    face = next_face(state)
    if face == NO_FACE:
        return end_turn(state)
    if face == FACES:
        state.stage = CHOOSE_ORDER
        return ASK_ORDER
    if face == X:
        return lose_dice(state, dice_at_once(state, X))
    if face == DIE:
        return take_dice(state, dice_at_once(state, DIE))
    if face == CHIP:
        return take_chips(state, dice_at_once(state, CHIP))
    if face == SWIPE_DIE:
        return swipe_or_ask_die(state)
    return swipe_or_ask_chip(state)


def settle_all(state: State, counts: NDArray[np.int64]) -> None:
    """``settle`` until the state rests, every step counted, for the fast core.

    The same effects in one go: where the order is fixed and the game cannot end within a roll,
    nothing has to be looked up again after every effect.
    """
    if int(state.stage) != EFFECTS:
        return
    if int(state.contenders) != 0 or int(state.order) == PLAYER or int(state.ending) == AT_ONCE:
        step = settle(state)
        while step != REST:
            counts[step] += 1
            step = settle(state)
        return
    lost, dice, chips = int(state.pending[X]), int(state.pending[DIE]), int(state.pending[CHIP])
    swipes = int(state.pending[SWIPE_DIE]) + int(state.pending[SWIPE_CHIP])
    if dice + chips + swipes == 0 and lost > 0:  # SD-14; an X takes effect before any choice
        counts[super_swipe(state)] += 1
        return
    if lost + dice + chips > 0:
        counts[LOSE_DICE] += lost > 0
        counts[TAKE_DICE] += dice > 0
        counts[TAKE_CHIPS] += chips > 0
        if int(state.order) == LOSSES_FIRST:
            lose_dice(state, lost)
        take_dice(state, dice)
        take_chips(state, chips)
        if int(state.order) == WINS_FIRST:
            lose_dice(state, lost)
    while int(state.pending[SWIPE_DIE]) > 0:
        step = swipe_or_ask_die(state)
        counts[step] += 1
        if step == ASK_DIE:
            if int(state.pending[SWIPE_CHIP]) > 0 and not has_chip_target(state):
                state.pending[SWIPE_CHIP] = 0
                counts[NO_CHIP_TO_SWIPE] += 1
            return
    while int(state.pending[SWIPE_CHIP]) > 0:
        step = swipe_or_ask_chip(state)
        counts[step] += 1
        if step == ASK_CHIP:
            return
    counts[end_turn(state)] += 1


def shows_only_x(state: State) -> bool:
    """SD-14: of the dice thrown, whatever has become of them since."""
    for face in range(FACES):
        if face != X and int(state.rolled[face]) > 0:
            return False
    return True


def has_die_target(state: State) -> bool:
    for seat in range(int(state.players)):
        if can_lose_die(state, seat):
            return True
    return False


def has_chip_target(state: State) -> bool:
    for seat in range(int(state.players)):
        if can_lose_chip(state, seat):
            return True
    return False


def next_face(state: State) -> int:
    """The face to take effect next; FACES when the roller must say, NO_FACE when none is left."""
    order = int(state.order)
    if order == PLAYER:
        if int(state.chosen) != NO_FACE:
            return int(state.chosen)
        found = NO_FACE
        for face in range(FACES):
            if int(state.pending[face]) > 0:
                if found != NO_FACE:
                    return FACES
                found = face
        return found
    if order == LOSSES_FIRST and int(state.pending[X]) > 0:
        return X
    if int(state.pending[DIE]) > 0:
        return DIE
    if int(state.pending[CHIP]) > 0:
        return CHIP
    if int(state.pending[X]) > 0:
        return X
    if int(state.pending[SWIPE_DIE]) > 0:
        return SWIPE_DIE
    if int(state.pending[SWIPE_CHIP]) > 0:
        return SWIPE_CHIP
    return NO_FACE


def super_swipe(state: State) -> int:
    """SD-14: keep the dice, take one from everybody who has two or more, throw again at once."""
    seat = int(state.seat)
    for other in range(int(state.players)):
        if can_lose_die(state, other):
            state.dice[other] = int(state.dice[other]) - 1
            state.dice[seat] = int(state.dice[seat]) + 1
    state.pending[X] = 0
    begin_throw(state)
    return SUPER_SWIPE


def dice_at_once(state: State, face: int) -> int:
    """How many dice of a face take effect together: all, or one where the roller orders them."""
    return 1 if int(state.order) == PLAYER else int(state.pending[face])


def spend(state: State, face: int, count: int) -> None:
    state.pending[face] = int(state.pending[face]) - count
    state.chosen = NO_FACE


def lose_dice(state: State, count: int) -> int:
    """SD-10. Not all rolled dice are X here, so the last die is never among them."""
    seat = int(state.seat)
    state.dice[seat] = int(state.dice[seat]) - count
    state.centre_dice = int(state.centre_dice) + count
    spend(state, X, count)
    return LOSE_DICE


def take_dice(state: State, count: int) -> int:
    """SD-09: as far as the centre has dice."""
    seat = int(state.seat)
    taken = min(count, int(state.centre_dice))
    state.dice[seat] = int(state.dice[seat]) + taken
    state.centre_dice = int(state.centre_dice) - taken
    spend(state, DIE, count)
    return TAKE_DICE


def take_chips(state: State, count: int) -> int:
    """SD-08: as far as the centre has chips."""
    seat = int(state.seat)
    taken = min(count, int(state.centre_chips))
    state.chips[seat] = int(state.chips[seat]) + taken
    state.centre_chips = int(state.centre_chips) - taken
    spend(state, CHIP, count)
    return TAKE_CHIPS


def swipe_or_ask_die(state: State) -> int:
    """SD-11, SD-12: one target a die; where there is only one to take from, nothing is asked."""
    target, count = NOBODY, 0
    for seat in range(MAX_PLAYERS):
        if can_lose_die(state, seat):
            target = seat
            count += 1
    if count == 0:
        state.pending[SWIPE_DIE] = 0
        return NO_DIE_TO_SWIPE
    if count > 1 or int(state.swipes) == OPTIONAL:
        state.stage = CHOOSE_DIE
        return ASK_DIE
    swipe_die(state, target)
    return SWIPED_DIE


def swipe_or_ask_chip(state: State) -> int:
    """SD-11, SD-12, as for dice."""
    target = NOBODY
    for seat in range(MAX_PLAYERS):
        if can_lose_chip(state, seat):
            if target != NOBODY:
                state.stage = CHOOSE_CHIP
                return ASK_CHIP
            target = seat
    if target == NOBODY:
        state.pending[SWIPE_CHIP] = 0
        return NO_CHIP_TO_SWIPE
    if int(state.swipes) == OPTIONAL:
        state.stage = CHOOSE_CHIP
        return ASK_CHIP
    swipe_chip(state, target)
    return SWIPED_CHIP


def end_turn(state: State) -> int:
    if int(state.centre_chips) == 0:  # SD-15
        return finish(state)
    left = int(state.seat) + 1  # SD-06: to the left
    begin_turn(state, left if left < int(state.players) else 0)
    return NEXT_TURN


# --- the end ------------------------------------------------------------------------------------


def standing(state: State, seat: int) -> int:
    """SD-16: chips, and between equal chips dice; the higher, the better."""
    return int(state.chips[seat]) << 8 | int(state.dice[seat])


def is_ahead(state: State, seat: int, other: int) -> bool:
    return standing(state, seat) > standing(state, other)


def leaders(state: State) -> int:
    """SD-16: the seats that nobody is ahead of, a bit each."""
    best = 0
    for seat in range(1, int(state.players)):
        if is_ahead(state, seat, best):
            best = seat
    tied = 0
    for seat in range(int(state.players)):
        if not is_ahead(state, best, seat):
            tied |= 1 << seat
    return tied


def finish(state: State) -> int:
    """SD-16: who leads in chips, then dice, wins; several roll off."""
    tied = leaders(state)
    for face in range(FACES):
        state.pending[face] = 0
    state.chosen = NO_FACE
    state.seat = NOBODY
    if count_seats(tied) == 1:
        return win(state, nth_seat(tied, 0))
    begin_roll_off(state, tied)
    return TIE


def win(state: State, seat: int) -> int:
    state.winner = seat
    state.contenders = 0
    state.stage = FINISHED
    return WIN


def begin_roll_off(state: State, contenders: int) -> None:
    """SD-16: one die each, rolled at the same time."""
    state.contenders = contenders
    state.showed_x = 0
    state.to_roll = count_seats(contenders)
    state.stage = ROLL_OFF
    for face in range(FACES):
        state.rolled[face] = 0


def settle_roll_off(state: State) -> int:
    """SD-17."""
    contenders, showed_x = int(state.contenders), int(state.showed_x)
    left = contenders
    if int(state.roll_off) == FIRST_X_WINS:
        if showed_x != 0:
            left = showed_x
    elif showed_x != contenders:
        left = contenders & ~showed_x
    if count_seats(left) == 1:
        state.showed_x = 0
        return win(state, nth_seat(left, 0))
    begin_roll_off(state, left)
    return ROLL_ON


def result(state: State, shares: NDArray[np.float64]) -> None:
    for seat in range(int(state.players)):
        shares[seat] = 1.0 if seat == int(state.winner) else 0.0


def ranking(state: State, ranks: NDArray[np.uint8]) -> None:
    """SD-16: the winner first, the others by chips, then dice; equals share a rank."""
    winner = int(state.winner)
    for seat in range(int(state.players)):
        rank = 1
        for other in range(int(state.players)):
            rank += (other == winner) | is_ahead(state, other, seat)
        ranks[seat] = 1 if seat == winner else rank


def score(state: State, seat: int) -> int:
    return int(state.chips[seat])
