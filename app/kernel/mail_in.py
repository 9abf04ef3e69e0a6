"""Incoming mails: modules name in their manifests what takes the mails that are theirs, because the module that
receives mails may not import them.

A mail that may be answered has an address of its own in Reply-To. It is signed, so whoever writes to it was sent it; it
does not tell who that is.
"""

import base64
import re
from collections.abc import Callable, Mapping
from email import policy
from email.message import Message
from email.parser import BytesHeaderParser
from uuid import UUID

from prometheus_client import Counter

from app.kernel.config import config
from app.kernel.db import Session
from app.kernel.signing import is_signed, sign

PURPOSE = "mail reply"
# The headers with the recipient of a mail; first those that the delivering mail server adds.
ADDRESSED = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
# How many bytes of a mail are read: its text comes first, and attachments are not read anyway.
READ_MOST = 256 * 1024
REPLIES = Counter("hearth_mail_replies", "Answers by mail", ("outcome",))
_ADDRESS = re.compile(r"\bcase\+([a-z2-7]{26})([0-9a-f]{32})@", re.IGNORECASE)
_OURS = re.compile(r"\bcase\+[^\s@<>]*@", re.IGNORECASE)

# Takes the bytes of a mail and returns what became of it, or None where it is for another module.
Taker = Callable[[Session, bytes], str | None]

_takers: dict[str, Taker] = {}


def install(takers: Mapping[str, Taker]) -> None:
    """Make the takers of modules known to this process."""
    _takers.update(takers)


def take(session: Session, content: bytes) -> str | None:
    """Hand a mail to the module that it is for and return what became of it; None where it is for none."""
    for taker in _takers.values():
        outcome = taker(session, content)
        if outcome is not None:
            REPLIES.labels(outcome).inc()
            return outcome
    return None


def reply_address(case_id: UUID) -> str | None:
    """Return where an answer about a case is to be mailed to; None where no domain for answers is set."""
    domain = config().reply_domain
    if domain is None:
        return None
    name = base64.b32encode(case_id.bytes).decode().rstrip("=").lower()
    return f"case+{name}{sign(PURPOSE, case_id.hex)}@{domain}"


def names_case(text: str) -> bool:
    """Tell whether a text holds an address of the form that cases have, even a forged one."""
    return bool(_OURS.search(text))


def headers_of(content: bytes) -> Message:
    """Return a mail's headers, unparsed: parsing them, as newer policies do, fails at some that are malformed."""
    return BytesHeaderParser(policy=policy.compat32).parsebytes(content[:READ_MOST])


def is_answer(message: Message) -> bool:
    """Tell whether a mail is for an address of the form that cases have, even a forged one."""
    return names_case(addressed(message))


def case_of(message: Message) -> UUID | None:
    """Return the case that a mail answers; None where no address in it is signed by us."""
    for found in _ADDRESS.finditer(addressed(message)):
        case_id = UUID(bytes=base64.b32decode(f"{found[1].upper()}======"))
        if is_signed(PURPOSE, case_id.hex, found[2].lower()):
            return case_id
    return None


def addressed(message: Message) -> str:
    """Return the headers of a mail that hold its recipient, as one text."""
    return " ".join(str(value) for name in ADDRESSED for value in message.get_all(name, ()))
