"""Bundles in the console. A price never changes: a new version replaces the old one."""

from uuid import UUID

from marshmallow import fields

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, between
from app.kernel.resources import Action, Resource, instant, money, number, ref, rows_of, text, yes_no
from modules.billing.contracts.shop import Money
from modules.billing.service import readiness
from modules.billing.shop import service as shop
from modules.billing.shop.models.bundles import PriceBundle


class PriceIn(In):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    country = Text(min=2, max=2, required=True, metadata={"label": "Country, two letters"})
    credits = fields.Integer(required=True, validate=between(1, 100_000), metadata={"label": "Credits"})
    price_minor = fields.Integer(
        required=True, validate=between(1, shop.MAX_MINOR), metadata={"label": "Price with VAT, in cents"}
    )
    currency = Text(min=3, max=3, required=True, metadata={"label": "Currency, three letters"})


def ensure_ready(*, site_id: UUID, **_price: str | int) -> None:
    """Raise MailAway or ShopNotReady for the first price of a site that is not ready to sell."""
    readiness.ensure_ready_to_sell(site_id=site_id)


def set_price(
    session: Session, *, staff_id: UUID, site_id: UUID, country: str, credits: int, price_minor: int, currency: str
) -> UUID:
    """Create a bundle with a price and return the new version's id; raises BundleInvalid."""
    price = Money(price_minor, currency.upper())
    return shop.set_bundle(session, site_id=site_id, country=country.upper(), credits=credits, price=price).id


def retire(session: Session, record_id: UUID, *, staff_id: UUID) -> None:
    """Retire a bundle; raises BundleNotFound."""
    shop.retire_version(session, bundle_id=record_id)


BUNDLES = Resource(
    key="billing.bundles",
    label="Bundles",
    title=("price_minor", "country", "site_id"),
    empty="No bundles yet. Set a price to create a bundle that members can buy.",
    icon="SellOutlined",
    group="money",
    rows=rows_of(PriceBundle, is_sold=PriceBundle.retired_at.is_(None)),
    columns=(
        number("credits", "Credits"),
        money("price_minor", "Price"),
        text("country", "Country", means="country"),
        yes_no("is_sold", "On sale"),
        ref("site_id", "Site", to="sites.sites", related=True),
        number("version", "Version"),
        instant("created_at", "On sale since"),
        instant("retired_at", "On sale until", in_list=False),
        text("id", "ID", in_list=False),
    ),
    filters=("site_id", "country", "is_sold"),
    exact=("country",),
    default_sort="-id",
    actions=(
        Action(
            "set-price",
            "Set price",
            "billing.bundles.change",
            set_price,
            form=PriceIn,
            creates=True,
            guarded=True,
            prepare=ensure_ready,
        ),
        Action(
            "retire",
            "Stop selling",
            "billing.bundles.change",
            retire,
            confirm="Members can no longer buy this bundle. Open orders are not affected.",
            guarded=True,
            when=("is_sold", (True,)),
        ),
    ),
)
