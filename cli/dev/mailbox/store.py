"""Caught messages as files; a message is on disk before its sender gets an answer."""

import os
import re
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from email.message import EmailMessage
from email.parser import BytesHeaderParser, BytesParser
from email.policy import default
from pathlib import Path
from typing import Any

from app.kernel.mail.addresses import as_stored

ID = re.compile(r"\d{20}-[0-9a-f]{8}")


@dataclass(frozen=True)
class Summary:
    """One line of the list."""

    id: str
    sender: str
    recipients: tuple[str, ...]
    subject: str
    received_at: float  # seconds since 1970


class Mailbox:
    """The messages of one folder; threads may share it."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._lock = threading.Lock()
        self._summaries = [_summary(path) for path in sorted(folder.glob("*.eml"))]

    def add(self, sender: str, recipients: Sequence[str], content: bytes) -> None:
        """Store one message; returns when it is on disk."""
        path = self._folder / f"{time.time_ns():020d}-{secrets.token_hex(4)}.eml"
        draft = path.with_suffix(".new")
        # The SMTP envelope takes precedence over the message's own headers.
        envelope = f"X-Envelope-From: {sender}\r\nX-Envelope-To: {', '.join(recipients)}\r\n"
        with draft.open("wb") as file:
            file.write(envelope.encode() + content)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
        folder = os.open(self._folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        with self._lock:
            self._summaries.append(_summary(path))

    def find(self, to: str = "") -> list[Summary]:
        """Return messages to an address (all if it is empty), newest first."""
        with self._lock:
            newest_first = self._summaries[::-1]
        return [summary for summary in newest_first if not to or as_stored(to).lower() in summary.recipients]

    def read(self, message_id: str) -> EmailMessage | None:
        """Return a whole message, or None if there is none with this id."""
        path = self._folder / f"{message_id}.eml"
        if not ID.fullmatch(message_id) or not path.exists():
            return None
        with path.open("rb") as file:
            return BytesParser(policy=default).parse(file)


def describe(message_id: str, message: EmailMessage) -> dict[str, Any]:
    """Return a message with its parts and headers, ready for JSON."""
    return {
        **asdict(_summarise(message_id, message)),
        "text": part(message, "plain"),
        "html": part(message, "html"),
        "headers": [[name, str(value)] for name, value in message.items()],
    }


def part(message: EmailMessage, kind: str) -> str:
    """Return the text or HTML of a message, or "" if it has none."""
    body = message.get_body((kind,))
    return str(body.get_content()) if body is not None else ""


def _summary(path: Path) -> Summary:
    with path.open("rb") as file:
        return _summarise(path.stem, BytesHeaderParser(policy=default).parse(file))


def _summarise(message_id: str, message: EmailMessage) -> Summary:
    return Summary(
        id=message_id,
        sender=str(message.get("From", message["X-Envelope-From"])),
        recipients=tuple(to.strip().lower() for to in str(message["X-Envelope-To"]).split(",")),
        subject=str(message.get("Subject", "")),
        received_at=int(message_id.partition("-")[0]) / 1e9,
    )
