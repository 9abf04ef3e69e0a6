"""A pytest plugin: while tests run, this process may only talk to this machine."""

import ipaddress
import socket
from typing import Any

import pytest


class InternetBlockedError(RuntimeError):
    """A test tried to reach another machine."""


def _refuse_strangers(address: Any) -> None:
    host = address[0] if isinstance(address, tuple) else ""
    if not host or host == "localhost":
        return
    found = ipaddress.ip_address(host)
    if not found.is_loopback and not found.is_unspecified:
        raise InternetBlockedError(f"tests may not reach the internet: {host}")


@pytest.fixture(scope="session", autouse=True)
def no_internet() -> Any:
    """Refuse every connection, datagram and name look-up that would leave this machine."""
    patch = pytest.MonkeyPatch()
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    sendto, getaddrinfo = socket.socket.sendto, socket.getaddrinfo

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _refuse_strangers(address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        _refuse_strangers(address)
        return connect_ex(self, address)

    def guarded_sendto(self: socket.socket, data: Any, *rest: Any) -> int:
        _refuse_strangers(rest[-1])
        return sendto(self, data, *rest)

    def guarded_getaddrinfo(host: Any, *rest: Any, **options: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if name and name != "localhost" and not name.endswith(".localhost"):
            try:
                _refuse_strangers((name,))
            except ValueError:
                raise InternetBlockedError(f"tests may not look up {name}") from None
        return getaddrinfo(host, *rest, **options)

    patch.setattr(socket.socket, "connect", guarded_connect)
    patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
    patch.setattr(socket.socket, "sendto", guarded_sendto)
    patch.setattr(socket, "getaddrinfo", guarded_getaddrinfo)
    yield
    patch.undo()
