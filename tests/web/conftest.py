"""Fixtures of the web client's tests."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.driver import Server


@pytest.fixture
def new_page(new_page: Callable[..., Page]) -> Callable[..., Page]:
    """As elsewhere, with patience: browsers and servers share the machine with other tests."""

    def patient(**options: Any) -> Page:
        page = new_page(**options)
        page.set_default_timeout(60_000)
        return page

    return patient


@pytest.fixture
def new_server(tmp_path) -> Iterator[Callable[..., Server]]:
    """A function that starts a server; its arguments are options of the command."""
    servers: list[Server] = []

    def new_server(*options: str) -> Server:
        number = len(servers)
        server = Server(tmp_path / f"data-{number}", tmp_path / f"log-{number}", options)
        servers.append(server)
        server.start()
        return server

    yield new_server
    for server in servers:
        server.stop()


@pytest.fixture
def server(new_server) -> Server:
    """A server whose bots do not make anybody wait."""
    return new_server("--pace", "0")
