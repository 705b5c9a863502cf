"""Random games played by the rules module and by lists of cards: the same at every move."""

import random

import pytest

from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, NOBODY, OVER
from swipe.games.swipe_cards import GAME, notation, rules
from tests.games.swipe_cards.naive import ORDER, Table
from tests.games.swipe_cards.positions import legal, random_rules


def deal(state, table, draw):
    """Draw the leader or all cards of a deal for both."""
    if table.leader is None:
        outcome = rules.chance_outcome(state, draw.randrange(rules.chance_total(state)))
        contract.apply_outcome(GAME, state, outcome)
        table.leader = outcome - rules.LEADER_IS
        return
    cards = []
    for _ in range(rules.chance_run(state)):
        outcome = rules.chance_outcome(state, draw.randrange(rules.chance_total(state)))
        contract.apply_outcome(GAME, state, outcome)
        cards.append(notation.format_outcome(outcome))
    table.deal(cards)


def compare(state, table):
    def counts(cards):
        return [cards.count(rank) for rank in ORDER]

    assert [int(count) for count in state.pile[: rules.RANKS]] == counts(table.pile)
    assert int(state.pile_top) == (ORDER.index(table.pile[-1]) if table.pile else rules.NO_CARD)
    assert int(state.discard) == len(table.discard)
    everywhere = table.pile + table.discard
    for seat in range(table.players):
        hand, up, down = table.hands[seat], table.up[seat], table.down[seat]
        assert [int(count) for count in state.hand[seat, : rules.RANKS]] == counts(hand)
        assert notation._format_row(state.up[seat]) == ".".join(card or "-" for card in up)
        assert notation._format_row(state.down[seat]) == ".".join(card or "-" for card in down)
        everywhere = everywhere + [card for card in hand + up + down if card]
        assert int(state.scores[seat]) == table.scores[seat]
    # No card comes from nowhere or is lost.
    stock = [int(count) for count in state.stock[: rules.RANKS]]
    copies = rules.COPIES_IN_DECK * int(table.options["decks"])
    assert [a + b for a, b in zip(counts(everywhere), stock, strict=True)] == [copies] * 14
    assert int(state.round_number) == table.round
    assert int(state.leader) == table.leader
    assert int(state.plies) == table.moves
    # The ranks of a pile never rise from bottom to top, a blind card to be added to apart.
    settled = table.pile[:-1] if table.blind else table.pile
    values = [ORDER.index(card) for card in settled]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize("seed", range(14))
def test_random_games_are_the_same_with_lists_of_cards(seed):
    draw = random.Random(seed)
    rules_ = random_rules(draw)
    state = rules_.initial_state()
    table = Table(rules_.players, rules_.options)
    while True:
        if rules.phase(state) == CHANCE:
            assert rules.seat_to_act(state) == NOBODY
            deal(state, table, draw)
            if table.round == 0:
                continue
        else:
            assert rules.phase(state) == DECISION
            move = draw.choice(sorted(table.legal()))
            contract.apply_action(GAME, state, notation.parse_action(move))
            table.play(move)
        compare(state, table)
        if not table.playing:
            assert rules.phase(state) == (OVER if table.over else CHANCE)
            if table.over:
                break
            continue
        assert rules.seat_to_act(state) == table.turn
        assert sorted(legal(state)) == sorted(table.legal())
    won = contract.shares(GAME, state)
    assert [seat for seat, share in enumerate(won) if share] == table.winners()
