"""What was paid for an order and what was paid back, as columns of the console's lists."""

from typing import Any

from sqlalchemy import ColumnElement, ScalarSelect, func, select

from modules.billing.contracts.states import RefundState
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.payments.models.returns import RefundRow

# Columns for a SELECT of payments: completed refunds, and what is left after them and chargebacks.
ARRIVED = (
    select(func.coalesce(func.sum(RefundRow.amount_minor), 0))
    .where(RefundRow.payment_id == PaymentRow.id, RefundRow.state == RefundState.REFUNDED)
    .correlate(PaymentRow)
    .scalar_subquery()
)
LEFT = PaymentRow.amount_minor - ARRIVED - PaymentRow.charged_back_minor


def of_order(column: ColumnElement[Any] | Any) -> ScalarSelect[Any]:
    """Return a column of an order's credited payment; NULL if the order is not paid."""
    credited = (PaymentRow.order_id == CreditOrder.id, PaymentRow.is_credited)
    return select(column).where(*credited).correlate(CreditOrder).scalar_subquery()
