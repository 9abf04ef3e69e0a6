"""Payments that their provider refused, lost or never heard of: tried again, given up, or left to a person."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel import clock
from app.kernel.config import ConfigError
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.states import PaymentState, RefundState
from modules.billing.errors.payments import PaymentRefused
from modules.billing.payments.providers.port import ProviderStatus, Rejected, Unavailable
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import orders, payments
from modules.sites.contracts import Site
from tests.billing.bank import Bank, Killed
from tests.billing.examples import TICK
from tests.billing.service.test_payments import mismatches
from tests.billing.shopping import (
    buy,
    logged_line,
    make_code,
    move_back,
    order,
    order_of,
    payment_of,
    redemptions_of,
    refund_of,
    support,
)
from tests.conftest import Client, drain_now
from tests.factories.billing import place_order
from tests.refusing import refused

pytestmark = pytest.mark.usefixtures("shop")


def place(member: Member, **over: Any) -> UUID:
    """Order credits, whose payment is begun at no provider yet."""
    with transaction() as session:
        return place_order(session, member=member, **over)


def due() -> set[UUID]:
    """Return the payments that the next round asks after."""
    with transaction(read_only=True) as session:
        return {payment_id for payment_id, _ in queries.list_due_payments(session, limit=1000)}


@pytest.mark.spec("8.5")
def test_a_payment_that_its_provider_refuses_has_failed_and_frees_its_code(
    bank: Bank, site: Site, member: Member, logged: list[Any]
) -> None:
    make_code(site, "SPRING")
    order_id = place(member, code="SPRING")
    bank.before("create_payment", Rejected("422", "no such issuer"))
    with refused(PaymentRefused):
        payments.submit_order(order_id)
    payment = payment_of(order_id)
    assert (payment.state, payment.failure) == (PaymentState.FAILED, "422")
    assert (order_of(order_id).state, redemptions_of(site, "SPRING")) == ("failed", (0, 0))
    assert logged == [logged_line("warning", "payment refused", payment_id=str(payment.id), code="422")]


def test_a_payment_that_its_provider_lost_is_counted_for_a_person(
    bank: Bank, member: Member, logged: list[Any]
) -> None:
    payment_id = payment_of(order(member)).id
    bank.payments.clear()
    before = mismatches()
    payments.sync_payment(payment_id)
    assert mismatches() == before + 1
    assert logged == [logged_line("error", "the provider lost a payment", payment_id=str(payment_id), code="404")]


@pytest.mark.parametrize(
    ("age", "is_over"), [(payments.GIVE_UP_AFTER - TICK, False), (payments.GIVE_UP_AFTER, True)], ids=["young", "old"]
)
@pytest.mark.parametrize(
    ("is_sent", "before", "after"),
    [
        (False, ("prepared", "loading", None), ("canceled", "cancelled", None)),
        (True, ("submitted", "loading", None), ("failed", "failed", "never-reached")),
    ],
    ids=["never sent", "sent"],
)
def test_what_the_provider_never_heard_of_is_given_up_after_two_hours(
    bank: Bank,
    member: Member,
    monkeypatch: pytest.MonkeyPatch,
    is_sent: bool,
    before: tuple[Any, ...],
    after: tuple[Any, ...],
    age: timedelta,
    is_over: bool,
) -> None:
    order_id = place(member)
    if is_sent:
        bank.before("create_payment", Killed())
        with pytest.raises(Killed):
            payments.submit_order(order_id)
    move_back(order_id)
    payment = payment_of(order_id)
    assert payment.id in due()
    monkeypatch.setattr(clock, "now", lambda: payment.created_at + age)
    payments.sync_payment(payment.id)
    found = payment_of(order_id)
    assert (found.state, order_of(order_id).state, found.failure) == (after if is_over else before)
    assert payment.id not in due()


def test_a_click_that_comes_again_while_its_payment_is_looked_for_is_not_given_up(bank: Bank, member: Member) -> None:
    order_id = place(member)
    move_back(order_id, hours=3)
    bank.after("find_payment", lambda: payments.submit_order(order_id))
    payments.sync_order(order_id)
    assert (payment_of(order_id).state, order_of(order_id).state) == ("open", "loading")


@pytest.mark.parametrize(
    ("is_sent", "age", "state"),
    [
        (True, payments.LOST_AFTER, PaymentState.OPEN),
        (True, payments.LOST_AFTER + TICK, PaymentState.EXPIRED),
        (False, payments.LOST_AFTER + TICK, PaymentState.CANCELED),
    ],
    ids=["young", "sent", "never sent"],
)
def test_what_a_provider_lost_is_over_after_a_hundred_days(
    bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch, is_sent: bool, age: timedelta, state: PaymentState
) -> None:
    order_id = order(member) if is_sent else place(member)
    bank.before("fetch_payment" if is_sent else "find_payment", Rejected("404", "gone"))
    payment = payment_of(order_id)
    monkeypatch.setattr(clock, "now", lambda: payment.created_at + age)
    payments.sync_payment(payment.id)
    assert payment_of(order_id).state is state


def test_who_is_away_is_asked_once_a_round_and_whose_account_is_gone_holds_up_nobody(
    bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch, logged: list[Any]
) -> None:
    def account(name: str) -> Bank:
        if name != "mollie":
            raise ConfigError("its account was taken out of the settings")
        return bank

    first, second, without = (order(member) for _ in range(3))
    move_back(without, days=101)
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))
        session.execute(text("UPDATE billing.payment SET provider = 'stripe' WHERE order_id = :id"), {"id": without})
    found = [(payment_of(each).id, payment_of(each).provider) for each in (first, second, without)]
    monkeypatch.setattr(queries, "list_due_payments", lambda _session, limit: found)
    monkeypatch.setattr(return_queries, "list_due_refunds", lambda _session, limit: [])
    monkeypatch.setattr(payments, "provider_named", account)
    bank.before("fetch_payment", Unavailable())
    payments.check_due()
    assert bank.calls["fetch_payment"] == 1
    assert [payment_of(each).state for each in (first, second, without)] == ["open", "open", "expired"]
    gone = logged_line("error", "no account at this provider", provider="stripe")
    assert logged == [logged_line("warning", "provider away", provider="mollie", id=str(found[0][0])), gone, gone]


def test_an_order_that_was_given_up_before_its_payment_was_begun_is_begun_at_no_provider(
    bank: Bank, member: Member
) -> None:
    order_id = place(member)
    with transaction() as session:
        orders.cancel_order(session, member_id=member.id, order_id=order_id)
    payments.submit_order(order_id)
    assert (payment_of(order_id).state, dict(bank.calls)) == (PaymentState.CANCELED, {})


def test_an_order_that_is_given_up_while_its_payment_is_begun_is_cancelled_at_its_provider(
    bank: Bank, member: Member
) -> None:
    order_id = place(member)

    def give_up() -> None:
        with transaction() as session:
            orders.cancel_order(session, member_id=member.id, order_id=order_id)
        drain_now()

    bank.after("create_payment", give_up)
    payments.submit_order(order_id)
    drain_now()
    begun = payment_of(order_id)
    assert (begun.state, bank.of(begun.id).status) == (PaymentState.CANCELED, ProviderStatus.CANCELED)


def test_a_payment_that_its_provider_lost_can_be_given_up(bank: Bank, member: Member, logged: list[Any]) -> None:
    order_id = order(member)
    bank.payments.clear()
    bank.before("cancel_payment", Rejected("404", "gone"))
    payments.stop_open_payment(order_id)
    assert payment_of(order_id).state is PaymentState.OPEN
    assert [line["event"] for line in logged] == ["the provider lost a payment"]


def test_a_refund_whose_provider_has_no_account_any_more_holds_up_no_other(
    bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    refund = support(buy(bank, member), credits=10)

    def account(_name: str) -> Bank:
        raise ConfigError("its account was taken out of the settings")

    def due_refunds() -> set[UUID]:
        with transaction(read_only=True) as session:
            return {each.id for each in return_queries.list_due_refunds(session, limit=1000)}

    monkeypatch.setattr(payments, "provider_named", account)
    assert refund.id in due_refunds()
    payments.check_due()
    assert refund.id not in due_refunds()
    assert refund_of(refund.id).state is RefundState.APPROVED


@pytest.mark.spec("10.6")
def test_staff_who_ask_after_an_order_have_its_provider_asked_by_the_next_round(
    bank: Bank, member: Member, finance: Client
) -> None:
    asked, other = order(member), order(member)
    both = {payment_of(each).id for each in (asked, other)}
    assert not both & due()
    done = finance.post(f"/ops/api/billing.orders/{asked}/actions/ask-provider", {}, key=uuid4().hex)
    assert done.status_code == 200, done.json
    assert both & due() == {payment_of(asked).id}
