"""A real SMTP server that keeps what it gets."""

import os
from collections.abc import Iterator
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from app.kernel.config import config
from cli.folder import free_port


class Postman:
    """Takes mails; refuses `refuse` of them first, as a busy server does."""

    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuse = 0
        self.unknown: set[str] = set()

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:  # noqa: N802
        """Take mails for everybody but those who are `unknown`."""
        if address in self.unknown:
            return "550 5.1.1 there is nobody of that name"
        envelope.rcpt_tos.append(address)
        return "250 fine"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        """Keep one mail."""
        if self.refuse:
            self.refuse -= 1
            return "451 try again later"
        message = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(message, EmailMessage)
        self.mails.append(message)
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
