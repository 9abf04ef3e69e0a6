"""What goes wrong while somebody pays: everything happens twice, late, or only half. Nobody waits, nobody sleeps."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.states import OrderState, PaymentState, RefundReason
from modules.billing.errors.payments import OrderNotPayable, ProviderAway
from modules.billing.ledger import service as ledger
from modules.billing.payments.providers.port import OutcomeUnknown, ProviderStatus, Unavailable
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.queries import returns as return_queries
from modules.billing.payments.service import money, orders, outcomes, payments
from modules.sites.contracts import Site
from tests.billing.bank import Bank, Killed
from tests.billing.shopping import (
    balance_of,
    logged_line,
    make_code,
    move_back,
    order,
    order_of,
    pay,
    pay_again,
    payment_of,
    payments_of,
    redemptions_of,
    sound,
    spend,
)
from tests.factories.billing import place_order
from tests.racing import race

pytestmark = pytest.mark.usefixtures("shop")


def give_up(member: Member, order_id: UUID) -> None:
    with transaction() as session:
        orders.cancel_order(session, member_id=member.id, order_id=order_id)


def all_came_once(member: Member, order_id: UUID, *, credits: int = 120) -> None:
    """The order was paid, and its credits came once."""
    assert order_of(order_id).state is OrderState.COMPLETED
    assert balance_of(member) == 10 + credits
    assert [payment.is_credited for payment in payments_of(order_id)].count(True) == 1
    sound()


# Everything twice.


@pytest.mark.parametrize("code", [None, "SPRING"])
def test_a_click_that_comes_twelve_times(bank: Bank, site: Site, member: Member, code: str | None) -> None:
    if code:
        make_code(site, code)
    key = str(uuid4())
    ids = race([lambda: order(member, key=key, code=code)] * 12)
    assert len(set(ids)) == 1, ids
    assert order_of(ids[0]).state is OrderState.LOADING
    assert (bank.created, len(payments_of(ids[0]))) == (1, 1)
    pay(bank, ids[0])
    all_came_once(member, ids[0])


def test_two_tabs_are_two_orders(bank: Bank, member: Member) -> None:
    first, second = race([lambda: order(member), lambda: order(member)])
    pay(bank, first)
    pay(bank, second)
    assert balance_of(member) == 250
    sound()


def test_two_tabs_pay_one_failed_order_again(bank: Bank, member: Member) -> None:
    order_id = order(member)
    pay(bank, order_id, ProviderStatus.FAILED)
    results = race([lambda: pay_again(member, order_id)] * 6)
    assert sorted(type(result).__name__ for result in results) == ["NoneType"] + [OrderNotPayable.__name__] * 5
    assert len(payments_of(order_id)) == bank.created == 2
    pay(bank, order_id)
    all_came_once(member, order_id)


def test_a_notice_that_comes_sixteen_times_at_once(bank: Bank, member: Member) -> None:
    order_id = order(member)
    ref = str(payment_of(order_id).provider_ref)
    bank.turn(ref, ProviderStatus.PAID)
    told, asked = (lambda: payments.sync_ref("mollie", ref)), (lambda: payments.sync_order(order_id))
    assert race([told, asked] * 8) == [None] * 16
    all_came_once(member, order_id)


def test_a_notice_before_the_payment_was_answered(bank: Bank, member: Member) -> None:
    """The payer is quicker than the answer to our own call."""

    def paid_already() -> None:
        [ref] = bank.payments
        bank.turn(ref, ProviderStatus.PAID)
        payments.sync_ref("mollie", ref)

    bank.after("create_payment", paid_already)
    all_came_once(member, order(member))


def test_two_payments_of_one_order_are_paid_at_once(bank: Bank, member: Member) -> None:
    order_id = order(member)
    pay(bank, order_id, ProviderStatus.FAILED)
    pay_again(member, order_id)
    refs = [str(payment.provider_ref) for payment in payments_of(order_id)]
    for ref in refs:
        bank.turn(ref, ProviderStatus.PAID)
    assert race([lambda ref=ref: payments.sync_ref("mollie", ref) for ref in refs * 4]) == [None] * 8
    all_came_once(member, order_id)
    payment_ids = [payment.id for payment in payments_of(order_id)]
    with transaction(read_only=True) as session:
        back = return_queries.list_refunds(session, payment_ids=payment_ids)
    assert [(refund.reason, refund.amount) for refund in back] == [
        (RefundReason.PAID_TWICE, payment_of(order_id).amount)
    ]


# Only half: the process ends, or the answer never comes.

POINTS = [
    ("create_payment", "before"),
    ("create_payment", "after"),
    ("fetch_payment", "before"),
    ("fetch_payment", "after"),
]


@pytest.mark.parametrize(("call", "when"), POINTS)
def test_the_process_ends_beside_a_call(bank: Bank, member: Member, call: str, when: str) -> None:
    getattr(bank, when)(call, Killed())
    with transaction() as session:
        order_id = place_order(session, member=member)
    if call == "create_payment":
        with pytest.raises(Killed):
            payments.submit_order(order_id)
    else:
        payments.submit_order(order_id)
        bank.turn(next(iter(bank.payments)), ProviderStatus.PAID)
        with pytest.raises(Killed):
            payments.sync_order(order_id)
    move_back(order_id, minutes=10)
    payments.check_due()  # finds it, or asks for it again under the same key
    assert bank.created == 1
    pay(bank, order_id)
    all_came_once(member, order_id)


@pytest.mark.parametrize(
    ("room", "function"),
    [
        (orders, "complete_order"),
        (money, "post_purchase"),
        (ledger, "add_lot"),
        (money, "post_money"),
        (accounts_api, "mark_paid"),
        (outcomes, "publish"),
    ],
)
@pytest.mark.parametrize("when", ["before", "after"])
def test_the_process_ends_inside_the_transaction(
    bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch, room: Any, function: str, when: str
) -> None:
    """Paid at the provider, and the process ends at some step of taking it over: all of it or nothing is there."""
    order_id = order(member)
    bank.turn(str(payment_of(order_id).provider_ref), ProviderStatus.PAID)
    original = getattr(room, function)

    def die(*args: Any, **kwargs: Any) -> None:
        if when == "after":
            original(*args, **kwargs)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(room, function, die)
        with pytest.raises(Killed):
            payments.sync_order(order_id)
    assert order_of(order_id).state is OrderState.LOADING
    assert balance_of(member) == 10
    sound()
    move_back(order_id, minutes=10)
    payments.check_due()
    all_came_once(member, order_id)


def test_an_order_is_placed_and_the_process_ends(bank: Bank, member: Member) -> None:
    """The same click asks the provider; nobody else does, and after hours the order is given up."""
    with transaction() as session:
        order_id = place_order(session, member=member, key="the same click")
    move_back(order_id, minutes=10)
    payments.check_due()
    assert (bank.created, order_of(order_id).state) == (0, OrderState.LOADING)
    assert order(member, key="the same click") == order_id
    assert bank.created == 1
    pay(bank, order_id)
    all_came_once(member, order_id)


def test_a_lost_answer_is_looked_up_and_never_asked_again(bank: Bank, member: Member) -> None:
    bank.after("create_payment", OutcomeUnknown("lost"))
    order_id = order(member)
    assert payment_of(order_id).state is PaymentState.UNKNOWN
    assert order_of(order_id).state is OrderState.PENDING
    payments.submit_order(order_id)
    assert bank.created == 1
    move_back(order_id, minutes=10)
    payments.check_due()
    pay(bank, order_id)
    all_came_once(member, order_id)


def test_a_click_that_comes_again_after_an_hour(bank: Bank, member: Member) -> None:
    """The provider has forgotten our key by then, so that a second call would make a second payment."""
    bank.after("create_payment", Killed())
    with pytest.raises(Killed):
        order(member, key="the same click")
    [order_id] = _orders_of(member)
    bank.forget_keys()
    move_back(order_id, minutes=61)
    assert order(member, key="the same click") == order_id
    assert bank.created == 1
    payments.check_due()
    pay(bank, order_id)
    all_came_once(member, order_id)


def test_what_never_reached_the_provider_is_given_up(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "SPRING")
    bank.before("create_payment", Killed())
    with pytest.raises(Killed):
        order(member, code="SPRING")
    [order_id] = _orders_of(member)
    move_back(order_id, hours=1, minutes=50)
    payments.check_due()
    assert order_of(order_id).state is OrderState.LOADING
    move_back(order_id, hours=1)
    payments.check_due()
    assert (order_of(order_id).state, bank.created) == (OrderState.FAILED, 0)
    assert payment_of(order_id).failure == "never-reached"
    assert redemptions_of(site, "SPRING") == (0, 0)
    sound()


def test_the_provider_is_away(bank: Bank, member: Member) -> None:
    bank.before("create_payment", Unavailable("down"))
    with pytest.raises(ProviderAway):
        order(member, key="the same click")
    order_id = order(member, key="the same click")
    assert bank.created == 1
    bank.before("cancel_payment", Unavailable("down"))
    with pytest.raises(ProviderAway):
        payments.stop_open_payment(order_id)
    pay(bank, order_id)
    all_came_once(member, order_id)


def test_one_that_cannot_be_asked_after_does_not_hold_up_the_rest(
    bank: Bank, member: Member, logged: list[Any]
) -> None:
    lost, strange, sound_one = order(member), order(member), order(member)
    del bank.payments[str(payment_of(lost).provider_ref)]
    bank.stale[str(payment_of(strange).provider_ref)] = "nonsense"  # type: ignore[assignment]
    bank.turn(str(payment_of(sound_one).provider_ref), ProviderStatus.PAID)
    for order_id in (lost, strange, sound_one):  # in the order in which they are asked after
        move_back(order_id)
    payments.check_due()
    assert balance_of(member) == 130
    named = {"id": str(payment_of(strange).id), "exc_info": True}
    assert logged_line("error", "cannot be asked after", **named) in logged
    with transaction(read_only=True) as session:
        due = queries.list_due_payments(session, limit=50)
    assert not {payment_of(one).id for one in (lost, strange)} & {id for id, _ in due}


# Late.


def test_paid_after_it_was_given_up(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "SPRING")
    order_id = order(member, code="SPRING")
    ref = str(payment_of(order_id).provider_ref)
    give_up(member, order_id)
    bank.before("cancel_payment", lambda: bank.turn(ref, ProviderStatus.PAID))
    payments.abandon_payment(payment_of(order_id).id)
    all_came_once(member, order_id)
    assert redemptions_of(site, "SPRING") == (1, 1)


def test_the_code_is_changed_while_its_order_is_paid(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "SPRING")
    order_id = order(member, code="SPRING")
    with transaction() as session:
        session.execute(text("UPDATE billing.discount_code SET value_percentage = 90 WHERE code = 'SPRING'"))
        api.disable_discount(session, site_id=site.id, code="SPRING")
    pay(bank, order_id, ProviderStatus.FAILED)
    pay_again(member, order_id)
    assert payment_of(order_id).amount.minor == order_of(order_id).total_minor == 864
    pay(bank, order_id)
    all_came_once(member, order_id)


def test_spending_begins_when_the_credits_are_there(bank: Bank, member: Member) -> None:
    """Twenty spends race the notice that brings the credits: each is either paid by what is there or refused."""
    order_id = order(member)
    bank.turn(str(payment_of(order_id).provider_ref), ProviderStatus.PAID)
    results = race([lambda: payments.sync_order(order_id)] + [lambda: spend(member, 10)] * 20)
    spent = [type(result) for result in results[1:]].count(UUID)
    assert balance_of(member) == 130 - 10 * spent
    sound()


def _orders_of(member: Member) -> list[UUID]:
    with transaction(read_only=True) as session:
        return [each.id for each in queries.list_orders(session, member_id=member.id, limit=10)]
