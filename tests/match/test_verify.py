"""Forged records, with hashes that fit: the first event that is wrong is named."""

import dataclasses

import msgspec
import pytest

from swipe.chance import fair, seeded
from swipe.games.contract import legal_actions
from swipe.match import events as e
from swipe.match.errors import BrokenRecord
from swipe.match.fold import fold
from swipe.match.record import write_record
from swipe.match.verify import verify_events, verify_record
from tests.chance import independent
from tests.match.matches import ALL_GAMES, play, secret_of, small_rules

RULES = small_rules("swipe-dice", 3, chips="30", swipes="optional")
EVENTS, SECRET = play(RULES, "fair", 1)


def changed(number, /, **fields):
    """The events with other fields in event ``number`` (from 1)."""
    new = msgspec.structs.replace(EVENTS[number - 1], **fields)
    return [*EVENTS[: number - 1], new, *EVENTS[number:]]


def versions(kind):
    return [version for version, each in enumerate(EVENTS, 1) if isinstance(each, kind)]


def failure(events):
    """The event that is named as wrong, after writing and reading, and why."""
    with pytest.raises(BrokenRecord) as caught:
        verify_record(write_record(events))
    return caught.value.version, caught.value.reason


def test_the_true_record_is_proven_with_all_there_is_to_know():
    proof = verify_record(write_record(EVENTS))
    assert dataclasses.asdict(proof) == {
        "match": "test-1",
        "rules": RULES.identity,
        "events": len(EVENTS),
        "draws": sum(len(each.outcomes) for each in EVENTS if isinstance(each, e.Drawn)),
        "chance": "fair",
        "finished": True,
        "rolls_proven": True,
        "result": "-".join(str(rank) for rank in EVENTS[-1].ranks),
        "commitment": EVENTS[0].commitment,
        "people": (0,),
        "entropy": (0,),
    }
    assert not proof.foretold


@pytest.mark.parametrize("game", ALL_GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_true_records_of_all_games_are_proven(game, players):
    for chance in ("fair", "seeded"):
        events, _ = play(small_rules(game, players), chance, 7)
        proof = verify_record(write_record(events))
        assert proof.rolls_proven
        assert proof.foretold == (chance == "seeded")


@pytest.mark.parametrize("version", versions(e.Drawn))
def test_a_changed_roll_is_named(version):
    event = EVENTS[version - 1]
    faces = ["C", "D", "X", "SD", "SC"] if event.seat is not None else ["seat:1", "seat:2"]
    for place, shown in enumerate(event.outcomes):
        other = next(face for face in faces if face != shown)
        outcomes = [*event.outcomes[:place], other, *event.outcomes[place + 1 :]]
        named, reason = failure(changed(version, outcomes=outcomes))
        assert named == version
        assert reason.endswith(f"give {','.join(event.outcomes)}, not {','.join(outcomes)}")


def test_rolls_are_those_of_an_independent_implementation():
    entropy = [
        f"{each.seat + 1}:{each.value}" for each in EVENTS if isinstance(each, e.EntropyAdded)
    ]
    key = independent.match_key(SECRET.value, "test-1", entropy)
    faces = ["C", "C", "D", "X", "SD", "SC"]
    number = 0
    for event in EVENTS:
        if isinstance(event, e.Drawn):
            assert event.number == number
            for outcome in event.outcomes:
                assert outcome == faces[independent.draw(key, number, 6)]
                number += 1
    assert number > 50


@pytest.mark.parametrize("version", versions(e.Acted))
def test_an_illegal_move_is_named(version):
    before = fold(EVENTS[: version - 1])
    game = before.game
    legal = {game.notation.format_action(each) for each in legal_actions(game, before.state)}
    illegal = next(name for name in ("die:1", "die:2", "chip:1", "chip:2") if name not in legal)
    assert failure(changed(version, action=illegal))[0] == version
    other_seat = (EVENTS[version - 1].seat + 1) % 3
    named, reason = failure(changed(version, seat=other_seat))
    assert named == version
    assert "is to act" in reason
    assert failure(changed(version, action="steal:1"))[0] == version


def test_another_legal_move_is_noticed_only_by_what_follows():
    # Choices are not signed: another one that is allowed is noticed when it changes who throws how
    # many dice, or the result, and never before.
    named = []
    for version in versions(e.Acted):
        before = fold(EVENTS[: version - 1])
        game = before.game
        for action in legal_actions(game, before.state):
            name = game.notation.format_action(action)
            if name == EVENTS[version - 1].action:
                continue
            try:
                verify_events(changed(version, action=name))
            except BrokenRecord as error:
                named.append(error.version - version)
    assert len(named) > 5
    assert min(named) > 0


@pytest.mark.parametrize("version", range(1, len(EVENTS) + 1))
def test_an_event_left_out_is_noticed(version):
    if isinstance(EVENTS[version - 1], e.EntropyAdded):
        named, reason = failure(EVENTS[: version - 1] + EVENTS[version:])
        assert isinstance(EVENTS[named], e.Drawn)
        assert "the secret and the entropy give" in reason
    elif version == len(EVENTS):
        proof = verify_record(write_record(EVENTS[:-1]))
        assert (proof.finished, proof.rolls_proven, proof.result) == (False, False, "")
    else:
        named, _ = failure(EVENTS[: version - 1] + EVENTS[version:])
        assert named >= version


@pytest.mark.parametrize("version", range(1, len(EVENTS) + 1))
def test_an_event_put_in_twice_is_noticed(version):
    twice = EVENTS[:version] + EVENTS[version - 1 :]
    if isinstance(EVENTS[version - 1], e.EntropyAdded):
        named, _ = failure(twice)
        assert isinstance(twice[named - 1], e.Drawn)
    else:
        assert failure(twice)[0] >= version


def test_a_wrong_result_is_named():
    last = len(EVENTS)
    right = EVENTS[-1].ranks
    for ranks in (right[::-1], [1, 1, 1], right[:2], [*right, 4], []):
        if ranks != right:
            named, reason = failure(changed(last, ranks=ranks))
            assert named == last
            assert reason.startswith("the result is ")


def test_a_wrong_secret_is_named():
    last = len(EVENTS)
    for secret in (secret_of(99).hex(), EVENTS[-1].secret[:-2] + "00"):
        assert failure(changed(last, secret=secret)) == (
            last,
            "the revealed secret does not fit the commitment",
        )
    for secret in ("", "00", "xyz", EVENTS[-1].secret.upper(), EVENTS[-1].secret[:32]):
        assert failure(changed(last, secret=secret))[0] == last


def test_another_secret_with_its_commitment_gives_other_rolls():
    other = secret_of(99)
    events = changed(1, commitment=fair.commitment(other))
    events[-1] = msgspec.structs.replace(events[-1], secret=other.hex())
    named, reason = failure(events)
    assert isinstance(EVENTS[named - 1], e.Drawn)
    assert "the secret and the entropy give" in reason


def test_a_changed_commitment_is_noticed():
    assert failure(changed(1, commitment=fair.commitment(secret_of(99))))[0] == len(EVENTS)
    for commitment in ("", "é" * 64, EVENTS[0].commitment.upper(), EVENTS[0].commitment[1:]):
        assert failure(changed(1, commitment=commitment))[0] == 1


@pytest.mark.parametrize("version", versions(e.EntropyAdded))
def test_changed_entropy_is_noticed_at_the_first_roll_that_differs(version):
    value = EVENTS[version - 1].value
    flipped = ("1" if value[0] == "0" else "0") + value[1:]
    named, reason = failure(changed(version, value=flipped))
    assert isinstance(EVENTS[named - 1], e.Drawn)
    assert "the secret and the entropy give" in reason
    for wrong in ("", value[:-1], value.upper() + "AB", "z" * 32):
        assert failure(changed(version, value=wrong))[0] == version
    named, reason = failure(changed(version, seat=1))
    assert (named, "only people add entropy" in reason) == (version, True)


def test_another_name_of_the_match_gives_other_rolls():
    named, _ = failure(changed(1, match="test-2"))
    assert isinstance(EVENTS[named - 1], e.Drawn)
    for name in ("", "a b", "-a", "a" * 65, "é", "a\0b"):
        assert failure(changed(1, match=name))[0] == 1


@pytest.mark.parametrize(
    ("fields", "version"),
    [
        ({"game": "ludo"}, 1),
        ({"rules": 2}, 1),
        ({"players": 7}, 1),
        ({"options": {}}, 1),
        ({"options": {**EVENTS[0].options, "chips": "012"}}, 1),
        ({"options": {**EVENTS[0].options, "colour": "red"}}, 1),
        ({"chance": "typed"}, 1),
        ({"at": "yesterday"}, 1),
        ({"origin": "other@3"}, 1),
        ({"position": "swipe-dice/1 3 | nonsense", "origin": "other@3"}, 1),
        ({"key": "00" * 32}, 1),
        ({"first_draw": 3}, 1),
        ({"chance": "seeded"}, len(EVENTS)),
        ({"players": 2}, 4),  # there is no third seat
    ],
    ids=str,
)
def test_another_beginning_is_noticed(fields, version):
    named, _ = failure(changed(1, **fields))
    assert named >= version
    assert named == version or len(fields) == 1


@pytest.mark.parametrize(
    "option",
    [{"chips": "31"}, {"swipes": "compulsory"}, {"order": "player"}, {"starter": "seat:2"}],
    ids=str,
)
def test_other_options_are_noticed(option):
    failure(changed(1, options={**EVENTS[0].options, **option}))


def test_the_first_of_several_wrong_events_is_named():
    first, second = versions(e.Drawn)[3], versions(e.Drawn)[8]
    events = changed(second, number=999)
    events[first - 1] = msgspec.structs.replace(events[first - 1], number=998)
    events[-1] = msgspec.structs.replace(events[-1], secret="00" * 32)
    assert failure(events)[0] == first
    text = write_record(events)
    with pytest.raises(BrokenRecord) as caught:  # an unreadable line after a wrong event
        verify_record(text[:-1])
    assert caught.value.version == first


def test_nothing_follows_the_end():
    assert failure([*EVENTS, e.Returned(0)]) == (len(EVENTS) + 1, "the match has ended")
    assert failure([*EVENTS, EVENTS[-1]]) == (len(EVENTS) + 1, "the match has ended")


def test_a_record_of_nothing_is_refused():
    with pytest.raises(BrokenRecord, match="holds no event"):
        verify_record("swipe-match/1\n")


# --- seeded, typed and repeated -----------------------------------------------------------------


def test_a_seeded_match_reveals_its_seed():
    events, _ = play(small_rules("skip-bo-dice"), "seeded", 4)
    assert events[-1].seed == 4
    proof = verify_record(write_record(events))
    assert proof.rolls_proven
    assert proof.foretold
    for seed in (None, 5, 2**63):
        wrong = [*events[:-1], msgspec.structs.replace(events[-1], seed=seed)]
        assert failure(wrong)[0] == len(events)
    assert events[0].commitment == fair.commitment(seeded.secret_of_seed(4))


def test_typed_dice_are_possible_and_no_more():
    events, _ = play(small_rules("skip-bo-dice"), "typed", 4)
    proof = verify_record(write_record(events))
    assert proof.finished
    assert not proof.rolls_proven
    place = next(n for n, each in enumerate(events) if isinstance(each, e.Drawn) and n > 5)
    impossible = msgspec.structs.replace(
        events[place], outcomes=["S"] * len(events[place].outcomes)
    )
    named, reason = failure([*events[:place], impossible, *events[place + 1 :]])
    assert (named, "S cannot happen now; possible: N, B" in reason) == (place + 1, True)
    with_secret = [*events[:-1], msgspec.structs.replace(events[-1], secret="00" * 32)]
    assert failure(with_secret)[0] == len(events)


def test_cards_cannot_be_typed_in():
    events, _ = play(small_rules("swipe-cards"), "fair", 1)
    typed = msgspec.structs.replace(events[0], chance="typed", commitment="")
    named, reason = failure([typed, *events[1:]])
    assert (named, reason) == (1, "swipe-cards has hidden chance: it cannot be typed in")
