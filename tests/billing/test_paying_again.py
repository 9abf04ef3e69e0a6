"""Orders that are paid again, or whose code moves on, beside another order that is under way."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.contracts.states import OrderOrigin, PaymentState
from modules.billing.errors.payments import MethodNotFound, OrderNotFound, OrderNotPayable, SpendingLimitReached
from modules.billing.errors.shop import DiscountUsed
from modules.billing.payments.providers.port import ProviderStatus, Step
from modules.billing.payments.queries import orders as order_queries
from modules.billing.payments.service import outcomes, payments
from modules.billing.payments.service.orders import RETRY_FOR, Wish
from modules.billing.service import views
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.examples import TICK
from tests.billing.shopping import (
    code_of,
    make_code,
    order,
    order_of,
    pay,
    pay_again,
    payment_of,
    payments_of,
    prepare_again,
    set_limit,
)
from tests.conftest import drain_now
from tests.factories.billing import save_method
from tests.fixture_types import MakeMember
from tests.racing import start_while_open, wait_for_a_lock
from tests.refusing import refused

pytestmark = pytest.mark.usefixtures("shop")
RELOAD, SHOP = OrderOrigin.RELOAD, OrderOrigin.SHOP


@pytest.mark.parametrize(("origin", "other"), [(RELOAD, SHOP), (SHOP, RELOAD)])
def test_an_order_that_failed_is_paid_again_beside_one_of_another_origin(
    bank: Bank, member: Member, origin: OrderOrigin, other: OrderOrigin
) -> None:
    pay(bank, failed := order(member, origin=origin), ProviderStatus.FAILED)
    order(member, origin=other)
    pay_again(member, failed)
    assert order_of(failed).state == "loading"


def test_a_reload_that_failed_is_not_paid_again_while_another_one_is_under_way(bank: Bank, member: Member) -> None:
    pay(bank, failed := order(member, origin=RELOAD), ProviderStatus.FAILED)
    order(member, origin=RELOAD)
    with refused(OrderNotPayable):
        pay_again(member, failed)


def test_a_code_whose_money_sets_out_while_it_is_ordered_with_again_is_used(
    bank: Bank, site: Site, member: Member
) -> None:
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


def test_an_order_whose_code_moves_on_is_cancelled_at_the_bank(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE")
    first, second = order(member, code="ONCE"), order(member, code="ONCE")
    assert payment_of(first).state is PaymentState.OPEN
    drain_now()
    assert bank.of(payment_of(first).id).status is ProviderStatus.CANCELED
    assert payment_of(first).state is PaymentState.CANCELED
    assert (code_of(first), code_of(second)) == ("released", "reserved")


@pytest.mark.spec("4.5")
@pytest.mark.parametrize(("age", "is_late"), [(RETRY_FOR, False), (RETRY_FOR + TICK, True)], ids=["a day", "more"])
def test_an_order_is_paid_again_at_its_own_price_for_a_day(
    bank: Bank, member: Member, age: timedelta, is_late: bool
) -> None:
    pay(bank, failed := order(member), ProviderStatus.FAILED)
    moved = text("UPDATE billing.credit_order SET created_at = now() - CAST(:age AS interval) WHERE id = :id")
    with transaction() as session:
        session.execute(text("SET LOCAL session_replication_role = replica"))  # an order keeps when it was made
        session.execute(moved, {"id": failed, "age": age})
        [shown] = views.show_orders(session, [order_queries.get_order(session, failed)])
        assert shown["can_retry"] is not is_late
        with refused(OrderNotPayable) if is_late else nullcontext():
            prepare_again(session, member, failed)


@pytest.mark.spec("4.5")
def test_an_order_of_somebody_else_is_not_paid_again(bank: Bank, member: Member, make_member: MakeMember) -> None:
    pay(bank, failed := order(member), ProviderStatus.FAILED)
    with refused(OrderNotFound):
        pay_again(make_member(), failed)
    assert order_of(failed).state == "failed"


@pytest.mark.spec("4.5")
def test_an_order_that_failed_is_paid_again_with_a_saved_card_of_its_own_member(
    bank: Bank, member: Member, make_member: MakeMember
) -> None:
    other = make_member()
    pay(bank, failed := order(member), ProviderStatus.FAILED)
    with transaction() as session:
        own = save_method(session, member_id=member.id)
        foreign = save_method(session, member_id=other.id)
    with refused(MethodNotFound, "mandate_id"), transaction() as session:
        prepare_again(session, member, failed, wish=Wish("ideal", mandate_id=foreign))
    with transaction() as session:
        prepare_again(session, member, failed, wish=Wish("ideal", mandate_id=own))
    paid_by = payment_of(failed)
    assert (paid_by.method, paid_by.mandate_id, paid_by.step) == ("creditcard", own, Step.RECURRING)


def test_an_order_paid_again_and_a_new_one_at_the_same_moment_stay_within_the_limit(bank: Bank, member: Member) -> None:
    pay(bank, failed := order(member), ProviderStatus.FAILED)
    set_limit(member, 1500)
    refusal, has_waited = start_while_open(
        lambda session: prepare_again(session, member, failed), lambda: order(member)
    )
    assert (type(refusal), has_waited) == (SpendingLimitReached, True)
    assert order_of(failed).state == "loading"


@pytest.mark.spec("4.5")
def test_the_open_payment_of_an_order_that_an_earlier_one_pays_late_is_cancelled_at_its_provider(
    bank: Bank, member: Member
) -> None:
    order_id = order(member)
    pay(bank, order_id, ProviderStatus.FAILED)
    pay_again(member, order_id)
    earlier, newer = payments_of(order_id)
    bank.turn(str(earlier.provider_ref), ProviderStatus.PAID)
    payments.sync_payment(earlier.id)
    drain_now()
    assert (order_of(order_id).state, payment_of(order_id).state) == ("completed", PaymentState.CANCELED)
    assert bank.of(newer.id).status is ProviderStatus.CANCELED
