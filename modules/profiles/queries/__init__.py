"""Reads of the profiles module."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Select, Uuid, and_, any_, bindparam, exists, func, literal, or_, select, true
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db import Session
from app.kernel.folding import sought
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.profiles.contracts import Consent, Kind, PhotoStatus, Place, Profile, ProfileState, SearchDocument, Viewer
from modules.profiles.errors import PlaceUnknown
from modules.profiles.models import ConsentRow, PhotoOriginal, PhotoRow, PlaceRow, ProfileRow
from modules.profiles.queries.uploads import IS_HELD

AnyRow = Row[*tuple[Any, ...]]

NEAR_KM = 50
# Degrees of longitude shrink towards the poles, so the index proposes more than one and the sphere decides.
NEAR_CANDIDATES = 40
EARTH_KM = 6371.0088

PROFILE_COLUMNS = (
    ProfileRow.member_id.label("id"),
    ProfileRow.site_id,
    ProfileRow.kind,
    ProfileRow.name,
    ProfileRow.date_of_birth,
    ProfileRow.state,
    ProfileRow.gender,
    ProfileRow.sexuality,
    ProfileRow.relationship_status,
    ProfileRow.hair_color,
    ProfileRow.eye_color,
    ProfileRow.body_type,
    ProfileRow.tattoos,
    ProfileRow.interests,
    ProfileRow.country,
    ProfileRow.region,
    ProfileRow.city,
    ProfileRow.place_id,
    ProfileRow.headline,
    ProfileRow.about,
    ProfileRow.notes,
    ProfileRow.seeking_genders,
    ProfileRow.seeking_min_age,
    ProfileRow.seeking_max_age,
    ProfileRow.is_invisible,
    ProfileRow.hide_fictional,
    ProfileRow.has_intimate_consent,
    ProfileRow.completed_steps,
    ProfileRow.created_at,
    ProfileRow.last_active_at,
)
# Who left is hidden at once, before the profile's own state has followed the account's.
_PEOPLE = accounts_api.people()
_IS_MEMBER = exists().where(_PEOPLE.c.id == ProfileRow.member_id, _PEOPLE.c.status == MemberStatus.ACTIVE)
IS_SHOWN = and_(ProfileRow.state == ProfileState.ACTIVE, _IS_MEMBER)
IS_VISIBLE = and_(ProfileRow.is_invisible.is_(False), IS_SHOWN)
KEPT_PHOTO = PhotoRow.status.not_in((PhotoStatus.DELETED, PhotoStatus.REFUSED))
PLACE_COLUMNS = (
    PlaceRow.id,
    PlaceRow.name,
    PlaceRow.country,
    PlaceRow.region,
    PlaceRow.lat,
    PlaceRow.lng,
    PlaceRow.cell,
)

# The first active photo of each profile in a query of profiles (spec 4.3).
MAIN_PHOTO = (
    select(PhotoRow.id.label("photo_id"), PhotoRow.folder, PhotoRow.cut)
    .where(PhotoRow.member_id == ProfileRow.member_id, PhotoRow.status == PhotoStatus.ACTIVE)
    .order_by(PhotoRow.position)
    .limit(1)
    .lateral("main_photo")
)


def to_profile(row: AnyRow) -> Profile:
    """Return the contract for a row with PROFILE_COLUMNS."""
    values = {column.key: getattr(row, column.key) for column in PROFILE_COLUMNS}
    lists = ("interests", "seeking_genders", "completed_steps")
    values |= {name: tuple(values[name]) for name in lists}
    return Profile(**{**values, "kind": Kind(row.kind), "state": ProfileState(row.state)})


# These are built once: every page runs them, and building a statement costs more than running it.
_PROFILE = select(*PROFILE_COLUMNS).where(ProfileRow.member_id == bindparam("member_id"))


def find_profile(session: Session, member_id: UUID) -> Profile | None:
    """Return a profile whether or not others may see it, or None when there is no row yet."""
    row = session.execute(_PROFILE, {"member_id": member_id}).one_or_none()
    return to_profile(row) if row is not None else None


_COUNTRY = select(ProfileRow.country).where(ProfileRow.member_id == bindparam("member_id"))


def country_of(member_id: InstrumentedAttribute[UUID]) -> ColumnElement[str | None]:
    """Return in a statement the country that a member's prices are named in."""
    return select(ProfileRow.country).where(ProfileRow.member_id == member_id).scalar_subquery()


def hides_fictional(member_id: UUID | ColumnElement[UUID] | InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Tell in a statement whether a member wants to see no fictional profiles."""
    return exists().where(ProfileRow.member_id == member_id, ProfileRow.hide_fictional)


def list_consents(session: Session, member_id: UUID) -> list[Consent]:
    """Return the consents that a member gave, withdrawn ones too, the latest first."""
    columns = (ConsentRow.kind, ConsentRow.wording, ConsentRow.given_at, ConsentRow.withdrawn_at)
    given = select(*columns).where(ConsentRow.member_id == member_id).order_by(ConsentRow.given_at.desc())
    return [Consent(*row) for row in session.execute(given)]


def find_country(session: Session, member_id: UUID) -> str | None:
    """Return the country that a member's prices are named in, or None when it is not known."""
    return session.execute(_COUNTRY, {"member_id": member_id}).scalar_one_or_none()


_CARDS = (
    select(
        ProfileRow.member_id.label("id"),
        ProfileRow.kind,
        ProfileRow.name,
        ProfileRow.date_of_birth,
        ProfileRow.country,
        ProfileRow.region,
        ProfileRow.city,
        ProfileRow.is_invisible,
        ProfileRow.created_at,
        ProfileRow.last_active_at,
        MAIN_PHOTO.c.folder,
        MAIN_PHOTO.c.cut,
    )
    # Who wrote with somebody that is banned still sees the name, and no picture.
    .outerjoin(MAIN_PHOTO, IS_SHOWN)
    .where(ProfileRow.member_id == any_(bindparam("member_ids", type_=ARRAY(Uuid))))
    .where(ProfileRow.site_id == bindparam("site_id"))
)


def card_id() -> InstrumentedAttribute[UUID]:
    """Return whose card it is, for other modules' conditions on cards."""
    return ProfileRow.member_id


@cache
def _cards(with_invisible: bool, liked: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    cards = _CARDS.add_columns(liked.label("liked"))
    return cards if with_invisible else cards.where(IS_VISIBLE)


def list_card_rows(
    session: Session, *, member_ids: Sequence[UUID], viewer: Viewer, with_invisible: bool, liked: ColumnElement[bool]
) -> Sequence[AnyRow]:
    """Return the visible profiles of a site among `member_ids`, or all, each with its main photo, in one query."""
    values = {"member_ids": list(member_ids), "site_id": viewer.site_id, "viewer_id": viewer.member_id}
    return session.execute(_cards(with_invisible, liked), values).all()


_VIEWER_INTERESTS = (
    select(ProfileRow.interests)
    .where(ProfileRow.member_id == bindparam("viewer_id"))
    .correlate(None)
    .scalar_subquery()
    .label("viewer_interests")
)
_STORIES = select(
    ProfileRow.member_id, ProfileRow.headline, ProfileRow.about, ProfileRow.interests, _VIEWER_INTERESTS
).where(
    ProfileRow.member_id == any_(bindparam("member_ids", type_=ARRAY(Uuid))),
    ProfileRow.site_id == bindparam("site_id"),
    IS_VISIBLE,
)


def list_story_rows(session: Session, *, member_ids: Sequence[UUID], viewer: Viewer) -> Sequence[AnyRow]:
    """Return what the visible people among `member_ids` say of themselves, with the viewer's interests."""
    values = {"member_ids": list(member_ids), "site_id": viewer.site_id, "viewer_id": viewer.member_id}
    return session.execute(_STORIES, values).all()


_VISIBLE_PROFILE = (
    select(*PROFILE_COLUMNS, MAIN_PHOTO.c.photo_id, MAIN_PHOTO.c.folder, MAIN_PHOTO.c.cut, _VIEWER_INTERESTS)
    .outerjoin(MAIN_PHOTO, true())
    .where(ProfileRow.member_id == bindparam("member_id"), ProfileRow.site_id == bindparam("site_id"), IS_VISIBLE)
)


def find_visible_row(session: Session, *, member_id: UUID, site_id: UUID, viewer_id: UUID | None) -> AnyRow | None:
    """Return one visible profile with its main photo and, as `viewer_interests`, what the viewer likes."""
    values = {"member_id": member_id, "site_id": site_id, "viewer_id": viewer_id}
    return session.execute(_VISIBLE_PROFILE, values).one_or_none()


_ACTIVE_PHOTOS = (
    select(PhotoRow.id, PhotoRow.folder, PhotoRow.cut)
    .where(PhotoRow.member_id == bindparam("member_id"), PhotoRow.status == PhotoStatus.ACTIVE)
    .order_by(PhotoRow.position)
)


def list_active_photos(session: Session, member_id: UUID) -> Sequence[AnyRow]:
    """Return (id, folder, cut) of the photos that others may see, main photo first (spec 4.3)."""
    return session.execute(_ACTIVE_PHOTOS, {"member_id": member_id}).all()


def _photos() -> Select[*tuple[Any, ...]]:
    crop = (PhotoRow.crop_x, PhotoRow.crop_y, PhotoRow.crop_width, PhotoRow.crops, PhotoRow.cut)
    return select(
        PhotoRow.id,
        PhotoRow.member_id,
        PhotoRow.status,
        PhotoRow.reason,
        PhotoRow.folder,
        PhotoRow.width,
        *crop,
        PhotoRow.created_at,
    )


_OWN_PHOTOS = (
    _photos()
    .where(PhotoRow.member_id == bindparam("member_id"), PhotoRow.status != PhotoStatus.DELETED)
    .order_by(PhotoRow.position.nulls_last(), PhotoRow.created_at)
)


def list_own_photos(session: Session, member_id: UUID) -> Sequence[AnyRow]:
    """Return all photos of a member but deleted ones, refused ones last."""
    return session.execute(_OWN_PHOTOS, {"member_id": member_id}).all()


def list_photos_by_status(session: Session, *, status: PhotoStatus, limit: int) -> Sequence[AnyRow]:
    """Return the photos of all sites in one state, the one that waits longest first."""
    return session.execute(_photos().where(PhotoRow.status == status).order_by(PhotoRow.created_at).limit(limit)).all()


def find_kept_photo(session: Session, photo_id: UUID) -> AnyRow | None:
    """Return a photo whose files are kept: in whatever state it is, but a deleted one only while a case holds it."""
    is_kept = or_(PhotoRow.status != PhotoStatus.DELETED, IS_HELD)
    return session.execute(_photos().where(PhotoRow.id == photo_id, is_kept)).one_or_none()


def find_photo_folder(session: Session, photo_id: UUID) -> str | None:
    """Return where the files of a photo lie."""
    return session.execute(select(PhotoRow.folder).where(PhotoRow.id == photo_id)).scalar_one_or_none()


def find_original(session: Session, photo_id: UUID) -> tuple[UUID, str, bytes] | None:
    """Return (owner, folder, bytes) of a photo that waits to be processed, or None when it no longer does."""
    row = session.execute(
        select(PhotoRow.member_id, PhotoRow.folder, PhotoOriginal.content)
        .join(PhotoOriginal, PhotoOriginal.photo_id == PhotoRow.id)
        .where(PhotoRow.id == photo_id, PhotoRow.status == PhotoStatus.PROCESSING)
    ).one_or_none()
    return (row.member_id, row.folder, row.content) if row is not None else None


_SEARCH_DOCUMENTS = (
    select(
        ProfileRow.member_id,
        ProfileRow.site_id,
        ProfileRow.kind,
        ProfileRow.name,
        ProfileRow.gender,
        ProfileRow.date_of_birth,
        ProfileRow.country,
        ProfileRow.region,
        ProfileRow.city,
        ProfileRow.place_id,
        ProfileRow.interests,
        ProfileRow.headline,
        ProfileRow.about,
        ProfileRow.seeking_genders,
        ProfileRow.seeking_min_age,
        ProfileRow.seeking_max_age,
        ProfileRow.created_at,
        ProfileRow.last_active_at,
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
    """Return what discovery may know of the visible profiles among `member_ids`; who is missing is to be forgotten."""
    rows = session.execute(_SEARCH_DOCUMENTS, {"member_ids": list(member_ids)})
    return [_to_document(row._asdict()) for row in rows]


def _to_document(values: dict[str, Any]) -> SearchDocument:
    lists = {name: tuple(values[name]) for name in ("interests", "seeking_genders")}
    return SearchDocument(**{**values, **lists, "kind": Kind(values["kind"])})


def list_visible_ids(session: Session, *, after: UUID | None, limit: int) -> list[UUID]:
    """Return a page of the ids of all visible profiles, in their order, after one."""
    query = select(ProfileRow.member_id).where(IS_VISIBLE).order_by(ProfileRow.member_id).limit(limit)
    if after is not None:
        query = query.where(ProfileRow.member_id > after)
    return list(session.execute(query).scalars())


def find_last_active(session: Session, member_id: UUID) -> datetime | None:
    """Return when a member was last here (to the minute), or None."""
    own = ProfileRow.member_id == member_id
    return session.execute(select(ProfileRow.last_active_at).where(own)).scalar_one_or_none()


def list_active_since(session: Session, *, since: datetime) -> dict[UUID, datetime]:
    """Return who was here after `since`, and when (to the minute)."""
    rows = session.execute(
        select(ProfileRow.member_id, ProfileRow.last_active_at).where(ProfileRow.last_active_at > since)
    )
    return {row.member_id: row.last_active_at for row in rows}


def list_online_ids(session: Session, *, since: datetime, among: Sequence[UUID] | None) -> set[UUID]:
    """Return the visible people who were here after `since`; fictional profiles never are."""
    online = select(ProfileRow.member_id).where(
        ProfileRow.last_active_at > since, ProfileRow.kind == Kind.MEMBER, IS_VISIBLE
    )
    if among is not None:
        online = online.where(ProfileRow.member_id == any_(literal(list(among), ARRAY(Uuid))))
    return set(session.execute(online).scalars())


def get_place(session: Session, place_id: int) -> Place:
    """Return a town; raises PlaceUnknown."""
    row = session.execute(select(*PLACE_COLUMNS).where(PlaceRow.id == place_id)).one_or_none()
    if row is None:
        raise PlaceUnknown(field="place_id")
    return Place(*row)


def list_places(session: Session, *, country: str, name: str, is_whole: bool = False, limit: int = 10) -> list[Place]:
    """Return the largest towns of a country whose name begins with `name` (or is it, where that is whole), and after
    them those that do so in another usual spelling or language; none where it is only signs.
    """
    typed = sought(name)
    if not typed:
        return []
    names, end = (func.concat(PlaceRow.search_name, " / "), " / ") if is_whole else (PlaceRow.search_name, "")
    begins = names.startswith(f"{typed}{end}", autoescape=True)
    or_in_another_spelling = names.contains(f" / {typed}{end}", autoescape=True)
    rows = session.execute(
        select(*PLACE_COLUMNS)
        .where(PlaceRow.country == country, or_(begins, or_in_another_spelling))
        .order_by(begins.desc(), PlaceRow.population.desc(), PlaceRow.id)
        .limit(limit)
    )
    return [Place(*row) for row in rows]


def list_largest_places(session: Session, country: str) -> list[Place]:
    """Return the largest town of each region of a country."""
    rows = session.execute(
        select(*PLACE_COLUMNS)
        .distinct(PlaceRow.region)
        .where(PlaceRow.country == country)
        .order_by(PlaceRow.region, PlaceRow.population.desc(), PlaceRow.id)
    )
    return [Place(*row) for row in rows]


def find_nearest_place(session: Session, *, lat: float, lng: float) -> Place | None:
    """Return the town nearest to a point in degrees, at most 50 km away, or None (spec 7.6)."""
    lat, lng = round(lat, 6), round(lng, 6)  # of what is next to nothing Postgres makes no angle
    by_index = func.point(PlaceRow.lng, PlaceRow.lat).op("<->")(func.point(lng, lat))
    near = select(*PLACE_COLUMNS).order_by(by_index).limit(NEAR_CANDIDATES).subquery("near")
    half_chord = func.power(func.sin(func.radians(near.c.lat - lat) / 2), 2) + func.cos(func.radians(lat)) * func.cos(
        func.radians(near.c.lat)
    ) * func.power(func.sin(func.radians(near.c.lng - lng) / 2), 2)
    km = 2 * EARTH_KM * func.asin(func.least(1.0, func.sqrt(half_chord)))
    row = session.execute(select(*near.c).where(km <= NEAR_KM).order_by(km).limit(1)).one_or_none()
    return Place(*row) if row is not None else None
