"""What people may see of SWIPE (cards), and what happened (SC-17).

A seat sees its own hand, all face-up cards, how many cards everybody has, the pile, how many cards
the discard has, and the points. Nobody sees a face-down card, its owner included, or the undealt
cards. When a round has been counted, the cards that were left lie open until the next deal.

In effects seats count from 0, slots of the row from 1, and a rank is its number: 0 is SWIPE, 13 the
king. ``total`` is what a play declares, ``before`` of them lay on the pile already. ``cards``,
``hand``, ``row`` and ``down`` are cards as a text to read out, ``none`` where there are none.
"""

from __future__ import annotations

from collections.abc import Iterable

from swipe.games.contract import SPECTATOR, Effect, Step
from swipe.games.swipe_cards import rules
from swipe.games.swipe_cards.notation import RANK_NAMES
from swipe.games.swipe_cards.rules import NO_CARD, RANKS, SLOTS, UNKNOWN, State

CARD_NAMES = ("SWIPE", *RANK_NAMES[1:], "?")


def redact(state: State, observer: int) -> State:
    """A copy in which cards that the observer may not know are counted as of unknown rank."""
    seen: State = state.copy()  # type: ignore[attr-defined]
    stock, hand, down = seen.stock, seen.hand, seen.down
    undealt = stock.sum()
    stock[:] = 0
    stock[UNKNOWN] = undealt
    if int(state.stage) in (rules.COUNTED, rules.FINISHED):
        return seen
    own = None if observer == SPECTATOR else hand[observer].copy()
    held = hand.sum(axis=1)
    hand[:] = 0
    hand[:, UNKNOWN] = held
    if own is not None:
        hand[observer] = own
    down[down != NO_CARD] = UNKNOWN
    return seen


def sees_outcome(state: State, outcome: int, observer: int) -> bool:
    """Face-up cards and the draw of the leader are public; a card in hand is its owner's."""
    if int(state.stage) == rules.DRAW_LEADER:
        return True
    dealt = int(state.dealt) if int(state.stage) == rules.DEAL else 0
    number, seat = divmod(dealt, int(state.players))
    if number < SLOTS:
        return False
    return number < 2 * SLOTS or seat == observer


def describe(step: Step, observer: int) -> list[Effect]:
    before, after, name = step.before, step.after, step.name
    seat = int(before.seat)
    if name == "land":
        return _landed(step)
    if name == "play":
        return _played(step)
    if name == "begin-round":
        return _began(after, observer)
    if name in ("swipe-pile", "four-of-a-kind"):
        effect: Effect = {"effect": name, "seat": seat, "count": rules.pile_size(before)}
        if name == "four-of-a-kind":
            effect["rank"] = int(before.pile_top)
        return [effect]
    if name in ("take-rest", "four-higher"):
        taken = rules.hand_size(after, seat) - rules.hand_size(before, seat)
        top = int(before.pile_top)
        return [{"effect": name, "seat": seat, "rank": top, "count": taken}]
    if name in ("go-again", "next-turn"):
        return [{"effect": name, "seat": int(after.seat)}]
    if name == "go-out":
        return [{"effect": name, "seat": seat}, *_counted(before, after)]
    if name == "round-limit":
        return [{"effect": name, "count": int(after.plies)}, *_counted(before, after)]
    if name == "match-over":
        return _ended(after)
    return []


def _landed(step: Step) -> list[Effect]:
    before, after = step.before, step.after
    if int(before.stage) == rules.DRAW_LEADER:
        return [{"effect": "draw-leader", "seat": int(after.leader)}]
    if int(after.dealt) == 1:
        round_number, leader = int(after.round_number), int(after.leader)
        return [{"effect": "deal", "round": round_number, "seat": leader}]
    return []  # the deal is told as a whole, when it is complete


def _began(after: State, observer: int) -> list[Effect]:
    effects: list[Effect] = [
        {"effect": "row", "seat": seat, "cards": name_cards(after.up[seat])}
        for seat in range(int(after.players))
    ]
    if observer != SPECTATOR:
        effects.append({"effect": "hand", "seat": observer, "cards": _name_hand(after, observer)})
    return [*effects, {"effect": "lead", "seat": int(after.seat)}]


def _played(step: Step) -> list[Effect]:
    before, after, action = step.before, step.after, step.action
    assert action is not None
    seat = int(before.seat)
    if action == rules.PICK_UP:
        return [{"effect": "pick-up", "seat": seat, "count": rules.pile_size(before)}]
    if action >= rules.ADD_CARDS:
        played = {"seat": seat, "rank": int(after.pile_top), "total": rules.copies_played(after)}
        if action == rules.END_PLAY:
            return [{"effect": "end-play", **played}]
        return [{"effect": "add", **played, **_cards_of_choice(action - rules.ADD_CARDS)}]
    if action >= rules.TURN_OVER:
        slot = action - rules.TURN_OVER + 1
        return [
            {"effect": "choose-blind", "seat": seat, "slot": slot},
            {"effect": "turn-over", "seat": seat, "slot": slot, **_declared(after)},
        ]
    if action >= rules.PLAY_SWIPE:
        slots = [] if action == rules.PLAY_SWIPE else [action - rules.PLAY_SWIPE_AT + 1]
        return [{"effect": "play-swipe", "seat": seat, "slots": slots}]
    cards = _cards_of_choice((action - rules.PLAY_CARDS) % rules.CHOICES)
    return [{"effect": "play", "seat": seat, **cards, **_declared(after)}]


def _declared(after: State) -> Effect:
    """SC-13: the total that is shown to all with every play."""
    total = rules.copies_played(after)
    return {"rank": int(after.pile_top), "total": total, "before": total - int(after.played)}


def _cards_of_choice(choice: int) -> Effect:
    slots = int(rules.CHOICE_SLOTS[choice])
    in_row = [slot + 1 for slot in range(SLOTS) if slots >> slot & 1]
    return {"count": int(rules.CHOICE_TOTAL[choice]), "slots": in_row}


def _counted(before: State, after: State) -> list[Effect]:
    """SC-15: what everybody who has cards left counts, card by card, so that all can check it."""
    effects: list[Effect] = []
    for seat in range(int(after.players)):
        if rules.cards_left(after, seat) == 0:
            continue
        score = int(after.scores[seat])
        free = int(after.face_down_count) == rules.FREE
        effects.append(
            {
                "effect": "count-cards",
                "seat": seat,
                "hand": _name_hand(after, seat),
                "row": name_cards(after.up[seat]),
                "down": name_cards(after.down[seat]),
                "down_counts": "no" if free else "yes",
                "points": score - int(before.scores[seat]),
                "score": score,
            }
        )
    return effects


def _ended(after: State) -> list[Effect]:
    scores = [int(after.scores[seat]) for seat in range(int(after.players))]
    winners = [seat for seat, score in enumerate(scores) if score == min(scores)]
    if len(winners) == 1:
        return [{"effect": "win", "seat": winners[0], "score": min(scores)}]
    return [{"effect": "share-win", "seats": winners, "score": min(scores)}]


def _name_hand(state: State, seat: int) -> str:
    ranks = range(RANKS + 1)
    return name_cards(rank for rank in ranks for _ in range(int(state.hand[seat, rank])))


def name_cards(ranks: Iterable[int]) -> str:
    """Cards as a text to read out, such as ``"9, 9, K, SWIPE"``; ``"none"`` for none."""
    return ", ".join(CARD_NAMES[int(r)] for r in ranks if int(r) != NO_CARD) or "none"
