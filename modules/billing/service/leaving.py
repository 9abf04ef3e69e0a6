"""Billing of members who leave.

The ledger, orders, invoices and the evidence of direct debits are kept as the law requires (docs/personal-data.md);
the account that they refer to is erased. What staff wrote about the member in refunds and blocks is deleted.
"""

from uuid import UUID

from sqlalchemy import delete, select, update

from app.kernel import log
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import TryLater
from modules.billing.contracts.states import DebitMandateState, MandateState, OrderState, ReloadEnd
from modules.billing.debit.models import Block
from modules.billing.debit.queries import mandates as debit_queries
from modules.billing.debit.service import mandates
from modules.billing.errors.payments import ProviderAway
from modules.billing.payments.models.limits import ReloadRuleRow, SpendLimitRow
from modules.billing.payments.models.orders import CreditOrder, CustomerRow, Mandate, PaymentRow
from modules.billing.payments.models.returns import RefundRow
from modules.billing.payments.service import methods, orders, reload_end

LEFT = "account-deleted"
BANNED = "account-banned"
# Replaces erased words in columns that must not be empty; triggers allow only this value.
ERASED = "(erased)"
PROVIDER_IS_ASKED_AGAIN_S = 3600


def stop_buying(session: Session, *, member_id: UUID) -> None:
    """Cancel the unpaid orders, auto-reload and mandates of a member who left; paid orders stay paid."""
    reload_end.end_rule(session, member_id=member_id, reason=ReloadEnd.MEMBER)
    _cancel_orders(session, member_id)
    for mandate in debit_queries.list_active_mandates(session, member_id=member_id):
        mandates.end_mandate(session, mandate, DebitMandateState.LAPSED, LEFT)


def stop_paying(session: Session, *, member_id: UUID) -> None:
    """Cancel a banned member's unpaid orders and scheduled collections; saved methods are kept, as a ban may end."""
    _cancel_orders(session, member_id)
    for mandate in debit_queries.list_active_mandates(session, member_id=member_id):
        mandates.cancel_scheduled(session, mandate, BANNED)


def forget_ways_to_pay(*, member_id: UUID) -> None:
    """Delete a member's saved payment methods, also at the provider, their spending limit and their auto-reload.

    Opens its own transactions, because it calls the provider in between; may be run twice. Raises TryLater until the
    provider has deleted them, which it cannot without its name for the member.
    """
    with transaction() as session:
        revoked = update(Mandate).where(Mandate.member_id == member_id).values(state=MandateState.REVOKED)
        # Also those that are revoked here: the provider may not have been told.
        mandate_ids = session.execute(revoked.values(label="").returning(Mandate.id)).scalars().all()
        for table in (SpendLimitRow, ReloadRuleRow):
            session.execute(delete(table).where(table.member_id == member_id))
    is_away = False
    for mandate_id in mandate_ids:
        try:
            methods.revoke_at_provider(mandate_id)
        except ProviderAway as refusal:
            is_away = True
            log.get("billing").warning("not revoked at the provider", mandate_id=str(mandate_id), code=refusal.code)
    if is_away:
        raise TryLater("a provider has not deleted a saved payment method", seconds=PROVIDER_IS_ASKED_AGAIN_S)
    with transaction() as session:
        session.execute(delete(CustomerRow).where(CustomerRow.member_id == member_id))


def forget_words(session: Session, *, member_id: UUID) -> None:
    """Erase what staff wrote about a member in refunds and blocks; notes in the ledger are part of the books."""
    paid = select(PaymentRow.id).join(CreditOrder, CreditOrder.id == PaymentRow.order_id)
    theirs = RefundRow.payment_id.in_(paid.where(CreditOrder.member_id == member_id))
    for words in (RefundRow.note, RefundRow.refused_words):
        session.execute(update(RefundRow).where(theirs, words != "").values({words: ERASED}))
    # A bank's reason is a code.
    by_hand = (Block.member_id == member_id, Block.created_by != debit_queries.BANK)
    session.execute(update(Block).where(*by_hand).values(reason=ERASED))


def _cancel_orders(session: Session, member_id: UUID) -> None:
    waiting = select(CreditOrder.id).where(CreditOrder.member_id == member_id, CreditOrder.state == OrderState.LOADING)
    for order_id in session.execute(waiting.order_by(CreditOrder.id)).scalars().all():
        orders.cancel_order(session, member_id=member_id, order_id=order_id)
