"""Positions of SWIPE cards set up by hand, and moves made in them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

from swipe.games import contract
from swipe.games.contract import CHANCE, OVER, SPECTATOR, Effect, State
from swipe.games.swipe_cards import GAME, notation, rules

EMPTY = "-.-.-.-"


def position(
    *seats: str,
    pile: str = "-",
    blind: str = "-",
    seat: int = 1,
    stage: str = "play",
    scores: str = "",
    round_number: int = 1,
    plies: int = 20,
    **options: str,
) -> State:
    """A position in the middle of a round from what lies open on the table.

    A seat is ``hand``, ``hand/row`` or ``hand/row/face-down``, cards in any order; the
    undealt cards are taken from those that are left, from low to high, and the others are in the
    discard.
    """
    rules_ = GAME.configure(len(seats), options)
    decks = int(rules_.options["decks"])
    holdings = [[*each.split("/"), EMPTY, EMPTY][:3] for each in seats]
    holdings = [[_ordered(held), up, down] for held, up, down in holdings]
    left = [rules.COPIES_IN_DECK * decks] * rules.RANKS
    for held, up, down in holdings:
        for rank, count in enumerate(notation._parse_holding(held)[: rules.RANKS]):
            left[rank] -= count
        for rank in notation._parse_row(up) + notation._parse_row(down):
            if rank != rules.NO_CARD:
                left[rank] -= 1
    for rank, count in enumerate(notation._parse_holding(pile)[: rules.RANKS]):
        left[rank] -= count
    undealt = rules.CARDS_IN_DECK * decks - rules.CARDS_EACH * len(seats)
    stock = []
    for count in left:
        stock.append(min(count, undealt - sum(stock)))
    fields = (
        ";".join("/".join(each) for each in holdings),
        _ordered(pile),
        blind,
        str(sum(left) - undealt),
        notation._format_holding(stock),
        scores or ",".join("0" for _ in seats),
        stage,
        str(seat) if stage in ("play", "add") else "-",
        "1",
        str(round_number),
        str(plies),
    )
    changed = " ".join(f"{name}={value}" for name, value in rules_.changed_options.items())
    head = f"{GAME.name}/{GAME.version} {len(seats)}{' ' + changed if changed else ''}"
    return contract.parse_state(GAME, f"{head} | {' '.join(fields)}")


def _ordered(holding: str) -> str:
    return notation._format_holding(notation._parse_holding(holding))


def act(state: State, text: str, observer: int = SPECTATOR) -> list[Effect]:
    """Carry out a legal action and tell what happened."""
    action = notation.parse_action(text)
    contract.check_action(GAME, state, int(state.seat), action)
    steps = contract.trace(GAME, state, observer, action=action)
    return [effect for step in steps for effect in GAME.view.describe(step, observer)]


def legal(state: State) -> list[str]:
    return [notation.format_action(action) for action in contract.legal_actions(GAME, state)]


def names(effects: list[Effect]) -> list[str]:
    return [effect["effect"] for effect in effects]


def hand(state: State, seat: int) -> str:
    return notation._format_holding(int(count) for count in state.hand[seat - 1])


def pile(state: State) -> str:
    return notation._format_holding(int(count) for count in state.pile)


def scores(state: State) -> list[int]:
    return [int(state.scores[seat]) for seat in range(int(state.players))]


def choose(state: State, draw: random.Random) -> tuple[str, int]:
    """A uniformly random move that is possible: ``("outcome", ...)`` or ``("action", ...)``."""
    if rules.phase(state) == CHANCE:
        ticket = draw.randrange(rules.chance_total(state))
        return "outcome", rules.chance_outcome(state, ticket)
    return "action", draw.choice(contract.legal_actions(GAME, state))


def apply(state: State, move: tuple[str, int]) -> None:
    if move[0] == "outcome":
        contract.apply_outcome(GAME, state, move[1])
    else:
        contract.apply_action(GAME, state, move[1])


def random_rules(draw: random.Random) -> contract.Rules:
    """Any number of players and any options, rounds kept short enough to see several."""
    players = draw.randint(2, 8)
    options = {
        "buried": draw.choice(rules.BURIED),
        "pick_up": draw.choice(rules.PICK_UPS),
        "face_down_count": draw.choice(rules.FACE_DOWN_COUNTS),
        "end": draw.choice(("target:100", "target:300", "leads:1")),
        "decks": str(draw.randint(-(-20 * players // 56), 6)),
        "first_leader": draw.choice(("draw", "seat:2")),
        "round_limit": draw.choice(("40", "1000")),
    }
    return GAME.configure(players, options)


def random_states(
    seed: int, count: int, every: int = 7, options: Mapping[str, Any] | None = None
) -> Iterator[State]:
    """Resting positions of random games, every ``every``-th, until there are ``count``."""
    draw = random.Random(seed)
    met = 0
    while True:
        state = random_rules(draw).initial_state()
        while rules.phase(state) != OVER:
            met += 1
            if met % every == 0:
                yield state.copy()
                count -= 1
                if count == 0:
                    return
            apply(state, choose(state, draw))
        yield state.copy()
