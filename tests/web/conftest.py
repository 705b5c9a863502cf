"""Fixtures of the web client's tests."""

from collections.abc import Callable, Iterator

import pytest

from tests.web.driver import Server


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
