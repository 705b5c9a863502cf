"""Reports: right figures, all of them with intervals, in one file that loads nothing."""

import re
from itertools import pairwise

import numpy as np
import pytest

from swipe.games.registry import find_game
from swipe.kernels import Kernel
from swipe.lab import measures
from swipe.lab.engine import LocalEngine
from swipe.lab.page import export, render
from swipe.lab.report import make_report
from swipe.lab.run import play_run
from swipe.lab.spec import make_plan, make_spec
from swipe.lab.store import BadResults, ResultSet
from swipe.lab.sweep import make_points, make_sweep_report, read_varied

DICE = find_game("swipe-dice")


def results_of(options, games=4000, seed=1, bots=("greedy", "random")):
    spec = make_spec(DICE, 3, options, list(bots), games, seed)
    return play_run(spec, LocalEngine(2), shown=False).results


@pytest.fixture(scope="module")
def plain():
    return results_of({})


@pytest.fixture(scope="module")
def short():
    return results_of({"chips": "20"})


@pytest.fixture(scope="module")
def page(plain, short):
    return make_report([plain, short])


def test_leads_and_what_is_decided_are_counted_as_defined(plain):
    """Against a count by hand: every game's leads after every turn, from its states."""
    games, spec = 60, plain.spec
    kernel = Kernel(make_plan(spec.rules, spec.bots), compiled=False)
    settle, leads, winners = DICE.rules.settle, [], []

    class Watching:
        """The rules, and a look at the scores when a turn ends."""

        def __getattr__(self, name):
            return getattr(DICE.rules, name)

        settle_all = None

        @staticmethod
        def settle(state):
            step = settle(state)
            if DICE.rules.STEPS[step] in DICE.turn_steps:
                scores = [DICE.rules.score(state, seat) for seat in range(3)]
                best = max(scores)
                leads[-1].append(scores.index(best) if scores.count(best) == 1 else None)
            return step

    from dataclasses import replace

    rules = replace(spec.rules, game=replace(DICE, rules=Watching()))
    watching = Kernel(make_plan_of(rules, spec.bots), compiled=False)
    for number in range(games):
        leads.append([])
        batch = watching.play(spec.seed, number, 1)
        winners.append(int(np.argmax(batch.rows["shares"][0])))
    batch = kernel.play(spec.seed, 0, games)
    changes = []
    for each in leads:
        alone = [leader for leader in each if leader is not None]
        changes.append(sum(a != b for a, b in pairwise(alone)))
    assert list(batch.rows["lead_changes"]) == changes
    for turn in (1, 5, 20, 40):
        going_on = [
            (each[turn - 1], w) for each, w in zip(leads, winners, strict=True) if len(each) > turn
        ]
        assert batch.led[turn - 1] == sum(leader is not None for leader, _ in going_on)
        assert batch.won[turn - 1] == 840 * sum(leader == winner for leader, winner in going_on)


def make_plan_of(rules, bots):
    from swipe.bots.contract import find_policy
    from swipe.kernels import Plan

    return Plan(rules, {name: find_policy(DICE, name) for name in bots}, tuple(bots))


def test_the_curve_of_decisions_ends_with_everything_decided(plain):
    (summary,) = measures.summarize([plain])
    curve = summary.decided()
    assert curve[-1] == pytest.approx(1.0)
    assert 0.2 < curve[0] < 0.6 < curve[len(curve) * 2 // 3]


def test_ranks_and_wins_agree(plain):
    (summary,) = measures.summarize([plain])
    for seat in range(3):
        first = summary.rank_share(seat, 1).value
        assert first == pytest.approx(summary.win_shares[seat].value)
        assert sum(summary.rank_share(seat, rank).value for rank in (1, 2, 3)) == pytest.approx(1)


def test_a_real_difference_is_found_and_none_is_not(plain, short):
    again = results_of({}, seed=2)
    summaries = measures.summarize([plain, short, again])
    by_name = {second.name: entries for _, second, entries in measures.compare(summaries)}
    shorter, same = by_name[summaries[1].name], by_name[summaries[2].name]
    turns = next(each for each in shorter if each.what == "Turns a game")
    assert turns.p < 1e-6
    assert turns.change.high < 0
    assert all(each.p > 0.01 for each in same)


def test_the_page_is_one_file(page):
    html = render(page)
    assert not re.search(r"""(src|href)=["'](?!data:)""", html)
    assert "@import" not in html
    assert "url(" not in html
    assert html.count("data:image/svg+xml;base64,") == sum(
        section.figure is not None for section in page.sections
    )


def test_every_figure_has_an_interval(page):
    for section in page.sections:
        for table in section.tables:
            for row in table.rows:
                for name, cell in zip(table.columns[1:], row[1:], strict=True):
                    exact = name in ("Median", "95 % of games within", "p, Holm")
                    turn = isinstance(cell, measures.Cell) and cell.text.startswith("turn ")
                    if isinstance(cell, measures.Cell) and not exact and not turn:
                        assert re.search(r"\(.+ to .+\)|±", cell.text), (name, cell.text)


def test_the_export_has_all_figures_and_tables(page, tmp_path):
    files = export(page, tmp_path / "out")
    pictures = [each for each in files if each.suffix == ".png"]
    tables = [each for each in files if each.suffix == ".csv"]
    assert len(pictures) == sum(section.figure is not None for section in page.sections)
    assert len(tables) == sum(len(section.tables) for section in page.sections)
    assert all(each.read_bytes().startswith(b"\x89PNG") for each in pictures)
    head, first = tables[1].read_text().splitlines()[:2]
    assert head.count(",") == first.count(",") or '"' in head + first


def test_an_empty_set_has_no_report(plain):
    with pytest.raises(BadResults, match="no games"):
        make_report([ResultSet(plain.spec, {}, {})])


def test_sets_are_named_by_what_differs(plain, short):
    assert measures.distinct_names([plain, short]) == ["chips=50", "chips=20"]
    assert measures.distinct_names([plain]) == ["swipe-dice, 3 players"]
    assert measures.distinct_names([plain, plain]) == ["1", "2"]


# --- sweeps -------------------------------------------------------------------------------------


def test_a_sweep_is_every_combination_that_the_rules_allow():
    varied = read_varied(DICE, ["chips=5,20", "players=2,3", "order=losses_first,wins_first"])
    points = make_points(DICE, 4, {}, ["random"], 1000, 1, varied)
    assert len(points) == 8
    refused = [point for point in points if point.spec is None]
    assert [point.values["players"] for point in refused] == ["3", "3"]  # 3 players, 5 chips
    assert all("chips=5" in point.refusal for point in refused)
    assert len({point.file_name for point in points}) == 8


def test_a_sweep_varies_bots():
    varied = read_varied(DICE, ["bots=greedy+random,random+greedy"])
    points = make_points(DICE, 2, {}, ["random"], 1000, 1, varied)
    assert [point.spec.bots for point in points] == [("greedy", "random"), ("random", "greedy")]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([], "nothing varies"),
        (["chips"], "like chips=20,30,50"),
        (["chips=20"], "two values"),
        (["chops=1,2"], "has no option 'chops'"),
    ],
)
def test_a_sweep_of_nothing_is_refused(given, message):
    with pytest.raises(ValueError, match=message):
        read_varied(DICE, given)


def test_the_report_of_a_sweep_has_a_line_for_every_run(plain, short):
    varied = read_varied(DICE, ["chips=20,50"])
    points = make_points(DICE, 3, {}, ["greedy", "random"], 4000, 1, varied)
    page = make_sweep_report(DICE, points, [short, plain])
    table = page.sections[-1].tables[0]
    assert [row[0] for row in table.rows] == ["chips=20", "chips=50"]
    lengths = [row[2].numbers[0] for row in table.rows]
    assert lengths[0] < lengths[1]
    assert render(page)


# --- in the browser -----------------------------------------------------------------------------


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 900])
def test_nothing_of_the_page_overlaps_or_sticks_out(page, tmp_path, width):
    from playwright.sync_api import sync_playwright

    file = tmp_path / "report.html"
    file.write_text(render(page), encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        tab = browser.new_page(viewport={"width": width, "height": 800})
        requests = []
        tab.on("request", lambda request: requests.append(request.url))
        tab.goto(file.as_uri())
        assert [url for url in requests if not url.startswith(("data:", "file:"))] == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= width
        broken = "[...document.images].filter(image => !image.naturalWidth).length"
        assert tab.evaluate(broken) == 0
        boxes = tab.evaluate(
            "[...document.querySelectorAll('h1,h2,p,dl,figure,.table')]"
            ".map(e => e.getBoundingClientRect()).map(b => [b.top, b.bottom])"
        )
        browser.close()
    for (_, bottom), (top, _) in pairwise(boxes):
        assert top >= bottom - 0.5
