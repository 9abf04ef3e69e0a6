"""Money against its model again, by steps that few short runs come to."""

import pytest

from modules.billing.payments.providers.port import ProviderStatus
from tests.billing.money_model import Order, Refund
from tests.billing.test_money_machine import Money, application

__all__ = ["application"]


@pytest.mark.usefixtures("application")
def test_a_month_and_a_code_end_and_money_goes_back() -> None:
    state = Money()
    state.begin()
    first = state.order(who=0, credits=120, number=2, lost=False)
    assert isinstance(first, Order)
    pay_in_full(state, first)
    state.limit(who=0, minor=900)
    assert not isinstance(state.order(who=0, credits=120, number=1, lost=False), Order), "beyond the limit"
    state.begin_a_month(who=0)
    second = state.order(who=0, credits=120, number=1, lost=False)
    assert isinstance(second, Order)
    pay_in_full(state, second)
    assert not isinstance(state.withdraw(order=first), Refund), "too late"
    state.send(refund=state.withdraw(order=second), lost=False)
    given_up = state.order(who=1, credits=50, number=0, lost=False)
    state.cancel(order=given_up)
    state.end_code(number=0)
    state.pay_again(order=given_up, lost=False)
    assert not isinstance(state.order(who=1, credits=50, number=0, lost=False), Order), "its code has ended"
    state.agrees()
    state.teardown()


@pytest.mark.usefixtures("application")
def test_a_payment_that_comes_late_takes_the_code_from_an_order_that_is_not_paid() -> None:
    state = Money()
    state.begin()
    late = order_with_a_code(state)
    state.turn(payment=late.payments[0], status=ProviderStatus.FAILED)
    state.tell(payment=late.payments[0], times=1)
    again = order_with_a_code(state)
    pay_in_full(state, late)
    assert (late.code, again.code) == ("redeemed", "released")
    state.turn(payment=again.payments[0], status=ProviderStatus.PAID)
    state.tell(payment=again.payments[0], times=1)
    state.agrees()
    assert again.state == "cancelled", "its money goes back"
    state.teardown()


def order_with_a_code(state: Money) -> Order:
    made = state.order(who=1, credits=50, number=1, lost=True)
    assert isinstance(made, Order)
    return made


def pay_in_full(state: Money, order: Order) -> None:
    state.turn(payment=order.payments[0], status=ProviderStatus.PAID)
    state.tell(payment=order.payments[0], times=2)
    state.agrees()
    assert order.state == "completed"
