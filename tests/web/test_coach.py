"""The coach in a browser: chances while playing, the review, what if, and real dice."""

import json
import random

import pytest

from swipe.match.record import read_events
from swipe.match.verify import verify_record
from tests.web.driver import OVER, acted, settle, take_turn
from tests.web.test_accessibility import nothing_overflows, small_targets
from tests.web.test_play import DESKTOP, PHONE, plan_table, record_of, shorten

SCREENS = {"phone": PHONE, "desktop": DESKTOP}
PATIENT = 300_000
"""Milliseconds: the first figures of a server have the rules compiled first."""


def check(page, axe, where):
    assert axe(page, preload=False) == "", where
    assert nothing_overflows(page) == [], where
    assert small_targets(page) == [], where


def wait_for_figures(page):
    page.wait_for_selector(".coach-band:not(.stale) .coach-bar", timeout=PATIENT)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_match_with_the_coach_its_review_and_what_if(new_page, server, axe, screen):
    page = new_page(**SCREENS[screen])
    page.set_default_timeout(PATIENT)
    plan_table(page, server, 3)
    page.get_by_role("switch", name="Coach").check()
    shorten(page, 14)
    page.locator("button[type=submit]").click()
    told = 0
    while settle(page) == "ready":
        wait_for_figures(page)
        if page.locator(".actions .choice").count() and not told:
            # Every choice carries what it keeps; the numbers are one touch away.
            choices = page.locator(".actions .choice").count()
            assert page.locator(".actions .choice .coach-tag").count() == choices
            check(page, axe, "choosing")
            page.locator(".coach-band").click()
            shown = page.locator(".coach-numbers td:nth-child(2)").all_inner_texts()
            assert sum(float(each.rstrip("%")) for each in shown) == pytest.approx(100, abs=0.2)
            check(page, axe, "panel")
            page.keyboard.press("Escape")
            page.wait_for_selector("#panel[open]", state="detached")
            told += 1
        take_turn(page)
    record = record_of(page)

    page.get_by_role("link", name="Review this match").click()
    page.wait_for_selector(".review-curve", timeout=PATIENT)
    check(page, axe, "review")
    review = json.loads(page.evaluate("JSON.stringify(swipe.reviewing.review)"))
    plies = len(review["plies"])
    assert page.locator(".review-plies li").count() == plies
    for seat in review["seats"]:
        assert seat["start"] + seat["luck"] + seat["skill"] == pytest.approx(seat["result"])
    page.get_by_role("button", name="One back").click()
    page.get_by_role("button", name="One back").click()
    assert page.locator(".review-curve input").input_value() == str(plies - 2)
    page.locator(".review-plies button").nth(2).click()
    check(page, axe, "a ply")

    page.get_by_role("button", name="Go on with the same dice").click()
    page.wait_for_function("() => !swipe.reviewing")
    page.wait_for_selector(f".table-page, {OVER}")
    while settle(page) == "ready":
        take_turn(page)
    created = read_events(record_of(page))[0]
    assert created.origin == f"{read_events(record)[0].match}@{review['plies'][2]['version']}"
    assert verify_record(record_of(page)).rolls_proven


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("screen", SCREENS)
def test_a_game_with_real_dice(new_page, server, axe, screen):
    """Two people at one device throw real dice; a mistyped roll is taken back."""
    page = new_page(**SCREENS[screen])
    page.set_default_timeout(PATIENT)
    plan_table(page, server, 2, name="Ann")
    page.locator(".seat-row select").nth(1).select_option("here")
    page.locator(".seat-row input").nth(1).fill("Bob")
    page.get_by_role("switch", name="Real dice").check()
    shorten(page, 10)
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".typed")
    check(page, axe, "who begins")
    dice = random.Random(5)
    mistyped = False
    while True:
        page.wait_for_selector(f".typed, .table-page[data-ready] .confirm .primary, {OVER}")
        if page.locator(OVER).count():
            break
        if not page.locator(".typed").count():
            take_turn(page)
            continue
        run = page.evaluate("swipe.view.actual.run")
        for _ in range(run):
            faces = page.locator(".typed-face")
            faces.nth(dice.randrange(faces.count())).click()
        assert page.locator(".typed-face:not([disabled])").count() == 0
        if not mistyped and run > 1:
            check(page, axe, "typed")
        acted(page, lambda: page.locator(".typed .primary").click())
        if not mistyped and run > 1 and page.locator(".typed").count():
            mistyped = True
            table = page.url
            page.get_by_role("button", name="Take back").click()
            page.wait_for_function("table => location.href !== table", arg=table)
            page.wait_for_selector(".typed")
    proof = verify_record(record_of(page))
    assert proof.finished
    assert proof.chance == "typed"
    assert not proof.rolls_proven
