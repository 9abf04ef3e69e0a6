"""Minimum prices of messages by country (spec 9.7) in the ops console."""

from uuid import UUID

from marshmallow import fields

from app.kernel.db.session import Session
from app.kernel.http.schema import In, Text, between
from app.kernel.resources import ID_SEPARATOR, Action, Resource, money, ref, rows_of, text
from modules.sites import queries
from modules.sites.contracts import MessageCost
from modules.sites.models import MessageCostRow
from modules.sites.policies import MAX_COSTS
from modules.sites.service import sites

CHANGE = "sites.sites.change"


class ChangeIn(In):
    costs = fields.Integer(required=True, validate=between(0, MAX_COSTS), metadata={"label": "Minimum price, in cents"})
    currency = Text(min=3, max=3, required=True, metadata={"label": "Currency, three letters"})


class CostIn(ChangeIn):
    site_id = fields.UUID(required=True, metadata={"label": "Site", "reference": "sites.sites"})
    country = Text(min=2, max=2, required=True, metadata={"label": "Country, two letters"})


def add(session: Session, *, staff_id: UUID, site_id: UUID, country: str, costs: int, currency: str) -> str:
    """Set the minimum price of a message in a country and return its id; raises SiteUnknown and what `set_message_cost`
    raises.
    """
    cost = MessageCost(country=country.upper(), costs=costs, currency=currency.upper())
    sites.set_message_cost(session, site_id=queries.get_site(session, site_id).id, cost=cost)
    return f"{site_id}{ID_SEPARATOR}{cost.country}"


def change(session: Session, record_id: str, *, staff_id: UUID, costs: int, currency: str) -> None:
    """Change the minimum price of a message; raises what `set_message_cost` raises."""
    site_id, country = record_id.split(ID_SEPARATOR)
    add(session, staff_id=staff_id, site_id=UUID(site_id), country=country, costs=costs, currency=currency)


def remove(session: Session, record_id: str, *, staff_id: UUID) -> None:
    """Remove the minimum price of a message in a country."""
    site_id, country = record_id.split(ID_SEPARATOR)
    sites.remove_message_cost(session, site_id=UUID(site_id), country=country)


MESSAGE_COSTS = Resource(
    key="sites.message-costs",
    label="Minimum message prices",
    title=("country", "site_id"),
    empty="No minimum prices yet: messages cost the same in every country.",
    icon="PriceCheckOutlined",
    group="sites",
    rows=rows_of(MessageCostRow, key=("site_id", "country")),
    columns=(
        text("country", "Country", means="country", sort=True),
        money("costs", "Minimum price"),
        ref("site_id", "Site", to="sites.sites", related=True),
        text("currency", "Currency", in_list=False),
    ),
    filters=("country", "site_id"),
    exact=("country",),
    default_sort="country",
    actions=(
        Action("add", "Set minimum price", CHANGE, add, form=CostIn, creates=True, guarded=True),
        Action("change", "Change", CHANGE, change, form=ChangeIn, prefilled=True, guarded=True),
        Action(
            "remove",
            "Remove",
            CHANGE,
            remove,
            confirm="The minimum price no longer applies in this country.",
            guarded=True,
        ),
    ),
)
