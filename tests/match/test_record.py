"""The record: a fixpoint, changed in no byte without being noticed, and safe to read."""

import hashlib
import re
import string
import typing
from pathlib import Path

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from swipe.games.registry import find_game
from swipe.match import events as e
from swipe.match import record
from swipe.match.errors import BrokenRecord
from swipe.match.fold import fold
from swipe.match.record import (
    RecordWriter,
    decode_record,
    read_events,
    read_record,
    record_bytes,
    write_record,
)
from swipe.match.verify import verify_record
from tests.match.matches import ALL_GAMES, play, small_rules

# --- arbitrary events ---------------------------------------------------------------------------

anything = st.text(max_size=40)
words = st.text(string.ascii_lowercase + "_", min_size=1, max_size=12)
bare = st.from_regex(r"[A-Za-z0-9_.:+\-]{1,8}", fullmatch=True).filter(lambda text: text != "-")
seats = st.integers(0, 7)
ANY_EVENT = st.one_of(
    st.builds(
        e.Created,
        match=anything,
        game=anything,
        rules=st.integers(0, 10**18),
        players=st.integers(0, 99),
        options=st.dictionaries(words, anything, max_size=4),
        chance=st.sampled_from(["fair", "seeded", "typed", "repeated"]),
        commitment=anything,
        coach=st.booleans(),
        at=anything,
        position=anything,
        origin=anything,
        key=anything,
        first_draw=st.integers(0, 10**18),
    ),
    st.builds(e.Seated, seat=seats, name=anything, bot=anything),
    st.builds(e.Left, seat=seats),
    st.builds(e.EntropyAdded, seat=seats, value=anything),
    st.just(e.Started()),
    st.builds(
        e.Drawn,
        number=st.integers(0, 10**18),
        outcomes=st.lists(bare, max_size=5),
        seat=st.none() | seats,
    ),
    st.builds(e.Acted, seat=seats, action=anything),
    st.builds(e.Held, seat=seats, bot=anything),
    st.builds(e.Returned, seat=seats),
    st.builds(
        e.Ended,
        ranks=st.lists(st.integers(0, 99), max_size=4),
        secret=anything,
        seed=st.none() | st.integers(0, 10**18),
    ),
)


@given(st.lists(ANY_EVENT, max_size=6))
@example([e.Seated(0, "")])
@example([e.Seated(0, 'name="x" #0123456789abcdef')])
@example([e.Seated(0, "a\nb\\\"'\u2028\ud800 é 骰")])
@example([e.Ended([], ""), e.Drawn(0, [])])
def test_writing_what_was_read_gives_the_same_bytes(events):
    text = write_record(events)
    assert read_events(text) == events
    assert write_record(read_events(text)) == text
    assert decode_record(text.encode("ascii")) == text


@given(st.lists(ANY_EVENT, max_size=4))
def test_writing_event_by_event_gives_the_same_record(events):
    writer = RecordWriter()
    assert writer.head + "".join(map(writer.line, events)) == write_record(events)


def test_every_kind_of_event_is_covered():
    kinds = {type(each) for game in ALL_GAMES for each in play(small_rules(game))[0]}
    assert {e.Created, e.Seated, e.EntropyAdded, e.Started, e.Drawn, e.Acted, e.Ended} == kinds


@pytest.mark.parametrize(
    ("game", "chance"),
    [
        (game, chance)
        for game in ALL_GAMES
        for chance in ("fair", "seeded", "typed")
        if chance != "typed" or find_game(game).physical
    ],
)
def test_the_record_of_a_match_gives_the_match(game, chance):
    events, _ = play(small_rules(game, 3), chance, seed=5)
    text = write_record(events)
    read, match, error = read_record(text)
    assert error is None
    assert read == events
    assert match is not None
    assert match.state.tobytes() == fold(events).state.tobytes()
    assert match.seats == fold(events).seats


def test_a_record_can_be_read_by_a_person():
    events, _ = play(small_rules("swipe-dice"), "seeded", seed=1)
    text = write_record(events)
    lines = text.splitlines()
    assert lines[0] == "swipe-match/1"
    assert re.fullmatch(
        r"1 created match=test-1 game=swipe-dice rules=1 players=2 .* #[0-9a-f]{16}", lines[1]
    )
    assert re.fullmatch(r'2 seated seat=1 name="Ada Lovelace" #[0-9a-f]{16}', lines[2])
    assert re.fullmatch(r"4 started #[0-9a-f]{16}", lines[4])
    assert text.isascii()


def test_an_outcome_that_was_taken_out_cannot_be_written():
    with pytest.raises(ValueError, match="outcomes cannot hold None"):
        write_record([e.Drawn(0, ["C", None])])


# --- changed in one byte ------------------------------------------------------------------------


EVERYTHING = {e.Created, e.Seated, e.EntropyAdded, e.Started, e.Drawn, e.Acted, e.Ended}


def short_record() -> bytes:
    """The record of the first short match that has everything in it."""
    rules = small_rules("swipe-dice", chips="6", swipes="optional")
    matches = (play(rules, "fair", seed)[0] for seed in range(100))
    events = next(m for m in matches if {type(each) for each in m} == EVERYTHING)
    return write_record(events).encode("ascii")


SHORT = short_record()


def line_of(data: bytes, place: int) -> int:
    """The line of a byte; a line feed belongs to the line that it ends."""
    return data.count(b"\n", 0, place)


def failing_event(data: bytes) -> int | None:
    try:
        verify_record(decode_record(data))
    except BrokenRecord as error:
        return error.version if error.reason else -1
    return None


def failing_line(data: bytes) -> int | None:
    """The same without playing the match: quick enough for every change there can be."""
    try:
        read_events(decode_record(data))
    except BrokenRecord as error:
        return error.version
    return None


def test_the_unchanged_record_is_proven():
    assert failing_event(SHORT) is None
    assert failing_line(SHORT) is None
    assert len(SHORT) < 2000


@pytest.mark.parametrize("bit", range(8))
def test_a_flipped_bit_is_noticed_and_its_event_named(bit):
    for place in range(len(SHORT)):
        changed = bytearray(SHORT)
        changed[place] ^= 1 << bit
        assert failing_line(bytes(changed)) == line_of(SHORT, place), place


@pytest.mark.parametrize("bits", [0x01, 0x20])
def test_verify_names_the_event_of_a_changed_byte(bits):
    for place in range(len(SHORT)):
        changed = bytearray(SHORT)
        changed[place] ^= bits
        assert failing_event(bytes(changed)) == line_of(SHORT, place), place


def test_a_missing_byte_is_noticed_and_its_event_named():
    for place in range(len(SHORT)):
        assert failing_line(SHORT[:place] + SHORT[place + 1 :]) == line_of(SHORT, place), place


@pytest.mark.parametrize("byte", [b" ", b"\n", b"0", b'"', b"\r", b"\0", b"\xc3"])
def test_a_byte_too_much_is_noticed_and_its_event_named(byte):
    for place in range(len(SHORT) + 1):
        changed = SHORT[:place] + byte + SHORT[place:]
        is_empty_line = byte == b"\n" == SHORT[place : place + 1]  # the one after this line
        assert failing_line(changed) == line_of(SHORT, place) + is_empty_line, place


def test_every_shorter_beginning_is_an_open_match_or_is_noticed():
    ends = {place + 1 for place in range(len(SHORT)) if SHORT[place : place + 1] == b"\n"}
    for length in range(len(SHORT)):
        cut = SHORT[:length]
        if length in ends and cut != b"swipe-match/1\n":
            proof = verify_record(decode_record(cut))
            assert not proof.finished
            assert not proof.rolls_proven
        else:
            assert (failing_line(cut) is not None) == (cut != b"swipe-match/1\n")


def test_lines_in_another_order_are_noticed():
    head, *lines = SHORT.decode().splitlines(keepends=True)
    for place in range(len(lines) - 1):
        swapped = [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]]
        assert failing_event((head + "".join(swapped)).encode()) == place + 1


# --- anything at all ----------------------------------------------------------------------------


def chained(lines: list[str]) -> str:
    """A record of these lines with hashes that fit, made without the code under test."""
    running, written = "swipe-match/1", ["swipe-match/1"]
    for line in lines:
        running += f"\n{line}"
        digest = hashlib.sha256(running.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        written.append(f"{line} #{digest}")
    return "\n".join(written) + "\n"


def plain_lines() -> list[str]:
    return [line.rpartition(" #")[0] for line in SHORT.decode().splitlines()[1:]]


PLAIN = plain_lines()


def test_the_chain_of_hashes_is_what_the_page_says():
    assert chained(PLAIN).encode() == SHORT


@given(st.text())
def test_any_text_is_refused_with_its_event(text):
    events, match, error = read_record(text)
    assert (events, match) == ([], None)
    assert error is not None
    assert error.version == 0
    with pytest.raises(BrokenRecord):
        verify_record(text)


@given(st.binary())
def test_any_bytes_are_refused(data):
    with pytest.raises(BrokenRecord):
        verify_record(decode_record(data))


STRANGE = ["", "-", '"', '""', '"\\ud800"', '"é"', "0", "-1", "99999999999999999999", "null", "="]
TOKENS = st.sampled_from(
    [*sorted({word for line in PLAIN for word in re.split(r"[ =,.:]", line)}), *STRANGE]
)


@given(st.integers(0, len(PLAIN) - 1), st.integers(0, 12), TOKENS, TOKENS)
def test_a_line_with_other_words_and_the_right_hash_breaks_nothing(number, place, old, new):
    lines = list(PLAIN)
    pieces = re.split(r"([ =,.:])", lines[number])
    pieces[place % len(pieces)] = new
    lines[number] = "".join(pieces).replace(old, new, 1) if old else "".join(pieces)
    text = chained(lines)
    events, match, error = read_record(text)
    assert write_record(events) == "".join(text.splitlines(keepends=True)[: len(events) + 1])
    assert (match is None) == (not events)
    if match is not None:
        assert match.version == len(events)
    if error is not None:
        assert error.version == len(events) + 1
        assert failing_event(text.encode("utf-8", "surrogatepass")) is not None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("2 created", "count up by one: 1, not '2'"),
        ("1 destroyed seat=1", "no event is called 'destroyed'"),
        ("1 seated seat=1", "missing required field `name`"),
        ("1 seated seat=1 name=Ada colour=red", "seated has no 'colour'"),
        ("1 seated name=Ada seat=1", "write it as '1 seated seat=1 name=Ada'"),
        ("1 seated seat=01 name=Ada", "write it as '1 seated seat=1 name=Ada'"),
        ('1 seated seat=1 name="Ada"', "write it as '1 seated seat=1 name=Ada'"),
        ("1 seated seat=1 name=Ada bot=", "'bot=' is not written as name=value"),
        ("1 seated seat=one name=Ada", "seat='one' is not a whole number"),
        ("1 seated seat=1 name.first=Ada", "name has no parts"),
        ("1 seated seat=1 seat=1 name=Ada", "write it as"),
        ("1  seated seat=1 name=Ada", "no event is called ''"),
        ("1 drawn number=0 outcomes=C,,X", "cannot hold ''"),
        ("1 created match=x game=swipe-dice rules=1 players=2 chance=loaded", "Invalid enum"),
        (
            "1 created match=x game=g rules=1 players=2 chance=fair coach=maybe",
            "coach='maybe' is neither yes nor no",
        ),
        ("1 seated seat=1 name=Ada ", "write it as"),
        ("1 seated seat=1 name=Ada  bot=x", "' bot=x' is not written as name=value"),
        ("1 seated " + "a" * 2_000_000, "aa' is not written as name=value"),
    ],
)
def test_a_line_that_is_not_canonical_is_refused(line, reason):
    with pytest.raises(BrokenRecord) as caught:
        read_events(chained([line]))
    assert caught.value.version == 1
    assert reason in caught.value.reason


def test_what_is_longer_than_any_record_is_not_even_read(tmp_path, monkeypatch):
    path = tmp_path / "m.swipe"
    path.write_bytes(SHORT)
    assert record_bytes(path) == SHORT
    monkeypatch.setattr(record, "MAX_BYTES", len(SHORT) - 1)
    with pytest.raises(BrokenRecord, match="at most"):
        record_bytes(path)


def test_the_valid_beginning_is_kept_and_the_failing_event_named():
    events, _ = play(small_rules("swipe-dice"), "fair", seed=3)
    place = next(n for n, each in enumerate(events) if isinstance(each, e.Drawn))
    wrong = msgspec.structs.replace(events[place], number=7)
    read, match, error = read_record(write_record([*events[:place], wrong, *events[place + 1 :]]))
    assert read == events[:place]
    assert match is not None
    assert match.version == place
    assert match.state.tobytes() == fold(events[:place]).state.tobytes()
    assert error is not None
    assert error.version == place + 1
    assert "number 0, not 7" in error.reason


def test_the_example_of_the_page_is_a_true_record():
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```record\n(.*?)```", page, re.DOTALL)
    proof = verify_record(example)
    assert (proof.rolls_proven, proof.result) == (True, "3-2-1")
    assert write_record(read_events(example)) == example


def test_the_page_names_every_event_and_field():
    page = (Path(__file__).parents[2] / "docs" / "record.md").read_text(encoding="utf-8")
    for kind in typing.get_args(e.MatchEvent):
        (row,) = re.findall(rf"^\| `{kind.__struct_config__.tag}` \|.*$", page, re.MULTILINE)
        for field in msgspec.structs.fields(kind):
            assert re.search(rf"`{field.name}(\.\*)?`", row), field.name
