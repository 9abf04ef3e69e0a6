"""A whole profile, put together from what profiles and social know."""

from dataclasses import fields
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from modules.catalog.service.search import ensure_may_search
from modules.profiles import api as profiles_api
from modules.profiles.contracts import ProfileCard, Viewer
from modules.profiles.errors import ProfileNotFound
from modules.social import api as social_api
from modules.social.contracts import Relation

STRANGERS = Relation(likes=False, is_liked=False, is_match=False, is_blocked=False)


def show_profile(session: Session, *, viewer: Viewer, member_id: UUID, has_source: bool = False) -> dict[str, Any]:
    """Return a profile with what is between it and the viewer.

    Raises LoginRequired (spec 6.1), or ProfileNotFound alike for blocked, invisible, absent and other sites (spec 6.7).
    """
    ensure_may_search(session, viewer=viewer, has_source=has_source)
    profile = profiles_api.get_public_profile(session, member_id=member_id, viewer=viewer)
    relation = STRANGERS
    if viewer.member_id is not None:
        relation = social_api.get_relation(session, member_id=viewer.member_id, other_id=member_id)
    if relation.is_blocked:
        raise ProfileNotFound()
    parts = ("headline", "about", "facts", "interests", "photos", "locked_count", "last_active", "fictional_warning")
    return {
        **{field.name: getattr(profile.card, field.name) for field in fields(ProfileCard)},
        **{name: getattr(profile, name) for name in parts},
        "liked": relation.likes,
        "is_match": relation.is_match,
        "has_liked_me": relation.is_liked,
    }
