"""Spending limits and auto-reload, as pure functions."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from modules.billing.contracts.shop import Money

# A lower limit takes effect at once, a higher one only after a cooling-off period.
RAISE_AFTER = timedelta(hours=24)
# Two failed payments in a row end auto-reload; after the first it is postponed.
RELOAD_FAILURES = 2
RELOAD_WAIT = timedelta(hours=24)
# Failures that another attempt does not mend; banks decline merchants who repeat them.
HARD_DECLINES = frozenset(
    {
        "authentication_failed",
        "authentication_required",
        "card_declined",
        "card_expired",
        "inactive_card",
        "invalid_card_holder_name",
        "invalid_card_number",
        "invalid_card_type",
        "invalid_cvv",
        "mandate_invalid",
        "possible_fraud",
    }
)


@dataclass(frozen=True, slots=True)
class SpendLimit:
    """The most that a member wants to pay in a month, None for no limit; `next_limit` replaces it at `next_at`."""

    limit: Money | None = None
    next_limit: Money | None = None
    next_at: datetime | None = None


def as_of(limit: SpendLimit, now: datetime) -> SpendLimit:
    """Return a limit as it is at a time."""
    if limit.next_at is not None and now >= limit.next_at:
        return SpendLimit(limit.next_limit)
    return limit


def change(limit: SpendLimit, wish: Money | None, *, now: datetime) -> SpendLimit:
    """Return a limit after its member asked for another: a lower one at once, a higher one after RAISE_AFTER."""
    current = as_of(limit, now)
    if _is_stricter(wish, current.limit):
        return SpendLimit(wish)
    if current.next_at is not None and current.next_limit == wish:
        return current
    return SpendLimit(current.limit, wish, now + RAISE_AFTER)


def possible_from(
    limit: SpendLimit, *, spent: int, price: Money, now: datetime, next_month: datetime
) -> datetime | None:
    """Return the first time at which a price is within a limit, `now` if it is already; None if no such time is known.

    `spent` is what was paid this month, in minor units of the price's currency.
    """
    current = as_of(limit, now)
    if _fits(current.limit, spent, price):
        return now
    # Each step: a time, the limit from then on, and what has been spent in that month by then.
    steps = [(next_month, as_of(limit, next_month).limit, 0)]
    if current.next_at is not None:
        steps.append((current.next_at, current.next_limit, spent if current.next_at < next_month else 0))
    moments = [moment for moment, bound, against in steps if _fits(bound, against, price)]
    return min(moments, default=None)


def is_hard(failure: str | None) -> bool:
    """Return whether a payment failed for good."""
    return failure in HARD_DECLINES


def _fits(limit: Money | None, spent: int, price: Money) -> bool:
    return limit is None or (limit.currency == price.currency and spent + price.minor <= limit.minor)


def _is_stricter(wish: Money | None, limit: Money | None) -> bool:
    """Return whether a wished limit is no higher than the current one; other currencies cannot be compared."""
    if limit is None or wish is None:
        return limit is None
    return wish.currency == limit.currency and wish.minor <= limit.minor
