"""deploy/nginx.conf in a real nginx, in front of a tiny web and a tiny live process."""

import json
import re
import shutil
import ssl
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.kernel.config import COUNTRY_HEADERS
from app.kernel.http.headers import EVERYWHERE, NOTHING, TLS_ONLY
from app.kernel.http.schema import File
from app.registry import RESOURCES
from cli import proxy
from cli.doctor import doctor
from cli.errors import CliError
from cli.paths import ROOT
from cli.ports import free_port, is_free
from cli.proxy import CONF, Ports
from tests.cli.test_supervisor import until
from tests.notifications.push_service import make_certificates
from tests.security.slow_clients import HALF_BODY, HALF_HEAD, begin

Ask = Callable[..., AbstractContextManager[HTTPResponse]]
Change = Callable[[str], str]
HOST = "warm.example:8080"
OWN = {
    "X-Content-Type-Options": EVERYWHERE["X-Content-Type-Options"],
    "Referrer-Policy": EVERYWHERE["Referrer-Policy"],
    "Cross-Origin-Resource-Policy": EVERYWHERE["Cross-Origin-Resource-Policy"],
    "Content-Security-Policy": NOTHING,
}
MEGABYTE = 1024 * 1024


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


def as_in_containers(conf: str) -> str:
    """Take back what an installation on one machine believes otherwise."""
    changed = conf.replace("geo $is_second { default 0; }", "geo $is_second { default 1; }")
    assert changed != conf
    return changed


@pytest.fixture
def ask(place: Path, upstream: int) -> Iterator[Ask]:
    """Ask the installation through the proxy."""
    with nginx(place, upstream) as port:
        yield lambda path, **headers: asked(HTTPConnection("127.0.0.1", port, timeout=10), path, **headers)


@contextmanager
def asked(
    connection: HTTPConnection, path: str, *, method: str = "GET", body: bytes | None = None, **headers: str
) -> Iterator[HTTPResponse]:
    with closing(connection):
        connection.request(method, path, body, {"Host": HOST, **headers})
        with connection.getresponse() as response:
            yield response


def policies(response: HTTPResponse) -> dict[str, list[str]]:
    """Every header by which browsers are told what they may, with each time that it is there."""
    told = {name: response.headers.get_all(name) for name in (*OWN, "Strict-Transport-Security")}
    return {name: values for name, values in told.items() if values}


def test_nginx_takes_the_file_as_it_stands(place: Path) -> None:
    def said(conf: Path) -> str:
        command = [*proxy.program(), "-t", "-e", "stderr", "-p", str(place), "-c", str(conf)]
        return subprocess.run(command, capture_output=True, text=True, check=False).stderr

    assert "test is successful" in said(CONF)
    assert "[warn]" not in said(CONF)
    wrong = place / "wrong.conf"
    wrong.write_text(CONF.read_text().replace("server_tokens", "server_token"))
    assert "[emerg]" in said(wrong)


# What somebody in front says of who asks: a proxy, or who asks themselves.
SAID = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Host": "other.example",
    "X-Forwarded-Proto": "https",
    **dict.fromkeys(COUNTRY_HEADERS, "NL"),
}


def learned(ask: Ask, path: str, **headers: str) -> dict[str, str]:
    """Return what the installation hears of who asks, in small letters."""
    Upstream.go_on.set()
    with ask(path, Cookie="a=b", **headers) as response:
        told = {name.lower(): value for name, value in json.loads(response.readline()).items()}
        assert (told["host"], told["cookie"]) == (HOST, "a=b")
        said = {**OWN, "Content-Security-Policy": "default-src 'self'"}
        assert policies(response) == {name: [value] for name, value in said.items()}
    return {name: told[name] for name in map(str.lower, SAID) if name in told}


def asking(port: int) -> Ask:
    return lambda path, **headers: asked(HTTPConnection("127.0.0.1", port, timeout=10), path, **headers)


@pytest.mark.parametrize("path", ["/members", "/live"])
def test_where_nobody_stands_in_front_browsers_are_not_believed_who_they_are(ask: Ask, path: str) -> None:
    own = {"x-forwarded-for": "127.0.0.1", "x-forwarded-host": HOST, "x-forwarded-proto": "http"}
    assert learned(ask, path) == learned(ask, path, **SAID) == own


@pytest.mark.parametrize("path", ["/members", "/live"])
def test_the_operators_proxy_is_believed(place: Path, upstream: int, path: str) -> None:
    with nginx(place, upstream, in_front=1) as port:
        told = {name.lower(): value for name, value in SAID.items()}
        assert learned(asking(port), path, **SAID) == {**told, "x-forwarded-for": "203.0.113.9, 127.0.0.1"}
        assert learned(asking(port), path) == {"x-forwarded-for": "127.0.0.1", "x-forwarded-proto": "http"}
        assert learned(asking(port), path, **{"X-Forwarded-Proto": "ftp"})["x-forwarded-proto"] == "http"


@pytest.mark.parametrize("path", ["/members", "/live"])
def test_in_containers_it_is_too_but_the_host_is_the_one_that_was_asked_for(
    place: Path, upstream: int, path: str
) -> None:
    with nginx(place, upstream, change=as_in_containers) as port:
        told = {name.lower(): value for name, value in SAID.items()}
        own = {"x-forwarded-for": "203.0.113.9, 127.0.0.1", "x-forwarded-host": HOST}
        assert learned(asking(port), path, **SAID) == {**told, **own}


def test_a_stream_is_passed_on_at_once(ask: Ask) -> None:
    with ask("/live") as stream:
        assert json.loads(stream.readline())["Host"] == HOST
        assert not Upstream.go_on.is_set()
        Upstream.go_on.set()
        assert stream.readline() == b"second\n"


def uploads() -> list[str]:
    """Every path that takes a file, by both descriptions of what the installation offers."""
    paths = json.loads((ROOT / "member-web/openapi.json").read_text())["paths"]
    members = [
        path
        for path, operations in paths.items()
        if "multipart/form-data" in operations.get("post", {}).get("requestBody", {}).get("content", ())
    ]
    console = [
        f"/ops/api/{resource.key}/{{id}}/actions/{action.name}"
        for resource in RESOURCES
        for action in resource.actions
        if action.form and any(isinstance(field, File) for field in action.form._declared_fields.values())
    ]
    assert members
    assert console
    return [*members, *console, "/api/v1/mail-returns"]


@pytest.mark.parametrize("path", uploads())
def test_a_file_may_be_large(ask: Ask, path: str) -> None:
    path = re.sub(r"\{\w+\}", "01a222b2-14b2-7707-8c37-280cb0248705", path)
    with ask(path, method="POST", body=bytes(11 * MEGABYTE)) as response:
        assert response.status == 200
    with ask(path, method="POST", **{"Content-Length": str(12 * MEGABYTE + 1)}) as response:
        assert response.status == 413


@pytest.mark.parametrize(
    "path", ["/api/v1/session", "/api/v1/photos/order", "/api/v1/profile", "/ops/api/session", "/live"]
)
def test_nothing_else_may(ask: Ask, path: str) -> None:
    with ask(path, method="POST", **{"Content-Length": str(MEGABYTE + 1)}) as response:
        assert response.status == 413
        assert policies(response) == {name: [value] for name, value in OWN.items()}
        assert response.headers["Server"] == "nginx", "no version"
    assert Upstream.asked == []


@pytest.mark.parametrize("beginning", [HALF_HEAD, HALF_BODY], ids=["head", "body"])
def test_half_a_request_is_ended_and_nobody_is_asked(place: Path, upstream: int, beginning: bytes) -> None:
    def sooner(conf: str) -> str:
        assert conf.count("timeout 10s;") == 2
        return conf.replace("timeout 10s;", "timeout 1s;")

    with nginx(place, upstream, change=sooner) as port, closing(begin(port, beginning, HOST)) as half:
        said = half.recv(1000)
        assert said == b"" or said.startswith(b"HTTP/1.1 408 ")
    assert Upstream.asked == []


UPLOAD = HALF_BODY.replace(b"/api/v1/session?slow", b"/api/v1/photos")


def status(port: int, path: str = "/") -> int:
    with asking(port)(path) as response:
        return response.status


@pytest.mark.skipif(sys.platform == "darwin", reason="only Linux has many addresses on the loopback")
@pytest.mark.parametrize("beginning", [HALF_BODY, UPLOAD], ids=["body", "file"])
def test_one_address_holds_three_slow_bodies_and_no_more(place: Path, upstream: int, beginning: bytes) -> None:
    Upstream.go_on.set()
    with nginx(place, upstream, change=three_of_an_address) as port, ExitStack() as slow:
        for _ in range(3):
            slow.enter_context(closing(begin(port, beginning, HOST, address="127.0.0.2")))
            assert status(port) == 200
        more = slow.enter_context(closing(begin(port, beginning, HOST, address="127.0.0.2")))
        assert more.recv(1000).startswith(b"HTTP/1.1 429 ")
        assert status(port) == 200, "other addresses are let in"


def test_behind_a_proxy_of_the_operators_nobody_is_counted(place: Path, upstream: int) -> None:
    with nginx(place, upstream, in_front=1, change=three_of_an_address) as port, ExitStack() as slow:
        for _ in range(9):
            slow.enter_context(closing(begin(port, HALF_BODY, HOST)))
        assert status(port) == 200


def test_streams_are_not_counted(place: Path, upstream: int) -> None:
    with nginx(place, upstream, change=three_of_an_address) as port, ExitStack() as streams:
        for _ in range(9):
            stream = streams.enter_context(asking(port)("/live"))
            assert json.loads(stream.readline())["Host"] == HOST
        assert status(port) == 200
        Upstream.go_on.set()


SLOW_STREAM = HALF_BODY.replace(b"/api/v1/session?slow", b"/live")


@pytest.mark.parametrize(
    "beginning",
    [
        SLOW_STREAM,
        SLOW_STREAM.replace(b"POST", b"GET"),
        SLOW_STREAM.replace(b"Content-Length: 5000", b"Transfer-Encoding: chunked").replace(b'{"email":', b"00"),
    ],
    ids=["post", "get", "without a length"],
)
def test_a_stream_has_no_body_that_could_be_slow(place: Path, upstream: int, beginning: bytes) -> None:
    with nginx(place, upstream) as port, closing(begin(port, beginning, HOST)) as slow:
        assert slow.recv(1000).startswith(b"HTTP/1.1 413 ")
    assert Upstream.asked == []


def three_of_an_address(conf: str) -> str:
    assert conf.count("limit_conn addresses 100;") == 2
    return conf.replace("limit_conn addresses 100;", "limit_conn addresses 3;")


@pytest.mark.parametrize("method", ["POST", "PATCH"])
def test_what_may_write_is_never_sent_twice(ask: Ask, method: str) -> None:
    with ask("/"):
        pass  # its connection is kept, and used again
    with ask("/dropped", method=method, body=b"{}") as response:
        assert response.status == 502
    assert Upstream.asked == ["GET /", f"{method} /dropped"]


@pytest.mark.parametrize("path", ["/", "/live"])
def test_nobody_there_is_told_as_the_installation_tells_it_by_https_too(place: Path, path: str) -> None:
    make_certificates(place / "authority.pem", place / "own.pem")
    tls = f"ssl; ssl_certificate {place}/own.pem; ssl_certificate_key {place}/own.pem;"
    trusting = ssl.create_default_context(cafile=str(place / "authority.pem"))
    with (
        nginx(
            place, free_port(), change=lambda conf: re.sub(r"(listen [\d.:]+);", rf"\1 {tls}", conf, count=1)
        ) as port,
        asked(HTTPSConnection("localhost", port, context=trusting, timeout=10), path) as response,
    ):
        assert response.status == 502
        own = {**OWN, "Strict-Transport-Security": TLS_ONLY}
        assert policies(response) == {name: [value] for name, value in own.items()}
    assert (place / "nginx.log").read_text() == "", "no address, and no path"


def test_whoever_comes_by_http_is_led_to_https_as_the_operators_page_says(place: Path) -> None:
    [server] = re.findall(r"^    (server \{ listen 80; .*\})$", (ROOT / "docs/operating.md").read_text(), re.MULTILINE)

    def instead(conf: str) -> str:
        before, listen, _ = re.split(r"server \{\s+listen ([\d.:]+);", conf)
        return f"{before} {server.replace('listen 80;', f'listen {listen};')} }}"

    with (
        nginx(place, free_port(), change=instead) as port,
        asked(HTTPConnection("127.0.0.1", port, timeout=10), "/members?page=2") as response,
    ):
        assert (response.status, response.headers["Location"]) == (301, "https://warm.example/members?page=2")


def test_without_the_package_it_is_the_nginx_on_path_or_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proxy, "find_spec", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: "/opt/nginx")
    assert proxy.program() == ["/opt/nginx"]
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CliError, match="install one"):
        proxy.program()


def test_doctor_says_what_to_install_where_there_is_no_nginx(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(proxy, "find_spec", lambda name: None)
    monkeypatch.setenv("PATH", "")
    result = CliRunner().invoke(doctor, ["--data", str(tmp_path), "--json"])
    [row] = [row for row in json.loads(result.stdout) if row["check"] == "nginx"]
    mend = "install nginx so that it is on PATH"
    assert row == {"check": "nginx", "is_well": False, "is_behind": False, "seen": "not there", "mend": mend}
    assert result.exit_code == 1


@pytest.mark.parametrize("told", ["-1", "two", "1.5"])
def test_how_many_stand_in_front_is_a_number(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setenv("HEARTH_TRUSTED_PROXIES", told)
    with pytest.raises(CliError, match="HEARTH_TRUSTED_PROXIES"):
        proxy.count_in_front()


def test_a_line_that_the_file_has_no_more_is_missed() -> None:
    ports = Ports(public=1, live=2, web=3, live_process=4)
    with pytest.raises(ValueError, match="listen 8080"):
        proxy.adapted(CONF.read_text().replace("listen 8080", "listen 8081"), ports, in_front=0)
