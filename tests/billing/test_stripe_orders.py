"""Buying credits over HTTP where the settings name Stripe: from its own client to events that it signs."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import text

from app.kernel.config import config
from app.kernel.db.session import transaction
from modules.billing.payments.providers.choose import provider_named
from modules.sites.contracts import Site
from tests.billing.providers.stripe_server import StripeServer, stripe_serving
from tests.billing.shopping import open_shop, ref_of, sound
from tests.billing.test_orders import order, refund_ref_of
from tests.conftest import Client, drain_now
from tests.factories.billing import credits_of
from tests.fixture_types import LogIn, MakeMember
from tests.simulating import Simulator


@pytest.fixture
def stripe(_engines: None) -> Iterator[StripeServer]:
    """The installation on Stripe instead of Mollie."""
    with stripe_serving() as server, on_stripe(server):
        yield server


@contextmanager
def on_stripe(server: StripeServer) -> Iterator[None]:
    """New payments go to Stripe from here on."""
    with pytest.MonkeyPatch.context() as settings:
        settings.setenv("HEARTH_PAYMENT_PROVIDER", "stripe")
        settings.setenv("HEARTH_STRIPE_URL", server.url)
        settings.setenv("HEARTH_STRIPE_KEY", server.key)
        settings.setenv("HEARTH_STRIPE_WEBHOOK_SECRET", server.secret)
        _read_settings_again()
        yield
    _read_settings_again()


def _read_settings_again() -> None:
    config.cache_clear()
    provider_named.cache_clear()


@pytest.fixture
def browser(stripe: StripeServer, site: Site, make_member: MakeMember, login: LogIn) -> Client:
    """The browser of a member of a site with a shop."""
    open_shop(site)
    return login(make_member())


@pytest.fixture
def tell(stripe: StripeServer, client: Client) -> Callable[..., int]:
    """Send an event about an object, as Stripe does; returns the status that it is answered with."""

    def run(type: str, about: str, **proof: Any) -> int:
        body = stripe.event(type, stripe.account.objects[about])
        headers = {"Content-Type": "application/json", **stripe.sign(body, **proof)}
        address = f"http://{client.host}"
        told = client.http.post("/api/v1/payment-notices/stripe", data=body, headers=headers, base_url=address)
        drain_now()
        return int(told.status_code)

    return run


def show(browser: Client, order_id: str) -> Any:
    return browser.get(f"/api/v1/orders/{order_id}").get_json()


def notices() -> int:
    with transaction(read_only=True) as session:
        kept = "SELECT count(*) FROM billing.provider_notice WHERE provider = 'stripe'"
        return int(session.execute(text(kept)).scalar_one())


@pytest.mark.spec("1.2", "2.12", "2.35", "4.4", "4.5", "3.7")
def test_a_bundle_is_bought(browser: Client, stripe: StripeServer, tell: Callable[..., int]) -> None:
    shop = browser.get("/api/v1/shop").get_json()
    offered = browser.get(f"/api/v1/shop/methods?bundle_id={shop['bundles'][0]['id']}").get_json()["methods"]
    assert [method["id"] for method in offered] == ["ideal", "creditcard", "paypal", "klarna"]
    placed = order(browser)
    assert placed.status_code == 201, placed.get_json()
    bought = placed.get_json()
    page = ref_of(bought["id"])
    assert bought["checkout_url"] == stripe.account.objects[page]["url"]
    assert browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["state"] == "loading"
    stripe.account.pay(page, way="ideal")
    assert tell("checkout.session.completed", page) == 200
    assert tell("payment_intent.succeeded", stripe.account.objects[page]["payment_intent"]) == 200
    shown = show(browser, bought["id"])
    assert (shown["state"], shown["payments"][0]["method"]) == ("completed", "ideal")
    assert credits_of(browser) == 130
    sound()


@pytest.mark.spec("4.5")
def test_money_that_takes_days_completes_the_order_by_event_alone(
    browser: Client, stripe: StripeServer, tell: Callable[..., int]
) -> None:
    bought = order(browser).get_json()
    page = ref_of(bought["id"])
    stripe.account.pay(page, "pending")
    tell("checkout.session.completed", page)
    assert show(browser, bought["id"])["state"] == "pending"
    stripe.account.pay(page)
    tell("payment_intent.succeeded", stripe.account.objects[page]["payment_intent"])
    assert show(browser, bought["id"])["state"] == "completed"
    sound()


def test_only_stripe_is_believed_and_only_about_payments(
    browser: Client, stripe: StripeServer, tell: Callable[..., int]
) -> None:
    bought = order(browser).get_json()
    page = ref_of(bought["id"])
    stripe.account.pay(page)
    kept = notices()
    assert tell("checkout.session.completed", page, secret="whsec_another") == 403
    assert tell("checkout.session.completed", page, age=3600) == 403
    customer = stripe.account.make("customer")["id"]
    assert tell("customer.created", customer) == 200
    assert notices() == kept
    assert show(browser, bought["id"])["state"] == "loading"
    foreign = stripe.account.make("payment_intent", amount=100, status="succeeded")["id"]
    assert tell("payment_intent.succeeded", foreign) == 200
    assert credits_of(browser) == 10
    assert tell("checkout.session.completed", page) == 200
    assert credits_of(browser) == 130


@pytest.mark.spec("2.12", "4.5", "8.5")
def test_a_saved_card_pays_again_and_one_that_is_declined_gives_way_to_a_page(
    browser: Client, stripe: StripeServer
) -> None:
    first = order(browser, method="creditcard", save=True).get_json()
    stripe.account.pay(ref_of(first["id"]))
    assert browser.post(f"/api/v1/orders/{first['id']}/sync").get_json()["state"] == "completed"
    [card] = browser.get("/api/v1/saved-methods").get_json()
    assert (card["method"], card["label"]) == ("creditcard", "Visa 4242")
    again = order(browser, method="creditcard", mandate_id=card["id"]).get_json()
    assert (again["state"], again["checkout_url"]) == ("completed", None)
    stripe.account.declining = "insufficient_funds"
    failed = order(browser, method="creditcard", mandate_id=card["id"]).get_json()
    assert (failed["state"], failed["can_retry"]) == ("failed", True)
    assert failed["payments"][0]["failure"] == "insufficient_funds"
    retried = browser.post(f"/api/v1/orders/{failed['id']}/payments", {"method": "paypal"}, key=str(uuid4()))
    assert retried.status_code == 201, retried.get_json()
    stripe.account.pay(ref_of(failed["id"]), way="paypal")
    assert browser.post(f"/api/v1/orders/{failed['id']}/sync").get_json()["state"] == "completed"
    assert credits_of(browser) == 370
    assert browser.delete(f"/api/v1/saved-methods/{card['id']}").status_code == 204
    drain_now()
    assert all(each["customer"] is None for each in stripe.account.list("payment_method", {}))
    sound()


@pytest.mark.spec("4.5")
def test_a_payer_who_went_away_pays_in_another_way(browser: Client, stripe: StripeServer) -> None:
    bought = order(browser).get_json()
    left = ref_of(bought["id"])
    retried = browser.post(f"/api/v1/orders/{bought['id']}/payments", {"method": "paypal"}, key=str(uuid4()))
    assert retried.status_code == 201, retried.get_json()
    assert stripe.account.objects[left]["status"] == "expired"
    stripe.account.pay(ref_of(bought["id"]), way="paypal")
    assert browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["state"] == "completed"


@pytest.mark.spec("9.7", "10.7")
def test_money_goes_back_and_is_taken_back(browser: Client, stripe: StripeServer, tell: Callable[..., int]) -> None:
    bought = order(browser).get_json()
    page = ref_of(bought["id"])
    stripe.account.pay(page)
    offer = browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["refund_offer"]
    body = {"amount_minor": offer["amount"]["minor"]}
    asked = browser.post(f"/api/v1/orders/{bought['id']}/withdrawal", body, key=str(uuid4()))
    assert asked.status_code == 201, asked.get_json()
    tell("payment_intent.succeeded", stripe.account.objects[page]["payment_intent"])
    refund = refund_ref_of(bought["id"])
    stripe.account.objects[refund]["status"] = "succeeded"
    tell("refund.updated", refund)
    assert [each["state"] for each in show(browser, bought["id"])["refunds"]] == ["refunded"]
    assert credits_of(browser) == 10
    sound()
    other = order(browser).get_json()
    page = ref_of(other["id"])
    stripe.account.pay(page)
    tell("checkout.session.completed", page)
    dispute = stripe.account.dispute(page, 1999)["id"]
    tell("charge.dispute.created", dispute)
    assert credits_of(browser) == 10
    sound()
    stripe.account.win(dispute)
    tell("charge.dispute.closed", dispute)
    assert credits_of(browser) == 130
    sound()


def test_a_payment_is_asked_after_where_it_was_made(
    site: Site, make_member: MakeMember, login: LogIn, client: Client, simulator: Simulator
) -> None:
    """The installation changes its provider between an order and its money."""
    open_shop(site)
    browser = login(make_member())
    waiting, noticed = order(browser).get_json()["id"], order(browser).get_json()["id"]
    with stripe_serving() as server, on_stripe(server):
        later = order(browser, method="ideal", issuer=None).get_json()["id"]
        simulator.pay(ref_of(waiting))
        assert browser.post(f"/api/v1/orders/{waiting}/sync").get_json()["state"] == "completed"
        simulator.pay(ref_of(noticed))
        told = {"data": {"id": ref_of(noticed)}, "base_url": f"http://{client.host}"}
        assert client.http.post("/api/v1/payment-notices/mollie", **told).status_code == 200
        withdrawn = browser.post(f"/api/v1/orders/{waiting}/withdrawal", {"amount_minor": 1999}, key=str(uuid4()))
        assert withdrawn.status_code == 201, withdrawn.get_json()
    assert [provider_of(one) for one in (waiting, noticed, later)] == ["mollie", "mollie", "stripe"]


def test_a_notice_of_a_provider_without_an_account_is_nobodys(client: Client, simulator: Simulator) -> None:
    for name in ("stripe", "nobody"):
        told = client.http.post(f"/api/v1/payment-notices/{name}", data={"id": "x"}, base_url=f"http://{client.host}")
        assert told.status_code == 404


def provider_of(order_id: str) -> str:
    with transaction(read_only=True) as session:
        asked = "SELECT provider FROM billing.payment WHERE order_id = :id"
        return str(session.execute(text(asked), {"id": order_id}).scalar_one())
