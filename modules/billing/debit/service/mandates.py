"""Commands of mandates and blocks of direct debit.

Lock order: a payment, its order, a collection, a mandate.
"""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import exists, func, insert, or_, update

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.billing.contracts.payments import Payment
from modules.billing.contracts.states import OPEN_COLLECTIONS, CollectionState, DebitMandateState
from modules.billing.debit import models as tables
from modules.billing.debit import policies
from modules.billing.debit.queries import mandates as queries
from modules.billing.debit.queries.mandates import Collection, Mandate
from modules.billing.debit.service import payers
from modules.billing.errors.debit import BlockInvalid
from modules.billing.events import DirectDebitBlocked
from modules.billing.payments.policies.transitions import DEBIT_MANDATE, ensure_transition
from modules.billing.payments.providers.port import PaidFrom, ProviderChargeback, ProviderPayment, ProviderStatus
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.service import outcomes

ASKED = "payer-asked"
BLOCKED = "blocked"
BARRED = "mandate-ended"


def end_mandate(session: Session, mandate: Mandate, state: DebitMandateState, reason: str) -> None:
    """End a mandate and cancel its scheduled collections; a repeat changes nothing."""
    table = tables.DebitMandate
    ended = update(table).where(table.id == mandate.id, table.state == DebitMandateState.ACTIVE)
    session.execute(ended.values(state=state, reason=reason))
    cancel_scheduled(session, mandate, reason)


def cancel_scheduled(session: Session, mandate: Mandate, reason: str) -> None:
    """Cancel the collections of a mandate that are in no file yet; a file with others is not released or exported."""
    for waiting in queries.list_scheduled(session, mandate_id=mandate.id):
        cancel_if_scheduled(session, waiting, reason)


def cancel_if_scheduled(session: Session, waiting: Collection, reason: str) -> None:
    """Cancel a collection, unless it is in a file by now."""
    payment = order_queries.lock_payment(session, waiting.payment_id)
    order_queries.lock_order(session, payment.order_id)
    collection = queries.lock_collection(session, waiting.id)
    if collection.state is CollectionState.SCHEDULED:
        _cancel(session, collection, reason)
        outcomes.apply_report(session, payment.id, provider_payment(payment, ProviderStatus.FAILED, failure=reason))


def list_barred(session: Session, known: Sequence[Mandate]) -> set[UUID]:
    """Return those of these mandates by which nothing may be collected now: they have ended, or their member or account
    is blocked, or their member has left or was banned.
    """
    members = accounts_api.list_members(session, {mandate.member_id for mandate in known})
    blocked = queries.list_blocked(session, mandate_ids=[mandate.id for mandate in known])
    return {
        mandate.id
        for mandate in known
        if mandate.state is not DebitMandateState.ACTIVE
        or mandate.id in blocked
        or members[mandate.member_id].status in outcomes.GONE
    }


def end_when_asked(session: Session, *, mandate_id: UUID) -> None:
    """End a mandate at its member's request; the next order by direct debit needs a new one.

    Raises TransitionForbidden if it has ended before.
    """
    mandate = queries.get_mandate(session, mandate_id)
    ensure_transition(DEBIT_MANDATE, mandate.state, DebitMandateState.LAPSED)
    end_mandate(session, mandate, DebitMandateState.LAPSED, ASKED)


def block(session: Session, *, member_id: UUID | None, iban_hash: str | None, reason: str, actor: str) -> UUID:
    """Block a member, an account or both for direct debit, and cancel their collections that are in no file yet.

    A member is notified of their first block.
    """
    block_id = new_id()
    if member_id is not None and policies.is_notified(reason) and not queries.is_blocked(session, member_id=member_id):
        publish(session, DirectDebitBlocked(block_id=block_id))
    row = {"id": block_id, "member_id": member_id, "iban_hash": iban_hash, "reason": reason, "created_by": actor}
    session.execute(insert(tables.Block).values(row))
    for mandate in queries.list_active_mandates_of(session, member_id=member_id, iban_hash=iban_hash):
        cancel_scheduled(session, mandate, BLOCKED)
    return block_id


def block_direct_debit(session: Session, *, member_id: UUID | None, iban: str | None, reason: str, actor: str) -> UUID:
    """Block a member, the account with an IBAN, or both; raises BlockInvalid, IbanInvalid."""
    if (member_id is None and iban is None) or not reason.strip():
        raise BlockInvalid()
    iban_hash = payers.hash_iban(policies.read_iban(iban)) if iban else None
    return block(session, member_id=member_id, iban_hash=iban_hash, reason=reason.strip(), actor=actor)


def lift_direct_debit_blocks(session: Session, *, member_id: UUID | None, iban: str | None) -> list[UUID]:
    """End the blocks of a member and of an account, and return their ids; raises IbanInvalid."""
    table = tables.Block
    iban_hash = payers.hash_iban(policies.read_iban(iban)) if iban else ""
    theirs = (
        or_(table.member_id == member_id, table.iban_hash == iban_hash) if member_id else table.iban_hash == iban_hash
    )
    lifted = update(table).where(theirs, table.until.is_(None)).values(until=func.now())
    return list(session.execute(lifted.returning(table.id)).scalars())


def lapse_mandates(session: Session) -> int:
    """End the mandates that were not used for 36 months; returns how many."""
    table, collection = tables.DebitMandate, tables.CollectionRow
    is_open = exists().where(collection.mandate_id == table.id, collection.state.in_(OPEN_COLLECTIONS))
    unused = table.last_used_at < func.now() - policies.MANDATE_LAPSES_AFTER
    lapsed = update(table).where(table.state == DebitMandateState.ACTIVE, unused, ~is_open)
    values = {"state": DebitMandateState.LAPSED, "reason": "unused"}
    return len(session.execute(lapsed.values(values).returning(table.id)).all())


def provider_payment(
    payment: Payment,
    status: ProviderStatus,
    *,
    failure: str | None = None,
    paid_from: PaidFrom | None = None,
    chargeback: ProviderChargeback | None = None,
) -> ProviderPayment:
    """Return a bank's report on a payment as a ProviderPayment, so that it is applied like a provider's report."""
    return ProviderPayment(
        ref=str(payment.id),
        payment_id=payment.id,
        status=status,
        amount=payment.amount,
        method=None,
        checkout_url=None,
        failure=failure,
        customer_ref=None,
        mandate_ref=None,
        card=None,
        paid_at=None,
        paid_from=paid_from,
        chargebacks=(chargeback,) if chargeback else (),
    )


def _cancel(session: Session, collection: Collection, reason: str) -> None:
    table = tables.CollectionRow
    values = {"state": CollectionState.CANCELED, "ended_at": func.now(), "reason": reason}
    session.execute(update(table).where(table.id == collection.id).values(values))
