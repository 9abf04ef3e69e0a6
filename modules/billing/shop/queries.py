"""Reads of bundles, VAT rates and discount codes."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import bindparam, exists, func, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from modules.billing.contracts.shop import Bundle, Discount
from modules.billing.contracts.states import Occasion, RedemptionState
from modules.billing.errors.shop import BundleNotFound, DiscountNotFound
from modules.billing.ledger.amounts import money
from modules.billing.shop.models.bundles import PriceBundle, VatRate
from modules.billing.shop.models.discounts import DiscountCode, Redemption
from modules.sites.contracts import Site

_LIVE = (RedemptionState.RESERVED, RedemptionState.REDEEMED)
DISCOUNT_COLUMNS = columns_of(Discount, DiscountCode)
_DISCOUNTS = select(*DISCOUNT_COLUMNS)


_NOW = select(func.now())


def database_now(session: Session) -> datetime:
    """Return the database's time, which decides when offers begin and end."""
    return session.execute(_NOW).scalar_one()


_BUNDLES = select(*columns_of(Bundle, PriceBundle), *money("price", PriceBundle.price_minor, PriceBundle.currency))
_FOR_SALE = (
    _BUNDLES.where(PriceBundle.site_id == bindparam("site_id"), PriceBundle.country == bindparam("country"))
    .where(PriceBundle.retired_at.is_(None))
    .order_by(PriceBundle.credits)
)


def list_bundles(session: Session, *, site_id: UUID, country: str) -> list[Bundle]:
    """Return the bundles for sale in a country, the smallest first."""
    return read(session, Bundle, _FOR_SALE, {"site_id": site_id, "country": country}).all()


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
    bundle = read(session, Bundle, _BUNDLES.where(PriceBundle.id == bundle_id)).one_or_none()
    if bundle is None:
        raise BundleNotFound()
    return bundle


def get_bundle_for_sale(session: Session, bundle_id: UUID, *, site_id: UUID, country: str) -> Bundle:
    """Return a bundle that is for sale on a site in a country; raises BundleNotFound."""
    wanted = _BUNDLES.where(
        PriceBundle.id == bundle_id,
        PriceBundle.site_id == site_id,
        PriceBundle.country == country,
        PriceBundle.retired_at.is_(None),
    )
    bundle = read(session, Bundle, wanted).one_or_none()
    if bundle is None:
        raise BundleNotFound()
    return bundle


def vat_rate(session: Session, *, site: Site, country: str, at: datetime) -> int:
    """Return the rate of VAT in a country on a site's day of a time, in basis points; 0 if none is known."""
    rates = select(VatRate.basis_points).where(VatRate.country == country, VatRate.since <= site.day_of(at))
    return session.execute(rates.order_by(VatRate.since.desc()).limit(1)).scalar_one_or_none() or 0


def find_discount(session: Session, *, site_id: UUID, code: str) -> Discount | None:
    """Return a site's discount by its normalized code, or None."""
    known = _DISCOUNTS.where(DiscountCode.site_id == site_id, DiscountCode.code == code)
    return read(session, Discount, known).one_or_none()


def get_discount(session: Session, discount_id: UUID) -> Discount:
    """Return a discount code; raises DiscountNotFound."""
    discount = read(session, Discount, _DISCOUNTS.where(DiscountCode.id == discount_id)).one_or_none()
    if discount is None:
        raise DiscountNotFound()
    return discount


def find_standing_discount(session: Session, *, site_id: UUID, occasion: Occasion) -> Discount | None:
    """Return the site's active welcome code or time bonus, or None."""
    standing = _DISCOUNTS.where(
        DiscountCode.site_id == site_id, DiscountCode.occasion == occasion, DiscountCode.is_active
    )
    return read(session, Discount, standing).one_or_none()


def list_personal_discounts(session: Session, *, member_id: UUID) -> list[Discount]:
    """Return the active codes made for one member, the newest first."""
    personal = _DISCOUNTS.where(DiscountCode.member_id == member_id, DiscountCode.is_active)
    return read(session, Discount, personal.order_by(DiscountCode.created_at.desc())).all()


def list_discounts(session: Session, *, site_id: UUID) -> list[Discount]:
    """Return all codes of a site, the newest first."""
    own = _DISCOUNTS.where(DiscountCode.site_id == site_id).order_by(DiscountCode.created_at.desc())
    return read(session, Discount, own).all()


def is_used(session: Session, *, code_id: UUID, member_id: UUID) -> bool:
    """Return whether a member used a code, or holds it for an order that is not paid yet."""
    used = exists().where(Redemption.code_id == code_id, Redemption.member_id == member_id, Redemption.state.in_(_LIVE))
    return bool(session.execute(select(used)).scalar_one())
