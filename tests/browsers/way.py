"""A second port of a running installation, which can be cut off as a network is."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Way:
    """A port that leads to another one, until it is cut."""

    def __init__(self, to: int) -> None:
        self._to = to
        self._open: list[socket.socket] = []
        self.port = 0
        self.mend()

    def mend(self) -> None:
        """Let it lead there again."""
        self._door = socket.create_server(("127.0.0.1", self.port))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._let_in, args=(self._door,), daemon=True).start()

    def cut(self) -> None:
        """Refuse who comes, and cut off those who are there."""
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        for one in self._open:
            with suppress(OSError):  # the other side may have left
                one.shutdown(socket.SHUT_RDWR)
            one.close()
        self._open.clear()

    def _let_in(self, door: socket.socket) -> None:
        while True:
            try:
                near, _ = door.accept()
            except OSError:
                return
            far = socket.create_connection(("127.0.0.1", self._to))
            self._open += [near, far]
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=_pass_on, args=(source, sink), daemon=True).start()


def _pass_on(source: socket.socket, sink: socket.socket) -> None:
    with suppress(OSError):  # cut off
        while data := source.recv(65536):
            sink.sendall(data)
        sink.shutdown(socket.SHUT_WR)


@contextmanager
def way_to(port: int) -> Iterator[Way]:
    """Open another port to the installation, which can be cut."""
    way = Way(port)
    try:
        yield way
    finally:
        way.cut()
