"""What payers are mailed about their money."""

from uuid import UUID

from app.kernel.db import Session
from app.kernel.outbox import Queue, handles
from modules.billing import api as billing_api
from modules.billing.contracts import Occasion, OrderOrigin
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
from modules.notifications.handlers.telling import tell
from modules.notifications.service import mails, notices, pushes


@handles(InvoiceIssued, queue=Queue.URGENT)
def on_invoice_issued(session: Session, event: InvoiceIssued) -> None:
    """Mail the receipt, with the invoice."""
    order = billing_api.get_order(session, event.order_id)
    type = MailType.RELOAD_BOUGHT if order.origin is OrderOrigin.RELOAD else MailType.ORDER_PAID
    tell(session, order.member_id, type, order_id=event.order_id)


@handles(OrderFailed, queue=Queue.URGENT)
def on_order_failed(session: Session, event: OrderFailed) -> None:
    """Tell a member that nothing was charged; once for each try to pay."""
    order = billing_api.get_order(session, event.order_id)
    newest = billing_api.list_payments(session, order_ids=[order.id])[-1]
    params = {"order_id": str(order.id)}
    mails.queue_mail(
        session, member_id=order.member_id, type=MailType.PAYMENT_FAILED, cause_key=str(newest.id), params=params
    )


@handles(RefundApproved, queue=Queue.URGENT)
def on_refund_approved(session: Session, event: RefundApproved) -> None:
    """Tell a member that money is on its way back."""
    tell(session, _payer(session, event.refund_id), MailType.REFUND_ASKED, refund_id=event.refund_id)


@handles(CreditNoteIssued, queue=Queue.URGENT)
def on_credit_note_issued(session: Session, event: CreditNoteIssued) -> None:
    """Tell a member that money has come back, with the credit note."""
    tell(session, _payer(session, event.refund_id), MailType.REFUND_ARRIVED, refund_id=event.refund_id)


@handles(RefundSettled, queue=Queue.URGENT)
def on_refund_settled(session: Session, event: RefundSettled) -> None:
    """Tell a member that money has come back which bought nothing: there is no credit note for it."""
    refund = billing_api.get_refund(session, event.refund_id)
    if not billing_api.get_payment(session, refund.payment_id).is_credited:
        tell(session, _payer(session, event.refund_id), MailType.REFUND_ARRIVED, refund_id=event.refund_id)


@handles(RefundRefused, queue=Queue.URGENT)
def on_refund_refused(session: Session, event: RefundRefused) -> None:
    """Tell the payer that no money goes back, and why."""
    tell(session, _payer(session, event.refund_id), MailType.REFUND_REFUSED, refund_id=event.refund_id)


@handles(RefundFailed, queue=Queue.URGENT)
def on_refund_failed(session: Session, event: RefundFailed) -> None:
    """Tell a member that money did not arrive."""
    tell(session, _payer(session, event.refund_id), MailType.REFUND_FAILED, refund_id=event.refund_id)


@handles(ChargebackReceived, queue=Queue.URGENT)
def on_chargeback_received(session: Session, event: ChargebackReceived) -> None:
    """Tell a member what became of an order whose money their bank took back."""
    payment_id, _, _ = billing_api.get_chargeback(session, event.chargeback_id)
    order = billing_api.get_order(session, billing_api.get_payment(session, payment_id).order_id)
    tell(session, order.member_id, MailType.CHARGEBACK, chargeback_id=event.chargeback_id)


@handles(CollectionScheduled, queue=Queue.URGENT)
def on_collection_scheduled(session: Session, event: CollectionScheduled) -> None:
    """Tell a member before their account is debited."""
    debit = billing_api.get_debit(session, event.collection_id)
    if debit is not None:
        tell(session, debit.member_id, MailType.DIRECT_DEBIT_NOTICE, collection_id=event.collection_id)


@handles(DirectDebitBlocked, queue=Queue.URGENT)
def on_direct_debit_blocked(session: Session, event: DirectDebitBlocked) -> None:
    """Tell a member that they can no longer pay by direct debit, unless the block was lifted meanwhile (spec 8.4)."""
    block = billing_api.find_debit_block(session, event.block_id)
    if block is not None:
        tell(session, block.member_id, MailType.DIRECT_DEBIT_BLOCKED, block_id=event.block_id)


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


@handles(ReloadStarted, queue=Queue.URGENT)
def on_reload_started(session: Session, event: ReloadStarted) -> None:
    """Confirm what a member asked to be bought by itself."""
    _tell_reload(session, event.member_id, MailType.RELOAD_STARTED, agreed_at=event.agreed_at)


@handles(ReloadPaused, queue=Queue.URGENT)
def on_reload_paused(session: Session, event: ReloadPaused) -> None:
    """Tell a member until when nothing is bought."""
    _tell_reload(session, event.member_id, MailType.RELOAD_PAUSED, until=event.until)


@handles(ReloadEnded, queue=Queue.URGENT)
def on_reload_ended(session: Session, event: ReloadEnded) -> None:
    """Tell a member that nothing is bought by itself any more, and why."""
    _tell_reload(session, event.member_id, MailType.RELOAD_ENDED, ended_at=event.ended_at)


def _tell_reload(session: Session, member_id: UUID, type: MailType, **when: str) -> None:
    (moment,) = when.values()
    mails.queue_mail(session, member_id=member_id, type=type, cause_key=f"{member_id} {moment}", params=when)


def _payer(session: Session, refund_id: UUID) -> UUID:
    payment = billing_api.get_payment(session, billing_api.get_refund(session, refund_id).payment_id)
    return billing_api.get_order(session, payment.order_id).member_id


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
