"""A member's own limits as pure functions: how they change, and when something fits into them."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from modules.billing.contracts import Money

# Lowering counts at once; who wants more waits until the wish has cooled.
RAISE_AFTER = timedelta(hours=24)
# Two failed payments in a row end auto-reload; after the first it waits.
RELOAD_FAILURES = 2
RELOAD_WAIT = timedelta(hours=24)
# What no second try mends. Banks give these to those who ask again and again.
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
    """The most that a member wants to pay in a month, None for no limit; `next_limit` takes its place at `next_at`."""

    limit: Money | None = None
    next_limit: Money | None = None
    next_at: datetime | None = None


def as_of(limit: SpendLimit, now: datetime) -> SpendLimit:
    """Return a limit as it stands at a moment."""
    if limit.next_at is not None and now >= limit.next_at:
        return SpendLimit(limit.next_limit)
    return limit


def change(limit: SpendLimit, wish: Money | None, *, now: datetime) -> SpendLimit:
    """Return a limit after its member asked for another: a stricter one at once, a looser one a day later."""
    current = as_of(limit, now)
    if _is_stricter(wish, current.limit):
        return SpendLimit(wish)
    if current.next_at is not None and current.next_limit == wish:
        return current
    return SpendLimit(current.limit, wish, now + RAISE_AFTER)


def possible_from(
    limit: SpendLimit, *, spent: int, price: Money, now: datetime, next_month: datetime
) -> datetime | None:
    """Return from when something of this price fits into a limit, `now` included; None when no such day is known.

    `spent` is what was paid this month, in the price's currency.
    """
    current = as_of(limit, now)
    if _fits(current.limit, spent, price):
        return now
    # What counts from a moment on: the limit, and what of this month stands against it then.
    steps = [(next_month, as_of(limit, next_month).limit, 0)]
    if current.next_at is not None:
        steps.append((current.next_at, current.next_limit, spent if current.next_at < next_month else 0))
    moments = [moment for moment, bound, against in steps if _fits(bound, against, price)]
    return min(moments, default=None)


def is_hard(failure: str | None) -> bool:
    """Tell whether a payment failed for good."""
    return failure in HARD_DECLINES


def _fits(limit: Money | None, spent: int, price: Money) -> bool:
    return limit is None or (limit.currency == price.currency and spent + price.minor <= limit.minor)


def _is_stricter(wish: Money | None, limit: Money | None) -> bool:
    """Tell whether a wish takes nothing that a limit keeps; other money cannot be compared."""
    if limit is None or wish is None:
        return limit is None
    return wish.currency == limit.currency and wish.minor <= limit.minor
