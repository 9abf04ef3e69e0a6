"""What other modules know of a profile."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING
from uuid import UUID

from modules.media.contracts import Crop, PhotoUrls, Reader, reader_of
from modules.sites.contracts import CHOICE_FIELDS as CHOICE_FIELDS

if TYPE_CHECKING:
    # Commands that read nothing import these contracts, and not the database.
    from app.kernel.http.auth import Actor


class Kind(StrEnum):
    """Whether a profile is a member's or fictional; part of everything that shows the profile."""

    MEMBER = "member"
    FICTIONAL = "fictional"


class ProfileState(StrEnum):
    """A profile is disabled until the account's e-mail address is confirmed (spec 4.1)."""

    ACTIVE = "active"
    DISABLED = "disabled"


class PhotoStatus(StrEnum):
    """State of a photo; only active ones are shown to others (spec 4.3)."""

    PROCESSING = "processing"
    PENDING = "pending"
    ACTIVE = "active"
    REFUSED = "refused"
    DELETED = "deleted"


class LastActive(StrEnum):
    """How recently a member was active, in the steps that others may see."""

    ONLINE = "online"
    TODAY = "today"
    WEEK = "week"
    EARLIER = "earlier"


# What a member does after signup, in this order; each step is finished or skipped (spec 2.32).
STEPS = ("photo", "location", "personal", "about", "push")

# The reasons for which staff refuse a photo, and all, with those of the decoder.
PHOTO_REASONS = (
    "no-person",
    "not-you",
    "explicit",
    "contact-details",
    "under-age",
    "not-yours",
    "poor-quality",
)
REFUSAL_REASONS = (*PHOTO_REASONS, "unreadable", "too-many-pixels")


@dataclass(frozen=True, slots=True)
class Viewer:
    """The reader of an answer: a member of a site, or a visitor when `member_id` is None.

    Addresses of photos are signed for one `photo_epoch` of the member and become invalid with the next.
    """

    member_id: UUID | None
    is_paid: bool
    site_id: UUID
    language: str
    photo_epoch: int = 0

    @classmethod
    def of(cls, actor: "Actor") -> "Viewer":
        """Return the viewer that an actor is."""
        return cls(actor.member_id, actor.is_paid, actor.site_id, actor.language, actor.photo_epoch)

    @property
    def reader(self) -> Reader:
        """Return for whom the addresses of pictures are signed."""
        return reader_of(self.member_id, photo_epoch=self.photo_epoch)


@dataclass(frozen=True, slots=True)
class Place:
    """A town. `lat` and `lng` are its centre in degrees; `cell` is its cell of the search grid."""

    id: int
    name: str
    country: str
    region: str
    lat: float
    lng: float
    cell: str


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile as its owner and other modules know it, visible to others or not."""

    id: UUID
    site_id: UUID
    kind: Kind
    name: str
    date_of_birth: date
    state: ProfileState
    gender: str | None
    sexuality: str | None
    relationship_status: str | None
    hair_color: str | None
    eye_color: str | None
    body_type: str | None
    tattoos: str | None
    interests: tuple[str, ...]
    country: str | None
    region: str | None
    city: str | None
    place_id: int | None
    headline: str
    about: str
    notes: Mapping[str, str]
    seeking_genders: tuple[str, ...]
    seeking_min_age: int | None
    seeking_max_age: int | None
    is_invisible: bool
    hide_fictional: bool
    has_intimate_consent: bool
    completed_steps: tuple[str, ...]
    created_at: datetime
    last_active_at: datetime | None

    @property
    def is_visible(self) -> bool:
        """Return whether others may see this profile at all."""
        return self.state is ProfileState.ACTIVE and not self.is_invisible


@dataclass(frozen=True, slots=True)
class PhotoOwner:
    """The owner of a photo; `is_shown` if others may see it, `is_hidden` if only partners of conversations may."""

    member_id: UUID
    is_shown: bool
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class ProfileCard:
    """A person in a list, as one viewer may see them. `fictional_label` is set exactly when `kind` is fictional.

    `liked` is filled in by modules that know likes.
    """

    id: UUID
    kind: Kind
    fictional_label: str | None
    name: str
    age: int
    country: str | None
    region: str | None
    city: str | None
    is_online: bool
    is_new: bool
    photo: PhotoUrls | None
    liked: bool = False


@dataclass(frozen=True, slots=True)
class PhotoView:
    """One photo of a public profile (spec 6.4)."""

    id: UUID
    is_main: bool
    urls: PhotoUrls


@dataclass(frozen=True, slots=True)
class Fact:
    """One field of a profile in the viewer's language, with the owner's own note where the site shows notes."""

    field: str
    value_key: str
    value_name: str
    note: str | None


@dataclass(frozen=True, slots=True)
class SharedInterest:
    """An interest in the viewer's language; `is_shared` when the viewer has it too."""

    key: str
    name: str
    is_shared: bool


@dataclass(frozen=True, slots=True)
class ProfileText:
    """Headline, text and interests of a profile, as one viewer may see them."""

    headline: str
    about: str
    interests: tuple[SharedInterest, ...]


@dataclass(frozen=True, slots=True)
class PublicProfile:
    """A whole profile as one viewer may see it (spec 3.6)."""

    card: ProfileCard
    headline: str
    about: str
    facts: tuple[Fact, ...]
    interests: tuple[SharedInterest, ...]
    photos: tuple[PhotoView, ...]
    locked_count: int
    last_active: LastActive
    fictional_warning: str | None


@dataclass(frozen=True, slots=True)
class Consent:
    """A consent that a member gave; `wording` names the text that they agreed to."""

    kind: str
    wording: str
    given_at: datetime
    withdrawn_at: datetime | None


@dataclass(frozen=True, slots=True)
class SearchDocument:
    """What search may know of a visible profile. The coordinates are those of the town's centre, in degrees."""

    member_id: UUID
    site_id: UUID
    kind: Kind
    name: str
    gender: str | None
    date_of_birth: date
    country: str | None
    region: str | None
    city: str | None
    place_id: int | None
    lat: float | None
    lng: float | None
    cell: str | None
    interests: tuple[str, ...]
    has_photo: bool
    headline: str
    about: str
    seeking_genders: tuple[str, ...]
    seeking_min_age: int | None
    seeking_max_age: int | None
    created_at: datetime
    last_active_at: datetime | None


@dataclass(frozen=True, slots=True)
class OwnPhoto:
    """A photo as its owner or staff see it; without addresses until it is processed.

    Without a `crop` it is cropped automatically; `is_being_cut` while cards still show an earlier crop.
    """

    id: UUID
    member_id: UUID | None
    status: PhotoStatus
    reason: str | None
    is_main: bool
    crop: Crop | None
    is_being_cut: bool
    urls: PhotoUrls | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class PhotoFingerprint:
    """How a member's photo is recognised: the SHA-256 of the uploaded file, and its perceptual hash of 256 bits, if
    there is one.
    """

    photo_id: UUID
    member_id: UUID
    digest: bytes
    likeness: bytes | None


@dataclass(frozen=True, slots=True)
class ReviewPhoto:
    """A photo for its review, blurred at first. A deleted one exists while a case holds it, without an owner when the
    owner is erased.
    """

    id: UUID
    member_id: UUID | None
    status: PhotoStatus
    urls: PhotoUrls
    blurred: PhotoUrls
