"""What notifications does when something happens elsewhere."""

from uuid import UUID

from sqlalchemy.orm import Session

from app.kernel import clock, mail
from app.kernel.db import transaction
from app.kernel.outbox import TryLater, handles
from modules.accounts import api as accounts_api
from modules.accounts.contracts import EmailPurpose
from modules.accounts.events import (
    EmailChanged,
    EmailTokenIssued,
    ExportReady,
    GuessingStopped,
    MemberActivated,
    MemberBanned,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    NewBrowserLoggedIn,
    PasswordChanged,
    SignupRepeated,
)
from modules.billing import api as billing_api
from modules.billing.contracts import Occasion, OrderOrigin
from modules.billing.events import (
    ChargebackReceived,
    CollectionScheduled,
    DirectDebitBlocked,
    DiscountGiven,
    OrderCompleted,
    OrderFailed,
    RefundApproved,
    RefundFailed,
    RefundRefused,
    RefundSettled,
    ReloadEnded,
    ReloadPaused,
    ReloadStarted,
)
from modules.messaging import api as messaging_api
from modules.messaging.events import MessageSent
from modules.moderation.events import (
    AppealDecided,
    ComplaintAnswered,
    ComplaintOpened,
    ComplaintReceived,
    DecisionMade,
    FraudNoticed,
    ReportDecided,
    ReportReceived,
    ReportReviewed,
)
from modules.notifications import push
from modules.notifications.contracts import Cause, MailType, NoticeType
from modules.notifications.events import MailQueued, PushQueued
from modules.notifications.service import erasing, mails, notices, pushes, returns, subscriptions, wishes
from modules.social import api as social_api
from modules.social.events import LikeGiven

TOKEN_MAILS = {
    EmailPurpose.ACTIVATE: MailType.ACTIVATE,
    EmailPurpose.RESET: MailType.RESET_PASSWORD,
    EmailPurpose.CHANGE_EMAIL: MailType.EMAIL_CHANGE,
    EmailPurpose.UNDO_EMAIL_CHANGE: MailType.EMAIL_CHANGE_NOTICE,
    EmailPurpose.REACTIVATE: MailType.ACCOUNT_DELETED,
}


@handles(EmailTokenIssued)
def on_email_token_issued(session: Session, event: EmailTokenIssued) -> None:
    """Mail the link that a member asked for, unless they were erased meanwhile."""
    link = accounts_api.find_email_link(session, event.token_id)
    if link is None:
        return
    key, type = str(event.token_id), TOKEN_MAILS[link.purpose]
    mails.queue_mail(session, member_id=link.member_id, type=type, cause_key=key, params={"token_id": key})


@handles(PasswordChanged)
def on_password_changed(session: Session, event: PasswordChanged) -> None:
    """Tell a member that the password was changed, in case it was not they."""
    key = f"{event.member_id} {event.changed_at}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.PASSWORD_CHANGED, cause_key=key, params={})


@handles(SignupRepeated)
def on_signup_repeated(session: Session, event: SignupRepeated) -> None:
    """Tell a member, once a day, that their address signed up again: the page did not say so to whoever did it."""
    key = f"{event.member_id} {event.day}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.ALREADY_MEMBER, cause_key=key, params={})


@handles(MemberActivated)
def on_member_activated(session: Session, event: MemberActivated) -> None:
    """Welcome a member, once: what to do first."""
    key = str(event.member_id)
    mails.queue_mail(session, member_id=event.member_id, type=MailType.WELCOME, cause_key=key, params={})


@handles(MemberReactivated)
def on_member_reactivated(session: Session, event: MemberReactivated) -> None:
    """Tell a member who came back that everything is as it was."""
    key = f"{event.member_id} {event.reactivated_at}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.REACTIVATED, cause_key=key, params={})


@handles(NewBrowserLoggedIn)
def on_new_browser_logged_in(session: Session, event: NewBrowserLoggedIn) -> None:
    """Ask a member whether it was they who logged in from a browser that never did before."""
    found = accounts_api.find_session(session, event.session_id)
    if found is not None:
        params = {"session_id": str(event.session_id), "country": event.country}
        key = str(event.session_id)
        mails.queue_mail(session, member_id=found[0], type=MailType.NEW_DEVICE, cause_key=key, params=params)


@handles(GuessingStopped)
def on_guessing_stopped(session: Session, event: GuessingStopped) -> None:
    """Tell a member, once a day, that somebody tried wrong passwords for their account (spec 8.2)."""
    key = f"{event.member_id} {event.day}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.LOGIN_BLOCKED, cause_key=key, params={})


@handles(EmailChanged)
def on_email_changed(session: Session, event: EmailChanged) -> None:
    """Mail comes again where it had stopped because the old address was wrong (spec 8.7)."""
    wishes.lift_bounces(session, member_id=event.member_id)


@handles(ExportReady)
def on_export_ready(session: Session, event: ExportReady) -> None:
    """Tell a member that the copy of their data can be fetched."""
    export = accounts_api.find_export(session, event.export_id)
    if export is not None:
        _tell(session, export.member_id, MailType.EXPORT_READY, export_id=event.export_id)


@handles(MemberDeleted)
def on_member_deleted(session: Session, event: MemberDeleted) -> None:
    """Push nothing any more to the browsers of who left."""
    subscriptions.end_push_subscriptions(session, member_id=event.member_id)


@handles(MemberErased)
def on_member_erased(session: Session, event: MemberErased) -> None:
    """Forget whatever was sent to an erased member, and how they wished it."""
    erasing.erase_member(session, member_id=event.member_id)


@handles(MessageSent)
def on_message_sent(session: Session, event: MessageSent) -> None:
    """Mail a member whom a new message waits for; the first unread one of a conversation only.

    Most messages are read at once or follow an unread one: they queue nothing, so that a busy chat costs one short job.
    One whose recipient left in that very moment goes back to its sender.
    """
    message_id, member_id = event.message_id, event.recipient_id
    if messaging_api.return_undeliverable(session, message_id=message_id, recipient_id=member_id):
        return
    pushes.ask_for_push(session, member_id=member_id, type=NoticeType.MESSAGE)
    if messaging_api.find_waiting_message(session, member_id=member_id, message_id=message_id) is None:
        return
    params = {"message_id": str(message_id)}
    notices.tell(session, member_id=member_id, type=MailType.NEW_MESSAGE, cause_key=str(message_id), params=params)


@handles(LikeGiven)
def on_like_given(session: Session, event: LikeGiven) -> None:
    """Tell whom a like went to: of a match at once, of other likes once a day at most."""
    member_id, other_id = event.to_id, event.from_id
    if not social_api.is_listed(session, member_id, other_id):
        return
    params = {"other_id": str(other_id)}
    if social_api.is_match(session, member_id, other_id):
        key = f"{member_id} {other_id}"
        notices.tell(session, member_id=member_id, type=MailType.NEW_MATCH, cause_key=key, params=params)
        pushes.ask_for_push(session, member_id=member_id, type=NoticeType.MATCH, about=other_id)
    else:
        key = f"{member_id} {clock.today()}"
        notices.tell(session, member_id=member_id, type=MailType.NEW_LIKE, cause_key=key, params=params)
        pushes.ask_for_push(session, member_id=member_id, type=NoticeType.LIKE)


@handles(OrderCompleted)
def on_order_completed(session: Session, event: OrderCompleted) -> None:
    """Mail the receipt, with the invoice."""
    billing_api.issue_invoice(session, order_id=event.order_id)
    order = billing_api.get_order(session, event.order_id)
    type = MailType.RELOAD_BOUGHT if order.origin is OrderOrigin.RELOAD else MailType.ORDER_PAID
    _tell(session, order.member_id, type, order_id=event.order_id)


@handles(OrderFailed)
def on_order_failed(session: Session, event: OrderFailed) -> None:
    """Tell a member that nothing was charged; once for each try to pay."""
    order = billing_api.get_order(session, event.order_id)
    newest = billing_api.list_payments(session, order_ids=[order.id])[-1]
    params = {"order_id": str(order.id)}
    mails.queue_mail(
        session, member_id=order.member_id, type=MailType.PAYMENT_FAILED, cause_key=str(newest.id), params=params
    )


@handles(RefundApproved)
def on_refund_approved(session: Session, event: RefundApproved) -> None:
    """Tell a member that money is on its way back."""
    _tell(session, _payer(session, event.refund_id), MailType.REFUND_ASKED, refund_id=event.refund_id)


@handles(RefundSettled)
def on_refund_settled(session: Session, event: RefundSettled) -> None:
    """Tell a member that money has come back, with the credit note."""
    billing_api.issue_credit_note(session, refund_id=event.refund_id)
    _tell(session, _payer(session, event.refund_id), MailType.REFUND_ARRIVED, refund_id=event.refund_id)


@handles(RefundRefused)
def on_refund_refused(session: Session, event: RefundRefused) -> None:
    """Tell the payer that no money goes back, and why."""
    _tell(session, _payer(session, event.refund_id), MailType.REFUND_REFUSED, refund_id=event.refund_id)


@handles(RefundFailed)
def on_refund_failed(session: Session, event: RefundFailed) -> None:
    """Tell a member that money did not arrive."""
    _tell(session, _payer(session, event.refund_id), MailType.REFUND_FAILED, refund_id=event.refund_id)


@handles(ChargebackReceived)
def on_chargeback_received(session: Session, event: ChargebackReceived) -> None:
    """Tell a member what became of an order whose money their bank took back."""
    payment_id, _, _ = billing_api.get_chargeback(session, event.chargeback_id)
    order = billing_api.get_order(session, billing_api.get_payment(session, payment_id).order_id)
    _tell(session, order.member_id, MailType.CHARGEBACK, chargeback_id=event.chargeback_id)


@handles(CollectionScheduled)
def on_collection_scheduled(session: Session, event: CollectionScheduled) -> None:
    """Tell a member before their account is debited."""
    debit = billing_api.get_debit(session, event.collection_id)
    if debit is not None:
        _tell(session, debit.member_id, MailType.DIRECT_DEBIT_NOTICE, collection_id=event.collection_id)


@handles(DirectDebitBlocked)
def on_direct_debit_blocked(session: Session, event: DirectDebitBlocked) -> None:
    """Tell a member that they can no longer pay by direct debit, unless the block was lifted meanwhile (spec 8.4)."""
    block = billing_api.find_debit_block(session, event.block_id)
    if block is not None:
        _tell(session, block.member_id, MailType.DIRECT_DEBIT_BLOCKED, block_id=event.block_id)


@handles(DiscountGiven)
def on_discount_given(session: Session, event: DiscountGiven) -> None:
    """Tell a member of their own code, and why they have it."""
    discount = billing_api.get_discount(session, event.discount_id)
    if discount.member_id is not None:
        params = {"discount_id": str(discount.id)}
        # An apology is no offer.
        is_owed = discount.occasion is Occasion.APOLOGY
        tell = mails.queue_mail if is_owed else notices.tell
        type = MailType.APOLOGY if is_owed else MailType.DISCOUNT
        tell(session, member_id=discount.member_id, type=type, cause_key=str(discount.id), params=params)
        if not is_owed:
            pushes.ask_for_push(session, member_id=discount.member_id, type=NoticeType.OFFER, about=discount.id)


@handles(ReloadStarted)
def on_reload_started(session: Session, event: ReloadStarted) -> None:
    """Confirm what a member asked to be bought by itself."""
    _tell_reload(session, event.member_id, MailType.RELOAD_STARTED, agreed_at=event.agreed_at)


@handles(ReloadPaused)
def on_reload_paused(session: Session, event: ReloadPaused) -> None:
    """Tell a member until when nothing is bought."""
    _tell_reload(session, event.member_id, MailType.RELOAD_PAUSED, until=event.until)


@handles(ReloadEnded)
def on_reload_ended(session: Session, event: ReloadEnded) -> None:
    """Tell a member that nothing is bought by itself any more, and why."""
    _tell_reload(session, event.member_id, MailType.RELOAD_ENDED, ended_at=event.ended_at)


def _tell_reload(session: Session, member_id: UUID, type: MailType, **when: str) -> None:
    (moment,) = when.values()
    mails.queue_mail(session, member_id=member_id, type=type, cause_key=f"{member_id} {moment}", params=when)


def _tell(session: Session, member_id: UUID, type: MailType, **about: UUID) -> None:
    """Queue a mail about one thing, once."""
    ((name, id),) = about.items()
    mails.queue_mail(session, member_id=member_id, type=type, cause_key=str(id), params={name: str(id)})


def _payer(session: Session, refund_id: UUID) -> UUID:
    payment = billing_api.get_payment(session, billing_api.get_refund(session, refund_id).payment_id)
    return billing_api.get_order(session, payment.order_id).member_id


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
    """Tell a member that staff opened a case for them."""
    _tell_complainant(session, event, MailType.COMPLAINT_OPENED, cause=event.complaint_id)


@handles(ReportReceived)
def on_report_received(session: Session, event: ReportReceived) -> None:
    """Tell a member that their report has arrived."""
    _tell_reporter(session, event, MailType.REPORT_RECEIVED)


@handles(ReportDecided)
def on_report_decided(session: Session, event: ReportDecided) -> None:
    """Tell a member that their report is decided."""
    _tell_reporter(session, event, MailType.REPORT_DECIDED)


def _tell_complainant(
    session: Session, event: ComplaintReceived | ComplaintOpened | ComplaintAnswered, type: MailType, *, cause: UUID
) -> None:
    params = {"complaint_id": str(event.complaint_id), "number": event.number}
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
    facts = {"measure": event.measure, "rule": event.rule, "until": event.until}
    params = {"decision_id": str(event.decision_id), "number": event.number, **facts}
    mails.queue_mail(session, member_id=event.member_id, type=type, cause_key=str(event.decision_id), params=params)


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
    key = f"{event.member_id} {event.removed_id}"
    mails.queue_mail(session, member_id=event.member_id, type=MailType.FRAUD_NOTICE, cause_key=key, params=params)


# Two days, with an hour between two tries in the end: mail servers are given that long to come back.
@handles(MailQueued, managed=False, attempts=60)
def on_mail_queued(event: MailQueued) -> None:
    """Hand a mail to the SMTP server; tried again by the inbox until the server takes it."""
    with transaction() as session:
        message = mails.write_mail(session, mail_id=event.mail_id)
    if message is None:
        return
    try:
        mail.send(message)
    except mail.AddressRefused:
        with transaction() as session:
            returns.record_return(session, mail_id=event.mail_id, cause=Cause.BOUNCE)
        return
    with transaction() as session:
        mails.record_sent(session, mail_id=event.mail_id)


@handles(PushQueued, managed=False)
def on_push_queued(event: PushQueued) -> None:
    """Hand a push message to its push service; tried again while the service does not take it, for a day."""
    with transaction() as session:
        message = pushes.write_push(
            session,
            member_id=event.member_id,
            subscription_id=event.subscription_id,
            type=NoticeType(event.type),
            version=event.version,
        )
    if message is None or pushes.is_too_late(event.queued_at):
        return
    try:
        answer = push.send(message)
    except push.NotNow as wish:
        raise TryLater(str(wish), seconds=wish.seconds) from wish
    with transaction() as session:
        subscriptions.record_answer(
            session, subscription_id=event.subscription_id, target=message.target, answer=answer
        )
