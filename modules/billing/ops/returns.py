"""Refunds and chargebacks in the ops console. What is large waits for a second person, who is never the first."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel.ops import Action, OpsQuery, Page, Resource, badge, instant, money, number, read_page, ref, text, yes_no
from app.kernel.schema import In, Text
from modules.billing.contracts import ChargebackState, RefundReason, RefundState
from modules.billing.models.orders import CreditOrder, PaymentRow
from modules.billing.models.returns import Chargeback, RefundRow
from modules.billing.ops.actors import actor_of
from modules.billing.service import refunds

# What is read of the order behind, by way of the payment.
BEHIND = ("order_id", "member_id")


@dataclass(frozen=True, slots=True)
class RefundRecord:
    """Money that goes back."""

    id: UUID
    payment_id: UUID
    order_id: UUID
    member_id: UUID
    state: str
    reason: str
    note: str
    amount_minor: int
    currency: str
    credits: int
    needs_approval: bool
    requested_by: str
    approved_by: str | None
    created_at: datetime
    settled_at: datetime | None


@dataclass(frozen=True, slots=True)
class ChargebackRecord:
    """Money that a bank took back."""

    id: UUID
    payment_id: UUID
    order_id: UUID
    member_id: UUID
    state: str
    reason: str
    amount_minor: int
    currency: str
    credits: int
    received_at: datetime
    reversed_at: datetime | None


class RejectIn(In):
    reason = Text(min=3, max=300, required=True, metadata={"label": "Reason"})


def list_refunds(session: Session, query: OpsQuery) -> Page[RefundRecord]:
    """Return a page of the refunds of all sites."""
    own = [getattr(RefundRow, name) for name in RefundRecord.__dataclass_fields__ if name not in BEHIND]
    found = select(*own, PaymentRow.order_id, CreditOrder.member_id)
    found = found.join(PaymentRow, PaymentRow.id == RefundRow.payment_id)
    return read_page(session, found.join(CreditOrder, CreditOrder.id == PaymentRow.order_id), RefundRecord, query)


def list_chargebacks(session: Session, query: OpsQuery) -> Page[ChargebackRecord]:
    """Return a page of the chargebacks of all sites."""
    own = [getattr(Chargeback, name) for name in ChargebackRecord.__dataclass_fields__ if name not in BEHIND]
    found = select(*own, PaymentRow.order_id, CreditOrder.member_id)
    found = found.join(PaymentRow, PaymentRow.id == Chargeback.payment_id)
    return read_page(session, found.join(CreditOrder, CreditOrder.id == PaymentRow.order_id), ChargebackRecord, query)


def approve(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Let a refund go out; raises SecondPersonNeeded for one's own, TransitionForbidden."""
    refunds.approve_refund(session, refund_id=record_id, actor=actor_of(staff_id))


def reject(session: Session, *, staff_id: UUID, record_id: UUID, reason: str) -> None:
    """Say no to a refund; its credits come back. The reason is kept by the audit. Raises TransitionForbidden."""
    refunds.reject_refund(session, refund_id=record_id, actor=actor_of(staff_id))


REFUNDS = Resource(
    key="billing.refunds",
    label="Refunds",
    title="id",
    icon="CurrencyExchangeOutlined",
    group="money",
    permission="billing.refunds.read",
    rows=list_refunds,
    columns=(
        instant("created_at", "Asked"),
        badge("state", "State", [*RefundState]),
        money("amount_minor", "Amount"),
        badge("reason", "Ground", [*RefundReason]),
        ref("member_id", "Member", to="accounts.members", related=True),
        yes_no("needs_approval", "Needs a second person"),
        number("credits", "Credits"),
        ref("order_id", "Order", to="billing.orders", related=True, in_list=False),
        ref("payment_id", "Payment", to="billing.payments", related=True, in_list=False),
        text("id", "Number", in_list=False),
        text("note", "Note", in_list=False),
        text("requested_by", "Asked by", in_list=False),
        text("approved_by", "Decided by", in_list=False),
        instant("settled_at", "Paid back", in_list=False),
    ),
    filters=("state", "member_id", "needs_approval", "reason", "order_id", "payment_id"),
    default_sort="-id",
    actions=(
        Action(
            "approve",
            "Approve",
            "billing.refunds.decide",
            approve,
            confirm="The money goes out now.",
            guarded=True,
        ),
        Action("reject", "Refuse", "billing.refunds.decide", reject, form=RejectIn, danger=True, guarded=True),
    ),
)

CHARGEBACKS = Resource(
    key="billing.chargebacks",
    label="Chargebacks",
    title="id",
    icon="UndoOutlined",
    group="money",
    permission="billing.chargebacks.read",
    rows=list_chargebacks,
    columns=(
        instant("received_at", "Received"),
        badge("state", "State", [*ChargebackState]),
        money("amount_minor", "Amount"),
        ref("member_id", "Member", to="accounts.members", related=True),
        number("credits", "Credits taken"),
        text("reason", "The bank says"),
        ref("order_id", "Order", to="billing.orders", related=True, in_list=False),
        ref("payment_id", "Payment", to="billing.payments", related=True, in_list=False),
        text("id", "Number", in_list=False),
        instant("reversed_at", "Came back", in_list=False),
    ),
    filters=("state", "member_id", "order_id", "payment_id"),
    default_sort="-id",
)
