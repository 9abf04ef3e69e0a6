"""Events of complaints, reports and decisions. A complainant is a member, or a contact without an account."""

from uuid import UUID

from app.kernel.events.outbox import Event


class ComplaintReceived(Event):
    """A complaint was received."""

    complaint_id: UUID
    number: str
    member_id: UUID | None
    contact_id: UUID | None


class ComplaintOpened(Event):
    """Staff opened a complaint for somebody with a first message."""

    complaint_id: UUID
    number: str
    member_id: UUID | None
    contact_id: UUID | None


class ComplaintAnswered(Event):
    """Staff answered a complaint, closing it when `is_closed`; `asks` when they need an answer."""

    complaint_id: UUID
    message_id: UUID
    number: str
    is_closed: bool
    member_id: UUID | None
    contact_id: UUID | None
    asks: bool = False


class ReplyLost(Event):
    """A reply by mail could not be added, because it is unreadable or the complaint `is_over`; mailed once a `day`."""

    complaint_id: UUID
    number: str
    day: str
    is_over: bool
    member_id: UUID | None
    contact_id: UUID | None


class ReportReceived(Event):
    """A member reported a profile, a photo or a message."""

    report_id: UUID
    number: str
    reporter_id: UUID


class ReportDecided(Event):
    """Staff decided about a report."""

    report_id: UUID
    number: str
    reporter_id: UUID


class FraudNoticed(Event):
    """A member must be notified that a chat partner was removed for fraud; `credits` were returned to them."""

    removed_id: UUID
    member_id: UUID
    credits: int
    notice_id: UUID | None = None


class FraudNoticeWithdrawn(Event):
    """A member must be notified that a chat partner's removal for fraud was a mistake."""

    notice_id: UUID
    removed_id: UUID
    member_id: UUID
    credits: int


class DecisionMade(Event):
    """A decision about a member is in force."""

    decision_id: UUID
    number: str
    member_id: UUID
    measure: str
    rule: str


class DecisionLifted(Event):
    """Staff lifted a decision about a member without an appeal."""

    decision_id: UUID
    number: str
    member_id: UUID


class AppealDecided(Event):
    """A member's appeal was decided; `outcome` is an AppealOutcome."""

    appeal_id: UUID
    decision_id: UUID
    number: str
    member_id: UUID
    outcome: str


class ReportReviewed(Event):
    """The decision that followed from a report was reversed."""

    report_id: UUID
    number: str
    reporter_id: UUID
