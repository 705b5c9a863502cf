"""Skip-Bo Dice in a browser: whole games, by touch and by keyboard alone."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import Page

from swipe.match.verify import verify_record
from tests.web.driver import Server, acted, settle
from tests.web.test_accessibility import nothing_overflows, small_targets
from tests.web.test_play import DESKTOP, PHONE, press_until, record_of

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
STOP_AT = 8
"""Points at which the person in front of the page stops."""


def plan_table(page: Page, server: Server, goal: int) -> None:
    page.goto(server.url)
    page.locator("label", has_text="Skip-Bo Dice").locator("input[name=game]").check()
    page.locator("input[name=players]").nth(1).check()
    page.locator(".seat-row input").first.fill("Mia")
    page.locator("summary").click()
    page.locator("#skip-bo-dice-option-goal").fill(str(goal))
    page.locator("#skip-bo-dice-option-faces").fill("3n1s")


def wish(page: Page) -> str:
    """The control that the person wants to press."""
    if not page.locator(".stop-or-roll").count():
        return ".confirm .primary"
    points = int(page.locator(".risk .number").inner_text())
    may_stop = page.locator(".stop-or-roll .stop").count()
    return ".stop" if may_stop and points >= STOP_AT else ".roll-on"


@pytest.mark.parametrize("screen", [PHONE, SMALL], ids=["phone", "small"])
def test_a_whole_game_by_touch(new_page, server, axe, screen):
    page = new_page(**screen)
    plan_table(page, server, 20)
    page.locator("button[type=submit]").click()
    looked_at: set[str] = set()
    while settle(page) == "ready":
        control = wish(page)
        if ".roll-on" not in looked_at and page.locator(".roll-on").count():
            control = ".roll-on"  # the first time, however much there is to lose
        if control not in looked_at:
            looked_at.add(control)
            assert axe(page, preload=False) == ""
            assert nothing_overflows(page) == []
            assert small_targets(page) == []
        acted(page, lambda control=control: page.locator(control).tap())
    assert ".roll-on" in looked_at
    assert axe(page, preload=False) == ""
    proof = verify_record(record_of(page))
    assert proof.rolls_proven
    assert page.locator(".standing li").count() == 3
    page.locator(".final-actions button", has_text="Check").tap()
    page.locator(".proof .primary").tap()
    page.wait_for_selector(".proof-lines")
    assert page.locator(".proof-line.bad").count() == 0


def test_a_whole_game_by_keyboard_alone(new_page, server, axe):
    page = new_page(**DESKTOP)
    plan_table(page, server, 15)
    press_until(page, "Tab", "button[type=submit]")
    page.keyboard.press("Enter")
    while settle(page) == "ready":
        press_until(page, "Tab", wish(page))
        acted(page, lambda: page.keyboard.press("Enter"))
    assert verify_record(record_of(page)).finished
    assert axe(page, preload=False) == ""


def test_on_the_smallest_phone_the_largest_table_shows_board_and_dice_beside_the_coach(
    new_page, server, axe
):
    page = new_page(**SMALL)
    plan_table(page, server, 20)
    page.locator("input[name=players]").nth(6).check()
    page.get_by_role("switch", name="Coach").check()
    page.locator("button[type=submit]").click()
    assert settle(page) == "ready"
    # An answer of the coach, without its work.
    page.evaluate(
        """() => {
          const win = swipe.view.seats.map((seat) => (seat.seat + 3) / 52);
          const now = { win, low: win, high: win, label: "estimated", bound: 0, games: 64 };
          swipe.coach.answer = () => ({ now, choices: [], seat: null, method: "greedy" });
          swipe.render();
        }"""
    )
    page.locator("button.coach-band").wait_for()
    parts = [".coach-band .coach-bar", ".status", ".board", ".tray", ".last-line"]
    boxes = [page.locator(part).bounding_box() for part in parts]
    for above, below in itertools.pairwise(boxes):
        assert above["y"] + above["height"] <= below["y"] + 0.5
    centre = page.locator(".band.centre").bounding_box()
    assert boxes[-1]["y"] + boxes[-1]["height"] <= centre["y"] + centre["height"]
    assert axe(page, preload=False) == ""
    assert nothing_overflows(page) == []
    assert small_targets(page) == []
