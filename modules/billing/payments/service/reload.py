"""Commands of auto-reload, which buys a bundle whenever a member's credits fall below a threshold.

It is off until a member agrees, buys one bundle at a time, within its monthly cap and the spending limit, and ends when
a payment fails for good or twice in a row.
"""

from datetime import datetime, timedelta
from hashlib import sha256
from uuid import UUID, uuid4

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel import log
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import publish
from app.kernel.http.auth import Actor
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.billing.contracts.payments import Customer
from modules.billing.contracts.states import Consent, OrderOrigin, ReloadEnd
from modules.billing.errors.payments import (
    MethodNotFound,
    PaymentRefused,
    ProviderAway,
    ReloadRuleInvalid,
    SpendingLimitReached,
)
from modules.billing.errors.shop import BundleNotFound
from modules.billing.events import ReloadPaused, ReloadStarted
from modules.billing.payments.models.limits import ReloadRuleRow
from modules.billing.payments.policies import limits as policies
from modules.billing.payments.queries import limits as queries
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries.limits import ReloadRule
from modules.billing.payments.service import limits, orders, payments
from modules.billing.payments.service.orders import ClientKey, Wish
from modules.billing.payments.service.reload_end import end_rule
from modules.billing.shop import queries as shop_queries


def get_reload_rule(session: Session, *, member_id: UUID) -> ReloadRule | None:
    """Return a member's auto-reload rule, on or off; None if they never had one."""
    site_id = accounts_api.get_member(session, member_id).site_id
    return queries.find_rule(session, member_id=member_id, month=limits.this_month(session, site_id)[1])


def set_rule(
    session: Session, *, customer: Customer, bundle_id: UUID, mandate_id: UUID, threshold: int, monthly_cap_minor: int
) -> None:
    """Switch auto-reload on or change it; the member has agreed to the bundle's price and to the cap in minor units.

    Raises BundleNotFound, MethodNotFound, and ReloadRuleInvalid for a cap below the bundle's price, or a threshold
    above its credits.
    """
    bundle = shop_queries.get_bundle_for_sale(session, bundle_id, site_id=customer.site_id, country=customer.country)
    orders.ensure_own_mandate(session, mandate_id, customer.member_id, payments.provider_name())
    if monthly_cap_minor < bundle.price.minor:
        raise ReloadRuleInvalid(field="monthly_cap_minor")
    if threshold > bundle.credits:
        raise ReloadRuleInvalid(field="threshold")
    values = {
        "threshold": threshold,
        "bundle_id": bundle_id,
        "mandate_id": mandate_id,
        "monthly_cap_minor": monthly_cap_minor,
        "currency": bundle.price.currency,
        "failures": 0,
        "next_try_at": customer.now,
        "agreed_at": customer.now,
        "ended_at": None,
        "end_reason": None,
    }
    kept = upsert(ReloadRuleRow).values(member_id=customer.member_id, **values)
    session.execute(kept.on_conflict_do_update(index_elements=["member_id"], set_=values))
    publish(session, ReloadStarted(customer.member_id, customer.now.isoformat()))


def reload_due(limit: int = 50) -> None:
    """Reload the credits of all members that are due; payments of a provider that is away are retried by the poller."""
    with transaction(read_only=True) as session:
        due = queries.list_due_reloads(session, limit=limit)
    for member_id in due:
        reload(member_id)


def reload(member_id: UUID) -> None:
    """Order and pay one bundle for a member, if a reload is still due."""
    with transaction() as session:
        order_id = _place_due_order(session, member_id)
    if order_id is not None:
        try:
            payments.submit_order(order_id)
        except (PaymentRefused, ProviderAway) as refusal:
            log.get("billing").warning("auto-reload not paid", order_id=str(order_id), code=refusal.code)


def note_success(session: Session, *, order_id: UUID) -> None:
    """Reset the failures of auto-reload after a paid order of it."""
    order = order_queries.get_order(session, order_id)
    if order.origin is OrderOrigin.RELOAD:
        _update_rule(session, order.member_id, failures=0, next_try_at=func.now())


def note_failure(session: Session, *, order_id: UUID) -> None:
    """Postpone auto-reload by a day after a failed order; end it after a final failure or the second in a row."""
    order = order_queries.get_order(session, order_id)
    newest = order_queries.list_payments(session, order_ids=[order_id])[-1]
    if order.origin is not OrderOrigin.RELOAD or newest.mandate_id is None:
        return
    rule = queries.lock_active_rule(session, member_id=order.member_id, month=order.created_at)
    if rule is None or rule.agreed_at > order.created_at:
        return
    if policies.is_hard(newest.failure):
        end_rule(session, member_id=order.member_id, reason=ReloadEnd.DECLINED)
    elif rule.failures + 1 >= policies.RELOAD_FAILURES:
        end_rule(session, member_id=order.member_id, reason=ReloadEnd.FAILED_TWICE)
    else:
        _postpone(session, order.member_id, policies.RELOAD_WAIT, failures=rule.failures + 1)


def _place_due_order(session: Session, member_id: UUID) -> UUID | None:
    """Place the order of a rule that is due and return its id; or postpone, pause or end the rule and return None."""
    queries.lock_buying(session, member_id)
    member = accounts_api.get_member(session, member_id)
    _, month = limits.this_month(session, member.site_id)
    rule = queries.lock_active_rule(session, member_id=member_id, month=month)
    if rule is None or not queries.list_due_reloads(session, limit=1, member_id=member_id):
        return None
    if member.status is not MemberStatus.ACTIVE:
        _postpone(session, member_id, policies.RELOAD_WAIT)
        return None
    room = rule.monthly_cap.minor - rule.bundle.price.minor
    if rule.spent.minor > room:
        _pause_rule(session, member_id, limits.next_month(month))
        return None
    if rule.spent.minor + rule.unpaid.minor > room:
        _postpone(session, member_id, policies.RELOAD_WAIT)
        return None
    try:
        order_id = _place_order(session, member_id, rule)
    except BundleNotFound:
        end_rule(session, member_id=member_id, reason=ReloadEnd.BUNDLE_GONE)
    except MethodNotFound:
        end_rule(session, member_id=member_id, reason=ReloadEnd.METHOD_GONE)
    except SpendingLimitReached as refusal:
        if limits.is_within(session, member_id=member_id, price=rule.bundle.price):
            # The limit is exceeded only by open orders, which may never be paid.
            _postpone(session, member_id, policies.RELOAD_WAIT)
            return None
        possible = refusal.extra["possible_at"]
        _pause_rule(session, member_id, datetime.fromisoformat(possible) if possible else limits.next_month(month))
    else:
        # Until the order's outcome is known, so that one without an outcome is not followed by another at once.
        _postpone(session, member_id, policies.RELOAD_WAIT)
        return order_id
    return None


def _place_order(session: Session, member_id: UUID, rule: ReloadRule) -> UUID:
    """Place the order of a rule; it raises before anything is written."""
    member = accounts_api.get_member(session, member_id)
    if rule.method is None:
        raise MethodNotFound()
    actor = Actor(site_id=member.site_id, member_id=member_id, language=member.language, network="auto-reload")
    key = f"reload:{uuid4()}"
    return orders.place_order(
        session,
        customer=orders.get_customer(session, actor=actor),
        bundle_id=rule.bundle.id,
        wish=Wish(rule.method.method, mandate_id=rule.mandate_id),
        code=None,
        origin=OrderOrigin.RELOAD,
        consent=Consent.AUTO_RELOAD,
        client=ClientKey(key, sha256(key.encode()).digest()),
        provider=payments.provider_name(),
    )


def _pause_rule(session: Session, member_id: UUID, until: datetime) -> None:
    _update_rule(session, member_id, next_try_at=until)
    publish(session, ReloadPaused(member_id, until.isoformat()))


def _postpone(session: Session, member_id: UUID, wait: timedelta, **values: int) -> None:
    _update_rule(session, member_id, next_try_at=func.now() + wait, **values)


def _update_rule(session: Session, member_id: UUID, **values: object) -> None:
    session.execute(update(ReloadRuleRow).where(ReloadRuleRow.member_id == member_id).values(**values))
