"""Every game has a view in the terminal that has words for all that can happen."""

import pytest

from swipe.games.registry import GAMES
from swipe.tui.contract import View, find_view
from swipe.tui.screen import Screen, fit, width_of, wrap
from tests.match.matches import SMALL
from tests.tui.robots import Person, Sink, sit

PRESETS = [(game, preset) for game, found in GAMES.items() for preset in found.presets]


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_view(game):
    view = find_view(GAMES[game])
    assert isinstance(view, View)
    assert view.game is GAMES[game]


@pytest.mark.parametrize(("game", "preset"), PRESETS)
def test_there_are_words_for_all_that_happens_under_every_preset(game, preset, tmp_path):
    options = {**SMALL[game], **GAMES[game].presets[preset]}
    if game == "swipe-cards":
        options |= {"end": "leads:1", "round_limit": "15"}
    session, _, sink = sit(tmp_path, game, [], ["random"] * 3, Person(), seed=2, **options)
    assert session.play()
    assert "{" not in sink.text
    assert all(width_of(line) <= 80 for line in sink.text.splitlines() if "swipe " not in line)
    assert sink.text.count("Bot 1") > 3


@pytest.mark.parametrize(
    "option",
    [{"order": "player"}, {"swipes": "optional"}, {"ending": "at_once"}, {"chips": "9"}],
    ids=str,
)
def test_a_person_can_answer_all_that_swipe_asks(option, tmp_path):
    options = {**SMALL["swipe-dice"], **option}
    session, source, sink = sit(
        tmp_path, "swipe-dice", ["Ada"], ["random"] * 2, Person(5), seed=3, **options
    )
    assert session.play()
    assert "is none of the choices" not in sink.text
    if option == {"order": "player"}:
        assert "which die takes effect next? Left: [" in sink.text
    assert source.prompts


@pytest.mark.parametrize("players", [2, 8])
def test_the_cards_of_the_largest_table_fit_the_screen(players, tmp_path):
    session, _, sink = sit(
        tmp_path,
        "swipe-cards",
        ["A" * 24],
        ["random"] * (players - 1),
        Person(1),
        seed=1,
        end="leads:1",
        round_limit="30",
        decks="3",
    )
    session.play()
    screens = sink.text.split("-- SWIPE cards")[1:-1]  # from a table to its question
    rows = [screen.partition("): ")[0].count("\n") + 1 for screen in screens]
    assert len(rows) >= 3
    assert max(rows) <= 24
    assert all(width_of(line) <= 80 for line in sink.text.splitlines() if "swipe " not in line)


# --- lines that fit -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("", 10, [""]),
        ("one two three", 7, ["one two", "three"]),
        ("  one two three", 7, ["  one", "  two", "  three"]),
        ("abcdefghijkl", 5, ["abcde", "fghij", "kl"]),
        ("a bcdefghijkl m", 5, ["a", "bcdef", "ghijk", "l m"]),
        ("骰子骰子 x", 5, ["骰子", "骰子", "x"]),
        (" " * 30 + "deep", 10, ["     deep"]),
    ],
)
def test_long_text_is_wrapped_at_words(text, width, lines):
    assert wrap(text, width) == lines
    assert all(width_of(line) <= width for line in lines)


def test_columns_are_counted_as_a_terminal_shows_them():
    assert width_of("Ada") == 3
    assert width_of("骰子") == 4
    assert width_of("e\u0301") == 1
    assert fit("骰子骰", 5) == "骰子 "
    assert fit("Ada", 5) == "Ada  "


def test_no_colour_where_none_is_wanted():
    for environment, wanted in (
        ({"TERM": "xterm"}, True),
        ({"TERM": "xterm", "NO_COLOR": "1"}, False),
        ({"TERM": "dumb"}, False),
        ({}, False),
    ):
        sink = Sink()
        sink.isatty = lambda: True
        assert Screen.of_process(sink, environment).colour is wanted
    assert Screen.of_process(Sink(), {"TERM": "xterm"}).colour is False
    assert Screen(None, Sink()).styled("x", "bold") == "x"
