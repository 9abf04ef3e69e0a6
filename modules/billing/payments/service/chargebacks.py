"""Commands of chargebacks and their reversals, and of spends that are refunded after one."""

from uuid import UUID

from sqlalchemy import and_, insert, or_, update

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.billing.contracts.payments import Order, Payment
from modules.billing.contracts.states import DIRECT_DEBIT, ChargebackState, MandateState
from modules.billing.events import ChargebackReceived, MethodRevoked
from modules.billing.ledger import service as ledger
from modules.billing.payments.models import returns as tables
from modules.billing.payments.models.orders import Mandate
from modules.billing.payments.providers.port import ProviderChargeback
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import money, refunds


def apply_chargeback(
    session: Session, payment: Payment, order: Order, reported: ProviderChargeback, *, mandate_ref: str | None = None
) -> None:
    """Apply a provider's report of a chargeback; the caller has locked the payment and its order.

    mandate_ref: the provider's id of the saved payment method that the payment saved or used, if it did.
    """
    known = queries.find_chargeback(session, provider=payment.provider, ref=reported.ref)
    if known is None:
        known = _receive(session, payment, order, reported)
        _revoke_method(session, payment, mandate_ref)
    if reported.reversed_at is not None and known.state is ChargebackState.RECEIVED:
        money.undo_chargeback(session, chargeback_id=known.id, member_id=order.member_id, order_id=order.id)
        session.execute(
            update(tables.Chargeback)
            .where(tables.Chargeback.id == known.id)
            .values(state=ChargebackState.REVERSED, reversed_at=reported.reversed_at)
        )
        refunds.count_returned(session, payment.id, charged_back_minor=-known.amount_minor)
        refunds.claw_back_again(session, payment, order, cause=known.id)
        refunds.recompute_premium(session, order.member_id)


def refund_spend(session: Session, *, tx_id: UUID, reason: str) -> int:
    """Return the credits of a spend to the lots they came from, without those of orders that are charged back whole.

    Returns how many, 0 if it was refunded before. Raises NothingToRefund if `tx_id` is no spend.
    """
    credits = ledger.refund_spend(session, tx_id=tx_id, reason=reason)  # locks the wallet, as chargebacks do
    if credits:
        for payment_id, spent in queries.list_charged_back(session, spent_by=tx_id):
            payment = order_queries.get_payment(session, payment_id)
            order = order_queries.get_order(session, payment.order_id)
            # What other spends returned to the order is taken, too.
            credits -= min(spent, refunds.claw_back_again(session, payment, order, cause=tx_id))
    return credits


def _revoke_method(session: Session, payment: Payment, mandate_ref: str | None) -> None:
    """Revoke the saved payment method of a payment that was charged back: who disputed one would dispute the next."""
    is_its = or_(
        Mandate.id == payment.mandate_id,
        and_(Mandate.provider == payment.provider, Mandate.provider_ref == mandate_ref),
    )
    revoked = update(Mandate).where(is_its, Mandate.state == MandateState.VALID).values(state=MandateState.REVOKED)
    for mandate_id in session.execute(revoked.returning(Mandate.id)).scalars():
        publish(session, MethodRevoked(mandate_id))


def _receive(session: Session, payment: Payment, order: Order, reported: ProviderChargeback) -> queries.KnownChargeback:
    chargeback_id = new_id()
    claw_tx, credits = money.post_chargeback(
        session,
        chargeback_id=chargeback_id,
        member_id=order.member_id,
        order_id=order.id,
        currency=reported.amount.currency,
        amount=reported.amount.minor,
        is_credited=payment.is_credited,
    )
    row = {
        "id": chargeback_id,
        "payment_id": payment.id,
        "provider": payment.provider,
        "provider_ref": reported.ref,
        "amount_minor": reported.amount.minor,
        "currency": reported.amount.currency,
        "credits": credits,
        "claw_tx": claw_tx,
        "reason": reported.reason,
        "received_at": reported.created_at,
    }
    session.execute(insert(tables.Chargeback).values(row))
    refunds.count_returned(session, payment.id, charged_back_minor=reported.amount.minor)
    if payment.provider == DIRECT_DEBIT:
        # Approved refunds by transfer wait for the next file, and no provider would refuse them.
        refunds.fail_overtaken(session, payment.id)
    refunds.recompute_premium(session, order.member_id)
    publish(session, ChargebackReceived(chargeback_id))
    return queries.KnownChargeback(chargeback_id, ChargebackState.RECEIVED, reported.amount.minor, credits, claw_tx)
