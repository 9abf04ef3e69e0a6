"""Spends that are refunded after the money for their credits was charged back."""

from collections.abc import Callable
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.payments.service import payments
from tests.billing.bank import Bank
from tests.billing.shopping import balance_of, buy, payment_of, ref_of, sound, spend, support

pytestmark = pytest.mark.usefixtures("shop")
GIVEN, BOUGHT = 10, 120


def charge_back(bank: Bank, order_id: UUID, *, left: int = 0) -> str:
    name = bank.charge_back(ref_of(order_id), payment_of(order_id).amount.minor - left)
    payments.sync_ref("mollie", ref_of(order_id))
    return name


def reverse(bank: Bank, order_id: UUID, name: str) -> None:
    bank.reverse(name)
    payments.sync_ref("mollie", ref_of(order_id))


def refund(tx_id: UUID) -> int:
    """Refund a spend, as for a message to somebody who was banned for fraud; returns the credits that came back."""
    with transaction() as session:
        return api.refund_spend(session, tx_id=tx_id, reason="it went to a cheat")


@pytest.mark.parametrize(("left", "back"), [(0, 0), (1, 40)], ids=["whole", "part"])
def test_credits_whose_money_was_charged_back_do_not_come_back_with_a_refunded_spend(
    bank: Bank, member: Member, left: int, back: int
) -> None:
    order_id = buy(bank, member)
    spent = spend(member, GIVEN + 40)
    name = charge_back(bank, order_id, left=left)
    assert balance_of(member) == 0
    assert (refund(spent), balance_of(member)) == (GIVEN + back, GIVEN + back)
    assert (refund(spent), balance_of(member)) == (0, GIVEN + back)
    sound()
    reverse(bank, order_id, name)
    assert balance_of(member) == GIVEN + BOUGHT
    sound()


def test_of_a_spend_from_several_orders_the_credits_of_those_that_are_still_paid_come_back(
    bank: Bank, member: Member
) -> None:
    orders = [buy(bank, member) for _ in range(3)]
    spent = spend(member, GIVEN + 3 * BOUGHT)
    names = [charge_back(bank, order_id) for order_id in orders[:2]]
    assert (refund(spent), balance_of(member)) == (GIVEN + BOUGHT, GIVEN + BOUGHT)
    sound()
    for order_id, name in zip(orders, names, strict=False):
        reverse(bank, order_id, name)
    assert balance_of(member) == GIVEN + 3 * BOUGHT
    sound()


def test_credits_come_back_with_a_refunded_spend_once_the_bank_returned_the_money(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member)
    spent = spend(member, GIVEN + 40)
    reverse(bank, order_id, charge_back(bank, order_id))
    assert (refund(spent), balance_of(member)) == (GIVEN + 40, GIVEN + BOUGHT)
    sound()


def refund_at_provider(bank: Bank, order_id: UUID, minor: int) -> None:
    bank.refund_by_hand(ref_of(order_id), minor)
    payments.sync_ref("mollie", ref_of(order_id))


def refund_as_goodwill(_bank: Bank, order_id: UUID, minor: int) -> None:
    support(order_id, credits=0, extra=minor)


@pytest.mark.parametrize("refund_rest", [refund_at_provider, refund_as_goodwill])
def test_of_a_refunded_spend_what_did_not_come_back_is_its_own_and_not_what_others_returned_before(
    bank: Bank, member: Member, refund_rest: Callable[[Bank, UUID, int], None]
) -> None:
    order_id = buy(bank, member)
    with_given, bought, other = spend(member, GIVEN + 5), spend(member, 5), spend(member, 40)
    charge_back(bank, order_id, left=100)
    assert (refund(other), balance_of(member)) == (40, 40)
    refund_rest(bank, order_id, 100)
    assert (refund(with_given), balance_of(member)) == (GIVEN, GIVEN)
    assert (refund(bought), balance_of(member)) == (0, GIVEN)
    sound()
