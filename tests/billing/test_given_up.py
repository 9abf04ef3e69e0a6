"""An order that was given up may still be paid: its checkout page is open somewhere, and few banks let it be closed."""

from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from app.kernel.config import ConfigError
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.payments import Refund
from modules.billing.errors.payments import ProviderAway, SpendingLimitReached
from modules.billing.errors.shop import DiscountExhausted, DiscountUsed
from modules.billing.payments.providers import port
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import orders, payments
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import (
    balance_of,
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
    sound,
)
from tests.factories.billing import place_order
from tests.fixture_types import MakeMember
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
