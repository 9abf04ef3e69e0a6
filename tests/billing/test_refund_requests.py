"""Refunds that are asked for: what a member is offered, what support may give, and what is kept of them."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.payments import Payment, Refund, RefundOffer
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import RefundReason, RefundState, RefusalReason
from modules.billing.errors.payments import NothingToRefund, RefundTooLate
from modules.billing.payments.providers.port import ProviderRefundStatus
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as queries
from modules.billing.payments.service import payments, refunds
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import (
    backdate_payment,
    balance_of,
    buy,
    offer_of,
    order_of,
    pay_twice,
    payment_of,
    refund_of,
    refundable_before,
    refundable_since,
    settle,
    sound,
    spend,
    support,
    withdraw,
)
from tests.billing.test_return_faults import is_premium
from tests.conftest import drain_now
from tests.racing import start_while_open
from tests.refusing import refused

PRICE = 1080  # 120 credits
pytestmark = pytest.mark.usefixtures("shop")


def charge_back(bank: Bank, payment: Payment, minor: int) -> None:
    """Let the payer's bank take money of a payment back, and tell."""
    bank.charge_back(str(payment.provider_ref), minor)
    payments.sync_payment(payment.id)


def refund_of_second(bank: Bank, member: Member) -> Refund:
    """Return the refund of a payment whose order had been paid by another one."""
    second = pay_twice(bank, member)
    with transaction(read_only=True) as session:
        [refund] = queries.list_refunds(session, payment_ids=[second.id])
    return refund


def payment_by(refund: Refund) -> Payment:
    with transaction(read_only=True) as session:
        return order_queries.get_payment(session, refund.payment_id)


def money_of(refund: Refund) -> dict[str, int]:
    """Return the minor units that went to each account of money with a refund that was paid out."""
    moved = text(
        """SELECT account.kind, entry.amount FROM billing.ledger_tx AS tx
             JOIN billing.ledger_entry AS entry ON entry.tx_id = tx.id
             JOIN billing.ledger_account AS account ON account.id = entry.account_id
            WHERE tx.reference_id = :id AND tx.reason = 'payout' AND entry.unit = 'EUR'"""
    )
    with transaction(read_only=True) as session:
        return {row.kind: row.amount for row in session.execute(moved, {"id": refund.id})}


@pytest.mark.spec("9.7")
def test_a_member_is_offered_the_last_credit_of_an_order(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    spend(member, 129)  # 10 that were given, 119 that were bought
    bought = order_of(order_id)
    with transaction(read_only=True) as session:
        until = refunds.refund_until(session, order=bought)
    assert until is not None
    assert offer_of(order_id) == RefundOffer(1, Money(9, "EUR"), until)
    refund = withdraw(member, order_id)
    assert (refund.credits, refund.amount.minor, refund.reason) == (1, 9, RefundReason.WITHDRAWAL)
    assert refund.requested_by == f"member:{member.id}"


@pytest.mark.spec("9.7")
@pytest.mark.parametrize("is_in_time", [True, False])
def test_unspent_credits_can_be_given_back_until_the_end_of_the_day_that_the_receipt_names(
    bank: Bank, site: Site, member: Member, is_in_time: bool
) -> None:
    order_id = buy(bank, member)
    zone = ZoneInfo(site.timezone)
    with transaction() as session:
        backdate_payment(session, order_id, refundable_since(zone) if is_in_time else refundable_before(zone))
    if is_in_time:
        assert withdraw(member, order_id).credits == 120
    else:
        with refused(RefundTooLate, days=14):
            withdraw(member, order_id)


@pytest.mark.spec("9.7")
def test_what_is_left_beside_goodwill_is_offered_to_the_last_cent_and_nothing_after_it(
    bank: Bank, member: Member
) -> None:
    order_id = buy(bank, member)
    settle(bank, support(order_id, credits=0, extra=PRICE - 1))
    assert offer_of(order_id).amount == Money(1, "EUR")
    settle(bank, support(order_id, credits=0, extra=1))
    with pytest.raises(NothingToRefund):
        offer_of(order_id)


@pytest.mark.spec("9.7")
def test_money_that_a_bank_took_back_is_not_paid_a_second_time_for_credits_that_came_back(
    bank: Bank, member: Member
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
def test_support_waits_for_whoever_refunds_the_same_member(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    refund, has_waited = start_while_open(
        lambda session: queries.lock_support_refunds(session, member.id), lambda: support(order_id, credits=10)
    )
    assert (refund.credits, has_waited) == (10, True)


@pytest.mark.spec("9.7", "10.6")
def test_a_refund_goes_out_by_itself_unless_a_second_person_has_to_agree(bank: Bank, member: Member) -> None:
    large = support(buy(bank, member, credits=1000), credits=1000)
    own = withdraw(member, buy(bank, member))
    drain_now()
    assert [refund_of(refund.id).state for refund in (large, own)] == [RefundState.REQUESTED, RefundState.PENDING]


@pytest.mark.spec("10.6")
def test_who_refuses_a_refund_is_kept_with_the_words_that_they_gave(bank: Bank, member: Member) -> None:
    refund = support(buy(bank, member, credits=1000), credits=1000)
    words: dict[str, Any] = {"refused_for": RefusalReason.OTHER, "words": " You asked for the order of May. "}
    with transaction() as session:
        api.reject_refund(session, refund_id=refund.id, actor="second", **words)
    refused = refund_of(refund.id)
    assert (refused.state, refused.approved_by) == (RefundState.REJECTED, "second")
    assert (refused.refused_for, refused.refused_words) == (RefusalReason.OTHER, "You asked for the order of May.")


def test_credits_stay_where_a_bank_took_back_a_second_payment_before_it_was_refunded(
    bank: Bank, member: Member
) -> None:
    refund = refund_of_second(bank, member)
    charge_back(bank, payment_by(refund), PRICE)
    payments.submit_refund(refund.id)
    assert refund_of(refund.id).state is RefundState.FAILED
    assert balance_of(member) == 130
    sound()


@pytest.mark.spec("10.6")
def test_whoever_decides_about_a_refund_waits_for_whoever_changes_its_order(bank: Bank, member: Member) -> None:
    refund = support(order_id := buy(bank, member, credits=1000), credits=1000)

    def approve() -> None:
        with transaction() as session:
            api.approve_refund(session, refund_id=refund.id, actor="second")

    assert start_while_open(lambda session: order_queries.lock_order(session, order_id), approve) == (None, True)
    assert refund_of(refund.id).state is RefundState.APPROVED


def test_what_a_refund_pays_for_credits_leaves_the_deferred_revenue_and_the_rest_is_goodwill_both_with_their_vat(
    bank: Bank, member: Member
) -> None:
    refund = support(buy(bank, member), credits=30, extra=121)
    settle(bank, refund)
    assert refund.amount.minor == 270 + 121
    assert money_of(refund) == {
        "clearing": -(270 + 121),
        "deferred_revenue": 223,
        "vat_payable": 270 - 223 + 21,
        "goodwill": 100,
    }


def test_what_was_paid_twice_goes_back_out_of_what_nobody_claimed(bank: Bank, member: Member) -> None:
    refund = refund_of_second(bank, member)
    settle(bank, refund)
    assert money_of(refund) == {"clearing": -PRICE, "unallocated": PRICE}


def test_a_refund_arrived_when_the_provider_says_so_and_one_that_failed_never_did(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    settle(bank, failed := support(order_id, credits=10), ProviderRefundStatus.FAILED)
    settle(bank, arrived := support(order_id, credits=10))
    found = [refund_of(refund.id) for refund in (failed, arrived)]
    assert [(refund.state, refund.settled_at is not None) for refund in found] == [
        (RefundState.FAILED, False),
        (RefundState.REFUNDED, True),
    ]


@pytest.mark.spec("1.2")
def test_a_member_whose_money_arrived_and_came_back_after_all_is_premium_again(bank: Bank, member: Member) -> None:
    settle(bank, refund := withdraw(member, buy(bank, member)))
    assert not is_premium(member)
    settle(bank, refund, ProviderRefundStatus.FAILED)
    assert is_premium(member)


def test_a_refund_that_moves_on_at_the_provider_is_asked_after_at_once(bank: Bank, member: Member) -> None:
    refund = withdraw(member, buy(bank, member))
    payments.submit_refund(refund.id)
    payments.sync_refund(refund.id)

    def is_due() -> bool:
        with transaction(read_only=True) as session:
            return refund.id in {due.id for due in queries.list_due_refunds(session, limit=1000)}

    assert not is_due()
    bank.turn_refund(str(refund_of(refund.id).provider_ref), ProviderRefundStatus.PROCESSING)
    payments.sync_payment(refund.payment_id)
    assert is_due()
