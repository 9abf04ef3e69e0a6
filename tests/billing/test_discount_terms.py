"""The conditions of a discount code are asked again at each payment of an order, and nobody pays more unasked."""

from typing import Any
from uuid import uuid4

import pytest

from app.kernel.db.session import transaction
from modules.accounts import api as accounts_api
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.sites.contracts import Site
from tests.billing.debiting import run_sql
from tests.billing.shopping import make_code, ref_of
from tests.billing.test_orders import order
from tests.billing.test_saved_methods import browser, saved
from tests.conftest import Client
from tests.fixture_types import MakeMember
from tests.simulating import Simulator

__all__ = ["browser", "saved"]


def again(browser: Client, order_id: str, method: str, **over: Any) -> Any:
    """Pay an order again; returns the answer."""
    return browser.post(f"/api/v1/orders/{order_id}/payments", {"method": method, **over}, key=str(uuid4()))


def failed(browser: Client, simulator: Simulator, code: str | None, **over: Any) -> str:
    """Order with a code and let the payment fail; returns the order."""
    answer = order(browser, code=code, **over)
    assert answer.status_code == 201, answer.get_json()
    bought = answer.get_json()["id"]
    simulator.pay(ref_of(bought), "failed")
    browser.post(f"/api/v1/orders/{bought}/sync")
    return str(bought)


def refused(answer: Any) -> str:
    """Return the sentence with which another payment is refused for its code."""
    told = answer.get_json()
    assert (answer.status_code, told.get("code")) == (409, "billing.discount-lapsed"), told
    return str(told["detail"])


@pytest.mark.spec("3.4", "4.5")
def test_a_code_for_one_way_to_pay_is_not_for_another_later(browser: Client, site: Site, simulator: Simulator) -> None:
    make_code(site, "BYBANK", paymentmethods=["ideal"])
    bought = failed(browser, simulator, "BYBANK")
    told = refused(again(browser, bought, "creditcard"))
    assert all(part in told for part in ("BYBANK", "19.99", "15.99", "another payment method"))
    assert len(browser.get(f"/api/v1/orders/{bought}").get_json()["payments"]) == 1
    # The person may choose: the way of the code, or the whole price.
    assert again(browser, bought, "ideal").status_code == 201
    assert order(browser, method="creditcard").get_json()["total"]["minor"] == 1999


def test_a_page_that_is_open_stays_open_where_another_way_is_refused(
    browser: Client, site: Site, simulator: Simulator
) -> None:
    make_code(site, "BYBANK", paymentmethods=["ideal"])
    bought = order(browser, code="BYBANK").get_json()
    refused(again(browser, bought["id"], "creditcard"))
    shown = browser.get(f"/api/v1/orders/{bought['id']}").get_json()
    assert (shown["state"], shown["checkout_url"]) == ("loading", bought["checkout_url"])


def test_a_saved_card_is_a_card_whatever_it_is_called(
    browser: Client, site: Site, saved: str, simulator: Simulator
) -> None:
    make_code(site, "BYBANK", paymentmethods=["ideal"])
    answer = order(browser, code="BYBANK", method="ideal", mandate_id=saved)
    assert (answer.status_code, answer.get_json()["code"]) == (422, "billing.discount-other-method")
    bought = failed(browser, simulator, "BYBANK")
    refused(again(browser, bought, "ideal", mandate_id=saved))


LAPSES = {
    "expired": "starts = now() - interval '2 days', expires = now()",
    "for another country": "country = 'BE'",
    "for larger orders": "minimum_order_minor = 5000, currency = 'EUR'",
    "for somebody else": "member_id = :other",
}


@pytest.mark.parametrize("change", LAPSES.values(), ids=LAPSES)
def test_a_code_that_is_over_discounts_no_further_payment(
    change: str, browser: Client, site: Site, make_member: MakeMember, simulator: Simulator
) -> None:
    make_code(site, "ONCE")
    bought = failed(browser, simulator, "ONCE")
    named = {"other": make_member().id} if ":other" in change else {}
    run_sql(f"UPDATE billing.discount_code SET {change} WHERE code = 'ONCE' AND site_id = :site", site=site.id, **named)
    assert "no longer valid" in refused(again(browser, bought, "ideal"))


def test_a_code_for_larger_orders_is_good_for_each_payment_of_one_whose_price_before_it_is_large_enough(
    browser: Client, site: Site, simulator: Simulator
) -> None:
    make_code(site, "LARGE", minimum_order_minor=1999, currency="EUR")
    bought = failed(browser, simulator, "LARGE")
    assert again(browser, bought, "ideal").status_code == 201


def test_a_code_for_a_first_order_is_for_no_second_one(browser: Client, site: Site, simulator: Simulator) -> None:
    with transaction() as session:
        api.create_discount(
            session, site_id=site.id, code="WELCOME", actor="test", value_percentage=20, occasion="welcome"
        )
    bought = failed(browser, simulator, "WELCOME")
    buyer = member_of(bought)
    with transaction() as session:
        accounts_api.mark_paid(session, member_id=buyer)
    refused(again(browser, bought, "ideal"))


@pytest.mark.parametrize("moves", [("DE",), ("DE", "NL")])
def test_a_code_of_a_country_is_for_who_orders_and_pays_there(
    moves: tuple[str, ...], browser: Client, site: Site, simulator: Simulator
) -> None:
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="DE", credits=120, price=Money(1999, "EUR"))
    make_code(site, "DUTCH", country="NL")
    bought = failed(browser, simulator, "DUTCH")
    moved = "UPDATE profiles.profile SET country = :country WHERE member_id = :id"
    for country in moves:
        run_sql(moved, country=country, id=member_of(bought))
    answer = again(browser, bought, "ideal")
    if moves[-1] == "NL":
        assert answer.status_code == 201
    else:
        refused(answer)


def member_of(order_id: str) -> Any:
    return run_sql("SELECT member_id FROM billing.credit_order WHERE id = :id", id=order_id)


@pytest.mark.spec("4.5")
def test_who_has_paid_is_not_sent_to_buy_again(browser: Client, site: Site, simulator: Simulator) -> None:
    make_code(site, "FIRST", occasion="welcome")
    bought = order(browser, code="FIRST").get_json()["id"]
    simulator.pay(ref_of(bought))
    assert browser.post(f"/api/v1/orders/{bought}/sync").get_json()["state"] == "completed"
    answer = again(browser, bought, "ideal")
    assert (answer.status_code, answer.get_json()["code"]) == (409, "billing.order-not-payable")


def test_the_answer_to_another_payment_is_the_same_once_it_is_paid(
    browser: Client, site: Site, simulator: Simulator
) -> None:
    bought = failed(browser, simulator, None)
    key = str(uuid4())
    asked = {"method": "ideal"}
    assert browser.post(f"/api/v1/orders/{bought}/payments", asked, key=key).status_code == 201
    simulator.pay(ref_of(bought))
    browser.post(f"/api/v1/orders/{bought}/sync")
    repeated = browser.post(f"/api/v1/orders/{bought}/payments", asked, key=key)
    assert (repeated.status_code, repeated.get_json()["state"]) == (201, "completed")


def test_an_order_without_a_code_is_paid_again_where_nothing_is_sold_any_more(
    browser: Client, site: Site, simulator: Simulator
) -> None:
    bought = failed(browser, simulator, None)
    run_sql("UPDATE billing.price_bundle SET retired_at = now() WHERE site_id = :site", site=site.id)
    assert again(browser, bought, "creditcard").status_code == 201


def test_a_refusal_names_prices_as_the_page_that_is_read(browser: Client, site: Site, simulator: Simulator) -> None:
    make_code(site, "BYBANK", paymentmethods=["ideal"])
    bought = failed(browser, simulator, "BYBANK")
    browser.http.set_cookie("language", "de", domain=site.hosts[0])
    told = refused(again(browser, bought, "creditcard"))
    assert "So würde die Bestellung 19,99\u00a0€ statt 15,99\u00a0€ kosten." in told
