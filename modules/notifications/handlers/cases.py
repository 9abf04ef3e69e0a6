"""Handlers of moderation events: mails about complaints, reports and decisions."""

from datetime import timedelta
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import handles
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

# A mail server has taken or refused by then what was handed to it before.
SENDING_ENDS = timedelta(minutes=10)


@handles(ComplaintReceived)
def on_complaint_received(session: Session, event: ComplaintReceived) -> None:
    """Mail a complainant the number of their complaint and where the answer will appear."""
    _mail_complainant(session, event, MailType.COMPLAINT_RECEIVED, cause=event.complaint_id)


@handles(ComplaintAnswered)
def on_complaint_answered(session: Session, event: ComplaintAnswered) -> None:
    """Mail a complainant that there is an answer, a question, or the closing answer."""
    asks = MailType.COMPLAINT_QUESTION if event.asks else MailType.COMPLAINT_ANSWERED
    type = MailType.COMPLAINT_CLOSED if event.is_closed else asks
    _mail_complainant(session, event, type, cause=event.message_id)


@handles(ComplaintOpened)
def on_complaint_opened(session: Session, event: ComplaintOpened) -> None:
    """Mail somebody that staff opened a case for them."""
    _mail_complainant(session, event, MailType.COMPLAINT_OPENED, cause=event.complaint_id)


@handles(ReplyLost)
def on_reply_lost(session: Session, event: ReplyLost) -> None:
    """Mail somebody, once a day, that their reply by mail was not added to the case."""
    outcome = "over" if event.is_over else "unread"
    _mail_complainant(
        session, event, MailType.COMPLAINT_REPLY_LOST, cause=f"{event.complaint_id} {event.day}", outcome=outcome
    )


@handles(ReportReceived)
def on_report_received(session: Session, event: ReportReceived) -> None:
    """Mail a member that their report was received."""
    _mail_reporter(session, event, MailType.REPORT_RECEIVED)


@handles(ReportDecided)
def on_report_decided(session: Session, event: ReportDecided) -> None:
    """Mail a member that their report is decided."""
    _mail_reporter(session, event, MailType.REPORT_DECIDED)


def _mail_complainant(
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
    """Mail a member that the decision on their report was reversed."""
    _mail_reporter(session, event, MailType.REPORT_REVIEWED)


@handles(DecisionMade)
def on_decision_made(session: Session, event: DecisionMade) -> None:
    """Mail a member the statement of reasons of a decision about them."""
    type = MailType.MEMBER_BANNED if event.measure.endswith("ban") else MailType.DECISION_MADE
    params = {"decision_id": str(event.decision_id), "number": event.number}
    mails.queue_mail(session, member_id=event.member_id, type=type, cause_key=str(event.decision_id), params=params)


@handles(DecisionLifted)
def on_decision_lifted(session: Session, event: DecisionLifted) -> None:
    """Mail a member that a decision about them was lifted."""
    params = {"decision_id": str(event.decision_id), "number": event.number}
    key = str(event.decision_id)
    mails.queue_mail(session, member_id=event.member_id, type=MailType.DECISION_LIFTED, cause_key=key, params=params)


@handles(AppealDecided)
def on_appeal_decided(session: Session, event: AppealDecided) -> None:
    """Mail a member the outcome of their appeal."""
    params = {"decision_id": str(event.decision_id), "number": event.number, "outcome": event.outcome}
    key = str(event.appeal_id)
    mails.queue_mail(session, member_id=event.member_id, type=MailType.APPEAL_DECIDED, cause_key=key, params=params)


@handles(MemberBanned)
def on_member_banned(session: Session, event: MemberBanned) -> None:
    """End the push subscriptions of a banned member, but not those since the ban ended."""
    subscriptions.remove_logged_out(session, member_id=event.member_id)


def _mail_reporter(session: Session, event: ReportReceived | ReportDecided | ReportReviewed, type: MailType) -> None:
    params = {"number": event.number}
    mails.queue_mail(session, member_id=event.reporter_id, type=type, cause_key=str(event.report_id), params=params)


@handles(FraudNoticed)
def on_fraud_noticed(session: Session, event: FraudNoticed) -> None:
    """Mail a member, once, that a chat partner was removed for fraud, and which credits were returned."""
    params = {"removed_id": str(event.removed_id), "credits": str(event.credits)}
    key = str(event.notice_id or f"{event.member_id} {event.removed_id}")
    if event.notice_id is not None:
        params["notice_id"] = key
    mails.queue_mail(session, member_id=event.member_id, type=MailType.FRAUD_NOTICE, cause_key=key, params=params)


@handles(FraudNoticeWithdrawn)
def on_fraud_notice_withdrawn(session: Session, event: FraudNoticeWithdrawn) -> None:
    """Mail a member that a chat partner's removal for fraud was reversed, once it is sure whether they were told."""
    type, key = MailType.FRAUD_NOTICE_WITHDRAWN, str(event.notice_id)
    params = {"removed_id": str(event.removed_id), "credits": str(event.credits), "notice_id": key}
    at = clock.now() + SENDING_ENDS
    mails.queue_mail(session, member_id=event.member_id, type=type, cause_key=key, params=params, not_before=at)


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
