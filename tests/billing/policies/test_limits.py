"""A member's own limit: how it changes, and from when something fits into it."""

from datetime import UTC, datetime, timedelta

import pytest

from modules.billing.contracts.shop import Money
from modules.billing.payments.policies import limits as policies
from modules.billing.payments.policies.limits import SpendLimit
from tests.billing.examples import NOW, TICK, euros

SOON, TOMORROW = NOW + timedelta(hours=3), NOW + timedelta(hours=24)
NEXT_MONTH = datetime(2026, 12, 1, tzinfo=UTC)
LATE = NEXT_MONTH + timedelta(hours=3)
RISING = SpendLimit(euros(2000), euros(3000), SOON)


@pytest.mark.parametrize(
    ("limit", "now", "then"),
    [
        (SpendLimit(), NOW, SpendLimit()),
        (SpendLimit(euros(2000)), NOW, SpendLimit(euros(2000))),
        (RISING, SOON - TICK, RISING),
        (RISING, SOON, SpendLimit(euros(3000))),
        (SpendLimit(euros(2000), None, SOON), SOON + TICK, SpendLimit()),
    ],
)
def test_a_wish_counts_from_its_moment_on(limit: SpendLimit, now: datetime, then: SpendLimit) -> None:
    assert policies.as_of(limit, now) == then


@pytest.mark.parametrize(
    ("limit", "wish"),
    [
        (SpendLimit(), euros(2000)),
        (SpendLimit(), None),
        (SpendLimit(euros(2000)), euros(1999)),
        (RISING, euros(2000)),  # who asks for what they have takes back what they asked for
        (SpendLimit(euros(2000), euros(3000), NOW), euros(3000)),
    ],
)
def test_a_limit_that_is_no_looser_counts_at_once(limit: SpendLimit, wish: Money | None) -> None:
    assert policies.change(limit, wish, now=NOW) == SpendLimit(wish)


@pytest.mark.parametrize(
    ("limit", "wish", "kept"),
    [
        (SpendLimit(euros(2000)), euros(2001), euros(2000)),
        (SpendLimit(euros(2000)), None, euros(2000)),
        (SpendLimit(euros(2000)), Money(1, "SEK"), euros(2000)),  # other money cannot be compared
        (RISING, euros(4000), euros(2000)),
        (SpendLimit(euros(2000), euros(3000), NOW), euros(4000), euros(3000)),
    ],
)
def test_a_looser_limit_waits_for_a_day(limit: SpendLimit, wish: Money | None, kept: Money) -> None:
    assert policies.change(limit, wish, now=NOW) == SpendLimit(kept, wish, TOMORROW)


@pytest.mark.parametrize("limit", [RISING, SpendLimit(euros(2000), None, SOON)])
def test_the_same_wish_does_not_wait_anew(limit: SpendLimit) -> None:
    assert policies.change(limit, limit.next_limit, now=NOW) == limit


@pytest.mark.parametrize(
    ("limit", "spent", "price", "possible"),
    [
        (SpendLimit(), 10_000, 1000, NOW),
        (SpendLimit(euros(2000)), 1000, 1000, NOW),
        (SpendLimit(euros(2000)), 1001, 1000, NEXT_MONTH),
        (SpendLimit(euros(1000)), 500, 1000, NEXT_MONTH),
        (SpendLimit(euros(999)), 0, 1000, None),
        (RISING, 1500, 1000, SOON),
        (RISING, 2000, 1000, SOON),
        (RISING, 2001, 1000, NEXT_MONTH),
        (SpendLimit(euros(2000), None, SOON), 1500, 9000, SOON),
        (SpendLimit(euros(900), euros(1500), SOON), 800, 1000, NEXT_MONTH),
        (SpendLimit(euros(900), euros(1500), NEXT_MONTH), 800, 1000, NEXT_MONTH),
        (SpendLimit(euros(900), euros(1500), LATE), 800, 1500, LATE),
        (SpendLimit(euros(900), euros(1500), LATE), 0, 1501, None),
        (SpendLimit(euros(900), euros(3000), NOW), 1500, 1000, NOW),
        (SpendLimit(Money(9000, "PLN")), 0, 1000, None),
        (SpendLimit(Money(9000, "PLN"), euros(1000), SOON), 0, 1000, SOON),
    ],
)
def test_from_when_an_order_is_possible(limit: SpendLimit, spent: int, price: int, possible: datetime | None) -> None:
    found = policies.possible_from(limit, spent=spent, price=euros(price), now=NOW, next_month=NEXT_MONTH)
    assert found == possible


@pytest.mark.parametrize(
    ("failure", "is_hard"), [("card_declined", True), ("insufficient_funds", False), (None, False)]
)
def test_only_some_failures_are_for_good(failure: str | None, is_hard: bool) -> None:
    assert policies.is_hard(failure) is is_hard
