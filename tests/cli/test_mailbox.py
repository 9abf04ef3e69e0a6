"""The mailbox: what SMTP hands over is kept, shown without any power, and found by address."""

import smtplib
import sys
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from cli.paths import ROOT
from cli.ports import free_port
from cli.probe import answers
from cli.process import Service
from cli.supervisor import Supervisor
from tests.asking import ask
from tests.running import own_environment

JSON = {"Content-Type": "application/json"}


class Box:
    """A running mailbox."""

    def __init__(self, supervisor: Supervisor, folder: Path) -> None:
        self.smtp, self.http = free_port(), free_port()
        ports = ["--smtp-port", str(self.smtp), "--http-port", str(self.http)]
        self.service = Service(
            name="mailbox",
            argv=[sys.executable, "-m", "cli", "mailbox", "--folder", folder / "mail", *ports],
            env=own_environment(),
            cwd=ROOT,
            log=folder / "mailbox.log",
            ready=lambda: answers(self.http, "/"),
        )
        [self.child] = supervisor.start(self.service)

    def send(self, message: EmailMessage, *to: str) -> None:
        """Hand a message over by SMTP."""
        with smtplib.SMTP("127.0.0.1", self.smtp) as server:
            server.send_message(message, to_addrs=list(to) or None)

    def get(self, path: str) -> Any:
        """Ask the page."""
        return ask("GET", f"http://127.0.0.1:{self.http}{path}")

    def list(self, to: str = "") -> list[dict[str, Any]]:
        """The list as JSON."""
        found: list[dict[str, Any]] = self.get(f"/api/messages?to={to}").json()
        return found


@pytest.fixture
def box(place: Path) -> Iterator[Box]:
    """A running mailbox."""
    with Supervisor() as supervisor:
        box = Box(supervisor, place)
        yield box


def mail(subject: str = "Bevestig je e-mailadres, Zoë") -> EmailMessage:
    """A mail with a text and an HTML part."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Hearthside <post@hearthside.test>", "zoe@example.org", subject
    message.set_content("Hallo Zoë: http://hearthside.localhost/activate?code=1\n")
    message.add_alternative("<h1>Hallo Zoë</h1><script>alert(1)</script>", subtype="html")
    return message


@pytest.mark.spec("1.1")
def test_a_mail_is_found_by_the_address_it_went_to(box: Box) -> None:
    box.send(mail("first"))
    box.send(mail("second"), "Anna@Example.org", "zoe@example.org")
    assert [found["subject"] for found in box.list()] == ["second", "first"]
    assert [found["subject"] for found in box.list("anna@example.org")] == ["second"]
    assert box.list("nobody@example.org") == []
    whole = box.get(f"/api/messages/{box.list()[1]['id']}").json()
    assert whole["text"] == "Hallo Zoë: http://hearthside.localhost/activate?code=1\n"
    assert "<h1>Hallo Zoë</h1>" in whole["html"]
    assert ["To", "zoe@example.org"] in whole["headers"]


@pytest.mark.parametrize("address", ["jürgen@xn--bckerei-5wa.example", "jürgen@bäckerei.example"], ids=ascii)
def test_a_mail_by_smtputf8_is_taken_shown_and_found_in_either_spelling(box: Box, address: str) -> None:
    message = mail()
    message.replace_header("To", "jürgen@xn--bckerei-5wa.example")
    box.send(message)
    [found] = box.list(quote(address))
    assert found["recipients"] == ["jürgen@xn--bckerei-5wa.example"]
    assert "jürgen@xn--bckerei-5wa.example" in box.get(f"/messages/{found['id']}").data.decode()


def test_an_accepted_mail_outlives_a_crash(box: Box, place: Path) -> None:
    box.send(mail("kept"))
    box.child.kill()
    with Supervisor() as supervisor:
        assert [found["subject"] for found in Box(supervisor, place).list()] == ["kept"]


def test_a_mail_is_shown_without_any_power(box: Box) -> None:
    box.send(mail("<b>Subject</b>"))
    [found] = box.list()
    page = box.get(f"/messages/{found['id']}")
    assert "&lt;b&gt;Subject&lt;/b&gt;" in page.data.decode()
    assert "script-src" not in page.headers["Content-Security-Policy"]
    html = box.get(f"/messages/{found['id']}/html").headers["Content-Security-Policy"]
    assert html.startswith("default-src 'none'; ")
    assert "sandbox allow-popups" in html
    assert "allow-scripts" not in html
    assert "allow-same-origin" not in html


@pytest.mark.spec("1.1", "5.6")
def test_an_sms_is_found_by_the_phone_it_went_to(box: Box) -> None:
    def send(**values: str) -> int:
        url = f"http://127.0.0.1:{box.http}/sms"
        return int(ask("POST", url, json=values).status)

    assert send(to="+31612345678", text="123456 is je code, Zoë: €19.99 <b>", id="1") == 202
    assert send(to="+491511234567", text="654321", id="2") == 202
    assert send(to="+31612345678") == 400
    [found] = box.get("/api/sms?to=%2B31612345678").json()
    assert found["subject"] == "123456 is je code, Zoë: €19.99 <b>"
    assert "Zoë: €19.99 &lt;b&gt;" in box.get("/sms").data.decode()
    assert box.list() == []


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[" * 30_000 + b"]" * 30_000,
        b'{"to": ' + b"9" * 5_000 + b', "text": "1"}',
        b'{"to": "+31612345678", "text": "\\ud800"}',
        b'{"to": "\\ud800", "text": "1"}',
        '{"to": "+31612345678", "text": "é"}'.encode("latin-1"),
    ],
    ids=lambda body: str(body[:20]),
)
def test_an_sms_that_cannot_be_read_is_refused(box: Box, body: bytes) -> None:
    assert ask("POST", f"http://127.0.0.1:{box.http}/sms", headers=JSON, body=body).status == 400
    assert box.get("/api/sms").json() == []


@pytest.mark.parametrize("length", ["-1", "soon", "9" * 5_000])
def test_an_sms_of_a_length_that_makes_no_sense_is_refused(box: Box, length: str) -> None:
    answer = ask("POST", f"http://127.0.0.1:{box.http}/sms", headers={**JSON, "Content-Length": length}, body=b"{}")
    assert answer.status == 404


@pytest.mark.parametrize("path", ["/messages/none", "/api/messages/..%2f..%2fsecret.key", "/elsewhere"])
def test_what_is_not_there_is_not_found(box: Box, path: str) -> None:
    assert box.get(path).status == 404


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Content-Type": "text/plain"},
    ],
)
def test_a_page_of_another_site_reads_and_sends_nothing(box: Box, headers: dict[str, str]) -> None:
    box.send(mail(), "zoe@example.org")
    url = f"http://127.0.0.1:{box.http}"
    if "Content-Type" not in headers:
        assert ask("GET", f"{url}/api/messages", headers=headers).status == 403
    sms = {**JSON, **headers}
    body = b'{"to": "+31612345678", "text": "Hello", "id": "1"}'
    assert ask("POST", f"{url}/sms", headers=sms, body=body).status == 403
    assert box.get("/api/sms").json() == []
