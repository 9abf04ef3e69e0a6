"""Types of rows of decisions and appeals."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from modules.accounts.contracts import Feature
from modules.moderation.contracts.decisions import AppealState, DecisionState, Measure, Rule


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
