"""Who used discount codes, and what the codes brought."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, cast, func, select

from app.kernel.ops import Resource, Rows, badge, instant, money, number, ref, rows_of, text
from modules.billing.contracts import RedemptionState
from modules.billing.models.discounts import DiscountCode, Redemption
from modules.billing.models.orders import CreditOrder, PaymentRow
from modules.billing.ops.amounts import ARRIVED, LEFT, of_order

USES = select(Redemption, CreditOrder.discount_minor, CreditOrder.currency).join(
    CreditOrder, CreditOrder.id == Redemption.order_id
)


def _revenue() -> Rows:
    """Return what codes brought: one row for each code, or for all that were made together, and for each currency."""
    series = func.coalesce(DiscountCode.series, DiscountCode.code).label("series")
    found = (
        select(
            DiscountCode.site_id,
            series,
            PaymentRow.currency,
            func.count().label("orders"),
            _sum(CreditOrder.discount_minor).label("discount_minor"),
            _sum(PaymentRow.amount_minor).label("paid_minor"),
            _sum(ARRIVED).label("refunded_minor"),
            _sum(PaymentRow.charged_back_minor).label("charged_back_minor"),
            _sum(LEFT).label("left_minor"),
        )
        .select_from(Redemption)
        .join(DiscountCode, DiscountCode.id == Redemption.code_id)
        .join(CreditOrder, CreditOrder.id == Redemption.order_id)
        .join(PaymentRow, (PaymentRow.order_id == Redemption.order_id) & PaymentRow.is_credited)
        .group_by(DiscountCode.site_id, series, PaymentRow.currency)
    )
    return rows_of(found, key=("site_id", "series", "currency"))


def _sum(minor: Any) -> ColumnElement[int]:
    return cast(func.sum(minor), BigInteger)


REDEMPTIONS = Resource(
    key="billing.redemptions",
    label="Uses of codes",
    title="at",
    icon="ConfirmationNumberOutlined",
    group="money",
    permission="billing.discounts.read",
    rows=rows_of(USES, id=Redemption.order_id, paid_minor=of_order(PaymentRow.amount_minor), left_minor=of_order(LEFT)),
    columns=(
        instant("at", "When"),
        badge("state", "State", [*RedemptionState]),
        money("paid_minor", "Paid"),
        money("left_minor", "Left of it"),
        money("discount_minor", "Discount"),
        ref("code_id", "Code", to="billing.discounts", related=True),
        ref("order_id", "Order", to="billing.orders"),
        ref("member_id", "Member", to="accounts.members"),
    ),
    filters=("code_id", "state", "member_id", "at"),
    default_sort="-id",
)

# What is left is what was paid, less refunds that arrived and what banks took back.
REVENUE = Resource(
    key="billing.code-revenue",
    label="Revenue of codes",
    title="series",
    icon="QueryStatsOutlined",
    group="money",
    permission="billing.discounts.read",
    rows=_revenue(),
    columns=(
        text("series", "Code, or how codes made together begin", sort=True),
        number("orders", "Orders paid", sort=True),
        money("discount_minor", "Discount", sort=True),
        money("paid_minor", "Paid", sort=True),
        money("refunded_minor", "Paid back", sort=True),
        money("charged_back_minor", "Taken back by banks", sort=True),
        money("left_minor", "Left", sort=True),
        text("currency", "Currency"),
        ref("site_id", "Site", to="sites.sites"),
    ),
    filters=("series", "site_id", "currency"),
    exact=("currency",),
    default_sort="-left_minor",
)
