"""What other modules know of notifications."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, time
from enum import StrEnum
from uuid import UUID

from modules.billing.contracts import File


class MailType(StrEnum):
    """The mails that the house sends."""

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
    """Where a mail stands. `dropped`: when its turn came there was nobody to send it to, or nothing left to say."""

    QUEUED = "queued"
    SENT = "sent"
    DROPPED = "dropped"


class NoticeType(StrEnum):
    """What a member is told about if they like. Mails about the account, its safety and money are none of these."""

    MESSAGE = "message"
    LIKE = "like"
    MATCH = "match"
    OFFER = "offer"


class Channel(StrEnum):
    """The ways by which a member is told."""

    MAIL = "mail"
    PUSH = "push"


# What a member has not decided. Offers are for those who ask for them.
DEFAULTS: Mapping[Channel, Mapping[NoticeType, bool]] = {
    Channel.MAIL: {
        NoticeType.MESSAGE: True,
        NoticeType.LIKE: True,
        NoticeType.MATCH: True,
        NoticeType.OFFER: False,
    },
    Channel.PUSH: {
        NoticeType.MESSAGE: True,
        NoticeType.LIKE: False,
        NoticeType.MATCH: True,
        NoticeType.OFFER: False,
    },
}


class MailRhythm(StrEnum):
    """Whether each mail comes when something happens, or one in the evening says what waits."""

    AT_ONCE = "at-once"
    DAILY = "daily"


class Pace(StrEnum):
    """How a mail about what happened comes: by itself, or as a part of one in the evening or of one a week.

    `capped` is the evening's mail for who got many single ones today.
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
    """Mail of a kind that a member does not get since `at`, though they did not switch it off in the settings."""

    type: NoticeType
    cause: Cause
    at: datetime


@dataclass(frozen=True, slots=True)
class Wishes:
    """How a member wants to be told. `mail` and `push` say what was chosen; `disabled` goes before `mail`.

    `quiet_from` and `quiet_until` are times of day where the site is; both or neither. `shows_text` lets a push message
    carry what somebody wrote; with `is_night_silent` it makes no sound at night, where there are no quiet hours.
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
        """Tell whether mail of a kind goes out."""
        return self.mail[type] and all(one.type is not type for one in self.disabled)


@dataclass(frozen=True, slots=True)
class Letter:
    """What a mail says, in the reader's language; the layout is drawn around it.

    `facts` are lines of a small table, `link` a second and quieter way, `files` what is attached. `to` is the address
    of a letter that does not go to the member's own, `reply_to` where answers go if not to support. The last fact of a
    letter that `ends_in_total` stands out.
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
class TriedMail:
    """What the mail server at `server` said to a mail that was sent to try it."""

    server: str
    is_taken: bool
    answer: str


@dataclass(frozen=True, slots=True)
class Browser:
    """A browser that gets push messages; `used_at` is when its push service last took one."""

    id: UUID
    user_agent: str
    created_at: datetime
    used_at: datetime | None
    is_current: bool


@dataclass(frozen=True, slots=True)
class PushTarget:
    """Where a push message goes, and for whose eyes it is encrypted (RFC 8291)."""

    endpoint: str
    p256dh: str
    auth: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What a push message says. `since` is when the oldest thing came that it tells of, None where nobody can know
    whether it was seen.
    """

    title: str
    body: str
    path: str
    since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Push:
    """A push message as it goes out: `payload` is JSON for the service worker, `subject` who we are (RFC 8292)."""

    target: PushTarget
    payload: Mapping[str, object]
    subject: str
    topic: str
    urgency: str
    seconds: int


class PushAnswer(StrEnum):
    """What a push service said: `gone` when the browser does not want us any more, `refused` when it never will, `late`
    when it said nothing for as long as anybody wants the message.
    """

    TAKEN = "taken"
    GONE = "gone"
    REFUSED = "refused"
    LATE = "late"
