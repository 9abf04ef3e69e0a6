"""What other modules know of a member's account."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from uuid import UUID

# How long a password reset link works, except for the last one of a day (sessions/service/passwords.py).
RESET_LIFE = timedelta(hours=1)
# How long a deleted account can be reactivated before it is erased (spec 4.2, 9.1).
REACTIVATION = timedelta(days=14)


class MemberStatus(StrEnum):
    """States of an account (spec section 4)."""

    NOT_CONFIRMED = "not_confirmed"
    ACTIVE = "active"
    DELETED = "deleted"
    ERASED = "erased"
    BANNED = "banned"


class Feature(StrEnum):
    """What a decision of staff can restrict for a member; ACCOUNT restricts everything, which is a ban."""

    ACCOUNT = "account"
    MESSAGES = "messages"
    PHOTOS = "photos"
    LIKES = "likes"
    PROFILE = "profile"


class EmailPurpose(StrEnum):
    """What a link in a mail does."""

    ACTIVATE = "activate"
    RESET = "reset"
    CHANGE_EMAIL = "change-email"
    UNDO_EMAIL_CHANGE = "undo-email-change"
    REACTIVATE = "reactivate"


class DeletionReason(StrEnum):
    """Why an account was deleted. Members may leave it out; `operator` means the command line."""

    MET_SOMEONE = "met-someone"
    TOO_FEW_PEOPLE = "too-few-people"
    TOO_EXPENSIVE = "too-expensive"
    BOTHERED = "bothered"
    TOO_MANY_MESSAGES = "too-many-messages"
    OTHER = "other"
    OPERATOR = "operator"


class DeletionOutcome(StrEnum):
    """How a deletion ended."""

    REACTIVATED = "reactivated"
    ERASED = "erased"


class ExportState(StrEnum):
    """State of a copy of a member's data."""

    WAITING = "waiting"
    READY = "ready"
    EXPIRED = "expired"


@dataclass(frozen=True, slots=True)
class TrafficSource:
    """Where a signup came from (spec 3.8)."""

    network: str | None = None
    ref: str | None = None
    sub1: str | None = None
    sub2: str | None = None
    sub3: str | None = None


@dataclass(frozen=True, slots=True)
class NewMember:
    """A validated account that is not stored yet; `signup_at` is set only for a signup in the past."""

    email: str
    name: str
    password_hash: str
    date_of_birth: date
    language: str
    signup_message: str = ""
    traffic_source: TrafficSource | None = None
    signup_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """An account as other modules may see it.

    `is_fictional` accounts belong to no person and never log in. `taken_name` is the name that a decision removed.
    `is_claim`: the member has not confirmed the address yet, and another account may have it.
    """

    id: UUID
    site_id: UUID
    email: str
    name: str
    date_of_birth: date
    status: MemberStatus
    language: str
    is_paid: bool
    is_fictional: bool
    signup_at: datetime
    confirmed_at: datetime | None
    traffic_source: TrafficSource | None
    taken_name: str | None
    is_claim: bool

    @property
    def is_person(self) -> bool:
        """Return whether a person owns the account: it is neither fictional nor erased."""
        return self.status is not MemberStatus.ERASED and not self.is_fictional

    @property
    def is_reachable(self) -> bool:
        """Return whether mail may be sent: the account is active and not fictional."""
        return self.status is MemberStatus.ACTIVE and not self.is_fictional


@dataclass(frozen=True, slots=True)
class SessionInfo:
    """The member whom a session cookie identifies."""

    session_id: UUID
    member_id: UUID
    language: str
    is_confirmed: bool
    is_paid: bool
    photo_epoch: int


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A browser in which a member is logged in, as the settings page lists it."""

    id: UUID
    user_agent: str
    created_at: datetime
    seen_at: datetime


@dataclass(frozen=True, slots=True)
class StoredInvitation:
    """An invitation as it is stored, without its code."""

    id: UUID
    made_by: UUID | None
    note: str
    uses: int
    most_uses: int
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class Invitation(StoredInvitation):
    """A code for signing up. `made_by` is None for an operator's; `is_open` says whether it still works."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class EmailLink:
    """A link to put into a mail to `email`; `is_open` is False once it was used or is too old."""

    member_id: UUID
    purpose: EmailPurpose
    email: str
    url: str
    expires_at: datetime
    is_open: bool


@dataclass(frozen=True, slots=True)
class DataExport:
    """A copy of all data about a member. `size` is in bytes; it and the times are None until the copy is ready."""

    id: UUID
    member_id: UUID
    state: ExportState
    size: int | None
    asked_at: datetime
    ready_at: datetime | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class Correspondent:
    """A person who writes to a site without an account. We do not ask for a name."""

    id: UUID
    site_id: UUID
    email: str
    language: str
    name: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Departure:
    """A member who was erased on `day`, or will be; `name` is the hash of their id."""

    name: str
    day: str
    is_erased: bool


@dataclass(frozen=True, slots=True)
class Trace:
    """Data of erased members that was found; `place` is a table, a column or a folder."""

    place: str
    what: str
    count: int
