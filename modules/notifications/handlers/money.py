"""Handlers of billing events: mails about payments, refunds, discounts and automatic reloads."""

from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.events.outbox import Queue, handles
from modules.billing import api as billing_api
from modules.billing.contracts.states import Occasion, OrderOrigin
from modules.billing.events import (
    ChargebackReceived,
    CollectionScheduled,
    CreditNoteIssued,
    DirectDebitBlocked,
    DiscountGiven,
    InvoiceIssued,
    OrderFailed,
    RefundApproved,
    RefundFailed,
    RefundRefused,
    RefundSettled,
    ReloadEnded,
    ReloadPaused,
    ReloadStarted,
)
from modules.notifications.contracts import MailType, NoticeType
from modules.notifications.service import mails, optional_mails, pushes


@handles(InvoiceIssued, queue=Queue.URGENT)
def on_invoice_issued(session: Session, event: InvoiceIssued) -> None:
    """Mail the receipt with the invoice."""
    order = billing_api.get_order(session, event.order_id)
    type = MailType.RELOAD_BOUGHT if order.origin is OrderOrigin.RELOAD else MailType.ORDER_PAID
    mails.queue_mail_about(session, order.member_id, type, order_id=order.id)


@handles(OrderFailed, queue=Queue.URGENT)
def on_order_failed(session: Session, event: OrderFailed) -> None:
    """Mail a member that nothing was charged, once for each attempt to pay."""
    order = billing_api.get_order(session, event.order_id)
    newest = billing_api.list_payments(session, order_ids=[order.id])[-1]
    params = {"order_id": str(order.id)}
    mails.queue_mail(
        session, member_id=order.member_id, type=MailType.PAYMENT_FAILED, cause_key=str(newest.id), params=params
    )


@handles(RefundApproved, queue=Queue.URGENT)
def on_refund_approved(session: Session, event: RefundApproved) -> None:
    """Mail a member that a refund is on its way."""
    _mail_payer(session, event.refund_id, MailType.REFUND_ASKED)


@handles(CreditNoteIssued, queue=Queue.URGENT)
def on_credit_note_issued(session: Session, event: CreditNoteIssued) -> None:
    """Mail a member that a refund has arrived, with the credit note."""
    _mail_payer(session, event.refund_id, MailType.REFUND_ARRIVED)


@handles(RefundSettled, queue=Queue.URGENT)
def on_refund_settled(session: Session, event: RefundSettled) -> None:
    """Mail a member that a refund of a payment without credits has arrived; it has no credit note."""
    refund = billing_api.get_refund(session, event.refund_id)
    if not billing_api.get_payment(session, refund.payment_id).is_credited:
        _mail_payer(session, event.refund_id, MailType.REFUND_ARRIVED)


@handles(RefundRefused, queue=Queue.URGENT)
def on_refund_refused(session: Session, event: RefundRefused) -> None:
    """Mail the payer that a refund was refused, and why."""
    _mail_payer(session, event.refund_id, MailType.REFUND_REFUSED)


@handles(RefundFailed, queue=Queue.URGENT)
def on_refund_failed(session: Session, event: RefundFailed) -> None:
    """Mail a member that a refund failed."""
    _mail_payer(session, event.refund_id, MailType.REFUND_FAILED)


@handles(ChargebackReceived, queue=Queue.URGENT)
def on_chargeback_received(session: Session, event: ChargebackReceived) -> None:
    """Mail a member about the chargeback of an order."""
    payment_id, _, _ = billing_api.get_chargeback(session, event.chargeback_id)
    payer_id = _find_payer(session, payment_id)
    mails.queue_mail_about(session, payer_id, MailType.CHARGEBACK, chargeback_id=event.chargeback_id)


@handles(CollectionScheduled, queue=Queue.URGENT)
def on_collection_scheduled(session: Session, event: CollectionScheduled) -> None:
    """Mail a member the notice before a direct debit."""
    debit = billing_api.get_debit(session, event.collection_id)
    if debit is not None:
        mails.queue_mail_about(
            session, debit.member_id, MailType.DIRECT_DEBIT_NOTICE, collection_id=event.collection_id
        )


@handles(DirectDebitBlocked, queue=Queue.URGENT)
def on_direct_debit_blocked(session: Session, event: DirectDebitBlocked) -> None:
    """Mail a member that they can no longer pay by direct debit, unless the block was lifted meanwhile (spec 8.4)."""
    block = billing_api.find_debit_block(session, event.block_id)
    if block is not None:
        mails.queue_mail_about(session, block.member_id, MailType.DIRECT_DEBIT_BLOCKED, block_id=event.block_id)


@handles(DiscountGiven)
def on_discount_given(session: Session, event: DiscountGiven) -> None:
    """Notify a member of their own discount code, and why they have it."""
    discount = billing_api.get_discount(session, event.discount_id)
    if discount.member_id is not None:
        # An apology is not an offer: it goes to members who opted out of offers too.
        if discount.occasion is Occasion.APOLOGY:
            mails.queue_mail_about(session, discount.member_id, MailType.APOLOGY, discount_id=discount.id)
        else:
            params = {"discount_id": str(discount.id)}
            optional_mails.queue_optional_mail(
                session, member_id=discount.member_id, type=MailType.DISCOUNT, cause_key=str(discount.id), params=params
            )
            pushes.request_push(session, member_id=discount.member_id, type=NoticeType.OFFER, about=discount.id)


@handles(ReloadStarted, queue=Queue.URGENT)
def on_reload_started(session: Session, event: ReloadStarted) -> None:
    """Mail a member the confirmation of an automatic reload."""
    _mail_about_reload(session, event.member_id, MailType.RELOAD_STARTED, agreed_at=event.agreed_at)


@handles(ReloadPaused, queue=Queue.URGENT)
def on_reload_paused(session: Session, event: ReloadPaused) -> None:
    """Mail a member until when their automatic reload is paused."""
    _mail_about_reload(session, event.member_id, MailType.RELOAD_PAUSED, until=event.until)


@handles(ReloadEnded, queue=Queue.URGENT)
def on_reload_ended(session: Session, event: ReloadEnded) -> None:
    """Mail a member that their automatic reload has ended, and why."""
    _mail_about_reload(session, event.member_id, MailType.RELOAD_ENDED, ended_at=event.ended_at)


def _mail_about_reload(session: Session, member_id: UUID, type: MailType, **when: str) -> None:
    (moment,) = when.values()
    mails.queue_mail(session, member_id=member_id, type=type, cause_key=f"{member_id} {moment}", params=when)


def _mail_payer(session: Session, refund_id: UUID, type: MailType) -> None:
    payer_id = _find_payer(session, billing_api.get_refund(session, refund_id).payment_id)
    mails.queue_mail_about(session, payer_id, type, refund_id=refund_id)


def _find_payer(session: Session, payment_id: UUID) -> UUID:
    order_id = billing_api.get_payment(session, payment_id).order_id
    return billing_api.get_order(session, order_id).member_id


HANDLERS = (
    on_invoice_issued,
    on_credit_note_issued,
    on_order_failed,
    on_refund_approved,
    on_refund_settled,
    on_refund_failed,
    on_refund_refused,
    on_chargeback_received,
    on_collection_scheduled,
    on_direct_debit_blocked,
    on_discount_given,
    on_reload_started,
    on_reload_paused,
    on_reload_ended,
)
