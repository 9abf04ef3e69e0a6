"""What others know of staff, of the record of what they did, and of the cases they work on."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID


class Role(StrEnum):
    """What a staff member is there for; policies.py says what each may do."""

    MODERATOR = "moderator"
    SUPPORT = "support"
    FINANCE = "finance"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Staff:
    """A person who works in the ops console. They belong to no site and see all of them."""

    id: UUID
    email: str
    name: str
    roles: tuple[Role, ...]
    created_at: datetime
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class StaffSession:
    """A staff member who is signed in, and what they may do."""

    id: UUID
    staff: Staff
    permissions: frozenset[str]


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
    """Where a complaint stands: open while the house owes an answer. Whoever complained may open it again."""

    OPEN = "open"
    ANSWERED = "answered"
    CLOSED = "closed"


class Author(StrEnum):
    """Who said something in a complaint."""

    COMPLAINANT = "complainant"
    STAFF = "staff"


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
    """A report as whoever made it sees it; `about` is the name that was reported, None once that account is erased."""

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


@dataclass(frozen=True, slots=True)
class Subject:
    """What is reported: whose it is, and how it looked to the reporter then, ready for JSON."""

    kind: ReportKind
    id: UUID
    reported_id: UUID
    evidence: Mapping[str, Any]
    photo_ids: tuple[UUID, ...] = ()
