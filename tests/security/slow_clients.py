"""Clients that begin a request, never end it, and begin anew when somebody hangs up: a flood that does not abate."""

import selectors
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

# Both go to a view that would answer anybody.
HALF_HEAD = b"GET /api/v1/settings?slow HTTP/1.1\r\nHost: %s\r\nX-Half: "
HALF_BODY = (
    b"POST /api/v1/session?slow HTTP/1.1\r\nHost: %s\r\nX-Hearthside-Client: web\r\n"
    b'Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"email":'
)


OWN_ADDRESS = "127.0.0.1"
# The proxy lets one address send 100 bodies at once (deploy/nginx.conf).
BODIES_OF_AN_ADDRESS = 100


def begin(port: int, beginning: bytes, host: str, *, address: str = OWN_ADDRESS) -> socket.socket:
    """Open a connection from an address of this machine, and send the beginning of a request."""
    opened = socket.create_connection((OWN_ADDRESS, port), timeout=60, source_address=(address, 0))
    opened.sendall(beginning % host.encode())
    return opened


@contextmanager
def flood(port: int, host: str, *, heads: int, bodies: int) -> Iterator[None]:
    """Hold so many half requests open during the block, the bodies from as many addresses as it takes."""
    waiting, is_over = selectors.DefaultSelector(), Event()

    def add(beginning: bytes, address: str) -> None:
        opened = begin(port, beginning, host, address=address)
        waiting.register(opened, selectors.EVENT_READ, (beginning, address))

    def renew() -> None:
        while not is_over.is_set():
            for key, _ in waiting.select(0.1):
                waiting.unregister(key.fileobj)
                key.fileobj.close()
                add(*key.data)

    for _ in range(heads):
        add(HALF_HEAD, OWN_ADDRESS)
    for number in range(bodies):
        add(HALF_BODY, f"127.0.0.{2 + number // BODIES_OF_AN_ADDRESS}")
    renewing = Thread(target=renew)
    renewing.start()
    try:
        yield
    finally:
        is_over.set()
        renewing.join()
        for key in list(waiting.get_map().values()):
            key.fileobj.close()
        waiting.close()
