"""Money: bundles are bought, payments fail and wait, credits go back, and the time bonus truly ends."""

import json
import re
import time
import urllib.request
from collections.abc import Callable
from typing import Any
from uuid import UUID

import psycopg
import pytest
from playwright.sync_api import Page, ViewportSize, expect
from sqlalchemy import select

from modules.billing.contracts.states import OrderState
from modules.billing.payments.models.orders import CreditOrder
from tests.journeys import people
from tests.journeys.conftest import DESK, PHONE, Person
from tests.journeys.installation import acting
from tests.running import Instance

SIZES = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
BUNDLE = re.compile("^24 messages")


@pytest.fixture
def newcomer(arrive: Callable[..., Person]) -> Callable[..., tuple[Person, str]]:
    """Somebody who has only just signed up, at a browser of their own, and their e-mail address."""

    def run(viewport: ViewportSize = DESK) -> tuple[Person, str]:
        return people.newcomer(arrive, viewport)

    return run


@pytest.fixture(scope="package")
def simulate(installation: Instance) -> Callable[..., Any]:
    """Do what only a bank or a payer does (see cli/dev/simulator/control.py)."""

    def run(name: str, **values: Any) -> Any:
        url = f"{installation.settings['HEARTH_MOLLIE_URL']}/_simulator/{name}"
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, data=json.dumps(values).encode(), headers=headers)
        with urllib.request.urlopen(request, timeout=10) as answer:
            return json.loads(answer.read())

    return run


@pytest.fixture
def move_signup(installation: Instance) -> Callable[[str, float], None]:
    """Move the moment at which somebody signed up to so many seconds ago, by the database's clock."""

    def run(email: str, seconds: float) -> None:
        with psycopg.connect(installation.settings["HEARTH_DATABASE_URL"].replace("+psycopg", "")) as connection:
            moved = connection.execute(
                "UPDATE accounts.member SET signup_at = now() - make_interval(secs => %s) WHERE email = %s",
                (seconds, email),
            )
            assert moved.rowcount == 1

    return run


def choose_bundle(person: Person, *, start: str = "/credits") -> None:
    """Choose a bundle and go on to the ways to pay."""
    person.go(start)
    person.page.get_by_role("radio", name=BUNDLE).check()
    person.page.get_by_role("link", name="Choose a payment method").click()
    expect(person.page.get_by_role("heading", level=1)).to_have_text("How would you like to pay?")
    expect(person.page.get_by_role("radio", name="PayPal")).to_be_visible()


def pay(page: Page, outcome: str) -> None:
    """Tick the box, press the button, decide on the provider's page, and come back."""
    press_pay(page)
    decide(page, outcome)


def press_pay(page: Page) -> None:
    """Ask for the credits at once, and pay."""
    page.get_by_text("Start immediately: I ask for my credits now.").click()
    page.get_by_role("button", name=re.compile("^Pay €")).click()


def decide(page: Page, outcome: str) -> None:
    page.wait_for_url("**/checkout/**")
    page.get_by_label(outcome, exact=True).check()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/transactions/*")


def buy(person: Person) -> None:
    """Buy a bundle with PayPal."""
    choose_bundle(person)
    person.page.get_by_role("radio", name="PayPal").check()
    pay(person.page, "Pay")
    expect_title(person.page, "Thank you, your payment is complete")


def expect_title(page: Page, title: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(title)


@SIZES
@pytest.mark.spec("2.12", "2.19", "2.27", "2.35", "4.4", "4.5", "2.45")
def test_a_bundle_is_bought_at_a_bank(viewport: ViewportSize, newcomer: Callable[..., tuple[Person, str]]) -> None:
    person, _ = newcomer(viewport)
    page = person.page
    choose_bundle(person, start="/premium")
    page.get_by_role("radio", name="iDEAL").check()
    page.get_by_role("button", name=re.compile("^Pay €")).click()
    expect(page.get_by_text("Choose your bank.")).to_be_visible()
    page.get_by_role("radio", name="Rabobank").check()
    person.check()
    expect(page.get_by_role("button", name=re.compile("^Pay €14.99 with Rabobank"))).to_be_visible()
    pay(page, "Pay")
    expect_title(page, "Thank you, your payment is complete")
    person.check()
    # The first bundle has made Nora premium: there is a wallet where there was an offer.
    expect(page.get_by_role("navigation", name="Main").get_by_role("link", name="Get Premium")).to_be_hidden()
    person.go("/credits")
    expect(page.get_by_role("heading", name="Your credits")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile(r"Purchase \+120"))).to_be_visible()
    person.check()
    person.go("/transactions")
    expect(page.get_by_role("link", name=re.compile("120 credits.*€14.99 Paid"))).to_be_visible()
    person.check()


@SIZES
@pytest.mark.spec("4.5", "8.5", "2.35")
def test_a_payment_that_failed_is_made_with_paypal(
    viewport: ViewportSize, newcomer: Callable[..., tuple[Person, str]]
) -> None:
    person, _ = newcomer(viewport)
    page = person.page
    choose_bundle(person)
    page.get_by_role("radio", name="Card").check()
    pay(page, "Fail the payment")
    expect_title(page, "Payment failed or has been cancelled")
    expect(page.get_by_text("You haven’t been charged.")).to_be_visible()
    person.check()
    page.get_by_role("button", name=re.compile("^Try again €")).click()
    decide(page, "Cancel")
    expect_title(page, "Payment failed or has been cancelled")
    page.get_by_role("button", name=re.compile("^Pay with PayPal instead €")).click()
    decide(page, "Go back without an outcome")
    expect_title(page, "Your payment isn’t complete")
    person.check()
    page.get_by_role("button", name=re.compile("^Complete payment €")).click()
    decide(page, "Pay")
    expect_title(page, "Thank you, your payment is complete")


@pytest.mark.spec("4.5", "2.35")
def test_a_payment_that_waits_is_completed_by_the_notice_alone(
    newcomer: Callable[..., tuple[Person, str]], simulate: Callable[..., Any]
) -> None:
    person, _ = newcomer()
    page = person.page
    choose_bundle(person)
    page.get_by_role("radio", name="PayPal").check()
    press_pay(page)
    page.wait_for_url("**/checkout/**")
    payment = page.url.rsplit("/", 1)[1]
    decide(page, "Keep it pending: the bank decides later")
    expect_title(page, "Your payment is on its way")
    person.check()
    order = page.url
    # Nobody looks at the order any more when the bank makes up its mind.
    page.goto("about:blank")
    simulate("pay", payment=payment, outcome="paid")
    wait_until_completed(order.split("?")[0].rsplit("/", 1)[1])
    known: list[str] = []
    page.on("request", lambda request: known.append(request.url))
    page.goto(order)
    expect_title(page, "Thank you, your payment is complete")
    assert not [url for url in known if url.endswith("/sync")]


def wait_until_completed(order_id: str) -> None:
    """Wait until the installation knows that an order is paid."""
    end = time.monotonic() + people.PATIENCE
    while time.monotonic() < end:
        with acting() as session:
            state = session.execute(select(CreditOrder.state).where(CreditOrder.id == UUID(order_id))).scalar_one()
        if state == OrderState.COMPLETED:
            return
        time.sleep(0.05)
    raise AssertionError(f"{order_id} is still {state}")


@pytest.mark.spec("2.12", "2.35")
def test_the_last_order_is_repeated(newcomer: Callable[..., tuple[Person, str]]) -> None:
    person, _ = newcomer()
    page = person.page
    person.go("/credits/repeat-order")
    expect_title(page, "You have no earlier order to repeat")
    person.check()
    buy(person)
    person.go("/credits")
    page.get_by_role("link", name="Same as last time").click()
    expect_title(page, "Same as last time?")
    # The welcome discount was for the first order only.
    page.get_by_role("radio", name="PayPal").check()
    person.check()
    expect(page.get_by_role("button", name=re.compile("^Pay €19.99 with PayPal"))).to_be_visible()
    press_pay(page)
    decide(page, "Pay")
    expect_title(page, "Thank you, your payment is complete")
    expect(page.get_by_text("You now have 240 credits.")).to_be_visible()


@SIZES
@pytest.mark.spec("9.7", "2.27")
def test_unspent_credits_go_back(viewport: ViewportSize, newcomer: Callable[..., tuple[Person, str]]) -> None:
    person, _ = newcomer(viewport)
    page = person.page
    buy(person)
    page.get_by_role("button", name="Refund unused credits").click()
    expect(page.get_by_text("Refund 120 credits and get €14.99 back?")).to_be_visible()
    person.check()
    page.get_by_role("button", name="Keep my credits").click()
    page.get_by_role("button", name="Refund unused credits").click()
    page.get_by_role("button", name="Get €14.99 back").click()
    expect(page.get_by_text("Your refund is on its way.")).to_be_visible()
    expect(page.get_by_role("heading", name="Refunds")).to_be_visible()
    expect(page.get_by_text("You now have 0 credits.")).to_be_visible()
    person.check()


@pytest.mark.spec("2.52", "4.16", "9.3")
def test_the_time_bonus_lives_to_its_last_second(
    newcomer: Callable[..., tuple[Person, str]], move_signup: Callable[[str, float], None]
) -> None:
    person, email = newcomer()
    page = person.page
    person.go("/members")
    band = page.get_by_role("region", name="Welcome discount")
    expect(band.get_by_role("timer")).to_have_text(re.compile(r"^3:59:\d\d$"))
    person.check()
    band.get_by_role("link", name="See bundles").click()
    expect_title(page, "How many messages would you like?")
    expect(page.get_by_role("radio", name=re.compile("was €19.99 €14.99"))).to_be_visible()
    move_signup(email, 14_400 - 12)
    person.go("/members")
    expect(band.get_by_role("timer")).to_have_text("0:00:01")
    expect(band).to_be_hidden()
    # And the server agrees with the clock.
    choose_bundle(person)
    expect(page.get_by_role("button", name="Pay €19.99")).to_be_visible()
    page.get_by_label("Discount code").fill("timebonus25")
    page.get_by_role("button", name="Apply code").click()
    expect(page.get_by_text("This code has expired.")).to_be_visible()
    expect(page.get_by_role("button", name="Pay €19.99")).to_be_visible()


@SIZES
@pytest.mark.spec("4.17", "9.5", "4.13")
def test_the_time_bonus_is_told_of_once(viewport: ViewportSize, newcomer: Callable[..., tuple[Person, str]]) -> None:
    person, _ = newcomer(viewport)
    page = person.page
    page.clock.install()
    person.go("/members")
    modal = page.get_by_role("dialog", name=re.compile("Act fast: 25% off, only in your first 4 hours"))
    page.clock.run_for(38_000)
    expect(modal).to_be_hidden()
    page.clock.run_for(4_000)
    expect(modal).to_be_visible()
    person.check()
    modal.get_by_role("button", name="No, thanks").click()
    expect(modal).to_be_hidden()
    assert re.fullmatch(r"\d{10}", page.evaluate("localStorage.getItem('hide-time-bonus-modal')"))
    person.go("/likes/received")
    page.clock.run_for(45_000)
    expect(modal).to_be_hidden()


@SIZES
@pytest.mark.spec("2.20", "9.7")
def test_a_visitor_reads_the_prices_of_every_country(viewport: ViewportSize, arrive: Callable[..., Person]) -> None:
    person = arrive(viewport)
    person.go("/pricing")
    person.check()
    for country in person.page.locator("summary").all():
        country.click()
    expect(person.page.get_by_text("£8.99").first).to_be_visible()
    person.check()
