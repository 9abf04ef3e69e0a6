"""Saved ways to pay: kept with a first payment, used again, refused, forgotten."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import select, text
from structlog.testing import capture_logs

from app.kernel.db.session import transaction
from app.kernel.events.outbox import TryLater
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import OrderState, PaymentState
from modules.billing.errors.payments import ProviderAway
from modules.billing.events import MethodRevoked
from modules.billing.handlers import on_method_revoked
from modules.billing.payments.models.orders import CustomerRow, Mandate
from modules.billing.payments.providers.port import Unavailable
from modules.billing.payments.queries import orders as queries
from modules.billing.payments.service import methods, payments
from modules.billing.service import leaving
from modules.moderation.contracts.staff import Role
from modules.sites.contracts import Site
from tests.accounts.leaving import ban, delete_now, erase_now
from tests.billing.bank import Bank
from tests.billing.shopping import move_back, open_shop, order_of, pay, payment_of, ref_of
from tests.billing.test_orders import order
from tests.conftest import Client, drain_now
from tests.factories.billing import credits_of, place_order, save_customer, save_method
from tests.fixture_types import LogIn, MakeColleague, MakeMember, OpenConsole
from tests.simulating import Simulator


@pytest.fixture
def browser(site: Site, make_member: MakeMember, login: LogIn) -> Client:
    open_shop(site)
    return login(make_member())


@pytest.fixture
def saved(browser: Client, simulator: Simulator) -> str:
    """A card that was saved with a first order of 120 credits; its id."""
    bought = order(browser, method="creditcard", save=True).get_json()
    simulator.pay(ref_of(bought["id"]), method="creditcard")
    assert browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["state"] == "completed"
    [card] = browser.get("/api/v1/saved-methods").get_json()
    return str(card["id"])


def ended(browser: Client, order_id: str) -> Any:
    """Return an order once the bank has answered, which takes it a moment."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        shown = browser.post(f"/api/v1/orders/{order_id}/sync").get_json()
        if shown["state"] not in ("loading", "pending"):
            return shown
        time.sleep(0.1)
    raise AssertionError("the bank never answered")


@pytest.mark.spec("2.12", "4.5")
def test_a_card_is_saved_and_used_again(browser: Client, saved: str, simulator: Simulator) -> None:
    [card] = browser.get("/api/v1/saved-methods").get_json()
    assert card["method"] == "creditcard"
    assert card["label"]
    shop = browser.get("/api/v1/shop").get_json()
    offered = browser.get(f"/api/v1/shop/methods?bundle_id={shop['can_repeat']}").get_json()
    assert [one["id"] for one in offered["saved"]] == [saved]
    again = order(browser, method="creditcard", mandate_id=saved, repeat=True).get_json()
    assert (again["origin"], again["checkout_url"]) == ("repeat", None)
    assert ended(browser, again["id"])["state"] == "completed"
    assert credits_of(browser) == 250


@pytest.mark.spec("4.5", "8.5")
def test_a_recurring_payment_that_fails_can_be_paid_by_paypal(
    browser: Client, site: Site, saved: str, simulator: Simulator
) -> None:
    with transaction() as session:
        # The provider's test amounts: this one is refused by the card.
        api.set_bundle(session, site_id=site.id, country="NL", credits=5000, price=Money(100_500, "EUR"))
    placed = order(browser, credits=5000, method="creditcard", mandate_id=saved)
    assert placed.status_code == 201, placed.get_json()
    bought = placed.get_json()
    failed = ended(browser, bought["id"])
    assert (failed["state"], failed["can_retry"]) == ("failed", True)
    assert failed["payments"][0]["mandate_id"] == saved
    retried = browser.post(f"/api/v1/orders/{bought['id']}/payments", {"method": "paypal"}, key=str(uuid4()))
    assert retried.status_code == 201, retried.get_json()
    simulator.pay(ref_of(bought["id"]), method="paypal")
    assert browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["state"] == "completed"
    assert credits_of(browser) == 5130


def test_a_saved_way_is_forgotten(browser: Client, saved: str) -> None:
    assert browser.delete(f"/api/v1/saved-methods/{saved}").status_code == 204
    assert browser.get("/api/v1/saved-methods").get_json() == []
    gone = browser.delete(f"/api/v1/saved-methods/{saved}")
    assert (gone.status_code, gone.get_json()["code"]) == (404, "billing.method-not-found")
    refused = order(browser, method="creditcard", mandate_id=saved)
    assert (refused.status_code, refused.get_json()["code"]) == (404, "billing.method-not-found")
    assert [error["pointer"] for error in refused.get_json()["errors"]] == ["/mandate_id"]


def test_a_saved_way_is_forgotten_at_its_provider_once_that_is_back(
    bank: Bank, make_member: MakeMember, login: LogIn
) -> None:
    member = make_member()
    with transaction() as session:
        save_customer(session, member_id=member.id)
        saved = save_method(session, member_id=member.id)
    bank.before("revoke_mandate", Unavailable())
    browser = login(member)
    assert browser.delete(f"/api/v1/saved-methods/{saved}").status_code == 204
    assert browser.get("/api/v1/saved-methods").get_json() == []
    drain_now()
    assert (bank.calls["revoke_mandate"], bank.forgotten) == (1, [])
    with transaction() as session:
        session.execute(text("UPDATE platform.inbox_entry SET next_try_at = now(), attempts = 0 WHERE done_at IS NULL"))
    drain_now()
    assert (bank.calls["revoke_mandate"], len(bank.forgotten)) == (2, 1)


def test_a_provider_that_is_away_is_asked_to_forget_a_saved_way_without_a_last_time(
    bank: Bank, make_member: MakeMember
) -> None:
    member = make_member()
    with transaction() as session:
        save_customer(session, member_id=member.id)
        saved = save_method(session, member_id=member.id)
    bank.before("revoke_mandate", Unavailable())
    with pytest.raises(TryLater):
        on_method_revoked.run(MethodRevoked(saved))


def test_a_saved_way_is_its_owners(browser: Client, saved: str, make_member: MakeMember, login: LogIn) -> None:
    stranger = login(make_member())
    assert stranger.get("/api/v1/saved-methods").get_json() == []
    assert stranger.delete(f"/api/v1/saved-methods/{saved}").status_code == 404
    assert order(stranger, method="creditcard", mandate_id=saved).status_code == 404
    assert len(browser.get("/api/v1/saved-methods").get_json()) == 1


def test_who_is_erased_has_no_way_to_pay_left_though_the_provider_is_away(bank: Bank, make_member: MakeMember) -> None:
    member = make_member()
    with transaction() as session:
        save_customer(session, member_id=member.id)
        saved = [save_method(session, member_id=member.id) for _ in range(2)]
    bank.before("revoke_mandate", Unavailable())
    with capture_logs() as logged, pytest.raises(TryLater):
        leaving.forget_ways_to_pay(member_id=member.id)
    [line] = logged
    assert (line["event"], line["code"]) == ("not revoked at the provider", "billing.provider-away")
    assert line["mandate_id"] in [str(one) for one in saved]
    assert bank.calls["revoke_mandate"] == 2
    with transaction(read_only=True) as session:
        left = session.execute(select(Mandate.state, Mandate.label).where(Mandate.member_id == member.id))
        assert list(left) == [("revoked", "")] * 2


def test_the_provider_is_asked_until_it_has_forgotten_the_card_of_who_is_erased(
    bank: Bank, make_member: MakeMember
) -> None:
    member = make_member()
    with transaction() as session:
        save_customer(session, member_id=member.id)
        save_method(session, member_id=member.id)
    known = select(CustomerRow.ref).where(CustomerRow.member_id == member.id)
    erase_now(member)
    for tried in (1, 2):
        bank.before("revoke_mandate", Unavailable())
        drain_now()
        with transaction() as session:
            assert len(session.execute(known).all()) == 1
            assert (bank.calls["revoke_mandate"], bank.forgotten) == (tried, [])
            waits = text("UPDATE platform.inbox_entry SET next_try_at = now(), attempts = 0 WHERE done_at IS NULL")
            session.execute(waits)
    drain_now()
    assert (bank.calls["revoke_mandate"], len(bank.forgotten)) == (3, 1)
    with transaction(read_only=True) as session:
        assert session.execute(known).all() == []


@pytest.mark.spec("2.12", "4.5")
@pytest.mark.parametrize("is_asked", [False, True], ids=["before the provider is asked", "while it is away"])
def test_nothing_is_charged_by_a_card_that_is_forgotten_before_its_payment_is_made(
    bank: Bank, shop: None, member: Member, is_asked: bool
) -> None:
    """The provider is not asked to choose another card that is saved there."""
    with transaction() as session:
        save_customer(session, member_id=member.id)
        saved, _other = (save_method(session, member_id=member.id) for _ in range(2))
        order_id = place_order(session, member=member, method="creditcard", mandate_id=saved)
    if is_asked:
        bank.before("create_payment", Unavailable())
        with pytest.raises(ProviderAway):
            payments.submit_order(order_id)
    with transaction() as session:
        methods.revoke_method(session, member_id=member.id, mandate_id=saved)
    asked = bank.calls["create_payment"]
    for _ in range(2):
        payments.submit_order(order_id)
        payments.sync_payment(payment_of(order_id).id)
    assert (bank.calls["create_payment"], bank.created) == (asked, 0)
    assert payment_of(order_id).state is (PaymentState.SUBMITTED if is_asked else PaymentState.CANCELED)
    move_back(order_id, hours=3)
    payments.sync_payment(payment_of(order_id).id)
    assert payment_of(order_id).state is (PaymentState.FAILED if is_asked else PaymentState.CANCELED)
    assert order_of(order_id).state is not OrderState.LOADING


@pytest.mark.parametrize("is_first", [True, False], ids=["it was saved with", "it was used for"])
def test_a_card_is_forgotten_here_and_at_its_provider_when_a_payment_is_charged_back_that(
    bank: Bank, shop: None, member: Member, is_first: bool
) -> None:
    with transaction() as session:
        save_customer(session, member_id=member.id)
        other = save_method(session, member_id=member.id)
        mandate_id = None if is_first else save_method(session, member_id=member.id)
        order_id = place_order(session, member=member, method="creditcard", mandate_id=mandate_id, save=is_first)
    payments.submit_order(order_id)
    if is_first:
        told = bank.payments[ref_of(order_id)]
        bank.payments[told.ref] = replace(told, mandate_ref=f"mdt_{uuid4().hex}")
    pay(bank, order_id)
    bank.charge_back(ref_of(order_id), payment_of(order_id).amount.minor)
    payments.sync_payment(payment_of(order_id).id)
    with transaction(read_only=True) as session:
        left = queries.list_saved_methods(session, member_id=member.id, provider="mollie")
    assert ([one.id for one in left], bank.calls["revoke_mandate"]) == ([other], 0)
    drain_now()
    assert bank.calls["revoke_mandate"] == 1


def test_a_disputed_card_is_forgotten_at_its_provider_though_that_was_away_before_its_member_is_erased(
    bank: Bank, shop: None, member: Member
) -> None:
    with transaction() as session:
        save_customer(session, member_id=member.id)
        card = save_method(session, member_id=member.id)
        order_id = place_order(session, member=member, method="creditcard", mandate_id=card)
    payments.submit_order(order_id)
    pay(bank, order_id)
    bank.charge_back(ref_of(order_id), payment_of(order_id).amount.minor)
    payments.sync_payment(payment_of(order_id).id)
    bank.before("revoke_mandate", Unavailable())
    drain_now()
    assert (bank.calls["revoke_mandate"], bank.forgotten) == (1, [])
    erase_now(member)
    drain_now()
    with transaction(read_only=True) as session:
        ref = session.execute(select(Mandate.provider_ref).where(Mandate.id == card)).scalar_one()
    assert set(bank.forgotten) == {ref}


@pytest.mark.parametrize("go", [ban, delete_now])
def test_nothing_is_charged_by_a_card_of_somebody_who_went_before_its_payment_is_made(
    bank: Bank, shop: None, member: Member, go: Callable[[Any], Any]
) -> None:
    """Their orders are cancelled a moment later."""
    with transaction() as session:
        save_customer(session, member_id=member.id)
        saved = save_method(session, member_id=member.id)
        order_id = place_order(session, member=member, method="creditcard", mandate_id=saved)
    go(member)
    payments.submit_order(order_id)
    assert (bank.calls["create_payment"], payment_of(order_id).state) == (0, PaymentState.CANCELED)


@pytest.mark.spec("10.4")
@pytest.mark.parametrize("role", [Role.SUPPORT, Role.FINANCE, Role.ADMIN])
def test_staff_see_of_a_paypal_account_no_more_than_its_beginning(
    make_member: MakeMember, colleague: MakeColleague, staff_browser: OpenConsole, role: Role
) -> None:
    member = make_member()
    with transaction() as session:
        paypal = save_method(session, member_id=member.id, label="jo.robin@example.org")
        save_method(session, member_id=member.id)
    staff, methods = staff_browser(colleague(role)), "/ops/api/billing.mandates"
    listed = staff.get(f"{methods}?member_id={member.id}").json["data"]
    assert {row["label"] for row in listed} == {"j.....@example.org", "Visa 4242"}
    assert staff.get(f"{methods}/{paypal}").json["label"] == "j.....@example.org"
