"""Daily figures of money for the dashboards. Revenue is what was paid with VAT, before refunds and chargebacks."""

from datetime import timedelta
from typing import Any

from sqlalchemy import BigInteger, Select, cast, exists, func, literal, select
from sqlalchemy.orm import aliased

from app.kernel.figures import Figure, Moment
from modules.accounts import api as accounts_api
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.payments.models.returns import Chargeback, RefundRow

PERMISSION = "billing.figures.read"
ONE = literal(1).label("amount")
# Most buyers buy in their first days; later purchases say little about signups.
TO_BUY = timedelta(days=14)


def orders(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the paid orders."""
    return _completed(begin, end, ONE)


def buyers(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the paid orders that were their member's first, and so made them premium."""
    earlier = aliased(CreditOrder)
    was_before = exists().where(
        earlier.member_id == CreditOrder.member_id, earlier.completed_at < CreditOrder.completed_at
    )
    return _completed(begin, end, ONE).where(~was_before)


def revenue(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return what was paid, in minor units."""
    return _completed(begin, end, CreditOrder.total_minor.label("amount"), CreditOrder.currency)


def refunded(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the completed refunds, in minor units."""
    return _behind(RefundRow).where(RefundRow.settled_at >= begin, RefundRow.settled_at < end)


def charged_back(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the chargebacks, in minor units, reversed or not, by the day on which they were reported to us.

    Their own day may be counted already when the provider reports them.
    """
    return _behind(Chargeback).where(Chargeback.noted_at >= begin, Chargeback.noted_at < end)


def refunds_waited(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return how long refunds waited for a second person's decision, in seconds."""
    row = RefundRow
    waited = cast(func.extract("epoch", row.decided_at - row.created_at), BigInteger).label("amount")
    found = select(CreditOrder.member_id, waited).join(PaymentRow, PaymentRow.order_id == CreditOrder.id)
    found = found.join(row, row.payment_id == PaymentRow.id)
    return found.where(row.needs_approval, row.decided_at >= begin, row.decided_at < end)


def converted(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Return the members who signed up and bought within two weeks."""
    who = accounts_api.signups_between(begin, end).subquery()
    bought = exists().where(
        CreditOrder.member_id == who.c.member_id, CreditOrder.completed_at < who.c.signup_at + TO_BUY
    )
    return select(who.c.member_id, ONE).where(bought)


def _completed(begin: Moment, end: Moment, *columns: Any) -> Select[*tuple[Any, ...]]:
    moment = CreditOrder.completed_at
    return select(CreditOrder.member_id, *columns).where(moment >= begin, moment < end)


def _behind(row: type[RefundRow] | type[Chargeback]) -> Select[*tuple[Any, ...]]:
    found = select(CreditOrder.member_id, row.amount_minor.label("amount"), row.currency)
    found = found.join(PaymentRow, PaymentRow.id == row.payment_id)
    return found.join(CreditOrder, CreditOrder.id == PaymentRow.order_id)


FIGURES = (
    Figure("billing.orders", "Paid orders", orders, permission=PERMISSION),
    Figure("billing.buyers", "First orders", buyers, permission=PERMISSION),
    Figure("billing.revenue", "Revenue", revenue, "money", PERMISSION),
    Figure("billing.refunded", "Refunded", refunded, "money", PERMISSION),
    Figure(
        "billing.converted",
        "Purchase within 14 days of signup",
        converted,
        permission=PERMISSION,
        share_of="accounts.signups",
        lag=TO_BUY,
    ),
    Figure("billing.refunds-waited", "Time to approve or refuse a refund", refunds_waited, "waits", PERMISSION),
    Figure("billing.charged-back", "Charged back", charged_back, "money", PERMISSION),
)
