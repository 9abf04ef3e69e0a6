"""Reads of spending limits and of auto-reload."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from sqlalchemy import (
    DateTime,
    Select,
    Subquery,
    Text,
    Uuid,
    and_,
    bindparam,
    cast,
    exists,
    func,
    literal_column,
    or_,
    select,
    text,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.billing.contracts.payments import SavedMethod
from modules.billing.contracts.shop import Bundle, Money
from modules.billing.contracts.states import LIVE_PAYMENTS, SPENDS, OrderOrigin, OrderState, ReloadEnd
from modules.billing.ledger.amounts import money
from modules.billing.payments.models.limits import ReloadRuleRow, SpendLimitRow
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.payments.models.returns import RefundRow
from modules.billing.payments.queries import orders as order_queries
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api

_OPEN = (OrderState.LOADING, OrderState.PENDING)


@dataclass(frozen=True, slots=True)
class ReloadRule:
    """A member's auto-reload: a bundle is bought whenever fewer than `threshold` credits are left.

    `spent` is what its orders cost this month, `unpaid` the price of its open orders; `method` is the saved payment
    method.
    """

    bundle: Bundle
    threshold: int
    mandate_id: UUID
    method: SavedMethod | None
    monthly_cap: Money
    spent: Money
    unpaid: Money
    failures: int
    next_try_at: datetime
    agreed_at: datetime
    ended_at: datetime | None
    end_reason: ReloadEnd | None


@dataclass(frozen=True, slots=True)
class _Rule:
    """The columns of an auto-reload rule."""

    member_id: UUID
    threshold: int
    bundle_id: UUID
    mandate_id: UUID
    monthly_cap: Money
    failures: int
    next_try_at: datetime
    agreed_at: datetime
    ended_at: datetime | None
    end_reason: ReloadEnd | None


def lock_buying(session: Session, member_id: UUID) -> None:
    """Serialise a member's orders and payments until the transaction ends; must be called before any row is locked."""
    session.execute(_LOCK, {"subject": f"buying {member_id}"})


def find_limit(session: Session, member_id: UUID) -> tuple[Money, Money | None, datetime | None] | None:
    """Return a member's stored limit, the limit that replaces it, and when; None if they have no limit."""
    columns = (
        SpendLimitRow.minor,
        SpendLimitRow.currency,
        SpendLimitRow.next_minor,
        SpendLimitRow.next_currency,
        SpendLimitRow.next_at,
    )
    row = session.execute(select(*columns).where(SpendLimitRow.member_id == member_id)).one_or_none()
    if row is None:
        return None
    following = Money(row.next_minor, row.next_currency) if row.next_minor is not None else None
    return Money(row.minor, row.currency), following, row.next_at


def sum_paid(
    session: Session,
    *,
    member_id: UUID,
    currency: str,
    since: datetime,
    origin: OrderOrigin | None = None,
    with_unpaid: bool = True,
) -> int:
    """Return the price of a member's orders since a time, less refunds, in minor units.

    With `with_unpaid`, open orders count too, and cancelled ones while they can still be paid.
    """
    counts = [CreditOrder.completed_at >= since]
    if with_unpaid:
        live = exists().where(PaymentRow.order_id == CreditOrder.id, PaymentRow.state.in_(LIVE_PAYMENTS))
        counts += [CreditOrder.state.in_(_OPEN), live]
    orders = select(CreditOrder.id, CreditOrder.total_minor).where(
        CreditOrder.member_id == member_id, CreditOrder.currency == currency, or_(*counts)
    )
    if origin is not None:
        orders = orders.where(CreditOrder.origin == origin)
    counted = orders.subquery()
    back = select(func.coalesce(func.sum(PaymentRow.refunded_minor), 0)).where(
        PaymentRow.is_credited, PaymentRow.order_id.in_(select(counted.c.id))
    )
    paid = select(func.coalesce(func.sum(counted.c.total_minor), 0) - back.scalar_subquery())
    return int(session.execute(paid).scalar_one())


def months_above_limits() -> Select[*tuple[Any, ...]]:
    """Return the statement that finds months in which a member paid more than their limit at that time."""
    limit, order, zones = _limits(), CreditOrder, sites_api.time_zones()
    month = func.date_trunc("month", order.completed_at, zones.c.timezone)
    # Includes failed refunds: until they failed, they did not count towards the limit.
    back = select(func.coalesce(func.sum(RefundRow.amount_minor), 0)).join(PaymentRow).where(PaymentRow.is_credited)
    paid = func.sum(order.total_minor - back.where(PaymentRow.order_id == order.id).scalar_subquery())
    return (
        select(
            cast(limit.c.member_id, Text).label("subject"),
            func.format("%s %s or less a month", limit.c.minor, limit.c.currency).label("expected"),
            func.format("%s in that of %s", paid, func.min(order.completed_at)).label("found"),
        )
        .join(order, and_(order.member_id == limit.c.member_id, order.currency == limit.c.currency))
        .join(zones, zones.c.site_id == order.site_id)
        .where(order.state == OrderState.COMPLETED)
        .where(order.completed_at > limit.c.begins_at, order.completed_at < limit.c.ends_at)
        .group_by(limit.c.member_id, limit.c.minor, limit.c.currency, month)
        .having(paid > limit.c.minor)
    )


def _limits() -> Subquery:
    """Return all stored limits and their replacements, each with the times from and until which it is in force."""
    row, forever = SpendLimitRow, literal_column("timestamptz 'infinity'", DateTime(timezone=True))
    first = select(row.member_id, row.minor, row.currency, row.since.label("begins_at"))
    then = select(row.member_id, row.next_minor, row.next_currency, row.next_at).where(row.next_minor.is_not(None))
    ends = func.coalesce(row.next_at, forever).label("ends_at")
    return union_all(first.add_columns(ends), then.add_columns(forever)).subquery()


def find_rule(session: Session, *, member_id: UUID, month: datetime) -> ReloadRule | None:
    """Return a member's auto-reload with its orders since the start of a month; None if they never had one."""
    rule = read(session, _Rule, _RULES.where(ReloadRuleRow.member_id == member_id)).one_or_none()
    return _with_sums(session, rule, month) if rule else None


def lock_active_rule(session: Session, *, member_id: UUID, month: datetime) -> ReloadRule | None:
    """Lock a member's auto-reload and return it; None if it is off."""
    active = _RULES.where(ReloadRuleRow.member_id == member_id, ReloadRuleRow.ended_at.is_(None))
    rule = read(session, _Rule, active.with_for_update()).one_or_none()
    return _with_sums(session, rule, month) if rule else None


def list_due_reloads(session: Session, *, limit: int, member_id: UUID | None = None) -> list[UUID]:
    """Return the members for whom a reload is due, or with `member_id`, that member if it is."""
    return list(session.execute(_DUE, {"limit": limit, "member_id": member_id}).scalars())


def is_reload_agreed(session: Session, member_id: UUID, *, at: datetime) -> bool:
    """Return whether a member's auto-reload is on, as they agreed to it by a time."""
    agreed = exists().where(
        ReloadRuleRow.member_id == member_id, ReloadRuleRow.ended_at.is_(None), ReloadRuleRow.agreed_at <= at
    )
    return bool(session.execute(select(agreed)).scalar_one())


def has_open_reload(session: Session, member_id: UUID) -> bool:
    """Return whether a member has an open order of auto-reload."""
    reloads = exists().where(
        CreditOrder.member_id == member_id, CreditOrder.origin == OrderOrigin.RELOAD, CreditOrder.state.in_(_OPEN)
    )
    return bool(session.execute(select(reloads)).scalar_one())


_RULES = select(
    *columns_of(_Rule, ReloadRuleRow),
    *money("monthly_cap", ReloadRuleRow.monthly_cap_minor, ReloadRuleRow.currency),
)


def _with_sums(session: Session, rule: _Rule, month: datetime) -> ReloadRule:
    currency = rule.monthly_cap.currency
    bought = partial(
        sum_paid, session, member_id=rule.member_id, currency=currency, since=month, origin=OrderOrigin.RELOAD
    )
    spent, ordered = bought(with_unpaid=False), bought()
    return ReloadRule(
        bundle=shop_queries.get_bundle(session, rule.bundle_id),
        threshold=rule.threshold,
        mandate_id=rule.mandate_id,
        method=order_queries.find_saved_method(session, rule.mandate_id),
        monthly_cap=rule.monthly_cap,
        spent=Money(spent, currency),
        unpaid=Money(ordered - spent, currency),
        failures=rule.failures,
        next_try_at=rule.next_try_at,
        agreed_at=rule.agreed_at,
        ended_at=rule.ended_at,
        end_reason=rule.end_reason,
    )


_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:subject, 0))")

# Ordered credits count like those in the wallet; those of an open checkout page count for 15 minutes. Nothing is bought
# for credits that a chargeback or support took, until the member spends some again or agrees again. The newest entry
# that took credits is sought backwards: each entry after it added some, so there are fewer than `threshold`. A rule
# whose payment method is gone is due all the same, as it ends then.
_DUE = text(
    """
    SELECT rule.member_id
      FROM billing.reload_rule AS rule
      LEFT JOIN billing.ledger_account AS wallet
        ON wallet.kind = 'wallet' AND wallet.owner_id = rule.member_id AND wallet.unit = 'CR'
     WHERE rule.ended_at IS NULL AND rule.next_try_at <= now()
       AND (CAST(:member_id AS uuid) IS NULL OR rule.member_id = :member_id)
       AND coalesce(wallet.balance, 0) + (
               SELECT coalesce(sum(coming.credits), 0) FROM billing.credit_order AS coming
                WHERE coming.member_id = rule.member_id
                  AND (coming.state = 'pending'
                       OR coming.state = 'loading' AND coming.created_at > now() - interval '15 minutes')
           ) < rule.threshold
       AND NOT EXISTS (
               SELECT FROM billing.credit_order AS reload
                WHERE reload.member_id = rule.member_id AND reload.origin = 'reload'
                  AND reload.state IN ('loading', 'pending'))
       AND NOT EXISTS (
               SELECT FROM billing.ledger_entry AS newest JOIN billing.ledger_tx AS tx ON tx.id = newest.tx_id
                WHERE newest.account_id = wallet.id
                  AND newest.seq = (SELECT max(seq) FROM billing.ledger_entry AS taken
                                     WHERE taken.account_id = wallet.id AND taken.amount < 0)
                  AND tx.reason <> ALL (:spends) AND tx.at > rule.agreed_at
                  AND EXISTS (SELECT FROM billing.mandate
                               WHERE mandate.id = rule.mandate_id AND mandate.state = 'valid'))
     ORDER BY rule.next_try_at
     LIMIT :limit
    """
).bindparams(bindparam("member_id", type_=Uuid), bindparam("spends", list(SPENDS), type_=ARRAY(Text)))
