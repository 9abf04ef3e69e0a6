"""A real SMTP server that keeps what it gets, a real live process, a push service, and members to notify."""

import os
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from flask import Flask
from sqlalchemy import text

from app.kernel.config import config
from app.kernel.db.session import transaction
from app.kernel.redis import redis
from app.kernel.secrets import vapid
from cli.ports import free_port
from modules.accounts.contracts import Member
from modules.notifications.service import push_sending
from modules.sites.contracts import Site
from tests.conftest import Client, drain_now
from tests.factories.accounts import make_member, open_session
from tests.factories.billing import give_credits
from tests.factories.sites import make_site
from tests.fixture_types import LogIn, MakeMember, Pair
from tests.notifications.push_service import Device, PushService
from tests.notifications.pushing import SUBSCRIPTIONS, Subscribe
from tests.notifications.streaming import LiveProcess, Tab, live_process
from tests.settings import SetEnv


class Postman:
    """Takes mails; refuses `refuse` of them first, as a busy server does, or answers a step with `answers` first."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.raw: list[bytes] = []
        self.senders: list[str] = []
        self.refuse = 0
        self.answers: dict[str, list[str]] = {}
        self.unknown: set[str] = set()

    def answer(self, step: str) -> str | None:
        """Take the next prepared answer to a step."""
        left = self.answers.get(step)
        return left.pop(0) if left else None

    async def handle_MAIL(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        """Take mails from everybody."""
        envelope.mail_from = address
        return self.answer("mail") or "250 fine"

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        """Take mails for everybody but those who are `unknown`."""
        prepared = self.answer("rcpt")
        if prepared:
            return prepared
        if address in self.unknown:
            return "550 5.1.1 there is nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep one mail."""
        prepared = self.answer("data")
        if prepared == "close":
            server.transport.close()
        if prepared:
            return prepared
        if self.refuse:
            self.refuse -= 1
            return "451 try again later"
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
        self.raw.append(envelope.original_content)
        self.senders.append(envelope.mail_from)
        return "250 kept"

    def to(self, address: str) -> list[EmailMessage]:
        """Return the mails to one person."""
        return [mail for mail in self.mails if address in str(mail["To"])]


@pytest.fixture
def postman(_engines: None) -> Iterator[Postman]:
    """Let mails go to a server of this test."""
    keeper = Postman()
    port = free_port()
    controller = Controller(keeper, hostname="127.0.0.1", port=port)
    controller.start()
    before = os.environ["HEARTH_SMTP_URL"]
    os.environ["HEARTH_SMTP_URL"] = f"smtp://127.0.0.1:{port}"
    config.cache_clear()
    yield keeper
    controller.stop()
    os.environ["HEARTH_SMTP_URL"] = before
    config.cache_clear()


@pytest.fixture(scope="module")
def live_site(_engines: None) -> Site:
    """A site that the live process knows from its beginning; it sees new ones after some seconds only."""
    with transaction() as session:
        return make_site(session)


@pytest.fixture(scope="module")
def process(live_site: Site) -> Iterator[LiveProcess]:
    """One live process for a file's tests."""
    with live_process() as running:
        yield running


@pytest.fixture
def couple(process: LiveProcess, live_site: Site) -> tuple[Member, ...]:
    """Ada and Ben, who have credits."""
    with transaction() as session:
        both = tuple(make_member(session, site=live_site, name=name) for name in ("Ada", "Ben"))
        for member in both:
            give_credits(session, member_id=member.id, credits=500)
    drain_now()
    return both


@pytest.fixture
def log_in(app: Flask, live_site: Site) -> Callable[[Any], Client]:
    """Return a browser in which a member is logged in."""

    def run(member: Member) -> Client:
        browser = Client(app, live_site.hosts[0])
        with transaction() as session:
            token = open_session(session, member_id=member.id)
        browser.http.set_cookie("hearth_session", token, domain=browser.host)
        return browser

    return run


@pytest.fixture
def open_tab(process: LiveProcess, log_in: Callable[[Any], Client]) -> Iterator[Callable[..., Tab]]:
    """Open a stream in a browser, a new one unless one is given."""
    tabs: list[Tab] = []

    def run(member: Member, browser: Client | None = None, **over: Any) -> Tab:
        tabs.append(Tab(browser or log_in(member), member_id=member.id if member else None, **over))
        return tabs[-1]

    yield run
    for tab in tabs:
        tab.close()


@pytest.fixture
def pair(make_member: MakeMember) -> Pair:
    """Return a member who writes and one who is notified."""
    return make_member(name="Alma"), make_member(name="Bert", language="en")


@pytest.fixture
def service(_engines: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_env: SetEnv) -> Iterator[PushService]:
    """A push service that this installation is allowed to talk to, and believes in."""
    key = tmp_path / "push.pem"
    key.write_text(vapid.new_key())
    running = PushService(tmp_path, push_key=vapid.public_key(vapid.read_key(key)))
    files = {"HEARTH_VAPID_FILE": str(key), "SSL_CERT_FILE": str(running.authority)}
    set_env(HEARTH_PUSH_HOSTS=f"localhost:{running.port}", **files)
    # A busy machine sends everything in one run, too.
    monkeypatch.setattr(push_sending, "MAX_SECONDS", 60.0)
    redis().delete("mark:push-away:localhost")
    _forget_pushes()
    yield running
    running.close()


def _forget_pushes() -> None:
    """Delete what earlier tests left to be sent."""
    with transaction() as session:
        session.execute(text("DELETE FROM notifications.push_notice"))
        session.execute(text("DELETE FROM notifications.unsent_push"))


@pytest.fixture
def subscribe(service: PushService, login: LogIn) -> Subscribe:
    """Let a member subscribe a browser, by the documented address of the API."""

    def run(member: Member, browser: Client | None = None) -> Device:
        device = service.device()
        asked = browser or login(member)
        answer = asked.post(SUBSCRIPTIONS, device.subscription, headers={"User-Agent": "Chrome on a test"})
        assert answer.status_code == 204, answer.json
        return device

    return run
