"""deploy/nginx.conf in a real nginx, in front of a tiny web and a tiny live process."""

import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest
from click.testing import CliRunner

from app.kernel.config import COUNTRY_HEADERS
from app.kernel.http.headers import TLS_ONLY
from app.kernel.http.schema import File
from app.registry import RESOURCES
from cli import proxy
from cli.doctor import doctor
from cli.errors import CliError
from cli.paths import ROOT
from cli.ports import free_port
from cli.proxy import CONF, Ports
from tests.cli.proxying import (
    HOST,
    OWN,
    Ask,
    Upstream,
    asked,
    asking,
    nginx,
    upstream,
)
from tests.notifications.push_service import make_certificates

__all__ = ["upstream"]

MEGABYTE = 1024 * 1024


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
    assert row == {"check": "nginx", "is_well": False, "is_behind": False, "seen": "not found", "mend": mend}
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
