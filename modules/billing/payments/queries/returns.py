"""Reads of refunds and chargebacks, and of an order's unspent credits."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ScalarSelect, func, select, text

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.billing.contracts.payments import Payment, Refund
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import (
    DIRECT_DEBIT,
    ENDED_REFUNDS,
    ChargebackState,
    Occasion,
    Reason,
    RefundReason,
    RefundState,
)
from modules.billing.errors.payments import RefundNotFound
from modules.billing.ledger.amounts import money
from modules.billing.ledger.models import CreditLot, LedgerTx, LotUse
from modules.billing.payments.models import returns as tables
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.shop.models.discounts import DiscountCode, Redemption

_REFUND = tables.RefundRow
_REFUNDS = select(
    *columns_of(Refund, _REFUND, without=["reason"]),
    func.coalesce(_REFUND.not_taken_for, _REFUND.reason).label("reason"),
    *money("amount", _REFUND.amount_minor, _REFUND.currency),
)
_NOT_PAID_BACK = (RefundState.REJECTED, RefundState.FAILED, RefundState.CANCELED)
_LOCK_SUPPORT_REFUNDS = text("SELECT pg_advisory_xact_lock(hashtextextended('given ' || :member, 0))")


@dataclass(frozen=True, slots=True)
class KnownChargeback:
    """A recorded chargeback."""

    id: UUID
    state: ChargebackState
    amount_minor: int
    credits: int
    claw_tx: UUID


# A failed refund of a payment without credits must be sent again: its payer has neither credits nor money.
_WAITING = text(
    """
    SELECT count(*) FILTER (WHERE refund.state = 'requested')
         + count(DISTINCT paid.id) FILTER (WHERE refund.state <> 'requested')
      FROM billing.refund JOIN billing.payment AS paid ON paid.id = refund.payment_id
     WHERE refund.state = 'requested'
        OR refund.state IN ('failed', 'canceled') AND NOT paid.is_credited
           AND paid.amount_minor > paid.refunded_minor + paid.charged_back_minor
    """
)


def get_refund(session: Session, refund_id: UUID) -> Refund:
    """Return a refund; raises RefundNotFound."""
    refund = read(session, Refund, _REFUNDS.where(_REFUND.id == refund_id)).one_or_none()
    if refund is None:
        raise RefundNotFound()
    return refund


def find_refund(session: Session, *, provider: str, ref: str, refund_id: UUID | None) -> Refund | None:
    """Return a refund by its id at the provider, else by our id, or None."""
    by_ref = _REFUNDS.where(_REFUND.provider == provider, _REFUND.provider_ref == ref)
    refund = read(session, Refund, by_ref).one_or_none()
    if refund is None and refund_id is not None:
        ours = _REFUNDS.where(_REFUND.id == refund_id, _REFUND.provider == provider)
        refund = read(session, Refund, ours).one_or_none()
    return refund


def list_refunds(session: Session, *, payment_ids: Sequence[UUID]) -> list[Refund]:
    """Return the refunds of payments, the oldest first."""
    of_these = _REFUNDS.where(_REFUND.payment_id.in_(payment_ids)).order_by(_REFUND.created_at)
    return read(session, Refund, of_these).all()


def list_due_refunds(session: Session, *, limit: int) -> list[Refund]:
    """Return the open refunds that are due for a check at their provider."""
    due = _REFUNDS.where(
        _REFUND.state.not_in((*ENDED_REFUNDS, RefundState.REQUESTED)),
        _REFUND.next_check_at <= func.now(),
        _REFUND.provider != DIRECT_DEBIT,
    )
    return read(session, Refund, due.order_by(_REFUND.next_check_at).limit(limit)).all()


def list_approved(session: Session, *, provider: str) -> list[Refund]:
    """Return the approved refunds of a provider, the oldest first."""
    approved = _REFUNDS.where(_REFUND.state == RefundState.APPROVED, _REFUND.provider == provider)
    return read(session, Refund, approved.order_by(_REFUND.created_at)).all()


def list_waiting_refunds(session: Session) -> list[Refund]:
    """Return the refunds that wait for a second person, the oldest first."""
    waiting = _REFUNDS.where(_REFUND.state == RefundState.REQUESTED)
    return read(session, Refund, waiting.order_by(_REFUND.created_at)).all()


def count_waiting_refunds(session: Session) -> int:
    """Return how many refunds wait for approval, plus how many payments need another refund after a failed one."""
    return int(session.execute(_WAITING).scalar_one())


def unspent(session: Session, order_id: UUID) -> tuple[int, int]:
    """Return the unspent credits of an order, and the minor units that were paid for them."""
    lot = select(CreditLot.remaining, CreditLot.paid_remaining).where(CreditLot.order_id == order_id)
    row = session.execute(lot).one_or_none()
    return (row.remaining, row.paid_remaining) if row else (0, 0)


def credits_of_refunds(session: Session, *, payment_id: UUID) -> tuple[int, int]:
    """Return the credits held for a payment's open refunds, and those of its completed refunds."""
    is_back = _REFUND.state == RefundState.REFUNDED
    held = func.coalesce(func.sum(_REFUND.credits).filter(_REFUND.state.not_in(ENDED_REFUNDS)), 0)
    gone = func.coalesce(func.sum(_REFUND.credits).filter(is_back), 0)
    row = session.execute(select(held, gone).where(_REFUND.payment_id == payment_id)).one()
    return int(row[0]), int(row[1])


def credits_of_chargebacks(session: Session, *, payment_id: UUID) -> int:
    """Return the credits that were taken for a payment's chargebacks that are not reversed."""
    table = tables.Chargeback
    taken = select(func.coalesce(func.sum(credits_taken()), 0))
    taken = taken.where(table.payment_id == payment_id, table.state == ChargebackState.RECEIVED)
    return int(session.execute(taken).scalar_one())


def credits_taken() -> ScalarSelect[int]:
    """Return a column for a SELECT of chargebacks: the credits that were taken for each."""
    taken = select(func.coalesce(func.sum(LotUse.amount), 0)).join(LedgerTx, LedgerTx.id == LotUse.tx_id)
    ours = (LedgerTx.reference_id == tables.Chargeback.id, LedgerTx.reason == Reason.CHARGEBACK)
    return taken.where(*ours).correlate(tables.Chargeback).scalar_subquery()


def find_chargeback(session: Session, *, provider: str, ref: str) -> KnownChargeback | None:
    """Return a chargeback by its id at the provider, or None."""
    table = tables.Chargeback
    known = select(*columns_of(KnownChargeback, table)).where(table.provider == provider, table.provider_ref == ref)
    return read(session, KnownChargeback, known).one_or_none()


def get_chargeback(session: Session, chargeback_id: UUID) -> tuple[UUID, Money, int]:
    """Return a chargeback's payment, its amount, and the credits that were taken; raises RefundNotFound."""
    table = tables.Chargeback
    columns = (table.payment_id, table.amount_minor, table.currency, table.credits)
    row = session.execute(select(*columns).where(table.id == chargeback_id)).one_or_none()
    if row is None:
        raise RefundNotFound()
    return row.payment_id, Money(row.amount_minor, row.currency), row.credits


def find_open_chargeback(session: Session, *, payment_id: UUID) -> UUID | None:
    """Return a payment's first chargeback that is not reversed, or None."""
    table = tables.Chargeback
    found = select(table.id).where(table.payment_id == payment_id, table.state == ChargebackState.RECEIVED)
    return session.execute(found.order_by(table.received_at, table.id).limit(1)).scalar_one_or_none()


def list_charged_back(session: Session, *, spent_by: UUID) -> list[tuple[UUID, int]]:
    """Return the payments that are charged back and of which nothing is left, and how many of their credits a spend
    took.
    """
    taken = select(tables.Chargeback.payment_id).where(tables.Chargeback.state == ChargebackState.RECEIVED)
    is_gone = PaymentRow.refunded_minor + PaymentRow.charged_back_minor >= PaymentRow.amount_minor
    paid = (
        select(PaymentRow.id, LotUse.amount)
        .join(CreditLot, CreditLot.order_id == PaymentRow.order_id)
        .join(LotUse, LotUse.lot_id == CreditLot.tx_id)
        .where(LotUse.tx_id == spent_by, PaymentRow.is_credited, PaymentRow.id.in_(taken), is_gone)
    )
    return [(row.id, row.amount) for row in session.execute(paid.order_by(PaymentRow.id))]


def frees_code(session: Session, payment: Payment) -> bool:
    """Return whether a payment is refunded in full and its order's code may be used again.

    The time bonus may not: a member gets it once.
    """
    arrived = select(func.coalesce(func.sum(_REFUND.amount_minor), 0)).where(
        _REFUND.payment_id == payment.id, _REFUND.state == RefundState.REFUNDED
    )
    if session.execute(arrived).scalar_one() < payment.amount.minor:
        return False
    occasion = (
        select(DiscountCode.occasion)
        .join(Redemption, Redemption.code_id == DiscountCode.id)
        .where(Redemption.order_id == payment.order_id)
    )
    return session.execute(occasion).scalar_one_or_none() not in (None, Occasion.TIME_BONUS)


def lock_support_refunds(session: Session, member_id: UUID) -> None:
    """Serialise refunds by support to a member until the transaction ends."""
    session.execute(_LOCK_SUPPORT_REFUNDS, {"member": str(member_id)})


def sum_unapproved_support_refunds(session: Session, *, member_id: UUID, within: timedelta) -> list[Money]:
    """Return a member's recent refunds by support without a second person, one sum for each currency."""
    by_one = (_REFUND.reason == RefundReason.SUPPORT, ~_REFUND.needs_approval, _REFUND.state.not_in(_NOT_PAID_BACK))
    given = (
        select(func.sum(_REFUND.amount_minor), _REFUND.currency)
        .join(PaymentRow, PaymentRow.id == _REFUND.payment_id)
        .join(CreditOrder, CreditOrder.id == PaymentRow.order_id)
        .where(CreditOrder.member_id == member_id, _REFUND.created_at > func.now() - within, *by_one)
        .group_by(_REFUND.currency)
    )
    return [Money(minor, currency) for minor, currency in session.execute(given)]
