"""Discount codes: who may use which, every refusal, and the bonus that truly ends."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from sqlalchemy import text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.billing.contracts.states import Occasion
from modules.billing.errors.shop import DiscountInvalid
from modules.billing.routes.common import NAMED_CODES
from modules.billing.shop import service as shop_service
from modules.sites.contracts import Site
from tests.billing.members.conftest import shop
from tests.billing.shopping import ref_of
from tests.billing.test_orders import order
from tests.conftest import Client
from tests.factories.billing import buy_credits
from tests.fixture_types import LogIn, MakeMember
from tests.refusing import refused
from tests.simulating import Simulator
from tests.sites.test_first_answers import first_data
from tests.sites.test_head import door  # noqa: F401

__all__ = ["shop"]
BONUS = "TIMEBONUS25"


def make_code(site: Site, code: str = "SPRING20", percent: int = 20, **fields: Any) -> str:
    with transaction() as session:
        api.create_discount(session, site_id=site.id, code=code, actor="test", value_percentage=percent, **fields)
    return code


def give_code(member: Member, percent: int = 20, **fields: Any) -> str:
    with transaction() as session:
        given = {"member_id": member.id, "actor": "test", "value_percentage": percent, **fields}
        return api.give_discount(session, site_id=member.site_id, **given).code


def quote(browser: Client, code: str, *, credits: int = 120, method: str | None = None) -> Any:
    """Ask what a bundle costs with a code."""
    bundles = browser.get("/api/v1/shop").get_json()["bundles"]
    bundle = next(bundle["id"] for bundle in bundles if bundle["credits"] == credits)
    return browser.post("/api/v1/shop/quote", {"bundle_id": bundle, "code": code, "method": method})


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.get_json()["code"]


def sign_up_earlier(member_id: UUID, **ago: float) -> None:
    """Move a member's signup into the past."""
    with transaction() as session:
        moved = text("UPDATE accounts.member SET signup_at = now() - CAST(:ago AS interval) WHERE id = :id")
        session.execute(moved, {"id": member_id, "ago": timedelta(**ago)})


@pytest.mark.spec("3.4", "7.9")
def test_the_documented_call_answers_every_field(browser: Client, member: Member, site: Site) -> None:
    make_code(site, country="NL", currency="EUR", minimum_order_minor=1000, paymentmethods=["ideal"])
    for path in ("/api/discountcode.php", "/api/v1/discount-code"):
        answer = browser.get(f"{path}?code=spring20")
        assert answer.status_code == 200, answer.get_json()
        found = answer.get_json()
        assert {key: found[key] for key in ("code", "country", "user_id", "value_percentage", "currency")} == {
            "code": "SPRING20",
            "country": "NL",
            "user_id": None,
            "value_percentage": 20,
            "currency": "EUR",
        }
        assert {key: found[key] for key in ("minimum_order_value", "status", "validity", "expired", "expires")} == {
            "minimum_order_value": 1000,
            "status": "active",
            "validity": None,
            "expired": False,
            "expires": None,
        }
        assert found["paymentmethods"] == ["ideal"]
        assert found["why"] == "20% off your order."


@pytest.mark.spec("4.16", "7.9", "9.3")
def test_the_bonus_greets_those_who_just_came(browser: Client, member: Member, site: Site) -> None:
    make_code(site, "HELLO10", 10, occasion=Occasion.WELCOME)
    greeting = browser.get("/api/discountcode.php?welcome=true").get_json()
    assert (greeting["code"], greeting["value_percentage"], greeting["validity"]) == (BONUS, 25, 14_400)
    ends = datetime.fromisoformat(greeting["expires"]) - datetime.fromisoformat(greeting["server_now"])
    assert timedelta(hours=3, minutes=59) < ends <= timedelta(hours=4)
    sign_up_earlier(member.id, hours=4)
    assert browser.get("/api/discountcode.php?welcome=true").get_json()["code"] == "HELLO10"
    assert refusal(quote(browser, BONUS)) == (409, "billing.discount-expired")


@pytest.mark.spec("9.3")
def test_the_last_second_of_the_bonus(browser: Client, member: Member) -> None:
    sign_up_earlier(member.id, seconds=14_390)
    assert quote(browser, BONUS).get_json()["total"] == {"minor": 1499, "currency": "EUR"}
    sign_up_earlier(member.id, seconds=14_400)
    assert refusal(quote(browser, BONUS)) == (409, "billing.discount-expired")


@pytest.mark.spec("4.16", "6.5")
def test_the_bonus_is_not_for_those_who_paid(browser: Client, member: Member) -> None:
    with transaction() as session:
        buy_credits(session, member=member)
        session.execute(text("UPDATE accounts.member SET is_paid = true WHERE id = :id"), {"id": member.id})
    assert refusal(browser.get("/api/discountcode.php?welcome=true")) == (404, "billing.discount-not-found")
    assert refusal(quote(browser, BONUS)) == (404, "billing.discount-not-found")


@pytest.mark.spec("2.52", "4.16")
def test_a_page_brings_the_discount_of_a_member_who_has_not_paid(browser: Client, member: Member, door: Client) -> None:
    assert first_data(browser, "/members")["discount"]["code"] == BONUS
    assert "discount" not in first_data(door, "/members")
    sign_up_earlier(member.id, hours=4)
    assert first_data(browser, "/members")["discount"] is None
    with transaction() as session:
        session.execute(text("UPDATE accounts.member SET is_paid = true WHERE id = :id"), {"id": member.id})
    assert "discount" not in first_data(browser, "/members")


@pytest.mark.spec("9.3")
def test_the_price_that_was_quoted_stays(browser: Client, member: Member, simulator: Simulator) -> None:
    bought = order(browser, code="timebonus25").get_json()
    assert (bought["discount_code"], bought["total"]["minor"]) == (BONUS, 1499)
    sign_up_earlier(member.id, hours=5)
    simulator.pay(ref_of(bought["id"]))
    assert browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()["state"] == "completed"


@pytest.mark.spec("5.5", "8.4")
def test_whoever_paid_with_the_bonus_is_told_that_it_is_used(browser: Client, simulator: Simulator) -> None:
    bought = order(browser, code=BONUS).get_json()
    simulator.pay(ref_of(bought["id"]))
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    assert refusal(quote(browser, BONUS)) == (409, "billing.discount-used")
    assert refusal(order(browser, code=BONUS)) == (409, "billing.discount-used")


@pytest.mark.spec("5.5", "8.4", "9.3")
def test_a_code_is_used_once(browser: Client, member: Member, site: Site, simulator: Simulator) -> None:
    make_code(site)
    bought = order(browser, code="SPRING20").get_json()
    simulator.pay(ref_of(bought["id"]))
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    answer = quote(browser, "SPRING20")
    assert refusal(answer) == (409, "billing.discount-used")
    detail = "You’ve already used this code."
    assert answer.get_json()["detail"] == detail
    assert answer.get_json()["errors"] == [{"pointer": "/code", "code": "billing.discount-used", "detail": detail}]
    assert refusal(order(browser, code="SPRING20")) == (409, "billing.discount-used")


def test_a_code_is_free_again_when_its_order_failed(
    browser: Client, member: Member, site: Site, simulator: Simulator
) -> None:
    make_code(site, max_uses=1)
    bought = order(browser, code="SPRING20").get_json()
    simulator.pay(ref_of(bought["id"]), "failed")
    browser.post(f"/api/v1/orders/{bought['id']}/sync")
    assert quote(browser, "SPRING20").status_code == 200


def test_a_second_order_with_the_code_gives_up_the_first(
    browser: Client, member: Member, site: Site, simulator: Simulator
) -> None:
    make_code(site)
    first = order(browser, code="SPRING20").get_json()
    second = order(browser, code="SPRING20").get_json()
    assert second["discount_code"] == "SPRING20"
    assert browser.get(f"/api/v1/orders/{first['id']}").get_json()["state"] == "cancelled"


@pytest.mark.parametrize(("by_other", "code"), [(False, "billing.discount-used"), (True, "billing.discount-exhausted")])
def test_an_order_whose_code_is_taken_meanwhile_is_not_paid_again(
    browser: Client, site: Site, simulator: Simulator, make_member: MakeMember, login: LogIn, by_other: bool, code: str
) -> None:
    make_code(site, max_uses=1 if by_other else 2)
    failed = order(browser, code="SPRING20").get_json()
    simulator.pay(ref_of(failed["id"]), "failed")
    browser.post(f"/api/v1/orders/{failed['id']}/sync")
    order(login(make_member()) if by_other else browser, code="SPRING20")
    again = browser.post(f"/api/v1/orders/{failed['id']}/payments", {"method": "paypal"}, key=uuid4().hex)
    assert refusal(again) == (409, code)
    assert [error["pointer"] for error in again.get_json()["errors"]] == ["/code"]


@pytest.mark.spec("5.5", "8.4")
def test_what_is_not_for_this_member_is_not_there(
    browser: Client, member: Member, site: Site, make_member: MakeMember
) -> None:
    make_code(site, "GERMANS", country="DE")
    another = give_code(make_member())
    with transaction() as session:
        api.set_bundle(session, site_id=site.id, country="US", credits=120, price=Money(1080, "USD"))
    make_code(site, "DOLLARS", currency="USD")
    make_code(site, "TOMORROW", starts=datetime.now(UTC) + timedelta(days=1))
    make_code(site, "STOPPED")
    with transaction() as session:
        api.disable_discount(session, site_id=site.id, code="STOPPED")
    for code in ("GERMANS", another, "DOLLARS", "TOMORROW", "STOPPED", "NEVER-WAS", "§§§"):
        answer = quote(browser, code)
        assert refusal(answer) == (404, "billing.discount-not-found"), code
        detail = "Code invalid. Check what you typed."
        assert answer.get_json()["detail"] == detail
        assert answer.get_json()["errors"] == [{"pointer": "/code", "code": refusal(answer)[1], "detail": detail}], code


PAYER = {"iban": "DE89370400440532013000", "holder": "Ada Brown", "phone": "+4915112345678"}
WAYS: dict[str, Callable[[Client, str, str | None], Any]] = {
    "look": lambda browser, _, code: browser.get("/api/v1/discount-code", query_string={"code": code} if code else {}),
    "documented": lambda browser, _, code: browser.get(f"/api/discountcode.php{f'?code={code}' if code else ''}"),
    "quote": lambda browser, bundle, code: browser.post("/api/v1/shop/quote", {"bundle_id": bundle, "code": code}),
    "methods": lambda browser, bundle, code: browser.get(
        "/api/v1/shop/methods", query_string={"bundle_id": bundle} | ({"code": code} if code else {})
    ),
    "order": lambda browser, bundle, code: browser.post(
        "/api/v1/orders", {"bundle_id": bundle, "method": "ideal", "start_now": True, "code": code}, key=uuid4().hex
    ),
    "debit": lambda browser, bundle, code: browser.post(
        "/api/v1/direct-debit/start", {**PAYER, "bundle_id": bundle, "start_now": True, "code": code}, key=uuid4().hex
    ),
}


@pytest.mark.spec("8.2")
@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_nobody_guesses_codes_without_end(
    browser: Client, site: Site, make_member: MakeMember, login: LogIn, way: Any
) -> None:
    """Who guessed for long is told of the right one no more, whichever way they ask; others are, and it sells on."""
    code = make_code(site)
    bundle = browser.get("/api/v1/shop").get_json()["bundles"][0]["id"]
    asked = [refusal(WAYS["quote"](browser, bundle, uuid4().hex[:8])) for _ in range(NAMED_CODES.calls)]
    assert set(asked) == {(404, "billing.discount-not-found")}
    assert refusal(way(browser, bundle, code)) == (429, "rate-limited")
    assert way(browser, bundle, None).status_code != 429
    assert way(login(make_member()), bundle, code).status_code != 429


@pytest.mark.spec("3.4")
def test_the_bounds_of_a_code(
    browser: Client, member: Member, site: Site, make_member: MakeMember, login: LogIn
) -> None:
    make_code(site, "LARGE", minimum_order_minor=2000, currency="EUR")
    assert refusal(quote(browser, "LARGE")) == (422, "billing.discount-below-minimum")
    assert quote(browser, "LARGE", credits=300).status_code == 200
    make_code(site, "BYCARD", paymentmethods=["creditcard"])
    for by_bank in (quote(browser, "BYCARD", method="ideal"), order(browser, code="BYCARD", method="ideal")):
        assert refusal(by_bank) == (422, "billing.discount-other-method")
    assert quote(browser, "BYCARD", method="creditcard").status_code == 200
    make_code(site, "OVER", expires=datetime.now(UTC) + timedelta(hours=1))
    with transaction() as session:
        session.execute(text("UPDATE billing.discount_code SET expires = now() WHERE code = 'OVER'"))
    assert refusal(quote(browser, "OVER")) == (409, "billing.discount-expired")
    make_code(site, "ONLYONE", max_uses=1)
    order(login(make_member()), code="ONLYONE")
    assert refusal(quote(browser, "ONLYONE")) == (409, "billing.discount-exhausted")


def test_a_personal_code_says_why(browser: Client, member: Member) -> None:
    sign_up_earlier(member.id, days=2)
    code = give_code(member, 50, occasion=Occasion.APOLOGY)
    greeting = browser.get("/api/discountcode.php?welcome=true").get_json()
    assert (greeting["code"], greeting["user_id"]) == (code, str(member.id))
    assert greeting["why"] == "50% off, because we made a mistake. We’re sorry."


def test_a_code_that_cannot_be_made_or_changed_is_refused_at_its_field(site: Site, member: Member) -> None:
    make_code(site)
    many: dict[str, Any] = {"site_id": site.id, "actor": "test", "count": 2, "value_percentage": 20}
    with refused(DiscountInvalid, "code"):
        make_code(site)
    with refused(DiscountInvalid, "code"), transaction() as session:
        api.create_discounts(session, prefix="", **many)
    with refused(DiscountInvalid, "member_id"), transaction() as session:
        api.create_discounts(session, prefix="SUN", member_id=member.id, **many)
    with transaction(read_only=True) as session:
        (made,) = [one for one in api.list_discounts(session, site_id=site.id) if one.code == "SPRING20"]
    with refused(DiscountInvalid, "value_percentage"), transaction() as session:
        shop_service.change_discount(session, discount_id=made.id, value_percentage=91)
