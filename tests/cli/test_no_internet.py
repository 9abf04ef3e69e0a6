"""Tests reach this machine and nothing else."""

import socket

import pytest

from tests.asking import ask
from tests.no_internet import InternetBlockedError


@pytest.mark.parametrize("address", [("192.0.2.1", 443), ("2001:db8::1", 443)])
def test_other_machines_are_out_of_reach(address: tuple[str, int]) -> None:
    family = socket.AF_INET6 if ":" in address[0] else socket.AF_INET
    with socket.socket(family) as stream, pytest.raises(InternetBlockedError):
        stream.connect(address)
    with socket.socket(family, socket.SOCK_DGRAM) as datagrams, pytest.raises(InternetBlockedError):
        datagrams.sendto(b"hello", address)


def test_names_of_other_machines_are_not_looked_up() -> None:
    with pytest.raises(InternetBlockedError, match=r"example\.org"):
        ask("GET", "http://example.org/")


def test_this_machine_is_reachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        socket.create_connection(("localhost", port)).close()
