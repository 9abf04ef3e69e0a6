"""A real nginx with deploy/nginx.conf, in front of a tiny web and a tiny live process."""

import json
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.kernel.http.headers import EVERYWHERE, NOTHING
from cli import proxy
from cli.ports import free_port, is_free
from cli.proxy import Ports
from tests.cli.test_supervisor import until

Ask = Callable[..., AbstractContextManager[HTTPResponse]]


Change = Callable[[str], str]


HOST = "warm.example:8080"


OWN = {
    "X-Content-Type-Options": EVERYWHERE["X-Content-Type-Options"],
    "Referrer-Policy": EVERYWHERE["Referrer-Policy"],
    "Cross-Origin-Resource-Policy": EVERYWHERE["Cross-Origin-Resource-Policy"],
    "Content-Security-Policy": NOTHING,
}


class Upstream(BaseHTTPRequestHandler):
    """Tells what it was asked with; a stream's second line comes when somebody let it."""

    protocol_version = "HTTP/1.1"
    go_on: threading.Event
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(f"{self.command} {self.path}")
        if self.path == "/dropped":
            self.close_connection = True
            return
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.send_response(200)
        for name, value in {**OWN, "Content-Security-Policy": "default-src 'self'"}.items():
            self.send_header(name, value)
        if self.path == "/live":
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(json.dumps(dict(self.headers)).encode() + b"\n")
            self.go_on.wait(20)
            self.wfile.write(b"second\n")
        else:
            body = json.dumps(dict(self.headers)).encode()
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    def do_POST(self) -> None:
        self.do_GET()

    def do_PATCH(self) -> None:
        self.do_GET()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def upstream() -> Iterator[int]:
    """The port of a web and a live process."""
    Upstream.go_on, Upstream.asked = threading.Event(), []
    server = ThreadingHTTPServer(("127.0.0.1", 0), Upstream)
    threading.Thread(target=server.serve_forever).start()
    yield server.server_port
    Upstream.go_on.set()
    server.shutdown()
    server.server_close()


@contextmanager
def running(command: list[str], port: int, log: Path) -> Iterator[None]:
    """A running nginx; what it says goes to a file."""
    with log.open("wb") as out, subprocess.Popen(command, stdout=out, stderr=out) as process:
        try:
            until(lambda: process.poll() is None and not is_free(port))
            yield
        finally:
            process.terminate()


@contextmanager
def nginx(place: Path, upstream: int, *, in_front: int = 0, change: Change = lambda conf: conf) -> Iterator[int]:
    """The port of an nginx as an installation on one machine has it, with a change to its configuration."""
    ports = Ports(public=free_port(), live=free_port(), web=upstream, live_process=upstream)
    command = proxy.configure(place, ports, in_front)
    conf = place / "proxy/nginx.conf"
    conf.write_text(change(conf.read_text()))
    with running(command, ports.public, place / "nginx.log"):
        yield ports.public


@contextmanager
def asked(
    connection: HTTPConnection, path: str, *, method: str = "GET", body: bytes | None = None, **headers: str
) -> Iterator[HTTPResponse]:
    with closing(connection):
        connection.request(method, path, body, {"Host": HOST, **headers})
        with connection.getresponse() as response:
            yield response


def asking(port: int) -> Ask:
    return lambda path, **headers: asked(HTTPConnection("127.0.0.1", port, timeout=10), path, **headers)


def three_of_an_address(conf: str) -> str:
    assert conf.count("limit_conn addresses 100;") == 2
    return conf.replace("limit_conn addresses 100;", "limit_conn addresses 3;")
