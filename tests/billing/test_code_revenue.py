"""What codes brought, as finance sees it: what was paid, and what is left after refunds and chargebacks."""

from typing import Any
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api, jobs
from modules.billing.contracts.shop import Money
from modules.billing.payments.service import payments
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import buy, change_currency, make_code, order, payment_of, settle, sound, support
from tests.conftest import Client
from tests.fixture_types import MakeMember

API = "/ops/api/billing"
pytestmark = pytest.mark.usefixtures("shop")


def revenue(finance: Client, site: Site, **sought: str) -> list[tuple[Any, ...]]:
    """Return the rows of a site: series, orders, currency, and what was paid, paid back, taken back and is left.

    They are counted by the job that runs by the clock.
    """
    jobs.count_code_revenue()
    query = "&".join(f"{name}={value}" for name, value in {"site_id": site.id, **sought}.items())
    sums = ("paid_minor", "refunded_minor", "charged_back_minor", "left_minor")
    return [
        (row["series"], row["orders"], row["currency"], *(row[name]["minor"] for name in sums))
        for row in finance.get(f"{API}.code-revenue?{query}").json["data"]
    ]


def words_of(finance: Client, site: Site, code: str) -> tuple[list[str], list[str]]:
    [row] = finance.get(f"{API}.discounts?site_id={site.id}&code={code}").json["data"]
    return row["revenue"], row["left"]


def use_of(finance: Client, member: Member, order_id: UUID) -> list[int | None]:
    [use] = finance.get(f"{API}.redemptions?order_id={order_id}").json["data"]
    assert use in finance.get(f"{API}.redemptions?member_id={member.id}").json["data"]
    return [use[name] and use[name]["minor"] for name in ("paid_minor", "left_minor")]


def charge_back(bank: Bank, order_id: UUID) -> None:
    payment = payment_of(order_id)
    bank.charge_back(str(payment.provider_ref), payment.amount.minor)
    payments.sync_payment(payment.id)


@pytest.mark.spec("3.4", "10.6")
def test_what_is_left_is_what_did_not_go_back(finance: Client, bank: Bank, site: Site, member: Member) -> None:
    make_code(site, "SPRING")
    order_id = buy(bank, member, credits=1000, code="SPRING")
    assert revenue(finance, site) == [("SPRING", 1, "EUR", 7200, 0, 0, 7200)]
    refund = support(order_id, credits=100, extra=500)
    assert revenue(finance, site) == [("SPRING", 1, "EUR", 7200, 0, 0, 7200)]
    settle(bank, refund)
    assert revenue(finance, site) == [("SPRING", 1, "EUR", 7200, 1220, 0, 5980)]
    assert words_of(finance, site, "SPRING") == (["72.00 EUR"], ["59.80 EUR"])
    assert use_of(finance, member, order_id) == [7200, 5980]
    sound()


@pytest.mark.spec("3.4", "10.6")
def test_a_chargeback_and_a_whole_refund_leave_nothing(
    finance: Client, bank: Bank, site: Site, member: Member, make_member: MakeMember
) -> None:
    make_code(site, "SPRING")
    charge_back(bank, buy(bank, member, credits=1000, code="SPRING"))
    assert revenue(finance, site) == [("SPRING", 1, "EUR", 7200, 0, 7200, 0)]
    bonus = buy(bank, make_member(), credits=120, code="TIMEBONUS25")
    settle(bank, support(bonus, credits=120))
    assert revenue(finance, site, series="TIMEBONUS25") == [("TIMEBONUS25", 1, "EUR", 810, 810, 0, 0)]
    assert words_of(finance, site, "SPRING") == (["72.00 EUR"], ["0.00 EUR"])
    sound()


@pytest.mark.spec("3.4", "10.6")
def test_codes_made_together_are_summed_by_currency_and_sorted(
    finance: Client, bank: Bank, site: Site, member: Member, make_member: MakeMember
) -> None:
    with transaction() as session:
        same: dict[str, Any] = {"site_id": site.id, "actor": "test", "value_percentage": 20}
        first, second, third, unpaid = api.create_discounts(session, prefix="revenue", count=4, **same)
    make_code(site, "ALONE")
    buy(bank, member, credits=1000, code=first.code)
    buy(bank, make_member(), credits=120, code=second.code)
    waits = order(make_member(), credits=120, code=unpaid.code)
    buy(bank, make_member(), credits=120, code="ALONE")
    change_currency(site, 990, price := Money(600_00, "DKK"))
    buy(bank, make_member(), credits=990, price=price, code=third.code)
    revenues = [("REVENUE", 1, "DKK", 48000, 0, 0, 48000), ("REVENUE", 2, "EUR", 8064, 0, 0, 8064)]
    assert revenue(finance, site, sort="-left_minor") == [*revenues, ("ALONE", 1, "EUR", 864, 0, 0, 864)]
    assert revenue(finance, site, series="REVENUE", currency="EUR") == revenues[1:]
    assert finance.get(f"{API}.discounts?series=REVENUE").json["total"] == 4
    assert finance.get(f"{API}.orders/{waits}").json["paid_minor"] is None
    sound()


@pytest.mark.spec("10.6")
def test_orders_say_how_they_were_paid_and_what_went_back(
    finance: Client, bank: Bank, site: Site, member: Member
) -> None:
    make_code(site, "SPRING")
    order_id = buy(bank, member, credits=1000, code="SPRING", method="paypal")
    settle(bank, support(order_id, credits=100))
    support(order_id, credits=900)  # waits for somebody else
    [row] = finance.get(f"{API}.orders?member_id={member.id}").json["data"]
    sums = ("paid_minor", "refunded_minor", "charged_back_minor")
    assert [row[name]["minor"] for name in sums if name in row] == [7200, 720, 0]
    assert (row["method"], row["discount_code"]) == ("paypal", "SPRING")
