"""SWIPE cards in a browser: whole matches, hands that nobody else sees, hands of any size."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Error, Page, expect

from swipe.games.swipe_cards.notation import RANK_NAMES
from swipe.match.verify import verify_record
from tests.web.driver import STATE, Server, acted
from tests.web.test_accessibility import nothing_overflows, small_targets
from tests.web.test_play import DESKTOP, PHONE, press_until, record_of

ISOLATED = "\u2069"  # Fluent ends a name with it, so that right-to-left names stay in place
SMALL = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
PLAY = re.compile(r"(?P<rank>[0-9AJQK]+)(?:x(?P<hand>\d))?\+?(?P<row>(?:r\d)*)")
ADD = re.compile(r"add:(?P<hand>\d)?\+?(?P<row>(?:r\d)*)")


def plan_cards(page: Page, server: Server, players: int, end: str, **others: str) -> None:
    """A table of SWIPE cards with short options, before anybody sits."""
    page.goto(server.url)
    page.locator("label", has_text="SWIPE cards").locator("input[name=game]").check()
    page.locator("input[name=players]").nth(players - 2).check()
    page.locator(".seat-row input").first.fill("Mia")
    page.locator("summary").click()
    for name, value in {"end": end, **others}.items():
        page.locator(f"#swipe-cards-option-{name}").fill(value)


def settle(page: Page) -> str:
    """Wait until the person can do something; what it is."""
    states = {
        "over": ".table-page .final",
        "cover": "main.cover",
        "counted": ".counted",
        "ready": ".table-page[data-ready]",
    }
    try:
        found = page.wait_for_function(
            """states => Object.keys(states).find((name) => document.querySelector(states[name])
              && (name !== "counted" || document.querySelector(".actions [data-primary]")))""",
            arg=states,
            timeout=60_000,
        )
    except Error as error:
        error.add_note(page.evaluate(STATE))
        error.add_note(page.locator("body").inner_text())
        raise
    return found.json_value()


def rank_of(page: Page, action: str) -> int:
    if action.startswith("add"):
        return page.evaluate("swipe.view.actual.fields.pile_top")
    return RANK_NAMES.index(PLAY.fullmatch(action)["rank"])


def cards_of(page: Page, action: str) -> tuple[int, int, list[str]]:
    """The rank of an action's cards, how many are from the hand, and which slots of the row."""
    if action.startswith("swipe"):
        slots = re.findall(r"r(\d)", action)
        return 0, 0 if slots else 1, slots
    match = (ADD if action.startswith("add") else PLAY).fullmatch(action)
    return rank_of(page, action), int(match["hand"] or 0), re.findall(r"r(\d)", match["row"])


def wish(page: Page) -> str:
    """Shed as many cards as possible, and take none if it can be helped."""
    legal = page.evaluate("swipe.view.legal")
    fields = page.evaluate("swipe.view.actual.fields")
    top = fields["pile_top"]

    def worth(action: str) -> float:
        if action == "pick-up":
            return -5.0
        if action == "end" or action.startswith("blind"):
            return 3.0
        rank, hand, slots = cards_of(page, action)
        if action.startswith("swipe"):
            return 5.0
        higher = top != 255 and rank > top and not action.startswith("add")
        return hand + 1.5 * len(slots) + rank / 20 - (sum(fields["pile"]) if higher else 0)

    return max(legal, key=worth)


def pick(page: Page, action: str, press: Callable[[str], None]) -> None:
    """Choose the cards of an action, one press after the other."""
    if action == "pick-up":
        press(".pick-up")
    elif action.startswith("blind"):
        press(f"[data-slot='{action[-1]}']")
    elif action != "end":
        rank, hand, slots = cards_of(page, action)
        for _ in range(hand):
            press(f".hand [data-rank='{rank}']")
        for slot in slots:
            press(f"[data-slot='{slot}']")


def by_touch(page: Page) -> Callable[[str], None]:
    return lambda selector: page.locator(selector).tap()


def sound(page: Page, axe: Callable[..., str], where: str) -> None:
    """What a screen must be: accessible, nothing cut off, large enough for a thumb."""
    assert axe(page, preload=False) == "", where
    assert nothing_overflows(page) == [], where
    assert small_targets(page) == [], where
    bottom = page.evaluate("document.querySelector('.me')?.getBoundingClientRect().bottom ?? 0")
    assert bottom <= page.viewport_size["height"] + 1, f"{where}: my place ends below the screen"


def test_a_match_by_touch(new_page, server, axe):
    page = new_page(**PHONE)
    plan_cards(page, server, 2, "leads:1", **{"round-limit": "30"})
    page.locator("button[type=submit]").tap()
    touch = by_touch(page)
    checked, rounds = set(), 0

    def check(where):
        if where not in checked:
            checked.add(where)
            sound(page, axe, where)

    while (state := settle(page)) != "over":
        if state == "counted":
            rounds += 1
            check("counted")
            assert page.evaluate("swipe.view.at.counted.round") == rounds
            scores = page.evaluate("swipe.view.at.scores")
            shown = page.locator(".counted .left-score").all_inner_texts()
            assert sorted(int(re.search(r"\d+", each)[0]) for each in shown) == sorted(scores)
            touch(".actions [data-primary]")
            page.wait_for_function("() => !swipe.stage.step?.holding")
            continue
        pick(page, wish(page), touch)
        check(page.evaluate("swipe.view.actual.fields.stage"))
        acted(page, lambda: touch(".play"))
    assert rounds == 2
    check("final")
    assert page.locator(".standing li").count() == 2
    proof = verify_record(record_of(page))
    assert proof.finished
    assert proof.rolls_proven
    page.locator(".final-actions button").first.tap()
    page.locator(".proof .primary").tap()
    page.wait_for_selector(".proof-lines")
    assert page.locator(".proof-line.bad").count() == 0
    assert page.locator(".proof-line.ok").count() >= 4


def test_a_match_by_keyboard_alone(new_page, server, axe):
    page = new_page(**DESKTOP)
    page.goto(server.url)
    press_until(page, "Tab", "input[name=game]")
    for _ in range(5):
        if page.evaluate("swipe.state.draft.game") == "swipe-cards":
            break
        page.keyboard.press("ArrowDown")
    press_until(page, "Tab", "input[name=players]")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("swipe.state.draft.players") == 2
    press_until(page, "Tab", ".seat-row input")
    page.keyboard.type("Mia")
    press_until(page, "Tab", "summary")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "#swipe-cards-option-end")
    page.keyboard.press("Control+A")
    page.keyboard.type("target:1")
    press_until(page, "Tab", "#swipe-cards-option-round-limit")
    page.keyboard.press("Control+A")
    page.keyboard.type("36")
    press_until(page, "Tab", "button[type=submit]")
    page.keyboard.press("Enter")

    def press(selector):
        if selector != ".pick-up":
            # The arrows go from card to card, in the row and in the hand.
            press_until(page, "ArrowRight", selector)
        else:
            press_until(page, "Tab", selector)
        page.keyboard.press("Enter")

    checked = set()
    while (state := settle(page)) != "over":
        if state == "counted":
            page.wait_for_function(
                "() => document.activeElement.matches('.actions [data-primary]')"
            )
            page.keyboard.press("Enter")
            page.wait_for_function("() => !swipe.stage.step?.holding")
            continue
        stage = page.evaluate("swipe.view.actual.fields.stage")
        if not checked:
            checked.add(stage)
            sound(page, axe, stage)
        # The first thing to do has the focus by itself.
        page.wait_for_function("() => document.activeElement?.closest('.me')")
        action = wish(page)
        if stage == "add" and action != "end":
            press_until(page, "Shift+Tab", ".hand .pick, .my-row .pick")
        pick(page, action, press)
        press_until(page, "Tab", ".play")
        acted(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate("document.activeElement.matches('[data-primary]')")
    sound(page, axe, "final")
    assert verify_record(record_of(page)).finished


def test_a_blind_card_is_turned_over_before_it_is_told(new_page, new_server):
    server = new_server("--pace", "0")
    page = new_page(**PHONE, reduced_motion="no-preference")
    plan_cards(page, server, 2, "leads:1", **{"first-leader": "seat:1"})
    page.locator("button[type=submit]").tap()
    touch = by_touch(page)
    told = page.locator("[role=log] p", has_text="turns over")
    assert settle(page) == "ready"
    # A card of the row, which frees the one under it; SWIPE would do, too.
    touch("[data-slot='2']")
    acted(page, lambda: touch(".play"))
    assert settle(page) == "ready"
    mine = page.locator("[role=log] p", has_text=f"Mia{ISOLATED} turns over")
    touch("[data-slot='2']")
    expect(page.locator(".says")).to_contain_text("Nobody knows this card")
    assert mine.count() == 0
    touch(".play")
    page.wait_for_selector(".pile .turning")
    assert mine.count() == 0
    assert page.locator(".pile-words .call").inner_text() == "And it is …"
    settle(page)
    page.wait_for_function("() => !document.querySelector('.turning')")
    assert mine.count() == 1
    down = page.evaluate("swipe.view.at.fields.down[0]")
    assert down[1] == 255
    assert told.count() >= 1


def test_what_cannot_be_played_says_why_and_is_not_sent(new_page, server):
    page = new_page(**PHONE)
    plan_cards(page, server, 2, "leads:1", **{"first-leader": "seat:1"})
    page.locator("button[type=submit]").tap()
    assert settle(page) == "ready"
    touch = by_touch(page)
    says = page.locator(".says")
    version = page.evaluate("swipe.view.version")
    # What cannot be done now is told apart by `aria-disabled` and still answers.
    assert page.locator(".play").get_attribute("aria-disabled") == "true"
    for control in (".play", ".pick-up"):
        page.locator(control).tap(force=True)
    expect(says).to_contain_text("no pile to pick up")
    packs = page.locator(".hand .pick").evaluate_all("all => all.map((each) => each.dataset.rank)")
    usual = [rank for rank in packs if rank != "0"]
    touch(f".hand [data-rank='{usual[0]}']")
    expect(says).to_contain_text("You lead")
    touch(f".hand [data-rank='{usual[1]}']")
    expect(says).to_contain_text("All cards of a play have one rank.")
    assert page.locator(".hand [aria-pressed=true]").count() == 1
    if "0" in packs:
        touch(".hand [data-rank='0']")
        expect(says).to_contain_text("A SWIPE card is played alone.")
    assert page.evaluate("swipe.view.version") == version


HELD = """([hand, legal]) => {
  const view = swipe.table.views[swipe.view.me];
  const fields = structuredClone(view.position.fields);
  fields.hand[swipe.view.me] = hand;
  fields.pile = [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 3, 2, 0];
  fields.pile_top = 9;
  fields.up[swipe.view.me] = [9, 255, 5, 0];
  fields.scores = fields.scores.map((_, seat) => 97 + seat);
  const position = { ...view.position, fields, legal, scores: fields.scores };
  view.position = position;
  swipe.stage_.state = { ...swipe.stage_.state, shown: { ...view, position } };
  swipe.render();
}"""
MANY = [3, 8, 7, 6, 5, 9, 10, 4, 3, 5, 6, 4, 5, 3, 0]


@pytest.mark.parametrize("players", [4, 8])
@pytest.mark.parametrize("screen", [SMALL, PHONE, DESKTOP], ids=["small", "phone", "desktop"])
def test_a_hand_of_eighty_cards_stays_usable(new_page, server, axe, screen, players):
    page = new_page(**screen)
    plan_cards(page, server, players, "leads:1", **{"first-leader": "seat:1"})
    page.locator("button[type=submit]").click()
    assert settle(page) == "ready"
    page.evaluate(HELD, [MANY, ["9x1", "9x2", "9x1+r1", "blind:2"]])
    assert page.locator(".hand .pack").count() == 14
    sound(page, axe, "many cards")
    ranks = page.locator(".hand .pick").evaluate_all("all => all.map((e) => +e.dataset.rank)")
    assert ranks == sorted(ranks)
    pack = page.locator(".hand [data-rank='9']")
    pack.click()
    page.locator("[data-slot='1']").click()
    expect(page.locator(".says")).to_have_text("Four of a kind: you go again.")
    pack.click()
    expect(page.locator(".says")).to_contain_text("the pile never holds more than four")
    assert page.locator(".play").get_attribute("aria-disabled") == "true"
    sound(page, axe, "too many picked")
    # Everything of a pack's own is inside the screen: no card needs scrolling to.
    boxes = page.locator(".hand .pick").evaluate_all(
        "all => all.map((e) => e.getBoundingClientRect()).map(({ top, bottom }) => [top, bottom])"
    )
    assert all(top > 0 and bottom <= screen["viewport"]["height"] for top, bottom in boxes)


# An answer of the coach, without its work.
TOLD = """() => {
  const win = swipe.view.seats.map((seat) => (seat.seat + 3) / 52);
  const now = { win, low: win, high: win, label: "estimated", bound: 0, games: 64 };
  swipe.coach.answer = () => ({ now, choices: [], seat: null, method: "steady" });
  swipe.render();
}"""
INSIDE = """(selector) => {
  const box = document.querySelector(selector).getBoundingClientRect();
  const felt = document.querySelector(".band.centre").getBoundingClientRect();
  return { height: box.height, inside: box.top >= felt.top && box.bottom <= felt.bottom };
}"""


def test_on_the_smallest_phone_the_largest_table_shows_its_pile_beside_the_coach(
    new_page, server, axe
):
    page = new_page(**SMALL)
    plan_cards(page, server, 8, "leads:1", **{"first-leader": "seat:1"})
    page.get_by_role("switch", name="Coach").check()
    page.locator("button[type=submit]").click()
    assert settle(page) == "ready"
    page.evaluate(TOLD)
    page.evaluate(HELD, [MANY, ["9x1", "9x2", "9x1+r1", "blind:2"]])
    page.locator("button.coach-band").wait_for()
    sound(page, axe, "coach")
    card = page.evaluate(INSIDE, ".pile .top .card")
    assert card["inside"]
    assert card["height"] >= 48  # the rank of the pile is read at arm's length
    words = page.locator(".pile-words").bounding_box()
    discard = page.locator(".discard").bounding_box()
    assert words["x"] + words["width"] <= discard["x"]
    # Letters of the bar that do not fit are left out, not cut off.
    assert page.locator(".coach-part > span").evaluate_all(
        "all => all.every((e) => e.offsetWidth <= e.parentElement.clientWidth)"
    )


def test_hands_are_covered_between_two_people_at_one_device(new_page, server):
    page = new_page(**PHONE)
    plan_cards(page, server, 2, "leads:1", **{"first-leader": "seat:1"})
    page.locator(".seat-row select").nth(1).select_option("here")
    page.locator(".seat-row input").nth(1).fill("Ben")
    page.locator("button[type=submit]").tap()
    touch = by_touch(page)
    names = ("Mia", "Ben")
    covers = 0
    seen_by: dict[int, str] = {}
    for _ in range(40):
        state = settle(page)
        if state == "cover":
            covers += 1
            # Nothing of anybody's cards is in the page, not even for a screen reader.
            assert page.locator("[data-rank], [data-slot], .card, .mini, .hand").count() == 0
            assert page.locator("[role=log] p").count() == 0
            heading = page.locator("h1").inner_text()
            seat = next(n for n, name in enumerate(names) if name in heading)
            text = page.locator("body").inner_text()
            assert names[1 - seat] not in text
            touch("[data-primary]")
            page.wait_for_selector(".table-page")
            assert page.evaluate("swipe.view.me") == seat
            continue
        if covers >= 4 or state in ("counted", "over"):
            break
        seat = page.evaluate("swipe.view.me")
        assert seat == page.evaluate("swipe.view.actual.to_act")
        fields = page.evaluate("swipe.view.at.fields")
        # Only my own ranks are known here; the other hand is a number.
        assert sum(fields["hand"][1 - seat][:14]) == 0
        shown = page.locator(".hand .pick").evaluate_all("all => all.map((e) => +e.dataset.rank)")
        assert shown == [rank for rank in range(14) if fields["hand"][seat][rank]]
        log = "\n".join(page.locator(".log-line, [role=log] p").all_inner_texts())
        assert f"{names[1 - seat]} holds" not in re.sub("[\u2068\u2069]", "", log)
        seen_by[seat] = log
        action = wish(page)
        pick(page, action, touch)
        acted_or_covered(page, lambda: touch(".play"))
    assert covers >= 3
    assert set(seen_by) == {0, 1}


def acted_or_covered(page: Page, act: Callable[[], None]) -> None:
    before = page.evaluate("swipe.view.version")
    act()
    page.wait_for_function(
        "before => swipe.stage.covered !== null || swipe.view.version > before", arg=before
    )


def test_a_hurry_ends_where_there_is_something_to_read(new_page, new_server):
    server = new_server("--pace", "0")
    page = new_page(**PHONE, reduced_motion="no-preference")
    plan_cards(page, server, 2, "leads:1", **{"round-limit": "2", "first-leader": "seat:1"})
    page.locator("button[type=submit]").tap()
    assert settle(page) == "ready"
    touch = by_touch(page)
    # The second move ends the round; the next deal follows at once and waits to be shown.
    pick(page, wish(page), touch)
    touch(".play")
    page.wait_for_function("() => swipe.stage.playing")
    page.keyboard.press("Escape")
    if settle(page) == "ready":  # a four of a kind or a SWIPE card: mine again
        pick(page, wish(page), touch)
        touch(".play")
        page.wait_for_function("() => swipe.stage.playing")
        page.keyboard.press("Escape")
    assert settle(page) == "counted"
    assert "after 2 moves" in page.locator("[role=log]").inner_text().replace("\u2068", "").replace(
        "\u2069", ""
    )
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.counted')")
    page.wait_for_function("() => swipe.view.at.fields.round_number === 2")


def test_without_a_hand_the_focus_goes_to_the_row(new_page, server):
    page = new_page(**DESKTOP)
    plan_cards(page, server, 2, "leads:1", **{"first-leader": "seat:1"})
    page.locator("button[type=submit]").click()
    assert settle(page) == "ready"
    page.evaluate("document.activeElement.blur()")
    page.evaluate(HELD, [[0] * 15, ["9+r1", "blind:2", "5+r3", "swipe:r4"]])
    page.evaluate("swipe.focusPrimary()")
    assert page.evaluate("document.activeElement.dataset.slot") == "1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".play")).to_have_text("Turn it over")
