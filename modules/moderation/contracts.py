"""Types of staff, complaints, reports, cases and decisions that other modules may import."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum, StrEnum
from typing import Any
from uuid import UUID

from modules.accounts.contracts import Feature


class Role(StrEnum):
    """The roles of staff; `policies.PERMISSIONS` lists what each may do."""

    MODERATOR = "moderator"
    SUPPORT = "support"
    FINANCE = "finance"
    WRITER = "writer"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Staff:
    """A person who works in the console, for all sites."""

    id: UUID
    email: str
    name: str
    roles: tuple[Role, ...]
    languages: tuple[str, ...]
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class StaffSession:
    """A session of a staff member with their permissions; `is_confirmed` for a while after password and code."""

    id: UUID
    staff: Staff
    permissions: frozenset[str]
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class Enrolment:
    """What a new staff member needs to sign in; shown once and stored only encrypted or hashed."""

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
    """States of a complaint: open while staff owe an answer, waiting while they wait for the complainant's."""

    OPEN = "open"
    WAITING = "waiting"
    ANSWERED = "answered"
    CLOSED = "closed"


class Author(StrEnum):
    """The author of a message in a complaint; a note is written by staff and shown to staff only."""

    COMPLAINANT = "complainant"
    STAFF = "staff"
    NOTE = "note"


class ReportKind(StrEnum):
    """What a report is about."""

    PROFILE = "profile"
    PHOTO = "photo"
    MESSAGE = "message"


class ReportReason(StrEnum):
    """The reasons that a report's form offers."""

    FAKE = "fake"
    MONEY = "money"
    INSULT = "insult"
    SEXUAL = "sexual"
    MINOR = "minor"
    DANGER = "danger"
    OTHER = "other"


class ReportState(StrEnum):
    """States of a report."""

    OPEN = "open"
    DECIDED = "decided"


class Outcome(StrEnum):
    """The result of a report: whether a rule was broken."""

    UPHELD = "upheld"
    NOT_UPHELD = "not-upheld"


@dataclass(frozen=True, slots=True)
class ComplaintMessage:
    """A message of a complaint; complainants do not learn which staff member wrote it."""

    author: Author
    body: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class Complaint:
    """A complaint as its complainant sees it; while it is open, an answer is due by `due_at`."""

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
    """A report as its reporter sees it; `about` is the reported member's name, None once they are erased.
    `reviewed_at` is when the decision that followed from it was reversed.
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
    """The reported content: its owner, its appearance to the reporter at that time as JSON, and its photos."""

    kind: ReportKind
    id: UUID
    reported_id: UUID
    evidence: Mapping[str, Any]
    photo_ids: tuple[UUID, ...] = ()
    message_ids: tuple[UUID, ...] = ()


class ItemKind(StrEnum):
    """Kinds of cases in the review queue."""

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
    """States of a case in the review queue; `gone` when its subject no longer needs a review."""

    OPEN = "open"
    CLAIMED = "claimed"
    DECIDED = "decided"
    GONE = "gone"


class Priority(IntEnum):
    """The urgency of a case."""

    HIGH = 1
    MEDIUM = 2
    LOW = 3


class Signal(StrEnum):
    """Automatic findings about a member; each opens a review and decides nothing by itself."""

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
    """The account that a signal leads to; `photo_id` is the member's picture that equals that account's `known_id`."""

    other_id: UUID
    photo_id: UUID | None = None
    known_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """The number of open cases of one desk, and how many of them are overdue."""

    queue: str
    waiting: int
    late: int


class AccessKind(StrEnum):
    """The kinds of private data that staff can look at: messages, masked values, bank accounts, papers, copies."""

    OWN_REPORT = "own-report"
    CASE = "case"
    FICTIONAL = "fictional"
    EMAIL = "email"
    BANK = "bank"
    PAPER = "paper"
    COPY = "copy"


@dataclass(frozen=True, slots=True)
class Access:
    """A look of staff at a member's private data, with their role, None for an operator. The conversation is left out,
    because it could reveal who reported it. `number` is that of the member's own report.
    """

    id: UUID
    at: datetime
    role: Role | None
    kind: AccessKind
    number: str | None


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that a chat partner, `about`, was removed for fraud; `withdrawn_at` when that proved to be wrong."""

    id: UUID
    at: datetime
    about: str | None
    credits: int
    withdrawn_at: datetime | None


class Rule(StrEnum):
    """The community guidelines that a decision can be based on; their texts are in locales/."""

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
    """The measures of a decision, the mildest first."""

    NONE = "none"
    REMOVE_CONTENT = "remove-content"
    WARNING = "warning"
    STRIKE = "strike"
    FEATURE_LIMIT = "feature-limit"
    TIMED_BAN = "timed-ban"
    PERMANENT_BAN = "permanent-ban"


BANS = frozenset((Measure.TIMED_BAN, Measure.PERMANENT_BAN))
# The features that can be limited while the account stays open.
LIMITS = (Feature.MESSAGES, Feature.PHOTOS, Feature.LIKES, Feature.PROFILE)


class DecisionState(StrEnum):
    """States of a decision; `lifted` is reversed, with its strikes."""

    PROPOSED = "proposed"
    IN_FORCE = "in-force"
    REFUSED = "refused"
    LIFTED = "lifted"
    ENDED = "ended"


# The states of decisions that are valid: in force, or ended without having been lifted.
STANDS = (DecisionState.IN_FORCE, DecisionState.ENDED)


class AppealState(StrEnum):
    """States of an appeal; `lapsed` is closed without an answer, because its member is erased."""

    OPEN = "open"
    DECIDED = "decided"
    LAPSED = "lapsed"


class AppealOutcome(StrEnum):
    """The results of an appeal."""

    CONFIRMED = "confirmed"
    REVERSED = "reversed"


class MarkKind(StrEnum):
    """The properties by which a banned person is recognised."""

    EMAIL = "email"
    DEVICE = "device"
    PHOTO = "photo"
    BANK_ACCOUNT = "bank-account"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The content of a decision about a case; empty `facts` and an empty `answer` to reporters use the standard texts.
    Any measure also removes `photo_ids` for `photo_reason`, with `takes_texts` the texts, with `takes_name` the name.
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
    """A member's appeal against a decision, with its result."""

    state: AppealState
    words: str
    created_at: datetime
    due_at: datetime
    decided_at: datetime | None
    outcome: AppealOutcome | None
    answer: str


@dataclass(frozen=True, slots=True)
class Statement:
    """The statement of reasons of a decision for its member, with texts in the reader's language. `scope_text` what
    the measure covers, `strikes_text` its strikes. Appeals end at `appeal_until`.
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
