"""Names that need a review: with contact details, or imitating the site. They are not refused, because real names
vary.
"""

from uuid import UUID

from app.kernel.db.session import Session
from modules.messaging import api as messaging_api
from modules.moderation.queue.policies import names as policies
from modules.sites import api as sites_api


def needs_review(session: Session, *, site_id: UUID, name: str) -> bool:
    """Return whether a name contains known hints or imitates the site or its staff."""
    is_known = any(is_found for _, is_found in messaging_api.mark_hints(name))
    return is_known or poses_as_staff(session, site_id=site_id, name=name)


def poses_as_staff(session: Session, *, site_id: UUID, name: str) -> bool:
    """Return whether a name imitates the site or its staff."""
    brand = messaging_api.list_words(sites_api.get_site(session, site_id).name)
    return policies.poses_as_staff(messaging_api.list_words(name), brand=brand)
