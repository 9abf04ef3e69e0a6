"""Commands of the shop: bundles and discount codes."""

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from secrets import choice
from typing import Any
from uuid import UUID

from sqlalchemy import bindparam, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from app.kernel.db.read import read
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.errors import MemberNotFound
from modules.billing.contracts.payments import StayOffer
from modules.billing.contracts.shop import Bundle, Discount, Money
from modules.billing.contracts.states import SYSTEM_ACTOR, Occasion
from modules.billing.errors.shop import (
    BundleInvalid,
    BundleNotFound,
    DiscountCountry,
    DiscountCurrency,
    DiscountForOne,
    DiscountInvalid,
    DiscountMember,
    DiscountNotFound,
    DiscountOver,
    DiscountPromised,
    DiscountUsedMore,
)
from modules.billing.events import DiscountGiven
from modules.billing.shop import queries
from modules.billing.shop.models.bundles import PriceBundle
from modules.billing.shop.models.discounts import DiscountCode
from modules.billing.shop.policies import discounts as policies
from modules.billing.shop.reference import price_list
from modules.sites import api as sites_api

MAX_MINOR = 100_000_00


# Without the characters that look alike: I, L, O, 0 and 1.
CODE_CHARACTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"


def open_shop(session: Session, *, site_id: UUID) -> None:
    """Create a new site's default bundles for each of its countries, and its time bonus (spec 9.3)."""
    for country in sites_api.get_site(session, site_id).countries:
        for credits, minor, currency in price_list(country):
            price = Money(minor, currency)
            set_bundle(session, site_id=site_id, country=country, credits=credits, price=price)
    ensure_time_bonus(session, site_id=site_id)


_INSERT_BUNDLE = insert(PriceBundle)


def set_bundle(session: Session, *, site_id: UUID, country: str, credits: int, price: Money) -> Bundle:
    """Create a bundle in a country at a price with VAT, and retire the version before it.

    Raises BundleInvalid and SiteUnknown.
    """
    if not 0 < price.minor <= MAX_MINOR or not 0 < credits <= 100_000:
        raise BundleInvalid()
    for field, code, length in (("country", country, 2), ("currency", price.currency, 3)):
        if not re.fullmatch(f"[A-Z]{{{length}}}", code):
            raise BundleInvalid(field=field)
    sites_api.get_site(session, site_id)
    for_sale = queries.list_bundles(session, site_id=site_id, country=country)
    if any(other.price.currency != price.currency for other in for_sale if other.credits != credits):
        raise BundleInvalid(field="currency")
    version = retire_bundle(session, site_id=site_id, country=country, credits=credits) + 1
    bundle = Bundle(new_id(), site_id, country, credits, price)
    values = {"id": bundle.id, "site_id": site_id, "country": country, "credits": credits, "version": version}
    session.execute(_INSERT_BUNDLE, {**values, "price_minor": price.minor, "currency": price.currency})
    return bundle


_LINE = (
    PriceBundle.site_id == bindparam("of_site"),
    PriceBundle.country == bindparam("of_country"),
    PriceBundle.credits == bindparam("of_credits"),
)
_RETIRE = update(PriceBundle).where(*_LINE, PriceBundle.retired_at.is_(None)).values(retired_at=func.now())
_LAST_VERSION = select(func.coalesce(func.max(PriceBundle.version), 0)).where(*_LINE)


def retire_bundle(session: Session, *, site_id: UUID, country: str, credits: int) -> int:
    """Retire a country's bundle of a number of credits. Returns its last version number, 0 if there was none."""
    line = {"of_site": site_id, "of_country": country, "of_credits": credits}
    session.execute(_RETIRE, line)
    return session.execute(_LAST_VERSION, line).scalar_one()


def retire_version(session: Session, *, bundle_id: UUID) -> None:
    """Retire one version of a bundle, and no newer one; raises BundleNotFound if it is not for sale."""
    sold = (PriceBundle.id == bundle_id, PriceBundle.retired_at.is_(None))
    ended = update(PriceBundle).where(*sold).values(retired_at=func.now()).returning(PriceBundle.id)
    if session.execute(ended).first() is None:
        raise BundleNotFound()


_ADD_CODE = upsert(DiscountCode).on_conflict_do_nothing()


def ensure_time_bonus(session: Session, *, site_id: UUID) -> None:
    """Create the site's code TIMEBONUS25 unless it exists (spec 9.3)."""
    row = {
        "id": new_id(),
        "site_id": site_id,
        "code": policies.TIME_BONUS_CODE,
        "occasion": Occasion.TIME_BONUS,
        "value_percentage": policies.TIME_BONUS_PERCENT,
        "validity": policies.TIME_BONUS_SECONDS,
        "created_by": SYSTEM_ACTOR,
    }
    session.execute(_ADD_CODE, row)


def whole_days(session: Session, *, site_id: UUID, first: date | None, last: date | None) -> dict[str, datetime]:
    """Return `starts` and `expires` of a code that is valid from its first to its last day in the site's time zone.

    Raises DiscountDay for implausible days.
    """
    policies.ensure_days(first, last)
    zone = sites_api.get_site(session, site_id).zone
    starts = {"starts": datetime.combine(first, time.min, zone)} if first else {}
    return starts | ({"expires": datetime.combine(last, time.max, zone)} if last else {})


def create_discount(session: Session, *, site_id: UUID, code: str, actor: str, **fields: Any) -> Discount:
    """Create a discount code for all members; `fields` are columns of the table.

    Raises DiscountInvalid for a code that exists, a second active welcome code, or values out of bounds,
    DiscountForOne for a code with a member, and what `_ensure_usable` raises.
    """
    if fields.get("member_id") is not None:
        raise DiscountForOne(field="code")
    return _insert_discount(session, site_id=site_id, code=code, actor=actor, **fields)


def give_discount(
    session: Session, *, site_id: UUID, member_id: UUID, actor: str, occasion: str = Occasion.PROMOTION, **fields: Any
) -> Discount:
    """Create a code for one member, who is notified; raises what `create_discount` raises.

    The code is generated, because one that staff make up could hold the member's name, and codes are kept after a
    member is erased.
    """
    given = {"member_id": member_id, "occasion": occasion, **fields}
    return _insert_discount(session, site_id=site_id, code=f"{occasion}-{_random_suffix()}", actor=actor, **given)


_INSERT_DISCOUNT = _ADD_CODE.returning(*queries.DISCOUNT_COLUMNS)


def _insert_discount(session: Session, *, site_id: UUID, code: str, actor: str, **fields: Any) -> Discount:
    row = {"id": new_id(), "site_id": site_id, "code": policies.normalize(code), "created_by": actor}
    row |= {"occasion": Occasion.PROMOTION} | fields
    _ensure_valid(row)
    _ensure_usable(session, row, row)
    discount = read(session, Discount, _INSERT_DISCOUNT, row).one_or_none()
    if discount is None:
        raise DiscountInvalid(field="code")
    if discount.member_id is not None:
        publish(session, DiscountGiven(discount.id))
    return discount


def create_discounts(
    session: Session, *, site_id: UUID, prefix: str, count: int, actor: str, **fields: Any
) -> list[Discount]:
    """Create `count` random codes with a prefix, each for one order unless `max_uses` allows more.

    Raises DiscountInvalid without a prefix, and with a member: they would be notified of every code.
    """
    if fields.get("member_id") is not None:
        raise DiscountInvalid(field="member_id")
    if not prefix:
        raise DiscountInvalid(field="code")
    given = {"max_uses": 1, "series": policies.normalize(prefix), **fields}
    codes = [f"{prefix}-{_random_suffix()}" for _ in range(count)]
    return [create_discount(session, site_id=site_id, code=code, actor=actor, **given) for code in codes]


def _random_suffix() -> str:
    return "".join(choice(CODE_CHARACTERS) for _ in range(8))


def find_stay_offer(session: Session, *, member_id: UUID) -> StayOffer | None:
    """Return the offer for a member who is about to leave, made once per member; None if the company offers nothing."""
    member = accounts_api.get_member(session, member_id)
    percent = sites_api.get_site(session, member.site_id).company.delete_discount
    if percent == 0:
        return None
    given = queries.find_discount(session, site_id=member.site_id, code=_stay_code(member_id))
    return StayOffer(given.value_percentage if given else percent, given.code if given else None)


def give_stay_offer(session: Session, *, member_id: UUID) -> StayOffer:
    """Create and mail the code of a member who stays; a repeat returns the same code.

    Raises DiscountNotFound if the company offers nothing.
    """
    offer = find_stay_offer(session, member_id=member_id)
    if offer is None:
        raise DiscountNotFound()
    if offer.code is not None:
        return offer
    made = _insert_discount(
        session,
        site_id=accounts_api.get_member(session, member_id).site_id,
        code=_stay_code(member_id),
        series="STAY",
        actor="stay-offer",
        member_id=member_id,
        value_percentage=min(offer.percent, policies.MAX_PERCENT),
        max_uses=1,
        expires=queries.database_now(session) + policies.STAY_OFFER_LIFE,
    )
    return StayOffer(made.value_percentage, made.code)


def _stay_code(member_id: UUID) -> str:
    return f"STAY-{member_id.hex[:12].upper()}"


def change_discount(session: Session, *, discount_id: UUID, **changes: Any) -> None:
    """Change the percentage, scope, number of uses or end of a code; orders that hold it keep their discount.

    Raises DiscountNotFound, DiscountInvalid, DiscountUsedMore, DiscountPromised for another percentage of a code that
    was used, and what `_ensure_usable` raises.
    """
    found = select(*DiscountCode.__table__.columns).where(DiscountCode.id == discount_id).with_for_update()
    row = session.execute(found).mappings().one_or_none()
    if row is None:
        raise DiscountNotFound()
    after = {**row, **changes}
    _ensure_valid(after)
    _ensure_usable(session, after, changes)
    if after["max_uses"] is not None and after["max_uses"] < row["used"]:
        raise DiscountUsedMore(field="max_uses", used=row["used"])
    if row["used"] and after["value_percentage"] != row["value_percentage"]:
        raise DiscountPromised(field="value_percentage")
    session.execute(update(DiscountCode).where(DiscountCode.id == discount_id).values(**changes))


def disable_discount(session: Session, *, site_id: UUID, code: str) -> UUID:
    """Disable a code and return its id; orders that hold it keep their price. Raises DiscountNotFound."""
    stopped: UUID | None = session.execute(
        update(DiscountCode)
        .where(DiscountCode.site_id == site_id, DiscountCode.code == policies.normalize(code))
        .values(is_active=False)
        .returning(DiscountCode.id)
    ).scalar_one_or_none()
    if stopped is None:
        raise DiscountNotFound()
    return stopped


def _ensure_valid(row: Mapping[str, Any]) -> None:
    code = str(row["code"])
    if not (3 <= len(code) <= 32 and code.isascii() and code.replace("-", "").isalnum()):
        raise DiscountInvalid(field="code")
    if not 1 <= row.get("value_percentage", 0) <= policies.MAX_PERCENT:
        raise DiscountInvalid(field="value_percentage")
    if row.get("minimum_order_minor") and not row.get("currency"):
        raise DiscountInvalid(field="currency")


def _ensure_usable(session: Session, row: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """Raise DiscountCountry, DiscountCurrency, DiscountMember or DiscountOver if nobody could use a code.

    Checks the values in `given`: a country and a currency of the site, a member of it, and an end in the future.
    """
    site_id = row["site_id"]
    countries = sites_api.get_site(session, site_id).countries
    if given.get("country") is not None and given["country"] not in countries:
        raise DiscountCountry(field="country", countries=", ".join(countries))
    currencies = queries.list_selling_currencies(session, site_id=site_id)
    if given.get("currency") is not None and given["currency"] not in currencies:
        raise DiscountCurrency(field="currency", currencies=", ".join(currencies))
    if given.get("member_id") is not None and not _is_member(session, given["member_id"], site_id):
        raise DiscountMember(field="member_id")
    now = queries.database_now(session)
    if given.get("expires") is not None and given["expires"] <= max(now, row.get("starts") or now):
        raise DiscountOver(field="expires")


def _is_member(session: Session, member_id: UUID, site_id: UUID) -> bool:
    try:
        member = accounts_api.get_member(session, member_id)
    except MemberNotFound:
        return False
    return member.site_id == site_id and member.is_reachable
