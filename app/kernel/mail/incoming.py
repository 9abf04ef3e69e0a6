"""Incoming mails: modules declare in their manifests which function processes their mails, because the module that
receives mails may not import them.

A mail that can be answered has its own signed address in Reply-To, so a reply proves that its sender received that
mail; it does not prove who the sender is.
"""

import base64
import re
from collections.abc import Callable, Mapping
from email import message_from_bytes
from email.message import EmailMessage, Message
from email.parser import BytesHeaderParser
from email.policy import Compat32, EmailPolicy, Policy
from typing import TypeVar, cast
from uuid import UUID

from prometheus_client import Counter

from app.kernel.config import config
from app.kernel.db.session import Session
from app.kernel.secrets.signing import is_signed, sign

PURPOSE = "mail reply"
# The headers with the recipient of a mail, first those that the delivering mail server adds.
ADDRESSED = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
# The number of bytes that are read of a mail: its text comes first, and attachments are not needed.
MAX_READ_BYTES = 256 * 1024
# The number of bytes that are read of a header, and the largest number of parts. The library's time grows with the
# square of a header's length, and each line is compared with the ends of all parts around it.
MAX_HEADER_BYTES, MAX_PARTS = 998, 50
REPLIES = Counter("hearth_mail_replies", "Answers by mail", ("outcome",))
_ADDRESS = re.compile(r"\bcase\+([a-z2-7]{26})([0-9a-f]{32})@", re.IGNORECASE)
_OURS = re.compile(r"\bcase\+[^\s@<>]*@", re.IGNORECASE)

Kind = TypeVar("Kind", bound=Message)


class _ShortHeaders(Policy):
    """Cuts the headers that a policy reads at MAX_HEADER_BYTES."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MAX_HEADER_BYTES]


class _OlderPolicy(_ShortHeaders, Compat32):
    """Python's older policy with short headers."""


class _NewerPolicy(_ShortHeaders, EmailPolicy):
    """Python's newer policy with short headers."""


# Called with the content of a mail; returns the outcome, or None if the mail is for another module.
Receiver = Callable[[Session, bytes], str | None]

_receivers: dict[str, Receiver] = {}


def install(receivers: Mapping[str, Receiver]) -> None:
    """Register the receivers of modules."""
    _receivers.update(receivers)


def receive(session: Session, content: bytes) -> str | None:
    """Give a mail to the module that it is for and return the outcome; None if it is for none."""
    for receiver in _receivers.values():
        outcome = receiver(session, content)
        if outcome is not None:
            REPLIES.labels(outcome).inc()
            return outcome
    return None


def reply_address(case_id: UUID) -> str | None:
    """Return the address for answers about a case; None if no domain for answers is configured."""
    domain = config().reply_domain
    if domain is None:
        return None
    name = base64.b32encode(case_id.bytes).decode().rstrip("=").lower()
    return f"case+{name}{sign(PURPOSE, case_id.hex)}@{domain}"


def names_case(text: str) -> bool:
    """Return whether a text contains an address of the form of cases, even a forged one."""
    return bool(_OURS.search(text))


def headers_of(content: bytes) -> Message:
    """Return a mail's headers, unparsed: newer policies fail on some malformed headers."""
    return BytesHeaderParser(policy=_OlderPolicy()).parsebytes(content[:MAX_READ_BYTES])


def parse(content: bytes, kind: type[Kind]) -> Kind:
    """Return the beginning of a mail as a message of a class.

    Raises ValueError for more than MAX_PARTS parts, and whatever the library raises for a malformed mail.
    """
    beginning = content[:MAX_READ_BYTES]
    if beginning.lower().count(b"content-type") > MAX_PARTS:
        raise ValueError("too many parts")
    policy = _NewerPolicy() if issubclass(kind, EmailMessage) else _OlderPolicy()
    return cast(Kind, message_from_bytes(beginning, kind, policy=policy))


def is_answer(message: Message) -> bool:
    """Return whether a mail is for an address of the form of cases, even a forged one."""
    return names_case(addressed(message))


def case_of(message: Message) -> UUID | None:
    """Return the case that a mail answers; None if no address in it has our signature."""
    for found in _ADDRESS.finditer(addressed(message)):
        case_id = UUID(bytes=base64.b32decode(f"{found[1].upper()}======"))
        if is_signed(PURPOSE, case_id.hex, found[2].lower()):
            return case_id
    return None


def addressed(message: Message) -> str:
    """Return the headers with the recipient of a mail, as one text."""
    return " ".join(str(value) for name in ADDRESSED for value in message.get_all(name, ()))
