"""Profiles and their photos in the ops console. Whether a photo is shown is decided in the review, not here."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from app.kernel.ops import (
    OpsQuery,
    Page,
    Resource,
    badge,
    instant,
    long_text,
    number,
    read_page,
    ref,
    text,
    words,
    yes_no,
)
from modules.profiles.contracts import Kind, PhotoStatus, ProfileState
from modules.profiles.models import PhotoRow, ProfileRow
from modules.profiles.service.media import photo_urls


@dataclass(frozen=True, slots=True)
class ProfileRecord:
    """What a member shows. What they say of their love life is theirs: it stands in no column."""

    id: UUID
    member_id: UUID
    name: str
    kind: str
    state: str
    site_id: UUID
    gender: str | None
    country: str | None
    region: str | None
    city: str | None
    headline: str
    about: str
    completed_steps: list[str]
    is_invisible: bool
    created_at: datetime
    last_active_at: datetime | None


@dataclass(frozen=True, slots=True)
class PhotoRecord:
    """A photo of a profile."""

    id: UUID
    member_id: UUID
    status: str
    reason: str | None
    position: int | None
    width: int | None
    height: int | None
    created_at: datetime
    blurred: str | None


@dataclass(frozen=True, slots=True)
class _StoredPhoto:
    """A photo with where its files lie."""

    id: UUID
    member_id: UUID
    status: str
    reason: str | None
    position: int | None
    width: int | None
    height: int | None
    created_at: datetime
    folder: str
    cut: int


def list_profiles(session: Session, query: OpsQuery) -> Page[ProfileRecord]:
    """Return a page of the profiles of all sites."""
    own = [getattr(ProfileRow, name) for name in ProfileRecord.__dataclass_fields__ if name != "id"]
    return read_page(session, select(ProfileRow.member_id.label("id"), *own), ProfileRecord, query)


def list_photos(session: Session, query: OpsQuery) -> Page[PhotoRecord]:
    """Return a page of the photos of all profiles."""
    columns = [getattr(PhotoRow, name) for name in _StoredPhoto.__dataclass_fields__]
    page = read_page(session, select(*columns), _StoredPhoto, query)
    return Page([*map(_shown, page.rows)], page.total, page.has_more)


def _shown(photo: _StoredPhoto) -> PhotoRecord:
    """Return a photo with the address of its blurred twin; nobody sees it sharp who does not review it."""
    urls = photo_urls(photo.folder, cut=photo.cut, viewer_id=None, epoch=0, is_locked=True)
    same = {name: getattr(photo, name) for name in PhotoRecord.__dataclass_fields__ if name != "blurred"}
    return PhotoRecord(**same, blurred=urls.thumb if photo.width else None)


PROFILES = Resource(
    key="profiles.profiles",
    label="Profiles",
    title="name",
    icon="AccountBoxOutlined",
    group="people",
    permission="profiles.profiles.read",
    rows=list_profiles,
    columns=(
        text("name", "Name"),
        badge("state", "State", [*ProfileState]),
        badge("kind", "Kind", [*Kind]),
        ref("member_id", "Account", to="accounts.members", related=True),
        ref("site_id", "Site", to="sites.sites"),
        text("country", "Country"),
        text("city", "Town"),
        instant("last_active_at", "Here last"),
        text("headline", "Headline", in_list=False),
        long_text("about", "About"),
        text("gender", "Gender", in_list=False),
        text("region", "Region", in_list=False),
        words("completed_steps", "Steps done", in_list=False),
        yes_no("is_invisible", "Invisible", in_list=False),
        instant("created_at", "Made", in_list=False),
    ),
    filters=("member_id", "site_id", "kind", "state", "country"),
    exact=("country",),
)

PHOTOS = Resource(
    key="profiles.photos",
    label="Photos",
    title="id",
    icon="PhotoOutlined",
    group="people",
    permission="profiles.photos.read",
    rows=list_photos,
    columns=(
        instant("created_at", "Uploaded", sort=True),
        badge("status", "State", [*PhotoStatus]),
        ref("member_id", "Member", to="accounts.members", related=True),
        text("reason", "Why refused"),
        number("position", "Place", in_list=False),
        number("width", "Width", in_list=False),
        number("height", "Height", in_list=False),
        text("blurred", "Blurred", in_list=False),
        text("id", "Number", in_list=False),
    ),
    filters=("status", "member_id"),
    default_sort="-created_at",
)

RESOURCES = (PROFILES, PHOTOS)
