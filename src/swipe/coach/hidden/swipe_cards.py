"""SWIPE (cards): the cards that a seat cannot see, dealt again.

The state remembers what lies where and not what was played. All cards that the observer cannot see
are therefore alike to it, those in the discard and those that others picked up in plain sight
included: each unknown place gets any of them with equal chance. A person with a perfect memory
knows more.
"""

from __future__ import annotations

from random import Random

from swipe.games.swipe_cards import rules
from swipe.games.swipe_cards.rules import RANKS, UNKNOWN, State


def deal_again(seen: State, random: Random) -> None:
    """Deal the unseen cards at random to hands, face-down places, stock and discard."""
    players = int(seen.players)
    unseen = _unseen(seen)
    random.shuffle(unseen)
    for seat in range(players):
        for _ in range(int(seen.hand[seat, UNKNOWN])):
            rank = unseen.pop()
            seen.hand[seat, rank] = int(seen.hand[seat, rank]) + 1
        seen.hand[seat, UNKNOWN] = 0
        for slot in range(rules.SLOTS):
            if int(seen.down[seat, slot]) == UNKNOWN:
                seen.down[seat, slot] = unseen.pop()
    for _ in range(int(seen.stock[UNKNOWN])):
        rank = unseen.pop()
        seen.stock[rank] = int(seen.stock[rank]) + 1
    seen.stock[UNKNOWN] = 0
    # What is left are the cards in the discard, which no rule looks at again.


def _unseen(seen: State) -> list[int]:
    """The ranks of all cards that are in no place the observer knows."""
    cards: list[int] = []
    for rank in range(RANKS):
        known = int(seen.pile[rank]) + int(seen.stock[rank])
        for seat in range(int(seen.players)):
            known += int(seen.hand[seat, rank])
            for slot in range(rules.SLOTS):
                known += int(seen.up[seat, slot]) == rank
                known += int(seen.down[seat, slot]) == rank
        cards += [rank] * (rules.COPIES_IN_DECK * int(seen.decks) - known)
    return cards
