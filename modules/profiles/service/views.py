"""Profiles as one viewer may see them."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import ColumnElement, false, true

from app.kernel import clock, i18n
from app.kernel.db.session import Session
from modules.media import api as media_api
from modules.media.contracts import PhotoUrls
from modules.profiles import policies
from modules.profiles.contracts import (
    CHOICE_FIELDS,
    Fact,
    Kind,
    PhotoView,
    Profile,
    ProfileCard,
    ProfileText,
    PublicProfile,
    SharedInterest,
    Viewer,
)
from modules.profiles.errors import ProfileNotFound
from modules.profiles.queries import people as queries
from modules.profiles.queries.people import ActivePhoto, Person, Picture
from modules.profiles.reference import lists as reference
from modules.sites import api as sites_api
from modules.sites.contracts import Site

NOT_LIKED = false()
EVERYBODY = true()


def list_cards(
    session: Session,
    *,
    member_ids: Sequence[UUID],
    viewer: Viewer,
    with_invisible: bool = False,
    liked: ColumnElement[bool] = NOT_LIKED,
    shown: ColumnElement[bool] = EVERYBODY,
    is_blurred: bool = False,
) -> dict[UUID, ProfileCard]:
    """Return the cards of the visible profiles among `member_ids` on the viewer's site, by id, in one query.

    `with_invisible` is for partners of conversations, who stay on each other's lists. `liked` is the SQL condition that
    the viewer (:viewer_id) likes the member `card_id()`, which social provides, and `shown` one that all cards meet.
    `is_blurred` gives blurred pictures.
    """
    if not member_ids:
        return {}
    site = sites_api.get_site(session, viewer.site_id)
    people = queries.list_people(
        session, member_ids=member_ids, viewer=viewer, with_invisible=with_invisible, liked=liked, shown=shown
    )
    # Partners still see fictional profiles, labelled, after the site has switched them off.
    is_shown = True if with_invisible else site.fictional_enabled
    return {
        one.id: _card(one, one.picture, site, viewer, liked=one.liked, is_blurred=is_blurred)
        for one in people
        if policies.may_be_shown(one.kind, fictional_enabled=is_shown)
    }


def list_profile_texts(session: Session, *, member_ids: Sequence[UUID], viewer: Viewer) -> dict[UUID, ProfileText]:
    """Return the texts of the visible profiles among `member_ids`, by id, in one query."""
    site = sites_api.get_site(session, viewer.site_id)
    texts = queries.list_texts(session, member_ids=member_ids, viewer=viewer) if member_ids else ()
    return {
        one.member_id: ProfileText(
            one.headline, one.about, tuple(_interests(one.interests, one.viewer_interests, site, viewer.language))
        )
        for one in texts
    }


def get_public_profile(session: Session, *, member_id: UUID, viewer: Viewer) -> PublicProfile:
    """Return a whole profile as the viewer may see it, in two queries; raises ProfileNotFound (spec 3.6, 6.4)."""
    site = sites_api.get_site(session, viewer.site_id)
    found = queries.find_visible_profile(session, member_id=member_id, viewer=viewer)
    if found is None or not policies.may_be_shown(found.profile.kind, fictional_enabled=site.fictional_enabled):
        raise ProfileNotFound()
    profile = found.profile
    photos = _photos(queries.list_active_photos(session, member_id), member_id, viewer)
    return PublicProfile(
        card=_card(profile, found.picture, site, viewer),
        headline=profile.headline,
        about=profile.about,
        facts=tuple(_facts(profile, site, viewer.language)),
        interests=tuple(_interests(profile.interests, found.viewer_interests, site, viewer.language)),
        photos=photos,
        locked_count=sum(photo.urls.is_locked for photo in photos),
        last_active=policies.last_active(profile.last_active_at, clock.now()),
        fictional_warning=_in_viewer_language(site, viewer).fictional_warning
        if profile.kind is Kind.FICTIONAL
        else None,
    )


def list_online_ids(session: Session, *, among: Sequence[UUID] | None = None) -> set[UUID]:
    """Return the ids of online members, of all or among some."""
    return queries.list_online_ids(session, since=clock.now() - policies.ONLINE, among=among)


def is_visible(session: Session, member_id: UUID) -> bool:
    """Return whether others may see a profile: confirmed, not deleted or invisible, of a kind that the site shows."""
    found = queries.find_profile(session, member_id)
    if found is None or not found.is_visible:
        return False
    site = sites_api.get_site(session, found.site_id)
    return policies.may_be_shown(found.kind, fictional_enabled=site.fictional_enabled)


def _in_viewer_language(site: Site, viewer: Viewer) -> Site:
    return sites_api.in_language(site, viewer.language)


def _fictional_label(site: Site, viewer: Viewer) -> str:
    return _in_viewer_language(site, viewer).fictional_singular or i18n.text(viewer.language, "fictional_profile")


def _card(
    of: Person | Profile,
    picture: Picture | None,
    site: Site,
    viewer: Viewer,
    *,
    liked: bool = False,
    is_blurred: bool = False,
) -> ProfileCard:
    now, shown = clock.now(), site.visible_profile_fields
    is_person = of.kind is Kind.MEMBER
    return ProfileCard(
        id=of.id,
        kind=of.kind,
        fictional_label=None if is_person else _fictional_label(site, viewer),
        name=of.name,
        age=clock.age_on(now.date(), of.date_of_birth),
        country=of.country if "country" in shown else None,
        region=of.region if "region" in shown else None,
        city=of.city if "city" in shown else None,
        # Fictional profiles are never online, and invisible members do not show it.
        is_online=is_person and not of.is_invisible and policies.is_online(of.last_active_at, now),
        is_new=is_person and policies.is_new(of.created_at, now),
        photo=_urls(picture, viewer, is_locked=is_blurred) if picture else None,
        liked=liked,
    )


def _photos(active: Sequence[ActivePhoto], member_id: UUID, viewer: Viewer) -> tuple[PhotoView, ...]:
    """Return the photos; all but the main one are locked for visitors and free members (spec 6.4)."""
    sees_all = policies.sees_all_photos(is_paid=viewer.is_paid, is_owner=viewer.member_id == member_id)
    return tuple(
        PhotoView(
            id=photo.id,
            is_main=index == 0,
            urls=_urls(photo.picture, viewer, is_locked=index > 0 and not sees_all),
        )
        for index, photo in enumerate(active)
    )


def _urls(picture: Picture, viewer: Viewer, *, is_locked: bool) -> PhotoUrls:
    return media_api.photo_urls(picture.folder, cut=picture.cut, reader=viewer.reader, is_locked=is_locked)


def _facts(profile: Profile, site: Site, language: str) -> list[Fact]:
    names = reference.names(language)
    return [
        Fact(
            field=field,
            value_key=key,
            value_name=names[field][key],
            note=profile.notes.get(field) if field in site.visible_profile_notes else None,
        )
        for field in CHOICE_FIELDS
        if field in site.visible_profile_fields and (key := getattr(profile, field)) is not None
    ]


def _interests(
    interests: Sequence[str], viewer_interests: Sequence[str] | None, site: Site, language: str
) -> list[SharedInterest]:
    if "interests" not in site.visible_profile_fields:
        return []
    names, own = reference.names(language)["interest"], viewer_interests or ()
    return [SharedInterest(key=key, name=names[key], is_shared=key in own) for key in interests]
