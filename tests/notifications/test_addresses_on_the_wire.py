"""Addresses with letters beyond ASCII as servers are told them: domains in ASCII, names by SMTPUTF8 or not at all."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, SSLContext
from typing import Any

import dkim
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from structlog.testing import capture_logs

from app.kernel.config import config
from app.kernel.db.session import transaction
from cli.ports import free_port
from modules.accounts.sessions.service import email_change
from modules.sites.contracts import Site
from tests.accounts.routes.doors import sign_up
from tests.conftest import Client, drain_now
from tests.factories.sites import set_site
from tests.fixture_types import LogIn, MakeMember, Pair
from tests.notifications.conftest import Postman
from tests.notifications.notifying import disabled, reported, send
from tests.notifications.test_mail_cli import run
from tests.notifications.test_mails import states
from tests.notifications.test_signed_mails import keys, own_domain
from tests.notifications.test_smtp import entry
from tests.reading import read_cases
from tests.settings import SetEnv

__all__ = ["keys"]

CASES = read_cases("addresses.tsv", escaped=("typed",))
IN_ASCII = [case for case in CASES if case["in SMTP"].isascii()]
JURGEN = "jürgen@example.com"


class Clerk(Postman):
    """Notes for whom mails came, with which options of SMTP, and whether by TLS and after a login."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[tuple[str, bool, bool, bool]] = []

    async def handle_RCPT(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Note for whom a mail is."""
        is_utf8 = "SMTPUTF8" in envelope.mail_options
        self.told.append((address, is_utf8, session.ssl is not None, bool(session.authenticated)))
        return await super().handle_RCPT(server, session, envelope, address, options)

    async def handle_MAIL(self, server: Any, session: Any, envelope: Any, address: str, options: Any) -> str:  # noqa: N802
        """Note the options of a mail."""
        envelope.mail_options.extend(options)
        return await super().handle_MAIL(server, session, envelope, address, options)


class Plain(SMTP):
    """A server of before 1995, which knows no EHLO."""

    async def smtp_EHLO(self, hostname: str) -> None:  # noqa: N802
        """Answer as to any word that is unknown."""
        await self.push(f"502 what is {hostname}?")


@contextmanager
def serving(clerk: Clerk, *, kind: type[SMTP] = SMTP, login: str = "", **options: Any) -> Iterator[None]:
    """Let mails go to a server with these abilities."""

    class Server(Controller):
        def factory(self) -> SMTP:
            return kind(self.handler, **self.SMTP_kwargs)

    server = Server(clerk, hostname="127.0.0.1", port=free_port(), **options)
    server.start()
    before = os.environ["HEARTH_SMTP_URL"]
    os.environ["HEARTH_SMTP_URL"] = f"smtp://{login}127.0.0.1:{server.port}"
    config.cache_clear()
    try:
        yield
    finally:
        server.stop()
        os.environ["HEARTH_SMTP_URL"] = before
        config.cache_clear()


@pytest.fixture
def tls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SSLContext:
    """What a server needs for STARTTLS, with a certificate that clients trust."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([])
    names = x509.SubjectAlternativeName([x509.IPAddress(IPv4Address("127.0.0.1"))])
    begin = datetime.now(UTC) - timedelta(hours=1)
    certificate = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(begin + timedelta(days=1))
        .add_extension(names, critical=True)
        .sign(key, hashes.SHA256())
    )
    form = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (tmp_path / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *form))
    (tmp_path / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
    context = SSLContext(PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "cert.pem", tmp_path / "key.pem")
    return context


@pytest.mark.spec("1.1", "5.3")
@pytest.mark.parametrize("case", IN_ASCII, ids=lambda case: ascii(case["typed"]))
def test_a_domain_is_told_in_ascii_to_every_server(client: Client, case: dict[str, str]) -> None:
    clerk = Clerk()
    with serving(clerk, enable_SMTPUTF8=False):
        assert sign_up(client, email=case["typed"]).status_code == 201
        drain_now()
    assert clerk.told == [(case["in SMTP"], False, False, False)]
    [mail], [raw] = clerk.mails, clerk.raw
    assert str(mail["To"]) == case["in SMTP"]
    assert raw.partition(b"\r\n\r\n")[0].isascii()


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["typed"]))
def test_a_try_goes_out_to_every_spelling(site: Site, case: dict[str, str]) -> None:
    clerk = Clerk()
    with serving(clerk):
        done = run("test", case["typed"], "--site", site.key)
    assert (done.exit_code, done.output) == (0, "The server at 127.0.0.1 accepted it: 250 kept\n")
    assert clerk.told == [(case["in SMTP"], not case["in SMTP"].isascii(), False, False)]


@pytest.mark.parametrize("has_login", [False, True], ids=["without a login", "with a login"])
@pytest.mark.parametrize("has_tls", [False, True], ids=["in the clear", "by STARTTLS"])
def test_a_name_beyond_ascii_leaves_by_smtputf8(
    pair: Pair, make_member: MakeMember, tls: SSLContext, has_tls: bool, has_login: bool
) -> None:
    writer, reader, clerk = pair[0], make_member(email=JURGEN), Clerk()
    options: dict[str, Any] = {"tls_context": tls, "require_starttls": True} if has_tls else {}
    if has_login:
        options |= {"login": "hello:secret@", "auth_require_tls": has_tls, "auth_required": has_tls}
        options["authenticator"] = lambda *_: AuthResult(success=True)
    with serving(clerk, **options):
        send(writer, reader)
    assert clerk.told == [(JURGEN, True, has_tls, has_login)]
    assert f"<{JURGEN}>".encode() in clerk.raw[0].partition(b"\r\n\r\n")[0]
    assert states(reader.id) == [("new-message", "sent")]


@pytest.mark.spec("8.7")
@pytest.mark.parametrize("kind", [SMTP, Plain], ids=["without SMTPUTF8", "without EHLO"])
def test_a_name_that_no_server_takes_is_refused_at_once_with_words_and_holds_up_no_other(
    pair: Pair, make_member: MakeMember, login: LogIn, kind: type[SMTP]
) -> None:
    writer, other = pair
    reader, clerk, before = make_member(email=JURGEN), Clerk(), reported("5.6")
    with serving(clerk, kind=kind, enable_SMTPUTF8=False), capture_logs() as logged:
        send(writer, reader)
        send(writer, other)
    assert [states(one.id) for one in (reader, other)] == [[("new-message", "dropped")], [("new-message", "sent")]]
    assert (entry(reader).done_at is not None, entry(reader).error) == (True, None)
    assert [told[0] for told in clerk.told] == [other.email]
    assert (disabled(reader, login), reported("5.6")) == ({}, before + 1)
    [noted] = [one["answer"] for one in logged if one["event"] == "mail refused for good"]
    assert "the address has letters beyond ASCII" in noted
    assert JURGEN not in str(logged)


@pytest.mark.spec("10.10")
@pytest.mark.parametrize("typed", [JURGEN, "用户@例子.example"], ids=ascii)
def test_a_try_that_cannot_leave_says_that_it_is_for_its_address(site: Site, typed: str) -> None:
    with serving(Clerk(), enable_SMTPUTF8=False):
        done = run("test", typed, "--site", site.key)
    assert done.exit_code == 1
    assert "refused it: 5.6.7 the address has letters beyond ASCII" in done.output
    assert "codec" not in done.output


def test_a_server_that_offers_no_login_where_one_is_set_is_tried_again(pair: Pair) -> None:
    """It is no refusal of the mail: the operator mends it within hours."""
    writer, reader = pair
    with serving(Clerk(), login="hello:secret@"):
        send(writer, reader)
    assert states(reader.id) == [("new-message", "queued")]


def test_a_mail_by_smtputf8_is_signed_as_it_goes_out(pair: Pair, make_member: MakeMember, keys: Any) -> None:
    writer, reader, clerk = pair[0], make_member(email=JURGEN), Clerk()
    with serving(clerk):
        send(writer, reader)
        record = keys(own_domain(clerk.mails[0]))
        send(make_member(name="Ada"), reader)
    assert dkim.verify(clerk.raw[1], dnsfunc=lambda *_, **__: record.encode())


def test_every_header_is_in_ascii_where_the_sender_and_the_answers_have_a_domain_of_letters(
    pair: Pair, site: Site, keys: Any, set_env: SetEnv
) -> None:
    record = keys("xn--bckerei-5wa.example")
    set_env(HEARTH_MAIL_FROM_DOMAIN="Bäckerei.example")
    writer, reader = pair
    clerk = Clerk()
    with serving(clerk, enable_SMTPUTF8=False):
        send(writer, reader)
    head = clerk.raw[0].partition(b"\r\n\r\n")[0].decode("ascii")
    assert re.search(r"^From:[^<]*<hello@xn--bckerei-5wa\.example>", head, re.MULTILINE)
    assert re.search(r"^Message-ID:\s+<\S+@xn--bckerei-5wa\.example>", head, re.MULTILINE)
    assert re.search(r"^List-Id: <\S+\.xn--bckerei-5wa\.example>", head, re.MULTILINE)
    assert re.search(r"^List-Unsubscribe: <https?://[!-~]+>", head, re.MULTILINE)
    assert dkim.verify(clerk.raw[0], dnsfunc=lambda *_, **__: record.encode())


@pytest.mark.parametrize(
    ("support", "answers_to"),
    [("help@bäckerei.example", "help@xn--bckerei-5wa.example"), ("käthe@example.com", "None")],
    ids=ascii,
)
def test_answers_go_where_every_server_can_send_them(site: Site, pair: Pair, support: str, answers_to: str) -> None:
    set_site(site, support_email=support)
    clerk = Clerk()
    with serving(clerk, enable_SMTPUTF8=False):
        send(*pair)
    assert str(clerk.mails[0]["Reply-To"]) == answers_to


@pytest.mark.spec("2.26", "2.34")
def test_a_mail_about_an_address_shows_it_in_its_letters(site: Site, make_member: MakeMember) -> None:
    member, clerk = make_member(language="en"), Clerk()
    with serving(clerk):
        with transaction() as session:
            change: dict[str, Any] = {"member_id": member.id, "site": site, "network": "test"}
            email_change.request_change(session, email="info@xn--bckerei-5wa.example", **change)
        drain_now()
    told = {told[0] for told in clerk.told}
    assert told == {member.email, "info@xn--bckerei-5wa.example"}
    [notice] = clerk.to("xn--bckerei")
    words = notice.get_body(("plain",))
    assert words is not None
    assert "info@bäckerei.example" in words.get_content()
