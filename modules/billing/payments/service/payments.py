"""Calls to payment providers: begin a payment, fetch its state, send a refund.

These functions make network calls, so they open short transactions before and after each call, and none around it.
Webhook, return page, poller and operator all call `sync_payment`, so that the order and repetition of reports do not
matter. A payment or refund is set to `submitted` before the call, so that after a crash its outcome is looked up.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel import clock, log
from app.kernel.config import ConfigError, config
from app.kernel.db.session import Session, transaction
from modules.accounts import api as accounts_api
from modules.billing.contracts.payments import Order, Payment
from modules.billing.contracts.states import (
    DIRECT_DEBIT,
    LIVE_PAYMENTS,
    OrderOrigin,
    OrderState,
    PaymentState,
    RefundState,
)
from modules.billing.errors.payments import OrderNotFound, PaymentRefused, ProviderAway
from modules.billing.payments.models import orders as tables
from modules.billing.payments.models import returns as return_tables
from modules.billing.payments.providers.choose import payment_provider, provider_named
from modules.billing.payments.providers.port import (
    Attempt,
    OutcomeUnknown,
    PaymentProvider,
    ProviderPayment,
    Rejected,
    Step,
    Unavailable,
)
from modules.billing.payments.queries import limits as limit_queries
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import outcomes, refunds
from modules.sites import api as sites_api
from modules.sites.contracts import Site

NOTICE_PATH = "/api/v1/payment-notices"
# Providers keep idempotency keys for an hour: after that a call must not be repeated, only looked up.
REPEAT_WITHIN = timedelta(minutes=50)
# A payment that the provider does not know after this time was never created there.
GIVE_UP_AFTER = timedelta(hours=2)
# No payment stays open for longer, so one that its provider does not know has ended.
LOST_AFTER = timedelta(days=100)
POSTPONE_BY = timedelta(hours=1)


def provider_name() -> str:
    """Return the name of the provider that new payments go to."""
    return payment_provider().name


def submit_payment(payment_id: UUID) -> None:
    """Create a prepared payment at the provider, unless it was created before.

    Raises PaymentRefused, and ProviderAway if nothing was created and the request may be repeated.
    """
    with transaction(read_only=True) as session:
        at = provider_at(queries.get_payment(session, payment_id).provider)
    attempt = _mark_submitted(payment_id)
    if attempt is None:
        return
    try:
        reported = at.create_payment(attempt)
    except Rejected as refusal:
        log.get("billing").warning("payment refused", payment_id=str(payment_id), code=refusal.code)
        with transaction() as session:
            outcomes.end_payment(session, payment_id, PaymentState.FAILED, failure=refusal.code)
        raise PaymentRefused() from refusal
    except Unavailable as away:
        raise ProviderAway() from away
    except OutcomeUnknown:
        with transaction() as session:
            outcomes.end_payment(session, payment_id, PaymentState.UNKNOWN)
        return
    with transaction() as session:
        outcomes.apply_report(session, payment_id, reported)


def sync_payment(payment_id: UUID) -> None:
    """Fetch a payment from its provider and apply its report; raises ProviderAway."""
    with transaction(read_only=True) as session:
        payment = queries.get_payment(session, payment_id)
    if payment.provider == DIRECT_DEBIT:
        return  # a bank reports by files
    try:
        with reachable():
            reported = _fetch(payment)
    except Rejected as refusal:
        outcomes.MISMATCHES.inc()
        log.get("billing").error("the provider lost a payment", payment_id=str(payment_id), code=refusal.code)
        _end_if_lost(payment_id)
        return
    with transaction() as session:
        if reported is None:
            _end_if_never_made(session, payment_id)
        else:
            outcomes.apply_report(session, payment_id, reported)
    if reported is None and _is_repeatable(payment):
        submit_payment(payment_id)


def sync_ref(provider: str, ref: str) -> ProviderPayment | None:
    """Fetch the payment that a notice or a list names, and apply its report.

    Returns the payment if we did not begin it, else None. Raises ProviderAway.
    """
    try:
        with reachable():
            reported = provider_at(provider).fetch_payment(ref)
    except Rejected:
        log.get("billing").warning("the provider knows no such payment", ref=ref)
        return None
    with transaction() as session:
        known = queries.find_payment_by_ref(session, provider=provider, ref=reported.ref)
        payment_id = known.id if known else reported.payment_id
        try:
            if payment_id is not None:
                outcomes.apply_report(session, payment_id, reported)
                return None
        except OrderNotFound:
            pass  # a payment of another installation with the same provider account
    log.get("billing").warning("a payment that is not ours", ref=reported.ref)
    return reported


def sync_order(order_id: UUID) -> None:
    """Sync all live payments of an order; raises ProviderAway."""
    with transaction(read_only=True) as session:
        live = [p.id for p in queries.list_payments(session, order_ids=[order_id]) if p.is_live]
    for payment_id in live:
        sync_payment(payment_id)


def check_soon(session: Session, *, order_id: UUID) -> None:
    """Make all live payments of an order due for the next run of `check_due`."""
    live = (tables.PaymentRow.order_id == order_id, tables.PaymentRow.state.in_(LIVE_PAYMENTS))
    session.execute(update(tables.PaymentRow).where(*live).values(next_check_at=func.now()))


def submit_order(order_id: UUID) -> None:
    """Create the newest payment of an order at the provider; raises what submit_payment raises."""
    with transaction(read_only=True) as session:
        newest = queries.list_payments(session, order_ids=[order_id])[-1]
    submit_payment(newest.id)


def stop_open_payment(order_id: UUID) -> None:
    """Cancel the live payments of an order, so that it can be paid by another method."""
    with transaction(read_only=True) as session:
        live = [p.id for p in queries.list_payments(session, order_ids=[order_id]) if p.is_live]
    for payment_id in live:
        abandon_payment(payment_id)


def check_due(limit: int = 50) -> None:
    """Sync all payments and refunds that are due; one that fails is postponed and does not block the rest."""
    with transaction(read_only=True) as session:
        payments = queries.list_due_payments(session, limit=limit)
        due_refunds = return_queries.list_due_refunds(session, limit=limit)
    due: list[tuple[Callable[[UUID], None], UUID, str]] = [(sync_payment, *payment) for payment in payments]
    due += [(sync_refund, refund.id, refund.provider) for refund in due_refunds]
    away: set[str] = set()
    for run, id, name in due:
        if name in away:
            continue
        try:
            run(id)
        except ProviderAway:
            if not _has_account(name):
                # No call was made, so the next one need not be skipped.
                (_end_if_lost if run is sync_payment else _postpone)(id)
                continue
            away.add(name)
            log.get("billing").warning("provider away", provider=name, id=str(id))
        except Exception:
            log.get("billing").exception("cannot be asked after", id=str(id))
            _postpone(id)


def abandon_payment(payment_id: UUID) -> None:
    """Ask the provider to cancel a payment, then sync it."""
    with transaction() as session:
        payment = queries.lock_payment(session, payment_id)
        outcomes.give_up_unsent(session, payment_id)
    if payment.is_live and payment.provider_ref and payment.provider != DIRECT_DEBIT:
        with reachable(), suppress(Rejected):  # a provider that lost it; sync_payment reports that
            provider_at(payment.provider).cancel_payment(payment.provider_ref)
        sync_payment(payment_id)


def submit_refund(refund_id: UUID) -> None:
    """Ask the provider for a refund, once; one with an unknown outcome is looked up, and never requested again.

    Payments by direct debit are refunded by transfer from the company's account (debit/service/transfers.py).
    """
    with transaction() as session:
        if return_queries.get_refund(session, refund_id).provider == DIRECT_DEBIT:
            return
        refund = refunds.mark_submitted(session, refund_id)
        if refund is None:
            return
        at = provider_at(refund.provider)
        ref = queries.get_payment(session, refund.payment_id).provider_ref
    if ref is None:
        raise RuntimeError("a paid payment has a name at its provider")
    try:
        at.create_refund(
            ref, refund_id=refund.id, key=refund.provider_key, amount=refund.amount, description=str(refund.id)
        )
    except Rejected as refusal:
        log.get("billing").warning("refund refused", refund_id=str(refund_id), code=refusal.code)
        with transaction() as session:
            refunds.mark_outcome(session, refund_id, RefundState.FAILED)
    except (OutcomeUnknown, Unavailable):
        with transaction() as session:
            refunds.mark_outcome(session, refund_id, RefundState.UNKNOWN)
        return
    sync_payment(refund.payment_id)


def sync_refund(refund_id: UUID) -> None:
    """Sync a refund; one that the provider does not know after GIVE_UP_AFTER has failed. Raises ProviderAway."""
    with transaction(read_only=True) as session:
        refund = return_queries.get_refund(session, refund_id)
    if refund.state in (RefundState.REQUESTED, RefundState.REJECTED) or refund.provider == DIRECT_DEBIT:
        return  # nothing was sent, or the bank reports by files
    if refund.state is RefundState.APPROVED:
        submit_refund(refund_id)
        return
    sync_payment(refund.payment_id)
    with transaction() as session:
        refunds.close_check(session, refund_id, give_up_after=GIVE_UP_AFTER)


def _mark_submitted(payment_id: UUID) -> Attempt | None:
    """Set a payment to submitted and return the attempt to send to its provider; None if there is nothing to send."""
    with transaction() as session:
        payment = queries.lock_payment(session, payment_id)
        if payment.provider_ref or not (payment.state is PaymentState.PREPARED or _is_repeatable(payment)):
            return None
        order = queries.get_order(session, payment.order_id)
        step = Step(payment.step)
        mandate = queries.find_mandate_ref(session, payment.mandate_id) if payment.mandate_id else None
        member = accounts_api.get_member(session, order.member_id)
        # Without a mandate, a provider may charge another one of the customer's.
        is_lost = step is Step.RECURRING and mandate is None
        if is_lost or member.status in outcomes.GONE or not _is_still_wanted(session, order, payment):
            outcomes.give_up_unsent(session, payment_id)
            return None
        if payment.state is PaymentState.PREPARED:
            outcomes.set_state(session, payment, PaymentState.SUBMITTED)
        site = sites_api.get_site(session, order.site_id)
        customer = queries.find_customer_ref(session, member_id=member.id, provider=payment.provider)
    if step is not Step.ONE_OFF and customer is None:
        customer = _create_customer(payment.provider, member.id, member.language)
    return Attempt(
        payment_id=payment.id,
        key=payment.provider_key,
        amount=payment.amount,
        description=f"{site.name} {order.credits}",
        return_url=sites_api.site_url(site, f"/transactions/{order.id}"),
        notice_url=_notice_url(site, payment.provider),
        locale=member.language,
        methods=(payment.method,),
        issuer=payment.issuer,
        step=step,
        customer_ref=customer,
        mandate_ref=mandate,
    )


def _is_still_wanted(session: Session, order: Order, payment: Payment) -> bool:
    """Return whether an order was not given up, and whether a payment that auto-reload began is still agreed to."""
    if order.state is not OrderState.LOADING:
        return False
    # Its member begins any other payment of it.
    is_automatic = order.origin is OrderOrigin.RELOAD and payment.mandate_id and payment.attempt_no == 1
    return not is_automatic or limit_queries.is_reload_agreed(session, order.member_id, at=order.created_at)


def _notice_url(site: Site, provider: str) -> str:
    path = f"{NOTICE_PATH}/{provider}"
    base = config().notice_url
    return f"{base}{path}" if base else sites_api.site_url(site, path)


def _create_customer(provider: str, member_id: UUID, language: str) -> str:
    with reachable():
        ref = provider_at(provider).create_customer(member_id=member_id, key=f"customer:{member_id}", locale=language)
    row = {"member_id": member_id, "provider": provider, "ref": ref}
    with transaction() as session:
        session.execute(upsert(tables.CustomerRow).values(row).on_conflict_do_nothing())
        return queries.find_customer_ref(session, member_id=member_id, provider=provider) or ref


def provider_at(name: str) -> PaymentProvider:
    """Return a provider by its name; raises ProviderAway if the settings have no account of it any more."""
    try:
        return provider_named(name)
    except ConfigError as missing:
        log.get("billing").error("no account at this provider", provider=name)
        raise ProviderAway() from missing


@contextmanager
def reachable() -> Iterator[None]:
    """Raise ProviderAway for calls without an answer, where it does not matter whether they had an effect."""
    try:
        yield
    except (Unavailable, OutcomeUnknown) as away:
        raise ProviderAway() from away


def _fetch(payment: Payment) -> ProviderPayment | None:
    at = provider_at(payment.provider)
    if payment.provider_ref:
        return at.fetch_payment(payment.provider_ref)
    return at.find_payment(payment.id, since=payment.created_at - timedelta(minutes=10))


def _is_repeatable(payment: Payment) -> bool:
    return payment.state is PaymentState.SUBMITTED and clock.now() - payment.created_at < REPEAT_WITHIN


def _end_if_never_made(session: Session, payment_id: UUID) -> None:
    """End a payment that its provider does not know after GIVE_UP_AFTER; before that, check it again later."""
    payment = queries.lock_payment(session, payment_id)
    if not payment.is_live or payment.provider_ref:
        return
    if clock.now() - payment.created_at < GIVE_UP_AFTER:
        outcomes.set_state(session, payment, payment.state)
    elif payment.state is PaymentState.PREPARED:
        outcomes.end_payment(session, payment_id, PaymentState.CANCELED)
    else:
        outcomes.end_payment(session, payment_id, PaymentState.FAILED, failure="never-reached")


def _end_if_lost(payment_id: UUID) -> None:
    """End a payment that cannot be fetched any more after LOST_AFTER; before that, check it again later.

    If its money arrives all the same, it is accepted or refunded like any late payment.
    """
    with transaction() as session:
        payment = queries.lock_payment(session, payment_id)
        if payment.is_live and clock.now() - payment.created_at > LOST_AFTER:
            is_sent = payment.state is not PaymentState.PREPARED
            outcomes.end_payment(session, payment_id, PaymentState.EXPIRED if is_sent else PaymentState.CANCELED)
        else:
            outcomes.set_state(session, payment, payment.state)


def _has_account(name: str) -> bool:
    try:
        provider_at(name)
    except ProviderAway:
        return False
    return True


def _postpone(id: UUID) -> None:
    """Check a payment or a refund again after POSTPONE_BY."""
    with transaction() as session:
        for table in (tables.PaymentRow, return_tables.RefundRow):
            session.execute(update(table).where(table.id == id).values(next_check_at=func.now() + POSTPONE_BY))
