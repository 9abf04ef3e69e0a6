"""Mails about money: what was paid, what goes back, and why."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.states import Occasion
from modules.billing.payments.service import payments
from modules.sites.contracts import Site
from tests.billing.members.buying import ask_back, buy, turn_refund
from tests.billing.members.test_reload import ask, reload_until_off
from tests.billing.shopping import open_shop, ref_of, support
from tests.billing.test_orders import order, payment_of
from tests.conftest import Client, drain_now
from tests.factories.billing import give_discount, save_method
from tests.fixture_types import LogIn, MakeMember
from tests.notifications.conftest import Postman
from tests.notifications.test_mails import html_of, text_of
from tests.simulating import Simulator


@pytest.fixture
def person(site: Site, make_member: MakeMember) -> Member:
    """A member who buys."""
    open_shop(site)
    return make_member(language="en", name="Ruth")


@pytest.fixture
def shopper(person: Member, login: LogIn) -> Client:
    """The member's browser."""
    return login(person)


def subjects(postman: Postman, person: Member) -> list[str]:
    return [str(mail["Subject"]) for mail in postman.to(person.email)]


def test_a_paid_order_is_mailed_once_with_its_invoice(
    shopper: Client, person: Member, site: Site, simulator: Simulator, postman: Postman
) -> None:
    bought = buy(shopper, simulator)
    payments.sync_payment(payment_of(bought["id"]))
    drain_now()
    (mail,) = postman.to(person.email)
    assert mail["Subject"] == "Your receipt for 120 credits"
    words = text_of(mail)
    for part in ("€19.99", "Includes 21% VAT: €3.47", f"http://{site.domain}", f"/transactions/{bought['id']}#refund"):
        assert part in words, part
    assert "€3.47" in html_of(mail)
    (file,) = mail.iter_attachments()
    assert file.get_content_type() == "application/pdf"
    assert file.get_content().startswith(b"%PDF-")
    assert str(file.get_filename()).startswith("invoice-")


@pytest.mark.parametrize(
    ("language", "subject", "amount"),
    [("nl", "Je betaalbewijs voor 120 credits", "€\xa019,99"), ("de", "Dein Beleg für 120 Credits", "19,99\xa0€")],
)
def test_receipts_speak_the_members_language(
    language: str,
    subject: str,
    amount: str,
    site: Site,
    make_member: MakeMember,
    login: LogIn,
    simulator: Simulator,
    postman: Postman,
) -> None:
    open_shop(site)
    person = make_member(language=language)
    buy(login(person), simulator)
    (mail,) = postman.to(person.email)
    assert mail["Subject"] == subject
    assert amount in text_of(mail)


@pytest.mark.spec("8.5")
def test_a_failed_payment_is_mailed_for_each_try(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    bought = order(shopper).get_json()
    simulator.pay(ref_of(bought["id"]), "failed")
    shopper.post(f"/api/v1/orders/{bought['id']}/sync")
    drain_now()
    shopper.post(f"/api/v1/orders/{bought['id']}/payments", {"method": "paypal"}, key="another-way")
    simulator.pay(ref_of(bought["id"]), "failed", method="paypal")
    shopper.post(f"/api/v1/orders/{bought['id']}/sync")
    drain_now()
    assert subjects(postman, person) == ["Your payment didn’t go through"] * 2


def test_nobody_hears_of_a_failure_that_was_mended_meanwhile(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    bought = order(shopper).get_json()
    simulator.pay(ref_of(bought["id"]), "failed")
    shopper.post(f"/api/v1/orders/{bought['id']}/sync")
    shopper.post(f"/api/v1/orders/{bought['id']}/payments", {"method": "paypal"}, key="another-way")
    drain_now()
    assert subjects(postman, person) == []


def test_a_refund_is_told_when_asked_and_when_it_arrived(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    bought = buy(shopper, simulator)
    ask_back(shopper, bought)
    turn_refund(bought, simulator, "refunded")
    assert subjects(postman, person)[1:] == ["Your refund of €19.99 is on its way", "We’ve refunded €19.99"]
    asked, arrived = postman.to(person.email)[1:]
    assert "You asked for a refund of 120 unused credits" in text_of(asked)
    (file,) = arrived.iter_attachments()
    assert str(file.get_filename()).startswith("credit-note-")


def test_a_refund_that_came_back_is_told(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    bought = buy(shopper, simulator)
    ask_back(shopper, bought)
    turn_refund(bought, simulator, "failed")
    mail = postman.to(person.email)[-1]
    assert mail["Subject"] == "Your refund didn’t go through"
    assert "The 120 credits are back in your balance" in text_of(mail)


def test_a_chargeback_is_told_without_blame(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    bought = buy(shopper, simulator)
    simulator.control("chargeback", payment=ref_of(bought["id"]))
    payments.sync_payment(payment_of(bought["id"]))
    drain_now()
    mail = postman.to(person.email)[-1]
    assert mail["Subject"] == "Your bank charged back a payment"
    assert "that order’s 120 unused credits" in text_of(mail)
    assert "You don’t need to do anything" in text_of(mail)


def test_a_discount_says_why(person: Member, site: Site, postman: Postman) -> None:
    code = give_discount(person, Occasion.APOLOGY, expires=datetime.now(UTC) + timedelta(days=30))
    with transaction() as session:
        api.create_discount(session, site_id=site.id, code="ALL5", actor="test", value_percentage=5)
    drain_now()
    (mail,) = postman.to(person.email)
    assert mail["Subject"] == "20% off your next order"
    words = text_of(mail)
    assert code in words
    assert "we made a mistake" in words
    assert "Your code is valid until" in words


def test_auto_reload_tells_of_its_beginning_of_each_order_and_of_its_end(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman
) -> None:
    reload_until_off(person, shopper, simulator)
    assert subjects(postman, person)[1:] == [
        "Auto top-up is on",
        "Auto top-up added 120 credits",
        "Auto top-up is paused",
        "Auto top-up is off",
    ]
    started, receipt, _, ended = [text_of(mail) for mail in postman.to(person.email)[1:]]
    for part in ("falls below 50 credits", "120 credits for €19.99", "never spend more than €20.00 in a month"):
        assert part in started
    assert "/credits/settings" in receipt
    assert "You turned it off." in ended


def test_auto_reload_is_mailed_about_each_time_it_is_switched(
    shopper: Client, person: Member, postman: Postman
) -> None:
    with transaction() as session:
        card = str(save_method(session, member_id=person.id))
    for _ in range(2):
        assert ask(shopper, card).status_code == 200
        drain_now()
        shopper.delete("/api/v1/reload-rule")
        drain_now()
    assert subjects(postman, person) == ["Auto top-up is on", "Auto top-up is off"] * 2


@pytest.mark.parametrize("is_by_support", [False, True], ids=["asked for by the member", "given by support"])
def test_who_has_unspent_credits_refunded_is_told_that_this_ended_auto_reload(
    shopper: Client, person: Member, simulator: Simulator, postman: Postman, is_by_support: bool
) -> None:
    bought = buy(shopper, simulator)
    with transaction() as session:
        card = str(save_method(session, member_id=person.id))
    assert ask(shopper, card).status_code == 200
    if is_by_support:
        support(UUID(bought["id"]), credits=120)
    else:
        ask_back(shopper, bought)
    drain_now()
    [ended] = [text_of(mail) for mail in postman.to(person.email) if mail["Subject"] == "Auto top-up is off"]
    words = " ".join(ended.split())
    assert "We refunded your unused credits, and auto top-up would have bought them again straight away." in words
    assert "You turned it off." not in words
