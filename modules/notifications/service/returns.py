"""Mails that came back or were reported as spam: reports of mail servers, and what they stop (spec 8.7)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from uuid import UUID

from app.kernel import mail, mail_in, marks, metrics
from app.kernel.db import Session
from app.kernel.errors import Invalid
from app.kernel.outbox import publish
from modules.notifications import queries
from modules.notifications.contracts import Cause, NoticeType
from modules.notifications.events import MailReported
from modules.notifications.service import bounces, mail_ids, mails, wishes

# RFC 5965 and the types that were registered since.
FEEDBACK_TYPES = ("abuse", "auth-failure", "fraud", "not-spam", "other", "virus")
CAUSES = {mail.NOBODY: Cause.BOUNCE, "abuse": Cause.SPAM_REPORT, "fraud": Cause.SPAM_REPORT}
# What is seen by whom it switched mails off for.
EXPECTED = (mail.NOBODY, "abuse")
COUNTED_ONCE = 30 * 24 * 3600
# `increase()` in Prometheus needs a series that began at 0.
for _kind in (*FEEDBACK_TYPES, *mail.REFUSALS):
    metrics.MAIL_REPORTS.labels(_kind)

_SMTP_CODE = re.compile(r"(?:smtp\s*;\s*)?(\d{3})\b", re.IGNORECASE)


class _Part(Message):
    """A part of a report. It is kept as it came: the library reads what is in a mail without decoding it first."""

    def get_content_type(self) -> str:
        """Return the type of a part, text where it is a mail, so that it stays whole."""
        return super().get_content_type().replace("message/", "text/", 1)


def record_return(session: Session, *, mail_id: UUID, cause: Cause) -> None:
    """Send its member no more mails that they may refuse; those about safety and money still go."""
    mails.drop_mail(session, mail_id=mail_id)
    row = queries.find_mail(session, mail_id)
    # Somebody without an account has nothing that could be switched off.
    if row is not None and row.member_id is not None:
        wishes.disable_mail(session, member_id=row.member_id, types=NoticeType, cause=cause)


def take_report(session: Session, *, report: bytes) -> Cause | None:
    """Act on a mail server's report (RFC 3464, RFC 5965, or words) and return its cause; None for what switches
    nothing off.

    A delay is no return. Only a report is believed that came to the return path of our mail, or quotes that or its
    Message-ID. Raises Invalid for what cannot be read.
    """
    try:
        message = mail_in.parse(report, _Part)
        parts = list(_parts_of(message))
    except Exception:  # the library raises what it likes at what no mail may hold
        raise Invalid() from None
    mail_id = mail_ids.find_named(mail_in.addressed(message)) or _find_quoted(content for _, content in parts)
    if mail_id is None or queries.find_mail(session, mail_id) is None:
        return None
    kind = _kind_of(message, dict(parts))
    return record_report(session, mail_id=mail_id, kind=kind) if kind is not None else None


def record_report(session: Session, *, mail_id: UUID, kind: str) -> Cause | None:
    """Act on what was told of a mail and return its cause; None for what switches nothing off."""
    if kind not in EXPECTED:
        publish(session, MailReported(mail_id, kind))
    cause = CAUSES.get(kind)
    if cause is not None:
        record_return(session, mail_id=mail_id, cause=cause)
    return cause


def count_report(*, mail_id: UUID, kind: str) -> None:
    """Count what was told of a mail, once: a mailbox is read again, and a mail that is refused is tried again."""
    if marks.set_once(f"mail-report:{mail_id}:{kind}", seconds=COUNTED_ONCE):
        metrics.MAIL_REPORTS.labels(kind).inc()


def take_message_id(session: Session, *, message_id: str, cause: Cause) -> Cause | None:
    """Act on what is told of the mail with a Message-ID, or of a return path; None for what is none of ours."""
    mail_id = mail_ids.find_named(f"Message-ID: <{message_id.strip().strip('<>')}>")
    if mail_id is None or queries.find_mail(session, mail_id) is None:
        return None
    record_return(session, mail_id=mail_id, cause=cause)
    return cause


def _parts_of(report: Message) -> Iterator[tuple[str, bytes]]:
    """Yield the parts of a report, decoded, each after the second word of its type: delivery-status, rfc822, plain."""
    for part in report.walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            yield part.get_content_subtype().removeprefix("global-"), content.replace(b"\r\n", b"\n")


def _kind_of(report: Message, parts: Mapping[str, bytes]) -> str | None:
    """Return what a report tells: of a final refusal what `mail.refusal_of` says, of feedback its type."""
    if "feedback-report" in parts:
        type = (_field("Feedback-Type", parts["feedback-report"]) or "").lower()
        return type if type in FEEDBACK_TYPES else "other"
    if "delivery-status" not in parts:
        return bounces.refusal_in(report)
    blocks = re.split(rb"\n[ \t]*\n", parts["delivery-status"])
    kinds = [_refusal_in(block) for block in blocks if (_field("Action", block) or "").lower().startswith("failed")]
    # An address may lead to several mailboxes.
    return next((kind for kind in kinds if kind != mail.NOBODY), kinds[0] if kinds else None)


def _refusal_in(block: bytes) -> str | None:
    status, said = _field("Status", block) or "", _field("Diagnostic-Code", block) or ""
    if not status.startswith("5."):
        return None
    code = _SMTP_CODE.match(said)
    return mail.refusal_of(int(code[1]) if code else 0, f"{status} {said}")


def _field(name: str, fields: bytes) -> str | None:
    """Return what a field says, with the lines that it goes on in."""
    found = re.search(rf"^{name}:((?:.|\n[ \t])*)".encode(), fields, re.IGNORECASE | re.MULTILINE)
    return found[1].decode(errors="replace").strip() if found else None


def _find_quoted(contents: Iterable[bytes]) -> UUID | None:
    """Return the mail that a report quotes: its Message-ID, or its return path where a server wrote that down."""
    return mail_ids.find_named(b"\n".join(contents).decode("ascii", "replace"))
