"""The rules of SWIPE (cards): lines SC-01 to SC-18 of ``docs/rules/swipe-cards.md``.

Suits never matter (SC-01), so a card is its rank and every holding is a count of ranks. Playing
lower buries what is higher, and playing higher takes what is lower off the pile: from bottom to
top the ranks of a pile never rise, so its counts say in which order it lies. Only while a play is
under way may the top be higher than what lies under it; ``under`` remembers the rank there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from swipe.games.contract import CHANCE, DECISION, NOBODY, OVER, BadOption, Option

# --- constants and their rule lines -------------------------------------------------------------

MAX_PLAYERS = 8  # SC-01
RANKS = 14  # SC-02: low to high
SWIPE, ACE, TEN, KING = 0, 1, 10, 13
UNKNOWN = RANKS  # the rank of a card that an observer may not know; only in redacted states
COUNTS = RANKS + 1  # a holding counts every rank, and the cards of unknown rank
NO_CARD = 255  # an empty place, the top of no pile
COPIES_IN_DECK = 4  # SC-01: one a suit, of SWIPE too
CARDS_IN_DECK = COPIES_IN_DECK * RANKS
SLOTS = 4  # SC-03: places of a row, face-down and face-up
CARDS_EACH = 20  # SC-03: 4 face-down, 4 face-up, 12 in hand
FOUR = 4  # SC-05, SC-12: most cards of a play, and of a rank in the pile
PENALTY = (20, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)  # SC-15, by rank
MAX_ROUND = 65535  # the round's number stays here should a match ever get that far

# Actions. A choice is 1 to 4 cards of one rank: `total` of them, those of the row by a bit a slot
# and the others from the hand. Choices are numbered by total, then by slots, so that those of at
# most 3 cards, which are all that can be added to a blind card, come first.
SLOT_SETS = 1 << SLOTS


def _number_choices() -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]]:
    numbers = np.full((FOUR + 1) * SLOT_SETS, 255, np.uint8)
    totals: list[int] = []
    slot_sets: list[int] = []
    for total in range(1, FOUR + 1):
        for slots in range(SLOT_SETS):
            if slots.bit_count() <= total:
                numbers[total * SLOT_SETS + slots] = len(totals)
                totals.append(total)
                slot_sets.append(slots)
    tables = (numbers, np.array(totals, np.uint8), np.array(slot_sets, np.uint8))
    for table in tables:
        table.flags.writeable = False
    return tables


CHOICE_NUMBER, CHOICE_TOTAL, CHOICE_SLOTS = _number_choices()
CHOICES = len(CHOICE_TOTAL)  # 47
CHOICES_TO_ADD = 31  # those of at most 3 cards

PLAY_CARDS = 0  # + (rank - 1) * CHOICES + choice
PLAY_SWIPE = PLAY_CARDS + KING * CHOICES  # from the hand
PLAY_SWIPE_AT = PLAY_SWIPE + 1  # + slot of the row
TURN_OVER = PLAY_SWIPE_AT + SLOTS  # + slot: play the face-down card there, blind
PICK_UP = TURN_OVER + SLOTS
ADD_CARDS = PICK_UP + 1  # + choice: of the blind card's rank
END_PLAY = ADD_CARDS + CHOICES_TO_ADD
ACTIONS = END_PLAY + 1
# The most there can be: a row of four cards of one rank and four or more of every rank in hand
# make 12 * 4 + 47 choices of cards, and SWIPE is one more. Where there is a pile to pick up, its
# top rank allows at least one choice less.
MAX_LEGAL = (KING - 1) * FOUR + CHOICES + 1

# Outcomes: the rank of the card dealt, or the seat that a fair draw lets lead first.
LEADER_IS = RANKS  # + seat
OUTCOMES = LEADER_IS + MAX_PLAYERS

STEPS: tuple[str, ...] = (
    "rest",
    "begin-round",
    "swipe-pile",
    "four-of-a-kind",
    "four-higher",
    "take-rest",
    "go-again",
    "next-turn",
    "go-out",
    "round-limit",
    "match-over",
)
(
    REST,
    BEGIN_ROUND,
    SWIPE_PILE,
    FOUR_OF_A_KIND,
    FOUR_HIGHER,
    TAKE_REST,
    GO_AGAIN,
    NEXT_TURN,
    GO_OUT,
    ROUND_LIMIT,
    MATCH_OVER,
) = range(len(STEPS))

# --- options: default first ---------------------------------------------------------------------

BURIED = ("stay", "picked_up")
STAY, PICKED_UP = range(2)
PICK_UPS = ("when_stuck", "never", "always")
WHEN_STUCK, NEVER, ALWAYS = range(3)
FACE_DOWN_COUNTS = ("counted", "free")
COUNTED_TOO, FREE = range(2)
ENDS = ("target", "leads")
BY_TARGET, BY_LEADS = range(2)

OPTIONS = (
    Option(
        "buried",
        BURIED[0],
        "SC-08",
        'The guide says both: declare "the total count of that rank now in the pile", and "only '
        'your higher cards stay".',
        "Whether copies of the rank that lie deeper in the pile stay with a higher play and count "
        "with it, or are picked up with the rest.",
        values=BURIED,
    ),
    Option(
        "pick_up",
        PICK_UPS[0],
        "SC-11",
        "The guide lets a player play higher by choice, and says that one who has no equal, lower "
        "or SWIPE play picks up the pile.",
        "Picking up the pile instead of playing: when no known card can be played equal, lower or "
        "as SWIPE; never; or on any turn with a pile.",
        values=PICK_UPS,
    ),
    Option(
        "face_down_count",
        FACE_DOWN_COUNTS[0],
        "SC-15",
        'The guide counts "table row plus hand" and does not say whether face-down cards belong to '
        "the row.",
        "Whether face-down cards that were not played cost penalty points.",
        values=FACE_DOWN_COUNTS,
    ),
    Option(
        "end",
        "target:100",
        "SC-16",
        "The guide: agree on how often everybody leads, or on a total, 100 to 200 being usual.",
        "The match ends when somebody's total reaches the target, or when everybody has led that "
        "many times.",
        kind="text",
        values=("target:100", "target:200", "leads:1"),
        pattern=r"target:[1-9][0-9]{0,3}|leads:[1-9][0-9]?",
    ),
    Option(
        "decks",
        "3",
        "SC-01",
        "The box holds 3 decks; fewer or more are for tables that like it scarcer or fuller.",
        "How many decks of 56 cards are shuffled together; 20 cards a player must fit.",
        kind="integer",
        values=("3",),
        minimum=1,
        maximum=6,
    ),
    Option(
        "first_leader",
        "draw",
        "SC-04",
        "The guide does not say who leads the first round.",
        "Who leads the first round: a fair draw, or a named seat.",
        kind="text",
        values=("draw", "seat:1"),
        pattern=r"draw|seat:[1-8]",
    ),
    Option(
        "round_limit",
        "1000",
        "SC-18",
        "No source has it: two stubborn players could hand a pile to and fro for ever.",
        "After how many moves a round ends without a winner, everybody counting its cards.",
        kind="integer",
        values=("1000",),
        minimum=1,
        maximum=10000,
    ),
)

# --- the state ----------------------------------------------------------------------------------

# Stages. PLAY and ADD are decisions. DRAW_LEADER, DEAL and COUNTED are chance: a state rests in
# COUNTED between two rounds, all cards open, until the first card of the next deal lands. RESOLVE,
# AGAIN and PASS are under way.
DRAW_LEADER, DEAL, PLAY, ADD, RESOLVE, AGAIN, PASS, COUNTED, FINISHED = range(9)
STAGES = (
    "draw-leader",
    "deal",
    "play",
    "add",
    "resolve",
    "again",
    "pass",
    "counted",
    "finished",
)

DTYPE = np.dtype(
    [
        # The widest first: an aligned record without padding is its bytes.
        ("scores", "u4", (MAX_PLAYERS,)),  # penalty points of the rounds before
        ("stock", "u2", (COUNTS,)),  # undealt cards by rank
        ("round_number", "u2"),  # from 1
        ("plies", "u2"),  # moves made in this round
        ("end_at", "u2"),  # the target, or how often everybody leads
        ("round_limit", "u2"),
        ("players", "u1"),
        ("seat", "u1"),  # whose turn; NOBODY while cards are dealt and when the round is over
        ("stage", "u1"),
        ("leader", "u1"),  # who leads this round; NOBODY before the draw
        ("dealt", "u1"),  # cards dealt in this round, at most 160
        ("discard", "u1"),  # cards in the discard; which, follows from all the other cards
        ("pile_top", "u1"),  # rank, or NO_CARD
        ("under", "u1"),  # during a play: the rank that it was put on, or NO_CARD
        ("played", "u1"),  # during a play: how many cards of it lie on the pile
        ("pile", "u1", (COUNTS,)),  # cards by rank
        ("hand", "u1", (MAX_PLAYERS, COUNTS)),  # cards by seat and rank
        ("up", "u1", (MAX_PLAYERS, SLOTS)),  # rank or NO_CARD
        ("down", "u1", (MAX_PLAYERS, SLOTS)),  # rank, UNKNOWN in redacted states, or NO_CARD
        ("buried", "u1"),
        ("pick_up", "u1"),
        ("face_down_count", "u1"),
        ("decks", "u1"),
        ("end_by", "u1"),
        ("first_leader", "u1"),  # seat, or NOBODY for a draw
    ],
    align=True,
)


class State(Protocol):
    """The fields of a state; all are unsigned, see ``DTYPE`` for their widths."""

    players: int
    seat: int
    stage: int
    leader: int
    dealt: int
    discard: int
    pile_top: int
    under: int
    played: int
    pile: NDArray[np.uint8]
    hand: NDArray[np.uint8]
    up: NDArray[np.uint8]
    down: NDArray[np.uint8]
    stock: NDArray[np.uint16]
    scores: NDArray[np.uint32]
    round_number: int
    plies: int
    buried: int
    pick_up: int
    face_down_count: int
    decks: int
    end_by: int
    first_leader: int
    end_at: int
    round_limit: int


# --- setup --------------------------------------------------------------------------------------


def write_options(state: State, options: Mapping[str, str]) -> None:
    players = int(state.players)
    state.buried = BURIED.index(options["buried"])
    state.pick_up = PICK_UPS.index(options["pick_up"])
    state.face_down_count = FACE_DOWN_COUNTS.index(options["face_down_count"])
    decks = int(options["decks"])
    if CARDS_IN_DECK * decks < CARDS_EACH * players:
        needed = -(-CARDS_EACH * players // CARDS_IN_DECK)
        raise BadOption(
            f"decks={decks}: {players} players get {CARDS_EACH} cards each and {decks} decks have "
            f"{CARDS_IN_DECK * decks}; use {needed} or more"
        )
    state.decks = decks
    kind, _, number = options["end"].partition(":")
    state.end_by = ENDS.index(kind)
    state.end_at = int(number)
    kind, _, number = options["first_leader"].partition(":")
    if kind == "seat" and int(number) > players:
        raise BadOption(f"first_leader=seat:{number}: there are only {players} seats")
    state.first_leader = int(number) - 1 if kind == "seat" else NOBODY
    state.round_limit = int(options["round_limit"])


def read_options(state: State) -> dict[str, str]:
    leader = int(state.first_leader)
    return {
        "buried": BURIED[int(state.buried)],
        "pick_up": PICK_UPS[int(state.pick_up)],
        "face_down_count": FACE_DOWN_COUNTS[int(state.face_down_count)],
        "end": f"{ENDS[int(state.end_by)]}:{int(state.end_at)}",
        "decks": str(int(state.decks)),
        "first_leader": "draw" if leader == NOBODY else f"seat:{leader + 1}",
        "round_limit": str(int(state.round_limit)),
    }


def setup(state: State) -> None:
    state.round_number = 1
    state.seat = NOBODY
    gather_cards(state)
    state.leader = int(state.first_leader)
    state.stage = DRAW_LEADER if int(state.leader) == NOBODY else DEAL  # SC-04


def gather_cards(state: State) -> None:
    """All cards back into the stock: nothing is dealt, nothing lies anywhere."""
    stock, pile, hand = state.stock, state.pile, state.hand
    up, down = state.up, state.down
    copies = COPIES_IN_DECK * int(state.decks)
    for rank in range(COUNTS):
        stock[rank] = copies if rank < RANKS else 0
        pile[rank] = 0
    for seat in range(MAX_PLAYERS):
        for rank in range(COUNTS):
            hand[seat, rank] = 0
        for slot in range(SLOTS):
            up[seat, slot] = NO_CARD
            down[seat, slot] = NO_CARD
    state.pile_top = NO_CARD
    state.under = NO_CARD
    state.played = 0
    state.discard = 0
    state.dealt = 0
    state.plies = 0


# --- phase and decisions ------------------------------------------------------------------------


def phase(state: State) -> int:
    stage = int(state.stage)
    if stage == FINISHED:
        return OVER
    if stage == PLAY or stage == ADD:
        return DECISION
    return CHANCE


def seat_to_act(state: State) -> int:
    return int(state.seat)


def hand_size(state: State, seat: int) -> int:
    count = 0
    hand = state.hand
    for rank in range(COUNTS):
        count += int(hand[seat, rank])
    return count


def cards_left(state: State, seat: int) -> int:
    """SC-14: the cards of hand, row and face-down."""
    count = hand_size(state, seat)
    up, down = state.up, state.down
    for slot in range(SLOTS):
        if int(up[seat, slot]) != NO_CARD:
            count += 1
        if int(down[seat, slot]) != NO_CARD:
            count += 1
    return count


def pile_size(state: State) -> int:
    count = 0
    pile = state.pile
    for rank in range(COUNTS):
        count += int(pile[rank])
    return count


def row_of_rank(state: State, seat: int, rank: int) -> int:
    """The face-up cards of a rank, a bit a slot."""
    slots = 0
    up = state.up
    for slot in range(SLOTS):
        if int(up[seat, slot]) == rank:
            slots |= 1 << slot
    return slots


def count_slots(slots: int) -> int:
    count = 0
    for slot in range(SLOTS):
        count += (slots >> slot) & 1
    return count


def is_locked(state: State, seat: int, slot: int) -> bool:
    """SC-10: there is no face-down card, or a face-up card still lies on it."""
    return int(state.down[seat, slot]) == NO_CARD or int(state.up[seat, slot]) != NO_CARD


def most_of_rank(state: State, rank: int) -> int:
    """SC-05, SC-06, SC-08: how many cards of a rank may be played on the pile as it lies."""
    top = int(state.pile_top)
    if top != NO_CARD and rank > top and int(state.buried) == PICKED_UP:
        return FOUR
    return FOUR - int(state.pile[rank])


def is_stuck(state: State, seat: int) -> bool:
    """SC-11: no known card can be played equal, lower or as SWIPE.

    A rank that lies on top has at most 3 copies there, so that one card of it can always follow.
    """
    top = int(state.pile_top)
    for rank in range(top + 1):
        if int(state.hand[seat, rank]) > 0:
            return False
    for slot in range(SLOTS):
        if int(state.up[seat, slot]) <= top:
            return False
    return True


def legal_actions(state: State, actions: NDArray[np.uint16]) -> int:
    stage = int(state.stage)
    if stage == PLAY:
        return legal_plays(state, actions)
    if stage == ADD:
        rank = int(state.pile_top)
        most = FOUR - copies_played(state)
        count = list_choices(state, actions, 0, rank, most, ADD_CARDS)
        actions[count] = END_PLAY
        return count + 1
    return 0


def legal_plays(state: State, actions: NDArray[np.uint16]) -> int:
    seat = int(state.seat)
    count = 0
    hand = state.hand
    for rank in range(ACE, RANKS):
        if int(hand[seat, rank]) > 0 or row_of_rank(state, seat, rank) != 0:
            most = most_of_rank(state, rank)
            first = PLAY_CARDS + (rank - 1) * CHOICES
            count = list_choices(state, actions, count, rank, most, first)
    if int(state.hand[seat, SWIPE]) > 0:
        actions[count] = PLAY_SWIPE
        count += 1
    for slot in range(SLOTS):
        if int(state.up[seat, slot]) == SWIPE:
            actions[count] = PLAY_SWIPE_AT + slot
            count += 1
    for slot in range(SLOTS):
        if not is_locked(state, seat, slot):
            actions[count] = TURN_OVER + slot
            count += 1
    if int(state.pile_top) != NO_CARD:
        pick_up = int(state.pick_up)
        if pick_up == ALWAYS or (pick_up == WHEN_STUCK and is_stuck(state, seat)):
            actions[count] = PICK_UP
            count += 1
    return count


def list_choices(
    state: State, actions: NDArray[np.uint16], count: int, rank: int, most: int, first: int
) -> int:
    """SC-09: append the choices of 1 to ``most`` cards of a rank, from hand and row together."""
    seat = int(state.seat)
    in_hand = int(state.hand[seat, rank])
    row = row_of_rank(state, seat, rank)
    for total in range(1, min(most, in_hand + count_slots(row)) + 1):
        if in_hand >= total:
            actions[count] = first + int(CHOICE_NUMBER[total * SLOT_SETS])
            count += 1
        if row != 0:
            for slots in range(1, SLOT_SETS):
                if slots & row == slots:
                    from_row = count_slots(slots)
                    if from_row <= total and in_hand >= total - from_row:
                        actions[count] = first + int(CHOICE_NUMBER[total * SLOT_SETS + slots])
                        count += 1
    return count


def play(state: State, action: int) -> None:
    seat = int(state.seat)
    state.plies = int(state.plies) + 1
    if action == END_PLAY:
        state.stage = RESOLVE
    elif action >= ADD_CARDS:
        put_choice(state, int(state.pile_top), action - ADD_CARDS)
    elif action == PICK_UP:  # SC-11
        take_pile(state)
        state.stage = PASS
    elif action >= TURN_OVER:
        turn_over(state, action - TURN_OVER)
    elif action >= PLAY_SWIPE:
        if action == PLAY_SWIPE:
            state.hand[seat, SWIPE] = int(state.hand[seat, SWIPE]) - 1
        else:
            state.up[seat, action - PLAY_SWIPE_AT] = NO_CARD
        begin_play(state, SWIPE)
        put_cards(state, 1)
    else:
        number = action - PLAY_CARDS
        rank = 1 + number // CHOICES
        begin_play(state, rank)
        put_choice(state, rank, number % CHOICES)


def begin_play(state: State, rank: int) -> None:
    state.under = int(state.pile_top)
    state.pile_top = rank
    state.played = 0


def put_cards(state: State, count: int) -> None:
    """Cards of the rank being played arrive on the pile, from wherever they were."""
    rank = int(state.pile_top)
    state.pile[rank] = int(state.pile[rank]) + count
    state.played = int(state.played) + count
    state.stage = RESOLVE


def put_choice(state: State, rank: int, choice: int) -> None:
    """SC-09: row cards go straight to the pile."""
    seat = int(state.seat)
    total, slots = int(CHOICE_TOTAL[choice]), int(CHOICE_SLOTS[choice])
    for slot in range(SLOTS):
        if (slots >> slot) & 1:
            state.up[seat, slot] = NO_CARD
    state.hand[seat, rank] = int(state.hand[seat, rank]) - (total - count_slots(slots))
    put_cards(state, total)


def turn_over(state: State, slot: int) -> None:
    """SC-10: the blind card is played by its rank, and cards of that rank may follow it.

    Whether the player is asked rests on what all can see, so that the question gives away nothing
    of the hand: it may turn out that there is nothing to add.
    """
    seat = int(state.seat)
    rank = int(state.down[seat, slot])
    state.down[seat, slot] = NO_CARD
    begin_play(state, rank)
    put_cards(state, 1)
    if rank != SWIPE and copies_played(state) < FOUR:
        if hand_size(state, seat) > 0 or row_of_rank(state, seat, rank) != 0:
            state.stage = ADD


def is_higher(state: State) -> bool:
    """SC-08: the play under way is higher than what it was put on."""
    return int(state.under) != NO_CARD and int(state.pile_top) > int(state.under)


def copies_played(state: State) -> int:
    """SC-13: the total that the play under way declares."""
    if is_higher(state) and int(state.buried) == PICKED_UP:
        return int(state.played)
    return int(state.pile[int(state.pile_top)])


# --- chance -------------------------------------------------------------------------------------


def chance_run(state: State) -> int:
    stage = int(state.stage)
    if stage == DRAW_LEADER:
        return 1
    if stage == DEAL:
        return CARDS_EACH * int(state.players) - int(state.dealt)
    if stage == COUNTED:
        return CARDS_EACH * int(state.players)
    return 0


def chance_total(state: State) -> int:
    stage = int(state.stage)
    if stage == DRAW_LEADER:
        return int(state.players)
    if stage == DEAL:
        return CARDS_IN_DECK * int(state.decks) - int(state.dealt)
    if stage == COUNTED:
        return CARDS_IN_DECK * int(state.decks)
    return 0


def chance_outcome(state: State, ticket: int) -> int:
    stage = int(state.stage)
    if stage == DRAW_LEADER:
        return LEADER_IS + ticket
    if stage == COUNTED:  # all cards are shuffled again
        return ticket // (COPIES_IN_DECK * int(state.decks))
    stock = state.stock
    for rank in range(RANKS):
        ticket -= int(stock[rank])
        if ticket < 0:
            return rank
    return UNKNOWN


def land(state: State, outcome: int) -> None:
    stage = int(state.stage)
    if stage == DRAW_LEADER:
        state.leader = outcome - LEADER_IS
        state.stage = DEAL
        return
    if stage == COUNTED:
        gather_cards(state)
        state.round_number = min(int(state.round_number) + 1, MAX_ROUND)
        state.leader = (int(state.leader) + 1) % int(state.players)  # SC-04: to the left
        state.stage = DEAL
    deal_card(state, outcome)


def deal_card(state: State, rank: int) -> None:
    """SC-03: in turn; a seat's first four cards face-down, four face-up, the rest in hand."""
    seat = int(state.dealt) % int(state.players)
    number = int(state.dealt) // int(state.players)
    state.stock[rank] = int(state.stock[rank]) - 1
    if number < SLOTS:
        state.down[seat, number] = rank
    elif number < 2 * SLOTS:
        state.up[seat, number - SLOTS] = rank
    else:
        state.hand[seat, rank] = int(state.hand[seat, rank]) + 1
    state.dealt = int(state.dealt) + 1


# --- effects ------------------------------------------------------------------------------------


def settle(state: State) -> int:
    stage = int(state.stage)
    if stage == RESOLVE:
        return resolve(state)
    if stage == AGAIN or stage == PASS:
        return end_play(state)
    if stage == DEAL and int(state.dealt) == CARDS_EACH * int(state.players):
        state.seat = int(state.leader)
        state.stage = PLAY
        return BEGIN_ROUND
    if stage == COUNTED and is_match_over(state):
        state.stage = FINISHED
        return MATCH_OVER
    return REST


def resolve(state: State) -> int:
    """What a complete play does to the pile."""
    top = int(state.pile_top)
    if top == SWIPE:  # SC-07
        discard_pile(state)
        state.stage = AGAIN
        return SWIPE_PILE
    copies = copies_played(state)
    if is_higher(state):
        state.pile[top] = int(state.pile[top]) - copies
        take_pile(state)  # SC-08: all but the copies that were declared
        state.pile[top] = copies
        if copies == FOUR:  # SC-12
            discard_pile(state)
            state.stage = AGAIN
            return FOUR_HIGHER
        state.pile_top = top
        state.stage = PASS
        return TAKE_REST
    if copies == FOUR:  # SC-12
        discard_pile(state)
        state.stage = AGAIN
        return FOUR_OF_A_KIND
    state.stage = PASS
    return end_play(state)


def clear_pile(state: State) -> None:
    pile = state.pile
    for rank in range(COUNTS):
        pile[rank] = 0
    state.pile_top = NO_CARD


def discard_pile(state: State) -> None:
    state.discard = int(state.discard) + pile_size(state)
    clear_pile(state)


def take_pile(state: State) -> None:
    """The whole pile goes to the hand of the seat whose turn it is."""
    seat = int(state.seat)
    hand, pile = state.hand, state.pile
    for rank in range(COUNTS):
        hand[seat, rank] = int(hand[seat, rank]) + int(pile[rank])
    clear_pile(state)


def end_play(state: State) -> int:
    state.under = NO_CARD
    state.played = 0
    seat = int(state.seat)
    if cards_left(state, seat) == 0:  # SC-14
        count_round(state)
        return GO_OUT
    if int(state.plies) >= int(state.round_limit):  # SC-18
        count_round(state)
        return ROUND_LIMIT
    if int(state.stage) == AGAIN:
        state.stage = PLAY
        return GO_AGAIN
    state.seat = (seat + 1) % int(state.players)
    state.stage = PLAY
    return NEXT_TURN


# --- the end of a round and of the match --------------------------------------------------------


def penalty(state: State, seat: int) -> int:
    """SC-15: what the cards of a seat cost."""
    points = 0
    hand, up, down = state.hand, state.up, state.down
    for rank in range(RANKS):
        points += PENALTY[rank] * int(hand[seat, rank])
    for slot in range(SLOTS):
        rank = int(up[seat, slot])
        if rank < RANKS:
            points += PENALTY[rank]
        rank = int(down[seat, slot])
        if rank < RANKS and int(state.face_down_count) == COUNTED_TOO:
            points += PENALTY[rank]
    return points


def count_round(state: State) -> None:
    """SC-15: everybody counts; who has no card left counts nothing. The cards lie open."""
    for seat in range(int(state.players)):
        state.scores[seat] = int(state.scores[seat]) + penalty(state, seat)
    state.seat = NOBODY
    state.stage = COUNTED


def is_match_over(state: State) -> bool:
    """SC-16. The lead goes round, so that all have led N times after N * players rounds."""
    if int(state.end_by) == BY_LEADS:
        return int(state.round_number) >= int(state.end_at) * int(state.players)
    for seat in range(int(state.players)):
        if int(state.scores[seat]) >= int(state.end_at):
            return True
    return False


def result(state: State, shares: NDArray[np.float64]) -> None:
    """SC-16: equal lowest totals share the win."""
    players = int(state.players)
    lowest = int(state.scores[0])
    for seat in range(1, players):
        lowest = min(lowest, int(state.scores[seat]))
    winners = 0
    for seat in range(players):
        if int(state.scores[seat]) == lowest:
            winners += 1
    for seat in range(players):
        shares[seat] = 1.0 / winners if int(state.scores[seat]) == lowest else 0.0


def ranking(state: State, ranks: NDArray[np.uint8]) -> None:
    """SC-16: the lowest total is first; equals share a rank."""
    for seat in range(int(state.players)):
        rank = 1
        for other in range(int(state.players)):
            if int(state.scores[other]) < int(state.scores[seat]):
                rank += 1
        ranks[seat] = rank


def score(state: State, seat: int) -> int:
    """Penalty points of the rounds counted so far: the lower, the better."""
    return int(state.scores[seat])
