"""What is sent over the wire is what the receiver may know, for every game and every message."""

import asyncio
import json
from random import Random

import httpx
import msgspec
import pytest

from swipe.coach.hidden import complete
from swipe.games import contract
from swipe.games.contract import CHANCE, DECISION, SPECTATOR
from swipe.match.events import Acted, Drawn, Ended
from swipe.match.exit import fields_of
from swipe.protocol import ServerMessage
from swipe.server.storage import SqlStore
from swipe.server.table import Step, audience, decode_event, fold_stored, steps
from tests.server.client import Client
from tests.server.conftest import SHORT
from tests.server.harness import new_table, serving, settings_for, sqlite_url

decode_message = msgspec.json.Decoder(ServerMessage).decode

PLAYERS = 3


async def listen_to_match(url, game, **fields):
    """Play a match of three devices before a spectator; return all four with what they heard."""
    table = await new_table(url, game, PLAYERS, options=SHORT[game], **fields)
    clients = [Client(url, table) for _ in range(PLAYERS + 1)]
    for seat, client in enumerate(clients):
        await client.connect()
        if seat < PLAYERS:
            await client.sit(seat)
    await clients[0].follow(clients[PLAYERS - 1].version)
    await clients[0].start()

    async def play(client):
        while not client.ended:
            seat = client.my_turn()
            if seat is None:
                await client.receive()
                continue
            assert client.position is not None
            command, arguments = "throw", {}
            if client.position["phase"] == "decision":
                legal = client.position["legal"]
                command, arguments = "act", {"action": legal[client.version % len(legal)]}
            await client.accepted(command, seat=seat, **arguments)

    await asyncio.gather(*(play(client) for client in clients))
    for client in clients:
        await client.close()
    return clients


async def stored_steps(database, match):
    """All steps of a match from storage, and its secret."""
    store = SqlStore(database)
    await store.open()
    bodies = await store.events(match)
    secret = await store.secret(match)
    await store.close()
    first, _ = fold_stored(bodies[:1])
    return steps(first, [decode_event(body) for body in bodies[1:]]), secret


_heard = {}


@pytest.fixture
async def heard(tmp_path, clock, game):
    """The devices at a match of each game, its steps and its secret; played once."""
    if game not in _heard:
        database = sqlite_url(tmp_path)
        async with serving(settings_for(database), clock=clock) as url:
            clients = await listen_to_match(url, game)
        _heard[game] = clients, *await stored_steps(database, clients[0].match)
    return _heard[game]


async def test_every_message_holds_what_its_receiver_may_see(heard):
    clients, done, _ = heard
    by_version = {step.after.version: step for step in done}
    game = done[0].before.game
    checked = 0
    for seat, client in enumerate(clients):
        for text in client.heard:
            message = decode_message(text)
            if message.__struct_config__.tag != "happened":
                continue
            step = by_version[message.happening.version]
            observer = SPECTATOR if message.observer is None else message.observer
            if game.has_hidden_information:
                # A seat is shown to its own device alone.
                assert observer in (SPECTATOR, seat)
            else:
                assert observer == SPECTATOR
            check_happening(step, message.happening, observer)
            checked += 1
    assert checked > len(clients) * len(done) / 2


def check_happening(step, happening, observer):
    game, event, after = step.after.game, happening.event, step.after
    if isinstance(step.event, Drawn):
        state = step.before.state.copy()
        for shown, text in zip(event.outcomes, step.event.outcomes, strict=True):
            outcome = game.notation.parse_outcome(text)
            visible = game.view.sees_outcome(state, outcome, observer)
            assert shown == (text if visible else None)
            contract.apply_outcome(game, state, outcome)
    else:
        assert event == step.event
    if after.state is None:
        assert happening.position is None
        return
    seen = game.view.redact(after.state, observer)
    position = happening.position
    assert position.fields == msgspec.to_builtins(fields_of(game, seen))
    if game.has_hidden_information:
        assert position.text == ""
        if observer != position.to_act:
            assert position.legal == []
    if game.rules.phase(after.state) == DECISION and observer == position.to_act:
        legal = contract.legal_actions(game, after.state)
        assert position.legal == [game.notation.format_action(action) for action in legal]


async def test_secrets_come_with_the_end_and_not_before(heard):
    clients, done, secret = heard
    final = done[-1]
    assert isinstance(final.event, Ended)
    key = final.after.match_key(secret.value)
    forbidden = [secret.value.hex(), key.hex()]
    for client in clients:
        *before, last = [text for text in client.heard if '"type":"happened"' in text]
        others = [text for text in client.heard if '"type":"happened"' not in text]
        for text in before + others:
            for word in forbidden:
                assert word not in text
        assert secret.value.hex() in last
        for number, text in enumerate(client.heard):
            for token in (t for other in clients for t in other.tokens.values()):
                mine = token in client.tokens.values()
                told = text.startswith('{"type":"accepted"')
                assert token not in text or (mine and told), number


async def test_seeds_come_with_the_end_and_not_before(server, database):
    seed = 8_675_309_867_530_901
    clients = await listen_to_match(server, "swipe-cards", chance="seeded", seed=seed)
    for client in clients:
        *before, last = [text for text in client.heard if '"type":"happened"' in text]
        assert not any(str(seed) in text for text in before)
        assert f'"seed":{seed}' in last


async def test_bytes_depend_on_what_the_receiver_may_see_alone(heard):
    """Non-interference: with hidden cards dealt anew, the bytes on the wire stay the same.

    Whenever the observer sees the same before an event and after each step of it, it is sent the
    same bytes, whatever lies hidden, and whatever outcome was drawn out of its sight.
    """
    _, done, _ = heard
    game = done[0].before.game
    random = Random(5)
    compared = changed = 0
    for step in done:
        if step.before.state is None:
            continue
        for observer in (SPECTATOR, *range(PLAYERS)):
            key = audience(step.after, observer)
            state = complete(game, step.before.state, key, random)
            other = other_step(step, state, key, random)
            if other is None:
                continue
            compared += 1
            changed += other.before.state.tobytes() != step.before.state.tobytes()
            assert other.message(key) == Step(step.before, step.event, step.after).message(key)
    assert compared > len(done)
    if game.has_hidden_information:
        assert changed > len(done)


def other_step(step, state, observer, random):
    """The same as far as the observer can see, from another state; None when it would see more."""
    game = step.before.game
    before, after, event = step.before.copy(), step.after.copy(), step.event
    before.state, after.state = state, state.copy()
    if isinstance(event, Acted):
        action = game.notation.parse_action(event.action)
        if action not in contract.legal_actions(game, state):
            return None
        # A card turned over is seen even when the pile that it fell on is swiped at once.
        if sights(step.before, observer, action) != sights(before, observer, action):
            return None
        contract.apply_action(game, after.state, action)
    elif isinstance(event, Drawn):
        outcomes = []
        for text in event.outcomes:
            outcome = game.notation.parse_outcome(text)
            if game.rules.phase(after.state) != CHANCE:
                return None
            possible = [each for each, _ in contract.chance_outcomes(game, after.state)]
            if not game.view.sees_outcome(after.state, outcome, observer):
                outcome = random.choice(possible)
            if outcome not in possible:
                return None
            outcomes.append(game.notation.format_outcome(outcome))
            contract.apply_outcome(game, after.state, outcome)
        event = Drawn(event.number, outcomes, event.seat)
    seen, other = (game.view.redact(s, observer) for s in (step.after.state, after.state))
    if seen.tobytes() != other.tobytes():
        return None
    return Step(before, event, after)


def sights(match, observer, action):
    """What the observer sees after each step of an action."""
    taken = contract.trace(match.game, match.state.copy(), observer, action=action)
    return [each.after.tobytes() for each in taken]


async def test_the_snapshot_of_spectators_is_redacted_too(server, database):
    """Over plain HTTP and over the socket alike."""
    client = Client(server, await new_table(server, "swipe-cards", 2))
    await client.connect()
    await client.sit(0)
    await client.sit_bot(1)
    await client.start()
    watcher = Client(server, client.table)
    welcome = await watcher.connect()
    assert [each["observer"] for each in welcome["snapshots"]] == [None]
    shown = json.dumps(welcome["snapshots"][0]["snapshot"]["position"])
    async with httpx.AsyncClient(base_url=server) as http:
        public = (await http.get(f"/api/tables/{client.table}")).json()
    assert public["position"]["legal"] == []
    done, _ = await stored_steps(database, client.match)
    states = [step.after for step in done if step.after.state is not None]
    game = states[-1].game
    public_fields = [
        msgspec.to_builtins(fields_of(game, game.view.redact(match.state, SPECTATOR)))
        for match in states
    ]
    assert public["position"]["fields"] in public_fields
    assert json.loads(shown)["fields"] in public_fields
    await watcher.close()
    await client.close()
