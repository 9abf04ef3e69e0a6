"""Who buys: a member, and the country whose bundles they buy."""

from uuid import UUID

from app.kernel.db import Session
from modules.accounts import api as accounts_api
from modules.billing.contracts import Customer
from modules.billing.errors import BundleNotFound
from modules.billing.queries import shop as queries
from modules.profiles import api as profiles_api
from modules.sites import api as sites_api


def get_customer(session: Session, *, member_id: UUID, language: str) -> Customer:
    """Return a member who buys, with their own country, or else the first that the site sells in.

    `language` is that of the page they read. Raises BundleNotFound where the site sells nothing.
    """
    member = accounts_api.get_member(session, member_id)
    selling = queries.list_selling_countries(session, site_id=member.site_id)
    own = profiles_api.find_country(session, member.id)
    if not selling:
        raise BundleNotFound()
    fallback = next((c for c in sites_api.get_site(session, member.site_id).countries if c in selling), selling[0])
    return Customer(
        member_id=member.id,
        site_id=member.site_id,
        country=own if own in selling else fallback,
        language=language,
        is_paid=member.is_paid,
        signup_at=member.signup_at,
        now=queries.database_now(session),
    )
