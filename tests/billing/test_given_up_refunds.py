"""Money for an order that was given up goes back: once, and again where it did not arrive."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.payments import Payment, Refund
from modules.billing.contracts.states import RefundState
from modules.billing.errors.payments import NothingToRefund
from modules.billing.payments.providers import port
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import payments, refunds
from modules.billing.service import refund_desk
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, delete_now, erase_now
from tests.billing.bank import Bank
from tests.billing.shopping import (
    balance_of,
    buy,
    make_code,
    order,
    order_of,
    payment_of,
    set_limit,
    settle,
    sound,
    support,
)
from tests.billing.test_given_up import bank, refunds_of, returned, turn
from tests.conftest import drain_now
from tests.racing import race

__all__ = ["bank"]

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def waiting_refunds() -> Callable[[], int]:
    """Return how many refunds wait for somebody since the test began."""

    def count() -> int:
        with transaction(read_only=True) as session:
            return return_queries.count_waiting_refunds(session)

    before = count()
    return lambda: count() - before


@pytest.mark.parametrize("go", [delete_now, erase_now, ban])
def test_money_for_who_has_gone_goes_back(bank: Bank, member: Member, go: Callable[[Any], None]) -> None:
    order_id = order(member)
    go(member)
    drain_now()
    turn(bank, order_id)
    assert (order_of(order_id).state, returned(order_id)) == ("cancelled", [("member-gone", 1080)])
    assert balance_of(member) == 10
    [refund] = refunds_of(order_id)
    settle(bank, refund)
    sound()


def test_what_did_not_arrive_is_sent_again(
    bank: Bank, site: Site, member: Member, waiting_refunds: Callable[[], int]
) -> None:
    make_code(site, "ONE", max_uses=1)
    first, second = order(member, code="ONE"), order(member, code="ONE")
    turn(bank, second)
    turn(bank, first)
    [refused] = refunds_of(first)
    settle(bank, refused, port.ProviderRefundStatus.FAILED)
    assert waiting_refunds() == 1
    with transaction() as session:
        shown = refund_desk.show_case(session, refund_id=refused.id, actor="staff:1")
        refunds.send_again(session, refund_id=refused.id, actor="staff:1")
    assert (shown["can_send_again"], shown["standing"]["credits"], shown["standing"]["left"].minor) == (True, 0, 864)
    assert waiting_refunds() == 0
    settle(bank, refunds_of(first)[-1])
    assert [str(refund.state) for refund in refunds_of(first)] == ["failed", "refunded"]
    assert payment_of(first).refunded_minor == 864
    sound()


@pytest.mark.parametrize("state", ["on its way", "arrived", "sent again before", "given credits"])
def test_what_is_not_here_any_more_is_not_sent_again(bank: Bank, member: Member, state: str) -> None:
    credited = buy(bank, member)
    [refund] = refunds_of(beyond_the_limit(bank, member, minor=2600))
    if state == "arrived":
        settle(bank, refund)
    if state == "sent again before":
        settle(bank, refund, port.ProviderRefundStatus.FAILED)
        with transaction() as session:
            refunds.send_again(session, refund_id=refund.id, actor="staff:1")
    if state == "given credits":
        refund = support(credited, credits=10)
        settle(bank, refund, port.ProviderRefundStatus.FAILED)
    with pytest.raises(NothingToRefund), transaction() as session:
        refunds.send_again(session, refund_id=refund.id, actor="staff:1")
    sound()


def test_sent_again_by_two_at_once_it_goes_out_once(bank: Bank, member: Member) -> None:
    refund = refused_return(bank, member)

    def send() -> None:
        with transaction() as session:
            refunds.send_again(session, refund_id=refund.id, actor="staff:1")

    raced = race([send] * 3)
    assert sorted(type(one).__name__ for one in raced) == ["NoneType", "NothingToRefund", "NothingToRefund"]
    assert payment_row(refund).refunded_minor == 1080


def test_what_is_left_of_a_payment_that_was_not_taken_is_sent_again(bank: Bank, member: Member) -> None:
    refund = refused_return(bank, member)
    ref = str(payment_row(refund).provider_ref)
    bank.refund_by_hand(ref, 300)
    payments.sync_payment(refund.payment_id)
    with transaction() as session:
        again = refunds.send_again(session, refund_id=refund.id, actor="staff:1")
    assert again.amount.minor == 780


def test_a_refund_that_was_given_up_and_went_out_is_not_sent_again(bank: Bank, member: Member) -> None:
    order_id = beyond_the_limit(bank, member)
    [refund] = refunds_of(order_id)
    bank.after("create_refund", port.OutcomeUnknown())
    payments.submit_refund(refund.id)
    with transaction() as session:
        refunds.mark_outcome(session, refund.id, RefundState.FAILED)
    payments.sync_payment(refund.payment_id)
    paid = bank.payments[str(payment_row(refund).provider_ref)]
    bank.turn_refund(paid.refunds[0].ref, port.ProviderRefundStatus.REFUNDED)
    payments.sync_payment(refund.payment_id)
    with pytest.raises(NothingToRefund), transaction() as session:
        refunds.send_again(session, refund_id=refund.id, actor="staff:1")
    assert sorted(str(one.state) for one in refunds_of(order_id)) == ["failed", "refunded"]
    sound()


def beyond_the_limit(bank: Bank, member: Member, *, minor: int = 1500) -> UUID:
    """Let two orders be paid where the limit has room for one; returns the one whose money goes back."""
    made = [order(member), order(member)]
    set_limit(member, minor)
    for order_id in made:
        turn(bank, order_id)
    return made[1]


def refused_return(bank: Bank, member: Member) -> Refund:
    """Return the failed refund of a payment that was not taken."""
    [refund] = refunds_of(beyond_the_limit(bank, member))
    settle(bank, refund, port.ProviderRefundStatus.FAILED)
    return refund


def payment_row(refund: Refund) -> Payment:
    with transaction(read_only=True) as session:
        return order_queries.get_payment(session, refund.payment_id)
