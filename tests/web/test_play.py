"""Whole games in a browser against a real server."""

import random

import pytest
from playwright.sync_api import Page

from swipe.match.record import read_record
from swipe.match.verify import verify_record
from tests.web.driver import OVER, READY, Server, Wire, acted, settle, take_turn

PHONE = {"viewport": {"width": 360, "height": 800}, "has_touch": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}


def plan_table(page: Page, server: Server, players: int, *, name: str = "Mia") -> None:
    """The start page, filled in up to the rules: me and bots."""
    page.goto(server.url)
    page.locator(".seat-row input").first.fill(name)
    page.locator("input[name=players]").nth(players - 2).check()


def shorten(page: Page, chips: int) -> None:
    page.locator("summary").click()
    page.locator("#swipe-dice-option-chips").fill(str(chips))


def record_of(page: Page) -> str:
    return page.evaluate("async () => (await fetch(swipe.recordLink())).text()")


def play_to_the_end(page: Page, press: str) -> None:
    while settle(page) == "ready":
        take_turn(page, press)


@pytest.mark.parametrize(
    ("screen", "press"), [(PHONE, "tap"), (DESKTOP, "click")], ids=["phone", "desktop"]
)
def test_a_whole_game_against_bots(new_page, server, axe, screen, press):
    page = new_page(**screen)
    wire = Wire()
    wire.listen(page)
    plan_table(page, server, 4)
    if screen is DESKTOP:  # the phone plays with the full box
        page.locator(".preset", has_text="Short").click()
    page.locator("button[type=submit]").click()
    play_to_the_end(page, press)

    assert page.locator(".standing li").count() == 4
    assert page.locator(".winner").inner_text().strip()
    proof = verify_record(record_of(page))
    assert proof.finished
    assert proof.rolls_proven
    ranks = page.evaluate("swipe.view.at.ranks")
    assert proof.result == "-".join(map(str, ranks))
    assert axe(page, preload=False) == ""
    assert wire.hosts == {f"127.0.0.1:{server.port}"}

    page.locator(".final-actions button", has_text="Check").click()
    page.locator(".proof .primary").click()
    page.wait_for_selector(".proof-lines")
    assert page.locator(".proof-line.ok").count() == 4
    assert page.locator(".proof-line.bad").count() == 0
    assert axe(page, preload=False) == ""
    page.keyboard.press("Escape")

    page.locator(".final-band .primary").click()
    page.wait_for_function("() => swipe.table.match.endsWith('-2') && swipe.view.started")
    assert settle(page) == "ready"
    names = [seat["name"] for seat in page.evaluate("swipe.view.seats")]
    assert names[0] == "Mia"
    assert len(set(names)) == 4


def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until the focus is on an element; it must be reachable."""
    for _ in range(60):
        if page.evaluate(
            "selector => Boolean(document.activeElement?.matches(selector))", selector
        ):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} cannot be reached with {key}")


def test_a_whole_game_by_keyboard_alone(new_page, server):
    page = new_page(**DESKTOP)
    page.goto(server.url)
    press_until(page, "Tab", "input[name=players]")
    page.keyboard.press("ArrowLeft")
    press_until(page, "Tab", ".seat-row input")
    page.keyboard.type("Mia")
    press_until(page, "Tab", "summary")
    page.keyboard.press("Enter")
    press_until(page, "Tab", "#swipe-dice-option-chips")
    page.keyboard.press("Control+A")
    page.keyboard.type("22")
    press_until(page, "Tab", "button[type=submit]")
    page.keyboard.press("Enter")
    decisions = 0
    while settle(page) == "ready":
        if page.locator(".actions .choice").count():
            decisions += 1
            # The first thing to choose from has the focus by itself.
            press_until(page, "Tab", ".actions .choice")
            page.keyboard.press("Enter")
            press_until(page, "Tab", ".confirm .primary")
        else:
            page.wait_for_function("() => document.activeElement?.matches('.confirm .primary')")
        acted(page, lambda: page.keyboard.press("Enter"))
    assert page.evaluate("document.activeElement.matches('.final-band .primary')")
    assert verify_record(record_of(page)).finished
    press_until(page, "Tab", ".final-actions a[href='/']")
    page.keyboard.press("Enter")
    page.wait_for_selector("form")


KILLS = 20


def waited_for(*pages: Page) -> Page:
    """The page whose person can act, or any once the game is over."""
    while True:
        for page in pages:
            if page.locator(f"{OVER}, {READY}").count():
                return page
        pages[0].wait_for_timeout(20)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_two_people_and_four_bots_outlive_a_server_that_is_killed(
    new_page, new_server, page_problems
):
    server = new_server("--pace", "0.02")
    host, guest = new_page(**PHONE), new_page(**DESKTOP)
    wires = {page: Wire() for page in (host, guest)}
    for page, wire in wires.items():
        wire.listen(page)
    plan_table(host, server, 6)
    host.locator(".seat-row select").nth(3).select_option("open")
    host.locator("button[type=submit]").click()
    host.wait_for_selector(".lobby .seat-row.free")
    guest.goto(host.url)
    guest.locator(".field input").fill("Ben")
    guest.locator(".seat-row.free .secondary").click()
    host.locator("[data-primary]:not([disabled])").click()

    chance = random.Random(5)
    kills = 0
    while True:
        acting = waited_for(host, guest)
        if acting.locator(OVER).count():
            break
        if kills == KILLS:
            take_turn(acting)
            continue
        kills += 1
        choices = acting.locator(".actions .choice[aria-pressed=false]")
        if choices.count():
            choices.first.click()
        before = acting.evaluate("swipe.view.version")
        moment = chance.choice(["before", "after", "later"])
        if moment == "before":
            server.kill()  # the click finds nobody, and what it asks for waits
        acting.locator(".confirm .primary").click()
        if moment == "later":
            # The bots play on; they are cut off in the middle of something.
            acting.wait_for_function("before => swipe.view.version > before", arg=before)
        if moment != "before":
            server.kill()
        server.start()
        acting.wait_for_function(
            """before => swipe.connection.phase === "open"
                 && (swipe.view.version > before || swipe.ready)""",
            arg=before,
            timeout=60_000,
        )
    assert kills == KILLS, "the game was over before the server had been killed often enough"
    for page in (host, guest):
        page.wait_for_selector(OVER, timeout=60_000)

    text = record_of(host)
    assert verify_record(text).rolls_proven
    events, match, error = read_record(text)
    assert error is None
    assert match is not None
    assert match.ended is not None
    for page, wire in wires.items():
        assert page.evaluate("swipe.view.at.ranks") == match.ended.ranks
        for answer in wire.accepted:
            command = answer["command"]
            if command is None or command["command"] not in ("throw", "act"):
                continue
            event = events[answer["version"] - 1]
            follow_up = {"drawn", "acted", "ended"}
            name = event.__struct_config__.tag
            assert name in follow_up, "an acknowledged move is lost"
            if name != "ended":
                assert event.seat == command["seat"]
    # Connections that broke are what this test is about; the browser complains about each.
    page_problems[:] = [
        problem for problem in page_problems if "WebSocket connection to" not in problem
    ]
    assert page_problems == []


def test_two_people_at_one_device(new_page, server):
    page = new_page(**PHONE)
    plan_table(page, server, 2)
    page.locator(".seat-row select").nth(1).select_option("here")
    page.locator(".seat-row input").nth(1).fill("Ben")
    shorten(page, 12)
    page.locator("button[type=submit]").click()
    places = set()
    while settle(page) == "ready":
        # The bottom of the screen is the place of whoever acts.
        place = page.evaluate("swipe.view.me")
        assert place == page.evaluate("swipe.view.actual.to_act")
        name = page.locator(".me .seat-name").inner_text()
        assert name == ("Mia", "Ben")[place]
        places.add(place)
        take_turn(page)
    assert places == {0, 1}
    assert verify_record(record_of(page)).finished


def test_a_person_who_is_away_is_waited_for_and_takes_the_seat_back(new_page, new_server):
    server = new_server("--pace", "0", "--hold-absent", "1")
    host, guest = new_page(**PHONE), new_page(**PHONE)
    plan_table(host, server, 2)
    host.locator(".seat-row select").nth(1).select_option("open")
    host.locator("button[type=submit]").click()
    host.wait_for_selector(".lobby .seat-row.free")
    guest.goto(host.url)
    guest.locator(".field input").fill("Ben")
    guest.locator(".seat-row.free .secondary").click()
    guest.wait_for_selector(".seat-row.free", state="detached")
    table = guest.url
    guest.goto("about:blank")
    host.locator("[data-primary]:not([disabled])").click()
    while not host.evaluate("swipe.view?.seats[1].heldBy ?? ''"):
        host.wait_for_function(
            "() => swipe.ready || swipe.view?.seats[1].heldBy || swipe.view?.ended"
        )
        if host.evaluate("swipe.ready"):
            take_turn(host)
    assert "a bot plays" in host.locator(".seat-state").first.inner_text()
    # Whoever comes back has the seat again at once.
    guest.goto(table)
    guest.wait_for_function("() => swipe.view?.seats[1].heldBy === ''")
    # And may leave it to a bot of one's own will, and take it back.
    guest.evaluate("swipe.letBotPlay()")
    guest.wait_for_function("() => swipe.view.seats[1].heldBy !== ''")
    guest.locator(".me .primary", has_text="back").click()
    guest.wait_for_function("() => swipe.view.seats[1].heldBy === ''")


def test_a_page_that_is_loaded_again_has_its_seat_and_its_name(new_page, server):
    page = new_page(**PHONE)
    plan_table(page, server, 3)
    page.locator("button[type=submit]").click()
    assert settle(page) == "ready"
    take_turn(page)
    assert settle(page) == "ready"
    before = page.evaluate("JSON.stringify(swipe.view.actual)")
    page.reload()
    assert settle(page) == "ready"
    assert page.evaluate("swipe.view.me") == 0
    assert page.evaluate("JSON.stringify(swipe.view.actual)") == before
    take_turn(page)
    page.goto(server.url)
    assert page.locator(".seat-row input").first.input_value() == "Mia"


def test_spectators_see_the_game_and_can_do_nothing(new_page, server):
    player, spectator = new_page(**PHONE), new_page(**PHONE)
    plan_table(player, server, 3)
    player.locator("button[type=submit]").click()
    settle(player)
    spectator.goto(player.url)
    spectator.wait_for_selector(".table-page .me.spectator")
    assert spectator.locator(".others .seat").count() == 3
    assert spectator.evaluate("swipe.view.mayAct") is False
    before = spectator.evaluate("swipe.view.version")
    take_turn(player)
    spectator.wait_for_function("before => swipe.view.version > before", arg=before)


def test_what_happens_is_announced_and_can_be_skipped(new_page, new_server):
    server = new_server("--pace", "0")
    page = new_page(**PHONE, reduced_motion="no-preference")
    plan_table(page, server, 3)
    page.locator("button[type=submit]").click()
    assert settle(page) == "ready"
    page.locator(".confirm .primary").click()
    page.wait_for_function("() => swipe.stage.playing")
    page.keyboard.press("Escape")
    page.wait_for_function("() => swipe.view.settled")
    settle(page)
    log = page.locator("[role=log]")
    assert log.get_attribute("aria-live") == "polite"
    told = page.evaluate("swipe.log.map((line) => line.text)")
    assert any("Mia" in line and "rolls" in line for line in told)
    assert log.locator("p").all_text_contents()[-3:] == told[-3:]
    # The bots play on; once it is my turn again nothing is left in the air.
    page.wait_for_function("() => document.querySelectorAll('#flights *').length === 0")


def test_a_table_that_is_not_there_says_so(new_page, server):
    page = new_page(**PHONE)
    page.goto(f"{server.url}/t/nowhere")
    page.wait_for_selector("h1")
    assert page.locator("a.primary").get_attribute("href") == "/"


def test_a_stray_tap_does_not_roll(new_page, server):
    page = new_page(**PHONE)
    plan_table(page, server, 2)
    page.locator("button[type=submit]").click()
    assert settle(page) == "ready"
    # Taps that were meant for what was there before arrive while the control has just appeared.
    versions = page.evaluate(
        """async () => {
          const version = swipe.view.version;
          swipe.since = Date.now();
          document.querySelector(".confirm .primary").click();
          return [version, swipe.view.version, swipe.busy];
        }"""
    )
    assert versions[0] == versions[1]
    assert versions[2] is False


def invite_at(page: Page) -> None:
    page.locator(".seat-row select").nth(1).select_option("open")
    page.locator("button[type=submit]").click()
    page.locator(".invitation").wait_for()


def test_a_server_of_this_computer_alone_says_how_phones_are_invited(new_page, server):
    page = new_page(**PHONE)
    plan_table(page, server, 2)
    invite_at(page)
    command = f"swipe serve --host 0.0.0.0 --port {server.port}"
    page.get_by_text(command, exact=True).wait_for()
    assert page.locator(".invitation .qr").count() == 0  # no camera could follow it


def test_a_page_of_this_computer_invites_with_the_address_for_phones(new_page, new_server):
    server = new_server("--pace", "0", "--host", "0.0.0.0")
    page = new_page(**DESKTOP)
    told = {"phones": f"http://127.0.0.2:{server.port}", "here_alone": False}
    page.route("**/api/network", lambda route: route.fulfill(json=told))
    plan_table(page, server, 2)
    invite_at(page)
    link = page.locator(".invitation a").filter(has_text=told["phones"])
    link.wait_for()
    page.locator(".invitation .qr").wait_for()
    # The address is another, and the table is the same.
    guest = new_page(**PHONE)
    guest.goto(link.get_attribute("href"))
    guest.locator(".lobby .seat-row.free").wait_for()


def test_on_the_smallest_phone_the_first_seats_are_seen_whatever_the_game(new_page, server):
    page = new_page(viewport={"width": 360, "height": 640}, has_touch=True)
    plan_table(page, server, 4)
    bots = {"swipe-dice": "greedy", "swipe-cards": "steady", "skip-bo-dice": "greedy"}
    for number, bot in enumerate(bots.values()):
        page.locator("input[name=game]").nth(number).check()
        seat = page.locator(".seat-row").nth(1)
        assert seat.locator("select").input_value() == f"bot:{bot}"
        page.evaluate("scrollTo(0, 0)")
        top = page.locator(".start-action button").bounding_box()["y"]
        box = seat.bounding_box()
        assert box["y"] + box["height"] < top
    for switch in page.locator(".switch").all()[1:]:
        above = switch.locator("xpath=preceding-sibling::label[1]/span").bounding_box()
        own = switch.locator("span").first.bounding_box()
        assert own["y"] - above["y"] - above["height"] >= 8
