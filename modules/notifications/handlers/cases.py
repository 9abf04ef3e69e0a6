"""What those who complain, report, or are decided about are mailed."""

from uuid import UUID

from app.kernel.db import Session
from app.kernel.outbox import handles
from modules.accounts.events import (
    MemberBanned,
)
from modules.moderation.events import (
    AppealDecided,
    ComplaintAnswered,
    ComplaintOpened,
    ComplaintReceived,
    DecisionLifted,
    DecisionMade,
    FraudNoticed,
    FraudNoticeWithdrawn,
    ReplyLost,
    ReportDecided,
    ReportReceived,
    ReportReviewed,
)
from modules.notifications.contracts import MailType
from modules.notifications.service import mails, subscriptions


@handles(ComplaintReceived)
def on_complaint_received(session: Session, event: ComplaintReceived) -> None:
    """Tell whoever complained their number, and where the answer will be."""
    _tell_complainant(session, event, MailType.COMPLAINT_RECEIVED, cause=event.complaint_id)


@handles(ComplaintAnswered)
def on_complaint_answered(session: Session, event: ComplaintAnswered) -> None:
    """Tell whoever complained that there is an answer, or the last one."""
    asks = MailType.COMPLAINT_QUESTION if event.asks else MailType.COMPLAINT_ANSWERED
    type = MailType.COMPLAINT_CLOSED if event.is_closed else asks
    _tell_complainant(session, event, type, cause=event.message_id)


@handles(ComplaintOpened)
def on_complaint_opened(session: Session, event: ComplaintOpened) -> None:
    """Tell somebody that staff opened a case for them."""
    _tell_complainant(session, event, MailType.COMPLAINT_OPENED, cause=event.complaint_id)


@handles(ReplyLost)
def on_reply_lost(session: Session, event: ReplyLost) -> None:
    """Tell somebody, once a day, that what they answered by mail was not added."""
    outcome = "over" if event.is_over else "unread"
    _tell_complainant(
        session, event, MailType.COMPLAINT_REPLY_LOST, cause=f"{event.complaint_id} {event.day}", outcome=outcome
    )


@handles(ReportReceived)
def on_report_received(session: Session, event: ReportReceived) -> None:
    """Tell a member that their report has arrived."""
    _tell_reporter(session, event, MailType.REPORT_RECEIVED)


@handles(ReportDecided)
def on_report_decided(session: Session, event: ReportDecided) -> None:
    """Tell a member that their report is decided."""
    _tell_reporter(session, event, MailType.REPORT_DECIDED)


def _tell_complainant(
    session: Session,
    event: ComplaintReceived | ComplaintOpened | ComplaintAnswered | ReplyLost,
    type: MailType,
    *,
    cause: UUID | str,
    **more: str,
) -> None:
    params = {"complaint_id": str(event.complaint_id), "number": event.number, **more}
    if event.member_id is not None:
        mails.queue_mail(session, member_id=event.member_id, type=type, cause_key=str(cause), params=params)
    elif event.contact_id is not None:
        mails.queue_mail_to_contact(
            session, contact_id=event.contact_id, type=type, cause_key=str(cause), params=params
        )


@handles(ReportReviewed)
def on_report_reviewed(session: Session, event: ReportReviewed) -> None:
    """Tell a member that what followed from their report was taken back."""
    _tell_reporter(session, event, MailType.REPORT_REVIEWED)


@handles(DecisionMade)
def on_decision_made(session: Session, event: DecisionMade) -> None:
    """Give a member the reasons of a decision about them."""
    type = MailType.MEMBER_BANNED if event.measure.endswith("ban") else MailType.DECISION_MADE
    params = {"decision_id": str(event.decision_id), "number": event.number}
    mails.queue_mail(session, member_id=event.member_id, type=type, cause_key=str(event.decision_id), params=params)


@handles(DecisionLifted)
def on_decision_lifted(session: Session, event: DecisionLifted) -> None:
    """Tell a member that a decision about them was taken back."""
    params = {"decision_id": str(event.decision_id), "number": event.number}
    key = str(event.decision_id)
    mails.queue_mail(session, member_id=event.member_id, type=MailType.DECISION_LIFTED, cause_key=key, params=params)


@handles(AppealDecided)
def on_appeal_decided(session: Session, event: AppealDecided) -> None:
    """Tell a member what came of their appeal."""
    params = {"decision_id": str(event.decision_id), "number": event.number, "outcome": event.outcome}
    key = str(event.appeal_id)
    mails.queue_mail(session, member_id=event.member_id, type=MailType.APPEAL_DECIDED, cause_key=key, params=params)


@handles(MemberBanned)
def on_member_banned(session: Session, event: MemberBanned) -> None:
    """Push nothing any more to the browsers of who is banned."""
    subscriptions.end_push_subscriptions(session, member_id=event.member_id)


def _tell_reporter(session: Session, event: ReportReceived | ReportDecided | ReportReviewed, type: MailType) -> None:
    params = {"number": event.number}
    mails.queue_mail(session, member_id=event.reporter_id, type=type, cause_key=str(event.report_id), params=params)


@handles(FraudNoticed)
def on_fraud_noticed(session: Session, event: FraudNoticed) -> None:
    """Tell a member, once, that somebody they wrote with is gone, and what came back to them."""
    params = {"removed_id": str(event.removed_id), "credits": str(event.credits)}
    key = str(event.notice_id or f"{event.member_id} {event.removed_id}")
    mails.queue_mail(session, member_id=event.member_id, type=MailType.FRAUD_NOTICE, cause_key=key, params=params)


@handles(FraudNoticeWithdrawn)
def on_fraud_notice_withdrawn(session: Session, event: FraudNoticeWithdrawn) -> None:
    """Tell a member that somebody they wrote with did not cheat after all."""
    params = {"removed_id": str(event.removed_id), "credits": str(event.credits)}
    type, key = MailType.FRAUD_NOTICE_WITHDRAWN, str(event.notice_id)
    mails.queue_mail(session, member_id=event.member_id, type=type, cause_key=key, params=params)


HANDLERS = (
    on_complaint_received,
    on_complaint_answered,
    on_complaint_opened,
    on_reply_lost,
    on_report_received,
    on_report_decided,
    on_report_reviewed,
    on_decision_made,
    on_decision_lifted,
    on_appeal_decided,
    on_member_banned,
    on_fraud_noticed,
    on_fraud_notice_withdrawn,
)
