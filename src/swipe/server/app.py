"""The ASGI application: routes, errors as typed problems, and the life of the host."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Litestar, MediaType, Request, Response, WebSocket, get, post, websocket
from litestar.exceptions import HTTPException
from litestar.types import ControllerRouterHandler

from swipe import __version__
from swipe.coach.fast import can_compile
from swipe.coach.review import Review
from swipe.games.contract import Game
from swipe.games.registry import GAMES
from swipe.match.errors import error_code
from swipe.match.exit import Snapshot
from swipe.protocol import (
    MAX_MESSAGE_BYTES,
    GameInfo,
    Health,
    Network,
    NewTable,
    OptionInfo,
    Problem,
    SolvedRules,
    TableCreated,
    WhatIf,
)
from swipe.server.clock import Clock, LoopClock
from swipe.server.coaching import Coaching
from swipe.server.connection import REFUSALS, Connection, shortened
from swipe.server.errors import MalformedMessage, ServerError, TooFast, TooManyTables
from swipe.server.host import Host
from swipe.server.limits import AddressLimit
from swipe.server.reach import asked_from_here, here_alone, phones_url
from swipe.server.settings import Settings
from swipe.server.static import WebFiles
from swipe.server.storage import SqlStore, Store
from swipe.server.thinking import bot_names
from swipe.solve.table import table_heads

log = logging.getLogger(__name__)

_decode_new_table = msgspec.json.Decoder(NewTable).decode
_decode_what_if = msgspec.json.Decoder(WhatIf).decode
READ_FOR_A_TABLE = 4
"""Records and reviews that an address may read for each table that it may open."""

_SAFE = {"x-content-type-options": "nosniff", "referrer-policy": "no-referrer"}
# A page may change with the next version; its tag spares sending it again until then.
_REVALIDATE = "no-cache"
_NEVER_KEPT = "no-store"


def game_info(game: Game) -> GameInfo:
    """What a client has to know of a game before a table is opened."""
    return GameInfo(
        name=game.name,
        version=game.version,
        min_players=game.players[0],
        max_players=game.players[1],
        options=[
            OptionInfo(
                each.name,
                each.default,
                each.rule,
                each.kind,
                list(each.values),
                each.minimum,
                each.maximum,
            )
            for each in game.options
        ],
        presets={name: dict(preset) for name, preset in game.presets.items()},
        bots=bot_names(game),
        physical=game.physical,
        has_hidden_information=game.has_hidden_information,
    )


def solved_rules(game: Game) -> list[SolvedRules]:
    """The rules of a game whose tables are in the cache of the user who runs the server."""
    if not can_compile():
        return []
    return [
        SolvedRules(
            head["players"],
            {k: v for k, v in head["options"].items() if k != game.starter_option},
        )
        for head in table_heads(game)
    ]


def _problem(status: int, code: str, text: str, headers: dict[str, str] | None = None) -> Any:
    return Response(
        Problem(code, text),
        status_code=status,
        media_type=MediaType.JSON,
        headers={**_SAFE, "cache-control": _NEVER_KEPT, **(headers or {})},
    )


def _on_refusal(request: Request[Any, Any, Any], error: Exception) -> Any:
    status = error.status if isinstance(error, ServerError) else 400
    headers = {"retry-after": "60"} if isinstance(error, TooManyTables | TooFast) else None
    return _problem(status, error_code(error), shortened(str(error)), headers)


def _on_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Any:
    """Errors of the framework: no route, another method, a body too large."""
    status = HTTPStatus(error.status_code)
    code = status.phrase.lower().replace(" ", "-").replace("'", "")
    return _problem(status, code, f"{status.phrase}: {request.method} {request.url.path}")


def _on_surprise(request: Request[Any, Any, Any], error: Exception) -> Any:
    log.error("cannot answer %s %s", request.method, request.url.path, exc_info=error)
    return _problem(500, "internal-error", "the server has made a mistake; its log says which")


def _file(files: WebFiles, path: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    file = files.read(path)
    headers = {
        **_SAFE,
        "cache-control": _REVALIDATE,
        "content-security-policy": file.policy,
        "etag": file.etag,
    }
    known = {tag.strip() for tag in request.headers.get("if-none-match", "").split(",")}
    if file.etag in known:
        return Response(b"", status_code=304, media_type=file.media_type, headers=headers)
    return Response(file.body, media_type=file.media_type, headers=headers)


def _routes(host: Host, coaching: Coaching, files: WebFiles) -> list[ControllerRouterHandler]:
    limit = AddressLimit(host.settings.tables_per_minute)
    # What goes through a whole match: one that reads is not to keep the others waiting.
    reading = AddressLimit(READ_FOR_A_TABLE * host.settings.tables_per_minute)
    games = [game_info(game) for game in GAMES.values()]

    def _limit(request: Request[Any, Any, Any]) -> None:
        address = request.client.host if request.client else ""
        if not limit.take(address, host.clock.now()):
            raise TooManyTables("too many new tables from this address: wait a minute")

    def _limit_reading(request: Request[Any, Any, Any]) -> None:
        address = request.client.host if request.client else ""
        if not reading.take(address, host.clock.now()):
            raise TooFast("too many records and reviews for this address: wait a minute")

    @get(["/", "/t/{table:str}", "/t/{table:str}/review/{number:int}"], media_type=MediaType.HTML)
    async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _file(files, "index.html", request)

    @get("/web/{path:path}")
    async def file(request: Request[Any, Any, Any]) -> Response[bytes]:
        return _file(files, str(request.path_params["path"]).lstrip("/"), request)

    @get("/api/health")
    async def health() -> Health:
        await host.store.check()
        return Health("ok", __version__)

    @get("/api/network")
    async def network(request: Request[Any, Any, Any]) -> Response[Network]:
        settings, found = host.settings, Network("", False)
        client = request.client.host if request.client else ""
        if settings.port and asked_from_here(client, request.headers):
            phones = phones_url(settings.host, settings.port)
            found = Network(phones, here_alone(settings.host))
        return Response(found, headers={**_SAFE, "cache-control": _NEVER_KEPT})

    @get("/api/games")
    async def list_games() -> list[GameInfo]:
        return [
            msgspec.structs.replace(each, solved=solved_rules(GAMES[each.name])) for each in games
        ]

    @post("/api/tables")
    async def create_table(request: Request[Any, Any, Any]) -> TableCreated:
        _limit(request)
        try:
            new = _decode_new_table(await request.body())
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise MalformedMessage(f"not a new table: {error}") from None
        return await host.create_table(new)

    @get("/api/tables/{table:str}")
    async def table_snapshot(request: Request[Any, Any, Any]) -> Response[Snapshot]:
        table = request.path_params["table"]
        return Response(await host.snapshot(table), headers={**_SAFE, "cache-control": _NEVER_KEPT})

    @get("/api/tables/{table:str}/matches/{number:int}/record", media_type=MediaType.TEXT)
    async def record(request: Request[Any, Any, Any]) -> Response[str]:
        _limit_reading(request)
        table, number = request.path_params["table"], request.path_params["number"]
        text = await host.record(table, number)
        name = f'attachment; filename="{table}-{number}.swipe"'
        return Response(
            text, headers={**_SAFE, "cache-control": _NEVER_KEPT, "content-disposition": name}
        )

    @get("/api/tables/{table:str}/matches/{number:int}/review")
    async def review(request: Request[Any, Any, Any]) -> Response[Review]:
        _limit_reading(request)
        table, number = request.path_params["table"], request.path_params["number"]
        found = await coaching.review(table, number)
        return Response(found, headers={**_SAFE, "cache-control": _NEVER_KEPT})

    @post("/api/tables/{table:str}/matches/{number:int}/what-if")
    async def what_if(request: Request[Any, Any, Any]) -> TableCreated:
        _limit(request)
        try:
            wish = _decode_what_if(await request.body())
        except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
            raise MalformedMessage(f"not a place to go on from: {error}") from None
        table, number = request.path_params["table"], request.path_params["number"]
        return await coaching.what_if(table, number, wish)

    @websocket("/api/tables/{table:str}/socket")
    async def socket(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        await Connection(
            host, coaching, socket.receive, socket.send, socket.scope.get("extensions")
        ).run(socket.path_params["table"])

    return [
        page,
        file,
        health,
        network,
        list_games,
        create_table,
        table_snapshot,
        record,
        review,
        what_if,
        socket,
    ]


def create_app(
    settings: Settings,
    *,
    clock: Clock | None = None,
    store: Store | None = None,
    files: WebFiles | None = None,
) -> Litestar:
    """The application; ``clock``, ``store`` and ``files`` are for tests."""
    host = Host(
        settings,
        store or SqlStore(settings.database),
        clock or LoopClock(),
    )

    coaching = Coaching(host)

    @asynccontextmanager
    async def life(_: Litestar) -> AsyncIterator[None]:
        await host.open()
        try:
            yield
        finally:
            coaching.close()
            await host.close()

    refused: dict[Any, Any] = dict.fromkeys(REFUSALS, _on_refusal)
    return Litestar(
        _routes(host, coaching, files or WebFiles()),
        lifespan=[life],
        exception_handlers={**refused, HTTPException: _on_http_error, Exception: _on_surprise},
        openapi_config=None,
        request_max_body_size=MAX_MESSAGE_BYTES,
        logging_config=None,
    )
