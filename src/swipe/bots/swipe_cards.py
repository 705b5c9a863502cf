"""Bots for SWIPE (cards).

Both weigh every legal action and take the best, the lowest number among equals. They read the
pile, their own hand, the rows, and how many cards the others have: nothing that is hidden.

``greedy`` sheds as many cards as it can now. ``steady`` knows what a round is won by: going again
with four of a kind, getting at the blind cards while a high pile or none makes them safe, keeping
sets together, and saving a SWIPE card for a pile worth sweeping until somebody is about to go out.
Its weights were found by self-play of four seats with the default options.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from swipe.bots.contract import Policy
from swipe.games.contract import State
from swipe.games.swipe_cards import rules

# What things are worth to `steady`, in points of no unit.
PER_CARD = 9  # a card shed
PER_RANK = 4  # of the rank played: high cards are hard to be rid of later
FOUR_OF_A_KIND = 120  # four cards gone, and another turn
BROKEN_SET = 6  # cards of the rank stay behind
UNLOCKED = 8  # a face-down card may be played from now on
PER_CARD_TAKEN = 2
PER_POINT_TAKEN = 2
SWIPE_CARD = 18  # sheds a card, and goes again
SWIPE_PER_CARD = 6  # of the pile swept away
SWIPE_IN_DANGER = 18
DANGER = 5  # somebody has no more cards than this
BLIND = 76
BLIND_PER_RANK = 7  # of the pile's top above or below the middle
MIDDLE = 6


def choose_greedy(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
    """Shed as many cards as possible, those taken from the pile counted against them."""
    best, most = int(actions[0]), -1000
    for number in range(count):
        action = int(actions[number])
        net = cards_shed(action) - cards_taken(state, action)
        if net > most:
            best, most = action, net
    return best


def choose_steady(state: State, actions: NDArray[np.uint16], count: int, word: int) -> int:
    """Take the action of the highest worth, see the weights above."""
    best, most = int(actions[0]), -1000000
    for number in range(count):
        worth = worth_of(state, int(actions[number]))
        if worth > most:
            best, most = int(actions[number]), worth
    return best


def cards_shed(action: int) -> int:
    """How many cards an action puts on the pile."""
    if action < rules.PLAY_SWIPE:
        return int(rules.CHOICE_TOTAL[action % rules.CHOICES])
    if action < rules.PICK_UP:
        return 1
    if rules.ADD_CARDS <= action < rules.END_PLAY:
        return int(rules.CHOICE_TOTAL[action - rules.ADD_CARDS])
    return 0


def rank_played(action: int) -> int:
    """The rank of a play of known cards that are not SWIPE."""
    return 1 + action // rules.CHOICES


def copies_that_stay(state: State, rank: int) -> int:
    """SC-08: the copies in the pile that count with a play of that rank."""
    return rules.FOUR - rules.most_of_rank(state, rank)


def is_above(state: State, rank: int) -> bool:
    """SC-08: a play of that rank would be higher than the pile."""
    return int(state.pile_top) != rules.NO_CARD and rank > int(state.pile_top)


def cards_taken(state: State, action: int) -> int:
    """How many cards of the pile an action brings into the hand, as far as it is known."""
    if action == rules.PICK_UP:
        return rules.pile_size(state)
    if action < rules.PLAY_SWIPE and is_above(state, rank_played(action)):
        return rules.pile_size(state) - copies_that_stay(state, rank_played(action))
    return 0


def pile_cost(state: State) -> int:
    """What taking all of the pile is worth avoiding."""
    cost = 0
    for rank in range(rules.RANKS):
        cost += int(state.pile[rank]) * (PER_CARD_TAKEN + PER_POINT_TAKEN * rules.PENALTY[rank])
    return cost


def fewest_cards_of_others(state: State) -> int:
    fewest = rules.CARDS_EACH * rules.MAX_PLAYERS
    for seat in range(int(state.players)):
        if seat != int(state.seat):
            fewest = min(fewest, rules.cards_left(state, seat))
    return fewest


def worth_of(state: State, action: int) -> int:
    if action >= rules.ADD_CARDS:  # to a blind card: as many as possible, the row's first
        if action == rules.END_PLAY:
            return 0
        choice = action - rules.ADD_CARDS
        from_row = rules.count_slots(int(rules.CHOICE_SLOTS[choice]))
        return int(rules.CHOICE_TOTAL[choice]) * PER_CARD + from_row
    if action == rules.PICK_UP:
        return -pile_cost(state)
    if action >= rules.TURN_OVER:
        return worth_of_blind(state)
    if action >= rules.PLAY_SWIPE:
        worth = SWIPE_CARD + SWIPE_PER_CARD * rules.pile_size(state)
        if fewest_cards_of_others(state) <= DANGER:
            worth += SWIPE_IN_DANGER
        if action >= rules.PLAY_SWIPE_AT:
            worth += UNLOCKED
        return worth
    return worth_of_cards(state, action)


def worth_of_blind(state: State) -> int:
    """A blind card: safe on an empty pile, and the safer the higher the pile's top is."""
    top = int(state.pile_top)
    if top == rules.NO_CARD:
        return BLIND
    risk = pile_cost(state) * (rules.KING - top) // rules.RANKS
    return BLIND + BLIND_PER_RANK * (top - MIDDLE) - risk


def worth_of_cards(state: State, action: int) -> int:
    seat = int(state.seat)
    rank = rank_played(action)
    choice = action % rules.CHOICES
    count = int(rules.CHOICE_TOTAL[choice])
    row = rules.row_of_rank(state, seat, rank)
    held = int(state.hand[seat, rank]) + rules.count_slots(row)
    stay = copies_that_stay(state, rank)
    worth = PER_CARD * count + PER_RANK * rank - rules.PENALTY[rank] * count
    worth += UNLOCKED * rules.count_slots(int(rules.CHOICE_SLOTS[choice]))
    if stay + count == rules.FOUR:
        worth += FOUR_OF_A_KIND
    if count < held:
        worth -= BROKEN_SET
    if is_above(state, rank):
        kept = stay * (PER_CARD_TAKEN + PER_POINT_TAKEN * rules.PENALTY[rank])
        worth -= pile_cost(state) - kept
    return worth


POLICIES: Mapping[str, Policy] = MappingProxyType(
    {"greedy": choose_greedy, "steady": choose_steady}
)
