"""What other modules know of notifications."""

from dataclasses import dataclass
from enum import StrEnum

from modules.billing.contracts import File


class MailType(StrEnum):
    """The mails that the house sends."""

    ACTIVATE = "activate"
    RESET_PASSWORD = "reset-password"
    PASSWORD_CHANGED = "password-changed"
    ALREADY_MEMBER = "already-member"
    EMAIL_CHANGE = "email-change"
    EMAIL_CHANGE_NOTICE = "email-change-notice"
    ACCOUNT_DELETED = "account-deleted"
    EXPORT_READY = "export-ready"
    NEW_MESSAGE = "new-message"
    ORDER_PAID = "order-paid"
    PAYMENT_FAILED = "payment-failed"
    REFUND_ASKED = "refund-asked"
    REFUND_ARRIVED = "refund-arrived"
    REFUND_FAILED = "refund-failed"
    CHARGEBACK = "chargeback"
    DISCOUNT = "discount"
    RELOAD_STARTED = "reload-started"
    RELOAD_BOUGHT = "reload-bought"
    RELOAD_PAUSED = "reload-paused"
    RELOAD_ENDED = "reload-ended"
    DIRECT_DEBIT_NOTICE = "direct-debit-notice"
    COMPLAINT_RECEIVED = "complaint-received"
    COMPLAINT_ANSWERED = "complaint-answered"
    COMPLAINT_CLOSED = "complaint-closed"
    REPORT_RECEIVED = "report-received"
    REPORT_DECIDED = "report-decided"


class MailState(StrEnum):
    """Where a mail stands. `dropped`: when its turn came there was nobody to send it to, or nothing left to say."""

    QUEUED = "queued"
    SENT = "sent"
    DROPPED = "dropped"


class Cause(StrEnum):
    """Why a kind of notification is switched off (spec 8.7)."""

    CHOICE = "choice"
    UNSUBSCRIBE = "unsubscribe"
    BOUNCE = "bounce"
    SPAM_REPORT = "spam-report"


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says, in the reader's language; the layout is drawn around it.

    `facts` are lines of a small table, `link` a second and quieter way, `files` what is attached. `to` is the address
    of a letter that does not go to the member's own.
    """

    subject: str
    heading: str
    paragraphs: tuple[str, ...]
    button: str
    url: str
    note: str
    facts: tuple[tuple[str, str], ...] = ()
    link: str = ""
    link_url: str = ""
    files: tuple[File, ...] = ()
    to: str = ""
