"""Discount codes under races: many tabs, many members, and a clock that is wrong."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import pytest
from sqlalchemy import select, text

from app.kernel import clock
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.errors.shop import DiscountExhausted, DiscountExpired, DiscountUsed
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.service import redemptions
from modules.billing.shop.models.discounts import DiscountCode, Redemption
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import buy, code_of, make_code, order, pay, payment_of, redemptions_of, sound
from tests.factories.billing import place_order
from tests.fixture_types import MakeMember
from tests.racing import race, start_while_open, wait_for_a_lock
from tests.refusing import refused

pytestmark = pytest.mark.usefixtures("shop")


def test_one_member_uses_a_code_once_however_many_tabs(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "SPRING")
    results = race([lambda: order(member, code="SPRING")] * 12)
    assert {type(result) for result in results} <= {UUID, DiscountUsed}
    assert redemptions_of(site, "SPRING") == (1, 1)
    # An order that was given up before its payment was begun has no page where it could be paid.
    for order_id in (each for each in results if isinstance(each, UUID) and payment_of(each).provider_ref):
        pay(bank, order_id)
    assert redemptions_of(site, "SPRING") == (1, 1)
    sound()


def test_a_code_for_three_among_twelve(bank: Bank, site: Site, make_member: MakeMember) -> None:
    make_code(site, "THREE", max_uses=3)
    members = [make_member() for _ in range(12)]
    results = race([lambda one=one: order(one, code="THREE") for one in members])
    assert [type(result) for result in results].count(UUID) == 3, results
    assert [type(result) for result in results].count(DiscountExhausted) == 9
    assert redemptions_of(site, "THREE") == (3, 3)
    sound()


def test_an_order_does_not_get_a_code_that_another_was_paid_with_meanwhile(
    bank: Bank, site: Site, member: Member
) -> None:
    make_code(site, "ONCE")
    paid, late = buy(bank, member, code="ONCE"), order(member)
    with pytest.raises(DiscountUsed) as caught, transaction() as session:
        code_id = session.execute(select(Redemption.code_id).where(Redemption.order_id == paid)).scalar_one()
        redemptions.hold_code(session, code_id, member.id, late)
    assert caught.value.field == "code"
    assert redemptions_of(site, "ONCE") == (1, 1)


def test_who_orders_with_a_code_that_is_being_paid_waits_and_does_not_get_it(
    bank: Bank, site: Site, member: Member
) -> None:
    make_code(site, "ONCE")
    paid, late = order(member, code="ONCE"), order(member)
    code_id = code_id_of(paid)
    with ThreadPoolExecutor(1) as other:
        with transaction() as session:
            session.execute(select(DiscountCode.id).where(DiscountCode.id == code_id).with_for_update())
            held = other.submit(hold, code_id, member, late)
            wait_for_a_lock(unless=held.done)
            assert redemptions.redeem_code(session, paid)
        with refused(DiscountUsed, "code"):
            held.result()
    assert (code_of(paid), redemptions_of(site, "ONCE")) == ("redeemed", (1, 1))


def test_who_pays_while_another_order_takes_the_code_has_it_back(bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "ONCE")
    paid, taking = order(member, code="ONCE"), order(member)
    code_id = code_id_of(paid)
    done, has_waited = start_while_open(
        lambda session: redemptions.hold_code(session, code_id, member.id, taking), lambda: redeem(paid)
    )
    assert (done, has_waited) == (True, True)
    assert (code_of(paid), code_of(taking), redemptions_of(site, "ONCE")) == ("redeemed", "released", (1, 1))


def test_an_order_without_a_code_redeems_none(bank: Bank, member: Member) -> None:
    assert redeem(order(member)) is False


def code_id_of(order_id: UUID) -> UUID:
    """Return the code that an order holds."""
    with transaction(read_only=True) as session:
        return session.execute(select(Redemption.code_id).where(Redemption.order_id == order_id)).scalar_one()


def hold(code_id: UUID, member: Member, order_id: UUID) -> None:
    with transaction() as session:
        redemptions.hold_code(session, code_id, member.id, order_id)


def redeem(order_id: UUID) -> bool:
    with transaction() as session:
        return redemptions.redeem_code(session, order_id)


@pytest.mark.spec("9.3")
@pytest.mark.parametrize(("seconds", "counts"), [("14399.999", True), ("14400", False)])
@pytest.mark.parametrize("wrong_by", [timedelta(hours=-1), timedelta(hours=1)])
def test_the_bonus_ends_by_the_clock_of_the_database(
    bank: Bank, member: Member, monkeypatch: pytest.MonkeyPatch, seconds: str, counts: bool, wrong_by: timedelta
) -> None:
    monkeypatch.setattr(clock, "now", lambda: _true_now() + wrong_by)
    with transaction() as session:
        moved = text("UPDATE accounts.member SET signup_at = now() - CAST(:ago AS interval) WHERE id = :id")
        session.execute(moved, {"id": member.id, "ago": f"{seconds} seconds"})
        if counts:
            order_id = place_order(session, member=member, code="TIMEBONUS25")
            assert queries.get_order(session, order_id).discount_code == "TIMEBONUS25"
        else:
            with pytest.raises(DiscountExpired):
                place_order(session, member=member, code="TIMEBONUS25")


_true_now = clock.now
