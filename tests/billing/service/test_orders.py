"""Orders: what a wish is to the provider, and what is a repeat of a request."""

from typing import Any
from uuid import UUID

import pytest

from app.kernel.http.idempotency import KeyReused
from modules.billing.contracts.states import OrderState
from modules.billing.errors.debit import StartNotAsked
from modules.billing.errors.payments import TransitionForbidden
from modules.billing.payments.providers.port import Step
from modules.billing.payments.queries.orders import Repeat
from modules.billing.payments.service import orders
from modules.billing.payments.service.orders import ClientKey, Wish
from tests.billing.examples import a_payment, an_order
from tests.refusing import refused

ORDER = an_order()
NOTHING_IS_WRITTEN: Any = None  # in the place of a session


@pytest.mark.parametrize(
    ("wish", "step"),
    [
        (Wish("creditcard"), Step.ONE_OFF),
        (Wish("creditcard", save=True), Step.FIRST),
        (Wish("paypal", save=True), Step.FIRST),
        (Wish("ideal", save=True), Step.ONE_OFF),
        (Wish("creditcard", save=True, mandate_id=UUID(int=1)), Step.RECURRING),
    ],
)
def test_a_way_to_pay_is_saved_where_it_can_be_and_used_where_it_is(wish: Wish, step: Step) -> None:
    assert wish.step is step


def test_credits_come_at_once_only_to_who_asked_for_that() -> None:
    orders.ensure_start_asked(True)
    with refused(StartNotAsked, "start_now"):
        orders.ensure_start_asked(False)


def test_a_repeat_is_the_same_order_and_another_body_is_refused() -> None:
    assert orders._same_order(Repeat(ORDER, b"body"), ClientKey("key", b"body")) == ORDER.id
    with refused(KeyReused):
        orders._same_order(Repeat(ORDER, b"another"), ClientKey("key", b"body"))


def test_a_payment_is_known_again_by_its_order_and_its_key() -> None:
    mine = a_payment(provider_key=f"{ORDER.id}:key")
    assert orders._has_asked([a_payment(), mine], ORDER.id, ClientKey("key", b""))
    assert not orders._has_asked([a_payment(), mine], ORDER.id, ClientKey("other", b""))
    assert not orders._has_asked([], ORDER.id, ClientKey("key", b""))
    assert orders._provider_key(ORDER.id, ClientKey("k" * 300, b"")) == f"{ORDER.id}:" + "k" * (255 - 37)


def test_an_order_that_is_completed_stays_so() -> None:
    with refused(TransitionForbidden, current="completed", to="completed"):
        orders.complete_order(NOTHING_IS_WRITTEN, ORDER)
    with refused(TransitionForbidden, current="completed", to="cancelled"):
        orders._set_state(NOTHING_IS_WRITTEN, ORDER, OrderState.CANCELLED)
