"""Tables of the profiles module."""

from datetime import date, datetime
from decimal import Decimal
from uuid import UUID

from sqlalchemy import (
    CheckConstraint,
    Double,
    ForeignKey,
    Index,
    Numeric,
    SmallInteger,
    UniqueConstraint,
    Uuid,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.kernel.db.session import Base
from app.kernel.personal.tables import WORKING_NOTE, Erasure, Personal, not_personal
from modules.profiles.contracts import Kind, PhotoStatus, ProfileState
from modules.profiles.reference.lists import interests

MAX_PHOTOS = 25  # spec 5.7
INTIMATE = ", ".join(f"'{interest.key}'" for interest in interests() if interest.intimate)


@not_personal
class PlaceRow(Base):
    """A town, filled from modules/profiles/reference; `search_name` holds the folded spellings of its name."""

    __tablename__ = "place"
    __table_args__ = (
        Index("place_location_idx", text("point(lng, lat)"), postgresql_using="gist"),
        Index("place_search_idx", "country", "search_name", postgresql_ops={"search_name": "text_pattern_ops"}),
        # Its spellings except the first.
        Index(
            "place_spellings_idx",
            "search_name",
            postgresql_using="gin",
            postgresql_ops={"search_name": "gin_trgm_ops"},
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    search_name: Mapped[str]
    country: Mapped[str]
    region: Mapped[str]
    lat: Mapped[float] = mapped_column(Double)
    lng: Mapped[float] = mapped_column(Double)
    cell: Mapped[str]
    population: Mapped[int]


@not_personal
class ReferenceLoad(Base):
    """Which version of a reference file its table was filled from."""

    __tablename__ = "reference_load"

    name: Mapped[str] = mapped_column(primary_key=True)
    digest: Mapped[str]


@Personal(Erasure.DELETED, copied="profile")
class ProfileRow(Base):
    """A member's profile. Name, date of birth and kind are copied from the account, so that a list of people is one
    query; the account's events update them. `kind` never changes (a trigger ensures that).
    """

    __tablename__ = "profile"
    __table_args__ = (
        CheckConstraint("seeking_min_age >= 18 AND seeking_max_age <= 120", name="seeking_ages"),
        CheckConstraint("seeking_min_age <= seeking_max_age", name="seeking_ages_order"),
        CheckConstraint("place_id IS NULL OR (country IS NOT NULL AND city IS NOT NULL)", name="place_is_whole"),
        CheckConstraint(
            f"has_intimate_consent OR (sexuality IS NULL AND NOT interests && ARRAY[{INTIMATE}])",
            name="intimate_needs_consent",
        ),
        Index("profile_site_idx", "site_id", "member_id"),
        Index("profile_last_active_idx", "last_active_at"),
        # For the ops console: filtering by a rare value.
        Index("profile_kind_idx", "kind", "member_id"),
        Index("profile_state_idx", "state", "member_id"),
        Index("profile_country_idx", "country", "member_id"),
    )

    member_id: Mapped[UUID] = mapped_column(Uuid, ForeignKey("accounts.member.id"), primary_key=True)
    site_id: Mapped[UUID] = mapped_column(ForeignKey("sites.site.id"))
    kind: Mapped[Kind]
    name: Mapped[str]
    date_of_birth: Mapped[date]
    state: Mapped[ProfileState] = mapped_column(server_default=ProfileState.DISABLED)
    gender: Mapped[str | None]
    sexuality: Mapped[str | None]
    relationship_status: Mapped[str | None]
    hair_color: Mapped[str | None]
    eye_color: Mapped[str | None]
    body_type: Mapped[str | None]
    tattoos: Mapped[str | None]
    interests: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    country: Mapped[str | None]
    region: Mapped[str | None]
    city: Mapped[str | None]
    place_id: Mapped[int | None] = mapped_column(ForeignKey(PlaceRow.id))
    headline: Mapped[str] = mapped_column(server_default="")
    about: Mapped[str] = mapped_column(server_default="")
    notes: Mapped[dict[str, str]] = mapped_column(JSONB, server_default="{}")
    seeking_genders: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    seeking_min_age: Mapped[int | None] = mapped_column(SmallInteger)
    seeking_max_age: Mapped[int | None] = mapped_column(SmallInteger)
    is_invisible: Mapped[bool] = mapped_column(server_default="false")
    hide_fictional: Mapped[bool] = mapped_column(server_default="false")
    has_intimate_consent: Mapped[bool] = mapped_column(server_default="false")
    completed_steps: Mapped[tuple[str, ...]] = mapped_column(server_default="{}")
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())
    last_active_at: Mapped[datetime | None]


@not_personal
class InterestCount(Base):
    """How many profiles have an interest, counted once an hour: counting reads every profile."""

    __tablename__ = "interest_count"
    __table_args__ = (CheckConstraint("profiles > 0", name="profiles"),)

    key: Mapped[str] = mapped_column(primary_key=True)
    profiles: Mapped[int]


@Personal(Erasure.DELETED, "with the profile", copied="consents")
class ConsentRow(Base):
    """A consent to keep and show something intimate: when it was given, to which wording, when it was withdrawn."""

    __tablename__ = "consent"
    __table_args__ = (
        CheckConstraint("kind = 'intimate'", name="kind"),
        CheckConstraint("withdrawn_at >= given_at", name="order"),
        Index("consent_standing_key", "member_id", "kind", unique=True, postgresql_where=text("withdrawn_at IS NULL")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID] = mapped_column(ForeignKey(ProfileRow.member_id))
    kind: Mapped[str]
    wording: Mapped[str]
    given_at: Mapped[datetime] = mapped_column(server_default=func.now())
    withdrawn_at: Mapped[datetime | None]


@Personal(
    Erasure.DELETED,
    "after its files; what an open report shows is nobody's until its decision",
    is_left_behind=(
        "member_id IS NULL AND NOT EXISTS (SELECT FROM profiles.photo_hold AS hold WHERE hold.photo_id = photo.id)"
    ),
    copied="photos",
)
class PhotoRow(Base):
    """A photo. Its files are in the storage below `folder`, a random name.

    A photo that counts towards the limit has a position from 0, so a member has 25 at most. `crops` counts how often
    its owner chose a crop; `cut` is the crop that cards show, 0 for the automatic one. `likeness` is its perceptual
    hash of 256 bits. A photo without owner belonged to an erased member: its row is deleted after its files, which an
    open report may still show.
    """

    __tablename__ = "photo"
    __table_args__ = (
        CheckConstraint("(status IN ('refused', 'deleted')) = (position IS NULL)", name="position_while_kept"),
        CheckConstraint(f"position BETWEEN 0 AND {MAX_PHOTOS - 1}", name="position"),
        CheckConstraint("status <> 'refused' OR reason IS NOT NULL", name="refused_for_a_reason"),
        CheckConstraint("status NOT IN ('pending', 'active') OR (width > 0 AND height > 0) IS TRUE", name="processed"),
        CheckConstraint(
            "num_nulls(crop_x, crop_y, crop_width) = CASE WHEN crops = 0 THEN 3 ELSE 0 END", name="crop_is_whole"
        ),
        CheckConstraint(
            "crop_x >= 0 AND crop_y >= 0 AND crop_x + crop_width <= 1"
            " AND crop_width * width * 4 <= (1 - crop_y) * height * 3",
            name="crop_inside",
        ),
        CheckConstraint("crop_width * width > least(width, height * 0.75, 480) - 1", name="crop_large_enough"),
        CheckConstraint("cut BETWEEN 0 AND crops", name="cut"),
        CheckConstraint("member_id IS NOT NULL OR status = 'deleted'", name="somebodys_unless_deleted"),
        CheckConstraint("octet_length(likeness) = 32", name="likeness"),
        UniqueConstraint("member_id", "position", deferrable=True, name="photo_position_key"),
        Index("photo_member_idx", "member_id", "created_at"),
        Index("photo_created_idx", "created_at"),
        Index("photo_status_idx", "status", "created_at"),
        # For recognising a picture: by its file, and by parts of its perceptual hash.
        Index("photo_sha256_idx", "sha256"),
        Index("photo_bands_idx", text("profiles.bands(likeness)"), postgresql_using="gin"),
        Index("photo_waiting_idx", "created_at", postgresql_where=text("status = 'pending'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True)
    member_id: Mapped[UUID | None] = mapped_column(ForeignKey(ProfileRow.member_id))
    position: Mapped[int | None] = mapped_column(SmallInteger)
    status: Mapped[PhotoStatus] = mapped_column(server_default=PhotoStatus.PROCESSING)
    reason: Mapped[str | None]
    width: Mapped[int | None]
    height: Mapped[int | None]
    crop_x: Mapped[Decimal | None] = mapped_column(Numeric(7, 6))
    crop_y: Mapped[Decimal | None] = mapped_column(Numeric(7, 6))
    crop_width: Mapped[Decimal | None] = mapped_column(Numeric(7, 6))
    crops: Mapped[int] = mapped_column(server_default="0")
    cut: Mapped[int] = mapped_column(server_default="0")
    folder: Mapped[str] = mapped_column(unique=True)
    sha256: Mapped[bytes]
    likeness: Mapped[bytes | None]
    created_at: Mapped[datetime] = mapped_column(server_default=func.now())


@Personal(Erasure.DELETED, "with the photo", not_copied=WORKING_NOTE)
class PhotoOriginal(Base):
    """The bytes that were uploaded, until the photo is processed; in the database, so that they change in the same
    transactions as the photo's state."""

    __tablename__ = "photo_original"

    photo_id: Mapped[UUID] = mapped_column(ForeignKey(PhotoRow.id, ondelete="CASCADE"), primary_key=True)
    content: Mapped[bytes]


@Personal(
    Erasure.DELETED,
    "for a report with its decision; for other cases 180 days after the last word, or with the owner",
    not_copied=WORKING_NOTE,
)
class PhotoHold(Base):
    """A case that holds the files of a photo after its owner deletes it and, if it `outlives_owner`, after the owner is
    erased."""

    __tablename__ = "photo_hold"
    __table_args__ = (Index("photo_hold_case_idx", "case_id"),)

    photo_id: Mapped[UUID] = mapped_column(ForeignKey(PhotoRow.id), primary_key=True)
    case_id: Mapped[UUID] = mapped_column(primary_key=True)
    outlives_owner: Mapped[bool] = mapped_column(server_default="false")
