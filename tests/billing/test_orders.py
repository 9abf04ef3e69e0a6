"""Buying credits: over HTTP, through the provider's own client, from a simulator of the provider."""

from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from app.kernel.http import ratelimit
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.billing.payments.service import payments
from modules.billing.routes.common import ASKED
from modules.sites.contracts import Site
from tests.billing.members.conftest import shop
from tests.billing.shopping import change_currency, ref_of, sound
from tests.conftest import Client, drain_now
from tests.factories.billing import buy_credits, credits_of
from tests.fixture_types import LogIn, MakeMember
from tests.simulating import Simulator

__all__ = ["shop"]


def order(browser: Client, *, credits: int = 120, key: str | None = None, **over: Any) -> Any:
    """Order a bundle by bank; returns the answer."""
    shop = browser.get("/api/v1/shop").get_json()
    bundle = next(bundle for bundle in shop["bundles"] if bundle["credits"] == credits)
    body = {"bundle_id": bundle["id"], "method": "ideal", "start_now": True, **over}
    return browser.post("/api/v1/orders", body, key=key or str(uuid4()))


@pytest.mark.spec("1.2", "2.12", "2.35", "4.4", "4.5", "3.7")
def test_a_bundle_is_bought(browser: Client, member: Member, simulator: Simulator) -> None:
    placed = order(browser)
    assert placed.status_code == 201, placed.get_json()
    bought = placed.get_json()
    assert bought["state"] == "loading"
    assert bought["checkout_url"].startswith(simulator.url)
    assert bought["total"] == {"minor": 1999, "currency": "EUR"}
    assert bought["vat"] == {"minor": 347, "currency": "EUR"}
    assert credits_of(browser) == 10

    simulator.pay(ref_of(bought["id"]))
    synced = browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()
    assert synced["state"] == "completed"
    assert synced["refund_offer"]["amount"] == {"minor": 1999, "currency": "EUR"}
    assert credits_of(browser) == 130
    assert browser.get("/api/v1/me").get_json()["paid_user"] is True
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    assert credits_of(browser) == 130
    sound()


@pytest.mark.spec("4.5")
def test_a_redirect_alone_brings_nothing(browser: Client, member: Member, simulator: Simulator) -> None:
    bought = order(browser).get_json()
    synced = browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()
    assert synced["state"] == "loading"
    assert credits_of(browser) == 10


def test_the_same_click_orders_once(browser: Client, member: Member, simulator: Simulator) -> None:
    key = str(uuid4())
    first, second = order(browser, key=key).get_json(), order(browser, key=key).get_json()
    assert first["id"] == second["id"]
    assert browser.get("/api/v1/orders").get_json()["total"] == 1
    other = order(browser, key=key, method="creditcard")
    assert (other.status_code, other.get_json()["code"]) == (422, "idempotency.key-reused")


@pytest.mark.parametrize("ask", ["order", "sync", "pay again", "methods"])
def test_no_member_has_the_provider_asked_without_end(
    browser: Client, member: Member, simulator: Simulator, ask: str
) -> None:
    id = order(browser).get_json()["id"]
    bundle_id = browser.get("/api/v1/shop").get_json()["bundles"][0]["id"]
    asking = {
        "order": lambda: order(browser),
        "sync": lambda: browser.post(f"/api/v1/orders/{id}/sync"),
        "pay again": lambda: browser.post(f"/api/v1/orders/{id}/payments", {"method": "paypal"}, key=str(uuid4())),
        "methods": lambda: browser.get(f"/api/v1/shop/methods?bundle_id={bundle_id}"),
    }[ask]
    ratelimit.count(ASKED, str(member.id), calls=ASKED.calls - 2)  # the order was one
    assert asking().status_code != 429, "the last one that is let in"
    refused = asking()
    assert (refused.status_code, refused.get_json()["code"]) == (429, "rate-limited")


@pytest.mark.parametrize("page", [-1, 0, 10_001, 10**30])
def test_a_page_of_orders_that_cannot_be_is_refused(browser: Client, page: int) -> None:
    answer = browser.get(f"/api/v1/orders?page={page}")
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (422, "/page")


@pytest.mark.spec("4.5", "8.5")
@pytest.mark.parametrize(
    ("outcome", "state"), [("failed", "failed"), ("canceled", "cancelled"), ("expired", "cancelled")]
)
def test_a_payment_that_comes_to_nothing(
    browser: Client, member: Member, simulator: Simulator, outcome: str, state: str
) -> None:
    bought = order(browser).get_json()
    simulator.pay(ref_of(bought["id"]), outcome)
    synced = browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()
    assert (synced["state"], synced["can_retry"]) == (state, True)
    assert credits_of(browser) == 10
    wish = {"method": "paypal"}
    again = browser.post(f"/api/v1/orders/{bought['id']}/payments", wish, key=str(uuid4()))
    assert again.status_code == 201, again.get_json()
    assert again.get_json()["state"] == "loading"
    simulator.pay(ref_of(bought["id"]), method="paypal")
    assert browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["state"] == "completed"
    assert credits_of(browser) == 130
    sound()


@pytest.mark.spec("4.5")
def test_a_notice_completes_an_order(browser: Client, client: Client, member: Member, simulator: Simulator) -> None:
    bought = order(browser).get_json()
    ref = ref_of(bought["id"])
    simulator.pay(ref)
    for _ in range(3):
        told = client.http.post("/api/v1/payment-notices/mollie", data={"id": ref}, base_url=f"http://{client.host}")
        assert told.status_code == 200
    drain_now()
    assert browser.get(f"/api/v1/orders/{bought['id']}").get_json()["state"] == "completed"
    assert credits_of(browser) == 130
    sound()


def test_a_forged_notice_brings_nothing(browser: Client, client: Client, member: Member, simulator: Simulator) -> None:
    bought = order(browser).get_json()
    for ref in (ref_of(bought["id"]), "tr_7777777777", "nonsense"):
        client.http.post("/api/v1/payment-notices/mollie", data={"id": ref}, base_url=f"http://{client.host}")
    drain_now()
    assert browser.get(f"/api/v1/orders/{bought['id']}").get_json()["state"] == "loading"
    assert credits_of(browser) == 10


@pytest.mark.spec("4.5")
def test_nothing_is_sold_to_who_did_not_ask_for_it_at_once(browser: Client) -> None:
    """Directive 2011/83/EU: without the buyer's own wish, used credits could be sent back for 14 days."""
    for missing in ({"start_now": False}, {"start_now": None}):
        refused = order(browser, **missing)
        assert refused.status_code == 422, refused.get_json()
    assert order(browser, start_now=False).get_json()["code"] == "billing.start-not-asked"
    assert browser.get("/api/v1/orders").get_json()["total"] == 0
    bought = order(browser).get_json()
    with transaction(read_only=True) as session:
        kept = text("SELECT consent FROM billing.credit_order WHERE id = :id")
        assert session.execute(kept, {"id": bought["id"]}).scalar_one() == "start-now-1"


@pytest.mark.spec("2.12", "3.4")
def test_nothing_is_ordered_at_another_price_than_the_buyer_saw(browser: Client, simulator: Simulator) -> None:
    for seen in (1998, 2000):
        refused = order(browser, total_minor=seen)
        assert (refused.status_code, refused.get_json()["code"]) == (409, "billing.price-changed")
    assert browser.get("/api/v1/orders").get_json()["total"] == 0
    assert order(browser, total_minor=1999).status_code == 201


def test_a_direct_debit_is_not_begun_by_an_order_alone(browser: Client, simulator: Simulator) -> None:
    refused = order(browser, method="directdebit")
    bought = order(browser).get_json()
    simulator.pay(ref_of(bought["id"]), "failed")
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    again = browser.post(f"/api/v1/orders/{bought['id']}/payments", {"method": "directdebit"}, key=str(uuid4()))
    for answer in (refused, again):
        assert (answer.status_code, answer.get_json()["code"]) == (404, "billing.method-not-found")
        assert [error["pointer"] for error in answer.get_json()["errors"]] == ["/method"]


def test_two_paid_payments_of_one_order(browser: Client, member: Member, simulator: Simulator) -> None:
    bought = order(browser).get_json()
    first = ref_of(bought["id"])
    # We were told that the first one failed, while it is still open in the payer's other tab.
    with transaction() as session:
        values = {"id": bought["id"]}
        session.execute(text("UPDATE billing.payment SET state = 'failed' WHERE order_id = :id"), values)
        session.execute(text("UPDATE billing.credit_order SET state = 'failed' WHERE id = :id"), values)
    browser.post(f"/api/v1/orders/{bought['id']}/payments", {"method": "paypal"}, key=str(uuid4()))
    simulator.pay(ref_of(bought["id"]), method="paypal")
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    simulator.pay(first)
    payments.sync_ref("mollie", first)
    drain_now()
    shown = browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()
    assert credits_of(browser) == 130
    assert [refund["reason"] for refund in shown["refunds"]] == ["paid-twice"]
    assert shown["refunds"][0]["amount"] == bought["total"]
    sound()


@pytest.mark.spec("9.7")
def test_unspent_credits_come_back_as_money(browser: Client, member: Member, simulator: Simulator) -> None:
    bought = order(browser).get_json()
    simulator.pay(ref_of(bought["id"]))
    offer = browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["refund_offer"]
    assert offer["credits"] == 120
    assert offer["until"] == browser.get(f"/api/v1/orders/{bought['id']}").get_json()["refund_until"]
    changed = browser.post(f"/api/v1/orders/{bought['id']}/withdrawal", {"amount_minor": 5}, key=str(uuid4()))
    assert (changed.status_code, changed.get_json()["code"]) == (409, "billing.refund-changed")
    assert credits_of(browser) == 130
    body = {"amount_minor": offer["amount"]["minor"]}
    asked = browser.post(f"/api/v1/orders/{bought['id']}/withdrawal", body, key=str(uuid4()))
    assert asked.status_code == 201, asked.get_json()
    assert credits_of(browser) == 10
    sound()
    drain_now()
    simulator.control("refund", refund=refund_ref_of(bought["id"]), status="refunded")
    payments.sync_payment(payment_of(bought["id"]))
    shown = browser.get(f"/api/v1/orders/{bought['id']}").get_json()
    assert [refund["state"] for refund in shown["refunds"]] == ["refunded"]
    assert shown["refund_offer"] is None
    assert browser.get("/api/v1/me").get_json()["paid_user"] is False
    sound()


def refund_ref_of(order_id: str) -> str:
    with transaction(read_only=True) as session:
        newest = """SELECT refund.provider_ref FROM billing.refund JOIN billing.payment ON payment.id = payment_id
                     WHERE order_id = :id"""
        return str(session.execute(text(newest), {"id": order_id}).scalar_one())


def payment_of(order_id: str) -> Any:
    with transaction(read_only=True) as session:
        newest = "SELECT id FROM billing.payment WHERE order_id = :id ORDER BY attempt_no DESC LIMIT 1"
        return session.execute(text(newest), {"id": order_id}).scalar_one()


def test_what_another_member_bought_is_not_there(
    browser: Client, member: Member, make_member: MakeMember, login: LogIn, simulator: Simulator
) -> None:
    bought = order(browser).get_json()
    stranger = login(make_member())
    for answer in (
        stranger.get(f"/api/v1/orders/{bought['id']}"),
        stranger.post(f"/api/v1/orders/{bought['id']}/sync"),
        stranger.post(f"/api/v1/orders/{bought['id']}/cancel"),
        stranger.post(f"/api/v1/orders/{bought['id']}/payments", {"method": "ideal"}, key=str(uuid4())),
        stranger.post(f"/api/v1/orders/{bought['id']}/withdrawal", {"amount_minor": 1}, key=str(uuid4())),
    ):
        assert (answer.status_code, answer.get_json()["code"]) == (404, "billing.order-not-found")


def repeatable(browser: Client) -> Any:
    """Return the bundle that the shop offers to buy once more."""
    return browser.get("/api/v1/shop").get_json()["can_repeat"]


@pytest.mark.spec("2.12")
def test_what_was_paid_last_is_offered_once_more_at_the_price_of_today(
    browser: Client, member: Member, site: Site
) -> None:
    assert repeatable(browser) is None
    with transaction() as session:
        for credits in (300, 120):
            buy_credits(session, member=member, credits=credits)
        today = api.set_bundle(session, site_id=site.id, country="NL", credits=120, price=Money(2499, "EUR"))
    assert repeatable(browser) == str(today.id)
    change_currency(site, 50, Money(900, "EUR"))
    assert repeatable(browser) is None


def test_a_new_price_is_a_new_version(browser: Client, member: Member, site: Site) -> None:
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="NL", credits=120, price=Money(2499, "EUR"))
    bundles = browser.get("/api/v1/shop").get_json()["bundles"]
    assert [b["price"]["minor"] for b in bundles if b["credits"] == 120] == [2499]
