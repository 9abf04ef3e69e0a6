"""`hearth order`: the console's list of orders at the command line, and what is written down of who changes them."""

import json
from typing import Any

import pytest

from app.kernel.db.session import transaction
from cli.audit import audit
from cli.order import order as order_command
from modules.accounts.contracts import Member
from modules.billing import api
from modules.billing.contracts.shop import Money
from modules.sites.contracts import Site
from tests.billing.bank import Bank
from tests.billing.shopping import buy, order, refund_of
from tests.billing.test_cli import run
from tests.commands import refusal
from tests.fixture_types import MakeMember
from tests.simulating import Simulator


def listed(*arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(order_command, "list", *arguments, "--json").output)
    return found


@pytest.mark.spec("10.10")
def test_orders_are_listed_newest_first_with_what_came(site: Site, member: Member, bank: Bank) -> None:
    paid, unpaid = buy(bank, member), order(member)
    both = listed("--site", site.key)
    assert [one["id"] for one in both] == [str(unpaid), str(paid)]
    assert [(one["state"], one["total"], one["paid"], one["site"]) for one in both] == [
        ("loading", "10.80 EUR", None, site.key),
        ("completed", "10.80 EUR", "10.80 EUR", site.key),
    ]
    people = run(order_command, "list", "--site", site.key).output
    assert "10.80 EUR" in people
    assert str(member.id) in people
    assert [one["id"] for one in listed("--site", site.key, "--limit", "1")] == [str(unpaid)]


@pytest.mark.spec("10.10")
def test_orders_are_sought_by_state_member_and_day(
    site: Site, member: Member, make_member: MakeMember, bank: Bank
) -> None:
    paid, of_another = buy(bank, member), order(make_member())
    assert [one["id"] for one in listed("--site", site.key, "--state", "completed")] == [str(paid)]
    for who in (str(member.id), member.email):
        assert [one["id"] for one in listed("--member", who, "--site", site.key)] == [str(paid)]
    assert len(listed("--site", site.key, "--since", "2020-01-01")) == 2
    assert listed("--site", site.key, "--since", "2190-01-01") == []
    assert str(of_another) not in {one["id"] for one in listed("--member", str(member.id))}


def test_what_is_not_there_is_one_line(site: Site, member: Member) -> None:
    assert "add --site" in refusal(order_command, "list", "--member", member.email)
    assert "has no member" in refusal(order_command, "list", "--member", "who@example.org", "--site", site.key)
    assert "no site nowhere" in refusal(order_command, "list", "--site", "nowhere")
    assert run(order_command, "list", "--state", "lost").exit_code == 2


def trail(record_id: Any) -> list[tuple[str, str, str, dict[str, Any]]]:
    """Return (action, resource, reason, detail) of what operators did to a record, the oldest first."""
    found = json.loads(run(audit, "list", "--staff", "operator", "--record", str(record_id), "--json").output)
    return [(one["action"], one["resource"], one["reason"], one["detail"]) for one in reversed(found)]


@pytest.mark.spec("10.10")
def test_who_sends_money_back_is_written_down_with_it(member: Member, bank: Bank) -> None:
    bought = buy(bank, member)
    wanted = ("refund", str(bought), "--extra", "500", "--credits", "0", "--as", "linden", "--reason", "as goodwill")
    assert run(order_command, *wanted, "--dry-run").exit_code == 0
    assert trail(bought) == [], "a try leaves nothing"
    made = json.loads(run(order_command, *wanted, "--yes", "--json").output)
    detail = {"refund": made["id"], "credits": 0, "amount": "5.00 EUR", "as": "linden"}
    assert trail(bought) == [("refund", "billing.orders", "as goodwill", detail)]
    assert "nothing" in refusal(order_command, "refund", str(bought), *wanted[2:-1], " ", "--yes").lower()
    assert len(trail(bought)) == 1, "what is refused leaves nothing"


@pytest.mark.spec("10.10")
@pytest.mark.parametrize(
    ("done", "state", "detail"),
    [
        (("approve", "--reason", "We spoke about it", "--yes"), "approved", {}),
        (("reject", "--reason", "We spoke about it", "--for", "too-late"), "rejected", {"for": "too-late"}),
    ],
    ids=["approve", "reject"],
)
def test_who_decides_about_a_refund_is_written_down_with_it(
    member: Member, bank: Bank, done: tuple[str, ...], state: str, detail: dict[str, str]
) -> None:
    bought = buy(bank, member, credits=700, price=Money(7999, "EUR"))
    with transaction() as session:
        asked = api.request_refund(session, order_id=bought, credits=700, actor="linden", note="a test")
    what, *options = done
    if what == "approve":
        assert "someone else" in refusal(order_command, what, str(asked.id), *options, "--as", "linden")
        assert trail(asked.id) == []
    assert run(order_command, what, str(asked.id), *options, "--as", "robin").exit_code == 0
    assert refund_of(asked.id).state == state
    assert trail(asked.id) == [(what, "billing.refunds", "We spoke about it", {"as": "robin", **detail})]


def test_who_asks_a_provider_is_written_down(member: Member, simulator: Simulator) -> None:
    ordered = order(member)
    assert run(order_command, "sync", str(ordered), "--reason", "They say it is paid").exit_code == 0
    assert trail(ordered) == [("ask-provider", "billing.orders", "They say it is paid", {})]
    before = len(trail("mollie"))
    run(order_command, "reconcile", "--dry-run")
    assert len(trail("mollie")) == before
    why = f"after an outage, {ordered}"
    run(order_command, "reconcile", "--reason", why)
    assert trail("mollie")[-1][:3] == ("reconcile", "billing.reconciliations", why)
