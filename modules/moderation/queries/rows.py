"""What is read for the moderation module alone."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from modules.accounts.contracts import Feature
from modules.moderation.contracts import (
    AppealState,
    ComplaintState,
    DecisionState,
    ItemKind,
    ItemState,
    Measure,
    ReportState,
    Rule,
    Signal,
    Staff,
    Topic,
)


@dataclass(frozen=True, slots=True)
class LockedStaff:
    """A staff member whose row is locked."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a staff member signs in with."""

    id: UUID
    password_hash: str
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class Totp:
    """The sealed secret of somebody's one-time codes, and the last step that was used."""

    totp_secret: bytes
    last_totp_step: int


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser in which a staff member is signed in; whether that still holds is for policies to say."""

    session_id: UUID
    opened_at: datetime
    seen_at: datetime
    confirmed_at: datetime
    staff: Staff


@dataclass(frozen=True, slots=True)
class StoredComplaint:
    """A complaint as staff have it, without what was said."""

    id: UUID
    number: str
    topic: Topic
    state: ComplaintState
    created_at: datetime
    due_at: datetime
    closed_at: datetime | None
    site_id: UUID
    member_id: UUID | None
    contact_id: UUID | None
    claimed_by: UUID | None
    language: str
    opened_by: UUID | None


@dataclass(frozen=True, slots=True)
class LockedReport:
    """A report whose row is locked."""

    number: str
    reporter_id: UUID
    reported_id: UUID
    state: ReportState


@dataclass(frozen=True, slots=True)
class Item:
    """A thing to look at, in the queue or out of it."""

    id: UUID
    site_id: UUID
    kind: ItemKind
    subject_id: UUID
    member_id: UUID
    priority: int
    signals: list[Signal]
    digest: bytes | None
    message_id: UUID | None
    state: ItemState
    version: int
    due_at: datetime
    claimed_by: UUID | None
    claimed_until: datetime | None
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class OpenedBy:
    """Why a case was opened that nobody reported, and by whom."""

    reason: str
    name: str


@dataclass(frozen=True, slots=True)
class Match:
    """What a sign of a case rests on: another account, and the pictures that are the same."""

    signal: Signal
    other_id: UUID
    photo_id: UUID | None
    known_id: UUID | None


@dataclass(frozen=True, slots=True)
class Decision:
    """What was decided about a member, without what was seen for it."""

    id: UUID
    number: str
    site_id: UUID
    member_id: UUID
    item_id: UUID | None
    rule: Rule | None
    measure: Measure
    features: tuple[Feature, ...]
    facts: str
    days: int | None
    photo_ids: list[UUID]
    takes_texts: bool
    takes_name: bool
    strikes: int
    is_automated: bool
    state: DecisionState
    created_at: datetime
    decided_by: UUID | None
    second_by: UUID | None
    in_force_at: datetime | None
    ends_at: datetime | None
    appeal_until: datetime | None


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen when something was decided, whom it is about and in which case."""

    evidence: dict[str, Any]
    photo_ids: list[UUID]
    member_id: UUID
    site_id: UUID
    item_id: UUID | None


@dataclass(frozen=True, slots=True)
class TakenAway:
    """What went with a decision."""

    id: UUID
    state: DecisionState
    photo_ids: list[UUID]
    takes_texts: bool
    takes_name: bool


@dataclass(frozen=True, slots=True)
class RestingReport:
    """A report that was right by a decision; `other_id` is what else it can rest on, None where nothing stands."""

    id: UUID
    number: str
    reporter_id: UUID
    other_id: UUID | None


@dataclass(frozen=True, slots=True)
class LockedAppeal:
    """An appeal whose row is locked."""

    id: UUID
    decision_id: UUID
    state: AppealState


@dataclass(frozen=True, slots=True)
class FictionalConversation:
    """A conversation for which somebody may write; its `state` is waiting, later or answered."""

    state: str
    member_id: UUID
    profile_id: UUID


@dataclass(frozen=True, slots=True)
class Lock:
    """Who has or had a conversation in hand, and whether that still holds."""

    staff_id: UUID
    until: datetime
    name: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Written:
    """Who of the staff wrote a message; `kind` is answer or truth."""

    message_id: UUID
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Note:
    """A note of a writer at a conversation, until `erase_at`."""

    id: UUID
    body: str
    created_at: datetime
    erase_at: datetime
    name: str


@dataclass(frozen=True, slots=True)
class NoteAbout:
    """A note of a writer as its member reads it."""

    body: str
    created_at: datetime
    erase_at: datetime


@dataclass(frozen=True, slots=True)
class Handed:
    """That a writer handed a conversation over, and why; `last_seq` is the last message that was there."""

    conversation_id: UUID
    reason: str
    is_urgent: bool
    last_seq: int
    created_at: datetime
    name: str
