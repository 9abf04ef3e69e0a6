"""Bounces and spam reports of mail servers, and the mails that they stop (spec 8.7)."""

import re
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from uuid import UUID

from app.kernel import marks, metrics
from app.kernel.db.session import Session
from app.kernel.errors import Invalid
from app.kernel.events.outbox import publish
from app.kernel.mail import incoming
from app.kernel.mail import refusals as mail_refusals
from modules.accounts import api as accounts_api
from modules.notifications import queries
from modules.notifications.contracts import Cause, NoticeType
from modules.notifications.events import MailReported
from modules.notifications.service import bounces, mail_ids, mails, settings

# The types of RFC 5965 and those registered since.
FEEDBACK_TYPES = ("abuse", "auth-failure", "fraud", "not-spam", "other", "virus")
CAUSES = {mail_refusals.NO_MAILBOX: Cause.BOUNCE, "abuse": Cause.SPAM_REPORT, "fraud": Cause.SPAM_REPORT}
# Kinds that are not counted in the metrics: the member sees in the settings which mails they stopped.
NOT_COUNTED = (mail_refusals.NO_MAILBOX, "abuse")
REPEATS_IGNORED_SECONDS = 30 * 24 * 3600
# `increase()` in Prometheus needs a series that began at 0.
for _kind in (*FEEDBACK_TYPES, *mail_refusals.REFUSALS):
    metrics.MAIL_REPORTS.labels(_kind)

_SMTP_CODE = re.compile(r"(?:smtp\s*;\s*)?(\d{3})\b", re.IGNORECASE)


class _Part(Message):
    """A part of a report that is never parsed as a nested mail, because the library would not decode it first."""

    def get_content_type(self) -> str:
        """Return the content type, with text/ instead of message/ so that nested mails are not parsed."""
        return super().get_content_type().replace("message/", "text/", 1)


def record_return(session: Session, *, mail_id: UUID, cause: Cause) -> Cause | None:
    """Stop all optional mails to the recipient of a mail and return the cause; mandatory ones are still sent.

    None when the mail went to an address that is not the member's: that says nothing about theirs.
    """
    mails.drop_mail(session, mail_id=mail_id)
    row = queries.find_mail(session, mail_id)
    # A contact without an account gets no optional mails.
    if row is None or row.member_id is None:
        return cause
    if not _went_to_own_address(session, row, row.member_id):
        return None
    settings.disable_mail(session, member_id=row.member_id, types=NoticeType, cause=cause)
    return cause


def _went_to_own_address(session: Session, mail: queries.QueuedMail, member_id: UUID) -> bool:
    """Return whether a mail went to the address that a member has now: links also go to one that they want to have, or
    had, and a report may come days after the change of an address.
    """
    if "token_id" in mail.params:
        link = accounts_api.find_email_link(session, UUID(mail.params["token_id"]))
        return link is not None and link.email == accounts_api.get_member(session, member_id).email
    changed_at = accounts_api.find_address_change(session, member_id)
    return changed_at is None or mail.sent_at is None or mail.sent_at > changed_at


def receive_report(session: Session, *, report: bytes) -> Cause | None:
    """Process a mail server's report (RFC 3464, RFC 5965 or plain text) and return its cause; None if it has none.

    Reports of delays are ignored, and so are reports that neither came to the return path of one of our mails nor quote
    it or the Message-ID. Raises Invalid when the report cannot be parsed.
    """
    try:
        message = incoming.parse(report, _Part)
        parts = list(_parts_of(message))
    except Exception:  # the library raises various errors for malformed mails
        raise Invalid() from None
    mail_id = mail_ids.find_named(incoming.addressed(message)) or _find_quoted_mail(content for _, content in parts)
    if mail_id is None or queries.find_mail(session, mail_id) is None:
        return None
    kind = _kind_of(message, dict(parts))
    return record_report(session, mail_id=mail_id, kind=kind) if kind is not None else None


def record_report(session: Session, *, mail_id: UUID, kind: str) -> Cause | None:
    """Apply a report on a mail and return its cause; None when it stops nothing."""
    if kind not in NOT_COUNTED:
        publish(session, MailReported(mail_id, kind))
    cause = CAUSES.get(kind)
    return record_return(session, mail_id=mail_id, cause=cause) if cause is not None else None


def count_report(*, mail_id: UUID, kind: str) -> None:
    """Count a report on a mail once, although mailboxes are read again and refused mails are retried."""
    if marks.set_once(f"mail-report:{mail_id}:{kind}", seconds=REPEATS_IGNORED_SECONDS):
        metrics.MAIL_REPORTS.labels(kind).inc()


def record_return_by_message_id(session: Session, *, message_id: str, cause: Cause) -> Cause | None:
    """Record the return of the mail with a Message-ID and return the cause; None if it is unknown or stops nothing."""
    mail_id = mail_ids.find_named(f"Message-ID: <{message_id.strip().strip('<>')}>")
    if mail_id is None or queries.find_mail(session, mail_id) is None:
        return None
    return record_return(session, mail_id=mail_id, cause=cause)


def _parts_of(report: Message) -> Iterator[tuple[str, bytes]]:
    """Yield (subtype, decoded content) of the parts of a report, such as delivery-status, rfc822 or plain."""
    for part in report.walk():
        content = part.get_payload(decode=True)
        if isinstance(content, bytes):
            yield part.get_content_subtype().removeprefix("global-"), content.replace(b"\r\n", b"\n")


def _kind_of(report: Message, parts: Mapping[str, bytes]) -> str | None:
    """Return the kind of a report: what a bounce is about (`mail_refusals`), or the type of a feedback report."""
    if "feedback-report" in parts:
        type = (_field("Feedback-Type", parts["feedback-report"]) or "").lower()
        return type if type in FEEDBACK_TYPES else "other"
    if "delivery-status" not in parts:
        return bounces.refusal_in(report)
    blocks = re.split(rb"\n[ \t]*\n", parts["delivery-status"])
    kinds = [_refusal_of_block(block) for block in blocks if _field("Action", block)]
    # An address may deliver to several mailboxes: only if none of them exists is the address wrong.
    others = [kind for kind in kinds if kind != mail_refusals.NO_MAILBOX]
    return next(filter(None, others), None) if others else next(iter(kinds), None)


def _refusal_of_block(block: bytes) -> str | None:
    """Return what the refusal of one mailbox is about; None for a delivery, a delay, or a failure that can pass."""
    if not (_field("Action", block) or "").lower().startswith("failed"):
        return None
    status, diagnostic = _field("Status", block) or "", _field("Diagnostic-Code", block) or ""
    if not status.startswith("5."):
        return None
    code = _SMTP_CODE.match(diagnostic)
    return mail_refusals.refusal_of(int(code[1]) if code else 0, f"{status} {diagnostic}")


def _field(name: str, fields: bytes) -> str | None:
    """Return the value of a header field with its continuation lines, or None."""
    found = re.search(rf"^{name}:((?:.|\n[ \t])*)".encode(), fields, re.IGNORECASE | re.MULTILINE)
    return found[1].decode(errors="replace").strip() if found else None


def _find_quoted_mail(contents: Iterable[bytes]) -> UUID | None:
    """Return the mail that a report quotes by its Message-ID or return path, or None."""
    return mail_ids.find_named(b"\n".join(contents).decode("ascii", "replace"))
