"""Discount codes made in the console: all that a code can ask for, and many at once."""

import re
from datetime import datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import DIRECT_DEBIT_METHOD
from modules.billing.ops.discounts import METHODS
from modules.billing.payments.providers import stripe_methods
from modules.sites.contracts import Site
from tests import editing
from tests.billing import shopping
from tests.billing.bank import Bank
from tests.conftest import Client
from tests.factories.sites import make_site

pytestmark = pytest.mark.usefixtures("shop")
CODES = "/ops/api/billing.discounts"


def make(browser: Client, site: Site, **form: Any) -> Any:
    given = {"site_id": str(site.id), "code": f"S{uuid4().hex[:8]}", "value_percentage": 20, **form}
    return browser.post(CODES, given, key=uuid4().hex)


@pytest.mark.spec("3.4")
def test_a_code_can_be_limited_to_every_payment_method() -> None:
    assert {DIRECT_DEBIT_METHOD, *(method.id for method in stripe_methods.METHODS)} - {*METHODS} == set()


@pytest.mark.spec("1.2", "10.4")
@pytest.mark.parametrize(
    ("form", "refusal"),
    [
        ({"site_id": str(uuid4())}, (404, None, "sites.site-unknown")),
        ({"country": "1!"}, (422, "/country", "billing.bundle-invalid")),
        ({"country": "zz", "currency": "EU€"}, (422, "/currency", "billing.bundle-invalid")),
        ({"currency": "USD"}, (422, "/currency", "billing.bundle-invalid")),
    ],
)
@pytest.mark.usefixtures("ready_to_sell")
def test_a_price_that_nobody_could_pay_is_refused(
    finance: Client, site: Site, form: dict[str, str], refusal: tuple[int, str | None, str]
) -> None:
    price = {"site_id": str(site.id), "country": "nl", "credits": 120, "price_minor": 2999, "currency": "eur"}
    answer = finance.post("/ops/api/billing.bundles", price | form, key=uuid4().hex)
    pointer = next((error["pointer"] for error in answer.json.get("errors", ())), None)
    assert (answer.status_code, pointer, answer.json.get("code")) == refusal
    assert finance.post("/ops/api/billing.bundles", price, key=uuid4().hex).status_code == 201


@pytest.mark.spec("3.4", "10.6")
@pytest.mark.parametrize(
    ("form", "refusal"),
    [
        ({"country": "Germany"}, ("/country", "billing.discount-country")),
        ({"country": "XX"}, ("/country", "billing.discount-country")),
        ({"currency": "EURO"}, ("/currency", "billing.discount-currency")),
        ({"currency": "USD"}, ("/currency", "billing.discount-currency")),
        ({"expires": "2021-01-31"}, ("/expires", "billing.discount-over")),
        ({"starts": "0001-01-01"}, (None, "billing.discount-day")),
        ({"expires": "9999-12-31"}, (None, "billing.discount-day")),
        ({"member_id": str(uuid4()), "code": ""}, ("/member_id", "billing.discount-member")),
        ({"member_id": str(uuid4())}, ("/code", "billing.discount-for-one")),
    ],
)
def test_a_code_that_nobody_could_use_is_refused(
    finance: Client, site: Site, form: dict[str, str], refusal: tuple[str | None, str]
) -> None:
    answer = make(finance, site, **form)
    pointer = next((error["pointer"] for error in answer.json.get("errors", ())), None)
    assert (answer.status_code, pointer, answer.json["code"]) == (422, *refusal)


@pytest.mark.spec("3.4", "10.6")
def test_a_refused_country_or_currency_names_those_that_a_code_can_be_for(finance: Client) -> None:
    with transaction() as session:
        site = make_site(session)
        for country, currency in zip(site.countries, ("EUR", "DKK"), strict=False):
            price = Money(990, currency)
            api.set_bundle(session, site_id=site.id, country=country, credits=77, price=price)
    assert make(finance, site, country="XX").json["detail"] == (
        f"This site isn’t open in that country. Choose from {', '.join(site.countries)}."
    )
    assert make(finance, site, currency="USD").json["detail"] == (
        "This site doesn’t sell in that currency. Choose from DKK, EUR."
    )


@pytest.mark.spec("3.4", "10.4")
def test_an_occasion_that_was_chosen_and_emptied_again_is_none_that_was_chosen(finance: Client, site: Site) -> None:
    emptied = make(finance, site, occasion=None, how_many=None, paymentmethods=None)
    assert (emptied.status_code, emptied.json["occasion"]) == (201, make(finance, site).json["occasion"])


@pytest.mark.spec("3.4", "10.6")
def test_a_code_is_for_a_member_of_its_own_site(finance: Client, member: Member, site: Site) -> None:
    with transaction() as session:
        other = make_site(session)
    refused = make(finance, other, member_id=str(member.id), code="")
    assert (refused.status_code, refused.json["code"]) == (422, "billing.discount-member")
    assert make(finance, site, member_id=str(member.id), code="").json["member_id"] == str(member.id)


@pytest.mark.spec("4.2", "10.6")
def test_a_code_for_one_member_is_made_by_the_installation_and_names_nobody(
    finance: Client, member: Member, site: Site
) -> None:
    """It stays on orders and invoices when they are erased."""
    about = {"member_id": str(member.id), "occasion": "apology"}
    refused = make(finance, site, code="SORRY-ROBIN", **about)
    assert (refused.status_code, refused.json["code"]) == (422, "billing.discount-for-one")
    assert re.fullmatch("APOLOGY-[A-Z2-9]{8}", make(finance, site, code="", **about).json["code"])
    assert re.fullmatch(
        "BIRTHDAY-[A-Z2-9]{8}", make(finance, site, code=None, **{**about, "occasion": "birthday"}).json["code"]
    )


@pytest.mark.spec("3.4", "10.6")
def test_what_a_code_is_for_is_changed_to_what_works_only(finance: Client, site: Site) -> None:
    made = make(finance, site).json
    refused = act(finance, made, "change", value_percentage=20, country="Deutschland")
    assert (refused.status_code, refused.json["code"]) == (422, "billing.discount-country")
    assert act(finance, made, "change", value_percentage=20, country="nl").json["country"] == "NL"


@pytest.mark.spec("3.4", "10.6")
def test_a_code_is_made_with_all_that_it_asks_for(finance: Client, site: Site) -> None:
    made = make(
        finance,
        site,
        starts="2026-11-01",
        expires="2099-01-31",
        minimum_order_minor=2000,
        currency="eur",
        paymentmethods=["paypal", "ideal"],
        country="nl",
        max_uses=5,
    ).json
    assert made["minimum_order_minor"] == {"minor": 2000, "currency": "EUR"}
    assert (made["paymentmethods"], made["country"], made["max_uses"]) == (["paypal", "ideal"], "NL", 5)
    zone = ZoneInfo(site.timezone)
    first, last = (datetime.fromisoformat(made[name]).astimezone(zone) for name in ("starts", "expires"))
    assert (f"{first:%F %H:%M}", f"{last:%F %H:%M}") == ("2026-11-01 00:00", "2099-01-31 23:59")
    plain = make(finance, site).json
    assert (plain["minimum_order_minor"], plain["paymentmethods"]) == (None, None)


@pytest.mark.spec("3.4")
@pytest.mark.parametrize(
    ("form", "code"),
    [
        ({"minimum_order_minor": 2000}, "billing.discount-invalid"),
        ({"starts": "2027-02-01", "expires": "2027-01-31"}, "billing.discount-over"),
        ({"paymentmethods": ["shells"]}, "invalid"),
        ({"how_many": 501}, "invalid"),
        ({"how_many": 2, "member_id": "0d7a3a10-0000-4000-8000-000000000001"}, "billing.discount-invalid"),
        ({"code": ""}, "billing.discount-invalid"),
        ({"how_many": 2, "code": ""}, "billing.discount-invalid"),
        ({"how_many": 2, "code": "A-NAME-THAT-IS-TOO-LONG-FOR-MORE"}, "billing.discount-invalid"),
    ],
)
def test_what_makes_no_code_is_refused(finance: Client, site: Site, form: dict[str, Any], code: str) -> None:
    assert make(finance, site, **form).json["code"] == code


@pytest.mark.spec("3.4", "10.6")
def test_many_codes_begin_alike_and_each_is_good_once(finance: Client, bank: Bank, member: Member, site: Site) -> None:
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


def act(browser: Client, code: Any, action: str, **form: Any) -> Any:
    return editing.act(browser, f"{CODES}/{code['id']}", action, form)


@pytest.mark.spec("3.4", "10.6")
def test_a_code_is_changed_as_far_as_it_was_not_used(finance: Client, bank: Bank, member: Member, site: Site) -> None:
    made = make(finance, site, max_uses=1).json
    changed = act(finance, made, "change", value_percentage=30, country="nl", max_uses=2).json
    assert (changed["value_percentage"], changed["country"], changed["max_uses"]) == (30, "NL", 2)
    act(finance, made, "change", value_percentage=30)
    shopping.buy(bank, member, code=made["code"])
    promised = act(finance, made, "change", value_percentage=20)
    assert (promised.status_code, promised.json["code"]) == (409, "billing.discount-promised")
    assert promised.json["errors"][0]["pointer"] == "/value_percentage"
    kept = act(finance, made, "change", value_percentage=30, max_uses=1).json
    assert (kept["used"], kept["max_uses"], kept["country"]) == (1, 1, None)
    ended = act(finance, made, "set-end", last_day="2099-01-31").json
    last = datetime.fromisoformat(ended["expires"]).astimezone(ZoneInfo(site.timezone))
    assert f"{last:%F %H:%M}" == "2099-01-31 23:59"
    assert act(finance, made, "set-end", last_day=None).json["expires"] is None
    refused = act(finance, made, "set-end", last_day="2001-01-31")
    assert (refused.status_code, refused.json["code"]) == (422, "billing.discount-over")


@pytest.mark.spec("3.4", "10.6")
def test_a_code_is_never_good_for_less_than_it_was_used(finance: Client, site: Site) -> None:
    made = make(finance, site, max_uses=5).json
    used = text("UPDATE billing.discount_code SET used = :used WHERE id = :id")
    with transaction() as session:
        session.execute(used, {"used": 3, "id": made["id"]})
    try:
        refused = act(finance, made, "change", value_percentage=20, max_uses=2)
        kept = act(finance, made, "change", value_percentage=20, max_uses=3).json
    finally:
        # Nobody used it, and the audit of the books would say so from here on.
        with transaction() as session:
            session.execute(used, {"used": 0, "id": made["id"]})
    shown = (refused.status_code, refused.json["errors"][0]["pointer"], refused.json["code"])
    assert shown == (422, "/max_uses", "billing.discount-used-more")
    assert refused.json["used"] == 3
    assert kept["max_uses"] == 3


@pytest.mark.spec("10.6")
@pytest.mark.usefixtures("ready_to_sell")
def test_an_old_price_ends_nothing_that_is_sold_now(finance: Client, site: Site) -> None:
    bundles = "/ops/api/billing.bundles"

    def price(minor: int) -> Any:
        given = {"site_id": str(site.id), "country": "NL", "credits": 777, "price_minor": minor, "currency": "EUR"}
        return finance.post(bundles, given, key=uuid4().hex).json

    def retire(bundle: Any) -> Any:
        return finance.post(f"{bundles}/{bundle['id']}/actions/retire", {}, key=uuid4().hex)

    old, new = price(9900), price(9500)
    refused = retire(old)
    assert (refused.status_code, refused.json["code"]) == (404, "billing.bundle-not-found")
    assert finance.get(f"{bundles}/{new['id']}").json["is_sold"] is True
    assert retire(new).json["is_sold"] is False
