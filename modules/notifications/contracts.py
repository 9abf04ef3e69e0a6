"""Types of notifications that other modules may import."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from uuid import UUID

from modules.billing.contracts.payments import File


class MailType(StrEnum):
    """The mails that Hearthside sends."""

    ACTIVATE = "activate"
    RESET_PASSWORD = "reset-password"
    PASSWORD_CHANGED = "password-changed"
    ALREADY_MEMBER = "already-member"
    EMAIL_CHANGE = "email-change"
    EMAIL_CHANGE_NOTICE = "email-change-notice"
    WELCOME = "welcome"
    NEW_DEVICE = "new-device"
    LOGIN_BLOCKED = "login-blocked"
    ACCOUNT_DELETED = "account-deleted"
    REACTIVATED = "reactivated"
    EXPORT_READY = "export-ready"
    NEW_MESSAGE = "new-message"
    NEW_LIKE = "new-like"
    NEW_MATCH = "new-match"
    DIGEST = "digest"
    ORDER_PAID = "order-paid"
    PAYMENT_FAILED = "payment-failed"
    REFUND_ASKED = "refund-asked"
    REFUND_ARRIVED = "refund-arrived"
    REFUND_FAILED = "refund-failed"
    REFUND_REFUSED = "refund-refused"
    CHARGEBACK = "chargeback"
    DISCOUNT = "discount"
    APOLOGY = "apology"
    RELOAD_STARTED = "reload-started"
    RELOAD_BOUGHT = "reload-bought"
    RELOAD_PAUSED = "reload-paused"
    RELOAD_ENDED = "reload-ended"
    DIRECT_DEBIT_NOTICE = "direct-debit-notice"
    DIRECT_DEBIT_BLOCKED = "direct-debit-blocked"
    COMPLAINT_RECEIVED = "complaint-received"
    COMPLAINT_ANSWERED = "complaint-answered"
    COMPLAINT_CLOSED = "complaint-closed"
    COMPLAINT_QUESTION = "complaint-question"
    COMPLAINT_OPENED = "complaint-opened"
    COMPLAINT_REPLY_LOST = "complaint-reply-lost"
    REPORT_RECEIVED = "report-received"
    REPORT_DECIDED = "report-decided"
    REPORT_REVIEWED = "report-reviewed"
    DECISION_MADE = "decision-made"
    MEMBER_BANNED = "member-banned"
    APPEAL_DECIDED = "appeal-decided"
    DECISION_LIFTED = "decision-lifted"
    FRAUD_NOTICE = "fraud-notice"
    FRAUD_NOTICE_WITHDRAWN = "fraud-notice-withdrawn"


class MailState(StrEnum):
    """State of a mail; `dropped` means that it had no recipient or no content any more when it was due."""

    QUEUED = "queued"
    SENT = "sent"
    DROPPED = "dropped"


class NoticeType(StrEnum):
    """The notifications that a member can switch off; mails about account, security and money are none of them."""

    MESSAGE = "message"
    LIKE = "like"
    MATCH = "match"
    OFFER = "offer"


class Channel(StrEnum):
    """The channels through which a member is notified."""

    MAIL = "mail"
    PUSH = "push"


# What a member who changed nothing is notified of; all else, such as offers, is opt-in.
DEFAULTS: Mapping[Channel, frozenset[NoticeType]] = {
    Channel.MAIL: frozenset((NoticeType.MESSAGE, NoticeType.LIKE, NoticeType.MATCH)),
    Channel.PUSH: frozenset((NoticeType.MESSAGE, NoticeType.MATCH)),
}


class MailRhythm(StrEnum):
    """Whether a mail is sent for each event, or one digest every evening."""

    AT_ONCE = "at-once"
    DAILY = "daily"


class Pace(StrEnum):
    """When an optional mail is sent: by itself, in the evening's digest, in the weekly digest, or never.

    `capped` is the evening's digest for a member who has reached the daily limit of single mails.
    """

    AT_ONCE = "at-once"
    EVENING = "evening"
    CAPPED = "capped"
    WEEKLY = "weekly"
    NEVER = "never"


class Cause(StrEnum):
    """Why mail of a kind is switched off from outside the settings (spec 8.7)."""

    UNSUBSCRIBE = "unsubscribe"
    BOUNCE = "bounce"
    SPAM_REPORT = "spam-report"


@dataclass(frozen=True, slots=True)
class Disabled:
    """A type of mail that was stopped at `at` for a member who did not switch it off in the settings."""

    type: NoticeType
    cause: Cause
    at: datetime


@dataclass(frozen=True, slots=True)
class NotificationSettings:
    """A member's notification settings. `mail` and `push` are what they chose; `disabled` overrides `mail`.

    `quiet_from` and `quiet_until` are times of day in the site's time zone, both set or both None. `shows_text` allows
    push messages to contain the text of messages. `is_night_silent` makes push messages silent at night when no quiet
    hours are set.
    """

    mail: Mapping[NoticeType, bool]
    push: Mapping[NoticeType, bool]
    disabled: tuple[Disabled, ...]
    mail_rhythm: MailRhythm
    quiet_from: time | None
    quiet_until: time | None
    shows_text: bool
    is_night_silent: bool

    def wants_mail(self, type: NoticeType) -> bool:
        """Return whether the member gets mail of a type."""
        return self.mail[type] and all(one.type is not type for one in self.disabled)


@dataclass(frozen=True, slots=True)
class Letter:
    """The content of a mail in the reader's language, without its layout.

    `facts` are the rows of a small table, `link` is the text of a secondary link, `files` are attached. `to` replaces
    the member's own address, `reply_to` the support address. `ends_in_total` emphasises the last fact.
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
    ends_in_total: bool = False
    reply_to: str = ""


@dataclass(frozen=True, slots=True)
class MailTestResult:
    """The answer of the mail server at `server` to a test mail."""

    server: str
    is_taken: bool
    answer: str


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that gets push messages; `used_at` is when its push service last accepted one."""

    id: UUID
    user_agent: str
    created_at: datetime
    used_at: datetime | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class PushTarget:
    """The address of a push message, and the keys to encrypt it with (RFC 8291)."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class Notice:
    """The content of a push message, and its urgency for the push service (RFC 8030).

    `since` is when the oldest unread item arrived, None for a type whose items are not marked as read.
    """

    title: str
    body: str
    path: str
    urgency: str
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Push:
    """A push message ready to send: `payload` is JSON for the service worker, `subject` identifies us (RFC 8292)."""

    target: PushTarget
    payload: Mapping[str, object]
    subject: str
    topic: str
    urgency: str
    seconds: int


class PushAnswer(StrEnum):
    """Outcome of a push message: `gone` when the subscription has ended, `refused` when the service rejected it, `late`
    when the service did not accept it before it expired.
    """

    TAKEN = "taken"
    GONE = "gone"
    REFUSED = "refused"
    LATE = "late"
