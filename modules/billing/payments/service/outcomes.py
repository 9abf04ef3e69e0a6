"""Changes of a payment's state, with their effects on its order. No other module changes the state of a payment.

Reports of providers, files of banks and timeouts all use these functions. Lock order: a payment, then its order.
"""

from datetime import timedelta
from uuid import UUID

from prometheus_client import Counter
from sqlalchemy import Interval, bindparam, func, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel import clock, log
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.billing.contracts.payments import Order, Payment
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import OrderState, PaymentState, RefundReason
from modules.billing.events import OrderCompleted
from modules.billing.payments.models import orders as tables
from modules.billing.payments.policies.transitions import PAYMENT, ensure_transition, merge
from modules.billing.payments.providers.port import ProviderPayment, ProviderRefundStatus, ProviderStatus, Step
from modules.billing.payments.queries import limits as limit_queries
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.service import chargebacks, evidence, limits, money, orders, redemptions, refunds

MISMATCHES = Counter("hearth_payment_mismatches", "Reports of a provider that did not fit the payment they named")
# Members who cannot buy.
GONE = (MemberStatus.DELETED, MemberStatus.ERASED, MemberStatus.BANNED)
_REFUND_FAILED = (ProviderRefundStatus.FAILED, ProviderRefundStatus.CANCELED)
_ENDED = {
    PaymentState.FAILED: OrderState.FAILED,
    PaymentState.CANCELED: OrderState.CANCELLED,
    PaymentState.EXPIRED: OrderState.CANCELLED,
}


def apply_report(session: Session, payment_id: UUID, reported: ProviderPayment) -> None:
    """Apply a provider's or bank's report of a payment: its state, its refunds and its chargebacks."""
    if reported.status is ProviderStatus.PAID:
        # Serialises the payments of a member, so that their sum stays within the spending limit.
        limit_queries.lock_buying(session, queries.get_payer(session, payment_id))
    payment = queries.lock_payment(session, payment_id)
    if not _fits_payment(payment, reported):
        return
    state = merge(PAYMENT, payment.state, PaymentState(reported.status.value))
    set_state(
        session,
        payment,
        state,
        provider_ref=reported.ref,
        checkout_url=reported.checkout_url or payment.checkout_url,
        failure=reported.failure or payment.failure,
        method=reported.method or payment.method,
    )
    order = queries.lock_order(session, payment.order_id)
    if state is not payment.state:
        _update_order(session, payment, order, state, reported)
    # Providers list the newest first; money must be back before it goes again.
    for refund in sorted(reported.refunds, key=lambda each: each.status not in _REFUND_FAILED):
        refunds.apply_refund(session, queries.get_payment(session, payment_id), refund)
    for chargeback in sorted(reported.chargebacks, key=lambda each: each.created_at):
        paid = queries.get_payment(session, payment_id)
        chargebacks.apply_chargeback(session, paid, order, chargeback, mandate_ref=reported.mandate_ref)


def _fits_payment(payment: Payment, reported: ProviderPayment) -> bool:
    """Return whether a report has a payment's amount and, if the payment has one, its id at the provider."""
    if reported.amount == payment.amount and payment.provider_ref in (None, reported.ref):
        return True
    MISMATCHES.inc()
    log.get("billing").error("a report does not fit its payment", payment_id=str(payment.id), ref=reported.ref)
    return False


def _update_order(
    session: Session, payment: Payment, order: Order, state: PaymentState, reported: ProviderPayment
) -> None:
    """Change an order's state as the new state of its payment requires."""
    if state is PaymentState.PAID:
        _accept_payment(session, payment, order, reported)
        orders.abandon_payments(session, order)  # what came by another one would only go back
    elif state in _ENDED:
        orders.end_order(session, order, _ENDED[state])
    elif state in (PaymentState.PENDING, PaymentState.AUTHORIZED):
        orders.set_pending(session, order)
    elif order.state in (OrderState.CANCELLED, OrderState.COMPLETED):
        # It ended while the provider was asked, when there was nothing to cancel there yet.
        orders.abandon_payments(session, order)


def _accept_payment(session: Session, payment: Payment, order: Order, reported: ProviderPayment) -> None:
    """Give the credits of a paid order, once; or refund the payment and cancel the order."""
    if reason := _redeem_or_refuse(session, order):
        refunds.return_payment(session, payment, reason)
        orders.end_order(session, order, OrderState.CANCELLED)
        return
    session.execute(update(tables.PaymentRow).where(tables.PaymentRow.id == payment.id).values(is_credited=True))
    if reported.paid_from:
        evidence.record(session, order.id, reported.paid_from.kind, reported.paid_from.country)
    order = orders.complete_order(session, order)
    money.post_purchase(
        session,
        order_id=order.id,
        member_id=order.member_id,
        credits=order.credits,
        currency=order.currency,
        paid=order.total_minor,
        vat=order.vat_minor,
    )
    accounts_api.mark_paid(session, member_id=order.member_id)
    if reported.mandate_ref and payment.step == Step.FIRST:
        _save_method(session, payment, order, reported)
    publish(session, OrderCompleted(order.id))


def _redeem_or_refuse(session: Session, order: Order) -> RefundReason | None:
    """Redeem the discount code of a paid order and return None, or return why its payment must be refunded."""
    if order.state is OrderState.COMPLETED:
        return RefundReason.PAID_TWICE
    if accounts_api.get_member(session, order.member_id).status in GONE:
        return RefundReason.MEMBER_GONE
    if not limits.is_within(session, member_id=order.member_id, price=Money(order.total_minor, order.currency)):
        return RefundReason.OVER_LIMIT
    if order.discount_code and not redemptions.redeem_code(session, order.id):
        return RefundReason.CODE_USED
    return None


def _save_method(session: Session, payment: Payment, order: Order, reported: ProviderPayment) -> None:
    row = {
        "id": new_id(),
        "member_id": order.member_id,
        "provider": payment.provider,
        "provider_ref": reported.mandate_ref,
        "method": reported.method or payment.method,
        "label": reported.card or "",
    }
    session.execute(upsert(tables.Mandate).values(row).on_conflict_do_nothing())


def mark_collecting(session: Session, payment_id: UUID) -> None:
    """Set a prepared payment to pending, because its collection is scheduled. Raises TransitionForbidden."""
    set_state(session, queries.lock_payment(session, payment_id), PaymentState.SUBMITTED)
    end_payment(session, payment_id, PaymentState.PENDING)


def give_up_unsent(session: Session, payment_id: UUID) -> None:
    """Cancel a payment that was never submitted."""
    if queries.lock_payment(session, payment_id).state is PaymentState.PREPARED:
        end_payment(session, payment_id, PaymentState.CANCELED)


def end_payment(session: Session, payment_id: UUID, state: PaymentState, *, failure: str | None = None) -> None:
    """Set the state of a payment and of its order; a state that may not follow the current one changes nothing."""
    payment = queries.lock_payment(session, payment_id)
    if merge(PAYMENT, payment.state, state) is not state:
        return
    set_state(session, payment, state, failure=failure)
    order = queries.lock_order(session, payment.order_id)
    if state in _ENDED:
        orders.end_order(session, order, _ENDED[state])
    else:
        orders.set_pending(session, order)


# The state and other reported columns are passed with each execution.
_SET_STATE = (
    update(tables.PaymentRow)
    .where(tables.PaymentRow.id == bindparam("payment_id"))
    .values(checked_at=func.now(), next_check_at=func.now() + bindparam("wait", type_=Interval))
)


def set_state(session: Session, payment: Payment, state: PaymentState, **values: object) -> None:
    """Set a locked payment's state and the time of its next check: after a quarter of its age, 1 minute to 6 hours.

    Raises TransitionForbidden.
    """
    if state is not payment.state:
        ensure_transition(PAYMENT, payment.state, state)
    wait = max(timedelta(seconds=60), min((clock.now() - payment.created_at) / 4, timedelta(hours=6)))
    session.execute(_SET_STATE, {"payment_id": payment.id, "wait": wait, "state": state, **values})
