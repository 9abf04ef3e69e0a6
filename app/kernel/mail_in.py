"""Mails that come in: reports of mail servers, and answers of people. All come by one door, and modules take what is
theirs: a module's manifest names its taker, because the door stands in a module that may not call it.

A mail that may be answered has an address of its own in Reply-To. Only this house can make it, so whoever writes to it
was sent it; it says nothing of whom it belongs to.
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
# Those first that a mail server writes which delivers it.
ADDRESSED = ("Delivered-To", "X-Original-To", "Envelope-To", "To", "Cc")
# How much of a mail is read, in bytes: its words come first, and what hangs on it is not read anyway.
READ_MOST = 256 * 1024
REPLIES = Counter("hearth_mail_replies", "Answers by mail", ("outcome",))
_ADDRESS = re.compile(r"\bcase\+([a-z2-7]{26})([0-9a-f]{32})@", re.IGNORECASE)
_OURS = re.compile(r"\bcase\+[^\s@<>]*@", re.IGNORECASE)

# Takes a mail as it came; returns what became of it, or None for what is none of this module's.
Taker = Callable[[Session, bytes], str | None]

_takers: dict[str, Taker] = {}


def install(takers: Mapping[str, Taker]) -> None:
    """Make the takers of modules known to this process."""
    _takers.update(takers)


def take(session: Session, content: bytes) -> str | None:
    """Let a mail be taken by the module that it is for; None where it is for none."""
    for taker in _takers.values():
        outcome = taker(session, content)
        if outcome is not None:
            REPLIES.labels(outcome).inc()
            return outcome
    return None


def reply_address(case_id: UUID) -> str | None:
    """Return where an answer about a case is to be mailed to; None where the house takes none in by mail."""
    domain = config().reply_domain
    if domain is None:
        return None
    name = base64.b32encode(case_id.bytes).decode().rstrip("=").lower()
    return f"case+{name}{sign(PURPOSE, case_id.hex)}@{domain}"


def names_case(text: str) -> bool:
    """Tell whether a text names an address such as cases have."""
    return bool(_OURS.search(text))


def headers_of(content: bytes) -> Message:
    """Return a mail's headers as they came. The newer policy takes them apart, and breaks at what no mail may hold."""
    return BytesHeaderParser(policy=policy.compat32).parsebytes(content[:READ_MOST])


def is_answer(message: Message) -> bool:
    """Tell whether a mail is for an address such as cases have, be it true or forged."""
    return names_case(addressed(message))


def case_of(message: Message) -> UUID | None:
    """Return the case that a mail is an answer to; None where the address is none of ours."""
    for found in _ADDRESS.finditer(addressed(message)):
        case_id = UUID(bytes=base64.b32decode(f"{found[1].upper()}======"))
        if is_signed(PURPOSE, case_id.hex, found[2].lower()):
            return case_id
    return None


def addressed(message: Message) -> str:
    """Return the addresses that a mail came to, as they stand in its headers."""
    return " ".join(str(value) for name in ADDRESSED for value in message.get_all(name, ()))
