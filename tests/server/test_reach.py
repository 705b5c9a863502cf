"""Where a server can be opened from, and who is told."""

import httpx
import pytest

from swipe.server.reach import addresses, asked_from_here, here_alone, phones_url
from tests.server.harness import serving, settings_for


@pytest.fixture(autouse=True)
def lan(monkeypatch):
    monkeypatch.setattr("swipe.server.reach.local_address", lambda: "192.168.1.5")


@pytest.mark.parametrize(
    ("host", "alone", "phones"),
    [
        ("0.0.0.0", False, "http://192.168.1.5:80"),
        ("::", False, "http://192.168.1.5:80"),
        ("127.0.0.1", True, ""),
        ("::1", True, ""),
        ("::ffff:127.0.0.1", True, ""),
        ("localhost", True, ""),
        ("192.168.1.7", False, "http://192.168.1.7:80"),
        ("fd00::7", False, "http://[fd00::7]:80"),
    ],
)
def test_what_a_server_that_is_bound_there_can_be_reached_by(host, alone, phones):
    assert here_alone(host) is alone
    assert phones_url(host, 80) == phones
    assert addresses(host, 80)


def test_without_a_network_no_phone_comes(monkeypatch):
    monkeypatch.setattr("swipe.server.reach.local_address", lambda: None)
    assert phones_url("0.0.0.0", 80) == ""
    assert not here_alone("0.0.0.0")


@pytest.mark.parametrize(
    ("client", "host", "more", "told"),
    [
        ("127.0.0.1", "localhost:8000", {}, True),
        ("127.0.0.1", "127.0.0.1", {}, True),
        ("127.0.0.1", "0.0.0.0:8000", {}, True),
        ("::1", "[::1]:8000", {}, True),
        ("::ffff:127.0.0.1", "localhost:8000", {}, True),
        ("192.168.1.9", "localhost:8000", {}, False),
        ("127.0.0.1", "example.org", {}, False),
        ("127.0.0.1", "", {}, False),
        ("", "localhost:8000", {}, False),
        ("127.0.0.1", "localhost:8000", {"x-forwarded-for": "203.0.113.9"}, False),
        ("127.0.0.1", "localhost:8000", {"forwarded": "for=203.0.113.9"}, False),
    ],
)
def test_only_a_page_of_this_machine_is_told(client, host, more, told):
    assert asked_from_here(client, {"host": host, **more}) is told


async def ask(database, headers=None, **changes):
    async with (
        serving(settings_for(database, **changes)) as url,
        httpx.AsyncClient(base_url=url, headers=headers) as http,
    ):
        answer = await http.get("/api/network")
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    return answer.json()


async def test_the_page_is_told_the_address_for_phones(database):
    nothing = {"phones": "", "here_alone": False}
    here = {"host": "0.0.0.0", "port": 8000}
    told = {"phones": "http://192.168.1.5:8000", "here_alone": False}
    assert await ask(database, **here) == told
    assert await ask(database, host="127.0.0.1", port=8000) == {"phones": "", "here_alone": True}
    assert await ask(database) == nothing
    assert await ask(database, {"host": "example.org"}, **here) == nothing
    assert await ask(database, {"x-forwarded-for": "203.0.113.9"}, **here) == nothing
