"""Somebody who keeps checkout pages open: they order, give up, order again, and pay all of it in the end."""

from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.payments.service import payments
from modules.sites.contracts import Site
from tests.billing.shopping import open_shop, ref_of, sound
from tests.billing.test_orders import order
from tests.conftest import Client, drain_now
from tests.fixture_types import LogIn, MakeMember
from tests.simulating import Simulator

BONUS = "TIMEBONUS25"
LESS = 1499


@pytest.fixture
def member(site: Site, make_member: MakeMember) -> Member:
    """A member who just signed up, with an hour in which credits cost a quarter less, once."""
    open_shop(site)
    return make_member()


def pay_all(simulator: Simulator, orders: list[Any]) -> None:
    for one in orders:
        simulator.pay(ref_of(one["id"]))
        payments.sync_ref("mollie", ref_of(one["id"]))
        drain_now()


def kept(browser: Client, orders: list[Any]) -> list[int]:
    """Return what the installation keeps of the money for each order, in cents."""
    found = []
    for one in orders:
        shown = browser.post(f"/api/v1/orders/{one['id']}/sync").get_json()
        found.append(one["total"]["minor"] - sum(refund["amount"]["minor"] for refund in shown["refunds"]))
    return found


@pytest.mark.spec("9.3")
def test_six_checkouts_with_the_time_bonus_bring_it_once(member: Member, login: LogIn, simulator: Simulator) -> None:
    browser, made = login(member), []
    for _ in range(6):
        made.append(order(browser, code=BONUS).get_json())
        assert made[-1]["total"]["minor"] == LESS
        browser.post(f"/api/v1/orders/{made[-1]['id']}/cancel")
        drain_now()
    pay_all(simulator, made)
    assert sum(kept(browser, made)) == LESS
    assert browser.get("/api/v1/credits").get_json()["balance"] == 130
    sound()


@pytest.mark.spec("3.4")
def test_a_code_for_one_lowers_one_order_of_two_members(
    site: Site, member: Member, make_member: MakeMember, login: LogIn, simulator: Simulator
) -> None:
    with transaction() as session:
        api.create_discount(session, site_id=site.id, code="ONE", actor="test", value_percentage=90, max_uses=1)
    browsers, made = [login(member), login(make_member())], []
    for browser in browsers * 3:
        answer = order(browser, code="ONE", key=str(uuid4()))
        if answer.status_code == 201:
            made.append((browser, answer.get_json()))
            browser.post(f"/api/v1/orders/{answer.get_json()['id']}/cancel")
            drain_now()
        else:
            assert answer.get_json()["code"] == "billing.discount-exhausted"
    assert len(made) == 3, "the hold stays with who has it"
    pay_all(simulator, [one for _, one in made])
    assert sum(amount for browser, one in made for amount in kept(browser, [one])) == 200
    sound()


@pytest.mark.spec("9.7")
def test_four_checkouts_spend_no_more_than_the_limit(member: Member, login: LogIn, simulator: Simulator) -> None:
    browser, made = login(member), []
    assert browser.put("/api/v1/spending-limit", {"minor": 2500}).status_code < 300
    for _ in range(4):
        answer = order(browser, key=str(uuid4()))
        if answer.status_code == 201:
            made.append(answer.get_json())
            browser.post(f"/api/v1/orders/{made[-1]['id']}/cancel")
            drain_now()
    pay_all(simulator, made)
    assert sum(kept(browser, made)) <= 2500
    sound()
