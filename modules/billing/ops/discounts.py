"""Discount codes in the ops console, and what each of them brought."""

from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any
from uuid import UUID

from marshmallow import fields
from sqlalchemy import ColumnElement, Numeric, cast, func, select
from sqlalchemy.orm import Session

from app.kernel.ops import (
    Action,
    OpsQuery,
    Page,
    Resource,
    badge,
    instant,
    money,
    number,
    read_page,
    ref,
    text,
    words,
    yes_no,
)
from app.kernel.schema import In, Text, between, one_of
from modules.billing.contracts import DIRECT_DEBIT_METHOD, Occasion, RedemptionState
from modules.billing.models.discounts import DiscountCode, Redemption
from modules.billing.models.orders import CreditOrder
from modules.billing.ops.actors import actor_of
from modules.billing.queries import shop as queries
from modules.billing.service import shop

# The ways to pay that a code may be for; which of them a site has is the provider's to say.
METHODS = (
    *("creditcard", "applepay", "paypal", "ideal", "bancontact", "eps", "przelewy24", "blik", "klarna"),
    *("swish", "twint", "mobilepay"),
    DIRECT_DEBIT_METHOD,
)


@dataclass(frozen=True, slots=True)
class DiscountRecord:
    """A discount code, how often it was used and what was paid with it."""

    id: UUID
    code: str
    site_id: UUID
    occasion: str
    value_percentage: int
    is_active: bool
    used: int
    max_uses: int | None
    revenue: list[str] | None
    country: str | None
    member_id: UUID | None
    starts: datetime
    expires: datetime | None
    minimum_order_minor: int | None
    currency: str | None
    paymentmethods: list[str] | None
    created_by: str
    created_at: datetime


@dataclass(frozen=True, slots=True)
class RedemptionRecord:
    """One use of a discount code."""

    id: UUID
    code_id: UUID
    order_id: UUID
    member_id: UUID
    state: str
    discount_minor: int
    total_minor: int
    currency: str
    at: datetime


class DiscountIn(In):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    code = Text(min=3, max=32, required=True, metadata={"label": "Code"})
    value_percentage = fields.Integer(required=True, validate=between(1, 90), metadata={"label": "Percent off"})
    occasion = fields.String(
        validate=one_of(*Occasion), load_default="promotion", metadata={"label": "Why; members read it"}
    )
    country = fields.String(load_default=None, allow_none=True, metadata={"label": "Only for a country, two letters"})
    member_id = fields.UUID(
        load_default=None, allow_none=True, metadata={"label": "For this member only", "reference": "accounts.members"}
    )
    starts = fields.Date(load_default=None, allow_none=True, metadata={"label": "First day"})
    expires = fields.Date(load_default=None, allow_none=True, metadata={"label": "Last day"})
    minimum_order_minor = fields.Integer(
        load_default=None, allow_none=True, validate=between(1, 10_000_000), metadata={"label": "Least order, in cents"}
    )
    currency = fields.String(
        load_default=None, allow_none=True, metadata={"label": "Its currency, three letters; needed for a least order"}
    )
    paymentmethods = fields.List(
        fields.String(validate=one_of(*METHODS)), load_default=list, metadata={"label": "Only for these ways to pay"}
    )
    max_uses = fields.Integer(
        load_default=None, allow_none=True, validate=between(1, 1_000_000), metadata={"label": "Uses in all, of each"}
    )
    how_many = fields.Integer(
        load_default=1,
        validate=between(1, 500),
        metadata={"label": "How many; more than one begin with the code, and each is good once unless said otherwise"},
    )


def list_codes(session: Session, query: OpsQuery) -> Page[DiscountRecord]:
    """Return a page of the discount codes of all sites."""
    least = func.nullif(DiscountCode.minimum_order_minor, 0).label("minimum_order_minor")
    computed = {"revenue": _revenue().label("revenue"), "minimum_order_minor": least}
    names = DiscountRecord.__dataclass_fields__
    own = [computed[name] if name in computed else getattr(DiscountCode, name) for name in names]
    return read_page(session, select(*own), DiscountRecord, query)


def _revenue() -> ColumnElement[Any]:
    """Return what was paid with a code, one amount for each currency."""
    amount = func.to_char(cast(func.sum(CreditOrder.total_minor), Numeric) / 100, "FM999999990.00")
    sums = (
        select(func.concat(amount, " ", CreditOrder.currency).label("amount"))
        .join(Redemption, Redemption.order_id == CreditOrder.id)
        .where(Redemption.code_id == DiscountCode.id, Redemption.state == RedemptionState.REDEEMED)
        .group_by(CreditOrder.currency)
        .correlate(DiscountCode)
        .subquery()
    )
    return select(func.array_agg(sums.c.amount)).scalar_subquery()


def list_uses(session: Session, query: OpsQuery) -> Page[RedemptionRecord]:
    """Return a page of the uses of all codes."""
    use, order = Redemption, CreditOrder
    found = select(
        use.order_id.label("id"),
        *(use.code_id, use.order_id, use.member_id, use.state, use.at),
        *(order.discount_minor, order.total_minor, order.currency),
    )
    return read_page(session, found.join(order, order.id == use.order_id), RedemptionRecord, query)


def create(session: Session, *, staff_id: UUID, code: str, how_many: int, **given: Any) -> UUID:
    """Make a code, or many that begin alike, and return the id of the first; raises DiscountInvalid."""
    chosen = {name: value for name, value in given.items() if value not in (None, "", [])}
    for name, moment in (("starts", time.min), ("expires", time.max)):
        if name in chosen:
            chosen[name] = datetime.combine(chosen[name], moment, UTC)
    for name in ("country", "currency"):
        if name in chosen:
            chosen[name] = chosen[name].upper()
    actor = actor_of(staff_id)
    if how_many == 1:
        return shop.create_discount(session, actor=actor, code=code, **chosen).id
    return shop.create_discounts(session, actor=actor, prefix=code, count=how_many, **chosen)[0].id


def stop(session: Session, *, staff_id: UUID, record_id: UUID) -> None:
    """Stop a code; orders that hold it keep their price."""
    code = queries.get_discount(session, record_id)
    shop.disable_discount(session, site_id=code.site_id, code=code.code)


DISCOUNTS = Resource(
    key="billing.discounts",
    label="Discount codes",
    title="code",
    icon="LocalOfferOutlined",
    group="money",
    permission="billing.discounts.read",
    rows=list_codes,
    columns=(
        text("code", "Code"),
        number("value_percentage", "% off"),
        yes_no("is_active", "Runs"),
        number("used", "Used"),
        words("revenue", "Paid with it"),
        ref("site_id", "Site", to="sites.sites"),
        badge("occasion", "Why", [*Occasion]),
        instant("expires", "Ends"),
        number("max_uses", "Uses in all", in_list=False),
        money("minimum_order_minor", "Least order", in_list=False),
        words("paymentmethods", "Ways to pay", in_list=False),
        text("country", "Country", in_list=False),
        ref("member_id", "Only for", to="accounts.members", related=True, in_list=False),
        instant("starts", "Begins", in_list=False),
        text("created_by", "Made by", in_list=False),
        instant("created_at", "Made", in_list=False),
    ),
    filters=("code", "site_id", "is_active", "occasion", "member_id"),
    default_sort="-id",
    actions=(
        Action(
            "create", "Make a code", "billing.discounts.change", create, form=DiscountIn, creates=True, guarded=True
        ),
        Action("stop", "Stop", "billing.discounts.change", stop, confirm="Nobody can use it any more.", guarded=True),
    ),
)

REDEMPTIONS = Resource(
    key="billing.redemptions",
    label="Uses of codes",
    title="at",
    icon="ConfirmationNumberOutlined",
    group="money",
    permission="billing.discounts.read",
    rows=list_uses,
    columns=(
        instant("at", "When"),
        badge("state", "State", [*RedemptionState]),
        money("total_minor", "Paid"),
        money("discount_minor", "Discount"),
        ref("code_id", "Code", to="billing.discounts", related=True),
        ref("order_id", "Order", to="billing.orders"),
        ref("member_id", "Member", to="accounts.members"),
    ),
    filters=("code_id", "state", "member_id"),
    default_sort="-id",
)
