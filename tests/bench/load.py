"""The load generator: requests made beforehand over connections that stay open, and what their times say.

It shares the cores with the servers that it measures, so it does as little as it can.
"""

import http
import json
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median, quantiles
from typing import Any

Times = list[float]
Call = Callable[[int], None]


class Connection:
    """One HTTP connection to a loopback port that stays open."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._open()

    def _open(self) -> None:
        self._socket = socket.create_connection(("127.0.0.1", self._port))
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(self, request: bytes, expected: int = 200) -> bytes:
        """Send a whole request and return the body of its answer; RuntimeError for another status than `expected`."""
        self._socket.sendall(request)
        received = b""
        while (end := received.find(b"\r\n\r\n")) < 0:
            received += self._more()
        head = received[:end].lower()
        if b"transfer-encoding: chunked" in head:
            raise RuntimeError("an answer of unknown length")
        length = int(head.partition(b"content-length:")[2].split(b"\r", 1)[0] or 0)
        while len(received) < end + 4 + length:
            received += self._more()
        status, body = int(head.split(b" ", 2)[1]), received[end + 4 :]
        if status == http.HTTPStatus.REQUEST_TIMEOUT:
            # The server would not wait any longer for something to do.
            self._open()
            return self.call(request, expected)
        if status != expected:
            raise RuntimeError(f"{request.split(b' HTTP', 1)[0].decode()}: {status} {body[:300].decode()}")
        return body

    def _more(self) -> bytes:
        part = self._socket.recv(262_144)
        if not part:
            raise RuntimeError("the server closed the connection")
        return part


def request(method: str, path: str, *, host: str, body: Any = None, headers: Mapping[str, str] | None = None) -> bytes:
    """Return the bytes of one request."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", "X-Hearthside-Client: web"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


def timed(call: Callable[[], Any]) -> float:
    """Return how many seconds a call takes."""
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def interleave(calls: Mapping[str, Call], *, rounds: int, each: int, warm: int = 20) -> dict[str, list[Times]]:
    """Return, for every variant, its times of each round. The variants take turns, one call after the other."""
    names = list(calls)
    for name in names:
        for number in range(warm):
            calls[name](number)
    measured: dict[str, list[Times]] = {name: [] for name in names}
    for round_number in range(rounds):
        for name in names:
            measured[name].append([])
        for number in range(each):
            turn = number % len(names)
            subject = round_number * each + number
            for name in names[turn:] + names[:turn]:
                measured[name][-1].append(timed(partial(calls[name], subject)))
    return measured


def at_pace(
    call: Callable[[Connection, int], None], *, port: int, rate: int, seconds: float, connections: int = 4
) -> Times:
    """Make `rate` calls a second over some connections, and return the time of each."""
    started = time.perf_counter()

    def share(first: int) -> Times:
        connection, times = Connection(port), []
        for number in range(first, int(seconds * rate), connections):
            time.sleep(max(0.0, started + number / rate - time.perf_counter()))
            times.append(timed(partial(call, connection, number)))
        return times

    with ThreadPoolExecutor(connections) as threads:
        return [taken for times in threads.map(share, range(connections)) for taken in times]


def p95(times: Sequence[float]) -> float:
    """Return the time below which 95 of 100 are."""
    return quantiles(times, n=20, method="inclusive")[-1]


def summary(rounds: Sequence[Times]) -> dict[str, float]:
    """Return the median of the rounds' p50 and p95, in milliseconds."""
    return {
        "p50": round(1000 * median(median(times) for times in rounds), 3),
        "p95": round(1000 * median(p95(times) for times in rounds), 3),
    }


def ratio(ours: Sequence[Times], bare: Sequence[Times], measure: Callable[[Sequence[float]], float] = p95) -> float:
    """Return the median of the rounds' ratios."""
    return round(median(measure(own) / measure(limit) for own, limit in zip(ours, bare, strict=True)), 2)
