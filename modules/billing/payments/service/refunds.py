"""Commands of refunds. Reports of their provider arrive through payments.sync_payment.

Lock order: a member's refunds by support, a payment, its order, a code, a wallet, its lots.
"""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, update

from app.kernel import log
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.billing.contracts.payments import Order, Payment, Refund, RefundOffer
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import NOT_TAKEN, SYSTEM_ACTOR, RefundReason, RefundState, RefusalReason
from modules.billing.errors.payments import NothingToRefund, RefundTooLate
from modules.billing.events import (
    RefundApproved,
    RefundCheckAsked,
    RefundFailed,
    RefundRefused,
    RefundSettled,
)
from modules.billing.payments.models import orders as order_tables
from modules.billing.payments.models import returns as tables
from modules.billing.payments.policies import orders as order_policies
from modules.billing.payments.policies import returns as policies
from modules.billing.payments.policies.transitions import REFUND, ensure_transition, merge
from modules.billing.payments.providers.port import ProviderRefund
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import money, redemptions, reload_end
from modules.billing.shop import queries as shop_queries
from modules.sites import api as sites_api

_FAILED = (RefundState.FAILED, RefundState.CANCELED)
_ENDED = (RefundState.REFUNDED, RefundState.REJECTED, *_FAILED)


def refund_until(session: Session, *, order: Order) -> datetime | None:
    """Return until when the member can get a refund without support; None for an order that was never paid."""
    if order.completed_at is None:
        return None
    site = sites_api.get_site(session, order.site_id)
    return policies.refund_until(order.completed_at, refund_days=site.refund_days, zone=site.zone)


def get_refund_offer(session: Session, *, order: Order) -> RefundOffer:
    """Return the refund of an order that its member can get now without support.

    Raises NothingToRefund, RefundTooLate.
    """
    payment = _credited_payment(session, order)
    until = refund_until(session, order=order)
    if until is None:
        raise NothingToRefund()
    if not policies.is_in_time(until, now=shop_queries.database_now(session)):
        raise RefundTooLate(days=sites_api.get_site(session, order.site_id).refund_days)
    credits, paid = queries.unspent(session, order.id)
    amount = min(paid, payment.amount.minor - payment.refunded_minor - payment.charged_back_minor)
    if credits == 0 or amount <= 0:
        raise NothingToRefund()
    return RefundOffer(credits, Money(amount, order.currency), until)


def withdraw(session: Session, *, member_id: UUID, order_id: UUID) -> Refund:
    """Refund the unspent credits of an order to its member, and hold the credits until the refund ends.

    Raises OrderNotFound, NothingToRefund, RefundTooLate, InsufficientCredits (spent at the same time).
    """
    order = order_queries.get_own_order(session, order_id, member_id=member_id)
    payment = order_queries.lock_payment(session, _credited_payment(session, order).id)
    offer = get_refund_offer(session, order=order_queries.lock_order(session, order_id))
    actor = f"member:{member_id}"
    return _request_refund(session, payment, order, RefundReason.WITHDRAWAL, actor, credits=offer.credits)


def request_refund(
    session: Session, *, order_id: UUID, credits: int, extra_minor: int = 0, actor: str, note: str
) -> Refund:
    """Request a refund by support: of unspent credits, and of `extra_minor` minor units as goodwill.

    It waits for a second person if it is above the limit, together with recent refunds. Raises OrderNotFound,
    NothingToRefund, InsufficientCredits (spent at the same time).
    """
    if credits < 0 or extra_minor < 0 or not note.strip():
        raise NothingToRefund()
    order = order_queries.get_order(session, order_id)
    queries.lock_support_refunds(session, order.member_id)
    payment = order_queries.lock_payment(session, _credited_payment(session, order).id)
    order_queries.lock_order(session, order_id)
    if credits > queries.unspent(session, order_id)[0]:
        raise NothingToRefund()  # as in the preview; InsufficientCredits is worded for members
    return _request_refund(
        session, payment, order, RefundReason.SUPPORT, actor, credits=credits, extra=extra_minor, note=note
    )


def needs_approval(session: Session, member_id: UUID, amount: Money) -> bool:
    """Return whether a refund by support, together with recent ones of the member, needs a second person."""
    given = queries.sum_unapproved_support_refunds(session, member_id=member_id, within=policies.GIVEN_COUNTS_FOR)
    return policies.needs_approval(amount, given=given)


def approve_refund(session: Session, *, refund_id: UUID, actor: str) -> None:
    """Approve a refund; raises RefundNotFound, SecondPersonNeeded, TakenBack, TransitionForbidden."""
    refund = _lock_refund(session, refund_id)
    policies.ensure_second_person(refund, actor=actor)
    policies.ensure_not_taken_back(order_queries.get_payment(session, refund.payment_id))
    _set_state(session, refund, RefundState.APPROVED, approved_by=actor, decided_at=func.now())
    publish(session, RefundApproved(refund_id))


def reject_refund(
    session: Session, *, refund_id: UUID, actor: str, refused_for: RefusalReason, words: str = ""
) -> None:
    """Reject a refund with a reason, which is sent to its member, and return its credits.

    Raises RefundNotFound, RefusalWordsMissing, TransitionForbidden.
    """
    policies.ensure_refusal_is_explained(refused_for, words := words.strip())
    refund = _lock_refund(session, refund_id)
    refusal = {"refused_for": refused_for, "refused_words": words}
    _set_state(session, refund, RefundState.REJECTED, approved_by=actor, decided_at=func.now(), **refusal)
    _undo(session, refund)
    publish(session, RefundRefused(refund_id))


def check_refund_soon(session: Session, *, refund_id: UUID) -> None:
    """Queue a check of a refund at its provider."""
    publish(session, RefundCheckAsked(refund_id))


def return_payment(session: Session, payment: Payment, reason: RefundReason) -> None:
    """Refund a payment that cannot be accepted; the caller has locked the payment and its order."""
    money.post_unclaimed(session, payment_id=payment.id, currency=payment.amount.currency, paid=payment.amount.minor)
    row = _refund_row(payment, reason, SYSTEM_ACTOR, amount=payment.amount.minor)
    _insert_refund(session, row, RefundState.APPROVED)
    log.get("billing").warning("payment goes back", payment_id=str(payment.id), reason=str(reason))


def send_again(session: Session, *, refund_id: UUID, actor: str) -> Refund:
    """Refund a payment again for which no credits were given, because its refund failed.

    Raises RefundNotFound, and NothingToRefund if the refund has not failed, if credits were given (support requests a
    refund of the order then), or if the money was paid back meanwhile.
    """
    refund = _lock_refund(session, refund_id)
    payment = order_queries.get_payment(session, refund.payment_id)
    if not policies.can_be_sent_again(refund, payment):
        raise NothingToRefund()
    return _insert_refund(
        session, _refund_row(payment, refund.reason, actor, amount=policies.left_of(payment)), RefundState.APPROVED
    )


def mark_submitted(session: Session, refund_id: UUID) -> Refund | None:
    """Set an approved refund to submitted and return it; None if it is not approved, or if a chargeback overtook it."""
    refund = _lock_refund(session, refund_id)
    if refund.state is not RefundState.APPROVED:
        return None
    _set_state(session, refund, RefundState.SUBMITTED, submitted_at=func.now())
    if policies.is_taken_back(order_queries.get_payment(session, refund.payment_id)):
        log.get("billing").warning("refund overtaken by a chargeback", refund_id=str(refund_id))
        _apply_state(session, queries.get_refund(session, refund_id), RefundState.FAILED)
        return None
    return refund


def fail_overtaken(session: Session, payment_id: UUID) -> None:
    """Fail a payment's approved refunds that exceed what is left after a chargeback."""
    for refund in queries.list_refunds(session, payment_ids=[payment_id]):
        payment = order_queries.get_payment(session, payment_id)
        if refund.state is RefundState.APPROVED and policies.is_taken_back(payment):
            mark_submitted(session, refund.id)


def mark_outcome(session: Session, refund_id: UUID, state: RefundState) -> None:
    """Set a refund to FAILED if its provider refused it, or to UNKNOWN if the provider did not answer."""
    refund = _lock_refund(session, refund_id)
    if merge(REFUND, refund.state, state) is state:
        _apply_state(session, refund, state)


def close_check(session: Session, refund_id: UUID, *, give_up_after: timedelta) -> None:
    """Schedule a refund's next check; fail it if its provider does not know it after `give_up_after`."""
    refund = _lock_refund(session, refund_id)
    if refund.state in _ENDED or refund.submitted_at is None:
        return
    age = shop_queries.database_now(session) - refund.submitted_at
    if refund.provider_ref is None and age > give_up_after:
        _apply_state(session, refund, RefundState.FAILED)
        return
    wait = max(timedelta(seconds=60), min(age / 4, timedelta(hours=6)))
    table = tables.RefundRow
    session.execute(update(table).where(table.id == refund_id).values(next_check_at=func.now() + wait))


def apply_refund(session: Session, payment: Payment, reported: ProviderRefund) -> None:
    """Apply a provider's report of a refund; the caller has locked the payment and its order."""
    refund = queries.find_refund(session, provider=payment.provider, ref=reported.ref, refund_id=reported.refund_id)
    if refund is not None and refund.provider_ref is None and refund.state in _FAILED:
        # Its credits were returned when it failed, so the reported money is recorded as another refund.
        log.get("billing").error("a refund that was given up went out", refund_id=str(refund.id), ref=reported.ref)
        refund = None
    if refund is None:
        if payment.refunded_minor + reported.amount.minor > payment.amount.minor:
            # Our refund of the same money is not sent yet. Once the provider refuses it, this one is accepted.
            log.get("billing").error("a refund made at the provider does not fit", ref=reported.ref)
            return
        refund = _insert_provider_refund(session, payment, reported)
    if refund.provider_ref is None:
        session.execute(
            update(tables.RefundRow).where(tables.RefundRow.id == refund.id).values(provider_ref=reported.ref)
        )
    state = merge(REFUND, refund.state, RefundState(reported.status.value))
    if state is not refund.state:
        _apply_state(session, refund, state)


def count_returned(session: Session, payment_id: UUID, *, refunded_minor: int = 0, charged_back_minor: int = 0) -> None:
    """Add to what was refunded and charged back of a payment, in minor units; a CHECK refuses more than was paid."""
    table = order_tables.PaymentRow
    added = {
        "refunded_minor": table.refunded_minor + refunded_minor,
        "charged_back_minor": table.charged_back_minor + charged_back_minor,
    }
    session.execute(update(table).where(table.id == payment_id).values(added))


def claw_back_again(session: Session, payment: Payment, order: Order, *, cause: UUID) -> int:
    """Take credits that were returned to an order, if its payment is charged back. Returns how many."""
    chargeback_id = queries.find_open_chargeback(session, payment_id=payment.id) if payment.is_credited else None
    if chargeback_id is None:
        return 0
    return money.post_clawback(
        session,
        cause=cause,
        chargeback_id=chargeback_id,
        member_id=order.member_id,
        order_id=order.id,
        currency=order.currency,
    )


def recompute_premium(session: Session, member_id: UUID) -> None:
    """Mark a member as premium if they have a paid order that is not refunded in full, else as not (spec 1.2)."""
    if order_queries.last_paid_at(session, member_id=member_id) is None:
        accounts_api.mark_unpaid(session, member_id=member_id)
    else:
        accounts_api.mark_paid(session, member_id=member_id)


def _credited_payment(session: Session, order: Order) -> Payment:
    payments = order_queries.list_payments(session, order_ids=[order.id])
    credited = next((payment for payment in payments if payment.is_credited), None)
    if credited is None:
        raise NothingToRefund()
    return credited


def _request_refund(
    session: Session,
    payment: Payment,
    order: Order,
    reason: RefundReason,
    actor: str,
    *,
    credits: int,
    extra: int = 0,
    note: str = "",
) -> Refund:
    row = _refund_row(payment, reason, actor, amount=extra, note=note.strip())
    left = payment.amount.minor - payment.refunded_minor - payment.charged_back_minor
    if credits:
        row["hold_tx"] = money.hold_unspent(
            session, refund_id=row["id"], member_id=order.member_id, order_id=order.id, credits=credits
        )
        reload_end.end_if_short(session, member_id=order.member_id)
        row["credits"] = credits
        worth = money.share_of(session, row["hold_tx"]).paid
        # Earlier goodwill reduces what is left: a member gets at most that, while support gets the sum or a refusal.
        row["amount_minor"] = min(worth, left) if reason is RefundReason.WITHDRAWAL else extra + worth
    if not 0 < row["amount_minor"] <= left:
        raise NothingToRefund()
    amount = Money(row["amount_minor"], order.currency)
    row["needs_approval"] = reason is RefundReason.SUPPORT and needs_approval(session, order.member_id, amount)
    state = RefundState.REQUESTED if row["needs_approval"] else RefundState.APPROVED
    return _insert_refund(session, row, state)


def _refund_row(payment: Payment, reason: RefundReason, actor: str, *, amount: int, note: str = "") -> dict[str, Any]:
    refund_id = new_id()
    return {
        "id": refund_id,
        "payment_id": payment.id,
        "provider": payment.provider,
        "provider_key": f"refund:{refund_id}",
        "amount_minor": amount,
        "currency": payment.amount.currency,
        "credits": 0,
        "hold_tx": None,
        "reason": RefundReason.PAID_TWICE if reason in NOT_TAKEN else reason,
        "not_taken_for": reason if reason in NOT_TAKEN else None,
        "note": note,
        "needs_approval": False,
        "requested_by": actor,
    }


def _insert_refund(session: Session, row: dict[str, Any], state: RefundState) -> Refund:
    """Insert a refund and add it to what was refunded of its payment; a CHECK refuses more than was paid."""
    session.execute(insert(tables.RefundRow).values(**row, state=state))
    count_returned(session, row["payment_id"], refunded_minor=row["amount_minor"])
    if state is RefundState.APPROVED:
        publish(session, RefundApproved(row["id"]))
    return queries.get_refund(session, row["id"])


def _insert_provider_refund(session: Session, payment: Payment, reported: ProviderRefund) -> Refund:
    """Insert a refund that was made at the provider itself."""
    row = _refund_row(
        payment, RefundReason.SUPPORT, "provider", amount=reported.amount.minor, note="made at the provider"
    )
    return _insert_refund(session, {**row, "provider_ref": reported.ref}, RefundState.SUBMITTED)


def _lock_refund(session: Session, refund_id: UUID) -> Refund:
    """Lock the payment and the order of a refund, then return the refund; raises RefundNotFound."""
    payment = order_queries.lock_payment(session, queries.get_refund(session, refund_id).payment_id)
    order_queries.lock_order(session, payment.order_id)
    return queries.get_refund(session, refund_id)


def _set_state(session: Session, refund: Refund, state: RefundState, **values: Any) -> None:
    ensure_transition(REFUND, refund.state, state)
    session.execute(
        update(tables.RefundRow)
        .where(tables.RefundRow.id == refund.id)
        .values(state=state, next_check_at=func.now(), **values)
    )


def _apply_state(session: Session, refund: Refund, state: RefundState) -> None:
    """Set a refund's state and post its money and credits."""
    _set_state(session, refund, state, **({"settled_at": func.now()} if state is RefundState.REFUNDED else {}))
    if state is RefundState.REFUNDED:
        _pay_out(session, refund)
        publish(session, RefundSettled(refund.id))
    elif state in _FAILED:
        _undo(session, refund)
        publish(session, RefundFailed(refund.id))


def _pay_out(session: Session, refund: Refund) -> None:
    payment = order_queries.get_payment(session, refund.payment_id)
    order = order_queries.get_order(session, payment.order_id)
    share = money.share_of(session, refund.hold_tx) if refund.hold_tx else money.NOTHING
    money.post_payout(
        session,
        refund_id=refund.id,
        currency=refund.amount.currency,
        amount=refund.amount.minor,
        vat_of_rest=order_policies.vat_within(refund.amount.minor - share.paid, order.vat_basis_points),
        hold_tx=refund.hold_tx,
        is_unclaimed=not payment.is_credited,
    )
    if payment.is_credited and queries.frees_code(session, payment):
        redemptions.release_code(session, order.id, redeemed=True)
    recompute_premium(session, order.member_id)


def _undo(session: Session, refund: Refund) -> None:
    """Reverse the postings of a refund that did not reach the payer."""
    payment = order_queries.get_payment(session, refund.payment_id)
    order = order_queries.get_order(session, payment.order_id)
    if payment.is_credited:
        redemptions.redeem_code_again(session, order.id)
    money.undo_payout(session, refund_id=refund.id, member_id=order.member_id, hold_tx=refund.hold_tx)
    count_returned(session, payment.id, refunded_minor=-refund.amount.minor)
    claw_back_again(session, payment, order, cause=refund.id)
    recompute_premium(session, order.member_id)
