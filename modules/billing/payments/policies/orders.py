"""Prices of orders and their VAT, as pure functions. Amounts are in minor units."""

from modules.billing.contracts.shop import Bundle, Discount, Quote

HUNDRED_PERCENT = 10_000


def quote(bundle: Bundle, *, discount: Discount | None, vat_basis_points: int) -> Quote:
    """Return a bundle's price with a discount, rounded half up, and the VAT in that price."""
    gross = bundle.price.minor
    off = (gross * discount.value_percentage + 50) // 100 if discount else 0
    total = gross - off
    vat = vat_within(total, vat_basis_points)
    return Quote(bundle, gross, off, total, vat_basis_points, vat, discount.code if discount and off else "")


def vat_within(amount: int, basis_points: int) -> int:
    """Return the VAT contained in an amount, rounded half up."""
    whole = HUNDRED_PERCENT + basis_points
    return (amount * basis_points * 2 + whole) // (2 * whole)
