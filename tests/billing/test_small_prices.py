"""Credits of which each costs less than a cent."""

import pytest

from modules.accounts.contracts import Member
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import RefundState
from modules.billing.payments.service import payments
from modules.billing.payments.service.money import Account
from tests.billing.bank import Bank
from tests.billing.shopping import balance_of, buy, payment_of, refund_of, sound, spend, support
from tests.billing.test_settlements import account, moved


@pytest.mark.usefixtures("shop")
def test_a_credit_that_comes_back_to_an_order_that_is_charged_back_moves_no_money(bank: Bank, member: Member) -> None:
    order_id = buy(bank, member, price=Money(60, "EUR"))
    refund = support(order_id, credits=1, extra=5)
    spend(member, 129)
    ref = str(payment_of(order_id).provider_ref)
    bank.charge_back(ref, 60)
    payments.sync_ref("mollie", ref)
    before = {kind.value: account(kind) for kind in Account}
    payments.submit_refund(refund.id)
    assert (refund_of(refund.id).state, balance_of(member)) == (RefundState.FAILED, 0)
    assert moved(before) == {}
    sound()
