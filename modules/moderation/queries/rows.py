"""Types of rows that only the moderation module reads."""

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
    """The password hash and state of a staff member."""

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
    """An open session of a staff member; `policies.is_live` decides whether it is valid."""

    session_id: UUID
    opened_at: datetime
    seen_at: datetime
    confirmed_at: datetime
    staff: Staff


@dataclass(frozen=True, slots=True)
class StoredComplaint:
    """A complaint as staff see it, without its messages."""

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
    """A case of the review queue, open or closed."""

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
    """By whom and why a case was opened without a report."""

    reason: str
    name: str


@dataclass(frozen=True, slots=True)
class Match:
    """The basis of a signal: another account, and the equal pictures of both."""

    signal: Signal
    other_id: UUID
    photo_id: UUID | None
    known_id: UUID | None


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about a member, without its evidence."""

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
    emptied_at: datetime | None


@dataclass(frozen=True, slots=True)
class DecisionEvidence:
    """The evidence of a decision, with its member and case."""

    evidence: dict[str, Any]
    photo_ids: list[UUID]
    member_id: UUID
    site_id: UUID
    item_id: UUID | None


@dataclass(frozen=True, slots=True)
class RemovedContent:
    """The content that a decision removed."""

    id: UUID
    state: DecisionState
    photo_ids: list[UUID]
    takes_texts: bool
    takes_name: bool


@dataclass(frozen=True, slots=True)
class DependentReport:
    """An upheld report based on a decision; `other_id` is another valid decision that supports it, or None."""

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
    """A conversation with a fictional profile; its `state` is waiting, later or answered."""

    state: str
    member_id: UUID
    profile_id: UUID


@dataclass(frozen=True, slots=True)
class Lock:
    """A writer's claim of a conversation; `holds` while it is valid."""

    staff_id: UUID
    until: datetime
    name: str
    holds: bool


@dataclass(frozen=True, slots=True)
class MessageAuthor:
    """The author of a fictional profile's message; `kind` is answer or truth."""

    message_id: UUID
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class Note:
    """A writer's note on a conversation, until `erase_at`."""

    id: UUID
    body: str
    created_at: datetime
    erase_at: datetime
    name: str


@dataclass(frozen=True, slots=True)
class NoteAbout:
    """A writer's note as its member reads it."""

    body: str
    created_at: datetime
    erase_at: datetime


@dataclass(frozen=True, slots=True)
class ConversationHandover:
    """A handover of a conversation by a writer; `last_seq` is the last message that belongs to it."""

    conversation_id: UUID
    reason: str
    is_urgent: bool
    last_seq: int
    created_at: datetime
    name: str
