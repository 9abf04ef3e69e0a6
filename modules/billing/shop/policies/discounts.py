"""Who may use which discount code, and when. All times are the database's."""

from dataclasses import replace
from datetime import date, datetime, timedelta

from modules.billing.contracts import Bundle, Customer, Discount, Occasion, PlaceOfSale
from modules.billing.errors import (
    DiscountBelowMinimum,
    DiscountDay,
    DiscountExhausted,
    DiscountExpired,
    DiscountNotFound,
    DiscountOtherMethod,
)
from modules.billing.shop.policies.evidence import taxed_as

TIME_BONUS_CODE = "TIMEBONUS25"
TIME_BONUS_PERCENT = 25
TIME_BONUS_SECONDS = 14_400
MOST_PERCENT = 90
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2100, 12, 31)
# How long who was about to leave may use what they were given for staying.
STAY_OFFER_LIFE = timedelta(days=30)
# These are for those who have not bought anything yet (spec 4.16).
FOR_UNPAID = (Occasion.TIME_BONUS, Occasion.WELCOME)


def ensure_days(*days: date | None) -> None:
    """Raise DiscountDay for a day that nobody can mean as the first or the last of a code."""
    if any(day is not None and not FIRST_DAY <= day <= LAST_DAY for day in days):
        raise DiscountDay(first=FIRST_DAY.year, last=LAST_DAY.year)


def normalize(code: str) -> str:
    """Return a code as it is stored: members type it in any case."""
    return code.strip().upper()


def ends_at(discount: Discount, signup_at: datetime) -> datetime | None:
    """Return the first moment at which a member can no longer use a code, or None for never."""
    personal = signup_at + timedelta(seconds=discount.validity) if discount.validity else None
    return min((end for end in (personal, discount.expires) if end), default=None)


def is_over(discount: Discount, *, signup_at: datetime, now: datetime) -> bool:
    """Tell whether a code has run out for a member; its last moment is no longer in it (spec 9.3)."""
    end = ends_at(discount, signup_at)
    return end is not None and now >= end


def ensure_usable_by(discount: Discount, customer: Customer) -> None:
    """Raise DiscountNotFound or DiscountExpired unless the customer may use the code at all.

    What is somebody else's looks as if it were not there.
    """
    is_theirs = (
        discount.is_active
        and discount.site_id == customer.site_id
        and discount.member_id in (None, customer.member_id)
        and (discount.country is None or customer.place.is_in(taxed_as(discount.country)))
        and discount.starts <= customer.now
        and not (discount.occasion in FOR_UNPAID and customer.is_paid)
    )
    if not is_theirs:
        raise DiscountNotFound(field="code")
    if is_over(discount, signup_at=customer.signup_at, now=customer.now):
        raise DiscountExpired(field="code")


def ensure_uses_left(discount: Discount) -> None:
    """Raise DiscountExhausted for a code that is held, or was used, as often as it may be."""
    if discount.max_uses is not None and discount.used >= discount.max_uses:
        raise DiscountExhausted(field="code")


def ensure_applies_to(discount: Discount, bundle: Bundle, *, method: str | None) -> None:
    """Raise unless a code is good for this order: its currency, its least amount (before discount), its ways to pay."""
    if discount.currency not in (None, bundle.price.currency):
        raise DiscountNotFound(field="code")
    if bundle.price.minor < discount.minimum_order_minor:
        raise DiscountBelowMinimum(field="code", minimum=discount.minimum_order_minor, currency=bundle.price.currency)
    if method is not None and discount.paymentmethods is not None and method not in discount.paymentmethods:
        raise DiscountOtherMethod(field="code")


def ensure_still_usable(
    discount: Discount, customer: Customer, *, ordered_from: PlaceOfSale, bundle: Bundle, method: str
) -> None:
    """Raise as ensure_for and ensure_fits do unless a code is good for another payment of an order.

    The country where it was ordered has to fit as well as today's. A code that the house stopped keeps what it promised
    to an order that has it.
    """
    discount = replace(discount, is_active=True)
    ensure_usable_by(discount, customer)
    ensure_usable_by(discount, replace(customer, place=ordered_from))
    ensure_applies_to(discount, bundle, method=method)
