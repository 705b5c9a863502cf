"""What the tests of all games share: rules to play by, and random play."""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st

from swipe.games.contract import (
    CHANCE,
    DECISION,
    OVER,
    BadOption,
    Game,
    Option,
    Rules,
    State,
    apply_action,
    apply_outcome,
    legal_actions,
)
from swipe.games.registry import GAMES

ALL_GAMES = list(GAMES.values())
NAMES = list(GAMES)


def values_of(option: Option) -> st.SearchStrategy[str]:
    """Values of an option, its default and its borders more often than others."""
    if option.kind == "choice":
        return st.sampled_from(option.values)
    if option.kind == "integer":
        small = st.integers(option.minimum, min(option.maximum, option.minimum + 8))
        borders = st.sampled_from([int(option.default), option.minimum, option.maximum])
        return st.one_of(small, borders).map(str)
    return st.one_of(
        st.just(option.default),
        st.sampled_from(option.values),
        st.from_regex(option.pattern, fullmatch=True),
    )


@st.composite
def rules_of(draw: st.DrawFn, game: Game) -> Rules:
    """Any number of players and any options that do not contradict each other."""
    players = draw(st.integers(*game.players))
    options = {option.name: draw(values_of(option)) for option in game.options}
    # One option after the other, so that one contradiction does not cost all the rest.
    while True:
        try:
            return game.configure(players, options)
        except BadOption:
            options.pop(draw(st.sampled_from(sorted(options))))


def random_move(game: Game, state: State, rng: random.Random) -> dict[str, int]:
    """A move as the keyword argument that ``trace`` takes; uniform over actions or tickets."""
    rules = game.rules
    if rules.phase(state) == DECISION:
        return {"action": rng.choice(legal_actions(game, state))}
    assert rules.phase(state) == CHANCE
    ticket = rng.randrange(rules.chance_total(state))
    return {"outcome": int(rules.chance_outcome(state, ticket))}


def apply_move(game: Game, state: State, *, action: int = -1, outcome: int = -1) -> None:
    if action >= 0:
        apply_action(game, state, action)
    else:
        apply_outcome(game, state, outcome)


def random_walk(rules: Rules, seed: int, plies: int) -> Iterator[State]:
    """The positions of a random game, the first one included; the same record, changed in place."""
    game, rng = rules.game, random.Random(seed)
    state = rules.initial_state()
    yield state
    for _ in range(plies):
        if game.rules.phase(state) == OVER:
            return
        apply_move(game, state, **random_move(game, state, rng))
        yield state


def arguments(effect: dict[str, object]) -> dict[str, object]:
    """The arguments of an effect's message, as a client gives them: seats as names."""
    found = {}
    for key, value in effect.items():
        if key in ("seat", "seats", "from"):
            seats = value if isinstance(value, list) else [value]
            found[key] = " and ".join(f"Player {seat + 1}" for seat in seats)
        elif isinstance(value, list):
            found[key] = " and ".join(str(each) for each in value)
        else:
            found[key] = value
    return found
