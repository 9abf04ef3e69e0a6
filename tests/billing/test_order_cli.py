"""`hearth order list`: what the console's list of orders shows, at the command line."""

import json
from typing import Any

import pytest

from cli.order import order as order_command
from tests.billing.bank import Bank
from tests.billing.shopping import buy, order
from tests.billing.test_cli import refusal, run


def listed(*arguments: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(run(order_command, "list", *arguments, "--json").output)
    return found


@pytest.mark.spec("10.10")
def test_orders_are_listed_newest_first_with_what_came(site: Any, member: Any, bank: Bank) -> None:
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
def test_orders_are_sought_by_state_member_and_day(site: Any, member: Any, make_member: Any, bank: Bank) -> None:
    paid, of_another = buy(bank, member), order(make_member())
    assert [one["id"] for one in listed("--site", site.key, "--state", "completed")] == [str(paid)]
    for who in (str(member.id), member.email):
        assert [one["id"] for one in listed("--member", who, "--site", site.key)] == [str(paid)]
    assert len(listed("--site", site.key, "--since", "2020-01-01")) == 2
    assert listed("--site", site.key, "--since", "2190-01-01") == []
    assert str(of_another) not in {one["id"] for one in listed("--member", str(member.id))}


def test_what_is_not_there_is_one_line(site: Any, member: Any) -> None:
    assert "add --site" in refusal(order_command, "list", "--member", member.email)
    assert "has no member" in refusal(order_command, "list", "--member", "who@example.org", "--site", site.key)
    assert "no site nowhere" in refusal(order_command, "list", "--site", "nowhere")
    assert run(order_command, "list", "--state", "lost").exit_code == 2
