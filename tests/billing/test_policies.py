"""Prices."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from modules.billing.contracts import Money, Price, Spending
from modules.billing.policies import prices as policies
from modules.sites.contracts import MessageCost

pytestmark = pytest.mark.spec("9.7")


@pytest.fixture
def priced(site: Any) -> Any:
    return replace(site, message_credits=5, reply_credits=None, minimum_message_costs=(MessageCost("NL", 150, "EUR"),))


def test_a_message_costs_the_sites_credits_and_the_countrys_minimum(priced: Any) -> None:
    assert policies.message_price(priced, country="NL", is_reply=False) == Price(5, Money(150, "EUR"))


def test_a_country_without_a_minimum_has_no_money_beside_the_credits(priced: Any) -> None:
    assert policies.message_price(priced, country="FR", is_reply=False) == Price(5, None)
    assert policies.message_price(priced, country=None, is_reply=False) == Price(5, None)


@pytest.mark.parametrize(("reply_credits", "expected"), [(None, 5), (2, 2), (0, 0)])
def test_a_reply_costs_what_the_site_says_of_replies(priced: Any, reply_credits: int | None, expected: int) -> None:
    site = replace(priced, reply_credits=reply_credits)
    assert policies.message_price(site, country="NL", is_reply=True).credits == expected
    assert policies.message_price(site, country="NL", is_reply=False).credits == 5


def test_money_is_rounded_up(priced: Any) -> None:
    odd = replace(priced, message_credits=7)
    assert policies.worth(odd, country="NL", credits=1) == Money(22, "EUR")


def test_given_credits_cost_no_money(priced: Any) -> None:
    assert policies.spending_price(priced, country="NL", spending=Spending(10, 0)) == Price(10, Money(0, "EUR"))
    assert policies.spending_price(priced, country="NL", spending=Spending(10, 5)) == Price(10, Money(150, "EUR"))


def test_a_month_begins_at_the_sites_own_midnight() -> None:
    late = datetime(2026, 3, 31, 23, 30, tzinfo=UTC)
    assert policies.month_start(late, ZoneInfo("Europe/Amsterdam")).astimezone(UTC) == datetime(
        2026, 3, 31, 22, tzinfo=UTC
    )
