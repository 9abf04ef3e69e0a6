"""Customers: members who buy, the country whose bundles they buy, and the evidence of where they are."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.http.auth import Actor
from modules.accounts import api as accounts_api
from modules.billing.contracts.payments import Customer
from modules.billing.contracts.states import EvidenceKind
from modules.billing.errors.shop import BundleNotFound
from modules.billing.shop import queries
from modules.billing.shop.policies.evidence import place_of_sale, taxed_as
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api


@dataclass(frozen=True, slots=True)
class Buyer:
    """A member who wants to pay, their language, and evidence of their country other than their profile."""

    member_id: UUID
    language: str
    evidence: Mapping[EvidenceKind, str] = field(default_factory=dict)


def buyer_of(actor: Actor) -> Buyer:
    """Return the member who sent a request, with the country of their network if it is known."""
    return Buyer(actor.member, actor.language, {EvidenceKind.NETWORK: actor.country} if actor.country else {})


def get_customer(session: Session, buyer: Buyer) -> Customer:
    """Return a buyer as a customer in their own country, or else in the first country that the site sells in.

    Raises BundleNotFound if the site sells nothing.
    """
    member = accounts_api.get_member(session, buyer.member_id)
    selling = queries.list_selling_countries(session, site_id=member.site_id)
    own = profiles_api.find_country(session, member.id)
    if not selling:
        raise BundleNotFound()
    fallback = next((c for c in sites_api.get_site(session, member.site_id).countries if c in selling), selling[0])
    country = own if own in selling else fallback
    named = {EvidenceKind.PROFILE: own, **buyer.evidence} if own else buyer.evidence
    known = {kind: taxed_as(where) for kind, where in named.items()}
    return Customer(
        member_id=member.id,
        site_id=member.site_id,
        country=country,
        evidence=known,
        place=place_of_sale(known, otherwise=country),
        language=buyer.language,
        is_paid=member.is_paid,
        signup_at=member.signup_at,
        now=queries.database_now(session),
    )


def paying_from(customer: Customer, kind: EvidenceKind, country: str) -> Customer:
    """Return a customer with the country of the card or account that they want to pay from as evidence."""
    known = {**customer.evidence, kind: taxed_as(country)}
    return replace(customer, evidence=known, place=place_of_sale(known, otherwise=customer.country))
