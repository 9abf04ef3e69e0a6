"""Names that say more than a name: how to reach somebody elsewhere, or that they are the house. None is refused for
that, because people are called all sorts of things; it opens a review.
"""

from uuid import UUID

from app.kernel.db import Session
from modules.messaging import api as messaging_api
from modules.moderation.policies import names as policies
from modules.sites import api as sites_api


def says_more(session: Session, *, site_id: UUID, name: str) -> bool:
    """Tell whether a name is worth a look by itself."""
    is_known = any(is_found for _, is_found in messaging_api.mark_hints(name))
    return is_known or says_house(session, site_id=site_id, name=name)


def says_house(session: Session, *, site_id: UUID, name: str) -> bool:
    """Tell whether a name is one of the site or of its people."""
    brand = messaging_api.list_words(sites_api.get_site(session, site_id).name)
    return policies.says_house(messaging_api.list_words(name), brand=brand)
