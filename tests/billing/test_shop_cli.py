"""`hearth shop`, `hearth discount` and `hearth order`."""

import json
import re
from datetime import datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from app.kernel.db.session import transaction
from cli.discount import discount
from cli.order import order
from cli.shop import shop
from modules.sites.contracts import Site
from tests.accounts.leaving import erase_now
from tests.billing.shopping import balance_of, open_shop, ref_of, sound
from tests.billing.test_cli import run
from tests.billing.test_orders import order as buy
from tests.commands import refusal
from tests.conftest import drain_now
from tests.fixture_types import LogIn, MakeMember
from tests.simulating import Simulator
from tests.trail import trail_of

pytestmark = pytest.mark.usefixtures("ready_to_sell")


def rows(command: Any, *arguments: str) -> list[dict[str, Any]]:
    answer = run(command, *arguments, "--json")
    assert answer.exit_code == 0, answer.output
    found: list[dict[str, Any]] = json.loads(answer.output)
    return found


def test_a_shop_opens_and_changes_its_prices(site: Site) -> None:
    opened = run(shop, "open", site.key)
    assert opened.exit_code == 0, opened.output
    usual = rows(shop, "bundles", site.key)
    assert {row["country"] for row in usual} == set(site.countries)
    assert [code["code"] for code in rows(discount, "list", site.key)] == ["TIMEBONUS25"]
    run(shop, "set", site.key, "nl", "120", "18.50", "eur")
    assert CliRunner().invoke(shop, ["retire", site.key, "NL", "700"], input="n\n").exit_code == 1
    assert 700 in {row["credits"] for row in rows(shop, "bundles", site.key) if row["country"] == "NL"}
    run(shop, "retire", site.key, "NL", "700", "--yes")
    dutch = {row["credits"]: row["price"] for row in rows(shop, "bundles", site.key) if row["country"] == "NL"}
    assert dutch[120] == "18.50"
    assert 700 not in dutch
    assert "does not sell 77" in refusal(shop, "retire", site.key, "NL", "77", "--yes")
    assert "does not sell 700" in refusal(shop, "retire", site.key, "NL", "700", "--yes"), "once is enough"
    assert "19.99" in refusal(shop, "set", site.key, "NL", "120", "12,5", "EUR")
    assert "currency" in refusal(shop, "set", site.key, "NL", "120", "18.50", "USD")


def test_a_shop_that_opens_again_asks_before_its_own_prices_go(site: Site) -> None:
    def dutch() -> dict[int, str]:
        return {row["credits"]: row["price"] for row in rows(shop, "bundles", site.key) if row["country"] == "NL"}

    tried = run(shop, "open", site.key, "--dry-run")
    assert "would sell" in tried.output
    assert rows(shop, "bundles", site.key) == rows(discount, "list", site.key) == []
    run(shop, "open", site.key)
    run(shop, "open", site.key)
    usual = dutch()
    run(shop, "set", site.key, "NL", "120", "18.50", "EUR")
    tried = run(shop, "open", site.key, "--dry-run")
    assert f"120 credits in NL: 18.50 EUR becomes {usual[120]} EUR." in tried.output
    assert CliRunner().invoke(shop, ["open", site.key], input="n\n").exit_code == 1
    assert dutch() == {**usual, 120: "18.50"}
    assert run(shop, "open", site.key, "--yes").exit_code == 0
    assert dutch() == usual


def test_codes_are_tried_before_they_are_made(site: Site) -> None:
    fair, many = ("create", site.key, "FAIR", "20"), ("--count", "1001")
    for more, count in (((), 1), (("--count", "3"), 3)):
        tried = rows(discount, *fair, *more, "--dry-run")
        assert [one["percent"] for one in tried] == [20] * count
    # More than a thousand are asked for, but not where none is made.
    assert "would give 20% off" in run(discount, *fair, *many, "--dry-run").output
    assert CliRunner().invoke(discount, [*fair, *many], input="n\n").exit_code == 1
    assert rows(discount, "list", site.key) == []


@pytest.mark.spec("10.10")
def test_what_is_sold_by_hand_stands_in_the_access_log(site: Site) -> None:
    run(shop, "open", site.key, "--reason", "a new site")
    assert trail_of(site.id, "sites.sites") == [("open-shop", "a new site", {})]
    run(shop, "set", site.key, "nl", "120", "18.50", "eur", "--reason", "too dear")
    [bundle] = [row for row in rows(shop, "bundles", site.key) if (row["country"], row["credits"]) == ("NL", 120)]
    run(shop, "retire", site.key, "NL", "120", "--yes")
    price = {"site_id": str(site.id), "country": "NL", "credits": 120, "price_minor": 1850, "currency": "EUR"}
    assert trail_of(bundle["id"], "billing.bundles") == [
        ("set-price", "too dear", price),
        ("retire", "command line", {}),
    ]


@pytest.mark.spec("3.4", "10.10")
def test_what_is_done_to_codes_stands_in_the_access_log(site: Site, make_member: MakeMember) -> None:
    robin = make_member(name="Robin")
    wanted = ("give", site.key, str(robin.id), "50", "--occasion", "apology", "--expires", "2099-03-31")
    said = run(discount, *wanted, "--reason", "Robin waited for a week").output
    [code] = rows(discount, "list", site.key)
    assert said == f"{code['code']} now gives 50% off.\n"
    assert re.fullmatch("APOLOGY-[A-Z2-9]{8}", code["code"]), "the installation thought of it, so it names nobody"
    told = json.loads(run(discount, *wanted, "--json").output)
    newest = rows(discount, "list", site.key)[0]
    assert told == {"code": newest["code"], "percent": 50} != {"code": code["code"], "percent": 50}
    run(discount, "disable", site.key, code["code"], "--yes", "--reason", "printed wrong")
    [(made, why, detail), stopped] = trail_of(code["id"], "billing.discounts")
    assert (made, why, detail["code"], detail["how_many"], detail["member_id"]) == (
        *("create", "Robin waited for a week"),
        *(code["code"], 1, str(robin.id)),
    )
    assert stopped == ("stop", "printed wrong", {})
    erase_now(robin)
    drain_now()
    assert [one[1] for one in trail_of(code["id"], "billing.discounts")] == ["", ""], "it may tell of who is erased"


def test_many_codes_are_made_and_codes_are_stopped_only_when_that_is_meant(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cli.discount.MANY", 2)
    many = ["create", site.key, "FAIR", "20", "--count", "3"]
    unsure = CliRunner().invoke(discount, many, input="n\n")
    assert (unsure.exit_code, "Create 3 codes?" in unsure.output) == (1, True)
    assert rows(discount, "list", site.key) == []
    assert run(discount, *many[:-1], "2").exit_code == 0, "few are made without a question"
    assert run(discount, *many, "--yes").exit_code == 0
    made = rows(discount, "list", site.key)
    assert len(made) == 5
    stop = ["disable", site.key, made[0]["code"]]
    unsure = CliRunner().invoke(discount, stop, input="n\n")
    assert (unsure.exit_code, f"Stop {made[0]['code']}?" in unsure.output) == (1, True)
    assert all(code["is_active"] for code in rows(discount, "list", site.key))


@pytest.mark.spec("3.4")
def test_a_code_is_made_and_stopped(site: Site) -> None:
    made = run(discount, "create", site.key, "spring-20", "20", "--max-uses", "5", "--expires", "2099-03-31")
    assert made.output == "SPRING-20 now gives 20% off.\n"
    [code] = rows(discount, "list", site.key)
    assert (code["code"], code["value_percentage"], code["max_uses"]) == ("SPRING-20", 20, 5)
    last = datetime.fromisoformat(code["expires"]).astimezone(ZoneInfo(site.timezone))
    assert f"{last:%F %H:%M}" == "2099-03-31 23:59"
    assert "must not exist yet" in refusal(discount, "create", site.key, "SPRING-20", "10")
    assert "must not exist yet" in refusal(discount, "create", site.key, "A B", "10")
    run(discount, "disable", site.key, "spring-20", "--yes")
    assert [code["is_active"] for code in rows(discount, "list", site.key)] == [False]
    assert "Code invalid" in refusal(discount, "disable", site.key, "NONE-SUCH", "--yes")


@pytest.mark.spec("3.4")
def test_many_codes_are_made_at_once_or_none(site: Site) -> None:
    made = rows(discount, "create", site.key, "FAIR", "20", "--count", "3")
    listed = {code["code"]: code for code in rows(discount, "list", site.key)}
    assert {one["code"] for one in made} == set(listed)
    assert all(re.fullmatch(r"FAIR-\w{8}", code) and one["max_uses"] == 1 for code, one in listed.items())
    assert len(listed) == 3
    assert "must not exist yet" in refusal(discount, "create", site.key, "A B", "10", "--count", "2")
    assert len(rows(discount, "list", site.key)) == 3


def test_one_welcome_code_at_a_time(site: Site) -> None:
    assert run(discount, "create", site.key, "HELLO10", "10", "--occasion", "welcome").exit_code == 0
    assert "must not exist yet" in refusal(discount, "create", site.key, "HELLO20", "20", "--occasion", "welcome")
    run(discount, "disable", site.key, "HELLO10", "--yes")
    assert run(discount, "create", site.key, "HELLO20", "20", "--occasion", "welcome").exit_code == 0


def test_support_sends_money_back_and_a_second_person_agrees(
    site: Site, make_member: MakeMember, login: LogIn, simulator: Simulator
) -> None:
    open_shop(site)
    browser = login(make_member())
    bought = buy(browser, credits=700).get_json()
    simulator.pay(ref_of(bought["id"]))
    assert run(order, "sync", bought["id"]).output == "The order is completed.\n"
    assert json.loads(run(order, "sync", bought["id"], "--json").output) == {"id": bought["id"], "state": "completed"}
    shown = run(order, "show", bought["id"], "--json")
    assert json.loads(shown.output)["total_minor"] == 7999

    why = f"asked by phone, call {uuid4().hex}"
    wanted = ("refund", bought["id"], "--credits", "700", "--as", "linden", "--reason", why)
    assert run(order, *wanted, "--dry-run").output == "79.99 EUR would be refunded, requested.\n"
    unsure = CliRunner().invoke(order, wanted, input="n\n")
    assert "Refund 79.99 EUR once a second person approves it?" in unsure.output
    assert why not in {row["note"] for row in rows(order, "refunds")}, "nothing is asked for before the yes"
    asked = run(order, *wanted, "--yes")
    assert asked.exit_code == 0, asked.output
    assert "79.99 EUR, requested" in asked.output
    [waiting] = [row for row in rows(order, "refunds") if row["note"] == why]
    assert "someone else" in refusal(order, "approve", waiting["id"], "--as", "linden", "--yes")
    assert run(order, "approve", waiting["id"], "--as", "robin", "--yes").exit_code == 0
    drain_now()
    with transaction(read_only=True) as session:
        state = session.execute(text("SELECT state FROM billing.refund WHERE id = :id"), {"id": waiting["id"]})
        assert state.scalar_one() in ("queued", "pending", "processing", "refunded")
    sound()
    assert "no longer possible" in refusal(order, "reject", waiting["id"], "--for", "too-late", "--as", "robin")
    assert "can’t find" in refusal(order, "approve", str(uuid4()), "--as", "robin")


def test_a_refund_that_is_rejected_gives_the_credits_back(
    site: Site, make_member: MakeMember, login: LogIn, simulator: Simulator
) -> None:
    open_shop(site)
    member = make_member()
    bought = buy(login(member), credits=700).get_json()
    simulator.pay(ref_of(bought["id"]))
    run(order, "sync", bought["id"])
    run(order, "refund", bought["id"], "--credits", "700", "--as", "linden", "--reason", f"for {member.id}", "--yes")
    assert balance_of(member) == 10
    [waiting] = [row for row in rows(order, "refunds") if row["note"] == f"for {member.id}"]
    run(order, "reject", waiting["id"], "--for", "too-late", "--as", "robin")
    assert balance_of(member) == 710
    sound()
