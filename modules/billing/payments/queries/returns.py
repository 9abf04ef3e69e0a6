"""Reads of refunds and chargebacks, and of what is left of an order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from uuid import UUID

from sqlalchemy import ScalarSelect, func, select, text

from app.kernel.db import Session
from app.kernel.read import columns_of, read
from modules.billing.contracts import (
    DIRECT_DEBIT,
    ENDED_REFUNDS,
    ChargebackState,
    Money,
    Occasion,
    Payment,
    Reason,
    Refund,
    RefundReason,
    RefundState,
)
from modules.billing.errors import RefundNotFound
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
    """A chargeback as it was written down."""

    id: UUID
    state: ChargebackState
    amount_minor: int
    credits: int
    claw_tx: UUID


# Who was given nothing for a payment has neither credits nor money until its refund is sent again.
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
    """Return the refund that a provider tells of, by its name there or by ours, or None."""
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
    """Return the refunds under way whose turn it is to be asked after at their provider."""
    due = _REFUNDS.where(
        _REFUND.state.not_in((*ENDED_REFUNDS, RefundState.REQUESTED)),
        _REFUND.next_check_at <= func.now(),
        _REFUND.provider != DIRECT_DEBIT,
    )
    return read(session, Refund, due.order_by(_REFUND.next_check_at).limit(limit)).all()


def list_approved(session: Session, *, provider: str) -> list[Refund]:
    """Return the refunds of a provider that may go out, the oldest first."""
    approved = _REFUNDS.where(_REFUND.state == RefundState.APPROVED, _REFUND.provider == provider)
    return read(session, Refund, approved.order_by(_REFUND.created_at)).all()


def list_waiting_refunds(session: Session) -> list[Refund]:
    """Return the refunds that wait for a second person, the oldest first."""
    waiting = _REFUNDS.where(_REFUND.state == RefundState.REQUESTED)
    return read(session, Refund, waiting.order_by(_REFUND.created_at)).all()


def count_waiting_refunds(session: Session) -> int:
    """Return how many refunds wait for somebody: to be approved, or to be sent again because they did not arrive."""
    return int(session.execute(_WAITING).scalar_one())


def unspent(session: Session, order_id: UUID) -> tuple[int, int]:
    """Return the unspent credits of an order and the minor units that were paid for them."""
    lot = select(CreditLot.remaining, CreditLot.paid_remaining).where(CreditLot.order_id == order_id)
    row = session.execute(lot).one_or_none()
    return (row.remaining, row.paid_remaining) if row else (0, 0)


def credits_of_refunds(session: Session, *, payment_id: UUID) -> tuple[int, int]:
    """Return the credits that refunds of a payment hold, and those that went with refunds that arrived."""
    is_back = _REFUND.state == RefundState.REFUNDED
    held = func.coalesce(func.sum(_REFUND.credits).filter(_REFUND.state.not_in(ENDED_REFUNDS)), 0)
    gone = func.coalesce(func.sum(_REFUND.credits).filter(is_back), 0)
    row = session.execute(select(held, gone).where(_REFUND.payment_id == payment_id)).one()
    return int(row[0]), int(row[1])


def credits_of_chargebacks(session: Session, *, payment_id: UUID) -> int:
    """Return the credits that were taken because a bank has the money of a payment, at once or when they came back."""
    table = tables.Chargeback
    taken = select(func.coalesce(func.sum(credits_taken()), 0))
    taken = taken.where(table.payment_id == payment_id, table.state == ChargebackState.RECEIVED)
    return int(session.execute(taken).scalar_one())


def credits_taken() -> ScalarSelect[int]:
    """Return, as a column of a SELECT of chargebacks, the credits that were taken for each in all."""
    taken = select(func.coalesce(func.sum(LotUse.amount), 0)).join(LedgerTx, LedgerTx.id == LotUse.tx_id)
    ours = (LedgerTx.reference_id == tables.Chargeback.id, LedgerTx.reason == Reason.CHARGEBACK)
    return taken.where(*ours).correlate(tables.Chargeback).scalar_subquery()


def find_chargeback(session: Session, *, provider: str, ref: str) -> KnownChargeback | None:
    """Return a chargeback by the provider's name of it, or None."""
    table = tables.Chargeback
    known = select(*columns_of(KnownChargeback, table)).where(table.provider == provider, table.provider_ref == ref)
    return read(session, KnownChargeback, known).one_or_none()


def get_chargeback(session: Session, chargeback_id: UUID) -> tuple[UUID, Money, int]:
    """Return a chargeback's payment, its amount, and the credits that it took; raises RefundNotFound."""
    table = tables.Chargeback
    columns = (table.payment_id, table.amount_minor, table.currency, table.credits)
    row = session.execute(select(*columns).where(table.id == chargeback_id)).one_or_none()
    if row is None:
        raise RefundNotFound()
    return row.payment_id, Money(row.amount_minor, row.currency), row.credits


def find_open_chargeback(session: Session, *, payment_id: UUID) -> UUID | None:
    """Return the first chargeback of a payment whose money a bank still has, or None."""
    table = tables.Chargeback
    found = select(table.id).where(table.payment_id == payment_id, table.state == ChargebackState.RECEIVED)
    return session.execute(found.order_by(table.received_at, table.id).limit(1)).scalar_one_or_none()


def frees_code(session: Session, payment: Payment) -> bool:
    """Tell whether all of a payment is back with its payer, which frees its order's code for another one: any but the
    time bonus, which is once in a life.
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
    """Let nobody else give the same member money until the transaction ends."""
    session.execute(_LOCK_SUPPORT_REFUNDS, {"member": str(member_id)})


def sum_unapproved_support_refunds(session: Session, *, member_id: UUID, within: timedelta) -> list[Money]:
    """Return how much support gave a member without a second person, in each currency."""
    by_one = (_REFUND.reason == RefundReason.SUPPORT, ~_REFUND.needs_approval, _REFUND.state.not_in(_NOT_PAID_BACK))
    given = (
        select(func.sum(_REFUND.amount_minor), _REFUND.currency)
        .join(PaymentRow, PaymentRow.id == _REFUND.payment_id)
        .join(CreditOrder, CreditOrder.id == PaymentRow.order_id)
        .where(CreditOrder.member_id == member_id, _REFUND.created_at > func.now() - within, *by_one)
        .group_by(_REFUND.currency)
    )
    return [Money(minor, currency) for minor, currency in session.execute(given)]
