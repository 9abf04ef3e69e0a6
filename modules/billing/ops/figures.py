"""What of money the dashboards show, day by day. Revenue is what was paid, VAT and all, before what went back."""

from datetime import datetime
from typing import Any

from sqlalchemy import Select, exists, literal, select
from sqlalchemy.orm import aliased

from app.kernel.figures import Figure
from modules.billing.models.orders import CreditOrder, PaymentRow
from modules.billing.models.returns import Chargeback, RefundRow

PERMISSION = "billing.figures.read"
ONE = literal(1).label("amount")


def orders(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every order that was paid."""
    return _completed(begin, end, ONE)


def buyers(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """Every order that was its member's first, and so made them premium."""
    earlier = aliased(CreditOrder)
    was_before = exists().where(
        earlier.member_id == CreditOrder.member_id, earlier.completed_at < CreditOrder.completed_at
    )
    return _completed(begin, end, ONE).where(~was_before)


def revenue(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """What was paid, in minor units."""
    return _completed(begin, end, CreditOrder.total_minor.label("amount"), CreditOrder.currency)


def refunded(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """What was paid back, in minor units."""
    return _behind(RefundRow).where(RefundRow.settled_at >= begin, RefundRow.settled_at < end)


def charged_back(begin: datetime, end: datetime) -> Select[*tuple[Any, ...]]:
    """What banks took back, in minor units, whether or not it came again."""
    return _behind(Chargeback).where(Chargeback.received_at >= begin, Chargeback.received_at < end)


def _completed(begin: datetime, end: datetime, *columns: Any) -> Select[*tuple[Any, ...]]:
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
    Figure("billing.charged-back", "Charged back", charged_back, "money", PERMISSION),
)
