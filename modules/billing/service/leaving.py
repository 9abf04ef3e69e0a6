"""What becomes of money when a member leaves.

The ledger, orders, invoices and the evidence of direct debits stay as the law wants them (docs/decisions/0017): they
name an account that is empty by then. What staff wrote of them in refunds and blocks goes.
"""

from uuid import UUID

from sqlalchemy import delete, select, update

from app.kernel import log
from app.kernel.db import Session, transaction
from modules.billing.contracts import DebitMandateState, MandateState, OrderState, ReloadEnd
from modules.billing.debit.models import Block
from modules.billing.debit.queries import mandates as debit_queries
from modules.billing.debit.service import mandates
from modules.billing.errors import MethodNotFound, ProviderAway
from modules.billing.payments.models.limits import ReloadRuleRow, SpendLimitRow
from modules.billing.payments.models.orders import CreditOrder, CustomerRow, Mandate, PaymentRow
from modules.billing.payments.models.returns import RefundRow
from modules.billing.payments.service import methods, orders, reload

LEFT = "account-deleted"
BANNED = "account-banned"
# What stands where words were that the database does not let be empty; its triggers allow this and nothing else.
ERASED = "(erased)"


def stop_buying(session: Session, *, member_id: UUID) -> None:
    """Let nothing be bought or collected any more for a member who left; what is paid stays paid."""
    reload.end_rule(session, member_id=member_id, reason=ReloadEnd.MEMBER)
    _cancel_orders(session, member_id)
    for mandate in debit_queries.list_active_mandates(session, member_id=member_id):
        mandates.end_mandate(session, mandate, DebitMandateState.LAPSED, LEFT)


def stop_paying(session: Session, *, member_id: UUID) -> None:
    """Cancel what a banned member has not paid yet. Their ways to pay stay, as a ban may end."""
    _cancel_orders(session, member_id)
    for mandate in debit_queries.list_active_mandates(session, member_id=member_id):
        mandates.cancel_scheduled(session, mandate, BANNED)


def forget_ways_to_pay(*, member_id: UUID) -> None:
    """Forget a member's saved ways to pay, at the provider too, and their own rules for money.

    Opens its own transactions, because the provider is asked in between; may be run twice.
    """
    with transaction(read_only=True) as session:
        saved = select(Mandate.id).where(Mandate.member_id == member_id, Mandate.state != MandateState.REVOKED)
        mandate_ids = session.execute(saved).scalars().all()
    for mandate_id in mandate_ids:
        try:
            methods.revoke_method(member_id=member_id, mandate_id=mandate_id)
        except (MethodNotFound, ProviderAway) as refusal:
            # It is revoked here, so it is never used; a provider keeps nothing that we could still name.
            log.get("billing").warning("not revoked at the provider", mandate_id=str(mandate_id), code=refusal.code)
    with transaction() as session:
        session.execute(update(Mandate).where(Mandate.member_id == member_id).values(label=""))
        for table in (CustomerRow, SpendLimitRow, ReloadRuleRow):
            session.execute(delete(table).where(table.member_id == member_id))


def forget_words(session: Session, *, member_id: UUID) -> None:
    """Take out what staff wrote of a member in refunds and blocks; the ledger's notes are part of the books."""
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
