"""Profiles, photos and interests in the ops console. Photos are approved in the review, not here."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Boolean, Text, column, func, select, values

from app.kernel.db.session import Session
from app.kernel.resources import (
    OpsQuery,
    Page,
    Resource,
    badge,
    badges,
    instant,
    long_text,
    number,
    picture,
    read_page,
    ref,
    rows_of,
    text,
    yes_no,
)
from modules.media import api as media_api
from modules.media.contracts import STAFF
from modules.profiles.contracts import STEPS, Kind, PhotoStatus, ProfileState
from modules.profiles.models import InterestCount, PhotoRow, ProfileRow
from modules.profiles.reference import lists as reference


@dataclass(frozen=True, slots=True)
class _Photo:
    """A photo of a profile; without owner if that is erased and an open report shows the photo."""

    id: UUID
    member_id: UUID | None
    status: str
    reason: str | None
    position: int | None
    width: int | None
    height: int | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PhotoRecord(_Photo):
    """A photo with the address of its blurred version."""

    blurred: str | None


@dataclass(frozen=True, slots=True)
class _StoredPhoto(_Photo):
    """A photo with the folder of its files."""

    folder: str
    cut: int


def list_photos(session: Session, query: OpsQuery) -> Page[PhotoRecord]:
    """Return a page of the photos of all profiles."""
    columns = [getattr(PhotoRow, name) for name in _StoredPhoto.__dataclass_fields__]
    page = read_page(session, select(*columns), _StoredPhoto, query)
    return Page([*map(_photo_record, page.rows)], page.total, page.has_more)


def _photo_record(photo: _StoredPhoto) -> PhotoRecord:
    """Return a photo with the address of its blurred version, because only reviewers may see it sharp."""
    urls = media_api.photo_urls(photo.folder, cut=photo.cut, reader=STAFF, is_locked=True)
    same = {name: getattr(photo, name) for name in _Photo.__dataclass_fields__}
    return PhotoRecord(**same, blurred=urls.thumb if photo.width else None)


# Sexuality and intimate interests are in no column.
PROFILES = Resource(
    key="profiles.profiles",
    label="Profiles",
    title="name",
    empty="No profiles yet. Each member has one from signup.",
    icon="AccountBoxOutlined",
    group="people",
    rows=rows_of(ProfileRow, id=ProfileRow.member_id),
    columns=(
        text("name", "Name"),
        badge("state", "State", [*ProfileState]),
        badge("kind", "Kind", [*Kind]),
        ref("member_id", "Account", to="accounts.members", related=True),
        ref("site_id", "Site", to="sites.sites"),
        text("country", "Country", means="country"),
        text("city", "Town"),
        instant("last_active_at", "Last active"),
        text("headline", "Headline", in_list=False),
        long_text("about", "About"),
        text("gender", "Gender", means="choice", in_list=False),
        text("region", "Region", in_list=False),
        badges("completed_steps", "Completed steps", STEPS, in_list=False),
        yes_no("is_invisible", "Invisible", in_list=False),
        instant("created_at", "Created", in_list=False),
    ),
    filters=("member_id", "site_id", "kind", "state", "country"),
    exact=("country",),
)

PHOTOS = Resource(
    key="profiles.photos",
    label="Photos",
    title=("member_id", "created_at"),
    empty="No photos yet. Uploaded photos are listed here, blurred.",
    icon="PhotoOutlined",
    group="people",
    rows=list_photos,
    columns=(
        picture("blurred", "Photo"),
        ref("member_id", "Member", to="accounts.members", related=True),
        badge("status", "State", [*PhotoStatus]),
        instant("created_at", "Uploaded", sort=True),
        text("reason", "Refusal reason"),
        number("position", "Position", in_list=False),
        number("width", "Width", in_list=False),
        number("height", "Height", in_list=False),
        text("id", "ID", in_list=False),
    ),
    filters=("status", "member_id"),
    default_sort="-created_at",
)

NAMES = reference.names("en")["interest"]
KNOWN = values(column("key", Text), column("name", Text), column("is_intimate", Boolean), name="known").data(
    [(one.key, NAMES[one.key], one.intimate) for one in reference.interests()]
)

INTERESTS = Resource(
    key="profiles.interests",
    label="Interests",
    title="name",
    empty="No interests yet.",
    icon="InterestsOutlined",
    group="sites",
    rows=rows_of(
        select(KNOWN).outerjoin(InterestCount, InterestCount.key == KNOWN.c.key),
        key=("key",),
        profiles=func.coalesce(InterestCount.profiles, 0),
    ),
    columns=(
        text("name", "Name", sort=True),
        number("profiles", "Profiles (updated hourly)", sort=True),
        yes_no("is_intimate", "Intimate"),
        text("key", "Key", in_list=False),
    ),
    filters=("name", "is_intimate"),
    default_sort="-profiles",
)

RESOURCES = (PROFILES, PHOTOS, INTERESTS)
