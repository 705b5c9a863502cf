"""A match over the wire, from the invitation to the winner and to the next match."""

import asyncio
import json

import httpx
import pytest

from swipe.match.verify import verify_record
from tests.server.client import Client
from tests.server.conftest import SHORT
from tests.server.harness import new_table


async def play_out(client):
    """Play the seats of a device until the match has ended."""
    while not client.ended:
        seat = client.my_turn()
        if seat is None:
            await client.receive()
            continue
        command, fields = client.move(seat)
        answer = await client.do(command, **fields)
        if answer["type"] == "accepted":
            await client.follow(answer["version"])
        else:
            assert answer["code"] == "stale-command"


async def seat_two_and_bots(url, game, **fields):
    """A started match of three: a device with two seats, and a bot."""
    table = await new_table(url, game, 3, **{"options": SHORT[game], **fields})
    client = Client(url, table)
    await client.connect()
    await client.sit(0)
    await client.sit(2)
    await client.sit_bot(1)
    await client.start()
    return client


async def test_match_to_its_end(server, game):
    table = await new_table(server, game, 4, options=SHORT[game])
    async with Client(server, table) as first, Client(server, table) as second:
        await first.connect()
        await second.connect()
        await first.sit(0, "Ada")
        await second.follow(first.version)
        await second.sit(2, "Ben")
        await first.follow(second.version)
        await first.sit_bot(1)
        await first.sit_bot(3)
        await first.start()
        await asyncio.gather(play_out(first), play_out(second))
        assert first.version == second.version
        shared = {
            key: event
            for key, event in first.events.items()
            if json.loads(event)["event"] not in ("drawn",)
        }
        assert shared.items() <= second.events.items()
        async with httpx.AsyncClient(base_url=server) as http:
            answer = await http.get(f"/api/tables/{table}/matches/1/record")
        assert answer.headers["content-type"].startswith("text/plain")
        proof = verify_record(answer.text)
        assert proof.finished
        assert proof.rolls_proven
        assert proof.events == first.version
        assert proof.entropy == (0, 2)


async def test_again_keeps_people_and_bots_and_starts_by_itself(server, game):
    client = await seat_two_and_bots(server, game)
    await play_out(client)
    old = client.match
    commitment = await _commitment(server, client.table)
    await client.send({"type": "again", "id": 7, "match": old, "token": client.tokens[0]})
    opened = await client.until("opened")
    shown = opened["snapshots"][0]["snapshot"]
    assert client.match == f"{client.table}-2"
    assert [seat["name"] for seat in shown["seats"]] == ["P1", "Bot 2", "P3"]
    assert shown["position"] is None
    assert shown["commitment"] != commitment
    await client.answer(7)
    await client.accepted("add-entropy", seat=0, value="ab" * 16)
    assert client.position is None
    await client.accepted("add-entropy", seat=2, value="cd" * 16)
    await client.until_event("started")
    await play_out(client)
    await client.close()


async def _commitment(url, table):
    async with httpx.AsyncClient(base_url=url) as http:
        return (await http.get(f"/api/tables/{table}")).json()["commitment"]


async def test_again_needs_the_end_and_a_token(server):
    client = await seat_two_and_bots(server, "swipe-dice")
    for token, code in ((client.tokens[0], "not-now"), ("nobody", "unknown-token")):
        await client.send({"type": "again", "id": 1, "match": client.match, "token": token})
        assert (await client.answer(1))["code"] == code
    await client.close()


async def test_typed_match_takes_what_real_dice_show(server):
    table = await new_table(server, "swipe-dice", 2, chance="typed", options={"starter": "seat:1"})
    async with Client(server, table) as client:
        await client.connect()
        await client.sit(0, entropy=False)
        await client.sit_bot(1)
        await client.start()
        run = client.position["run"]
        await client.refused("wrong-chance", "throw", seat=0)
        await client.refused("wrong-chance", "enter", seat=0, outcomes=["C"] * (run + 1))
        await client.accepted("enter", seat=0, outcomes=["C"] * run)
        assert client.position["to_act"] == 1
        # The bot's dice are thrown by whoever sits there.
        await client.accepted(
            "enter", token=client.tokens[0], extra={"seat": 1}, outcomes=["C"] * 2
        )


async def test_seeded_table_counts_its_seed_up(server):
    client = await seat_two_and_bots(server, "swipe-dice", chance="seeded", seed=41)
    await play_out(client)
    await client.send({"type": "again", "id": 1, "match": client.match, "token": client.tokens[0]})
    await client.until("opened")
    await client.answer(1)
    for seat in (0, 2):
        await client.accepted("add-entropy", seat=seat, value=f"{seat:032x}")
    await client.until_event("started")
    await play_out(client)
    async with httpx.AsyncClient(base_url=server) as http:
        for number, seed in ((1, 41), (2, 42)):
            record = await http.get(f"/api/tables/{client.table}/matches/{number}/record")
            assert f"seed={seed} " in record.text
    await client.close()


class TestSeats:
    @pytest.fixture
    async def client(self, server):
        client = Client(server, await new_table(server, "swipe-dice", 3))
        await client.connect()
        yield client
        await client.close()

    async def test_only_people_sit_without_a_token(self, client):
        await client.refused("unknown-token", "sit", seat=0, name="B", bot="random", token="")
        await client.refused("unknown-token", "start", token="")
        await client.refused("unknown-token", "start", token="wrong")
        await client.refused("unknown-token", "leave", seat=0, token="")

    async def test_a_seat_is_its_token_s(self, client):
        await client.sit(0)
        await client.sit(1)
        mine = client.tokens[0]
        await client.refused("not-your-seat", "add-entropy", seat=1, value="0" * 32, token=mine)
        await client.refused("not-your-seat", "leave", seat=1, token=mine)
        await client.refused("seat-taken", "sit", seat=1, name="C", token="")

    async def test_unknown_bots_are_named(self, client):
        await client.sit(0)
        answer = await client.refused(
            "unknown-bot", "sit", seat=1, name="B", bot="oracle", token=client.tokens[0]
        )
        assert "random" in answer["text"]

    async def test_leaving_voids_the_token(self, client):
        await client.sit(0)
        await client.sit(1)
        old = client.tokens.pop(0)
        await client.accepted("leave", seat=0, token=old)
        await client.refused("unknown-token", "start", token=old)
        await client.sit(0)

    async def test_bots_and_the_absent_can_be_removed(self, server, client):
        other = Client(server, client.table)
        await other.connect()
        await other.sit(2)
        await client.follow(other.version)
        await client.sit(0)
        await client.sit_bot(1)
        mine = client.tokens[0]
        await client.accepted("leave", seat=1, token=mine)
        await client.refused("not-your-seat", "leave", seat=2, token=mine)
        await other.close()
        await client.until_presence(lambda message: not message["connected"][2])
        await client.accepted("leave", seat=2, token=mine)

    async def test_start_waits_for_entropy_but_not_for_ever(self, client, clock):
        await client.sit(0)
        await client.sit(1, entropy=False)
        await client.sit_bot(2)
        await client.refused("wait-for-entropy", "start", token=client.tokens[0])
        clock.advance(5)
        await client.start()

    async def test_who_sits_down_later_is_waited_for_as_well(self, client, clock):
        """However long somebody else has had the seat before."""
        await client.sit(0)
        await client.sit_bot(2)
        await client.sit(1)
        clock.advance(60)
        await client.accepted("leave", seat=1)
        await client.sit(1, entropy=False)
        await client.refused("wait-for-entropy", "start", token=client.tokens[0])
        clock.advance(5)
        await client.start()

    async def test_start_needs_every_seat_taken(self, client):
        await client.sit(0)
        answer = await client.refused("seat-empty", "start", token=client.tokens[0])
        assert "2, 3" in answer["text"]
