"""Reads of what is for sale, and for whom at which discount."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, Select, bindparam, exists, func, select

from app.kernel.db import Session
from modules.billing.contracts import Bundle, Discount, Money, Occasion, RedemptionState
from modules.billing.errors import BundleNotFound, DiscountNotFound
from modules.billing.models.discounts import DiscountCode, Redemption
from modules.billing.models.shop import PriceBundle, VatRate

_LIVE = (RedemptionState.RESERVED, RedemptionState.REDEEMED)


_NOW = select(func.now())


def database_now(session: Session) -> datetime:
    """Return the database's time, by which offers begin and end."""
    return session.execute(_NOW).scalar_one()


_BUNDLE_COLUMNS = (
    PriceBundle.id,
    PriceBundle.site_id,
    PriceBundle.country,
    PriceBundle.credits,
    PriceBundle.price_minor,
    PriceBundle.currency,
)
_FOR_SALE = (
    select(*_BUNDLE_COLUMNS)
    .where(PriceBundle.site_id == bindparam("site_id"), PriceBundle.country == bindparam("country"))
    .where(PriceBundle.retired_at.is_(None))
    .order_by(PriceBundle.credits)
)


def list_bundles(session: Session, *, site_id: UUID, country: str) -> list[Bundle]:
    """Return the bundles for sale in a country, the smallest first."""
    return [_bundle(row) for row in session.execute(_FOR_SALE, {"site_id": site_id, "country": country})]


def list_selling_countries(session: Session, *, site_id: UUID) -> list[str]:
    """Return the countries for which a site has bundles."""
    countries = select(PriceBundle.country).where(PriceBundle.site_id == site_id, PriceBundle.retired_at.is_(None))
    return list(session.execute(countries.distinct().order_by(PriceBundle.country)).scalars())


_SELLING_CURRENCIES = (
    select(PriceBundle.currency)
    .where(PriceBundle.site_id == bindparam("site_id"), PriceBundle.retired_at.is_(None))
    .distinct()
    .order_by(PriceBundle.currency)
)


def list_selling_currencies(session: Session, *, site_id: UUID) -> list[str]:
    """Return the currencies in which a site sells bundles."""
    return list(session.execute(_SELLING_CURRENCIES, {"site_id": site_id}).scalars())


def get_bundle(session: Session, bundle_id: UUID) -> Bundle:
    """Return a bundle, for sale or not; raises BundleNotFound."""
    row = session.execute(select(*_BUNDLE_COLUMNS).where(PriceBundle.id == bundle_id)).one_or_none()
    if row is None:
        raise BundleNotFound()
    return _bundle(row)


def get_bundle_for_sale(session: Session, bundle_id: UUID, *, site_id: UUID, country: str) -> Bundle:
    """Return a bundle that is for sale on a site in a country; raises BundleNotFound."""
    wanted = select(*_BUNDLE_COLUMNS).where(
        PriceBundle.id == bundle_id,
        PriceBundle.site_id == site_id,
        PriceBundle.country == country,
        PriceBundle.retired_at.is_(None),
    )
    row = session.execute(wanted).one_or_none()
    if row is None:
        raise BundleNotFound()
    return _bundle(row)


def vat_rate(session: Session, *, country: str, day: date) -> int:
    """Return the rate of VAT in a country on a day, in basis points; 0 where none is known."""
    rates = select(VatRate.basis_points).where(VatRate.country == country, VatRate.since <= day)
    return session.execute(rates.order_by(VatRate.since.desc()).limit(1)).scalar_one_or_none() or 0


def find_discount(session: Session, *, site_id: UUID, code: str) -> Discount | None:
    """Return a site's discount code as it is stored, or None."""
    row = session.execute(_discounts().where(DiscountCode.site_id == site_id, DiscountCode.code == code)).one_or_none()
    return to_discount(row) if row else None


def get_discount(session: Session, discount_id: UUID) -> Discount:
    """Return a discount code; raises DiscountNotFound."""
    row = session.execute(_discounts().where(DiscountCode.id == discount_id)).one_or_none()
    if row is None:
        raise DiscountNotFound()
    return to_discount(row)


def find_standing_discount(session: Session, *, site_id: UUID, occasion: Occasion) -> Discount | None:
    """Return the site's active welcome code or time bonus, or None."""
    standing = _discounts().where(
        DiscountCode.site_id == site_id, DiscountCode.occasion == occasion, DiscountCode.is_active
    )
    row = session.execute(standing).one_or_none()
    return to_discount(row) if row else None


def list_personal_discounts(session: Session, *, member_id: UUID) -> list[Discount]:
    """Return the active codes made for one member, the newest first."""
    personal = _discounts().where(DiscountCode.member_id == member_id, DiscountCode.is_active)
    return [to_discount(row) for row in session.execute(personal.order_by(DiscountCode.created_at.desc()))]


def list_discounts(session: Session, *, site_id: UUID) -> list[Discount]:
    """Return all codes of a site, the newest first."""
    rows = session.execute(_discounts().where(DiscountCode.site_id == site_id).order_by(DiscountCode.created_at.desc()))
    return [to_discount(row) for row in rows]


def is_used(session: Session, *, code_id: UUID, member_id: UUID) -> bool:
    """Tell whether a member used a code, or holds it for an order that is not paid yet."""
    used = exists().where(Redemption.code_id == code_id, Redemption.member_id == member_id, Redemption.state.in_(_LIVE))
    return bool(session.execute(select(used)).scalar_one())


def _bundle(row: Row[*tuple[Any, ...]]) -> Bundle:
    return Bundle(row.id, row.site_id, row.country, row.credits, Money(row.price_minor, row.currency))


DISCOUNT_COLUMNS = (
    DiscountCode.id,
    DiscountCode.site_id,
    DiscountCode.code,
    DiscountCode.occasion,
    DiscountCode.value_percentage,
    DiscountCode.country,
    DiscountCode.member_id,
    DiscountCode.starts,
    DiscountCode.expires,
    DiscountCode.validity,
    DiscountCode.currency,
    DiscountCode.minimum_order_minor,
    DiscountCode.paymentmethods,
    DiscountCode.max_uses,
    DiscountCode.used,
    DiscountCode.is_active,
)


def _discounts() -> Select[*tuple[Any, ...]]:
    return select(*DISCOUNT_COLUMNS)


def to_discount(row: Row[*tuple[Any, ...]] | Sequence[Any]) -> Discount:
    """Return the contract of a row of DISCOUNT_COLUMNS."""
    values = dict(zip((column.key for column in DISCOUNT_COLUMNS), row, strict=True))
    values["occasion"] = Occasion(values["occasion"])
    methods = values["paymentmethods"]
    return Discount(**{**values, "paymentmethods": tuple(methods) if methods is not None else None})
