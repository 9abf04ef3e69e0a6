"""What others know of staff, of the record of what they did, and of the cases they work on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any
from uuid import UUID

from modules.accounts.contracts import Feature


class Role(StrEnum):
    """What a staff member is there for; policies.py says what each may do."""

    MODERATOR = "moderator"
    SUPPORT = "support"
    FINANCE = "finance"
    WRITER = "writer"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Staff:
    """A person who works in the ops console. They belong to no site and see all of them."""

    id: UUID
    email: str
    name: str
    roles: tuple[Role, ...]
    languages: tuple[str, ...]
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class StaffSession:
    """A staff member who is signed in, and what they may do; `is_confirmed` while that was a short while ago."""

    id: UUID
    staff: Staff
    permissions: frozenset[str]
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What a new staff member needs to sign in; it is shown once and kept nowhere in readable form."""

    staff_id: UUID
    provisioning_uri: str
    recovery_codes: tuple[str, ...]


class Topic(StrEnum):
    """What a complaint is about."""

    PAYMENT = "payment"
    PERSON = "person"
    ACCOUNT = "account"
    DECISION = "decision"
    PRIVACY = "privacy"
    OTHER = "other"


class ComplaintState(StrEnum):
    """Where a complaint stands: open while the house owes an answer, waiting while it asked something back."""

    OPEN = "open"
    WAITING = "waiting"
    ANSWERED = "answered"
    CLOSED = "closed"


class Author(StrEnum):
    """Who said something in a complaint. A note is of staff for staff, and never leaves the house."""

    COMPLAINANT = "complainant"
    STAFF = "staff"
    NOTE = "note"


class ReportKind(StrEnum):
    """What a report is about."""

    PROFILE = "profile"
    PHOTO = "photo"
    MESSAGE = "message"


class ReportReason(StrEnum):
    """What is wrong, in the words of a report's form."""

    FAKE = "fake"
    MONEY = "money"
    INSULT = "insult"
    SEXUAL = "sexual"
    MINOR = "minor"
    DANGER = "danger"
    OTHER = "other"


class ReportState(StrEnum):
    """Where a report stands."""

    OPEN = "open"
    DECIDED = "decided"


class Outcome(StrEnum):
    """What staff found: a rule was broken, or not."""

    UPHELD = "upheld"
    NOT_UPHELD = "not-upheld"


@dataclass(frozen=True, slots=True)
class ComplaintMessage:
    """One thing that was said in a complaint. Who of the staff said it is the house's business."""

    author: Author
    body: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Complaint:
    """A complaint as whoever made it sees it; an answer is promised until `due_at` while it is open."""

    id: UUID
    number: str
    topic: Topic
    state: ComplaintState
    created_at: datetime
    due_at: datetime
    closed_at: datetime | None
    messages: tuple[ComplaintMessage, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A report as whoever made it sees it; `about` is the name that was reported, None once that account is erased.
    `reviewed_at` is when it was judged anew, so that what had followed counts no more.
    """

    id: UUID
    number: str
    kind: ReportKind
    reason: ReportReason
    about: str | None
    state: ReportState
    created_at: datetime
    due_at: datetime
    decided_at: datetime | None
    outcome: Outcome | None
    answer: str
    reviewed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Subject:
    """What is reported: whose it is, how it looked to the reporter then (ready for JSON), and which photos it had."""

    kind: ReportKind
    id: UUID
    reported_id: UUID
    evidence: Mapping[str, Any]
    photo_ids: tuple[UUID, ...] = ()
    message_ids: tuple[UUID, ...] = ()


class ItemKind(StrEnum):
    """What there is to look at."""

    PHOTO = "photo"
    PROFILE_TEXT = "profile-text"
    MEMBER_REPORT = "member-report"
    PHOTO_REPORT = "photo-report"
    MESSAGE_REPORT = "message-report"
    RISK = "risk"
    EVASION = "evasion"
    OPENED = "opened"


REPORTED_AS: Mapping[ReportKind, ItemKind] = {
    ReportKind.PROFILE: ItemKind.MEMBER_REPORT,
    ReportKind.PHOTO: ItemKind.PHOTO_REPORT,
    ReportKind.MESSAGE: ItemKind.MESSAGE_REPORT,
}


class ItemState(StrEnum):
    """Where a thing to look at stands; `gone` when nobody has to look at it any more."""

    OPEN = "open"
    CLAIMED = "claimed"
    DECIDED = "decided"
    GONE = "gone"


class Priority(IntEnum):
    """What is looked at first."""

    HIGH = 1
    MEDIUM = 2
    LOW = 3


class Signal(StrEnum):
    """What was noticed of a member. Each opens a review, and none decides anything by itself."""

    MONEY_WORDS = "money-words"
    NEW_ASKS_MONEY = "new-asks-money"
    ALIKE_OPENERS = "alike-openers"
    LURING_OPENERS = "luring-openers"
    SHARED_DEVICE = "shared-device"
    BANNED_DEVICE = "banned-device"
    BANNED_EMAIL = "banned-email"
    BANNED_PHOTO = "banned-photo"
    BANNED_BANK_ACCOUNT = "banned-bank-account"


@dataclass(frozen=True, slots=True)
class Match:
    """Which other account a sign is about, and by which of the member's pictures it is that one's `known`."""

    other_id: UUID
    photo_id: UUID | None = None
    known_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """How much waits on one desk; `late`: of that, what is past its time."""

    queue: str
    waiting: int
    late: int


class AccessKind(StrEnum):
    """What somebody looked at: words of a chat, an account's masked values, who owns a bank account, papers, a copy."""

    OWN_REPORT = "own-report"
    CASE = "case"
    FICTIONAL = "fictional"
    EMAIL = "email"
    BANK = "bank"
    PAPER = "paper"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class Access:
    """That somebody of the staff, named by their role (None: an operator), looked at what is private of a member. Which
    conversation it was, and whether it was reported, would say who did: it is not told. `number`: of their own report.
    """

    id: UUID
    at: datetime
    role: Role | None
    kind: AccessKind
    number: str | None


@dataclass(frozen=True, slots=True)
class Notice:
    """That somebody whom a member wrote with was removed for fraud; `withdrawn_at`: the house said it was mistaken."""

    id: UUID
    at: datetime
    # Their name, until it is erased.
    about: str | None
    credits: int
    withdrawn_at: datetime | None


class Rule(StrEnum):
    """The rules of the house that a decision can rest on; their words are in locales/."""

    FRAUD = "fraud"
    FAKE = "fake"
    INSULT = "insult"
    SEXUAL = "sexual"
    MINOR = "minor"
    SPAM = "spam"
    PHOTO = "photo"
    ILLEGAL = "illegal"
    EVASION = "evasion"


class Measure(StrEnum):
    """What is done about it, the mildest first."""

    NONE = "none"
    REMOVE_CONTENT = "remove-content"
    WARNING = "warning"
    STRIKE = "strike"
    FEATURE_LIMIT = "feature-limit"
    TIMED_BAN = "timed-ban"
    PERMANENT_BAN = "permanent-ban"


BANS = frozenset((Measure.TIMED_BAN, Measure.PERMANENT_BAN))
# What a member can be kept from while the account stays open.
LIMITS = (Feature.MESSAGES, Feature.PHOTOS, Feature.LIKES, Feature.PROFILE)


class DecisionState(StrEnum):
    """Where a decision stands; `lifted` is taken back, with its strikes."""

    PROPOSED = "proposed"
    IN_FORCE = "in-force"
    REFUSED = "refused"
    LIFTED = "lifted"
    ENDED = "ended"


# What a decision does, or did until its time was over, unless somebody took it back.
STANDS = (DecisionState.IN_FORCE, DecisionState.ENDED)


class AppealState(StrEnum):
    """Where an appeal stands."""

    OPEN = "open"
    DECIDED = "decided"


class AppealOutcome(StrEnum):
    """What came of an appeal."""

    CONFIRMED = "confirmed"
    REVERSED = "reversed"


class MarkKind(StrEnum):
    """By what a banned person is told again."""

    EMAIL = "email"
    DEVICE = "device"
    PHOTO = "photo"
    BANK_ACCOUNT = "bank-account"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What somebody decided about a case; empty `facts`, and `answer` for those who reported it, are the house's words.
    With any measure `photo_ids` go, for `photo_reason`, with `takes_texts` the words, and with `takes_name` the name.
    """

    measure: Measure
    rule: Rule | None = None
    facts: str = ""
    days: int | None = None
    features: tuple[Feature, ...] = ()
    photo_ids: tuple[UUID, ...] = ()
    photo_reason: str = ""
    takes_texts: bool = False
    takes_name: bool = False
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Appeal:
    """A member's objection to a decision, and what came of it."""

    state: AppealState
    words: str
    created_at: datetime
    due_at: datetime
    decided_at: datetime | None
    outcome: AppealOutcome | None
    answer: str


@dataclass(frozen=True, slots=True)
class Statement:
    """A decision as the member has it whom it is about: the statement of reasons, with its texts in the reader's
    language. `scope_text` is what it covers, `strikes_text` what it counts; `can_appeal` is until `appeal_until`.
    """

    id: UUID
    number: str
    state: DecisionState
    rule: Rule | None
    rule_text: str
    measure: Measure
    measure_text: str
    scope_text: str
    features: tuple[Feature, ...]
    facts: str
    strikes: int
    strikes_text: str
    is_automated: bool
    in_force_at: datetime
    ends_at: datetime | None
    appeal_until: datetime
    can_appeal: bool
    appeals: tuple[Appeal, ...]
