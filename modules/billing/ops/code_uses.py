"""Uses of discount codes, and the codes' revenue, in the console."""

from sqlalchemy import select

from app.kernel.resources import Resource, badge, instant, money, number, ref, rows_of, text
from modules.billing.contracts.states import RedemptionState
from modules.billing.ops.amounts import LEFT, of_order
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.shop.models.discounts import CODE_REVENUE, Redemption

USES = select(Redemption, CreditOrder.discount_minor, CreditOrder.currency).join(
    CreditOrder, CreditOrder.id == Redemption.order_id
)

REDEMPTIONS = Resource(
    key="billing.redemptions",
    label="Code redemptions",
    title=("code_id", "at"),
    empty="No code has been redeemed yet.",
    icon="ConfirmationNumberOutlined",
    group="money",
    permission="billing.discounts.read",
    rows=rows_of(USES, id=Redemption.order_id, paid_minor=of_order(PaymentRow.amount_minor), left_minor=of_order(LEFT)),
    columns=(
        instant("at", "Time"),
        badge("state", "State", [*RedemptionState]),
        money("paid_minor", "Paid"),
        money("left_minor", "Net revenue"),
        money("discount_minor", "Discount"),
        ref("code_id", "Code", to="billing.discounts", related=True),
        ref("order_id", "Order", to="billing.orders", related=True),
        ref("member_id", "Member", to="accounts.members", related=True),
    ),
    filters=("code_id", "state", "member_id", "at", "order_id"),
    default_sort="-id",
)

# `left` is what was paid, less completed refunds and chargebacks; all as of the last refresh.
REVENUE = Resource(
    key="billing.code-revenue",
    label="Revenue by code",
    title="series",
    empty="No code has earned revenue yet.",
    icon="QueryStatsOutlined",
    group="money",
    permission="billing.discounts.read",
    rows=rows_of(select(CODE_REVENUE), key=("site_id", "series", "currency")),
    columns=(
        text("series", "Code or series", sort=True),
        number("orders", "Paid orders", sort=True),
        money("discount_minor", "Discount", sort=True),
        money("paid_minor", "Paid", sort=True),
        money("refunded_minor", "Refunded", sort=True),
        money("charged_back_minor", "Charged back", sort=True),
        money("left_minor", "Net revenue", sort=True),
        text("currency", "Currency"),
        ref("site_id", "Site", to="sites.sites"),
        instant("counted_at", "Updated"),
    ),
    filters=("series", "site_id", "currency"),
    exact=("currency",),
    default_sort="-left_minor",
)
