"""Orders that are paid again, or whose code moves on, beside another order that is under way."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any

import pytest

from app.kernel.db import transaction
from modules.billing.contracts import OrderOrigin
from modules.billing.errors import DiscountUsed, OrderNotPayable
from modules.billing.payments.providers.port import ProviderStatus
from modules.billing.payments.service import outcomes
from tests.billing.bank import Bank
from tests.billing.shopping import make_code, order, order_of, pay, pay_again, payment_of
from tests.racing import wait_for_a_lock
from tests.refusing import refused

pytestmark = pytest.mark.usefixtures("shop")
RELOAD, SHOP = OrderOrigin.RELOAD, OrderOrigin.SHOP


@pytest.mark.parametrize(("origin", "other"), [(RELOAD, SHOP), (SHOP, RELOAD)])
def test_an_order_that_failed_is_paid_again_beside_one_of_another_origin(
    bank: Bank, member: Any, origin: OrderOrigin, other: OrderOrigin
) -> None:
    pay(bank, failed := order(member, origin=origin), ProviderStatus.FAILED)
    order(member, origin=other)
    pay_again(member, failed)
    assert order_of(failed).state == "loading"


def test_a_reload_that_failed_is_not_paid_again_while_another_one_is_under_way(bank: Bank, member: Any) -> None:
    pay(bank, failed := order(member, origin=RELOAD), ProviderStatus.FAILED)
    order(member, origin=RELOAD)
    with refused(OrderNotPayable):
        pay_again(member, failed)


def test_a_code_whose_money_sets_out_while_it_is_ordered_with_again_is_used(bank: Bank, site: Any, member: Any) -> None:
    make_code(site, "ONCE")
    held_by = payment_of(order(member, code="ONCE"))
    told = replace(bank.of(held_by.id), status=ProviderStatus.PENDING)
    with ThreadPoolExecutor(1) as other:
        with transaction() as session:
            outcomes.apply_report(session, held_by.id, told)
            again = other.submit(order, member, code="ONCE")
            wait_for_a_lock(unless=again.done)
        with refused(DiscountUsed, "code"):
            again.result()
