"""Discount codes: when they are good, for whom, and for which order."""

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from modules.billing.contracts.shop import Discount, Money
from modules.billing.contracts.states import Occasion
from modules.billing.errors.shop import (
    DiscountBelowMinimum,
    DiscountDay,
    DiscountExhausted,
    DiscountExpired,
    DiscountNotFound,
    DiscountOtherMethod,
)
from modules.billing.shop.policies import discounts as policies
from tests.billing.examples import (
    MEMBER,
    NOW,
    OTHER,
    TICK,
    a_bundle,
    a_customer,
    a_discount,
    a_place,
)
from tests.refusing import refused

MINUTE = timedelta(seconds=60)


@pytest.mark.parametrize("days", [(), (None,), (date(2000, 1, 1), date(2100, 12, 31)), (None, date(2026, 11, 20))])
def test_a_code_begins_and_ends_in_this_century(days: tuple[date | None, ...]) -> None:
    policies.ensure_days(*days)


@pytest.mark.parametrize("days", [(date(1999, 12, 31),), (None, date(2101, 1, 1)), (date(2026, 1, 1), date.max)])
def test_other_days_are_refused_with_the_years_that_can_be_meant(days: tuple[date | None, ...]) -> None:
    with refused(DiscountDay, first=2000, last=2100):
        policies.ensure_days(*days)


def test_a_code_is_read_in_any_case_between_any_blanks() -> None:
    assert policies.normalize(" sun25\n") == "SUN25"


@pytest.mark.parametrize(
    ("discount", "end"),
    [
        (a_discount(), None),
        (a_discount(validity=60), NOW + MINUTE),
        (a_discount(expires=NOW), NOW),
        (a_discount(validity=60, expires=NOW + 2 * MINUTE), NOW + MINUTE),
        (a_discount(validity=180, expires=NOW + 2 * MINUTE), NOW + 2 * MINUTE),
    ],
)
def test_a_code_ends_with_the_first_of_its_two_ends(discount: Discount, end: datetime | None) -> None:
    assert policies.ends_at(discount, NOW) == end


def test_a_code_without_an_end_is_never_over() -> None:
    assert not policies.is_over(a_discount(), signup_at=NOW, now=datetime.max.replace(tzinfo=NOW.tzinfo))


@pytest.mark.spec("9.3")
@pytest.mark.parametrize(("ends_in", "is_over"), [(1, False), (0, True), (-1, True)])
def test_the_last_moment_of_a_code_is_no_longer_in_it(ends_in: int, is_over: bool) -> None:
    by_day, by_signup = a_discount(expires=NOW + ends_in * TICK), a_discount(validity=60)
    assert policies.is_over(by_day, signup_at=NOW - MINUTE, now=NOW) is is_over
    assert policies.is_over(by_signup, signup_at=NOW - MINUTE + ends_in * TICK, now=NOW) is is_over


@pytest.mark.parametrize(
    ("discount", "customer"),
    [
        ({}, {}),
        ({}, {"is_paid": True}),
        ({"starts": NOW}, {}),
        ({"member_id": MEMBER, "country": "NL", "expires": NOW + TICK}, {}),
        ({"occasion": Occasion.WELCOME}, {}),
        ({"occasion": Occasion.TIME_BONUS}, {}),
    ],
)
def test_a_code_is_for_whom_it_fits(discount: dict[str, Any], customer: dict[str, Any]) -> None:
    policies.ensure_usable_by(a_discount(**discount), a_customer(**customer))


@pytest.mark.parametrize(
    ("discount", "customer"),
    [
        ({"is_active": False}, {}),
        ({"site_id": OTHER}, {}),
        ({"member_id": OTHER}, {}),
        ({"country": "BE"}, {}),
        ({"starts": NOW + TICK}, {}),
        ({"occasion": Occasion.WELCOME}, {"is_paid": True}),
        ({"occasion": Occasion.TIME_BONUS}, {"is_paid": True}),
        ({"is_active": False, "expires": NOW}, {}),  # nobody learns that it was there
    ],
)
def test_for_everybody_else_there_is_no_such_code(discount: dict[str, Any], customer: dict[str, Any]) -> None:
    with refused(DiscountNotFound, "code"):
        policies.ensure_usable_by(a_discount(**discount), a_customer(**customer))


@pytest.mark.parametrize("end", [{"expires": NOW}, {"validity": 3 * 24 * 60 * 60}])
def test_a_code_of_ones_own_that_is_over_is_said_to_be(end: dict[str, Any]) -> None:
    with refused(DiscountExpired, "code"):
        policies.ensure_usable_by(a_discount(**end), a_customer())


@pytest.mark.parametrize("uses", [{"max_uses": None, "used": 9}, {"max_uses": 1}, {"max_uses": 3, "used": 2}])
def test_a_code_can_be_used_as_often_as_it_is_good_for(uses: dict[str, Any]) -> None:
    policies.ensure_uses_left(a_discount(**uses))


@pytest.mark.parametrize("uses", [{"max_uses": 0}, {"max_uses": 3, "used": 3}, {"max_uses": 3, "used": 4}])
def test_a_code_cannot_be_used_once_more(uses: dict[str, Any]) -> None:
    with refused(DiscountExhausted, "code"):
        policies.ensure_uses_left(a_discount(**uses))


@pytest.mark.parametrize(
    ("discount", "method"),
    [
        ({}, "ideal"),
        ({"currency": "EUR"}, "ideal"),
        ({"minimum_order_minor": 1999}, "ideal"),
        ({"paymentmethods": ("paypal", "ideal")}, "ideal"),
        ({"paymentmethods": ("paypal",)}, None),  # no way to pay is chosen yet
    ],
)
def test_a_code_is_good_for_an_order_that_keeps_its_bounds(discount: dict[str, Any], method: str | None) -> None:
    policies.ensure_applies_to(a_discount(**discount), a_bundle(1999), method=method)


def test_a_code_of_another_currency_is_not_there() -> None:
    with refused(DiscountNotFound, "code"):
        policies.ensure_applies_to(a_discount(currency="SEK"), a_bundle(), method="ideal")


def test_an_order_a_cent_too_small_is_refused_with_the_least_amount() -> None:
    bundle = a_bundle(price=Money(1999, "SEK"))
    with refused(DiscountBelowMinimum, "code", minimum=2000, currency="SEK"):
        policies.ensure_applies_to(a_discount(minimum_order_minor=2000), bundle, method="ideal")


@pytest.mark.parametrize("methods", [(), ("paypal", "creditcard")])
def test_a_code_for_other_ways_to_pay_is_refused(methods: tuple[str, ...]) -> None:
    with refused(DiscountOtherMethod, "code"):
        policies.ensure_applies_to(a_discount(paymentmethods=methods), a_bundle(), method="ideal")


def pay_again(discount: Discount, *, country: str = "NL", ordered_from: str = "NL") -> None:
    policies.ensure_still_usable(
        discount, a_customer(country=country), ordered_from=a_place(ordered_from), bundle=a_bundle(1999), method="ideal"
    )


def test_a_stopped_code_keeps_what_it_promised_to_an_order_from_anywhere() -> None:
    pay_again(a_discount(is_active=False), country="BE", ordered_from="DE")


@pytest.mark.parametrize(("country", "ordered_from"), [("BE", "NL"), ("NL", "BE")])
def test_a_code_of_a_country_is_for_orders_from_there_paid_there(country: str, ordered_from: str) -> None:
    with refused(DiscountNotFound, "code"):
        pay_again(a_discount(country="NL"), country=country, ordered_from=ordered_from)
    pay_again(a_discount(country="NL"))


def test_another_payment_has_to_fit_as_the_first_did() -> None:
    with refused(DiscountExpired, "code"):
        pay_again(a_discount(expires=NOW))
    with refused(DiscountOtherMethod, "code"):
        pay_again(a_discount(paymentmethods=("paypal",)))
    with refused(DiscountBelowMinimum, "code", minimum=2000, currency="EUR"):
        pay_again(a_discount(minimum_order_minor=2000))
