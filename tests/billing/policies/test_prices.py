"""Prices."""

from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from modules.billing.contracts.ledger import Purse
from modules.billing.contracts.payments import Spending
from modules.billing.contracts.shop import Money, Price
from modules.billing.ledger import policies
from modules.sites.contracts import MessageCost
from tests.billing.examples import euros

pytestmark = pytest.mark.spec("9.7")


def a_site(**over: Any) -> Any:
    minimum = (MessageCost("NL", 150, "EUR"),)
    return SimpleNamespace(**{"message_credits": 5, "reply_credits": None, "minimum_message_costs": minimum, **over})


PRICED = a_site()


def test_who_bought_nothing_sees_the_dearest_price_for_sale() -> None:
    purse = Purse("NL", lots=((15, None),), offer=(50, euros(999)))
    assert policies.price_of(PRICED, purse=purse, credits=5) == Price(5, euros(100))
    assert policies.price_of(PRICED, purse=replace(purse, lots=()), credits=5) == Price(5, euros(100))


def test_where_nothing_is_sold_a_price_is_the_countrys_minimum() -> None:
    assert policies.price_of(PRICED, purse=Purse("NL"), credits=5) == Price(5, euros(150))


def test_a_country_without_a_minimum_has_no_money_beside_the_credits() -> None:
    assert policies.price_of(PRICED, purse=Purse("FR"), credits=5) == Price(5, None)
    assert policies.price_of(PRICED, purse=Purse(None), credits=5) == Price(5, None)


@pytest.mark.parametrize(
    ("lots", "cents"),
    [
        (((50, euros(999)),), 99),  # its own lot's share, as the ledger will take it
        (((1, euros(23)), (700, euros(7999))), 68),  # the last credit of a lot takes its rest: 23, and 4 of 7999/700
        (((2, None), (700, euros(7999))), 74),  # two that were given, worth 40 to buy, and three that were bought
        (((2, None), (2, None), (700, euros(7999))), 91),  # four given, worth 80 to buy, and one bought
        (((3, euros(60)),), 100),  # two of five are still to be bought
        (((700, euros(0)),), 0),  # a lot whose money went back as goodwill
    ],
)
def test_bought_credits_cost_what_was_paid_for_them(lots: Any, cents: int) -> None:
    purse = Purse("NL", lots=lots, offer=(50, euros(999)))
    assert policies.price_of(PRICED, purse=purse, credits=5) == Price(5, euros(cents))


def test_money_of_two_currencies_is_not_added_up() -> None:
    purse = Purse("NL", lots=((2, Money(40, "PLN")), (9, euros(180))), offer=(50, euros(999)))
    assert policies.price_of(PRICED, purse=purse, credits=5) == Price(5, None)
    assert policies.price_of(PRICED, purse=purse, credits=2) == Price(2, Money(40, "PLN"))


@pytest.mark.parametrize(("reply_credits", "expected"), [(None, 5), (2, 2), (0, 0)])
def test_a_reply_costs_what_the_site_says_of_replies(reply_credits: int | None, expected: int) -> None:
    site = a_site(reply_credits=reply_credits)
    assert policies.message_credits(site, is_reply=True) == expected
    assert policies.message_credits(site, is_reply=False) == 5


def test_what_is_free_costs_no_money() -> None:
    assert policies.price_of(PRICED, purse=Purse("NL", offer=(50, euros(999))), credits=0) == Price(0, euros(0))


def test_money_is_rounded_up() -> None:
    odd = a_site(message_credits=7)
    assert policies.minimum_price(odd, country="NL", credits=1) == euros(22)


def test_a_message_may_cost_a_single_credit_but_a_free_one_has_no_price() -> None:
    assert policies.minimum_price(a_site(message_credits=1), country="NL", credits=2) == euros(300)
    assert policies.minimum_price(a_site(message_credits=0), country="NL", credits=2) is None


def test_what_was_spent_is_what_was_paid_for_it() -> None:
    def price(*spent: Any) -> Price:
        return policies.spending_price(PRICED, country="NL", spending=Spending(*spent))

    assert price(10) == Price(10, euros(0))
    assert price(10, 500, ("EUR",)) == Price(10, euros(500))
    assert price(10, 500, ("EUR", "PLN")) == Price(10, None)
    assert policies.spending_price(PRICED, country="FR", spending=Spending(10)) == Price(10, None)


def test_a_month_begins_at_the_sites_own_midnight() -> None:
    late = datetime(2026, 3, 31, 23, 30, tzinfo=UTC)
    assert policies.month_start(late, ZoneInfo("Europe/Amsterdam")).astimezone(UTC) == datetime(
        2026, 3, 31, 22, tzinfo=UTC
    )
    in_april = datetime(2026, 4, 17, 9, 30, 15, 250, tzinfo=UTC)
    assert policies.month_start(in_april, ZoneInfo("Europe/Amsterdam")).astimezone(UTC) == datetime(
        2026, 3, 31, 22, tzinfo=UTC
    )
