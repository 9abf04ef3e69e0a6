"""Commands of members' spending limits. Months are those of the site's time zone."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db.session import Session
from app.kernel.text import formats
from modules.accounts import api as accounts_api
from modules.billing.contracts.payments import Customer
from modules.billing.contracts.shop import Money
from modules.billing.errors.payments import SpendingLimitReached
from modules.billing.ledger import policies as ledger_policies
from modules.billing.payments.models.limits import SpendLimitRow
from modules.billing.payments.policies import limits as policies
from modules.billing.payments.policies.limits import SpendLimit
from modules.billing.payments.queries import limits as queries
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api


def get_limit(session: Session, *, member_id: UUID) -> SpendLimit:
    """Return a member's limit as it is now."""
    return policies.as_of(_find_limit(session, member_id), shop_queries.database_now(session))


def set_limit(session: Session, *, customer: Customer, minor: int | None) -> SpendLimit:
    """Set a limit in minor units of the shop's currency, None for no limit.

    A lower limit takes effect at once, a higher one after a day.
    """
    queries.lock_buying(session, customer.member_id)
    bundles = shop_queries.list_bundles(session, site_id=customer.site_id, country=customer.country)
    wish = Money(minor, bundles[0].price.currency) if minor is not None else None
    limit = policies.change(_find_limit(session, customer.member_id), wish, now=customer.now)
    _save_limit(session, customer.member_id, limit)
    return limit


def ensure_within(session: Session, *, member_id: UUID, price: Money) -> None:
    """Raise SpendingLimitReached if a price exceeds the member's limit of this month; open orders count as paid.

    The caller has called lock_buying.
    """
    limit = get_limit(session, member_id=member_id)
    if limit.limit is None:
        return
    member = accounts_api.get_member(session, member_id)
    now, month = this_month(session, member.site_id)
    following = next_month(month)
    spent = queries.sum_paid(session, member_id=member_id, currency=price.currency, since=month)
    possible = policies.possible_from(limit, spent=spent, price=price, now=now, next_month=following)
    if possible == now:
        return
    language = member.language
    day = formats.moment(language, possible.astimezone(month.tzinfo)) if possible else ""
    raise SpendingLimitReached(
        reason="currency" if limit.limit.currency != price.currency else "until" if possible else "never",
        limit=formats.money(language, limit.limit.minor, limit.limit.currency),
        spent=formats.money(language, spent, price.currency),
        price=formats.money(language, price.minor, price.currency),
        until=day,
        possible_at=possible.isoformat() if possible else None,
    )


def is_within(session: Session, *, member_id: UUID, price: Money) -> bool:
    """Return whether a received payment is within the member's limit, together with what they paid this month.

    It is not if its currency is not the limit's. The caller has called lock_buying.
    """
    limit = get_limit(session, member_id=member_id)
    if limit.limit is None:
        return True
    now, month = this_month(session, accounts_api.get_member(session, member_id).site_id)
    paid = queries.sum_paid(session, member_id=member_id, currency=price.currency, since=month, with_unpaid=False)
    return policies.possible_from(limit, spent=paid, price=price, now=now, next_month=next_month(month)) == now


def this_month(session: Session, site_id: UUID) -> tuple[datetime, datetime]:
    """Return the database's time, and the start of this month in the site's time zone."""
    now = shop_queries.database_now(session)
    return now, ledger_policies.month_start(now, sites_api.get_site(session, site_id).zone)


def next_month(month: datetime) -> datetime:
    """Return the start of the month after one that starts at `month`."""
    return (month + timedelta(days=32)).replace(day=1)


def _find_limit(session: Session, member_id: UUID) -> SpendLimit:
    return SpendLimit(*(queries.find_limit(session, member_id) or ()))


def _save_limit(session: Session, member_id: UUID, limit: SpendLimit) -> None:
    if limit.limit is None:
        session.execute(delete(SpendLimitRow).where(SpendLimitRow.member_id == member_id))
        return
    following = limit.next_limit
    values: dict[str, Any] = {
        "minor": limit.limit.minor,
        "currency": limit.limit.currency,
        "next_minor": following.minor if following else None,
        "next_currency": following.currency if following else None,
        "next_at": limit.next_at,
    }
    kept = upsert(SpendLimitRow).values(member_id=member_id, **values)
    session.execute(kept.on_conflict_do_update(index_elements=["member_id"], set_=values))
