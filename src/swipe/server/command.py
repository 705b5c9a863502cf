"""``swipe serve``: the server's command."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import json
import logging
import math
import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from swipe import console
from swipe.messages import text
from swipe.server.reach import addresses, here_alone

if TYPE_CHECKING:
    import uvicorn
    from sqlalchemy import URL

    from swipe.server.settings import Settings

DEFAULT_PORT = 8000


def default_data() -> Path:
    """Where matches are kept unless something else is said: the user's data folder."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "swipe"


def file_url(file: Path) -> URL:
    """The URL of a database in a file, whatever the file is called."""
    from sqlalchemy import URL

    return URL.create("sqlite+aiosqlite", database=str(file))


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address; ``port`` 0 takes a free one.

    Raises:
        OSError: the address is in use, or is none of this machine's.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind((host, port))
        bound.listen(2048)
    except OSError:
        bound.close()
        raise
    bound.set_inheritable(False)
    return bound


class Amount(click.FloatRange):
    """A number in a range, and not the absence of one."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        amount = float(super().convert(value, param, ctx))
        if not math.isfinite(amount):
            self.fail(text("serve-no-amount", given=str(value)), param, ctx)
        return amount


@console.command("serve")
@click.option("--host", default="0.0.0.0", show_default=True, metavar="ADDRESS")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=DEFAULT_PORT, show_default=True, metavar="N"
)
@click.option("--data", type=console.PathName(folder=True), metavar="FOLDER")
@click.option("--database", metavar="URL")
@click.option("--fanout", default="memory", show_default=True, metavar="URL")
@click.option("--pace", type=Amount(0, 60), default=0.6, show_default=True, metavar="SECONDS")
@click.option(
    "--hold-absent", type=Amount(0, 86400), default=20.0, show_default=True, metavar="SECONDS"
)
@click.option(
    "--hold-silent", type=Amount(0, 86400), default=120.0, show_default=True, metavar="SECONDS"
)
@click.option("--message-rate", type=Amount(1), default=50.0, show_default=True, metavar="N")
@click.option("--tables-per-minute", type=Amount(1), default=30.0, show_default=True, metavar="N")
@click.option(
    "--bot-workers", type=click.IntRange(0, 64), default=1, show_default=True, metavar="N"
)
@console.json_option
@console.language_option
def serve(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    fanout: str,
    pace: float,
    hold_absent: float,
    hold_silent: float,
    message_rate: float,
    tables_per_minute: float,
    bot_workers: int,
    as_json: bool,
) -> None:
    # The server's libraries are loaded only when a server is wanted.
    from swipe.server.settings import Settings

    place: str | URL
    if database is not None:
        place = database
    else:
        folder = data or default_data()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise click.ClickException(
                text("serve-no-folder", folder=str(folder), reason=str(error))
            ) from None
        place = file_url(folder / "swipe.sqlite3")
    settings = Settings(
        database=place,
        fanout=fanout,
        pace=pace,
        hold_absent=hold_absent,
        hold_silent=hold_silent,
        message_rate=message_rate,
        message_burst=4 * message_rate,
        tables_per_minute=tables_per_minute,
        bot_workers=bot_workers,
    )
    try:
        bound = listen(host, port)
    except OSError as error:
        raise click.ClickException(
            text("serve-no-port", host=host, port=str(port), reason=str(error))
        ) from None
    at = bound.getsockname()
    settings = dataclasses.replace(settings, host=at[0], port=at[1])
    with bound:
        _check(settings)
        _run(settings, bound, addresses(host, at[1]), as_json)


def _check(settings: Settings) -> None:
    """Refuse a database or an engine that does not answer, in a line, before anything is started.

    Raises:
        ClickException: with what is wrong.
    """
    import asyncio

    from swipe.server.errors import BadDatabase
    from swipe.server.fanout import BadFanout, Fanout
    from swipe.server.storage import SqlStore

    async def connect() -> None:
        store, fanout = SqlStore(settings.database), Fanout(settings.fanout)
        await store.open()
        await store.close()
        await fanout.open(lambda notice: None)
        await fanout.close()

    try:
        asyncio.run(connect())
    except BadDatabase as error:
        raise click.ClickException(text("serve-no-database", reason=str(error))) from error
    except BadFanout as error:
        raise click.ClickException(text("serve-no-fanout", reason=str(error))) from error


def server_config(app: Any) -> uvicorn.Config:
    """How the application is served: nothing logged for every request, nothing compressed."""
    import uvicorn

    from swipe.protocol import MAX_MESSAGE_BYTES
    from swipe.server.frames import FrameProtocol
    from swipe.server.patience import PatientProtocol

    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        http=PatientProtocol,
        ws=FrameProtocol,
        ws_max_size=MAX_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=5,
        server_header=False,
    )


def _run(settings: Settings, bound: socket.socket, urls: list[str], as_json: bool) -> None:
    import uvicorn

    from swipe.server.app import create_app

    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(levelname)s %(message)s")

    class Announcing(uvicorn.Server):
        """Says where it can be opened as soon as it can be."""

        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                _announce(urls, as_json, here_alone(settings.host))

    server = Announcing(server_config(create_app(settings)))
    # What is loaded by now stays; what a move makes has no cycles. Looking for them after every few
    # moves would take a tenth of the time.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    with contextlib.suppress(KeyboardInterrupt):  # Ctrl+C has stopped it in good order
        server.run([bound])
    if not server.started:
        raise click.ClickException(text("serve-failed"))


def _announce(urls: list[str], as_json: bool, alone: bool) -> None:
    if as_json:
        click.echo(json.dumps({"urls": urls}))
        return
    click.echo(text("serve-open", url=urls[0]))
    for url in urls[1:]:
        click.echo(text("serve-open-phones", url=url))
    if alone:
        click.echo(text("serve-here-alone"))
    click.echo(text("serve-stop"))
