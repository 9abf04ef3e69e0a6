"""What the shop shows: prices, what a code takes off, and of each order what can be done with it."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text

from app.kernel.db.engines import engine
from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Bundle, Money
from modules.billing.papers.queries import papers
from modules.billing.payments.providers.port import ProviderStatus
from modules.billing.payments.service import orders
from modules.billing.service import views
from modules.billing.shop import queries as shop_queries
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import buy, order, pay, payment_of
from tests.billing.test_discounts import give_code
from tests.conftest import Client, drain_now
from tests.factories.billing import make_actor
from tests.fixture_types import MakeMember

Login = Callable[..., Client]


def sell(site: Site, country: str) -> Bundle:
    """Sell 120 credits in a country, and nothing else."""
    with transaction() as session:
        return api.set_bundle(session, site_id=site.id, country=country, credits=120, price=Money(1999, "EUR"))


def euros(minor: int) -> dict[str, Any]:
    return {"minor": minor, "currency": "EUR"}


def shown(bundle: Bundle, **over: Any) -> dict[str, Any]:
    """Return what is shown of a bundle of 120 credits, of which a message costs 5."""
    price = {"price": euros(1999), "discounted": None, "message_price": euros(84)}
    return {"id": str(bundle.id), "credits": 120, "messages": 24, **price, **over}


@pytest.mark.spec("2.19")
def test_the_shop_shows_its_prices_with_their_vat_and_what_the_code_of_a_member_takes_off(
    site: Site, make_member: MakeMember, login: Login
) -> None:
    member, bundle = make_member(), sell(site, "NL")
    browser = login(member)
    shop = {"country": "NL", "currency": "EUR", "vat_percent": 21, "can_repeat": None}
    assert browser.get("/api/v1/shop").json == {**shop, "bundles": [shown(bundle)], "discount": None}
    code = give_code(member)
    reduced = browser.get("/api/v1/shop").json
    assert reduced.pop("discount")["code"] == code
    assert reduced == {**shop, "bundles": [shown(bundle, discounted=euros(1599), message_price=euros(67))]}


def test_a_shop_whose_last_bundle_is_withdrawn_meanwhile_is_empty(site: Site, make_member: MakeMember) -> None:
    member, _ = make_member(), sell(site, "NL")
    with transaction(read_only=True) as session:
        customer = orders.get_customer(session, actor=make_actor(member))
        with engine().begin() as other:
            withdrawn = text("UPDATE billing.price_bundle SET retired_at = now() WHERE site_id = :id")
            other.execute(withdrawn, {"id": site.id})
        empty = views.show_shop(session, customer=customer)
    assert (empty["country"], empty["currency"], empty["bundles"]) == ("NL", "", [])


def test_prices_leave_out_a_country_whose_last_bundle_is_withdrawn_meanwhile(
    site: Site, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sell(site, "DE")
    monkeypatch.setattr(shop_queries, "list_selling_countries", lambda _session, *, site_id: ["DE", "NL"])
    assert [prices["country"] for prices in client.get("/api/v1/prices").json["countries"]] == ["DE"]


@pytest.mark.spec("2.20", "9.7")
def test_visitors_see_the_prices_of_each_country_and_the_least_that_a_message_costs_there(
    site: Site, client: Client
) -> None:
    german, dutch = sell(site, "DE"), sell(site, "NL")
    assert client.get("/api/v1/prices").json == {
        "message_credits": site.message_credits,
        "photo_credits": site.photo_credits,
        "gift_credits": site.gift_credits,
        "countries": [
            {
                "country": "DE",
                "currency": "EUR",
                "vat_percent": 19,
                "bundles": [shown(german)],
                "minimum_message_cost": None,
            },
            {
                "country": "NL",
                "currency": "EUR",
                "vat_percent": 21,
                "bundles": [shown(dutch)],
                "minimum_message_cost": euros(150),
            },
        ],
    }


@pytest.mark.spec("4.5")
def test_a_member_sees_of_each_order_where_it_is_paid_its_invoice_and_whether_it_can_be_paid_again(
    bank: Bank, member: Member, login: Login
) -> None:
    paid, waiting = buy(bank, member), order(member)
    pay(bank, failed := order(member), ProviderStatus.FAILED)
    drain_now()
    with transaction(read_only=True) as session:
        invoice = papers.find_invoice(session, paid)
    assert invoice is not None
    listed = login(member).get("/api/v1/orders").json["orders"]
    names = ("checkout_url", "invoice", "can_retry")
    assert {one["id"]: ([*map(one.get, names)], [each["state"] for each in one["payments"]]) for one in listed} == {
        str(paid): ([None, invoice.label, False], ["paid"]),
        str(waiting): ([payment_of(waiting).checkout_url, None, False], ["open"]),
        str(failed): ([None, None, True], ["failed"]),
    }
