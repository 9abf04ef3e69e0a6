"""What happens to complaints, reports and cheats. Whoever complained has an account or is a contact without one."""

from dataclasses import dataclass
from uuid import UUID

from app.kernel.outbox import Event


@dataclass(frozen=True)
class ComplaintReceived(Event):
    """Somebody complained, and waits for an answer."""

    complaint_id: UUID
    number: str
    member_id: UUID | None
    contact_id: UUID | None


@dataclass(frozen=True)
class ComplaintOpened(Event):
    """Staff opened a case for somebody, and said something first."""

    complaint_id: UUID
    number: str
    member_id: UUID | None
    contact_id: UUID | None


@dataclass(frozen=True)
class ComplaintAnswered(Event):
    """Staff answered a complaint, and closed it with that when `is_closed`; `asks` when they need an answer first."""

    complaint_id: UUID
    message_id: UUID
    number: str
    is_closed: bool
    member_id: UUID | None
    contact_id: UUID | None
    asks: bool = False


@dataclass(frozen=True)
class ReplyLost(Event):
    """Somebody answered by mail, and it could not be read, or the complaint `is_over`; they are told once a `day`."""

    complaint_id: UUID
    number: str
    day: str
    is_over: bool
    member_id: UUID | None
    contact_id: UUID | None


@dataclass(frozen=True)
class ReportReceived(Event):
    """A member reported a profile, a photo or a message."""

    report_id: UUID
    number: str
    reporter_id: UUID


@dataclass(frozen=True)
class ReportDecided(Event):
    """Staff decided about a report."""

    report_id: UUID
    number: str
    reporter_id: UUID


@dataclass(frozen=True)
class FraudNoticed(Event):
    """Somebody was removed for fraud, and a member who wrote with them shall know; `credits` came back to that one."""

    removed_id: UUID
    member_id: UUID
    credits: int
    notice_id: UUID | None = None


@dataclass(frozen=True)
class FraudNoticeWithdrawn(Event):
    """It was a mistake that somebody was removed for fraud, and a member who was told of it shall know."""

    notice_id: UUID
    removed_id: UUID
    member_id: UUID
    credits: int


@dataclass(frozen=True)
class DecisionMade(Event):
    """A decision about a member is in force."""

    decision_id: UUID
    number: str
    member_id: UUID
    measure: str
    rule: str


@dataclass(frozen=True)
class DecisionLifted(Event):
    """Staff took a decision about a member back, to which nobody had objected."""

    decision_id: UUID
    number: str
    member_id: UUID


@dataclass(frozen=True)
class AppealDecided(Event):
    """Somebody else decided about a member's appeal; `outcome` says whether the decision stands."""

    appeal_id: UUID
    decision_id: UUID
    number: str
    member_id: UUID
    outcome: str


@dataclass(frozen=True)
class ReportReviewed(Event):
    """What had followed from a report was taken back, or came to nothing."""

    report_id: UUID
    number: str
    reporter_id: UUID
