"""The evidence of the country in which an order is taxed: recorded with the order and its payment, used when paid."""

from collections.abc import Mapping
from typing import NamedTuple
from uuid import UUID

from sqlalchemy import bindparam, insert, select

from app.kernel.db.session import Session
from modules.billing.contracts.payments import Customer, Order
from modules.billing.contracts.shop import PlaceOfSale
from modules.billing.contracts.states import EvidenceKind
from modules.billing.payments.models.evidence import SaleEvidence
from modules.billing.payments.policies.orders import vat_within
from modules.billing.shop import queries as shop_queries
from modules.billing.shop.policies import evidence as policies
from modules.sites import api as sites_api

# The kinds that are known when a customer orders; the others are of the card or account that they pay from.
AT_THE_ORDER = (EvidenceKind.PROFILE, EvidenceKind.NETWORK)


class Taxed(NamedTuple):
    """The country in which an order is taxed, and the VAT contained in its price, in minor units."""

    place: PlaceOfSale
    basis_points: int
    vat: int


def record_customer(session: Session, order_id: UUID, customer: Customer) -> None:
    """Record the evidence that is known when an order is made: profile and network."""
    for kind in AT_THE_ORDER:
        if kind in customer.evidence:
            record(session, order_id, kind, customer.evidence[kind])


def record(session: Session, order_id: UUID, kind: EvidenceKind, country: str) -> None:
    """Record one piece of evidence of an order that is not paid yet."""
    session.execute(insert(SaleEvidence).values(order_id=order_id, kind=kind, country=policies.taxed_as(country)))


_OF_ORDER = select(SaleEvidence.kind, SaleEvidence.country).where(SaleEvidence.order_id == bindparam("order_id"))


def place_to_pay_from(session: Session, order: Order, today: Mapping[EvidenceKind, str]) -> PlaceOfSale:
    """Return the country in which an order is taxed if it is paid from the card or account in `today`, if any."""
    paid_from = {kind: country for kind, country in today.items() if kind not in AT_THE_ORDER}
    return policies.place_of_sale(_recorded(session, order) | paid_from, otherwise=order.country)


def tax(session: Session, order: Order) -> Taxed:
    """Return the country in which an order is taxed, and the VAT in its price at the rate of the order's day."""
    place = policies.place_of_sale(_recorded(session, order), otherwise=order.country)
    site = sites_api.get_site(session, order.site_id)
    rate = shop_queries.vat_rate(session, site=site, country=place.country, at=order.created_at)
    return Taxed(place, rate, vat_within(order.total_minor, rate))


def _recorded(session: Session, order: Order) -> dict[EvidenceKind, str]:
    return {row.kind: row.country for row in session.execute(_OF_ORDER, {"order_id": order.id})}
