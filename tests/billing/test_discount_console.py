"""Discount codes made in the console: all that a code can ask for, and many at once."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from modules.moderation.contracts import Role
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.conftest import Client
from tests.factories.moderation import Colleague
from tests.moderation.conftest import colleague, staff_browser  # noqa: F401 - fixtures

CODES = "/ops/api/billing.discounts"


@pytest.fixture
def finance(colleague: Callable[..., Colleague], staff_browser: Callable[..., Client]) -> Client:  # noqa: F811
    """A browser of finance."""
    return staff_browser(colleague(Role.FINANCE))


def make(browser: Client, site: Any, **form: Any) -> Any:
    given = {"site_id": str(site.id), "code": f"S{uuid4().hex[:8]}", "value_percentage": 20, **form}
    return browser.post(CODES, given, key=uuid4().hex)


@pytest.mark.spec("3.4", "10.6")
def test_a_code_is_made_with_all_that_it_asks_for(finance: Client, site: Any) -> None:
    made = make(
        finance,
        site,
        starts="2026-11-01",
        expires="2027-01-31",
        minimum_order_minor=2000,
        currency="eur",
        paymentmethods=["paypal", "ideal"],
        country="nl",
        max_uses=5,
    ).json
    assert made["minimum_order_minor"] == {"minor": 2000, "currency": "EUR"}
    assert (made["paymentmethods"], made["country"], made["max_uses"]) == (["paypal", "ideal"], "NL", 5)
    assert (made["starts"][:10], made["expires"][:10]) == ("2026-11-01", "2027-01-31")
    plain = make(finance, site).json
    assert (plain["minimum_order_minor"], plain["paymentmethods"]) == (None, None)


@pytest.mark.spec("3.4")
@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"minimum_order_minor": 2000}, "billing.discount-invalid"),
        ({"starts": "2027-02-01", "expires": "2027-01-31"}, "billing.discount-invalid"),
        ({"paymentmethods": ["shells"]}, "invalid"),
        ({"how_many": 501}, "invalid"),
        ({"how_many": 2, "code": "A-NAME-THAT-IS-TOO-LONG-FOR-MORE"}, "billing.discount-invalid"),
    ],
)
def test_what_makes_no_code_is_refused(finance: Client, site: Any, form: dict[str, Any], code: str) -> None:
    assert make(finance, site, **form).json["code"] == code


@pytest.mark.spec("3.4", "10.6")
def test_many_codes_begin_alike_and_each_is_good_once(finance: Client, bank: Bank, member: Any, site: Any) -> None:
    prefix = f"PRESS{uuid4().hex[:4]}".upper()
    first = make(finance, site, code=prefix, how_many=12).json
    found = finance.get(f"{CODES}?code={prefix}&per_page=50").json["data"]
    codes = {one["code"] for one in found}
    assert (len(codes), first["code"] in codes) == (12, True)
    assert {(one["max_uses"], one["code"].rpartition("-")[0]) for one in found} == {(1, prefix)}
    shopping.buy(bank, member, code=first["code"])
    used = finance.get(f"{CODES}/{first['id']}").json
    assert used["used"] == 1
    assert used["revenue"] is not None
