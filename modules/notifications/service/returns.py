"""Mails that came back or were reported as spam: reports of mail servers, and what they stop (spec 8.7)."""

import re
from email import message_from_bytes
from email.message import Message
from uuid import UUID

from app.kernel.db import Session
from app.kernel.signing import is_signed
from modules.notifications import queries
from modules.notifications.contracts import Cause, NoticeType
from modules.notifications.service import mails, wishes

_OUR_MESSAGE = re.compile(rb"^Message-ID:\s*<([0-9a-f]{32})\.([0-9a-f]{32})@", re.IGNORECASE | re.MULTILINE)


def record_return(session: Session, *, mail_id: UUID, cause: Cause) -> None:
    """Send its member no more mails that they may refuse; those about safety and money still go."""
    mails.drop_mail(session, mail_id=mail_id)
    mail = queries.find_mail(session, mail_id)
    # Somebody without an account has nothing that could be switched off.
    if mail is not None and mail.member_id is not None:
        wishes.disable_mail(session, member_id=mail.member_id, types=NoticeType, cause=cause)


def take_report(session: Session, *, report: bytes) -> Cause | None:
    """Act on a mail server's report (RFC 3464, RFC 5965) and return what it told; None for what is none of ours.

    A delay is no return. Only a report that quotes the signed Message-ID of our mail is believed.
    """
    cause, mail_id = _cause_of(message_from_bytes(report)), _mail_of(report)
    if cause is None or mail_id is None or queries.find_mail(session, mail_id) is None:
        return None
    record_return(session, mail_id=mail_id, cause=cause)
    return cause


def take_message_id(session: Session, *, message_id: str, cause: Cause) -> Cause | None:
    """Act on what is told of the mail with a signed Message-ID; None for what is none of ours."""
    mail_id = _mail_of(f"Message-ID: <{message_id.strip().strip('<>')}>".encode())
    if mail_id is None or queries.find_mail(session, mail_id) is None:
        return None
    record_return(session, mail_id=mail_id, cause=cause)
    return cause


def _cause_of(message: Message) -> Cause | None:
    parts = {part.get_content_type(): part for part in message.walk()}
    if "message/feedback-report" in parts:
        return Cause.SPAM_REPORT
    status = parts.get("message/delivery-status")
    if status is None:
        return None
    blocks = status.get_payload() if status.is_multipart() else []
    fields = b"\n".join(block.as_bytes() for block in blocks if isinstance(block, Message))
    has_failed = re.search(rb"^Action:\s*failed", fields, re.IGNORECASE | re.MULTILINE)
    is_for_good = re.search(rb"^Status:\s*5\.", fields, re.IGNORECASE | re.MULTILINE)
    return Cause.BOUNCE if has_failed and is_for_good else None


def _mail_of(report: bytes) -> UUID | None:
    for found in _OUR_MESSAGE.finditer(report):
        id, signature = found[1].decode(), found[2].decode()
        if is_signed("message-id", id, signature):
            return UUID(id)
    return None
