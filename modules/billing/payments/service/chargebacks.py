"""Commands of chargebacks and their reversals."""

from sqlalchemy import insert, update

from app.kernel.db import Session
from app.kernel.ids import new_id
from app.kernel.outbox import publish
from modules.billing.contracts import DIRECT_DEBIT, ChargebackState, Order, Payment
from modules.billing.events import ChargebackReceived
from modules.billing.payments.models import returns as tables
from modules.billing.payments.providers.port import ProviderChargeback
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import money, refunds


def apply_chargeback(session: Session, payment: Payment, order: Order, reported: ProviderChargeback) -> None:
    """Apply a provider's report of a chargeback; the caller has locked the payment and its order."""
    known = queries.find_chargeback(session, provider=payment.provider, ref=reported.ref)
    if known is None:
        known = _receive(session, payment, order, reported)
    if reported.reversed_at is not None and known.state is ChargebackState.RECEIVED:
        money.undo_chargeback(session, chargeback_id=known.id, member_id=order.member_id)
        session.execute(
            update(tables.Chargeback)
            .where(tables.Chargeback.id == known.id)
            .values(state=ChargebackState.REVERSED, reversed_at=reported.reversed_at)
        )
        refunds.count_returned(session, payment.id, charged_back_minor=-known.amount_minor)
        refunds.claw_back_again(session, payment, order, cause=known.id)
        refunds.recompute_premium(session, order.member_id)


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
