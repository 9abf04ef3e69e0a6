"""Whole profiles, combined from the profiles and social modules."""

from dataclasses import fields
from typing import Any
from uuid import UUID

from app.kernel.db.session import Session
from modules.catalog.contracts import Introduction
from modules.catalog.service.search import ensure_may_search, may_search
from modules.profiles import api as profiles_api
from modules.profiles.contracts import Kind, ProfileCard, Viewer
from modules.profiles.errors import ProfileNotFound
from modules.sites import api as sites_api
from modules.social import api as social_api
from modules.social.contracts import Relation

PARTS = ("headline", "about", "facts", "interests", "photos", "locked_count", "last_active", "fictional_warning")
STRANGERS = Relation(likes=False, is_liked=False, is_match=False, is_blocked=False)


def show_profile(session: Session, *, viewer: Viewer, member_id: UUID, has_source: bool = False) -> dict[str, Any]:
    """Return a profile with its relation to the viewer.

    Raises LoginRequired (spec 6.1), and ProfileNotFound for blocked, invisible, absent and other sites' members
    (spec 6.7).
    """
    ensure_may_search(session, viewer=viewer, has_source=has_source)
    profile = profiles_api.get_public_profile(session, member_id=member_id, viewer=viewer)
    relation = STRANGERS
    if viewer.member_id is not None:
        relation = social_api.get_relation(session, member_id=viewer.member_id, other_id=member_id)
    if relation.is_blocked:
        raise ProfileNotFound()
    return {
        **{field.name: getattr(profile.card, field.name) for field in fields(ProfileCard)},
        **{name: getattr(profile, name) for name in PARTS},
        "liked": relation.likes,
        "is_match": relation.is_match,
        "has_liked_me": relation.is_liked,
    }


def introduce_member(session: Session, *, viewer: Viewer, member_id: UUID, has_source: bool = False) -> Introduction:
    """Return as much of a profile as somebody may see who followed a link to it (spec 2.6, 2.7, 6.1).

    When visitors may not see profiles, that is a blurred picture and whether the profile is fictional. Raises
    ProfileNotFound for blocked, invisible, absent and other sites' members.
    """
    is_open = may_search(session, viewer=viewer, has_source=has_source)
    cards = profiles_api.list_cards(session, member_ids=[member_id], viewer=viewer, is_blurred=not is_open)
    card = cards.get(member_id)
    if card is None or _is_blocked(session, viewer, member_id):
        raise ProfileNotFound()
    site = sites_api.get_site(session, viewer.site_id)
    headline = profiles_api.get_profile(session, member_id).headline if is_open else None
    return Introduction(
        id=card.id,
        kind=card.kind,
        fictional_label=card.fictional_label,
        fictional_warning=site.fictional_warning if card.kind is Kind.FICTIONAL else None,
        is_open=is_open,
        name=card.name if is_open else None,
        age=card.age if is_open else None,
        city=card.city if is_open else None,
        headline=headline,
        photo=card.photo,
    )


def _is_blocked(session: Session, viewer: Viewer, member_id: UUID) -> bool:
    return viewer.member_id is not None and social_api.are_blocked(session, viewer.member_id, member_id)
