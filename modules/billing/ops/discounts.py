"""Discount codes and their revenue in the console."""

from datetime import date
from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import ColumnElement, Date, Numeric, case, cast, func, select

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, between, one_of
from app.kernel.resources import Action, Resource, badge, day, instant, money, number, ref, rows_of, text, words, yes_no
from modules.billing.contracts.states import DIRECT_DEBIT_METHOD, Occasion
from modules.billing.ops.actors import actor_of
from modules.billing.ops.amounts import LEFT
from modules.billing.payments.models.orders import PaymentRow
from modules.billing.shop import queries
from modules.billing.shop import service as shop
from modules.billing.shop.models.discounts import DiscountCode, Redemption
from modules.sites import api as sites_api

# The payment methods that a code may be limited to; which of them a site offers depends on its provider.
METHODS = (
    *("creditcard", "applepay", "paypal", "ideal", "bancontact", "eps", "przelewy24", "blik", "klarna"),
    *("swish", "twint", "mobilepay"),
    DIRECT_DEBIT_METHOD,
)


class DiscountIn(In):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    code = Text(max=32, load_default="", metadata={"label": "Code (leave empty for one member)"})
    value_percentage = fields.Integer(required=True, validate=between(1, 90), metadata={"label": "Percent off"})
    occasion = fields.String(
        validate=one_of(*Occasion), load_default="promotion", metadata={"label": "Reason shown to members"}
    )
    country = fields.String(
        load_default=None, allow_none=True, metadata={"label": "Country, two letters (empty for all)"}
    )
    member_id = fields.UUID(
        load_default=None, allow_none=True, metadata={"label": "Only for this member", "reference": "accounts.members"}
    )
    starts = fields.Date(load_default=None, allow_none=True, metadata={"label": "First day (site’s time zone)"})
    expires = fields.Date(load_default=None, allow_none=True, metadata={"label": "Last day (site’s time zone)"})
    minimum_order_minor = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=between(1, 10_000_000),
        metadata={"label": "Minimum order, in cents"},
    )
    currency = fields.String(
        load_default=None,
        allow_none=True,
        metadata={"label": "Currency, three letters (required with a minimum order)"},
    )
    paymentmethods = fields.List(
        fields.String(validate=one_of(*METHODS)),
        load_default=list,
        metadata={"label": "Only for these payment methods"},
    )
    max_uses = fields.Integer(
        load_default=None,
        allow_none=True,
        validate=between(1, 1_000_000),
        metadata={"label": "Maximum uses of each code"},
    )
    how_many = fields.Integer(
        load_default=1,
        validate=between(1, 500),
        metadata={"label": "Number of codes (a series starts with the code above; each can be used once by default)"},
    )


class ChangeIn(In):
    value_percentage = fields.Integer(
        required=True, validate=between(1, 90), metadata={"label": "Percent off (until first use)"}
    )
    country = fields.String(
        load_default=None, allow_none=True, metadata={"label": "Country, two letters (empty for all)"}
    )
    max_uses = fields.Integer(
        load_default=None, allow_none=True, validate=between(1, 1_000_000), metadata={"label": "Maximum uses"}
    )


class EndIn(In):
    last_day = fields.Date(load_default=None, allow_none=True, metadata={"label": "Last day (empty for no end)"})


def _sums(minor: Any) -> ColumnElement[Any]:
    """Return the sum of a column over the payments with a code, one amount for each currency."""
    amount = func.to_char(cast(func.sum(minor), Numeric) / 100, "FM999999990.00")
    sums = (
        select(func.concat(amount, " ", PaymentRow.currency).label("amount"))
        .join(Redemption, Redemption.order_id == PaymentRow.order_id)
        .where(Redemption.code_id == DiscountCode.id, PaymentRow.is_credited)
        .group_by(PaymentRow.currency)
        .correlate(DiscountCode)
        .subquery()
    )
    return select(func.array_agg(sums.c.amount)).scalar_subquery()


def _last_day() -> ColumnElement[Any]:
    """Return the last day of a code in its site's time zone."""
    zones = sites_api.time_zones()
    there = select(cast(func.timezone(zones.c.timezone, DiscountCode.expires), Date))
    return there.where(zones.c.site_id == DiscountCode.site_id).correlate(DiscountCode).scalar_subquery()


def create(
    session: Session,
    *,
    staff_id: UUID,
    site_id: UUID,
    code: str,
    how_many: int,
    starts: date | None,
    expires: date | None,
    **given: Any,
) -> UUID:
    """Create a code, or many with a prefix, and return the first's id; raises DiscountInvalid, DiscountForOne."""
    chosen = {name: value for name, value in given.items() if value not in (None, "", [])}
    chosen |= shop.whole_days(session, site_id=site_id, first=starts, last=expires)
    for name in ("country", "currency"):
        if name in chosen:
            chosen[name] = chosen[name].upper()
    actor = actor_of(staff_id)
    if how_many > 1:
        return shop.create_discounts(session, site_id=site_id, actor=actor, prefix=code, count=how_many, **chosen)[0].id
    if "member_id" in chosen and not code:
        return shop.give_discount(session, site_id=site_id, actor=actor, **chosen).id
    return shop.create_discount(session, site_id=site_id, actor=actor, code=code, **chosen).id


def change(session: Session, record_id: UUID, *, staff_id: UUID, country: str | None, **limits: Any) -> None:
    """Change a code's percentage, scope and number of uses; raises what `change_discount` raises."""
    shop.change_discount(session, discount_id=record_id, country=country.upper() if country else None, **limits)


def set_end(session: Session, record_id: UUID, *, staff_id: UUID, last_day: date | None) -> None:
    """Set the last day of a code; raises what `change_discount` raises."""
    site_id = queries.get_discount(session, record_id).site_id
    days = shop.whole_days(session, site_id=site_id, first=None, last=last_day)
    shop.change_discount(session, discount_id=record_id, expires=days.get("expires"))


def stop(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Disable a code; orders that hold it keep their price."""
    code = queries.get_discount(session, record_id)
    shop.disable_discount(session, site_id=code.site_id, code=code.code)


LEAST_ORDER = case((DiscountCode.minimum_order_minor > 0, DiscountCode.minimum_order_minor))

DISCOUNTS = Resource(
    key="billing.discounts",
    label="Discount codes",
    title="code",
    empty="No discount codes yet. Codes are listed here with the revenue they earn.",
    icon="LocalOfferOutlined",
    group="money",
    rows=rows_of(
        DiscountCode,
        revenue=_sums(PaymentRow.amount_minor),
        left=_sums(LEFT),
        last_day=_last_day(),
        minimum_order_minor=LEAST_ORDER,
    ),
    columns=(
        text("code", "Code"),
        number("value_percentage", "% off"),
        yes_no("is_active", "Active"),
        number("used", "Used"),
        words("revenue", "Revenue"),
        words("left", "Net revenue"),
        ref("site_id", "Site", to="sites.sites"),
        badge("occasion", "Reason", [*Occasion]),
        instant("expires", "Expires"),
        number("max_uses", "Maximum uses", in_list=False),
        money("minimum_order_minor", "Minimum order", in_list=False),
        words("paymentmethods", "Payment methods", in_list=False),
        text("series", "Series", in_list=False),
        text("country", "Country", means="country", in_list=False),
        ref("member_id", "Only for", to="accounts.members", related=True, in_list=False),
        instant("starts", "Starts", in_list=False),
        day("last_day", "Last day (site’s time zone)", in_list=False),
        text("created_by", "Created by", means="actor", in_list=False),
        instant("created_at", "Created", in_list=False),
    ),
    filters=("code", "site_id", "is_active", "occasion", "member_id", "series"),
    exact=("series",),
    finds={"code": "code"},
    default_sort="-id",
    actions=(
        Action(
            "create", "Create code", "billing.discounts.change", create, form=DiscountIn, creates=True, guarded=True
        ),
        Action("change", "Change", "billing.discounts.change", change, form=ChangeIn, prefilled=True, guarded=True),
        Action(
            "set-end", "Set end date", "billing.discounts.change", set_end, form=EndIn, prefilled=True, guarded=True
        ),
        Action(
            "stop",
            "Stop",
            "billing.discounts.change",
            stop,
            confirm="Members can no longer use this code.",
            guarded=True,
            when=("is_active", (True,)),
        ),
    ),
)
