"""What staff read of an order and of a refund before they decide: every part of it, to the last cent."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing.payments.policies.returns import refund_until
from modules.billing.payments.queries import orders as order_queries
from modules.billing.service import refund_desk
from modules.moderation.contracts.staff import Role
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.billing.conftest import Open
from tests.billing.test_refund_desk import ORDERS, REFUNDS, ask, waiting
from tests.factories.billing import buy_credits


def euros(minor: int) -> dict[str, Any]:
    return {"minor": minor, "currency": "EUR"}


@pytest.mark.spec("9.7", "10.6")
def test_the_desk_says_what_can_go_back_of_an_order_and_what_the_member_will_read(
    bank: Bank, member: Member, desk: Open
) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    shopping.spend(member, 110)  # ten of these were given
    support = desk(Role.SUPPORT)
    paid, payment = shopping.order_of(order_id), shopping.payment_of(order_id)
    assert paid.completed_at is not None
    with transaction(read_only=True) as session:
        asked_at = order_queries.last_check(session, payment_id=payment.id)
        its = sites_api.get_site(session, paid.site_id)
    assert asked_at is not None
    until = refund_until(paid.completed_at, refund_days=its.refund_days, zone=ZoneInfo(its.timezone))
    assert support.get(f"{ORDERS}/{order_id}/views/standing").json == {
        "order_id": str(order_id),
        "ordered_at": paid.created_at.isoformat(),
        "member": {"id": str(member.id), "name": member.name, "language": "en"},
        "credits": 1000,
        "used": 100,
        "unspent": 900,
        "held": 0,
        "returned": 0,
        "paid": euros(9000),
        "price_per_credit": {"minor": "9.00", "currency": "EUR"},
        "used_worth": euros(900),
        "worth": euros(8100),
        "left": euros(9000),
        "refunded": euros(0),
        "charged_back": euros(0),
        "until": until.isoformat(),
        "is_in_time": True,
        "approval_limit": euros(50_00),
        "method": "ideal",
        "provider": "mollie",
        "provider_ref": payment.provider_ref,
        "payment_state": "paid",
        "provider_asked_at": asked_at.isoformat(),
    }
    going = "We’re refunding €9.50 to the payment method you used. It usually takes 2 to 5 working days to arrive."
    assert support.get(f"{ORDERS}/{order_id}/views/refund?credits=100&extra_minor=50").json == {
        "amount": euros(950),
        "worth": euros(900),
        "needs_approval": False,
        "language": "en",
        "reads": [going, "Our support team arranged this refund for you."],
    }
    assert support.get(f"{ORDERS}/{order_id}/views/refund?credits=900").json["needs_approval"] is True
    for more in ("credits=901", "credits=0&extra_minor=9001", "credits=0"):
        assert support.get(f"{ORDERS}/{order_id}/views/refund?{more}").json["code"] == "billing.nothing-to-refund"
    assert ask(support, order_id, credits=901).json["code"] == "billing.nothing-to-refund"
    ask(support, order_id, credits=900)
    held = support.get(f"{ORDERS}/{order_id}/views/standing").json
    assert (held["unspent"], held["held"], held["left"]["minor"]) == (0, 900, 900)
    unpaid = shopping.order(member)
    assert support.get(f"{ORDERS}/{unpaid}/views/standing").json["code"] == "billing.nothing-to-refund"


@pytest.mark.spec("10.6")
@pytest.mark.parametrize("minor", [1, 9000])
def test_money_goes_back_to_the_last_cent_of_what_was_paid_though_all_credits_are_spent(
    bank: Bank, member: Member, desk: Open, minor: int
) -> None:
    order_id = shopping.buy(bank, member, credits=1000)
    shopping.spend(member, 1010)
    preview = desk(Role.SUPPORT).get(f"{ORDERS}/{order_id}/views/refund?credits=0&extra_minor={minor}").json
    assert (preview["amount"], preview["worth"]) == (euros(minor), euros(0))


@pytest.mark.spec("9.7")
@pytest.mark.parametrize(
    ("paid_at", "is_in_time"),
    [(shopping.refundable_since, True), (shopping.refundable_before, False)],
    ids=["the last day", "the day after"],
)
def test_a_members_own_right_ends_with_a_day(
    site: Site, member: Member, paid_at: Callable[[ZoneInfo], datetime], is_in_time: bool
) -> None:
    with transaction() as session:
        order_id = buy_credits(session, member=member)
        shopping.backdate_payment(session, order_id, paid_at(ZoneInfo(site.timezone)))
        stands = refund_desk.show_standing(session, order_id=order_id)
    assert (stands["is_in_time"], stands["provider_asked_at"]) == (is_in_time, None)


@pytest.mark.spec("9.7", "10.6")
def test_of_a_second_payment_money_goes_back_and_no_credits(bank: Bank, member: Member, desk: Open) -> None:
    order_id = shopping.pay_twice(bank, member, credits=1000).order_id
    finance = desk(Role.FINANCE)
    stands = finance.get(f"{REFUNDS}/{waiting(finance, order_id)}/views/case").json["standing"]
    assert [stands[part] for part in ("credits", "used", "unspent", "held", "returned")] == [0, 0, 0, 0, 0]
    assert [stands[part] for part in ("paid", "worth", "left")] == [euros(9000), euros(0), euros(0)]
    assert (stands["until"], stands["is_in_time"]) == (None, False)
