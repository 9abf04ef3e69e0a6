"""Reads of refunds and chargebacks, and of what is left of an order."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Row, ScalarSelect, Select, func, select, text

from app.kernel.db import Session
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
    RefusalReason,
)
from modules.billing.errors import RefundNotFound
from modules.billing.models import returns as tables
from modules.billing.models.discounts import DiscountCode, Redemption
from modules.billing.models.ledger import CreditLot, LedgerTx, LotUse
from modules.billing.models.orders import CreditOrder, PaymentRow

_REFUND = tables.RefundRow
_COLUMNS = (
    _REFUND.id,
    _REFUND.payment_id,
    _REFUND.provider,
    _REFUND.provider_ref,
    _REFUND.provider_key,
    _REFUND.amount_minor,
    _REFUND.currency,
    _REFUND.credits,
    _REFUND.hold_tx,
    _REFUND.reason,
    _REFUND.not_taken_for,
    _REFUND.note,
    _REFUND.state,
    _REFUND.needs_approval,
    _REFUND.requested_by,
    _REFUND.approved_by,
    _REFUND.refused_for,
    _REFUND.refused_words,
    _REFUND.created_at,
    _REFUND.submitted_at,
    _REFUND.settled_at,
)

_CAME_TO_NOTHING = (RefundState.REJECTED, RefundState.FAILED, RefundState.CANCELED)
_LOCK_GIVEN = text("SELECT pg_advisory_xact_lock(hashtextextended('given ' || :member, 0))")


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
    row = session.execute(_refunds().where(_REFUND.id == refund_id)).one_or_none()
    if row is None:
        raise RefundNotFound()
    return _refund(row)


def find_refund(session: Session, *, provider: str, ref: str, refund_id: UUID | None) -> Refund | None:
    """Return the refund that a provider tells of, by its name there or by ours, or None."""
    by_ref = _refunds().where(_REFUND.provider == provider, _REFUND.provider_ref == ref)
    row = session.execute(by_ref).one_or_none()
    if row is None and refund_id is not None:
        row = session.execute(_refunds().where(_REFUND.id == refund_id, _REFUND.provider == provider)).one_or_none()
    return _refund(row) if row else None


def list_refunds(session: Session, *, payment_ids: Sequence[UUID]) -> list[Refund]:
    """Return the refunds of payments, the oldest first."""
    rows = session.execute(_refunds().where(_REFUND.payment_id.in_(payment_ids)).order_by(_REFUND.created_at))
    return [_refund(row) for row in rows]


def list_due_refunds(session: Session, *, limit: int) -> list[Refund]:
    """Return the refunds under way whose turn it is to be asked after at their provider."""
    due = _refunds().where(
        _REFUND.state.not_in((*ENDED_REFUNDS, RefundState.REQUESTED)),
        _REFUND.next_check_at <= func.now(),
        _REFUND.provider != DIRECT_DEBIT,
    )
    return [_refund(row) for row in session.execute(due.order_by(_REFUND.next_check_at).limit(limit))]


def list_approved(session: Session, *, provider: str) -> list[Refund]:
    """Return the refunds of a provider that may go out, the oldest first."""
    approved = _refunds().where(_REFUND.state == RefundState.APPROVED, _REFUND.provider == provider)
    return [_refund(row) for row in session.execute(approved.order_by(_REFUND.created_at))]


def list_waiting_refunds(session: Session) -> list[Refund]:
    """Return the refunds that wait for a second person, the oldest first."""
    waiting = _refunds().where(_REFUND.state == RefundState.REQUESTED)
    return [_refund(row) for row in session.execute(waiting.order_by(_REFUND.created_at))]


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
    columns = (
        tables.Chargeback.id,
        tables.Chargeback.state,
        tables.Chargeback.amount_minor,
        tables.Chargeback.credits,
        tables.Chargeback.claw_tx,
    )
    known = select(*columns).where(tables.Chargeback.provider == provider, tables.Chargeback.provider_ref == ref)
    row = session.execute(known).one_or_none()
    return KnownChargeback(row.id, ChargebackState(row.state), *row[2:]) if row else None


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


def _refunds() -> Select[*tuple[Any, ...]]:
    return select(*_COLUMNS)


def _refund(row: Row[*tuple[Any, ...]]) -> Refund:
    values = dict(zip((column.key for column in _COLUMNS), row, strict=True))
    amount = Money(values.pop("amount_minor"), values.pop("currency"))
    not_taken_for = values.pop("not_taken_for")
    return Refund(
        **{
            **values,
            "amount": amount,
            "reason": RefundReason(not_taken_for or values["reason"]),
            "state": RefundState(values["state"]),
            "refused_for": RefusalReason(values["refused_for"]) if values["refused_for"] else None,
        }
    )


def lock_given(session: Session, member_id: UUID) -> None:
    """Let nobody else give the same member money until the transaction ends."""
    session.execute(_LOCK_GIVEN, {"member": str(member_id)})


def given_by_one(session: Session, *, member_id: UUID, within: timedelta) -> list[Money]:
    """Return how much support gave a member without a second person, in each currency."""
    by_one = (_REFUND.reason == RefundReason.SUPPORT, ~_REFUND.needs_approval, _REFUND.state.not_in(_CAME_TO_NOTHING))
    given = (
        select(func.sum(_REFUND.amount_minor), _REFUND.currency)
        .join(PaymentRow, PaymentRow.id == _REFUND.payment_id)
        .join(CreditOrder, CreditOrder.id == PaymentRow.order_id)
        .where(CreditOrder.member_id == member_id, _REFUND.created_at > func.now() - within, *by_one)
        .group_by(_REFUND.currency)
    )
    return [Money(minor, currency) for minor, currency in session.execute(given)]
