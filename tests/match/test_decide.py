"""Commands against a match: what follows, and what is refused with which error."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swipe.chance import fair
from swipe.games.contract import (
    CHANCE,
    DECISION,
    NOBODY,
    OVER,
    BadOption,
    GameError,
    IllegalAction,
    ImpossibleOutcome,
    MalformedText,
    WrongPhase,
    WrongSeat,
    legal_actions,
)
from swipe.match import events as e
from swipe.match.decide import (
    Act,
    AddEntropy,
    Enter,
    Hold,
    Leave,
    MatchCommand,
    Return,
    Secret,
    Sit,
    Start,
    Throw,
    create,
    decide,
    proceed,
)
from swipe.match.errors import (
    MatchError,
    NotNow,
    SeatEmpty,
    SeatTaken,
    StaleCommand,
    WrongChance,
    error_code,
)
from swipe.match.fold import begin, evolve, fold
from tests.match.matches import ALL_GAMES, new_match, play, small_rules

ENTROPY = "00" * 16


class Host:
    """A match and its secret, with the commands that changed it."""

    def __init__(self, rules=None, chance="fair", seed=0):
        created, self.secret = new_match(rules or small_rules("swipe-dice"), chance, seed)
        self.match = begin(created)
        self.events = [created]

    def do(self, *commands):
        """Carry commands out; the events of the last one."""
        new = []
        for command in commands:
            decision = decide(self.match, command, self.secret)
            self.match, new = decision.match, decision.events
            self.events += new
        return new

    def refuse(self, command, error, match=None):
        before = msgspec.json.encode(self.events), self.match.version
        with pytest.raises(error, match=match) as caught:
            decide(self.match, command, self.secret)
        assert type(caught.value) is error
        assert (msgspec.json.encode(self.events), self.match.version) == before

    def seated(self):
        self.do(Sit(0, "Ada"), Sit(1, "Greedy", "greedy"))
        return self

    def seated_all(self, players):
        self.do(*(Sit(seat, f"Player {seat}") for seat in range(players)))
        return self

    def started(self):
        self.seated().do(Start())
        return self

    def until(self, phase):
        """Throw, and choose the first there is, until the phase is reached."""
        while self.match.phase != phase:
            if self.match.phase == CHANCE:
                self.do(Throw(self.match.seat_to_act))
            else:
                self.do(self.first_choice())
        return self

    def first_choice(self):
        game = self.match.game
        action = legal_actions(game, self.match.state)[0]
        return Act(self.match.seat_to_act, game.notation.format_action(action))


# --- creation -----------------------------------------------------------------------------------


def test_a_match_begins_with_its_creation():
    with pytest.raises(NotNow, match="begins with its creation"):
        begin(e.Started())
    with pytest.raises(NotNow, match="begins with its creation"):
        fold([])
    host = Host()
    with pytest.raises(NotNow, match="has been created before"):
        evolve(host.match, host.events[0])


def test_seed_and_chance_go_together():
    rules = small_rules("swipe-dice")
    for chance, seed in (("fair", 1), ("typed", 1), ("seeded", None)):
        with pytest.raises(WrongChance):
            create("m", rules, chance=chance, seed=seed)
    with pytest.raises(WrongChance, match="cannot be typed in"):
        create("m", small_rules("swipe-cards"), chance="typed")
    with pytest.raises(MatchError, match="1 to 64 letters"):
        create("no spaces", rules)


def test_a_fair_match_keeps_its_secret_and_shows_its_commitment():
    created, secret = create("m", small_rules("swipe-dice"))
    other, _ = create("m", small_rules("swipe-dice"))
    assert len(secret.value) == 32
    assert secret.value.hex() not in repr(created)
    assert created.commitment != other.commitment
    typed, nothing = create("m", small_rules("swipe-dice"), chance="typed")
    assert (typed.commitment, nothing) == ("", Secret())


@given(st.dictionaries(st.text(max_size=8), st.text(max_size=8), min_size=1, max_size=2))
def test_options_have_to_be_complete_and_canonical(options):
    created, _ = new_match(small_rules("swipe-dice"))
    with pytest.raises((BadOption, NotNow)):
        begin(msgspec.structs.replace(created, options=options))


# --- before the start ---------------------------------------------------------------------------


def test_seats_are_taken_and_left():
    host = Host()
    assert host.do(Sit(0, "Ada")) == [e.Seated(0, "Ada")]
    host.refuse(Sit(0, "Bea"), SeatTaken, "seat 1 is taken")
    host.refuse(Sit(2, "Bea"), SeatTaken, "seats 1 to 2, not 3")
    host.refuse(Sit(-1, "Bea"), SeatTaken, "seats 1 to 2, not 0")
    host.refuse(Leave(1), SeatEmpty, "seat 2 is free")
    host.refuse(Leave(7), SeatTaken, "seats 1 to 2, not 8")
    assert host.do(Leave(0)) == [e.Left(0)]
    host.refuse(Leave(0), SeatEmpty)
    assert host.do(Sit(0, "Bea", "greedy")) == [e.Seated(0, "Bea", "greedy")]
    assert host.match.seats[0].policy == "greedy"


@pytest.mark.parametrize(
    "name", ["", " Ada", "Ada ", "a" * 25, "A\nb", "A\u200bb", "\t", "\u3164", "Ada\u2800"]
)
def test_names_are_printable(name):
    Host().refuse(Sit(0, name), MatchError, "1 to 24 printable characters")


@pytest.mark.parametrize("name", ["A", "Ada Lovelace", "Ωmega", "骰子", "a" * 24, 'x "y" #z'])
def test_names_may_be_in_any_script(name):
    host = Host()
    host.do(Sit(0, name))
    assert host.match.seats[0].name == name


@pytest.mark.parametrize("bot", ["Greedy", "a b", "é", "-x", "a" * 65])
def test_bots_are_named_by_their_policy(bot):
    Host().refuse(Sit(0, "Bot", bot), MatchError, "cannot be the name of a bot")


def test_people_add_entropy_before_the_start():
    host = Host()
    host.refuse(AddEntropy(0, ENTROPY), SeatEmpty, "seat 1 is free")
    host.seated()
    host.refuse(AddEntropy(1, ENTROPY), SeatEmpty, "only people add entropy")
    host.refuse(AddEntropy(5, ENTROPY), SeatTaken)
    with pytest.raises(ValueError, match="16 to 32 bytes"):
        host.do(AddEntropy(0, "xyz"))
    assert host.do(AddEntropy(0, ENTROPY)) == [e.EntropyAdded(0, ENTROPY)]
    host.do(AddEntropy(0, "11" * 32))
    assert host.match.entropy == [(0, ENTROPY), (0, "11" * 32)]
    host.do(Start())
    host.refuse(AddEntropy(0, ENTROPY), NotNow, "has started")


def test_who_leaves_takes_the_entropy_away():
    host = Host()
    host.do(Sit(0, "Ada"), Sit(1, "Bea"), AddEntropy(0, ENTROPY), AddEntropy(1, "11" * 16))
    host.do(Leave(0))
    assert host.match.entropy == [(1, "11" * 16)]
    host.do(Sit(0, "Cyd"))
    assert host.match.entropy == [(1, "11" * 16)]


def test_entropy_comes_to_an_end():
    host = Host()
    host.do(Sit(0, "Ada"), Sit(1, "Bea"), *[AddEntropy(0, ENTROPY)] * 8)
    host.refuse(AddEntropy(0, ENTROPY), NotNow, "seat 1 has added enough entropy")
    host.do(*[AddEntropy(1, ENTROPY)] * 8)  # nobody uses up what the others need
    host.refuse(AddEntropy(1, ENTROPY), NotNow, "seat 2 has added enough entropy")


def test_play_starts_when_every_seat_is_taken():
    host = Host(small_rules("swipe-dice", 4))
    host.refuse(Start(), SeatEmpty, "still free: seat 1, 2, 3, 4")
    host.do(Sit(0, "Ada"), Sit(2, "Bea"))
    host.refuse(Start(), SeatEmpty, "still free: seat 2, 4")
    host.do(Sit(1, "Cyd"), Sit(3, "Dot"))
    host.do(Start())
    assert host.match.started
    host.refuse(Start(), NotNow, "the match has started")
    host.refuse(Sit(0, "Eve"), NotNow, "the match has started")
    host.refuse(Leave(0), NotNow, "the match has started")


@pytest.mark.parametrize(
    "command", [Throw(0), Act(0, "die:2"), Hold(0, "greedy"), Return(0), Enter(["C"], 0)]
)
def test_nothing_is_played_before_the_start(command):
    host = Host(chance="typed" if isinstance(command, Enter) else "fair").seated()
    host.refuse(command, NotNow)


# --- stale --------------------------------------------------------------------------------------


def test_a_command_that_was_decided_against_another_version_is_stale():
    host = Host().seated()
    for expected in (0, 1, host.match.version - 1, host.match.version + 1):
        with pytest.raises(StaleCommand, match="look again") as caught:
            decide(host.match, Start(), host.secret, expected=expected)
        assert caught.value.version == host.match.version
    decision = decide(host.match, Start(), host.secret, expected=host.match.version)
    assert decision.match.version == host.match.version + len(decision.events)


def test_the_match_that_a_command_is_decided_against_stays_as_it_is():
    host = Host().started()
    before = host.match.copy()
    decide(host.match, Throw(0), host.secret)
    assert host.match.state.tobytes() == before.state.tobytes()
    assert (host.match.version, host.match.draws) == (before.version, before.draws)


# --- play ---------------------------------------------------------------------------------------


def test_a_throw_is_for_its_seat_to_ask_for():
    host = Host().started()
    assert host.match.seat_to_act == 0
    host.refuse(Throw(1), WrongSeat, "this throw is for seat 1")
    host.refuse(Throw(9), WrongSeat)
    host.refuse(Act(0, "die:2"), WrongPhase, "the phase is chance")
    host.refuse(Enter(["C", "C"], 0), WrongChance, "draws its chance")
    (drawn, *_) = host.do(Throw(0))
    assert isinstance(drawn, e.Drawn)
    assert (drawn.number, drawn.seat, len(drawn.outcomes)) == (0, 0, 2)


def test_a_decision_is_for_its_seat_and_one_that_is_possible():
    host = Host(small_rules("swipe-dice", swipes="optional")).started().until(DECISION)
    seat = host.match.seat_to_act
    legal = host.first_choice().action
    host.refuse(Act(1 - seat, legal), WrongSeat, f"seat {seat + 1} is to act")
    host.refuse(Act(-1, legal), WrongSeat)
    host.refuse(Act(seat, f"die:{seat + 1}"), IllegalAction, "is not possible now; possible: ")
    host.refuse(Act(seat, "steal"), MalformedText, "is not an action")
    host.refuse(Throw(seat), NotNow, "no throw is waited for")
    version = host.match.version
    (acted, *_) = host.do(Act(seat, legal))
    assert acted == e.Acted(seat, legal)
    assert host.match.version > version


def test_chance_that_waits_for_nobody_follows_at_once():
    events = Host(small_rules("swipe-cards", 3)).seated_all(3).do(Start())
    assert [type(each) for each in events] == [e.Started, e.Drawn, e.Drawn]
    leader, deal = events[1:]
    assert (leader.number, leader.seat, len(leader.outcomes)) == (0, None, 1)
    assert (deal.number, deal.seat, len(deal.outcomes)) == (1, None, 60)


@pytest.mark.parametrize("game", ALL_GAMES)
def test_the_end_follows_at_once_and_reveals_the_secret(game):
    events, secret = play(small_rules(game), "fair", 2)
    assert isinstance(events[-1], e.Ended)
    assert events[-1].secret == secret.value.hex()
    assert sum(isinstance(each, e.Ended) for each in events) == 1
    shown = "".join(repr(each) for each in events[:-1])
    assert secret.value.hex() not in shown
    match = fold(events)
    assert match.phase == OVER
    for command in (Start(), Sit(0, "x"), Throw(0), Act(0, "roll"), Hold(0, "x"), Leave(0)):
        with pytest.raises(MatchError):
            decide(match, command, secret)


def test_what_a_host_had_yet_to_decide_follows_without_a_command():
    host = Host(small_rules("swipe-cards", 3)).seated_all(3)
    assert proceed(host.match, host.secret).events == []
    events = host.do(Start())
    half = fold(host.events[: -len(events) + 1])  # the start is known, its deal is not
    assert half.seat_to_act == NOBODY
    assert proceed(half, host.secret).events == events[1:]
    assert proceed(host.match, host.secret).events == []
    done, secret = play(small_rules("swipe-dice"), "fair", 2)
    assert proceed(fold(done[:-1]), secret).events == done[-1:]
    assert proceed(fold(done), secret).events == []


# --- real dice ----------------------------------------------------------------------------------


def test_real_dice_are_typed_in_by_outcome():
    host = Host(chance="typed").started()
    host.refuse(Throw(0), WrongChance, "type in what they show")
    host.refuse(Enter(["C"], 0), WrongChance, "2 outcomes, not 1")
    host.refuse(Enter(["C", "C", "X"], 0), WrongChance, "2 outcomes, not 3")
    host.refuse(Enter(["C", "Q"], 0), MalformedText, "is not a face")
    host.refuse(Enter(["C", "seat:1"], 0), ImpossibleOutcome, "cannot happen now")
    host.refuse(Enter(["C", "X"], 1), WrongSeat)
    host.refuse(Enter(["C", "X"]), WrongSeat)
    (drawn, *_) = host.do(Enter(["C", "X"], 0))
    assert drawn == e.Drawn(0, ["C", "X"], 0)


def test_a_draw_that_comes_by_itself_is_typed_in_for_nobody():
    host = Host(small_rules("swipe-dice", starter="draw"), "typed").started()
    assert host.match.seat_to_act == NOBODY
    host.refuse(Enter(["seat:1"], 0), WrongChance, "comes by itself")
    host.refuse(Enter(["C"]), ImpossibleOutcome)
    host.do(Enter(["seat:2"]))
    assert host.match.seat_to_act == 1


def test_draws_are_numbered_without_a_gap():
    host = Host().started()
    wrong = e.Drawn(3, ["C", "C"], 0)
    with pytest.raises(WrongChance, match="number 0, not 3"):
        evolve(host.match.copy(), wrong)
    redacted = e.Drawn(0, ["C", None], 0)
    with pytest.raises(WrongChance, match="an outcome is missing"):
        evolve(host.match.copy(), redacted)


# --- people who are away ------------------------------------------------------------------------


def test_a_bot_holds_the_seat_of_a_person_who_is_away():
    host = Host().started()
    host.refuse(Return(0), NotNow, "no bot holds seat 1")
    host.refuse(Hold(1, "greedy"), SeatEmpty, "a bot's, not a person's")
    host.refuse(Return(1), SeatEmpty)
    host.refuse(Hold(0, ""), MatchError, "cannot be the name of a bot")
    host.refuse(Hold(4, "greedy"), SeatTaken)
    assert host.do(Hold(0, "greedy")) == [e.Held(0, "greedy")]
    assert host.match.seats[0].policy == "greedy"
    assert host.match.seats[0].name == "Ada"
    host.do(Throw(0))  # whoever plays the seat
    host.do(Hold(0, "random"))
    assert host.match.seats[0].policy == "random"
    assert host.do(Return(0)) == [e.Returned(0)]
    assert host.match.seats[0].policy == ""


# --- anything at all ----------------------------------------------------------------------------

COMMANDS: list[type] = list(MatchCommand.__args__)
seats = st.integers(-2, 9)
texts = st.sampled_from(["", "C", "X", "die:2", "chip:1", "roll", "stop", "seat:1", "greedy", "N"])
ANY_COMMAND = st.one_of(
    st.builds(Sit, seats, st.text(max_size=5), texts),
    st.builds(Leave, seats),
    st.builds(AddEntropy, seats, st.sampled_from(["", ENTROPY, "zz"])),
    st.just(Start()),
    st.builds(Throw, seats),
    st.builds(Enter, st.lists(texts, max_size=3), st.none() | seats),
    st.builds(Act, seats, texts),
    st.builds(Hold, seats, texts),
    st.builds(Return, seats),
)


@given(st.lists(ANY_COMMAND, max_size=30), st.sampled_from(["fair", "seeded", "typed"]))
def test_any_command_is_carried_out_or_refused_with_a_typed_error(commands, chance):
    host = Host(chance=chance)
    for command in [*commands[:10], Sit(0, "Ada"), Sit(1, "Bea"), Start(), *commands[10:]]:
        before = host.match
        version, state = before.version, before.state.tobytes() if before.started else b""
        try:
            events = host.do(command)
        except (MatchError, GameError, fair.BadEntropy):
            assert host.match is before
            assert version == before.version
            assert state == (before.state.tobytes() if before.started else b"")
        else:
            assert events
            assert host.match.version == version + len(events)
    again = fold(host.events)
    assert again.version == host.match.version == len(host.events)
    if again.started:
        assert again.state.tobytes() == host.match.state.tobytes()


def test_every_command_is_tried():
    assert {each.__name__ for each in COMMANDS} == {
        "Sit", "Leave", "AddEntropy", "Start", "Throw", "Enter", "Act", "Hold", "Return",
    }  # fmt: skip


def test_errors_have_a_name_on_the_wire():
    assert error_code(IllegalAction("x")) == "illegal-action"
    assert error_code(StaleCommand(3, 2)) == "stale-command"
    assert error_code(NotNow("x")) == "not-now"
