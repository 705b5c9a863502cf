"""The one exit: happenings and snapshots agree, and show no more than an observer may see."""

import msgspec
import pytest

from swipe.games.contract import SPECTATOR
from swipe.match import events as e
from swipe.match import exit as way_out
from swipe.match.fold import begin, evolve
from tests.match.matches import ALL_GAMES, play, small_rules


def steps(events):
    """The match before each event from the second on, the event, and the match after it."""
    before = begin(events[0])
    for event in events[1:]:
        after = before.copy()
        evolve(after, event)
        yield before, event, after
        before = after


@pytest.mark.parametrize("game", ALL_GAMES)
def test_a_happening_leaves_the_observer_with_what_a_snapshot_shows(game):
    events, _ = play(small_rules(game, 3), "fair", 4)
    for before, event, after in steps(events):
        for observer in (SPECTATOR, 0, 2):
            happening = way_out.happening(before, event, after, observer)
            snapshot = way_out.snapshot(after, observer)
            assert happening.version == snapshot.version == after.version == before.version + 1
            assert happening.position == snapshot.position
            assert happening.seats == snapshot.seats
            assert snapshot.ended == isinstance(event, e.Ended)
            msgspec.json.encode((happening, snapshot))
    first = way_out.snapshot(begin(events[0]), SPECTATOR)
    assert (first.version, first.position, first.seats) == (1, None, [None] * 3)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_nothing_changes_by_looking(game):
    events, _ = play(small_rules(game), "fair", 4)
    for before, event, after in steps(events):
        kept = [match.state.tobytes() if match.started else b"" for match in (before, after)]
        way_out.happening(before, event, after, 0)
        way_out.snapshot(after, 1)
        now = [match.state.tobytes() if match.started else b"" for match in (before, after)]
        assert now == kept


@pytest.mark.parametrize("game", ALL_GAMES)
def test_observers_of_the_same_audience_are_sent_the_same_bytes(game):
    events, _ = play(small_rules(game, 3), "fair", 4)
    sent: dict[int, set[bytes]] = {}
    for observer in (SPECTATOR, 0, 1, 2):
        stream = [msgspec.json.encode(way_out.happening(*step, observer)) for step in steps(events)]
        match = begin(events[0])
        sent.setdefault(way_out.audience(match, observer), set()).add(b"\n".join(stream))
    assert all(len(streams) == 1 for streams in sent.values())
    if match.game.has_hidden_information:
        assert len(set.union(*sent.values())) == 4
    else:
        assert list(sent) == [SPECTATOR]


def test_hidden_cards_and_the_secret_stay_out_until_they_may_be_seen():
    events, secret = play(small_rules("swipe-cards", 3), "fair", 4)
    hidden = 0
    for before, event, after in steps(events):
        spectator = way_out.happening(before, event, after, SPECTATOR)
        owner = way_out.happening(before, event, after, 1)
        if isinstance(event, e.Drawn) and len(event.outcomes) > 1:
            # The deal: 4 face-down, 4 face-up, 12 in hand for each of three.
            shown = spectator.event.outcomes
            assert [text is None for text in shown] == [True] * 12 + [False] * 12 + [True] * 36
            mine = [place for place, text in enumerate(owner.event.outcomes) if text is not None]
            assert mine == [*range(12, 24), *range(25, 60, 3)]
            assert all(event.outcomes[place] == owner.event.outcomes[place] for place in mine)
            hidden += 1
        if not isinstance(event, e.Ended):
            assert secret.value.hex().encode() not in msgspec.json.encode((spectator, owner))
        if spectator.position and spectator.position.phase == "decision":
            assert spectator.position.legal == []
            assert bool(owner.position.legal) == (owner.position.to_act == 1)
    assert hidden == 3


@pytest.mark.parametrize("game", ["swipe-dice", "skip-bo-dice"])
def test_open_games_show_the_position_as_a_text(game):
    events, _ = play(small_rules(game), "fair", 4)
    texts = [way_out.snapshot(after, 0).position for _, _, after in steps(events)]
    assert all(each.text.startswith(f"{game}/1 2 ") for each in texts if each is not None)
    last = texts[-1]
    assert last.phase == "over"
    assert last.ranks == events[-1].ranks
    assert sum(last.shares) == 1
