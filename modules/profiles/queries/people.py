"""Reads of people: their profiles, cards, photos and search documents."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Select,
    Uuid,
    and_,
    any_,
    bindparam,
    exists,
    literal,
    or_,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.media.contracts import Crop, Upload
from modules.profiles.contracts import (
    Consent,
    Kind,
    PhotoStatus,
    Profile,
    ProfileState,
    SearchDocument,
    Viewer,
)
from modules.profiles.models import ConsentRow, PhotoOriginal, PhotoRow, PlaceRow, ProfileRow
from modules.profiles.queries.uploads import IS_HELD

PROFILE_COLUMNS = (ProfileRow.member_id.label("id"), *columns_of(Profile, ProfileRow))
# Hides a deleted account at once, before an event has changed the profile's own state.
_PEOPLE = accounts_api.people()
_IS_MEMBER = exists().where(_PEOPLE.c.id == ProfileRow.member_id, _PEOPLE.c.status == MemberStatus.ACTIVE)
IS_SHOWN = and_(ProfileRow.state == ProfileState.ACTIVE, _IS_MEMBER)
IS_VISIBLE = and_(ProfileRow.is_invisible.is_(False), IS_SHOWN)
# Not a list of states, whose statements would be compiled again each time.
KEPT_PHOTO = and_(PhotoRow.status != PhotoStatus.DELETED, PhotoRow.status != PhotoStatus.REFUSED)

# The first active photo of each profile in a query of profiles (spec 4.3).
MAIN_PHOTO = (
    select(PhotoRow.id.label("photo_id"), PhotoRow.folder, PhotoRow.cut)
    .where(PhotoRow.member_id == ProfileRow.member_id, PhotoRow.status == PhotoStatus.ACTIVE)
    .order_by(PhotoRow.position)
    .limit(1)
    .lateral("main_photo")
)


_MAIN_PICTURE = part("picture", MAIN_PHOTO.c.folder, MAIN_PHOTO.c.cut)


@dataclass(frozen=True, slots=True)
class Picture:
    """The folder of a photo's files, and the number of the crop that cards show."""

    folder: str
    cut: int


@dataclass(frozen=True, slots=True)
class Person:
    """The data of a card; `liked` by the viewer."""

    id: UUID
    kind: Kind
    name: str
    date_of_birth: date
    country: str | None
    region: str | None
    city: str | None
    is_invisible: bool
    created_at: datetime
    last_active_at: datetime | None
    picture: Picture | None
    liked: bool


@dataclass(frozen=True, slots=True)
class StoredTexts:
    """Texts and interests of a profile, and the viewer's interests, None for a visitor."""

    member_id: UUID
    headline: str
    about: str
    interests: tuple[str, ...]
    viewer_interests: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class VisibleProfile:
    """A visible profile with its main photo, and the viewer's interests, None for a visitor."""

    profile: Profile
    picture: Picture | None
    viewer_interests: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class ActivePhoto:
    """A photo that others may see."""

    id: UUID
    picture: Picture


@dataclass(frozen=True, slots=True)
class StoredPhoto:
    """A photo in any state. `crops` counts how often its owner chose a crop, `cut` is the crop that cards show. Without
    `member_id` its owner is erased.
    """

    id: UUID
    member_id: UUID | None
    status: PhotoStatus
    reason: str | None
    folder: str
    width: int | None
    crop: Crop | None
    crops: int
    cut: int
    created_at: datetime


# Built once: every page runs these, and building a statement costs more than running it.
_PROFILE = select(*PROFILE_COLUMNS).where(ProfileRow.member_id == bindparam("member_id"))


def find_profile(session: Session, member_id: UUID) -> Profile | None:
    """Return a profile whether or not others may see it, or None when there is no row yet."""
    return read(session, Profile, _PROFILE, {"member_id": member_id}).one_or_none()


_COUNTRY = select(ProfileRow.country).where(ProfileRow.member_id == bindparam("member_id"))


def country_of(member_id: InstrumentedAttribute[UUID] | BindParameter[UUID]) -> ColumnElement[str | None]:
    """Return, as SQL, the country that decides a member's prices."""
    return select(ProfileRow.country).where(ProfileRow.member_id == member_id).scalar_subquery()


def hides_fictional(member_id: UUID | ColumnElement[UUID] | InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Return, as SQL, whether a member wants to see no fictional profiles."""
    return exists().where(ProfileRow.member_id == member_id, ProfileRow.hide_fictional)


def is_invisible(member_id: ColumnElement[UUID]) -> ColumnElement[bool]:
    """Return, as SQL, whether a member has made themselves invisible."""
    return exists().where(ProfileRow.member_id == member_id, ProfileRow.is_invisible)


def list_consents(session: Session, member_id: UUID) -> list[Consent]:
    """Return the consents that a member gave, withdrawn ones too, the latest first."""
    given = select(*columns_of(Consent, ConsentRow)).where(ConsentRow.member_id == member_id)
    return read(session, Consent, given.order_by(ConsentRow.given_at.desc())).all()


def find_country(session: Session, member_id: UUID) -> str | None:
    """Return the country that decides a member's prices, or None when it is not known."""
    return session.execute(_COUNTRY, {"member_id": member_id}).scalar_one_or_none()


_CARDS = (
    select(ProfileRow.member_id.label("id"), *columns_of(Person, ProfileRow), *_MAIN_PICTURE)
    # The partners of a banned member still see the name, but no picture.
    .outerjoin(MAIN_PHOTO, IS_SHOWN)
    .where(ProfileRow.member_id == any_(bindparam("member_ids", type_=ARRAY(Uuid))))
    .where(ProfileRow.site_id == bindparam("site_id"))
)


def card_id() -> InstrumentedAttribute[UUID]:
    """Return the id column of cards, for other modules' conditions."""
    return ProfileRow.member_id


@cache
def _cards(with_invisible: bool, liked: ColumnElement[bool], shown: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    cards = _CARDS.add_columns(liked.label("liked")).where(shown)
    return cards if with_invisible else cards.where(IS_VISIBLE)


def list_people(
    session: Session,
    *,
    member_ids: Sequence[UUID],
    viewer: Viewer,
    with_invisible: bool,
    liked: ColumnElement[bool],
    shown: ColumnElement[bool],
) -> list[Person]:
    """Return the visible profiles of a site among `member_ids`, or all, each with its main photo, in one query; only
    those that the condition `shown` holds for.
    """
    values = {"member_ids": list(member_ids), "site_id": viewer.site_id, "viewer_id": viewer.member_id}
    return read(session, Person, _cards(with_invisible, liked, shown), values).all()


_VIEWER_INTERESTS = (
    select(ProfileRow.interests)
    .where(ProfileRow.member_id == bindparam("viewer_id"))
    .correlate(None)
    .scalar_subquery()
    .label("viewer_interests")
)
_TEXTS = select(*columns_of(StoredTexts, ProfileRow), _VIEWER_INTERESTS).where(
    ProfileRow.member_id == any_(bindparam("member_ids", type_=ARRAY(Uuid))),
    ProfileRow.site_id == bindparam("site_id"),
    IS_VISIBLE,
)


def list_texts(session: Session, *, member_ids: Sequence[UUID], viewer: Viewer) -> list[StoredTexts]:
    """Return the texts of the visible profiles among `member_ids`, with the viewer's interests."""
    values = {"member_ids": list(member_ids), "site_id": viewer.site_id, "viewer_id": viewer.member_id}
    return read(session, StoredTexts, _TEXTS, values).all()


_VISIBLE_PROFILE = (
    select(*part("profile", *PROFILE_COLUMNS), *_MAIN_PICTURE, _VIEWER_INTERESTS)
    .outerjoin(MAIN_PHOTO, true())
    .where(ProfileRow.member_id == bindparam("member_id"), ProfileRow.site_id == bindparam("site_id"), IS_VISIBLE)
)


def find_visible_profile(session: Session, *, member_id: UUID, viewer: Viewer) -> VisibleProfile | None:
    """Return one visible profile of the viewer's site with its main photo and what the viewer likes."""
    values = {"member_id": member_id, "site_id": viewer.site_id, "viewer_id": viewer.member_id}
    return read(session, VisibleProfile, _VISIBLE_PROFILE, values).one_or_none()


_ACTIVE_PHOTOS = (
    select(PhotoRow.id, *part("picture", PhotoRow.folder, PhotoRow.cut))
    .where(PhotoRow.member_id == bindparam("member_id"), PhotoRow.status == PhotoStatus.ACTIVE)
    .order_by(PhotoRow.position)
)


def list_active_photos(session: Session, member_id: UUID) -> list[ActivePhoto]:
    """Return the photos that others may see, main photo first (spec 4.3)."""
    return read(session, ActivePhoto, _ACTIVE_PHOTOS, {"member_id": member_id}).all()


CROP = part("crop", PhotoRow.crop_x.label("x"), PhotoRow.crop_y.label("y"), PhotoRow.crop_width.label("width"))
_PHOTOS = select(*columns_of(StoredPhoto, PhotoRow), *CROP)
_OWN_PHOTOS = _PHOTOS.where(
    PhotoRow.member_id == bindparam("member_id"), PhotoRow.status != PhotoStatus.DELETED
).order_by(PhotoRow.position.nulls_last(), PhotoRow.created_at)


def list_own_photos(session: Session, member_id: UUID) -> list[StoredPhoto]:
    """Return all photos of a member but deleted ones, refused ones last."""
    return read(session, StoredPhoto, _OWN_PHOTOS, {"member_id": member_id}).all()


def list_photos_by_status(session: Session, *, status: PhotoStatus, limit: int) -> list[StoredPhoto]:
    """Return the photos of all sites in one state, oldest first."""
    waiting = _PHOTOS.where(PhotoRow.status == status).order_by(PhotoRow.created_at).limit(limit)
    return read(session, StoredPhoto, waiting).all()


def find_kept_photo(session: Session, photo_id: UUID) -> StoredPhoto | None:
    """Return a photo in any state, but a deleted one only while a case holds it; or None."""
    is_kept = or_(PhotoRow.status != PhotoStatus.DELETED, IS_HELD)
    return read(session, StoredPhoto, _PHOTOS.where(PhotoRow.id == photo_id, is_kept)).one_or_none()


def find_photo_folder(session: Session, photo_id: UUID) -> str | None:
    """Return the folder of a photo's files, or None."""
    return session.execute(select(PhotoRow.folder).where(PhotoRow.id == photo_id)).scalar_one_or_none()


def find_upload(session: Session, photo_id: UUID) -> Upload | None:
    """Return the upload of a photo that waits to be processed, or None when it no longer does."""
    upload = (
        select(PhotoRow.member_id, PhotoRow.folder, PhotoOriginal.content)
        .join(PhotoOriginal, PhotoOriginal.photo_id == PhotoRow.id)
        .where(PhotoRow.id == photo_id, PhotoRow.status == PhotoStatus.PROCESSING)
    )
    return read(session, Upload, upload).one_or_none()


_SEARCH_DOCUMENTS = (
    select(
        *columns_of(SearchDocument, ProfileRow),
        PlaceRow.lat,
        PlaceRow.lng,
        PlaceRow.cell,
        MAIN_PHOTO.c.photo_id.is_not(None).label("has_photo"),
    )
    .outerjoin(PlaceRow, PlaceRow.id == ProfileRow.place_id)
    .outerjoin(MAIN_PHOTO, true())
    .where(ProfileRow.member_id == any_(bindparam("member_ids", type_=ARRAY(Uuid))), IS_VISIBLE)
)


def list_search_documents(session: Session, member_ids: Sequence[UUID]) -> list[SearchDocument]:
    """Return the search documents of the visible profiles among `member_ids`; search must forget the missing ones."""
    return read(session, SearchDocument, _SEARCH_DOCUMENTS, {"member_ids": list(member_ids)}).all()


def list_visible_ids(session: Session, *, after: UUID | None, limit: int) -> list[UUID]:
    """Return a page of the ids of all visible profiles, in their order, after one."""
    query = select(ProfileRow.member_id).where(IS_VISIBLE).order_by(ProfileRow.member_id).limit(limit)
    if after is not None:
        query = query.where(ProfileRow.member_id > after)
    return list(session.execute(query).scalars())


def find_last_active(session: Session, member_id: UUID) -> datetime | None:
    """Return when a member was last active (to the minute), or None."""
    own = ProfileRow.member_id == member_id
    return session.execute(select(ProfileRow.last_active_at).where(own)).scalar_one_or_none()


def list_active_since(session: Session, *, since: datetime) -> dict[UUID, datetime]:
    """Return the members who were active after `since`, and when (to the minute)."""
    rows = session.execute(
        select(ProfileRow.member_id, ProfileRow.last_active_at).where(ProfileRow.last_active_at > since)
    )
    return {row.member_id: row.last_active_at for row in rows}


def list_online_ids(session: Session, *, since: datetime, among: Sequence[UUID] | None) -> set[UUID]:
    """Return the visible members who were active after `since`; never fictional profiles."""
    online = select(ProfileRow.member_id).where(
        ProfileRow.last_active_at > since, ProfileRow.kind == Kind.MEMBER, IS_VISIBLE
    )
    if among is not None:
        online = online.where(ProfileRow.member_id == any_(literal(list(among), ARRAY(Uuid))))
    return set(session.execute(online).scalars())
