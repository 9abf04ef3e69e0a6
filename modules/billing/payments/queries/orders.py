"""Reads of orders and payments. Lock order: a payment, its order, a code, a wallet, its lots."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Uuid, any_, bindparam, func, select, union_all
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from modules.billing.contracts.payments import Order, Payment, SavedMethod
from modules.billing.contracts.states import DIRECT_DEBIT, LIVE_PAYMENTS, MandateState, OrderState
from modules.billing.errors.payments import OrderNotFound
from modules.billing.ledger.amounts import money
from modules.billing.payments.models import orders as tables
from modules.billing.payments.models.returns import RefundRow
from modules.billing.shop.models.discounts import DiscountCode

_ORDER = tables.CreditOrder
_PAYMENT = tables.PaymentRow
_ORDERS = select(*columns_of(Order, _ORDER))
_PAYMENTS = select(*columns_of(Payment, _PAYMENT), *money("amount", _PAYMENT.amount_minor, _PAYMENT.currency))
_SAVED_METHODS = select(*columns_of(SavedMethod, tables.Mandate))


@dataclass(frozen=True, slots=True)
class Repeat:
    """The order of a client's key, and the hash of the request's body."""

    order: Order
    client_hash: bytes


_ONE_ORDER = _ORDERS.where(_ORDER.id == bindparam("order_id"))


def get_order(session: Session, order_id: UUID) -> Order:
    """Return an order; raises OrderNotFound."""
    order = read(session, Order, _ONE_ORDER, {"order_id": order_id}).one_or_none()
    if order is None:
        raise OrderNotFound()
    return order


def get_own_order(session: Session, order_id: UUID, *, member_id: UUID) -> Order:
    """Return a member's order; raises OrderNotFound, also for another member's order."""
    order = get_order(session, order_id)
    if order.member_id != member_id:
        raise OrderNotFound()
    return order


_LOCKED_ORDER = _ONE_ORDER.with_for_update()


def lock_order(session: Session, order_id: UUID) -> Order:
    """Lock an order and return it; raises OrderNotFound."""
    order = read(session, Order, _LOCKED_ORDER, {"order_id": order_id}).one_or_none()
    if order is None:
        raise OrderNotFound()
    return order


def find_repeat(session: Session, *, member_id: UUID, client_key: str) -> Repeat | None:
    """Return the order of a client's key, or None."""
    repeat = select(*part("order", *_ORDERS.selected_columns), _ORDER.client_hash)
    made = repeat.where(_ORDER.member_id == member_id, _ORDER.client_key == client_key)
    return read(session, Repeat, made).one_or_none()


def find_last_completed(session: Session, *, member_id: UUID) -> Order | None:
    """Return a member's newest paid order, or None."""
    paid = _ORDERS.where(_ORDER.member_id == member_id, _ORDER.state == OrderState.COMPLETED)
    return read(session, Order, paid.order_by(_ORDER.completed_at.desc()).limit(1)).one_or_none()


def list_orders(session: Session, *, member_id: UUID, limit: int, offset: int = 0) -> list[Order]:
    """Return a member's orders, the newest first."""
    own = _ORDERS.where(_ORDER.member_id == member_id).order_by(_ORDER.created_at.desc(), _ORDER.id)
    return read(session, Order, own.limit(limit).offset(offset)).all()


def count_orders(session: Session, *, member_id: UUID) -> int:
    """Return how many orders a member made."""
    return session.execute(select(func.count()).where(_ORDER.member_id == member_id)).scalar_one()


def list_record_ids(session: Session, *, member_id: UUID) -> list[UUID]:
    """Return the ids of a member's orders, payments, refunds and personal discount codes."""
    orders = select(_ORDER.id).where(_ORDER.member_id == member_id)
    payments = select(_PAYMENT.id).where(_PAYMENT.order_id.in_(orders))
    refunds = select(RefundRow.id).where(RefundRow.payment_id.in_(payments))
    codes = select(DiscountCode.id).where(DiscountCode.member_id == member_id)
    return list(session.execute(union_all(orders, payments, refunds, codes)).scalars())


_PAYMENTS_OF = _PAYMENTS.where(_PAYMENT.order_id == any_(bindparam("order_ids", type_=ARRAY(Uuid)))).order_by(
    _PAYMENT.order_id, _PAYMENT.attempt_no
)


def list_payments(session: Session, *, order_ids: Sequence[UUID]) -> list[Payment]:
    """Return the payments of orders, each order's newest last."""
    return read(session, Payment, _PAYMENTS_OF, {"order_ids": list(order_ids)}).all()


def last_check(session: Session, *, payment_id: UUID) -> datetime | None:
    """Return when a payment was last checked at its provider, or None."""
    return session.execute(select(_PAYMENT.checked_at).where(_PAYMENT.id == payment_id)).scalar_one()


_ONE_PAYMENT = _PAYMENTS.where(_PAYMENT.id == bindparam("payment_id"))


def get_payment(session: Session, payment_id: UUID) -> Payment:
    """Return a payment; raises OrderNotFound."""
    payment = read(session, Payment, _ONE_PAYMENT, {"payment_id": payment_id}).one_or_none()
    if payment is None:
        raise OrderNotFound()
    return payment


_PAYER = (
    select(_ORDER.member_id)
    .join(_PAYMENT, _PAYMENT.order_id == _ORDER.id)
    .where(_PAYMENT.id == bindparam("payment_id"))
)


def get_payer(session: Session, payment_id: UUID) -> UUID:
    """Return the member whose order a payment is for; raises OrderNotFound."""
    payer = session.execute(_PAYER, {"payment_id": payment_id}).scalar_one_or_none()
    if payer is None:
        raise OrderNotFound()
    return payer


_PAYMENT_BY_REF = _PAYMENTS.where(_PAYMENT.provider == bindparam("provider"), _PAYMENT.provider_ref == bindparam("ref"))


def find_payment_by_ref(session: Session, *, provider: str, ref: str) -> Payment | None:
    """Return the payment with an id at a provider, or None."""
    return read(session, Payment, _PAYMENT_BY_REF, {"provider": provider, "ref": ref}).one_or_none()


_LOCKED_PAYMENT = _ONE_PAYMENT.with_for_update()


def lock_payment(session: Session, payment_id: UUID) -> Payment:
    """Lock a payment and return it; raises OrderNotFound."""
    payment = read(session, Payment, _LOCKED_PAYMENT, {"payment_id": payment_id}).one_or_none()
    if payment is None:
        raise OrderNotFound()
    return payment


def list_due_payments(session: Session, *, limit: int) -> list[tuple[UUID, str]]:
    """Return the live payments that are due for a check, with their provider, the longest due first."""
    due = select(_PAYMENT.id, _PAYMENT.provider).where(
        _PAYMENT.state.in_(LIVE_PAYMENTS), _PAYMENT.next_check_at <= func.now(), _PAYMENT.provider != DIRECT_DEBIT
    )
    return [(id, name) for id, name in session.execute(due.order_by(_PAYMENT.next_check_at).limit(limit))]


def find_customer_ref(session: Session, *, member_id: UUID, provider: str) -> str | None:
    """Return a member's customer id at a provider, or None."""
    known = select(tables.CustomerRow.ref).where(
        tables.CustomerRow.member_id == member_id, tables.CustomerRow.provider == provider
    )
    return session.execute(known).scalar_one_or_none()


def list_saved_methods(session: Session, *, member_id: UUID, provider: str) -> list[SavedMethod]:
    """Return a member's saved payment methods, the newest first."""
    saved = _SAVED_METHODS.where(
        tables.Mandate.member_id == member_id,
        tables.Mandate.provider == provider,
        tables.Mandate.state == MandateState.VALID,
    ).order_by(tables.Mandate.created_at.desc())
    return read(session, SavedMethod, saved).all()


def find_saved_method(session: Session, mandate_id: UUID) -> SavedMethod | None:
    """Return a saved payment method, or None if it can no longer be used."""
    saved = _SAVED_METHODS.where(tables.Mandate.id == mandate_id, tables.Mandate.state == MandateState.VALID)
    return read(session, SavedMethod, saved).one_or_none()


def find_mandate_ref(session: Session, mandate_id: UUID) -> str | None:
    """Return the provider's id of a saved payment method, or None if it cannot be used."""
    ref = select(tables.Mandate.provider_ref).where(
        tables.Mandate.id == mandate_id, tables.Mandate.state == MandateState.VALID
    )
    return session.execute(ref).scalar_one_or_none()


def owns_usable_mandate(session: Session, mandate_id: UUID, *, member_id: UUID, provider: str) -> bool:
    """Return whether a saved payment method is this member's and usable at this provider."""
    own = select(tables.Mandate.id).where(
        tables.Mandate.id == mandate_id,
        tables.Mandate.member_id == member_id,
        tables.Mandate.provider == provider,
        tables.Mandate.state == MandateState.VALID,
    )
    return session.execute(own).one_or_none() is not None


def last_paid_at(session: Session, *, member_id: UUID) -> datetime | None:
    """Return when a member last paid an order that is not refunded in full (which makes them premium), or None."""
    kept = (
        select(func.max(_ORDER.completed_at))
        .join(_PAYMENT, _PAYMENT.order_id == _ORDER.id)
        .where(
            _ORDER.member_id == member_id,
            _PAYMENT.is_credited,
            _PAYMENT.refunded_minor + _PAYMENT.charged_back_minor < _PAYMENT.amount_minor,
        )
    )
    return session.execute(kept).scalar_one_or_none()
