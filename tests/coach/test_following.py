"""Following a game with real dice, and going on from anywhere in a match."""

import pytest

from swipe.coach.review import review
from swipe.coach.table_side import BadLine, TableSide, begin, follow
from swipe.coach.what_if import CannotGoOn, count_plies, go_on, match_at
from swipe.games import contract
from swipe.games.contract import CHANCE, IllegalAction
from swipe.games.registry import find_game
from swipe.match.decide import Secret
from swipe.match.errors import WrongChance
from swipe.match.events import Acted, Drawn
from swipe.match.fold import fold
from swipe.match.record import read_events, write_record
from swipe.match.verify import verify_record
from tests.coach.naive import play


@pytest.fixture
def side():
    rules = find_game("swipe-dice").configure(3, {"chips": "12", "dice": "6", "starter": "seat:1"})
    return follow(rules, ["Ann", "Bob", "Cy"])


def test_faces_are_read_however_they_are_written(side):
    side.throw("c, SC")
    assert side.match.phase != CHANCE
    assert sorted(side.events[-1].outcomes) == ["C", "SC"]
    side.act("chip:2")
    side.throw("2C")
    assert side.events[-1].outcomes == ["C", "C"]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [("C", "2 outcomes, not 1"), ("C C C", "2 outcomes, not 3"), ("C Q", "possible: C, D, X")],
)
def test_a_wrong_throw_says_what_would_be_right_and_changes_nothing(side, line, complaint):
    before = list(side.events)
    with pytest.raises(ValueError, match=complaint):
        side.throw(line)
    assert side.events == before


def test_a_choice_that_is_not_possible_changes_nothing(side):
    side.throw("C SC")
    before = side.match.state.tobytes()
    with pytest.raises(IllegalAction):
        side.act("chip:1")
    assert side.match.state.tobytes() == before


def test_undo_takes_back_one_line_at_a_time_and_leaves_no_trace(side):
    start = list(side.events)
    side.throw("C SC")
    middle = list(side.events)
    side.act("chip:2")
    assert isinstance(side.undo(), Acted)
    assert side.events == middle
    assert isinstance(side.undo(), Drawn)
    assert side.events == start
    assert side.undo() is None
    side.throw("C C")
    again = follow(side.match.rules, ["Ann", "Bob", "Cy"])
    again.throw("C C")
    assert again.match.state.tobytes() == side.match.state.tobytes()


def test_undo_reaches_behind_the_end(tiny_rules):
    side = typed_to_the_end(tiny_rules)
    assert side.over
    assert side.match.ended is not None
    side.undo()
    assert not side.over
    assert side.match.ended is None


def typed_to_the_end(rules) -> TableSide:
    """Follow a match whose dice show what those of a seeded one showed."""
    events, _ = play(rules, ["random", "random"], 8)
    side = follow(rules, ["Ann", "Bob"])
    for event in events:
        if isinstance(event, Drawn):
            side.throw(" ".join(event.outcomes))
        elif isinstance(event, Acted):
            side.act(event.action)
    return side


def test_a_followed_match_leaves_a_record_like_any_other(tiny_rules, tiny_source):
    side = typed_to_the_end(tiny_rules)
    record = write_record(side.events)
    proof = verify_record(record)
    assert proof.finished
    assert not proof.rolls_proven
    assert review(read_events(record), tiny_source).finished


def test_hidden_cards_cannot_be_typed_in():
    with pytest.raises(WrongChance):
        follow(find_game("swipe-cards").configure(3), ["A", "B", "C"])


# --- what if ------------------------------------------------------------------------------------


def test_the_same_dice_fall_again_for_the_same_choices(tiny_rules):
    events, _ = play(tiny_rules, ["random", "random"], 5)
    plies = [event for event in events if isinstance(event, Drawn | Acted)]
    for ply in range(len(plies)):
        created, secret = go_on(events, ply, "same", name="again")
        side = TableSide([created], secret)
        begin(side, ["Ann", "Bob"])
        for event in plies[ply:]:
            if isinstance(event, Acted):
                side.act(event.action)
            elif event.seat is not None:  # others fall by themselves
                side.throw()
        assert side.match.state.tobytes() == fold(events).state.tobytes()
        proof = verify_record(write_record(side.events))
        assert proof.rolls_proven
        assert proof.chance == "repeated"


def test_going_on_twice_still_meets_the_same_dice(tiny_rules):
    events, _ = play(tiny_rules, ["random", "random"], 5)
    faces = [each for event in events if isinstance(event, Drawn) for each in event.outcomes]
    created, secret = go_on(events, 2, "same", name="once")
    first = TableSide([created], secret)
    begin(first, ["Ann", "Bob"])
    first.throw() if first.match.phase == CHANCE else first.act(first.possible_actions()[0])
    created, secret = go_on(first.events, 1, "same", name="twice")
    second = TableSide([created], secret)
    begin(second, ["Ann", "Bob"])
    start = match_at(events, 2).draws + first.match.draws
    while second.match.phase != CHANCE:
        second.act(second.possible_actions()[0])
    run = second.needed
    second.throw()
    drawn = next(event for event in second.events if isinstance(event, Drawn))
    assert drawn.outcomes == faces[start : start + run]


@pytest.mark.parametrize("name", ["swipe-dice", "swipe-cards", "skip-bo-dice"])
def test_new_dice_go_on_from_any_place_of_any_game(name):
    options = {"end": "leads:1", "round_limit": "20"} if name == "swipe-cards" else {}
    rules = find_game(name).configure(3, options)
    events, _ = play(rules, ["random"] * 3, 2)
    for ply in (0, 1, count_plies(events) // 2, count_plies(events) - 1):
        created, secret = go_on(events, ply, "new", name="new")
        side = TableSide([created], secret, dict.fromkeys(range(3), "random"), seed=1)
        begin(side, ["Ann", "Bob", "Cy"])
        while not side.over:
            if side.match.phase == CHANCE:
                side.throw()
            else:
                side.act(side.bot_action())
        proof = verify_record(write_record(side.events))
        assert proof.rolls_proven
        assert side.events[0].origin == f"m2@{match_at(events, ply).version}"
        assert side.events[0].position == contract.format_state(
            rules.game, match_at(events, ply).state
        )


def test_a_review_of_what_if_begins_where_it_begins(tiny_rules, tiny_source):
    events, _ = play(tiny_rules, ["random", "random"], 5)
    whole = review(events, tiny_source)
    created, secret = go_on(events, 4, "same", name="again")
    side = TableSide([created], secret, {0: "random", 1: "random"}, seed=1)
    begin(side, ["Ann", "Bob"])
    while not side.over:
        side.throw() if side.match.phase == CHANCE else side.act(side.bot_action())
    found = review(side.events, tiny_source)
    assert found.start == whole.plies[3].chances
    assert found.origin == created.origin


def test_there_is_no_going_on_where_there_is_nothing(tiny_rules):
    events, _ = play(tiny_rules, ["random", "random"], 5)
    last = count_plies(events)
    with pytest.raises(CannotGoOn, match=f"0 to {last}"):
        go_on(events, last + 1, "new", name="x")
    with pytest.raises(CannotGoOn, match="over there"):
        go_on(events, last, "new", name="x")
    with pytest.raises(CannotGoOn, match="not begun"):
        go_on(events[:2], 0, "new", name="x")
    with pytest.raises(CannotGoOn, match="secret until it ends"):
        go_on(events[:-1], 0, "same", name="x")


def test_typed_dice_cannot_fall_again(tiny_rules):
    side = typed_to_the_end(tiny_rules)
    with pytest.raises(CannotGoOn, match="typed in"):
        go_on(side.events, 1, "same", name="x")
    created, secret = go_on(side.events, 1, "typed", name="x")
    assert created.chance == "typed"
    assert secret == Secret()


@pytest.mark.parametrize(
    "change",
    [
        {"position": ""},
        {"origin": ""},
        {"origin": "m@0"},
        {"position": "swipe-dice/1 2 | nonsense"},
        {"players": 3},
        {"key": "ab"},
        {"key": ""},
        {"chance": "fair"},
    ],
)
def test_a_beginning_that_cannot_be_is_refused(tiny_rules, change):
    import msgspec

    events, _ = play(tiny_rules, ["random", "random"], 5)
    created, _ = go_on(events, 4, "same", name="x")
    with pytest.raises(ValueError):
        fold([msgspec.structs.replace(created, **change)])


def test_bad_lines_are_their_own_kind_of_error(side):
    with pytest.raises(BadLine):
        side.throw("C nonsense")
    side.throw("C SC")
    with pytest.raises(BadLine, match="no throw"):
        side.throw("C C")
