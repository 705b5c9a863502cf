"""SC-17: what a seat sees, and that nothing else reaches it or its bot."""

import random

import numpy as np
import pytest

from swipe.bots import contract as bots
from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, OVER, SPECTATOR
from swipe.games.swipe_cards import GAME, notation, rules
from swipe.games.swipe_cards.view import redact, sees_outcome
from swipe.messages import has_message
from tests.games.swipe_cards.positions import (
    act,
    apply,
    choose,
    names,
    position,
    random_rules,
    random_states,
)

OPEN = (rules.COUNTED, rules.FINISHED)


def shuffle_hidden(state, observer, draw, keep=()):
    """The same position with other cards wherever the observer cannot look.

    ``keep`` are cards that stay where they are: ``("hand", seat, rank, count)`` and
    ``("down", seat, slot)``.
    """
    other = state.copy()
    copies = rules.COPIES_IN_DECK * int(state.decks)
    unseen = np.full(rules.RANKS, copies, np.int64) - state.pile[: rules.RANKS]
    is_open = int(state.stage) in OPEN
    kept = {}
    for what, seat, *rest in keep:
        if what == "hand":
            kept[seat, rest[0]] = rest[1]
    hidden_hands, hidden_down = [], []
    for seat in range(int(state.players)):
        for slot in range(rules.SLOTS):
            if state.up[seat, slot] != rules.NO_CARD:
                unseen[state.up[seat, slot]] -= 1
            if state.down[seat, slot] != rules.NO_CARD:
                if is_open or ("down", seat, slot) in keep:
                    unseen[state.down[seat, slot]] -= 1
                else:
                    hidden_down.append((seat, slot))
        if seat == observer or is_open:
            unseen -= state.hand[seat, : rules.RANKS]
        else:
            hidden_hands.append(seat)
            for rank in range(rules.RANKS):
                unseen[rank] -= kept.get((seat, rank), 0)
    cards = [rank for rank in range(rules.RANKS) for _ in range(int(unseen[rank]))]
    draw.shuffle(cards)
    for seat in hidden_hands:
        size = rules.hand_size(state, seat)
        other.hand[seat] = 0
        for rank in range(rules.RANKS):
            other.hand[seat, rank] = kept.get((seat, rank), 0)
        for _ in range(size - rules.hand_size(other, seat)):
            other.hand[seat, cards.pop()] += 1
    for seat, slot in hidden_down:
        other.down[seat, slot] = cards.pop()
    other.stock[:] = 0
    for _ in range(int(state.stock.sum())):
        other.stock[cards.pop()] += 1
    assert len(cards) == int(state.discard)
    return other


def observers(state):
    return [SPECTATOR, *range(int(state.players))]


def told(state, observer, move):
    after = state.copy()
    effects = [
        effect
        for step in contract.trace(GAME, after, observer, **move)
        for effect in GAME.view.describe(step, observer)
    ]
    return effects, after


@pytest.mark.rule("SC-17")
def test_what_a_seat_sees_of_a_position():
    state = position(
        "2x1.9x2/9.-.K.S/3.-.J.8", "Kx3.Ax1/-.-.4.-/-.-.5.Q", pile="5x1.9x2", scores="3,40",
        round_number=2,
    )  # fmt: skip
    fields = notation.format_fields(redact(state, 0)).split(" ")
    assert fields[0] == "2x1.9x2/9.-.K.S/?.-.?.?;?x4/-.-.4.-/-.-.?.?"
    assert fields[1:6] == ["5x1.9x2", "-", "21", "?x128", "3,40"]
    assert notation.format_fields(redact(state, 1)).split(" ")[0] == (
        "?x3/9.-.K.S/?.-.?.?;Ax1.Kx3/-.-.4.-/-.-.?.?"
    )
    assert notation.format_fields(redact(state, SPECTATOR)).split(" ")[0] == (
        "?x3/9.-.K.S/?.-.?.?;?x4/-.-.4.-/-.-.?.?"
    )


@pytest.mark.rule("SC-17")
@pytest.mark.parametrize("seed", range(2))
def test_what_cannot_be_seen_changes_no_byte_of_what_is_seen(seed):
    draw, changed = random.Random(seed), 0
    for state in random_states(seed, 80):
        for observer in observers(state):
            other = shuffle_hidden(state, observer, draw)
            changed += other.tobytes() != state.tobytes()
            assert redact(other, observer).tobytes() == redact(state, observer).tobytes()
    assert changed > 150


@pytest.mark.rule("SC-17")
@pytest.mark.parametrize("seed", range(2))
def test_what_cannot_be_seen_changes_no_move_of_a_bot(seed):
    draw, asked = random.Random(seed), 0
    for state in random_states(seed, 120):
        if rules.phase(state) != DECISION:
            continue
        seat = rules.seat_to_act(state)
        asked += 1
        for policy in bots.policies(GAME).values():
            word = draw.getrandbits(63)
            chosen = {
                bots.choose(GAME, policy, each, word)
                for each in (state, *(shuffle_hidden(state, seat, draw) for _ in range(2)))
            }
            assert len(chosen) == 1
    assert asked > 30


@pytest.mark.rule("SC-17")
@pytest.mark.parametrize("seed", range(2))
def test_what_cannot_be_seen_changes_nothing_that_is_told(seed):
    """Every observer of somebody else's move is told the same, whatever else the others hold."""
    draw, compared = random.Random(seed), 0
    for state in random_states(seed, 120, every=5):
        if rules.phase(state) != DECISION:
            continue
        actor = rules.seat_to_act(state)
        action = draw.choice(contract.legal_actions(GAME, state))
        rank, moved = rules.UNKNOWN, 0
        after = state.copy()
        rules.play(after, action)
        for each in range(rules.RANKS):
            if state.hand[actor, each] > after.hand[actor, each]:
                rank, moved = each, int(state.hand[actor, each] - after.hand[actor, each])
        keep = [("hand", actor, rank, moved)]
        keep += [
            ("down", actor, slot)
            for slot in range(rules.SLOTS)
            if state.down[actor, slot] != after.down[actor, slot]
        ]
        for observer in observers(state):
            if observer == actor:
                continue
            other = shuffle_hidden(state, observer, draw, keep)
            effects, end = told(state, observer, {"action": action})
            if int(end.stage) in OPEN:
                continue  # what was hidden is counted in the open
            others, other_end = told(other, observer, {"action": action})
            assert others == effects
            assert redact(other_end, observer).tobytes() == redact(end, observer).tobytes()
            compared += 1
    assert compared > 100


@pytest.mark.rule("SC-17")
def test_a_deal_shows_everybody_the_rows_and_each_its_own_hand():
    state = GAME.configure(3, {"first_leader": "seat:1"}).initial_state()
    draw, seen = random.Random(3), {observer: [] for observer in observers(state)}
    while rules.phase(state) == CHANCE:
        move = choose(state, draw)
        for observer, outcomes in seen.items():
            if sees_outcome(state, move[1], observer):
                outcomes.append(int(state.dealt))
            effects, _ = told(state, observer, {"outcome": move[1]})
        apply(state, move)
        last = effects
    rows = list(range(12, 24))
    assert seen[SPECTATOR] == rows
    for seat in range(3):
        assert seen[seat] == rows + list(range(24 + seat, 60, 3))
    assert names(last) == ["row", "row", "row", "hand", "lead"]
    assert last[3]["seat"] == 2  # the last observer


@pytest.mark.rule("SC-17")
def test_the_next_deal_hides_its_first_card_though_the_old_cards_lie_open():
    state = position("2x1", "Kx1", pile="9x1")
    act(state, "2x1")
    assert int(state.stage) == rules.COUNTED
    assert not any(sees_outcome(state, rules.KING, observer) for observer in observers(state))


@pytest.mark.rule("SC-17")
@pytest.mark.rule("SC-14")
def test_after_the_round_everybody_sees_what_was_counted_until_the_next_deal():
    state = position("2x1", "Kx1.9x2/4.-.-.-/S.-.-.3", pile="9x1")
    for observer in observers(state):
        after = state.copy()
        effects = act(after, "2x1", observer)
        assert effects[-1]["hand"] == "9, 9, K"
        assert (effects[-1]["row"], effects[-1]["down"]) == ("4", "SWIPE, 3")
        assert effects[-1]["points"] == 10 + 18 + 4 + 23
        seen = redact(after, observer)
        assert notation.format_fields(seen).split(" ")[0] == (
            "-/-.-.-.-/-.-.-.-;9x2.Kx1/4.-.-.-/S.-.-.3"
        )
        assert int(seen.stock[rules.UNKNOWN]) == 128  # the undealt cards stay unknown


@pytest.mark.rule("SC-17")
def test_a_redacted_state_has_the_same_legal_actions_for_its_seat():
    for state in random_states(9, 60):
        seat = rules.seat_to_act(state)
        if rules.phase(state) == DECISION:
            seen = redact(state, seat)
            assert contract.legal_actions(GAME, seen) == contract.legal_actions(GAME, state)


def test_playing_on_with_unknown_cards_stays_within_the_record():
    """A redacted state is not meant to be played on; if it is, no other field suffers."""
    state = redact(position("2x1/-.-.-.-/5.6.-.-", "2x3", pile="4x1"), 0)
    act(state, "blind:1")
    assert (int(state.pile_top), int(state.pile[rules.UNKNOWN])) == (rules.UNKNOWN, 1)
    assert sum(rules.cards_left(state, seat) for seat in range(2)) == 5


@pytest.mark.parametrize("seed", range(2))
def test_every_effect_of_random_games_has_its_sentence(seed):
    draw, met = random.Random(seed), set()
    for _ in range(3):
        state = random_rules(draw).initial_state()
        while rules.phase(state) != OVER:
            kind, number = choose(state, draw)
            effects, state = told(state, draw.choice(observers(state)), {kind: number})
            met |= set(names(effects))
    assert {"play", "turn-over", "add", "take-rest", "four-of-a-kind", "count-cards"} <= met
    assert [name for name in sorted(met) if not has_message(f"swipe-cards-effect-{name}")] == []
