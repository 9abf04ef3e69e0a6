"""Who may use which discount code, and when. All times are the database's."""

from dataclasses import replace
from datetime import date, datetime, timedelta

from modules.billing.contracts.payments import Customer
from modules.billing.contracts.shop import Bundle, Discount, PlaceOfSale
from modules.billing.contracts.states import Occasion
from modules.billing.errors.shop import (
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
MAX_PERCENT = 90
FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2100, 12, 31)
# How long a member who was about to leave may use the code that they got for staying.
STAY_OFFER_LIFE = timedelta(days=30)
# These are for members who have not bought anything yet (spec 4.16).
FOR_UNPAID = (Occasion.TIME_BONUS, Occasion.WELCOME)


def ensure_days(*days: date | None) -> None:
    """Raise DiscountDay for a first or last day of a code outside FIRST_DAY to LAST_DAY."""
    if any(day is not None and not FIRST_DAY <= day <= LAST_DAY for day in days):
        raise DiscountDay(first=FIRST_DAY.year, last=LAST_DAY.year)


def normalize(code: str) -> str:
    """Return a code as it is stored: stripped and in upper case."""
    return code.strip().upper()


def ends_at(discount: Discount, signup_at: datetime) -> datetime | None:
    """Return the first moment at which a member can no longer use a code, or None if it never ends."""
    personal = signup_at + timedelta(seconds=discount.validity) if discount.validity else None
    return min((end for end in (personal, discount.expires) if end), default=None)


def is_over(discount: Discount, *, signup_at: datetime, now: datetime) -> bool:
    """Return whether a code has ended for a member; it has at the moment of its end (spec 9.3)."""
    end = ends_at(discount, signup_at)
    return end is not None and now >= end


def ensure_usable_by(discount: Discount, customer: Customer) -> None:
    """Raise DiscountNotFound or DiscountExpired unless the customer may use the code.

    A code of another member raises DiscountNotFound, so that nobody learns that it exists.
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
    """Raise DiscountExhausted if a code has no uses left; a held code counts as used."""
    if discount.max_uses is not None and discount.used >= discount.max_uses:
        raise DiscountExhausted(field="code")


def ensure_applies_to(discount: Discount, bundle: Bundle, *, method: str | None) -> None:
    """Raise unless a code applies to an order: its currency, minimum amount (before discount) and payment methods.

    Raises DiscountNotFound, DiscountBelowMinimum, DiscountOtherMethod.
    """
    if discount.currency not in (None, bundle.price.currency):
        raise DiscountNotFound(field="code")
    if bundle.price.minor < discount.minimum_order_minor:
        raise DiscountBelowMinimum(field="code", minimum=discount.minimum_order_minor, currency=bundle.price.currency)
    if method is not None and discount.paymentmethods is not None and method not in discount.paymentmethods:
        raise DiscountOtherMethod(field="code")


def ensure_still_usable(
    discount: Discount, customer: Customer, *, ordered_from: PlaceOfSale, bundle: Bundle, method: str
) -> None:
    """Raise what ensure_usable_by and ensure_applies_to raise unless a code is valid for another payment of its order.

    Both the country of the order and today's must match. A disabled code stays valid for orders that hold it.
    """
    discount = replace(discount, is_active=True)
    ensure_usable_by(discount, customer)
    ensure_usable_by(discount, replace(customer, place=ordered_from))
    ensure_applies_to(discount, bundle, method=method)
