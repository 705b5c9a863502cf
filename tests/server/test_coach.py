"""The coach at the table: who may ask, what it may know, reviews, and what if."""

import asyncio
import json
import threading

import httpx
import msgspec
import pytest

from swipe.coach.review import Review
from swipe.coach.rollouts import Rollouts
from swipe.coach.what_if import go_on
from swipe.match.verify import verify_record
from swipe.server import advice
from tests.server.client import Client
from tests.server.conftest import SHORT as USUAL
from tests.server.harness import new_table
from tests.server.test_play import play_out, seat_two_and_bots

SHORT = USUAL | {"swipe-cards": {"end": "leads:1", "round_limit": "4"}}


@pytest.fixture(autouse=True)
def _quick_figures(monkeypatch):
    """What the figures are is tested elsewhere: few games, nothing compiled."""

    def find_source(rules, games=None):
        return Rollouts(rules, games=4, bot="random", interpreted=True)

    monkeypatch.setattr(advice, "find_source", find_source)
    advice._source.cache_clear()
    yield
    advice._source.cache_clear()


async def ask(client, **fields):
    """Ask the coach; the answer, advice or refusal."""
    await client.follow(max(client.seen.values()))  # every observer has seen the last event
    usual = {"type": "ask", "id": 77, "match": client.match, "version": client.version}
    await client.send(usual | fields)
    while True:
        message = await client.receive()
        if message.get("id") == 77:
            return message


async def my_turn(client, phase=None):
    """Play until this device is waited for (in a phase): then nothing moves by itself."""
    while True:
        seat = client.my_turn()
        if seat is None:
            await client.receive()
        elif phase in (None, client.position["phase"]):
            return seat
        else:
            command, fields = client.move(seat)
            await client.accepted(command, **fields)


def is_outlook(answer, players):
    assert answer["type"] == "advice", answer
    now = answer["outlook"]["now"]
    assert len(now["win"]) == players
    assert sum(now["win"]) == pytest.approx(1)
    assert now["label"] == "estimated"
    return answer["outlook"]


async def test_advice_where_it_was_agreed_on(server, game):
    client = await seat_two_and_bots(server, game, coach=True, options=SHORT[game])
    async with client:
        seat = await my_turn(client, "decision")
        outlook = is_outlook(await ask(client, token=client.tokens[seat]), 3)
        assert outlook["seat"] == seat
        assert [each["action"] for each in outlook["choices"]] == client.position["legal"]


async def test_no_advice_where_it_was_not(server, game):
    async with await seat_two_and_bots(server, game, options=SHORT[game]) as client:
        await my_turn(client)
        answer = await ask(client, token=client.tokens[0])
        assert (answer["type"], answer["code"]) == ("refused", "no-coach")
        await play_out(client)
        answer = await ask(client)
        assert answer["outlook"]["now"]["label"] == "exact"


async def test_advice_for_one_person_alone_with_bots(server):
    table = await new_table(server, "swipe-dice", 2, options=SHORT["swipe-dice"])
    async with Client(server, table) as client:
        await client.connect()
        await client.sit(0)
        await client.sit_bot(1)
        answer = await ask(client)
        assert answer["code"] == "not-now"
        await client.start()
        await my_turn(client)
        is_outlook(await ask(client, token=client.tokens[0]), 2)


async def test_a_question_about_another_version_is_stale(server):
    async with await seat_two_and_bots(server, "swipe-dice", coach=True) as client:
        await my_turn(client)
        version = client.version
        answer = await ask(client, version=version - 1)
        assert (answer["code"], answer["version"]) == ("stale-command", version)
        assert (await ask(client, match="other"))["code"] == "wrong-match"
        assert (await ask(client, token="nonsense"))["code"] == "unknown-token"


async def test_a_spectator_of_hidden_cards_is_told_no_choices(server):
    client = await seat_two_and_bots(
        server, "swipe-cards", coach=True, options=SHORT["swipe-cards"]
    )
    async with client, Client(server, client.table) as spectator:
        await spectator.connect()
        await my_turn(client)
        await spectator.follow(client.version)
        assert is_outlook(await ask(spectator), 3)["choices"] == []


async def test_the_same_question_is_worked_out_once(server, monkeypatch):
    calls = []
    work = advice._look
    monkeypatch.setattr(advice, "_look", lambda *given: calls.append(given) or work(*given))
    client = await seat_two_and_bots(server, "swipe-dice", coach=True)
    async with client, Client(server, client.table) as other:
        await my_turn(client)
        await other.connect()
        await other.follow(client.version)
        first = await ask(client)
        second = await ask(other)
        assert first["outlook"] == second["outlook"]
        assert len(calls) == 1


async def test_a_coach_that_fails_says_so_and_the_table_goes_on(server, monkeypatch, caplog):
    monkeypatch.setattr(advice, "_look", lambda *given: 1 / 0)
    with caplog.at_level("CRITICAL"):
        async with await seat_two_and_bots(server, "swipe-dice", coach=True) as client:
            await my_turn(client)
            assert (await ask(client))["code"] == "coach-failed"
            await play_out(client)
            assert client.ended


async def get(url, path, **arguments):
    async with httpx.AsyncClient(base_url=url, timeout=170) as http:
        return await http.request(arguments.pop("method", "GET"), path, **arguments)


async def test_a_finished_match_is_reviewed(server, game):
    async with await seat_two_and_bots(server, game, options=SHORT[game]) as client:
        path = f"/api/tables/{client.table}/matches/1/review"
        early = await get(server, path)
        assert early.status_code == 409
        assert early.json()["code"] == "not-ended"
        await play_out(client)
        answer = await get(server, path)
        assert answer.status_code == 200
        found = msgspec.json.decode(answer.content, type=Review)
        assert found.match == client.match
        for seat in found.seats:
            assert seat.start + seat.luck + seat.skill == pytest.approx(seat.result, abs=1e-9)


async def what_if(server, table, **wish):
    path = f"/api/tables/{table}/matches/1/what-if"
    return await get(server, path, method="POST", content=json.dumps(wish))


@pytest.mark.parametrize("dice", ["new", "same"])
async def test_going_on_from_a_finished_match(server, game, dice):
    async with await seat_two_and_bots(server, game, options=SHORT[game]) as client:
        early = await what_if(server, client.table, ply=1)
        assert early.json()["code"] == "not-ended"
        await play_out(client)
    opened = await what_if(server, client.table, ply=3, dice=dice)
    assert opened.status_code == 201, opened.text
    async with Client(server, opened.json()["table"]) as again:
        welcome = await again.connect()
        shown = welcome["snapshots"][0]["snapshot"]
        assert shown["chance"] == ("fair" if dice == "new" else "repeated")
        assert shown["coach"]
        assert [bool(seat and seat["bot"]) for seat in again.seats] == [False, True, False]
        await again.sit(0)
        await again.sit(2)
        await again.start()
        await play_out(again)
        record = await get(server, f"/api/tables/{again.table}/matches/1/record")
        assert verify_record(record.text).rolls_proven
        # Once more from the same place.
        await again.send({"type": "again", "id": 5, "match": again.match, "token": again.tokens[0]})
        opened = await again.until("opened")
        assert opened["snapshots"][0]["snapshot"]["chance"] == shown["chance"]


async def test_the_server_goes_on_while_a_place_in_a_match_is_looked_for(server, monkeypatch):
    async with await seat_two_and_bots(server, "swipe-dice") as client:
        await play_out(client)
    looking, found = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def slowly(*arguments, **named):
        loop.call_soon_threadsafe(looking.set)
        assert found.wait(30)
        return go_on(*arguments, **named)

    monkeypatch.setattr("swipe.server.coaching.go_on", slowly)
    opening = asyncio.create_task(what_if(server, client.table, ply=1))
    await looking.wait()
    assert (await get(server, "/api/health")).status_code == 200
    found.set()
    assert (await opening).status_code == 201


async def test_going_on_from_where_there_is_nothing(server):
    async with await seat_two_and_bots(server, "swipe-dice") as client:
        await play_out(client)
    answer = await what_if(server, client.table, ply=100000)
    assert (answer.status_code, answer.json()["code"]) == (400, "cannot-go-on")
    answer = await what_if(server, client.table, ply="x")
    assert answer.json()["code"] == "malformed-message"
    assert (await what_if(server, "nowhere", ply=1)).status_code == 404


async def test_a_mistyped_roll_is_taken_back_by_going_on_from_before_it(server):
    """Typed-in matches have no secrets: what if works while they run, with real dice."""
    options = {"starter": "seat:1", **SHORT["swipe-dice"]}
    table = await new_table(server, "swipe-dice", 2, options=options, chance="typed")
    async with Client(server, table) as client:
        await client.connect()
        await client.sit(0, entropy=False)
        await client.sit_bot(1)
        await client.start()
        await my_turn(client)
        is_outlook(await ask(client), 2)
        await client.accepted("enter", seat=0, outcomes=["C", "C"])
        opened = await what_if(server, table, ply=-1, dice="typed")
        same = await what_if(server, table, ply=0, dice="same")
        assert same.json()["code"] == "cannot-go-on"
    async with Client(server, opened.json()["table"]) as again:
        await again.connect()
        await again.sit(0, entropy=False)
        await again.start()
        assert again.position["fields"]["chips"] == [2, 2]
        await again.accepted("enter", seat=0, outcomes=["D", "X"])
