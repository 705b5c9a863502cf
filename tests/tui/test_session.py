"""A session in this process: commands, wrong answers, covered cards, leaving and coming back."""

import json
import re

import pytest

from swipe.chance.seeded import secret_of_seed
from swipe.games.contract import SPECTATOR
from swipe.match.decide import create
from swipe.match.errors import BrokenRecord
from swipe.match.record import decode_record
from swipe.match.verify import verify_record
from swipe.tui.contract import find_view
from swipe.tui.session import Session
from swipe.tui.storage import CannotKeep, RecordFile
from swipe.tui.table import LocalTable, Player
from tests.match.matches import small_rules
from tests.tui.robots import Person, SegmentedScreen, Sink, Source, sit


def answers(*replies, then="quit"):
    """Someone who says these things, whatever is asked, and then leaves."""
    waiting = iter(replies)
    return lambda prompt: next(waiting, then)


def start(folder, *replies, game="swipe-dice", bots=("greedy",), **options):
    session, source, sink = sit(
        folder, game, ["Ada"], list(bots), answers(*replies), **{"starter": "seat:1", **options}
    )
    session.play()
    return sink.text, source.prompts


# --- commands that work at every prompt ---------------------------------------------------------


def test_help_says_what_the_prompt_accepts_and_which_commands_there_are(tmp_path):
    text, prompts = start(tmp_path, "?", "help")
    assert prompts[:3] == ["Ada, press Enter to roll 2 dice (? for help):"] * 3
    assert text.count("Enter rolls the dice.") == 2
    assert text.count("Commands: table (show the table), log") == 2


def test_the_log_tells_what_happened_and_the_table_is_shown_again(tmp_path):
    text, _ = start(
        tmp_path,
        "log",
        "",
        "log",
        "log 1",
        "log all",
        "log x",
        "table",
        f"log {'9' * 5000}",
        "TABLE",
    )
    assert "Nothing has happened yet." in text
    told = re.search(r"Ada rolls .*", text)[0]
    assert text.count(told) == 4  # when it happened, and in "log", "log all" and "log 999..."
    assert text.count("-- Swipe: Ada's turn") == 4
    assert '"log x" is no answer here' in text


def test_the_rules_are_shown_with_the_options_of_the_table(tmp_path):
    text, _ = start(tmp_path, "rules", chips="31")
    assert "SD-14" in text
    assert "chips = 31" in text


def test_saving_says_where_the_record_is(tmp_path):
    text, _ = start(tmp_path, "save")
    assert re.sub(r"\s", "", str(tmp_path / "test.swipe")) in re.sub(r"\s", "", text)


@pytest.mark.parametrize("word", ["quit", "q", "exit", "QUIT"])
def test_leaving_says_how_to_come_back(tmp_path, word):
    text, prompts = start(tmp_path, word)
    assert len(prompts) == 1
    assert "swipe play --resume" in text
    assert not verify_record((tmp_path / "test.swipe").read_text()).finished


# --- wrong answers ------------------------------------------------------------------------------


def test_a_wrong_answer_is_told_what_would_be_right_and_changes_nothing(tmp_path):
    text, prompts = start(tmp_path, "7", "die:2", "xyzzy")
    assert len(prompts) == 4
    assert text.count("is no answer here: press Enter to roll") == 3
    assert verify_record((tmp_path / "test.swipe").read_text()).draws == 0


def test_choices_are_taken_by_number_and_by_action(tmp_path):
    asked = []

    def reply(prompt):
        asked.append(prompt)
        if "press Enter" in prompt:
            return ""
        asks = "die" if "swipe a die?" in sink.text.rpartition("from whom")[2] else "chip"
        said = ["0", "9" * 5000, "one", f"{asks}:1", f"{asks.upper()}:NONE"]
        return said[sum("Type a number" in each for each in asked) - 1]

    session, source, sink = sit(
        tmp_path, "swipe-dice", ["Ada"], ["greedy", "greedy"], reply, swipes="optional", seed=4
    )
    with pytest.raises(IndexError):
        session.play()
    assert sink.text.count("is none of the choices. Type a number from 1 to 3") == 4
    assert re.search(r"Ada swipes no (die|chip)\.", sink.text)
    assert len(source.prompts) == len(asked)


@pytest.mark.parametrize("said", ["2", "Bot 2", "bot 2", "Bot 2 (", "DIE:3", "die:3"])
def test_a_choice_is_a_number_a_name_or_the_words_of_the_record(tmp_path, said):
    chosen = iter([said])
    session, source, sink = sit(
        tmp_path,
        "swipe-dice",
        ["Ada"],
        ["greedy", "greedy"],
        lambda prompt: next(chosen, "quit") if "Type a number" in prompt else "",
        starter="seat:1",
        seed=5,
    )
    session.play()
    assert re.search(r"   1\) Bot 1 \(\d chips?, \d dice\)\n   2\) Bot 2 \(", sink.text)
    assert ":2" not in sink.text  # no second number beside the one to type
    assert "Type a number from 1 to 2 (? for help):" in source.prompts
    record = (tmp_path / "test.swipe").read_text()
    assert re.search(r" acted seat=1 action=die:3 ", record)


def test_help_at_a_choice_says_how_the_record_writes_it(tmp_path):
    chosen = iter(["?"])
    session, _, sink = sit(
        tmp_path,
        "swipe-dice",
        ["Ada"],
        ["greedy", "greedy"],
        lambda prompt: next(chosen, "quit") if "Type a number" in prompt else "",
        starter="seat:1",
        seed=5,
    )
    session.play()
    told = " ".join(sink.text.split())
    assert "The record writes these choices as die:2 (1), die:3 (2), which you can" in told


def test_the_beginning_of_an_action_will_do(tmp_path):
    said = iter(["xs", "s", "ST", "Stop"])

    def reply(prompt):
        return "" if "press Enter" in prompt else next(said)

    session, _, sink = sit(tmp_path, "skip-bo-dice", ["Ada"], ["greedy"], reply)
    session.play()
    assert sink.text.count("Ada stops and scores") == 3
    assert sink.text.count("is none of the choices") == 1


def test_illegal_plays_of_cards_are_explained(tmp_path):
    said = ["", "K x5", "blind:1", "pick-up", "swipe", "11", "r9", "Q+r1", "quit"]
    session, _, sink = sit(
        tmp_path, "swipe-cards", ["Ada"], ["steady"], answers(*said), first_leader="seat:1"
    )
    session.play()
    text = " ".join(sink.text.split())
    assert "The card of slot 1 is locked" in text
    assert "There is no pile to pick up." in text
    assert '"11" is no play that is possible now. Type a play, such as' in text
    assert '"r9" is no play' in text
    assert '"" is no play' in text


# --- covered cards ------------------------------------------------------------------------------


def test_hands_are_covered_between_people(tmp_path):
    people = ["Ada", "Bea", "Cyd"]
    session, source, sink = sit(
        tmp_path,
        "swipe-cards",
        people,
        ["random"],
        Person(2),
        end="leads:1",
        round_limit="30",
        seed=5,
    )
    assert session.play()
    looked = set()
    for segment in sink.segments[1:]:
        (name,) = re.findall(
            r"^(\w+), press Enter to see your cards:|Pass the screen to (\w+)", segment
        )[:1]
        owner = name[0] or name[1]
        before, _, after = segment.partition("to see your cards:")
        assert "Hand " not in before.replace("Points  Hand", "")
        others = [each for each in people if each != owner]
        asked = re.findall(
            r"^(\w+) (?:plays on the pile|leads: 1 to 4|may add)", after, re.MULTILINE
        )
        assert set(asked) <= {owner}
        assert not any(f"{each} holds" in segment for each in others)
        looked.add(owner)
    assert looked == set(people)
    covers = [prompt for prompt in source.prompts if "to cover your cards" in prompt]
    assert len(covers) >= len(sink.segments) - 2


def test_what_a_person_sees_comes_from_that_seat_alone(tmp_path):
    session, _, sink = sit(
        tmp_path, "swipe-cards", ["Ada", "Bea"], [], answers("", "quit"), first_leader="seat:2"
    )
    session.play()
    table = session.table
    for seat, name in enumerate(["Ada", "Bea"]):
        view = session.view
        lines = [
            "".join(s if isinstance(s, str) else s[0] for s in line)
            for line in view.table(table.seen(seat), 80)
        ]
        (hand,) = [line for line in lines if line.startswith("  Hand")]
        held = "".join(hand.split()[1:])
        assert (held in "".join(sink.text.split())) == (name == "Bea")
    spectator = session.view.table(table.seen(SPECTATOR), 80)
    assert not any("Hand" in str(line[0]) for line in spectator[1:])


def test_one_person_against_bots_is_never_asked_to_pass_the_screen(tmp_path):
    session, source, _ = sit(
        tmp_path, "swipe-cards", ["Ada"], ["steady"], Person(1), end="leads:1", round_limit="20"
    )
    assert session.play()
    assert not any("Pass the screen" in prompt for prompt in source.prompts)


# --- leaving and coming back --------------------------------------------------------------------


def resume(path, reply):
    file, events, match, secret, was_cut = RecordFile.resume(path)
    table = LocalTable(events, secret, file)
    table.go_on()
    sink = Sink()
    screen = SegmentedScreen(Source(sink, reply), sink)
    return Session(table, find_view(match.game), screen), sink, was_cut


@pytest.mark.parametrize("game", ["swipe-dice", "swipe-cards", "skip-bo-dice"])
@pytest.mark.parametrize("chance", ["fair", "seeded"])
def test_a_match_that_is_left_and_resumed_is_the_same_match(tmp_path, game, chance):
    options = small_rules(game).changed_options
    options.pop("starter", None)
    path = tmp_path / "test.swipe"
    session, *_ = sit(
        tmp_path,
        game,
        ["Ada"],
        ["greedy" if game != "swipe-cards" else "steady"],
        answers(""),
        chance=chance,
        **options,
    )
    session.play()
    draws = []
    for _ in range(500):
        person = Person(1)
        asked = []

        def reply(prompt, person=person, asked=asked):
            asked.append(prompt)
            return "quit" if len(asked) > 3 else person(prompt)

        session, _, was_cut = resume(path, reply)
        assert not was_cut
        draws.append(session.table.match.draws)
        if session.play():
            break
    proof = verify_record(decode_record(path.read_bytes()))
    assert proof.rolls_proven
    assert draws == sorted(draws)
    assert not (tmp_path / "test.swipe.secret").exists()
    with pytest.raises(CannotKeep, match="has ended"):
        RecordFile.resume(path)


def leave(folder, **options):
    session, *_ = sit(folder, "swipe-dice", ["Ada"], ["greedy"], answers("", ""), **options)
    session.play()
    return folder / "test.swipe"


def test_an_event_that_was_cut_off_never_happened(tmp_path):
    path = leave(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data[:-7])
    session, _, was_cut = resume(path, Person(1))
    assert was_cut
    assert session.play()
    assert verify_record(decode_record(path.read_bytes())).rolls_proven


def test_a_record_that_was_changed_is_not_resumed(tmp_path):
    path = leave(tmp_path)
    data = path.read_bytes()
    path.write_bytes(data.replace(b"Ada", b"Bea"))
    with pytest.raises(BrokenRecord, match="event 2: the line or its hash was changed"):
        RecordFile.resume(path)


def test_without_its_secret_nothing_more_is_rolled(tmp_path):
    path = leave(tmp_path)
    secret = tmp_path / "test.swipe.secret"
    assert secret.stat().st_mode & 0o777 == 0o600
    other = json.dumps({"secret": secret_of_seed(2).hex(), "seed": 2})
    for content in ("", "{}", '{"secret": 3, "seed": 1}', "[]", other):
        secret.write_text(content)
        with pytest.raises(CannotKeep, match="does not hold the secret"):
            RecordFile.resume(path)
    secret.unlink()
    with pytest.raises(CannotKeep, match="is missing"):
        RecordFile.resume(path)


def test_a_record_is_never_overwritten(tmp_path):
    path = leave(tmp_path)
    before = path.read_bytes()
    created, secret = create("again", small_rules("swipe-dice"))
    with pytest.raises(CannotKeep, match="exists already"):
        RecordFile.begin(path, secret)
    assert path.read_bytes() == before
    assert created.commitment


def test_the_same_seed_gives_the_same_match_whatever_its_record_is_called(tmp_path):
    texts = []
    for name in ("a", "b"):
        created, secret = create("seed-3", small_rules("skip-bo-dice"), chance="seeded", seed=3)
        file = RecordFile.begin(tmp_path / name, secret)
        players = [Player("Ada", "greedy"), Player("Bea", "random")]
        table = LocalTable.open(created, secret, players, file)
        sink = Sink()
        Session(table, find_view(table.match.game), SegmentedScreen(None, sink)).play()
        texts.append((tmp_path / name).read_bytes())
    assert texts[0] == texts[1]


# --- real dice ----------------------------------------------------------------------------------


def typed(folder, *replies, game="swipe-dice", **options):
    session, source, sink = sit(
        folder, game, ["Ada"], ["greedy"], answers(*replies), chance="typed", **options
    )
    session.play()
    return sink.text, source.prompts, (folder / "test.swipe").read_text()


def test_faces_are_read_in_letters_and_in_words_and_confirmed(tmp_path):
    text, prompts, record = typed(
        tmp_path, "c, swipe a chip", "", "CHIP x", "", "?", starter="seat:1"
    )
    assert prompts[0].startswith("What do the 2 dice of Ada show? Type C, D, X, SD or SC for each")
    assert prompts[1] == "Is C SC right? Press Enter if it is, or type it again:"
    assert "drawn number=0 outcomes=C,SC seat=1" in record
    assert "drawn number=2 outcomes=C,X seat=2" in record
    assert "SD: swipe a die" in text


def test_what_was_typed_wrong_is_typed_again_before_it_counts(tmp_path):
    text, _, record = typed(
        tmp_path, "C", "C C C", "C Q", "seat:1 C", "X X", "D C", "", starter="seat:1"
    )
    assert "That is 1 result, and 2 are needed." in text
    assert "Those are 3 results, and 2 are needed." in text
    assert '"q" is not a face: type C, D, X, SD, SC.' in text
    assert '"seat:1" is not a face' in text
    assert "drawn number=0 outcomes=D,C seat=1" in record
    assert "outcomes=X,X" not in record


@pytest.mark.parametrize("game", ["swipe-dice", "skip-bo-dice"])
@pytest.mark.parametrize("said", ["2", "seat:2", "Bot 1", "bot  1", "b"])
def test_who_begins_is_typed_as_a_number_or_a_name(tmp_path, game, said):
    _, prompts, record = typed(tmp_path, said, "", game=game, starter="draw")
    assert prompts[0] == "Who begins? Type the seat's number or the name (? lists them):"
    assert prompts[1] == "If Bot 1 begins, press Enter; if not, type who does:"
    assert "drawn number=0 outcomes=seat:2 #" in record


@pytest.mark.parametrize("game", ["swipe-dice", "skip-bo-dice"])
def test_help_and_errors_at_who_begins_speak_of_that_and_not_of_dice(tmp_path, game):
    text, prompts, record = typed(tmp_path, "?", "3", "1 2", "C", "1", "x", "2", "", game=game,
                                  starter="draw")  # fmt: skip
    assert prompts[7] == prompts[5].replace("Ada", "Bot 1")
    told = " ".join(text[text.index("Who begins?") : text.index("If Bot 1 begins")].split())
    assert "type who begins: the number of the seat, the name or its beginning" in told
    assert "1: Ada 2: Bot 1" in told
    for wrong in ("3", "1 2", "C", "x"):
        assert f'"{wrong}" is nobody who can begin: type 1 (Ada), 2 (Bot 1).' in told
    assert "dice" not in told
    assert "face" not in told
    assert "drawn number=0 outcomes=seat:2 #" in record


def test_of_several_of_the_same_age_only_these_can_begin(tmp_path):
    session, source, sink = sit(
        tmp_path, "swipe-dice", ["Ada", "Bea", "Cyd"], [], answers("1", "Bea", "3", ""),
        chance="typed", starter="youngest:30,9,9",
    )  # fmt: skip
    session.play()
    assert '"1" is nobody who can begin: type 2 (Bea), 3 (Cyd).' in " ".join(sink.text.split())
    assert "If Cyd begins, press Enter; if not, type who does:" in source.prompts
