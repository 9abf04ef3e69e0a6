"""What of money the dashboards show, day by day. Revenue is what was paid, VAT and all, before what went back."""

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
# Whoever buys mostly does in the first days; what comes later says little of the site they signed up for.
TO_BUY = timedelta(days=14)


def orders(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Every order that was paid."""
    return _completed(begin, end, ONE)


def buyers(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Every order that was its member's first, and so made them premium."""
    earlier = aliased(CreditOrder)
    was_before = exists().where(
        earlier.member_id == CreditOrder.member_id, earlier.completed_at < CreditOrder.completed_at
    )
    return _completed(begin, end, ONE).where(~was_before)


def revenue(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """What was paid, in minor units."""
    return _completed(begin, end, CreditOrder.total_minor.label("amount"), CreditOrder.currency)


def refunded(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """What was paid back, in minor units."""
    return _behind(RefundRow).where(RefundRow.settled_at >= begin, RefundRow.settled_at < end)


def charged_back(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """What banks took back, in minor units, whether or not it came again; on the day on which the house learnt of it,
    for a provider may tell of it when its own day is counted already.
    """
    return _behind(Chargeback).where(Chargeback.noted_at >= begin, Chargeback.noted_at < end)


def refunds_waited(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """How long refunds had waited for a second person to approve or refuse them."""
    row = RefundRow
    waited = cast(func.extract("epoch", row.decided_at - row.created_at), BigInteger).label("amount")
    found = select(CreditOrder.member_id, waited).join(PaymentRow, PaymentRow.order_id == CreditOrder.id)
    found = found.join(row, row.payment_id == PaymentRow.id)
    return found.where(row.needs_approval, row.decided_at >= begin, row.decided_at < end)


def converted(begin: Moment, end: Moment) -> Select[*tuple[Any, ...]]:
    """Everybody who signed up then and bought within two weeks."""
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
    Figure("billing.orders", "Orders paid", orders, permission=PERMISSION),
    Figure("billing.buyers", "First orders", buyers, permission=PERMISSION),
    Figure("billing.revenue", "Revenue", revenue, "money", PERMISSION),
    Figure("billing.refunded", "Paid back", refunded, "money", PERMISSION),
    Figure(
        "billing.converted",
        "Bought within 14 days of signing up",
        converted,
        permission=PERMISSION,
        share_of="accounts.signups",
        lag=TO_BUY,
    ),
    Figure("billing.refunds-waited", "Refunds waited to be approved or refused", refunds_waited, "waits", PERMISSION),
    Figure("billing.charged-back", "Charged back", charged_back, "money", PERMISSION),
)
