"""Reports as others see them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any
from uuid import UUID

from modules.moderation.contracts.queue import ItemKind


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


REPORTED_AS: Mapping[ReportKind, ItemKind] = {
    ReportKind.PROFILE: ItemKind.MEMBER_REPORT,
    ReportKind.PHOTO: ItemKind.PHOTO_REPORT,
    ReportKind.MESSAGE: ItemKind.MESSAGE_REPORT,
}
