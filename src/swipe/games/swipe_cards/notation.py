"""The text forms of SWIPE (cards).

A rank is ``S`` (SWIPE), ``A``, ``2`` ... ``10``, ``J``, ``Q`` or ``K``. The actions:

=================  =================================================================================
``9x2``            play two nines from the hand
``9x1+r2r4``       play a nine from the hand and the nines face-up in row slots 2 and 4
``9+r2``           play the nine in row slot 2
``swipe``          play a SWIPE card from the hand
``swipe:r2``       play the SWIPE card in row slot 2
``blind:3``        turn the face-down card of slot 3 over and play it
``pick-up``        pick up the pile
``add:2``          add to the blind card just turned over: two cards of its rank from the hand
``add:1+r2``       one from the hand and the one in row slot 2
``add:r2``         the one in row slot 2
``end``            add nothing
=================  =================================================================================

An outcome is the rank of the card dealt, or ``seat:2`` (that seat leads the first round). Seats and
slots count from 1. A holding is ``Sx1.Ax2.10x3``, a row ``9.-.K.S`` by slot, and ``-`` is none.
What an observer may not know is ``?`` (``?x12``, ``?.?.-.?``).

The fields of a state::

    Ax2.10x3/9.-.K.S/3.-.J.8;... 5x1.9x2 - 12 Sx9... 40,0 play 2 1 3 17
    |        |       |           |       | |  |      |    |    | | | moves made in this round
    |        |       |           |       | |  |      |    |    | | round
    |        |       |           |       | |  |      |    |    | leader of the round
    |        |       |           |       | |  |      |    |    whose turn
    |        |       |           |       | |  |      |    stage
    |        |       |           |       | |  |      penalty points by seat
    |        |       |           |       | |  undealt cards
    |        |       |           |       | cards in the discard
    |        |       |           |       the blind card on top of the pile, while cards may be added
    |        |       |           the pile: the lowest rank lies on top
    |        |       face-down cards of the first seat
    |        its face-up cards
    its hand
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from swipe.games.contract import NOBODY, MalformedText
from swipe.games.swipe_cards import rules
from swipe.games.swipe_cards.rules import NO_CARD, RANKS, SLOTS, UNKNOWN, State

RANK_NAMES = ("S", "A", *(str(number) for number in range(2, 11)), "J", "Q", "K")
_NAMES = (*RANK_NAMES, "?")  # by rank, UNKNOWN included
_RESTING = ("draw-leader", "deal", "play", "add", "counted", "finished")

FIELDS = 11


def _choice_name(choice: int, rank: str) -> str:
    slots = int(rules.CHOICE_SLOTS[choice])
    from_hand = int(rules.CHOICE_TOTAL[choice]) - slots.bit_count()
    row = "".join(f"r{slot + 1}" for slot in range(SLOTS) if slots >> slot & 1)
    if rank:  # a play: 9x2, 9x1+r2, 9+r2
        return rank + (f"x{from_hand}" if from_hand else "") + (f"+{row}" if row else "")
    hand = str(from_hand) if from_hand else ""
    return f"add:{hand}{'+' if hand and row else ''}{row}"


def _action_names() -> tuple[str, ...]:
    ranks, slots = RANK_NAMES[rules.ACE :], range(1, SLOTS + 1)
    names = [_choice_name(choice, rank) for rank in ranks for choice in range(rules.CHOICES)]
    names += ["swipe", *(f"swipe:r{slot}" for slot in slots), *(f"blind:{slot}" for slot in slots)]
    names += ["pick-up", *(_choice_name(choice, "") for choice in range(rules.CHOICES_TO_ADD))]
    return (*names, "end")


ACTION_NAMES = _action_names()
OUTCOME_NAMES = RANK_NAMES + tuple(f"seat:{seat}" for seat in range(1, rules.MAX_PLAYERS + 1))
_ACTIONS = {name: action for action, name in enumerate(ACTION_NAMES)}
_OUTCOMES = {name: outcome for outcome, name in enumerate(OUTCOME_NAMES)}


def format_action(action: int) -> str:
    return ACTION_NAMES[action]


def parse_action(text: str) -> int:
    if text not in _ACTIONS:
        raise MalformedText(
            f"{text!r} is not an action: write 9x2 (two nines from the hand), 9x1+r2 (and the one "
            "in row slot 2), 9+r2, swipe, swipe:r2, blind:3, pick-up, add:1, add:1+r2 or end; a "
            "play has 1 to 4 cards"
        )
    return _ACTIONS[text]


def format_outcome(outcome: int) -> str:
    return OUTCOME_NAMES[outcome]


def parse_outcome(text: str) -> int:
    if text not in _OUTCOMES:
        raise MalformedText(
            f"{text!r} is not a card: write {', '.join(RANK_NAMES)}; or seat:1, which leads"
        )
    return _OUTCOMES[text]


# --- parts of a state ---------------------------------------------------------------------------


def _format_holding(counts: Iterable[int]) -> str:
    words = (f"{_NAMES[rank]}x{count}" for rank, count in enumerate(counts) if count)
    return ".".join(words) or "-"


def _parse_holding(text: str) -> list[int]:
    counts = [0] * rules.COUNTS
    for word in [] if text == "-" else text.split("."):
        name, _, number = word.partition("x")
        if name not in _NAMES or not re.fullmatch("[1-9][0-9]{0,2}", number):
            raise MalformedText(f"{word!r} does not count cards: write it like Ax2, ?x12 or -")
        counts[_NAMES.index(name)] = int(number)
    return counts


def _format_row(row: Iterable[int]) -> str:
    return ".".join("-" if int(rank) == NO_CARD else _NAMES[int(rank)] for rank in row)


def _parse_row(text: str) -> list[int]:
    words = text.split(".")
    if len(words) != SLOTS:
        raise MalformedText(f"{text!r} has {len(words)} slots, not {SLOTS}: write it like 9.-.K.S")
    for word in words:
        if word != "-" and word not in _NAMES:
            raise MalformedText(f"{word!r} is not a card: {', '.join(RANK_NAMES)}, ? or -")
    return [NO_CARD if word == "-" else _NAMES.index(word) for word in words]


def _format_seat(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


def _parse_seat(text: str, players: int) -> int:
    if text == "-":
        return NOBODY
    if not re.fullmatch("[1-9]", text) or int(text) > players:
        raise MalformedText(f"{text!r} is not a seat: there are 1 to {players}")
    return int(text) - 1


def _parse_number(text: str, most: int) -> int:
    if not re.fullmatch("[0-9]{1,9}", text) or int(text) > most:
        raise MalformedText(f"{text!r} is not a number from 0 to {most}")
    return int(text)


# --- whole states -------------------------------------------------------------------------------


def format_fields(state: State) -> str:
    seats = range(int(state.players))
    holdings = (
        "/".join(
            (
                _format_holding(int(count) for count in state.hand[seat]),
                _format_row(state.up[seat]),
                _format_row(state.down[seat]),
            )
        )
        for seat in seats
    )
    has_blind = int(state.stage) == rules.ADD
    return " ".join(
        (
            ";".join(holdings),
            _format_holding(int(count) for count in state.pile),
            _NAMES[int(state.pile_top)] if has_blind else "-",
            str(int(state.discard)),
            _format_holding(int(count) for count in state.stock),
            ",".join(str(int(state.scores[seat])) for seat in seats),
            rules.STAGES[int(state.stage)],
            _format_seat(int(state.seat)),
            _format_seat(int(state.leader)),
            str(int(state.round_number)),
            str(int(state.plies)),
        )
    )


def parse_fields(state: State, text: str) -> None:
    players = int(state.players)
    words = text.split(" ")
    if len(words) != FIELDS:
        raise MalformedText(f"{text!r} has {len(words)} fields, not {FIELDS}")
    holdings, pile, blind, discard, stock, scores, stage, seat, leader, number, plies = words
    _parse_seats(state, holdings.split(";"))
    for rank, count in enumerate(_parse_holding(pile)):
        state.pile[rank] = min(count, 255)
    for rank, count in enumerate(_parse_holding(stock)):
        state.stock[rank] = count
    points = scores.split(",")
    if len(points) != players:
        raise MalformedText(f"{scores!r}: write the points of each of {players} seats")
    for each, word in enumerate(points):
        state.scores[each] = _parse_number(word, 999_999_999)
    if stage not in _RESTING:
        raise MalformedText(f"{stage!r} is not a stage: {', '.join(_RESTING)}")
    state.stage = rules.STAGES.index(stage)
    state.discard = _parse_number(discard, 255)
    state.seat = _parse_seat(seat, players)
    state.leader = _parse_seat(leader, players)
    state.round_number = _parse_number(number, rules.MAX_ROUND)
    state.plies = _parse_number(plies, 65535)
    if (blind in _NAMES) != (stage == "add") or (blind not in _NAMES and blind != "-"):
        raise MalformedText(f"{blind!r}: write the blind card's rank in stage add, else -")
    _fill_derived(state, blind)
    for complaint in complaints(state):
        raise MalformedText(f"{text!r}: {complaint}")


def _parse_seats(state: State, words: list[str]) -> None:
    players = int(state.players)
    if len(words) != players:
        raise MalformedText(f"there are cards for {len(words)} seats, not {players}")
    state.up[:] = NO_CARD
    state.down[:] = NO_CARD
    for seat, word in enumerate(words):
        parts = word.split("/")
        if len(parts) != 3:
            raise MalformedText(f"{word!r}: write hand/face-up/face-down, like Ax2/9.-.K.S/3.-.J.8")
        hand, up, down = parts
        for rank, count in enumerate(_parse_holding(hand)):
            state.hand[seat, rank] = min(count, 255)
        state.up[seat] = _parse_row(up)
        state.down[seat] = _parse_row(down)


def _fill_derived(state: State, blind: str) -> None:
    """The fields that the others determine: the pile's top, and how many cards were dealt."""
    state.under = NO_CARD
    state.played = 0
    if blind != "-":
        state.pile_top = _NAMES.index(blind)
        state.played = 1
        lying = [int(count) for count in state.pile]
        lying[int(state.pile_top)] -= 1
        state.under = _lowest(lying)
    else:
        state.pile_top = _lowest(int(count) for count in state.pile)
    players, stage = int(state.players), int(state.stage)
    state.dealt = rules.CARDS_EACH * players
    if stage in (rules.DRAW_LEADER, rules.DEAL):
        held = sum(rules.cards_left(state, seat) for seat in range(players))
        state.dealt = min(held, rules.CARDS_EACH * players)


def _lowest(counts: Iterable[int]) -> int:
    return next((rank for rank, count in enumerate(counts) if count > 0), NO_CARD)


# --- invariants ---------------------------------------------------------------------------------


def complaints(state: State) -> list[str]:
    """What of a state contradicts the rules; empty for every state that play can reach.

    Of a redacted state, what can be told without the hidden cards.
    """
    found = _card_complaints(state) + _pile_complaints(state) + _score_complaints(state)
    stage, seat = int(state.stage), int(state.seat)
    if stage not in [rules.STAGES.index(name) for name in _RESTING]:
        found.append("the effects of a play are under way: that is no resting state")
    if (stage in (rules.PLAY, rules.ADD)) != (seat != NOBODY):
        found.append("a seat has the turn in a play, and in nothing else")
    elif stage in (rules.PLAY, rules.ADD):
        found += _turn_complaints(state)
    elif stage in (rules.DRAW_LEADER, rules.DEAL):
        found += _deal_complaints(state)
    first, leader = int(state.first_leader), int(state.leader)
    if (leader == NOBODY) != (stage == rules.DRAW_LEADER):
        found.append("there is a leader but while the first is drawn")
    elif first != NOBODY and int(state.round_number) < rules.MAX_ROUND:
        due = (first + int(state.round_number) - 1) % int(state.players)
        if leader != due:
            found.append(f"seat {due + 1} leads this round")
    return found


def _card_complaints(state: State) -> list[str]:
    players = int(state.players)
    found: list[str] = []
    per_rank = [int(state.stock[rank]) + int(state.pile[rank]) for rank in range(rules.COUNTS)]
    for seat in range(players):
        for rank in range(rules.COUNTS):
            per_rank[rank] += int(state.hand[seat, rank])
        for slot in range(SLOTS):
            up, down = int(state.up[seat, slot]), int(state.down[seat, slot])
            for rank in (up, down):
                if rank != NO_CARD:
                    per_rank[rank] += 1
            if up == UNKNOWN:
                found.append("a face-up card is known")
            if up != NO_CARD and down == NO_CARD:
                found.append("a face-up card lies on a face-down card")
    copies = rules.COPIES_IN_DECK * int(state.decks)
    found += [
        f"there are only {copies} cards of rank {RANK_NAMES[rank]}"
        for rank in range(RANKS)
        if per_rank[rank] > copies
    ]
    total = rules.CARDS_IN_DECK * int(state.decks)
    if sum(per_rank) + int(state.discard) != total:
        found.append(f"all cards and the discard do not add up to {total}")
    undealt = sum(int(count) for count in state.stock)
    if undealt != total - int(state.dealt):
        found.append(f"{int(state.dealt)} cards are dealt and {total - int(state.dealt)} are not")
    return found


def _pile_complaints(state: State) -> list[str]:
    found, pile = [], [int(count) for count in state.pile]
    if int(state.stage) == rules.ADD:
        pile[int(state.pile_top)] -= 1
        if int(state.pile_top) in (rules.SWIPE, UNKNOWN):
            found.append("cards are added to a known card that is not SWIPE")
        elif pile[int(state.pile_top)] < 0:
            found.append("the blind card lies on the pile")
        elif rules.copies_played(state) >= rules.FOUR:
            found.append("four of a kind leave the pile")
    if pile[rules.SWIPE] or pile[UNKNOWN]:
        found.append("the pile holds known cards, and no SWIPE")
    if max(pile) >= rules.FOUR:
        found.append("four of a kind leave the pile")
    return found


def _turn_complaints(state: State) -> list[str]:
    players, seat, found = int(state.players), int(state.seat), []
    in_blind = int(state.stage) == rules.ADD
    if any(rules.cards_left(state, each) == 0 for each in range(players)):
        found.append("the round ends when a seat has no card left")
    if int(state.plies) >= int(state.round_limit) + in_blind:
        found.append(f"the round ends after {int(state.round_limit)} moves")
    if in_blind:
        row = rules.row_of_rank(state, seat, int(state.pile_top))
        if rules.hand_size(state, seat) == 0 and row == 0:
            found.append("the seat has nothing to add")
        slots = zip(state.up[seat], state.down[seat], strict=True)
        if all(int(up) != NO_CARD or int(down) != NO_CARD for up, down in slots):
            found.append("the blind card came from a slot of the row")
    if int(state.plies) == 0:
        held = {rules.cards_left(state, each) for each in range(players)}
        if held != {rules.CARDS_EACH} or seat != int(state.leader) or in_blind:
            found.append(f"a round begins with its leader and {rules.CARDS_EACH} cards each")
    return found


def _deal_complaints(state: State) -> list[str]:
    players, dealt, found = int(state.players), int(state.dealt), []
    for seat in range(players):
        due = dealt // players + (seat < dealt % players)
        down = [int(rank) != NO_CARD for rank in state.down[seat]]
        up = [int(rank) != NO_CARD for rank in state.up[seat]]
        dealt_down = [slot < due for slot in range(SLOTS)]
        dealt_up = [slot + SLOTS < due for slot in range(SLOTS)]
        in_hand = max(0, due - 2 * SLOTS)
        if down != dealt_down or up != dealt_up or rules.hand_size(state, seat) != in_hand:
            found.append("cards are dealt in turn: four face-down, four face-up, the rest in hand")
            break
    if rules.pile_size(state) or int(state.discard) or int(state.plies):
        found.append("nothing has been played before all cards are dealt")
    if dealt == rules.CARDS_EACH * players:
        found.append("all cards are dealt: the leader plays")
    if int(state.stage) == rules.DRAW_LEADER:
        if dealt or int(state.round_number) != 1 or int(state.first_leader) != NOBODY:
            found.append("the leader is drawn once, before the first deal, if none is named")
    return found


def _score_complaints(state: State) -> list[str]:
    players, stage, found = int(state.players), int(state.stage), []
    number = int(state.round_number)
    is_counted = stage in (rules.COUNTED, rules.FINISHED)
    if number < 1:
        found.append("rounds count from 1")
    if stage == rules.FINISHED and not rules.is_match_over(state):
        found.append("the match has not reached its end")
    if is_counted:
        if stage == rules.COUNTED and rules.is_match_over(state):
            found.append("the match has reached its end")
        out = sum(rules.cards_left(state, seat) == 0 for seat in range(players))
        if out > 1 or (not out and int(state.plies) < int(state.round_limit)):
            found.append("a round ends when one seat has no card left, or at its limit")
        if any(rules.penalty(state, s) > int(state.scores[s]) for s in range(players)):
            found.append("the cards left are counted in the points")
    elif number == 1 and any(int(state.scores[seat]) for seat in range(players)):
        found.append("nobody has points in the first round")
    elif int(state.end_by) == rules.BY_TARGET and rules.is_match_over(state):
        found.append("the match has reached its end")
    elif number > int(state.end_at) * players and int(state.end_by) == rules.BY_LEADS:
        found.append("everybody has led often enough")
    return found
