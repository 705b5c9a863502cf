"""Plain HTTP: the page, the games, new tables, records, and typed problems."""

import asyncio
import base64
import contextlib
import hashlib
import re

import httpx
import pytest

from swipe.games.registry import GAMES
from swipe.server import patience
from swipe.server.errors import StorageUnavailable
from swipe.server.static import WEB, WebFiles, content_security_policy
from swipe.server.storage import SqlStore
from tests.server.client import Client
from tests.server.harness import new_table, serving, settings_for


@pytest.fixture
async def http(server):
    async with httpx.AsyncClient(base_url=server) as http:
        yield http


def problem(answer, status, code):
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"code", "text"}
    assert body["code"] == code
    return body["text"]


@pytest.mark.parametrize("path", ["/", "/t/abcdef"])
async def test_the_page_loads_nothing_from_other_hosts(http, path):
    answer = await http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    policy = dict(
        each.split(" ", 1) for each in answer.headers["content-security-policy"].split("; ")
    )
    assert policy["default-src"] == "'none'"
    for allowed in policy.values():
        for source in allowed.split(" "):
            assert source in ("'none'", "'self'", "data:") or source.startswith("'sha256-")
    assert "unsafe" not in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_scripts_in_the_page_are_allowed_by_hash():
    page = b'<script type="importmap">{"a": 1}</script><script src="/web/app.js"></script>'
    digest = base64.b64encode(hashlib.sha256(b'{"a": 1}').digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in content_security_policy(page)
    assert content_security_policy(page).count("sha256") == 1


async def test_files_have_their_types_and_are_checked_again(http):
    for path in WEB.rglob("*"):
        name = path.relative_to(WEB).as_posix()
        if not path.is_file() or any(part.startswith(".") for part in path.parts):
            continue
        answer = await http.get(f"/web/{name}")
        assert answer.status_code == 200, f"{name} has no type in swipe.server.static"
        assert answer.content == path.read_bytes()
        if path.suffix in (".js", ".mjs"):
            assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["cache-control"] == "no-cache"
        again = await http.get(f"/web/{name}", headers={"if-none-match": answer.headers["etag"]})
        assert again.status_code == 304
        assert again.content == b""


async def test_a_changed_file_is_sent_anew(tmp_path):
    files = WebFiles(tmp_path)
    (tmp_path / "a.js").write_text("1")
    before = files.read("a.js")
    assert files.read("a.js") is before
    (tmp_path / "a.js").write_text("22")
    assert files.read("a.js").body == b"22"
    assert files.read("a.js").etag != before.etag


@pytest.mark.parametrize(
    "path",
    [
        "/web/missing.js",
        "/web/",
        "/web/../protocol.py",
        "/web/%2e%2e/protocol.py",
        "/web/..%2f..%2fpyproject.toml",
        "/web/locales/../../__init__.py",
        "/web//etc/passwd",
        "/web/%2fetc%2fhosts.txt",
        "/web/a%00.js",
        "/web/.hidden.js",
        "/web/C:/x.js",
        "/web/locales",
    ],
)
async def test_nothing_but_the_client_s_files_is_served(http, path):
    request = http.build_request("GET", "http://x/")
    request.url = httpx.URL(str(http.base_url)).copy_with(raw_path=path.encode())
    answer = await http.send(request)
    assert answer.status_code == 404
    assert answer.json()["code"] == "not-found"


async def test_links_do_not_lead_outside(tmp_path):
    folder = tmp_path / "web"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    with pytest.raises(ValueError, match="nothing is served"):
        WebFiles(folder).read("link.txt")


async def test_every_game_is_offered(http):
    games = {each["name"]: each for each in (await http.get("/api/games")).json()}
    assert set(games) == set(GAMES)
    for name, game in GAMES.items():
        shown = games[name]
        assert [option["name"] for option in shown["options"]] == [o.name for o in game.options]
        assert shown["bots"][0] == "random"
        assert len(shown["bots"]) >= 2
        assert shown["presets"]["default"] == {}


async def test_a_table_is_opened_with_its_options(server, http):
    answer = await http.post(
        "/api/tables",
        json={"game": "swipe-dice", "players": 4, "options": {"chips": "25"}, "coach": True},
    )
    assert answer.status_code == 201
    created = answer.json()
    assert created["path"] == f"/t/{created['table']}"
    assert re.fullmatch("[2-9a-z]{16}", created["table"])
    shown = (await http.get(f"/api/tables/{created['table']}")).json()
    assert shown["match"] == created["match"] == f"{created['table']}-1"
    assert shown["options"]["chips"] == "25"
    assert shown["coach"] is True
    assert shown["seats"] == [None] * 4
    assert re.fullmatch("[0-9a-f]{64}", shown["commitment"])


@pytest.mark.parametrize(
    ("body", "code", "text"),
    [
        ("", "malformed-message", "truncated"),
        ("[" * 10000, "malformed-message", ""),
        (b"\xff\xfe", "malformed-message", ""),
        ('{"game": "swipe-dice"}', "malformed-message", "players"),
        ('{"game": "swipe-dice", "players": "3"}', "malformed-message", "players"),
        ('{"game": "swipe-dice", "players": 3, "x": 1}', "malformed-message", "x"),
        ('{"game": "chess", "players": 2}', "unknown-game", "swipe-dice"),
        ('{"game": "swipe-dice", "players": 9}', "bad-option", "2 to 6"),
        (
            '{"game": "swipe-dice", "players": 3, "options": {"chips": "many"}}',
            "bad-option",
            "chips",
        ),
        ('{"game": "swipe-dice", "players": 3, "options": {"sides": "6"}}', "bad-option", "sides"),
        ('{"game": "swipe-dice", "players": 3, "seed": 1}', "wrong-chance", "seed"),
        ('{"game": "swipe-dice", "players": 3, "chance": "seeded"}', "wrong-chance", "seed"),
        ('{"game": "swipe-cards", "players": 3, "chance": "typed"}', "wrong-chance", "typed"),
        (
            '{"game": "swipe-dice", "players": 3, "chance": "seeded", "seed": -1}',
            "wrong-chance",
            "-1",
        ),
    ],
)
async def test_what_is_wrong_with_a_new_table_is_said(http, body, code, text):
    answer = await http.post("/api/tables", content=body)
    assert text in problem(answer, 400, code)


async def test_a_long_complaint_is_cut(http):
    body = {"game": "swipe-dice", "players": 3, "options": {"chips": "9" * 10_000}}
    answer = await http.post("/api/tables", json=body)
    assert len(problem(answer, 400, "bad-option")) == 500


async def test_what_is_not_there(http):
    problem(await http.get("/nothing"), 404, "not-found")
    problem(await http.get("/api/tables"), 405, "method-not-allowed")
    problem(await http.get("/api/tables/none"), 404, "no-such-table")
    problem(await http.get("/api/tables/none/matches/1/record"), 404, "no-such-table")
    problem(await http.get("/api/tables/none/matches/x/record"), 404, "not-found")
    for name in ("%00", "%ff", "a" * 16, "%F0%9F%98%80" * 16):
        problem(await http.get(f"/api/tables/{name}"), 404, "no-such-table")
        problem(await http.get(f"/api/tables/{name}/matches/1/review"), 404, "no-such-table")
    big = await http.post("/api/tables", content=b" " * 100_000)
    problem(big, 413, "request-entity-too-large")


async def test_a_record_is_closed_while_its_match_runs(server, http):
    client = Client(server, await new_table(server, "swipe-cards", 2))
    path = f"/api/tables/{client.table}/matches/1/record"
    problem(await http.get(path), 409, "not-ended")
    await client.connect()
    await client.sit(0)
    await client.sit(1)
    await client.start()
    problem(await http.get(path), 409, "not-ended")
    for number in ("2", "0", "-1", "2147483648", "9" * 30):
        other = await http.get(path.replace("/1/", f"/{number}/"))
        assert f"not {number}" in problem(other, 404, "no-such-match")
    await client.close()


async def test_an_address_opens_so_many_tables_a_minute(database, clock):
    settings = settings_for(database, tables_per_minute=3)
    async with serving(settings, clock=clock) as url, httpx.AsyncClient(base_url=url) as http:
        body = {"game": "swipe-dice", "players": 2}
        for _ in range(3):
            assert (await http.post("/api/tables", json=body)).status_code == 201
        refused = await http.post("/api/tables", json=body)
        problem(refused, 429, "too-many-tables")
        assert refused.headers["retry-after"] == "60"
        clock.advance(20)
        assert (await http.post("/api/tables", json=body)).status_code == 201


async def test_an_address_reads_so_many_records_a_minute(database, clock):
    settings = settings_for(database, tables_per_minute=1)
    async with serving(settings, clock=clock) as url, httpx.AsyncClient(base_url=url) as http:
        path = f"/api/tables/{await new_table(url)}/matches/1"
        for kind in ("record", "review", "record", "record"):
            problem(await http.get(f"{path}/{kind}"), 409, "not-ended")
        refused = await http.get(f"{path}/review")
        problem(refused, 429, "too-fast")
        assert refused.headers["retry-after"] == "60"
        clock.advance(60)
        problem(await http.get(f"{path}/record"), 409, "not-ended")


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
        b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET /api/health HTTP/1.1\r\n",
    ],
)
async def test_a_request_that_never_arrives_is_not_waited_for(server, monkeypatch, begun):
    monkeypatch.setattr(patience, "REQUEST_WITHIN", 0.1)
    host, _, port = server.removeprefix("http://").partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(begun)
    with contextlib.suppress(ConnectionResetError):
        while await reader.read(1000):
            pass
    writer.close()


async def test_a_connection_that_asks_and_plays_is_left_open(server, monkeypatch):
    monkeypatch.setattr(patience, "REQUEST_WITHIN", 0.1)
    give_up, gave_up = patience.PatientProtocol._give_up, asyncio.Event()

    def watched(protocol):
        give_up(protocol)
        gave_up.set()

    monkeypatch.setattr(patience.PatientProtocol, "_give_up", watched)
    async with Client(server, await new_table(server, "swipe-dice", 2)) as client:
        await client.connect()
        await gave_up.wait()
        await client.sit(0)


async def test_health(http):
    assert (await http.get("/api/health")).json()["status"] == "ok"


async def test_without_a_database_the_problem_is_typed(database, clock):
    class Down(SqlStore):
        async def _rows(self, statement):
            raise StorageUnavailable("the database does not answer")

    settings = settings_for(database)
    down = serving(settings, clock=clock, store=Down(database))
    async with down as url, httpx.AsyncClient(base_url=url) as http:
        problem(await http.get("/api/health"), 503, "storage-unavailable")
        problem(await http.get("/api/tables/" + "a" * 16), 503, "storage-unavailable")
