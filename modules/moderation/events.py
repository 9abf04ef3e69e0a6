"""What happens to complaints and reports. Whoever complained has an account or is a contact without one."""

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
class ComplaintAnswered(Event):
    """Staff answered a complaint, and closed it with that when `is_closed`."""

    complaint_id: UUID
    message_id: UUID
    number: str
    is_closed: bool
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
