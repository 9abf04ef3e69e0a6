"""HTTP of what members allow themselves: a spending limit, and credits that are bought by themselves."""

from typing import Any

from app.kernel.db.session import current_session
from app.kernel.http.auth import current_actor
from app.kernel.http.requests import ApiBlueprint
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import ReloadEnd
from modules.billing.errors.payments import ReloadRuleInvalid
from modules.billing.payments.queries import limits as queries
from modules.billing.payments.service import limits, orders, reload, reload_end
from modules.billing.schemas.limits import ReloadOut, ReloadRuleIn, SpendingLimitIn, SpendingLimitOut
from modules.billing.shop import queries as shop_queries

blp = ApiBlueprint("limits")


@blp.get("/spending-limit")
@blp.response(200, SpendingLimitOut)
def get_spending_limit() -> dict[str, Any]:
    """Return the member's spending limit and this month's spending."""
    return _show_limit()


@blp.put("/spending-limit")
@blp.arguments(SpendingLimitIn)
@blp.response(200, SpendingLimitOut)
def set_spending_limit(body: dict[str, Any]) -> dict[str, Any]:
    """Change the spending limit: a lower one takes effect immediately, a higher one or none after 24 hours."""
    session = current_session()
    limits.set_limit(session, customer=orders.get_customer(session, actor=current_actor()), minor=body["minor"])
    return _show_limit()


@blp.get("/reload-rule")
@blp.response(200, ReloadOut)
def get_reload_rule() -> dict[str, Any]:
    """Return the member's auto-reload, which is off by default."""
    return {"rule": reload.get_reload_rule(current_session(), member_id=current_actor().member)}


@blp.put("/reload-rule")
@blp.arguments(ReloadRuleIn)
@blp.response(200, ReloadOut)
def set_reload_rule(body: dict[str, Any]) -> dict[str, Any]:
    """Switch auto-reload on, or change it; requires consent."""
    session, actor = current_session(), current_actor()
    if not body.pop("agreed"):
        raise ReloadRuleInvalid(field="agreed")
    reload.set_rule(session, customer=orders.get_customer(session, actor=actor), **body)
    return {"rule": reload.get_reload_rule(session, member_id=actor.member)}


@blp.delete("/reload-rule")
@blp.response(204)
def end_reload_rule() -> None:
    """Switch auto-reload off immediately."""
    reload_end.end_rule(current_session(), member_id=current_actor().member, reason=ReloadEnd.MEMBER)


def _show_limit() -> dict[str, Any]:
    session, actor = current_session(), current_actor()
    customer = orders.get_customer(session, actor=actor)
    bundles = shop_queries.list_bundles(session, site_id=customer.site_id, country=customer.country)
    limit = limits.get_limit(session, member_id=actor.member)
    currency = limit.limit.currency if limit.limit else bundles[0].price.currency
    _, month = limits.this_month(session, actor.site_id)
    spent = queries.sum_paid(session, member_id=actor.member, currency=currency, since=month)
    return {
        "limit": limit.limit,
        "next": limit.next_limit,
        "next_at": limit.next_at,
        "spent": Money(spent, currency),
        "month_ends": limits.next_month(month),
    }
