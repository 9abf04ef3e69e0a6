"""Refunds that are asked for: what a member is offered, what support may give, and who is kept in the books."""

from typing import Any
from uuid import UUID

import pytest

from app.kernel.db import transaction
from modules.billing import api
from modules.billing.contracts import Money, RefundOffer, RefundReason, RefundState, RefusalReason
from modules.billing.errors import NothingToRefund
from modules.billing.payments.policies.returns import refund_until
from modules.billing.payments.providers.port import ProviderStatus
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import payments, refunds
from modules.sites import api as sites_api
from tests.billing.bank import Bank
from tests.billing.shopping import (
    balance_of,
    buy,
    order,
    order_of,
    pay,
    pay_again,
    payment_of,
    payments_of,
    refund_of,
    settle,
    sound,
    spend,
    support,
    withdraw,
)
from tests.racing import start_while_open

PRICE = 1080  # 120 credits
pytestmark = pytest.mark.usefixtures("shop")


def offer_of(order_id: UUID) -> RefundOffer:
    """Return what the member of an order can have back alone; raises NothingToRefund."""
    bought = order_of(order_id)
    with transaction(read_only=True) as session:
        return refunds.get_refund_offer(session, order=bought)


def charge_back(bank: Bank, payment: Any, minor: int) -> None:
    """Let the payer's bank take money of a payment back, and tell."""
    bank.charge_back(payment.provider_ref, minor)
    payments.sync_payment(payment.id)


@pytest.mark.spec("9.7")
def test_a_member_is_offered_the_last_credit_of_an_order_for_as_long_as_its_site_allows(
    bank: Bank, site: Any, member: Any
) -> None:
    order_id = buy(bank, member)
    spend(member, 129)  # 10 that were given, 119 that were bought
    completed_at = order_of(order_id).completed_at
    assert completed_at is not None
    with transaction(read_only=True) as session:
        days = sites_api.get_site(session, site.id).refund_days
    assert offer_of(order_id) == RefundOffer(1, Money(9, "EUR"), refund_until(completed_at, refund_days=days))
    refund = withdraw(member, order_id)
    assert (refund.credits, refund.amount.minor, refund.reason) == (1, 9, RefundReason.WITHDRAWAL)
    assert refund.requested_by == f"member:{member.id}"


@pytest.mark.spec("9.7")
def test_what_is_left_beside_goodwill_is_offered_to_the_last_cent_and_nothing_after_it(bank: Bank, member: Any) -> None:
    order_id = buy(bank, member)
    settle(bank, support(order_id, credits=0, extra=PRICE - 1))
    assert offer_of(order_id).amount == Money(1, "EUR")
    settle(bank, support(order_id, credits=0, extra=1))
    with pytest.raises(NothingToRefund):
        offer_of(order_id)


@pytest.mark.spec("9.7")
def test_money_that_a_bank_took_back_is_not_paid_a_second_time_for_credits_that_came_back(
    bank: Bank, member: Any
) -> None:
    order_id = buy(bank, member)
    spent = spend(member, 50)  # 10 that were given, 40 that were bought
    charge_back(bank, payment_of(order_id), PRICE - 100)
    with transaction() as session:
        api.refund_spend(session, tx_id=spent, reason="a test")
    with pytest.raises(NothingToRefund):
        support(order_id, credits=0, extra=101)
    offer = offer_of(order_id)
    assert (offer.credits, offer.amount.minor) == (40, 100)
    refund = withdraw(member, order_id)
    assert (refund.credits, refund.amount.minor) == (40, 100)
    settle(bank, refund)
    sound()


@pytest.mark.spec("9.7")
def test_support_waits_for_whoever_refunds_the_same_member(bank: Bank, member: Any) -> None:
    order_id = buy(bank, member)
    refund, has_waited = start_while_open(
        lambda session: queries.lock_support_refunds(session, member.id), lambda: support(order_id, credits=10)
    )
    assert (refund.credits, has_waited) == (10, True)


@pytest.mark.spec("10.6")
def test_who_refuses_a_refund_is_kept_with_the_words_that_they_gave(bank: Bank, member: Any) -> None:
    refund = support(buy(bank, member, credits=1000), credits=1000)
    words = {"refused_for": RefusalReason.OTHER, "words": " You asked for the order of May. "}
    with transaction() as session:
        api.reject_refund(session, refund_id=refund.id, actor="second", **words)
    refused = refund_of(refund.id)
    assert (refused.state, refused.approved_by) == (RefundState.REJECTED, "second")
    assert (refused.refused_for, refused.refused_words) == (RefusalReason.OTHER, "You asked for the order of May.")


def test_credits_stay_where_a_bank_took_back_a_second_payment_before_it_was_refunded(bank: Bank, member: Any) -> None:
    order_id = order(member)
    pay(bank, order_id, ProviderStatus.FAILED)
    pay_again(member, order_id)
    pay(bank, order_id)
    second = payments_of(order_id)[0]
    bank.turn(str(second.provider_ref), ProviderStatus.PAID)
    payments.sync_payment(second.id)
    with transaction(read_only=True) as session:
        [refund] = queries.list_refunds(session, payment_ids=[second.id])
    charge_back(bank, second, PRICE)
    payments.submit_refund(refund.id)
    assert refund_of(refund.id).state is RefundState.FAILED
    assert balance_of(member) == 130
    sound()
