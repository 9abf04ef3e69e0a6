"""Orders and payments in the console."""

from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import select

from app.kernel.db.session import Session
from app.kernel.http.schema import In, QueryIn, Text, between
from app.kernel.resources import Action, Resource, View, badge, instant, money, number, ref, rows_of, text, yes_no
from modules.billing.contracts.refund_desk import RefundPreview, StandingOfOrder
from modules.billing.contracts.states import OrderOrigin, OrderState, PaymentState, Standing
from modules.billing.ops.actors import actor_of
from modules.billing.ops.amounts import ARRIVED, of_order
from modules.billing.ops.papers import INVOICE
from modules.billing.papers.models import PaperKind, PaperRow
from modules.billing.papers.queries.papers import LABEL
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.payments.service import payments, refunds
from modules.billing.service import refund_desk


class _Amount:
    credits = fields.Integer(
        required=True, validate=between(0, 100_000), metadata={"label": "Unused credits to refund"}
    )
    extra_minor = fields.Integer(
        load_default=0, validate=between(0, 100_000), metadata={"label": "Extra goodwill amount, in cents"}
    )


class AmountIn(_Amount, QueryIn):
    """The amounts of a refund to preview."""


class RefundIn(_Amount, In):
    reason = Text(min=3, max=300, required=True, metadata={"label": "Reason"})


def refund(session: Session, record_id: UUID, *, staff_id: UUID, reason: str, **given: Any) -> None:
    """Request a refund, which needs a second person above the limit; raises what `request_refund` raises."""
    refunds.request_refund(session, order_id=record_id, actor=actor_of(staff_id), note=reason, **given)


def show_standing(session: Session, record_id: UUID, *, staff_id: UUID) -> StandingOfOrder:
    """Return what can be refunded of an order; raises NothingToRefund."""
    return refund_desk.show_standing(session, order_id=record_id)


def preview(session: Session, record_id: UUID, *, staff_id: UUID, **given: Any) -> RefundPreview:
    """Return a preview of a refund; raises NothingToRefund."""
    return refund_desk.preview_refund(session, order_id=record_id, **given)


def ask_provider(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Queue a check of an order's payments at their provider, within a minute."""
    payments.check_soon(session, order_id=record_id)


# The newest payment of an order.
METHOD = (
    select(PaymentRow.method)
    .where(PaymentRow.order_id == CreditOrder.id)
    .order_by(PaymentRow.attempt_no.desc())
    .limit(1)
    .correlate(CreditOrder)
    .scalar_subquery()
)
INVOICED = select(CreditOrder).outerjoin(
    PaperRow, (PaperRow.order_id == CreditOrder.id) & (PaperRow.kind == PaperKind.INVOICE)
)

ORDERS = Resource(
    key="billing.orders",
    label="Orders",
    title=("invoice", "total_minor"),
    empty="No orders yet. Paid and unpaid orders are listed here.",
    icon="ShoppingCartOutlined",
    group="money",
    rows=rows_of(
        INVOICED,
        optional=("invoice",),
        invoice=LABEL,
        method=METHOD,
        paid_minor=of_order(PaymentRow.amount_minor),
        refunded_minor=of_order(ARRIVED),
        charged_back_minor=of_order(PaymentRow.charged_back_minor),
    ),
    columns=(
        instant("created_at", "Ordered"),
        badge("state", "State", [*OrderState]),
        money("total_minor", "Total"),
        money("paid_minor", "Received"),
        money("refunded_minor", "Refunded"),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("invoice", "Invoice"),
        ref("site_id", "Site", to="sites.sites"),
        text("method", "Method", means="choice"),
        number("credits", "Credits", in_list=False),
        text("country", "Price country", means="country", in_list=False),
        text("discount_code", "Discount code"),
        text("id", "ID", in_list=False),
        badge("origin", "Origin", [*OrderOrigin], in_list=False),
        money("gross_minor", "Price", in_list=False),
        money("discount_minor", "Discount", in_list=False),
        money("vat_minor", "VAT included", in_list=False),
        text("vat_country", "VAT country", means="country", in_list=False),
        badge("vat_standing", "Country evidence", [*Standing], in_list=False),
        money("charged_back_minor", "Charged back", in_list=False),
        instant("completed_at", "Paid", in_list=False),
    ),
    filters=(
        "state",
        "member_id",
        "invoice",
        "id",
        "site_id",
        "country",
        "discount_code",
        "origin",
        "vat_standing",
        "created_at",
    ),
    exact=("invoice", "country", "discount_code"),
    finds={"invoice": "number"},
    default_sort="-id",
    actions=(
        INVOICE,
        Action("ask-provider", "Check with provider", "billing.orders.check", ask_provider),
        Action(
            "refund",
            "Refund",
            "billing.refunds.request",
            refund,
            form=RefundIn,
            danger=True,
            guarded=True,
            when=("state", (OrderState.COMPLETED,)),
        ),
    ),
    views=(
        View("standing", "billing.refunds.read", show_standing),
        View("refund", "billing.refunds.request", preview, form=AmountIn),
    ),
)

PAID = select(PaymentRow, CreditOrder.member_id).join(CreditOrder, CreditOrder.id == PaymentRow.order_id)

PAYMENTS = Resource(
    key="billing.payments",
    label="Payments",
    title=("amount_minor", "created_at"),
    empty="No payments yet. Each attempt to pay an order is listed here.",
    icon="PaymentsOutlined",
    group="money",
    rows=rows_of(PAID),
    columns=(
        instant("created_at", "Started"),
        badge("state", "State", [*PaymentState]),
        money("amount_minor", "Amount"),
        text("method", "Method", means="choice"),
        ref("member_id", "Member", to="accounts.members", related=True),
        ref("order_id", "Order", to="billing.orders", related=True),
        money("refunded_minor", "Refunded"),
        money("charged_back_minor", "Charged back", in_list=False),
        number("attempt_no", "Attempt", in_list=False),
        text("provider", "Provider", in_list=False),
        text("provider_ref", "Provider reference", in_list=False),
        text("failure", "Failure reason", in_list=False),
        yes_no("is_credited", "Credited", in_list=False),
        text("id", "ID", in_list=False),
        instant("checked_at", "Last checked", in_list=False),
    ),
    filters=("state", "member_id", "order_id", "id", "method", "provider_ref", "created_at"),
    exact=("method", "provider_ref"),
    default_sort="-id",
)
