"""Auto-reload: only for who asked, never beyond what they allowed, and never twice."""

import time
from datetime import datetime
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.billing.payments.models.orders import CreditOrder
from modules.billing.payments.service import payments, reload
from modules.sites.contracts import Site
from tests.billing.debiting import run_sql
from tests.billing.shopping import ref_of, sound
from tests.billing.test_country_of_sale import evidence_of, taxed
from tests.billing.test_orders import order, payment_of
from tests.conftest import Client, drain_now
from tests.factories.billing import credits_of, spend_credits
from tests.fixture_types import LogIn, MakeMember
from tests.racing import race
from tests.simulating import Simulator


@pytest.fixture
def saved(browser: Client, simulator: Simulator) -> str:
    """A card that was saved with a first order of 120 credits; 130 credits are there then."""
    return save_card(browser, simulator)


def save_card(browser: Client, simulator: Simulator) -> str:
    """Order 120 credits and save the card that they are paid with; returns its id."""
    bought = order(browser, method="creditcard", save=True).get_json()
    simulator.pay(ref_of(bought["id"]), method="creditcard")
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    drain_now()
    [card] = browser.get("/api/v1/saved-methods").get_json()
    return str(card["id"])


def bundle_of(browser: Client, credits: int = 120) -> str:
    shop = browser.get("/api/v1/shop").get_json()
    return next(str(bundle["id"]) for bundle in shop["bundles"] if bundle["credits"] == credits)


def ask(browser: Client, saved: str, *, credits: int = 120, threshold: int = 50, cap: int = 5000, **over: Any) -> Any:
    body = {"bundle_id": bundle_of(browser, credits), "mandate_id": saved, "threshold": threshold, "agreed": True}
    return browser.put("/api/v1/reload-rule", {**body, "monthly_cap_minor": cap, **over})


def rule_of(browser: Client) -> Any:
    return browser.get("/api/v1/reload-rule").get_json()["rule"]


def reloads(browser: Client) -> list[Any]:
    return [each for each in browser.get("/api/v1/orders").get_json()["orders"] if each["origin"] == "reload"]


def spend(member: Member, credits: int) -> None:
    with transaction() as session:
        spend_credits(session, member_id=member.id, credits=credits)


def settle(browser: Client) -> Any:
    """Wait until the bank has answered for the newest reload; returns it."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        newest = reloads(browser)[0]
        if newest["state"] not in ("loading", "pending"):
            drain_now()
            return newest
        payments.sync_payment(payment_of(newest["id"]))
        time.sleep(0.1)
    raise AssertionError("the bank never answered")


def reload_until_off(member: Member, browser: Client, simulator: Simulator) -> None:
    """Have credits bought by themselves, once more than the limit of a month allows, and switch it off."""
    ask(browser, save_card(browser, simulator), cap=2000)
    drain_now()
    spend(member, 100)
    reload.reload(member.id)
    settle(browser)
    spend(member, 120)
    reload.reload(member.id)
    drain_now()
    browser.delete("/api/v1/reload-rule")
    drain_now()


def come_round(member: Member) -> None:
    """Let the wait of a rule be over."""
    with transaction() as session:
        session.execute(
            text("UPDATE billing.reload_rule SET next_try_at = now() WHERE member_id = :id"), {"id": member.id}
        )


def test_it_is_off_until_it_is_asked_for(browser: Client, member: Member, saved: str) -> None:
    assert rule_of(browser) is None
    spend(member, 125)
    reload.reload_due()
    assert reloads(browser) == []


def test_credits_are_bought_when_few_are_left(
    browser: Client, member: Member, saved: str, simulator: Simulator
) -> None:
    assert ask(browser, saved).status_code == 200
    reload.reload_due()
    assert reloads(browser) == []
    spend(member, 81)
    reload.reload_due()
    assert settle(browser)["state"] == "completed"
    assert credits_of(browser) == 169
    reload.reload_due()
    assert len(reloads(browser)) == 1
    rule = rule_of(browser)
    assert (rule["spent"]["minor"], rule["failures"], rule["ended_at"]) == (1999, 0, None)
    spend(member, 130)
    reload.reload_due()
    assert settle(browser)["state"] == "completed"
    assert len(reloads(browser)) == 2
    sound()


def test_credits_that_are_bought_by_themselves_have_the_evidence_of_their_card(
    browser: Client, member: Member, saved: str, simulator: Simulator
) -> None:
    run_sql("UPDATE profiles.profile SET country = 'NL' WHERE member_id = :id", id=member.id)
    ask(browser, saved)
    spend(member, 81)
    reload.reload_due()
    bought = settle(browser)
    assert (bought["origin"], bought["state"]) == ("reload", "completed")
    assert (evidence_of(bought["id"]), taxed(bought["id"])) == ({"profile": "NL", "card": "NL"}, ("NL", "agreed"))


def test_one_is_in_flight_at_a_time(browser: Client, member: Member, saved: str, simulator: Simulator) -> None:
    ask(browser, saved)
    spend(member, 100)
    race([lambda: reload.reload(member.id)] * 6)
    come_round(member)
    reload.reload_due()
    assert len(reloads(browser)) == 1


def test_the_database_holds_one_in_flight(browser: Client, member: Member, saved: str, simulator: Simulator) -> None:
    ask(browser, saved)
    spend(member, 100)
    reload.reload_due()
    with transaction(read_only=True) as session:
        row = session.execute(
            text("SELECT * FROM billing.credit_order WHERE member_id = :id AND origin = 'reload'"), {"id": member.id}
        ).one()
    second = {**row._mapping, "id": uuid4(), "client_key": "another"}
    with pytest.raises(IntegrityError, match="credit_order_reload_key"), transaction() as session:
        session.execute(insert(CreditOrder).values(second))


def test_credits_on_their_way_count(browser: Client, member: Member, saved: str, simulator: Simulator) -> None:
    ask(browser, saved)
    spend(member, 100)
    order(browser)
    reload.reload_due()
    assert reloads(browser) == []


def test_the_month_has_a_cap(browser: Client, member: Member, saved: str, simulator: Simulator) -> None:
    ask(browser, saved, cap=3000)
    spend(member, 100)
    reload.reload_due()
    settle(browser)
    spend(member, 120)
    reload.reload_due()
    assert len(reloads(browser)) == 1
    rule = rule_of(browser)
    assert rule["ended_at"] is None
    month_ends = browser.get("/api/v1/spending-limit").get_json()["month_ends"]
    assert datetime.fromisoformat(rule["next_try_at"]) == datetime.fromisoformat(month_ends)


def test_the_spending_limit_counts_for_it_too(
    browser: Client, member: Member, saved: str, simulator: Simulator
) -> None:
    ask(browser, saved)
    browser.put("/api/v1/spending-limit", {"minor": 2500})
    spend(member, 100)
    reload.reload_due()
    assert reloads(browser) == []
    assert rule_of(browser)["ended_at"] is None


def failing(browser: Client, site: Site, minor: int) -> None:
    """Sell 150 credits at one of the provider's test amounts, which a saved card refuses."""
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="NL", credits=150, price=Money(minor, "EUR"))


def test_a_hard_decline_ends_it(browser: Client, member: Member, site: Site, saved: str, simulator: Simulator) -> None:
    failing(browser, site, 100_400)
    ask(browser, saved, credits=150, cap=200_000)
    spend(member, 100)
    reload.reload_due()
    assert settle(browser)["state"] == "failed"
    assert rule_of(browser)["end_reason"] == "declined"
    come_round(member)
    reload.reload_due()
    assert len(reloads(browser)) == 1


def test_soft_failures_wait_a_day_and_the_second_ends_it(
    browser: Client, member: Member, site: Site, saved: str, simulator: Simulator
) -> None:
    failing(browser, site, 100_700)
    ask(browser, saved, credits=150, cap=500_000)
    spend(member, 100)
    reload.reload_due()
    settle(browser)
    rule = rule_of(browser)
    assert (rule["failures"], rule["end_reason"]) == (1, None)
    reload.reload_due()
    assert len(reloads(browser)) == 1
    come_round(member)
    reload.reload_due()
    settle(browser)
    assert rule_of(browser)["end_reason"] == "failed-twice"
    assert len(reloads(browser)) == 2
    sound()


def test_it_ends_with_its_bundle_and_with_its_card(
    browser: Client, member: Member, site: Site, saved: str, simulator: Simulator
) -> None:
    ask(browser, saved)
    spend(member, 100)
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="NL", credits=120, price=Money(2999, "EUR"))
    reload.reload_due()
    assert rule_of(browser)["end_reason"] == "bundle-gone"
    ask(browser, saved)
    browser.delete(f"/api/v1/saved-methods/{saved}")
    reload.reload_due()
    rule = rule_of(browser)
    assert (rule["end_reason"], rule["method"]) == ("method-gone", None)
    assert reloads(browser) == []


def test_switched_off_it_buys_nothing(browser: Client, member: Member, saved: str, simulator: Simulator) -> None:
    ask(browser, saved)
    assert browser.delete("/api/v1/reload-rule").status_code == 204
    assert browser.delete("/api/v1/reload-rule").status_code == 204
    spend(member, 100)
    reload.reload_due()
    assert reloads(browser) == []
    assert rule_of(browser)["end_reason"] == "member"


@pytest.mark.parametrize(
    ("over", "status", "code", "fields"),
    [
        ({"agreed": False}, 422, "billing.reload-rule-invalid", ["/agreed"]),
        ({"monthly_cap_minor": 1998}, 422, "billing.reload-rule-invalid", ["/monthly_cap_minor"]),
        ({"threshold": 121}, 422, "billing.reload-rule-invalid", ["/threshold"]),
        ({"threshold": 0}, 422, "invalid", ["/threshold"]),
        ({"bundle_id": str(uuid4())}, 404, "billing.bundle-not-found", []),
        ({"mandate_id": str(uuid4())}, 404, "billing.method-not-found", ["/mandate_id"]),
    ],
)
def test_what_cannot_be_set(
    browser: Client, member: Member, saved: str, over: dict[str, Any], status: int, code: str, fields: list[str]
) -> None:
    answer = ask(browser, saved, **over)
    assert (answer.status_code, answer.get_json()["code"]) == (status, code)
    assert [error["pointer"] for error in answer.get_json().get("errors", [])] == fields
    assert rule_of(browser) is None


def test_another_members_card_is_not_there(
    browser: Client, member: Member, saved: str, make_member: MakeMember, login: LogIn
) -> None:
    answer = ask(login(make_member()), saved)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "billing.method-not-found")
