"""An order that was given up may still be paid: its checkout page is open somewhere, and few banks let it be closed."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel.config import ConfigError
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.payments import Payment, Refund
from modules.billing.contracts.states import RefundState
from modules.billing.errors.payments import NothingToRefund, ProviderAway, SpendingLimitReached
from modules.billing.errors.shop import DiscountExhausted, DiscountUsed
from modules.billing.payments.providers import port
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import orders, payments, refunds
from modules.billing.service import refund_desk
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, delete_now, erase_now
from tests.billing.bank import Bank
from tests.billing.shopping import (
    balance_of,
    buy,
    code_of,
    logged_line,
    make_code,
    move_back,
    order,
    order_of,
    pay_again,
    payment_of,
    redemptions_of,
    set_limit,
    settle,
    sound,
    support,
)
from tests.factories.billing import place_order
from tests.fixture_types import Drain, MakeMember
from tests.racing import race

pytestmark = pytest.mark.usefixtures("shop")


@pytest.fixture
def bank(bank: Bank) -> Bank:
    """A bank that lets no payment be cancelled."""
    bank.can_cancel = False
    return bank


def give_up(member: Member, order_id: UUID) -> None:
    with transaction() as session:
        orders.cancel_order(session, member_id=member.id, order_id=order_id)
    payments.stop_open_payment(order_id)


def turn(bank: Bank, order_id: UUID, status: port.ProviderStatus = port.ProviderStatus.PAID) -> None:
    """Let the bank tell what became of an order's newest payment."""
    payment = payment_of(order_id)
    bank.turn(str(payment.provider_ref), status)
    payments.sync_payment(payment.id)


def returned(order_id: UUID) -> list[tuple[str, int]]:
    """Return why, and how much, of an order's money goes back."""
    return [(str(refund.reason), refund.amount.minor) for refund in refunds_of(order_id)]


def refunds_of(order_id: UUID) -> list[Refund]:
    payment = payment_of(order_id)
    with transaction(read_only=True) as session:
        return return_queries.list_refunds(session, payment_ids=[payment.id])


@pytest.fixture
def waiting_refunds() -> Callable[[], int]:
    """Return how many refunds wait for somebody since the test began."""

    def count() -> int:
        with transaction(read_only=True) as session:
            return return_queries.count_waiting_refunds(session)

    before = count()
    return lambda: count() - before


@pytest.mark.spec("3.4", "9.3")
@pytest.mark.parametrize("is_given_up", [True, False], ids=["given up", "ordered again"])
@pytest.mark.parametrize("turned", [1, -1], ids=["the first is paid first", "the last is paid first"])
def test_six_checkouts_with_one_code_are_one_discount(
    bank: Bank, site: Site, member: Member, is_given_up: bool, turned: int
) -> None:
    make_code(site, "ONCE")
    made = []
    for _ in range(6):
        made.append(order(member, code="ONCE"))
        if is_given_up:
            give_up(member, made[-1])
    for order_id in made[::turned]:
        turn(bank, order_id)
    paid, *others = made[::turned]
    assert [order_of(order_id).state for order_id in (paid, *others)] == ["completed"] + ["cancelled"] * 5
    assert [returned(order_id) for order_id in (paid, *others)] == [[]] + [[("code-used", 864)]] * 5
    assert (balance_of(member), redemptions_of(site, "ONCE")) == (130, (1, 1))
    sound()


@pytest.mark.spec("3.4")
def test_a_code_for_one_is_held_until_the_bank_says_that_it_is_over(
    bank: Bank, site: Site, member: Member, make_member: MakeMember
) -> None:
    make_code(site, "ONE", max_uses=1)
    other, order_id = make_member(), order(member, code="ONE")
    give_up(member, order_id)
    with pytest.raises(DiscountExhausted):
        order(other, code="ONE")
    turn(bank, order_id, port.ProviderStatus.EXPIRED)
    second = order(other, code="ONE")
    turn(bank, second)
    # Banks have taken the money of a payment after they said that it is over.
    turn(bank, order_id)
    assert (order_of(order_id).state, order_of(second).state) == ("cancelled", "completed")
    assert (returned(order_id), returned(second)) == ([("code-used", 864)], [])
    assert (balance_of(member), redemptions_of(site, "ONE")) == (10, (1, 1))
    sound()


def test_an_order_that_was_given_up_can_be_paid_while_its_code_is_there(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONE", max_uses=1)
    order_id = order(member, code="ONE")
    give_up(member, order_id)
    assert code_of(order_id) == "reserved"
    turn(bank, order_id)
    assert (order_of(order_id).state, code_of(order_id), returned(order_id)) == ("completed", "redeemed", [])
    sound()


def test_a_code_whose_money_is_on_the_way_moves_to_no_other_order(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE")
    order_id = order(member, code="ONCE")
    give_up(member, order_id)
    turn(bank, order_id, port.ProviderStatus.PENDING)
    with pytest.raises(DiscountUsed):
        order(member, code="ONCE")


def test_a_payment_that_the_bank_lets_be_cancelled_frees_the_code_at_once(
    bank: Bank, site: Site, member: Member, make_member: MakeMember
) -> None:
    bank.can_cancel = True
    make_code(site, "ONE", max_uses=1)
    give_up(member, order_id := order(member, code="ONE"))
    assert (code_of(order_id), redemptions_of(site, "ONE")) == ("released", (0, 0))
    order(make_member(), code="ONE")


def test_paid_at_once_in_many_windows_it_is_one_discount(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE")
    made = [order(member, code="ONCE") for _ in range(4)]
    for order_id in made:
        bank.turn(str(payment_of(order_id).provider_ref), port.ProviderStatus.PAID)
    ids = [payment_of(order_id).id for order_id in made]
    raced = race([lambda payment_id=payment_id: payments.sync_payment(payment_id) for payment_id in ids])
    assert raced == [None] * 4
    assert sorted(order_of(order_id).state for order_id in made) == ["cancelled"] * 3 + ["completed"]
    assert redemptions_of(site, "ONCE") == (1, 1)
    sound()


def test_what_can_still_be_paid_counts_against_the_limit(bank: Bank, member: Member) -> None:
    set_limit(member, 1500)
    order_id = order(member)
    give_up(member, order_id)
    with pytest.raises(SpendingLimitReached):
        order(member)
    turn(bank, order_id, port.ProviderStatus.EXPIRED)
    order(member)


def test_what_comes_beyond_the_limit_goes_back(bank: Bank, member: Member, logged: list[Any]) -> None:
    made = [order(member), order(member)]
    set_limit(member, 1500)
    for order_id in made:
        turn(bank, order_id)
    assert [returned(order_id) for order_id in made] == [[], [("over-limit", 1080)]]
    assert (balance_of(member), order_of(made[1]).state) == (130, "cancelled")
    assert [refund.requested_by for refund in refunds_of(made[1])] == ["house"]
    why = {"payment_id": str(payment_of(made[1]).id), "reason": "over-limit"}
    assert logged == [logged_line("warning", "payment goes back", **why)]
    sound()


def test_a_limit_holds_for_payments_that_come_at_once(bank: Bank, member: Member) -> None:
    opened = [payment_of(order(member)) for _ in range(4)]
    set_limit(member, 2500)
    for one in opened:
        bank.turn(str(one.provider_ref), port.ProviderStatus.PAID)
    race([lambda payment_id=one.id: payments.sync_payment(payment_id) for one in opened])
    assert balance_of(member) == 10 + 2 * 120
    sound()


@pytest.mark.parametrize("go", [delete_now, erase_now, ban])
def test_money_for_who_has_gone_goes_back(bank: Bank, member: Member, drain: Drain, go: Callable[[Any], None]) -> None:
    order_id = order(member)
    go(member)
    drain()
    turn(bank, order_id)
    assert (order_of(order_id).state, returned(order_id)) == ("cancelled", [("member-gone", 1080)])
    assert balance_of(member) == 10
    [refund] = refunds_of(order_id)
    settle(bank, refund)
    sound()


def test_what_did_not_arrive_is_sent_again(
    bank: Bank, site: Site, member: Member, drain: Drain, waiting_refunds: Callable[[], int]
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


def without_account(_name: str) -> Bank:
    raise ConfigError("its account was taken out of the settings")


@pytest.mark.parametrize(("age", "code"), [(99, "reserved"), (101, "released")])
@pytest.mark.parametrize("is_lost", [True, False], ids=["the provider lost it", "we lost the account"])
def test_what_nobody_can_tell_of_holds_a_code_for_a_hundred_days(
    bank: Bank, site: Site, member: Member, monkeypatch: pytest.MonkeyPatch, is_lost: bool, age: int, code: str
) -> None:
    make_code(site, "ONE", max_uses=1)
    give_up(member, order_id := order(member, code="ONE"))
    move_back(order_id, days=age)
    if is_lost:
        bank.before("fetch_payment", port.Rejected("404", "gone"))
        payments.sync_payment(payment_of(order_id).id)
    else:
        with monkeypatch.context() as patch:
            patch.setattr(payments, "provider_named", without_account)
            payments.check_due(limit=1000)
    assert code_of(order_id) == code
    turn(bank, order_id)
    assert order_of(order_id).state == "completed"
    sound()


def test_a_provider_that_is_away_for_a_moment_ends_nothing(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONE", max_uses=1)
    give_up(member, order_id := order(member, code="ONE"))
    move_back(order_id, days=101)
    bank.before("fetch_payment", port.Unavailable())
    payments.check_due(limit=1000)
    assert code_of(order_id) == "reserved"


def test_an_order_that_was_given_up_is_begun_at_no_provider(bank: Bank, member: Member) -> None:
    with transaction() as session:
        order_id = place_order(session, member=member)
    bank.before("create_payment", port.Unavailable())
    with pytest.raises(ProviderAway):
        payments.submit_order(order_id)
    with transaction() as session:
        orders.cancel_order(session, member_id=member.id, order_id=order_id)
    payments.sync_payment(payment_of(order_id).id)
    assert bank.created == 0


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


def test_a_payment_may_be_told_of_together_with_its_whole_refund(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE")
    order_id = order(member, code="ONCE")
    ref = str(payment_of(order_id).provider_ref)
    bank.turn(ref, port.ProviderStatus.PAID)
    bank.refund_by_hand(ref, 864)
    bank.turn_refund(bank.payments[ref].refunds[0].ref, port.ProviderRefundStatus.REFUNDED)
    payments.sync_ref("mollie", ref)
    assert (order_of(order_id).state, code_of(order_id)) == ("completed", "released")
    sound()


def test_an_order_is_paid_again_only_with_its_code(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE")
    first = order(member, code="ONCE")
    turn(bank, first, port.ProviderStatus.FAILED)
    second = order(member, code="ONCE")
    with pytest.raises(DiscountUsed):
        pay_again(member, first)
    turn(bank, second)
    with pytest.raises(DiscountUsed):
        pay_again(member, first)


def test_postgres_itself_lets_no_order_be_paid_without_its_code(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE")
    order_id = order(member, code="ONCE")
    with pytest.raises(IntegrityError, match="code"), transaction() as session:
        session.execute(text("UPDATE billing.redemption SET state = 'released' WHERE order_id = :id"), {"id": order_id})
        paid = "UPDATE billing.credit_order SET state = 'completed', completed_at = now() WHERE id = :id"
        session.execute(text(paid), {"id": order_id})
