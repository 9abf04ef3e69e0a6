"""A member's own spending limit."""

from datetime import UTC, datetime, time, timedelta
from typing import Any, cast
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import select, text

from app.kernel.db.session import transaction
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.billing.errors.payments import SpendingLimitReached
from modules.billing.payments.models.limits import SpendLimitRow
from modules.sites.contracts import Site
from tests.billing.members.buying import ask_back, buy, turn_refund
from tests.billing.shopping import change_currency, limit_spending, ref_of, sound
from tests.billing.test_orders import order
from tests.conftest import Client
from tests.factories.billing import place_order
from tests.fixture_types import LogIn, MakeMember
from tests.racing import race, start_while_open
from tests.simulating import Simulator


def euro(minor: int) -> Money:
    return Money(minor, "EUR")


def set_limit(browser: Client, minor: int | None) -> Any:
    answer = browser.put("/api/v1/spending-limit", {"minor": minor})
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def refusal(answer: Any) -> tuple[int, str, str]:
    body = answer.get_json()
    return answer.status_code, body["code"], body["reason"]


def begin_next(member: Member) -> None:
    """Let the limit that was to begin in a day begin now."""
    with transaction() as session:
        session.execute(text("UPDATE billing.spend_limit SET next_at = now() WHERE member_id = :id"), {"id": member.id})


def test_nobody_has_a_limit_who_set_none(browser: Client, member: Member) -> None:
    shown = browser.get("/api/v1/spending-limit").get_json()
    assert (shown["limit"], shown["next"], shown["next_at"]) == (None, None, None)
    assert shown["spent"] == {"minor": 0, "currency": "EUR"}


def test_lower_counts_at_once_and_higher_a_day_later(browser: Client, member: Member) -> None:
    assert set_limit(browser, 5000)["limit"] == {"minor": 5000, "currency": "EUR"}
    assert set_limit(browser, 2000)["limit"]["minor"] == 2000
    raised = set_limit(browser, 9000)
    assert (raised["limit"]["minor"], raised["next"]["minor"]) == (2000, 9000)
    at = datetime.fromisoformat(raised["next_at"])
    assert timedelta(hours=23, minutes=59) < at - datetime.now(UTC) <= timedelta(hours=24)
    assert set_limit(browser, 9000)["next_at"] == raised["next_at"]
    assert set_limit(browser, 2000)["next_at"] is None
    removed = set_limit(browser, None)
    assert (removed["limit"]["minor"], removed["next"]) == (2000, None)
    assert removed["next_at"] is not None
    begin_next(member)
    assert browser.get("/api/v1/spending-limit").get_json()["limit"] is None


def test_nothing_is_kept_of_a_limit_that_its_member_took_away(
    browser: Client, member: Member, make_member: MakeMember, login: LogIn
) -> None:
    other = make_member()
    for each in (browser, login(other)):
        set_limit(each, 2000)
    set_limit(browser, None)
    begin_next(member)
    assert set_limit(browser, None)["limit"] is None
    with transaction(read_only=True) as session:
        kept = session.execute(
            select(SpendLimitRow.member_id).where(SpendLimitRow.member_id.in_((member.id, other.id)))
        )
        assert list(kept.scalars()) == [other.id]


def test_a_limit_is_in_the_money_of_a_shop_that_sells_a_single_bundle(browser: Client, site: Site) -> None:
    change_currency(site, 200, Money(9900, "SEK"))
    assert set_limit(browser, 5000)["limit"] == {"minor": 5000, "currency": "SEK"}


@pytest.mark.parametrize("minor", [-1, 10_000_001, "much", 1.5])
def test_what_is_no_amount_is_refused(browser: Client, member: Member, minor: Any) -> None:
    answer = browser.put("/api/v1/spending-limit", {"minor": minor})
    assert (answer.status_code, answer.get_json()["code"]) == (422, "invalid")


def test_an_order_beyond_the_limit_is_refused_with_the_day_it_becomes_possible(
    browser: Client, member: Member, site: Site, simulator: Simulator
) -> None:
    set_limit(browser, 2500)
    buy(browser, simulator)
    standing = browser.get("/api/v1/spending-limit").get_json()
    assert standing["spent"]["minor"] == 1999
    ends = datetime.fromisoformat(standing["month_ends"]).astimezone(ZoneInfo(site.timezone))
    assert (ends.day, ends.time()) == (1, time())
    refused = order(browser, credits=50)
    assert refusal(refused) == (409, "billing.spending-limit", "until")
    told = refused.get_json()
    assert (told["limit"], told["spent"], told["price"]) == ("€25.00", "€19.99", "€9.99")
    assert (told["until"], datetime.fromisoformat(told["possible_at"])) == (f"{ends:%-d %B %Y}", ends)
    for value in (told["limit"], told["spent"], told["price"], told["until"]):
        assert value in told["detail"]
    too_much = order(browser, credits=300)
    assert refusal(too_much) == (409, "billing.spending-limit", "never")
    assert (too_much.get_json()["until"], too_much.get_json()["possible_at"]) == ("", None)
    assert browser.get("/api/v1/orders").get_json()["total"] == 1


def test_an_order_counts_until_its_payment_has_ended(browser: Client, member: Member, simulator: Simulator) -> None:
    set_limit(browser, 2500)
    waiting = order(browser).get_json()
    assert refusal(order(browser))[2] == "until"
    browser.post(f"/api/v1/orders/{waiting['id']}/cancel")
    assert refusal(order(browser))[2] == "until"
    simulator.pay(ref_of(waiting["id"]), "expired")
    browser.post(f"/api/v1/orders/{waiting['id']}/sync")
    assert order(browser).status_code == 201


def test_a_failed_order_cannot_come_back_around_the_limit(
    browser: Client, member: Member, simulator: Simulator
) -> None:
    failed = order(browser).get_json()
    simulator.pay(ref_of(failed["id"]), "failed")
    browser.post(f"/api/v1/orders/{failed['id']}/sync")
    set_limit(browser, 2500)
    buy(browser, simulator)
    again = browser.post(f"/api/v1/orders/{failed['id']}/payments", {"method": "paypal"}, key=str(uuid4()))
    assert refusal(again)[1:] == ("billing.spending-limit", "until")


def test_money_that_came_back_is_not_spent(browser: Client, member: Member, simulator: Simulator) -> None:
    set_limit(browser, 2500)
    bought = buy(browser, simulator)
    ask_back(browser, bought)
    turn_refund(bought, simulator, "refunded")
    assert order(browser).status_code == 201
    sound()


def test_the_same_click_is_no_second_order_against_the_limit(
    browser: Client, member: Member, simulator: Simulator
) -> None:
    set_limit(browser, 2500)
    key = str(uuid4())
    assert order(browser, key=key).get_json()["id"] == order(browser, key=key).get_json()["id"]


def test_a_limit_in_other_money_lets_nothing_through(browser: Client, member: Member, simulator: Simulator) -> None:
    set_limit(browser, 9000)
    with transaction() as session:
        session.execute(
            text("UPDATE billing.spend_limit SET currency = 'PLN' WHERE member_id = :id"), {"id": member.id}
        )
    assert refusal(order(browser))[2] == "currency"


@pytest.mark.parametrize("round_", range(3))
def test_of_two_orders_at_once_only_those_within_the_limit_are_made(
    member: Member, browser: Client, round_: int
) -> None:
    with transaction() as session:
        api.set_bundle(session, site_id=member.site_id, country="NL", credits=120, price=euro(1080))
    set_limit(browser, 2500)

    def buy_at_once() -> Any:
        with transaction() as session:
            return place_order(session, member=member)

    results = race([buy_at_once] * 8)
    assert sum(isinstance(result, SpendingLimitReached) for result in results) == 6
    assert browser.get("/api/v1/spending-limit").get_json()["spent"]["minor"] == 2160


def test_who_lowers_their_limit_waits_for_the_order_that_they_are_making(member: Member) -> None:
    def lower() -> None:
        with transaction() as session:
            limit_spending(session, member, 500)

    assert start_while_open(lambda session: place_order(session, member=member), lower) == (None, True)


def test_what_is_paid_in_other_money_than_the_limit_goes_back(
    browser: Client, member: Member, simulator: Simulator
) -> None:
    bought = order(browser).get_json()
    set_limit(browser, 5000)
    with transaction() as session:
        other = text("UPDATE billing.spend_limit SET currency = 'SEK' WHERE member_id = :id")
        session.execute(other, {"id": member.id})
    simulator.pay(ref_of(bought["id"]))
    shown = browser.post(f"/api/v1/orders/{bought['id']}/sync").get_json()
    assert (shown["state"], [one["reason"] for one in shown["refunds"]]) == ("cancelled", ["over-limit"])
    sound()


def stands_since(member: Member) -> datetime:
    with transaction(read_only=True) as session:
        since = text("SELECT since FROM billing.spend_limit WHERE member_id = :id")
        return cast(datetime, session.execute(since, {"id": member.id}).scalar_one())


def test_a_limit_stands_since_it_was_lowered_whoever_wrote_it(browser: Client, member: Member) -> None:
    set_limit(browser, 5000)
    first = stands_since(member)
    set_limit(browser, 9000)
    assert stands_since(member) == first, "a wish for more moves nothing yet"
    # As a process of the release before writes it: without a word of `since`.
    with transaction() as session:
        lowered = "UPDATE billing.spend_limit SET minor = 2000, next_minor = NULL, next_currency = NULL, next_at = NULL"
        session.execute(text(f"{lowered} WHERE member_id = :id"), {"id": member.id})
    assert stands_since(member) > first


def test_a_limit_that_comes_back_after_a_higher_one_stands_since_then(browser: Client, member: Member) -> None:
    set_limit(browser, 2000)
    set_limit(browser, 9000)
    first = stands_since(member)
    begin_next(member)
    assert set_limit(browser, 2000)["limit"]["minor"] == 2000
    assert stands_since(member) > first
