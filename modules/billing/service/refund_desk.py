"""What staff see before they decide on a refund: the state of the order, the refund, and the texts for the member."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.billing.contracts.payments import Order, OrderStanding, Payment, Refund
from modules.billing.contracts.refund_desk import (
    FractionalMoney,
    RefundCase,
    RefundPreview,
    RefundTexts,
    StandingOfOrder,
    StoredRefund,
    Viewed,
)
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import SYSTEM_ACTOR, RefundReason, RefusalReason
from modules.billing.errors.payments import NothingToRefund
from modules.billing.papers.queries import papers as paper_queries
from modules.billing.payments.policies import returns as policies
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import refund_words, refunds
from modules.billing.shop import queries as shop_queries

_KINDS: Mapping[str, Viewed] = {
    "staff": "colleague",
    "member": "member",
    SYSTEM_ACTOR: "system",
    "provider": "provider",
}


def get_standing(session: Session, *, order_id: UUID) -> OrderStanding:
    """Return what can be refunded of a paid order; raises OrderNotFound, and NothingToRefund if it is not paid."""
    order = order_queries.get_order(session, order_id)
    payments = order_queries.list_payments(session, order_ids=[order_id])
    payment = next((one for one in payments if one.is_credited), None)
    if payment is None:
        raise NothingToRefund()
    return _standing(session, order, payment)


def _standing(session: Session, order: Order, payment: Payment) -> OrderStanding:
    """Return what can be refunded of a payment: credits and money, or only money if no credits were given for it."""
    credits = order.credits if payment.is_credited else 0
    unspent, worth = queries.unspent(session, order.id) if credits else (0, 0)
    held, returned = queries.credits_of_refunds(session, payment_id=payment.id)
    taken = queries.credits_of_chargebacks(session, payment_id=payment.id)
    until = refunds.refund_until(session, order=order) if credits else None
    return OrderStanding(
        order=order,
        payment=payment,
        credits=credits,
        unspent=unspent,
        held=held,
        returned=returned + taken,
        used=credits - unspent - held - returned - taken,
        worth=Money(worth, order.currency),
        left=Money(policies.left_of(payment), order.currency),
        until=until,
        is_in_time=until is not None and policies.is_in_time(until, now=shop_queries.database_now(session)),
        asked_at=order_queries.last_check(session, payment_id=payment.id),
    )


def preview_refund(session: Session, *, order_id: UUID, credits: int, extra_minor: int) -> RefundPreview:
    """Return a preview of a refund: its amount, whether it needs a second person, and the texts for the member.

    Raises OrderNotFound, and NothingToRefund for more than can be refunded.
    """
    standing = get_standing(session, order_id=order_id)
    if not 0 <= credits <= standing.unspent:
        raise NothingToRefund()
    worth = standing.worth.minor * credits // standing.unspent if credits else 0
    minor = worth + extra_minor
    if not 0 < minor <= standing.left.minor:
        raise NothingToRefund()
    amount = Money(minor, standing.order.currency)
    language = accounts_api.get_member(session, standing.order.member_id).language
    words = refund_words.refund_sent_texts(language, amount=amount, credits=credits, reason=RefundReason.SUPPORT)
    return {
        "amount": amount,
        "worth": Money(worth, standing.order.currency),
        "needs_approval": refunds.needs_approval(session, standing.order.member_id, amount),
        "language": language,
        "reads": words,
    }


def show_standing(session: Session, *, order_id: UUID) -> StandingOfOrder:
    """Return what can be refunded of an order, as JSON; raises what get_standing raises."""
    return _standing_json(session, get_standing(session, order_id=order_id))


def _standing_json(session: Session, standing: OrderStanding) -> StandingOfOrder:
    order, payment = standing.order, standing.payment
    member = accounts_api.get_member(session, order.member_id)
    return {
        "order_id": str(order.id),
        "ordered_at": order.created_at.isoformat(),
        "member": {"id": str(member.id), "name": member.name, "language": member.language},
        "credits": standing.credits,
        "used": standing.used,
        "unspent": standing.unspent,
        "held": standing.held,
        "returned": standing.returned,
        "paid": payment.amount,
        "price_per_credit": _per_credit(order),
        "used_worth": Money(_worth_of(standing, order), order.currency),
        "worth": standing.worth,
        "left": standing.left,
        "refunded": Money(payment.refunded_minor, order.currency),
        "charged_back": Money(payment.charged_back_minor, order.currency),
        "until": standing.until.isoformat() if standing.until else None,
        "is_in_time": standing.is_in_time,
        "approval_limit": policies.approval_limit(order.currency),
        "method": payment.method,
        "provider": payment.provider,
        "provider_ref": payment.provider_ref,
        "payment_state": payment.state,
        "provider_asked_at": standing.asked_at.isoformat() if standing.asked_at else None,
    }


def show_case(session: Session, *, refund_id: UUID, actor: str) -> RefundCase:
    """Return a refund with the state of its order and the texts for the member, as JSON.

    actor: who views it, in the form stored in refunds. Raises RefundNotFound.
    """
    refund = queries.get_refund(session, refund_id)
    payment = order_queries.get_payment(session, refund.payment_id)
    order = order_queries.get_order(session, payment.order_id)
    standing = _standing_json(session, _standing(session, order, payment))
    papers = paper_queries.list_labels(session, order_ids=[payment.order_id])
    return {
        **_refund_json(refund, actor),
        "credit_note": papers.get(refund_id),
        "is_taken_back": policies.is_taken_back(payment),
        "can_send_again": policies.can_be_sent_again(refund, payment),
        "standing": standing,
        "reads": _member_texts(refund, standing["member"]["language"]),
    }


def _refund_json(refund: Refund, actor: str) -> StoredRefund:
    return {
        "id": str(refund.id),
        "state": refund.state,
        "ground": refund.reason,
        "amount": refund.amount,
        "credits": refund.credits,
        "note": refund.note,
        "provider_ref": refund.provider_ref,
        "needs_approval": refund.needs_approval,
        "asked_by": _name_for(refund.requested_by, actor),
        "decided_by": _name_for(refund.approved_by, actor) if refund.approved_by else None,
        "can_approve": not refund.needs_approval or refund.requested_by != actor,
        "decide_until": policies.decide_until(refund.created_at).isoformat(),
        "refused_for": refund.refused_for,
        "created_at": refund.created_at.isoformat(),
        "submitted_at": refund.submitted_at.isoformat() if refund.submitted_at else None,
        "settled_at": refund.settled_at.isoformat() if refund.settled_at else None,
    }


def _member_texts(refund: Refund, language: str) -> RefundTexts:
    """Return the texts for the member if the refund is sent, and for each reason if it is refused."""
    about: dict[str, Any] = {"amount": refund.amount, "credits": refund.credits}
    reasons = {
        reason: refund_words.refund_refused_texts(language, **about, refused_for=reason, words="")
        for reason in RefusalReason
    }
    return {
        "language": language,
        "going": refund_words.refund_sent_texts(language, **about, reason=refund.reason),
        "refused": reasons,
        "said": refund_words.refund_refused_texts(
            language, **about, refused_for=refund.refused_for, words=refund.refused_words
        )
        if refund.refused_for
        else None,
    }


def _name_for(name: str, actor: str) -> Viewed:
    """Return who an actor is to the viewer: you, colleague, or a word for the kind before the colon."""
    if name == actor:
        return "you"
    return _KINDS.get(name.partition(":")[0], "operator")


def _worth_of(standing: OrderStanding, order: Order) -> int:
    """Return what was paid for the used credits, in minor units: their share of the payment, rounded down."""
    return standing.payment.amount.minor * standing.used // order.credits


def _per_credit(order: Order) -> FractionalMoney:
    """Return the price of one credit; its minor units are a string, because they may have fractions."""
    return {"minor": f"{order.total_minor / order.credits:.2f}", "currency": order.currency}
