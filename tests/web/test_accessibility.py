"""axe-core finds nothing on any screen, in either theme; nothing is cut off."""

import pytest

from tests.web.driver import settle, take_turn
from tests.web.test_play import DESKTOP, PHONE, plan_table

SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
SCREENS = {
    "small-light": SMALL | {"color_scheme": "light"},
    "phone-dark": PHONE | {"color_scheme": "dark"},
    "desktop-light": DESKTOP | {"color_scheme": "light"},
    "desktop-dark": DESKTOP | {"color_scheme": "dark"},
}


def nothing_overflows(page):
    """No text and no control reaches beyond the screen or is hidden by its own box."""
    return page.evaluate(
        """() => {
          const width = document.documentElement.clientWidth;
          const shown = (each) =>
            each.getClientRects().length && !each.closest(".sr, dialog:not([open])");
          return [...document.querySelectorAll("button, a, input, select, p, .seat, .figure")]
            .filter((each) => shown(each) && !each.classList.contains("sr"))
            .map((each) => [each.className || each.tagName, each.getBoundingClientRect()])
            .filter(([, box]) => box.right > width + 1 || box.left < -1)
            .map(([name, box]) => `${name} ${Math.round(box.left)}..${Math.round(box.right)}`);
        }"""
    )


def small_targets(page):
    """Controls that a thumb would miss."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
            "button, a, select, summary, input:not([type=radio], [type=checkbox])")]
          .filter((each) => each.getClientRects().length && !each.closest("p"))
          .map((each) => [each.outerHTML.slice(0, 80), each.getBoundingClientRect()])
          .filter(([, box]) => box.height < 43.5 || box.width < 43.5)
          .map(([name, box]) => `${Math.round(box.width)}x${Math.round(box.height)} ${name}`)"""
    )


@pytest.mark.parametrize("screen", SCREENS)
def test_every_screen(new_page, server, axe, screen):
    page = new_page(**SCREENS[screen])

    def check(where):
        assert axe(page, preload=False) == "", where
        assert nothing_overflows(page) == [], where
        assert small_targets(page) == [], where

    plan_table(page, server, 6)
    check("start")
    page.locator("summary").click()
    check("options")
    page.locator(".seat-row select").nth(1).select_option("open")
    page.locator("button[type=submit]").click()
    page.wait_for_selector(".lobby .seat-row.free")
    page.wait_for_function("() => swipe.view.seats.filter((seat) => seat.free).length === 1")
    check("lobby")
    guest = new_page(**SCREENS[screen])
    guest.goto(page.url)
    guest.wait_for_selector(".lobby")
    assert axe(guest, preload=False) == ""
    page.locator(".lobby-actions .secondary").click()
    page.locator("[data-primary]:not([disabled])").click()
    assert settle(page) == "ready"
    check("roll")
    for panel in ("log", "settings", "invite"):
        page.evaluate("panel => swipe.open(panel)", panel)
        check(panel)
        page.keyboard.press("Escape")
        page.wait_for_selector("#panel[open]", state="detached")
    while settle(page) == "ready" and not page.locator(".actions .choice").count():
        take_turn(page)
    check("choose")
    if page.locator(".actions .choice").count():
        page.locator(".actions .choice").first.click()
        check("chosen")
    guest.wait_for_selector(".me.spectator")
    assert axe(guest, preload=False) == ""
