"""What a report of a payment changes beside its order: why it failed, what is saved, when it is checked again."""

from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import PaymentState, RefundReason
from modules.billing.papers.queries import papers
from modules.billing.payments.models.orders import Mandate
from modules.billing.payments.providers.port import ProviderRefundStatus, ProviderStatus
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import outcomes, payments
from modules.billing.shop.queries import database_now
from tests.billing.bank import Bank
from tests.billing.shopping import (
    balance_of,
    buy,
    limit_spending,
    order,
    pay,
    payment_of,
    ref_of,
    refund_of,
    sound,
    withdraw,
)
from tests.conftest import drain_now
from tests.racing import start_while_open

pytestmark = pytest.mark.usefixtures("shop")

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)


def report(bank: Bank, order_id: UUID, status: ProviderStatus, **over: Any) -> None:
    """Let the bank report the newest payment of an order."""
    payment_id = payment_of(order_id).id
    with transaction() as session:
        outcomes.apply_report(session, payment_id, replace(bank.of(payment_id), status=status, **over))


def saved_by(member: Member) -> list[tuple[str, str, str]]:
    """Return the ways to pay that a member saved: their name at the provider, the method, the label."""
    saved = select(Mandate.provider_ref, Mandate.method, Mandate.label).where(Mandate.member_id == member.id)
    with transaction(read_only=True) as session:
        return [(row.provider_ref, row.method, row.label) for row in session.execute(saved)]


def test_why_a_payment_failed_is_kept_when_it_is_paid_after_all(bank: Bank, member: Member) -> None:
    report(bank, order_id := order(member), ProviderStatus.FAILED, failure="insufficient_funds")
    assert (payment_of(order_id).state, payment_of(order_id).failure) == (PaymentState.FAILED, "insufficient_funds")
    report(bank, order_id, ProviderStatus.PAID, checkout_url=None)
    paid = payment_of(order_id)
    assert (paid.state, paid.failure) == (PaymentState.PAID, "insufficient_funds")
    assert paid.checkout_url == bank.of(paid.id).checkout_url


@pytest.mark.spec("2.12")
@pytest.mark.parametrize(
    ("told", "saved"),
    [
        ({"method": None}, ("creditcard", "")),
        ({"method": "paypal", "card": "jo@example.org"}, ("paypal", "jo@example.org")),
    ],
)
def test_a_way_to_pay_is_saved_as_the_provider_names_it(
    bank: Bank, member: Member, told: dict[str, Any], saved: tuple[str, str]
) -> None:
    mandate = f"mdt_{uuid4().hex}"
    report(bank, order(member, method="creditcard", save=True), ProviderStatus.PAID, mandate_ref=mandate, **told)
    assert saved_by(member) == [(mandate, *saved)]


@pytest.mark.parametrize(("save", "is_reusable"), [(False, True), (True, False)])
def test_a_way_to_pay_is_saved_only_if_its_payer_asked_for_it_and_the_provider_lets_it_be_used_again(
    bank: Bank, member: Member, save: bool, is_reusable: bool
) -> None:
    order_id = order(member, method="creditcard", save=save)
    report(bank, order_id, ProviderStatus.PAID, mandate_ref=f"mdt_{uuid4().hex}" if is_reusable else None)
    assert payment_of(order_id).state is PaymentState.PAID
    assert saved_by(member) == []


@pytest.mark.spec("1.2")
def test_who_pays_is_premium_from_then_on(bank: Bank, member: Member) -> None:
    order_id = order(member)
    is_premium = []
    for status in (ProviderStatus.PENDING, ProviderStatus.PAID):
        pay(bank, order_id, status)
        with transaction(read_only=True) as session:
            is_premium.append(accounts_api.get_member(session, member.id).is_paid)
    assert is_premium == [False, True]


def test_an_order_that_is_paid_gets_its_invoice(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    drain_now()
    with transaction(read_only=True) as session:
        invoice = papers.find_invoice(session, order_id)
    assert invoice is not None
    assert (invoice.kind, invoice.amount) == ("invoice", Money(1080, "EUR"))


@pytest.mark.parametrize(
    ("age", "wait"),
    [
        (SECOND, MINUTE),
        (4 * MINUTE, MINUTE),
        (4 * MINUTE + 4 * SECOND, MINUTE + SECOND),
        (24 * HOUR - 4 * SECOND, 6 * HOUR - SECOND),
        (30 * HOUR, 6 * HOUR),
    ],
)
def test_a_payment_is_checked_again_after_a_quarter_of_its_age(
    bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch, age: timedelta, wait: timedelta
) -> None:
    payment_id = payment_of(order(member)).id
    due = text("SELECT next_check_at - checked_at FROM billing.payment WHERE id = :id")
    with transaction() as session:
        payment, now = queries.lock_payment(session, payment_id), database_now(session)
        monkeypatch.setattr(clock, "now", lambda: now)
        outcomes.set_state(session, replace(payment, created_at=now - age), payment.state)
        assert session.execute(due, {"id": payment_id}).scalar_one() == wait


def test_a_payment_that_comes_while_its_payer_lowers_the_limit_goes_back(bank: Bank, member: Member) -> None:
    payment = payment_of(order(member))
    bank.turn(str(payment.provider_ref), ProviderStatus.PAID)
    synced = start_while_open(
        lambda session: limit_spending(session, member, 500), lambda: payments.sync_payment(payment.id)
    )
    assert synced == (None, True), "it waits for the limit"
    with transaction(read_only=True) as session:
        [back] = return_queries.list_refunds(session, payment_ids=[payment.id])
    assert (back.reason, back.amount) == (RefundReason.OVER_LIMIT, Money(1080, "EUR"))
    sound()


def newest_first(bank: Bank, order_id: UUID) -> None:
    """Let the bank list what it says of a payment as providers do, and ask after it."""
    told = bank.payments[ref := ref_of(order_id)]
    bank.payments[ref] = replace(told, refunds=told.refunds[::-1], chargebacks=told.chargebacks[::-1])
    payments.sync_ref("mollie", ref)


@pytest.mark.parametrize("is_first_known", [False, True])
def test_a_chargeback_after_one_that_was_reversed_is_taken_with_it(
    bank: Bank, member: Member, is_first_known: bool
) -> None:
    order_id = buy(bank, member)
    before = balance_of(member)
    first = bank.charge_back(ref_of(order_id), payment_of(order_id).amount.minor)
    if is_first_known:
        payments.sync_ref("mollie", ref_of(order_id))
    bank.reverse(first)
    bank.charge_back(ref_of(order_id), payment_of(order_id).amount.minor)
    newest_first(bank, order_id)
    paid = payment_of(order_id)
    assert (balance_of(member), paid.charged_back_minor) == (before - 120, paid.amount.minor)
    sound()


def test_a_refund_by_hand_is_taken_with_the_failure_of_the_one_that_it_replaces(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    refund = withdraw(member, order_id)
    payments.submit_refund(refund.id)
    bank.turn_refund(str(refund_of(refund.id).provider_ref), ProviderRefundStatus.FAILED)
    bank.refund_by_hand(ref_of(order_id), payment_of(order_id).amount.minor)
    newest_first(bank, order_id)
    paid = payment_of(order_id)
    assert (refund_of(refund.id).state, paid.refunded_minor) == ("failed", paid.amount.minor)
    sound()
