"""From where a server can be opened: on this machine, and by phones in the same network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Mapping
from urllib.parse import urlsplit

FORWARDED = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
"""The headers by which proxies say that a request comes from somewhere else."""


def local_address() -> str | None:
    """This machine's address on the local network; None when it has none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # reserved for documentation; nothing is sent
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") else address


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped.is_loopback
    return address.is_loopback


def _url(host: str, port: int) -> str:
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def addresses(host: str, port: int) -> list[str]:
    """Where a server that is bound to ``host`` can be opened, this machine first."""
    if host not in ("", "0.0.0.0", "::"):
        return [_url(host, port)]
    found = [_url("localhost", port)]
    if (address := local_address()) is not None:
        found.append(_url(address, port))
    return found


def here_alone(host: str) -> bool:
    """Whether only this machine can open a server that is bound to ``host``."""
    return _is_loopback(host)


def phones_url(host: str, port: int) -> str:
    """Where the local network can open a server that is bound to ``host``; empty if it cannot."""
    if here_alone(host):
        return ""
    urls = [url for url in addresses(host, port) if url != _url("localhost", port)]
    return urls[0] if urls else ""


def asked_from_here(client: str, headers: Mapping[str, str]) -> bool:
    """Whether a request comes from a page that this machine opened, through no proxy.

    It is nobody else's business what the network around a server looks like.

    Args:
        client: the address that the request came from.
        headers: those of the request, their names in lower case.
    """
    asked = urlsplit(f"//{headers.get('host', '')}").hostname or ""
    return (
        _is_loopback(client)
        and (_is_loopback(asked) or asked == "0.0.0.0")
        and not any(name in headers for name in FORWARDED)
    )
