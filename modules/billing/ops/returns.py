"""Refunds and chargebacks in the console. Large refunds wait for approval by a second person."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import BigInteger, ColumnElement, Float, Select, cast, func, select

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, one_of
from app.kernel.resources import (
    Action,
    OpsQuery,
    Page,
    Resource,
    View,
    badge,
    instant,
    money,
    number,
    read_page,
    ref,
    rows_of,
    text,
    yes_no,
)
from modules.billing.contracts.refund_desk import RefundCase
from modules.billing.contracts.states import ENDED_REFUNDS, ChargebackState, RefundReason, RefundState, RefusalReason
from modules.billing.ops.actors import actor_of
from modules.billing.ops.papers import CREDIT_NOTE
from modules.billing.papers.models import PaperKind, PaperRow
from modules.billing.papers.queries.papers import LABEL
from modules.billing.payments.models.orders import CreditOrder, PaymentRow
from modules.billing.payments.models.returns import Chargeback, RefundRow
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import refunds
from modules.billing.service import refund_desk


@dataclass(frozen=True, slots=True)
class FiguresRecord:
    """Figures of the refunds in a currency: those that wait, and the outcomes of this month's."""

    id: str
    currency: str
    waiting: int
    waiting_minor: int
    paid_minor: int
    median_hours: float | None
    refused: int
    asked: int


class RejectIn(In):
    reason = fields.String(
        required=True, validate=one_of(*RefusalReason), metadata={"label": "Reason shown to the member"}
    )
    words = Text(max=1000, load_default="", load_only=True, metadata={"label": "Message in the member’s language"})


def _returned(row: Any) -> Select[*tuple[Any, ...]]:
    """Return refunds or chargebacks with their order and its member."""
    found = select(row, PaymentRow.order_id, CreditOrder.member_id).join(PaymentRow, PaymentRow.id == row.payment_id)
    return found.join(CreditOrder, CreditOrder.id == PaymentRow.order_id)


def approve(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Approve a refund; raises SecondPersonNeeded for one's own, TransitionForbidden."""
    refunds.approve_refund(session, refund_id=record_id, actor=actor_of(staff_id))


def reject(session: Session, record_id: UUID, *, staff_id: UUID, reason: str, words: str) -> None:
    """Reject a refund with a reason and return its credits; raises RefusalWordsMissing, TransitionForbidden."""
    why = RefusalReason(reason)
    refunds.reject_refund(session, refund_id=record_id, actor=actor_of(staff_id), refused_for=why, words=words)


def send_again(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Refund a payment again for which no credits were given; raises NothingToRefund."""
    refunds.send_again(session, refund_id=record_id, actor=actor_of(staff_id))


def ask_provider(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Queue a check of a refund at its provider."""
    refunds.check_refund_soon(session, refund_id=record_id)


def show_case(session: Session, record_id: UUID, *, staff_id: UUID) -> RefundCase:
    """Return a refund with the data needed to decide on it."""
    return refund_desk.show_case(session, refund_id=record_id, actor=actor_of(staff_id))


def list_figures(session: Session, query: OpsQuery) -> Page[FiguresRecord]:
    """Return the figures of this month, one row for each currency."""
    refund = RefundRow
    month = func.date_trunc("month", func.now())
    is_back = refund.state == RefundState.REFUNDED
    is_of_month = refund.created_at >= month
    took = func.extract("epoch", refund.settled_at - refund.created_at) / 3600
    median = func.percentile_cont(0.5).within_group(took).filter(is_back & (refund.settled_at >= month))
    found = select(
        refund.currency.label("id"),
        refund.currency,
        func.count().filter(refund.state == RefundState.REQUESTED).label("waiting"),
        _sum(refund.state == RefundState.REQUESTED).label("waiting_minor"),
        _sum(is_back & (refund.settled_at >= month)).label("paid_minor"),
        cast(median, Float).label("median_hours"),
        func.count().filter((refund.state == RefundState.REJECTED) & is_of_month).label("refused"),
        func.count().filter(is_of_month).label("asked"),
    )
    recent = refund.state.not_in(ENDED_REFUNDS) | is_of_month | (refund.settled_at >= month)
    return read_page(session, found.where(recent).group_by(refund.currency), FiguresRecord, query, key=("currency",))


def _sum(which: ColumnElement[bool]) -> ColumnElement[int]:
    return cast(func.coalesce(func.sum(RefundRow.amount_minor).filter(which), 0), BigInteger)


CREDITED = _returned(RefundRow).outerjoin(
    PaperRow, (PaperRow.refund_id == RefundRow.id) & (PaperRow.kind == PaperKind.CREDIT_NOTE)
)
REQUESTED = ("state", (RefundState.REQUESTED,))
FAILED = ("state", (RefundState.FAILED, RefundState.CANCELED))

REFUNDS = Resource(
    key="billing.refunds",
    label="Refunds",
    title=("amount_minor", "created_at"),
    empty="No refunds yet. Refunds are listed here as soon as they are requested.",
    icon="CurrencyExchangeOutlined",
    group="money",
    rows=rows_of(
        CREDITED,
        optional=("credit_note",),
        credit_note=LABEL,
        reason=func.coalesce(RefundRow.not_taken_for, RefundRow.reason),
    ),
    columns=(
        instant("created_at", "Requested"),
        badge("state", "State", [*RefundState]),
        money("amount_minor", "Amount"),
        badge("reason", "Reason", [*RefundReason]),
        ref("member_id", "Member", to="accounts.members", related=True),
        yes_no("needs_approval", "Needs approval"),
        number("credits", "Credits"),
        text("credit_note", "Credit note"),
        ref("order_id", "Order", to="billing.orders", related=True, in_list=False),
        ref("payment_id", "Payment", to="billing.payments", related=True, in_list=False),
        text("id", "ID", in_list=False),
        text("note", "Note", in_list=False),
        text("requested_by", "Requested by", means="actor", in_list=False),
        text("approved_by", "Decided by", means="actor", in_list=False),
        badge("refused_for", "Refusal reason", [*RefusalReason], in_list=False),
        text("refused_words", "Refusal message", in_list=False),
        instant("settled_at", "Refunded", in_list=False),
    ),
    filters=(
        "state",
        "member_id",
        "credit_note",
        "needs_approval",
        "reason",
        "order_id",
        "payment_id",
        "id",
        "created_at",
    ),
    exact=("credit_note",),
    finds={"credit_note": "number"},
    default_sort="-id",
    actions=(
        Action(
            "approve",
            "Approve",
            "billing.refunds.decide",
            approve,
            confirm="The money is sent to the member now.",
            guarded=True,
            when=REQUESTED,
        ),
        Action(
            "reject",
            "Refuse",
            "billing.refunds.decide",
            reject,
            form=RejectIn,
            danger=True,
            guarded=True,
            when=REQUESTED,
        ),
        Action(
            "send-again",
            "Send again",
            "billing.refunds.decide",
            send_again,
            confirm="The money is sent to the member again.",
            guarded=True,
            when=FAILED,
        ),
        CREDIT_NOTE,
        Action("ask-provider", "Check with provider", "billing.orders.check", ask_provider),
    ),
    views=(View("case", "billing.refunds.read", show_case),),
)

REFUND_FIGURES = Resource(
    key="billing.refund-figures",
    label="Refunds this month",
    title="currency",
    empty="No refunds this month.",
    icon="QueryStatsOutlined",
    group="money",
    permission="billing.refunds.read",
    rows=list_figures,
    columns=(
        text("currency", "Currency"),
        number("waiting", "Waiting for approval"),
        money("waiting_minor", "Amount waiting"),
        money("paid_minor", "Refunded"),
        number("median_hours", "Median time, in hours"),
        number("refused", "Refused"),
        number("asked", "Requested"),
    ),
)

CHARGEBACKS = Resource(
    key="billing.chargebacks",
    label="Chargebacks",
    title=("amount_minor", "received_at"),
    empty="No chargebacks yet.",
    icon="UndoOutlined",
    group="money",
    rows=rows_of(_returned(Chargeback), credits=func.coalesce(queries.credits_taken(), 0)),
    columns=(
        instant("received_at", "Received"),
        badge("state", "State", [*ChargebackState]),
        money("amount_minor", "Amount"),
        ref("member_id", "Member", to="accounts.members", related=True),
        number("credits", "Credits deducted"),
        text("reason", "Bank’s reason"),
        ref("order_id", "Order", to="billing.orders", related=True, in_list=False),
        ref("payment_id", "Payment", to="billing.payments", related=True, in_list=False),
        text("id", "ID", in_list=False),
        instant("reversed_at", "Reversed", in_list=False),
    ),
    filters=("state", "member_id", "order_id", "payment_id", "id", "received_at"),
    default_sort="-id",
)
