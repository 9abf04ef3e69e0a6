"""Reads of staff and their sessions."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import bindparam, exists, select

from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from app.kernel.ids import token_hash
from app.kernel.mail.addresses import as_stored
from modules.moderation.contracts.staff import Staff
from modules.moderation.errors import StaffUnknown
from modules.moderation.staff.models import RecoveryCode, StaffRow, StaffSessionRow


@dataclass(frozen=True, slots=True)
class LockedStaff:
    """A staff member whose row is locked."""

    name: str
    email: str


@dataclass(frozen=True, slots=True)
class Credentials:
    """The password hash and state of a staff member."""

    id: UUID
    password_hash: str
    disabled_at: datetime | None


@dataclass(frozen=True, slots=True)
class Totp:
    """The sealed secret of somebody's one-time codes, and the last step that was used."""

    totp_secret: bytes
    last_totp_step: int


@dataclass(frozen=True, slots=True)
class OpenSession:
    """An open session of a staff member; `policies.is_live` decides whether it is valid."""

    session_id: UUID
    opened_at: datetime
    seen_at: datetime
    confirmed_at: datetime
    staff: Staff


_STAFF = select(*columns_of(Staff, StaffRow))


def get_staff_by_email(session: Session, email: str) -> Staff:
    """Return the staff member with this address; raises StaffUnknown."""
    staff = read(session, Staff, _STAFF.where(StaffRow.email == as_stored(email).lower())).one_or_none()
    if staff is None:
        raise StaffUnknown()
    return staff


def get_staff(session: Session, staff_id: UUID) -> Staff | None:
    """Return a staff member by id, or None."""
    return read(session, Staff, _STAFF.where(StaffRow.id == staff_id)).one_or_none()


def list_staff(session: Session) -> list[Staff]:
    """Return all staff by name, including disabled ones."""
    return read(session, Staff, _STAFF.order_by(StaffRow.name, StaffRow.email)).all()


def lock_staff(session: Session, staff_id: UUID) -> LockedStaff | None:
    """Return a staff member's name and address with their row locked, or None."""
    own = select(*columns_of(LockedStaff, StaffRow)).where(StaffRow.id == staff_id)
    return read(session, LockedStaff, own.with_for_update()).one_or_none()


def find_credentials(session: Session, email: str, *, lock: bool = False) -> Credentials | None:
    """Return the credentials of the staff member with this address, or None; with their row locked when `lock`."""
    found = select(*columns_of(Credentials, StaffRow)).where(StaffRow.email == as_stored(email).lower())
    return read(session, Credentials, found.with_for_update() if lock else found).one_or_none()


def has_signed_in_from(session: Session, *, email: str, network: str) -> bool:
    """Return whether the staff member with this address ever signed in from a network."""
    row = StaffSessionRow
    theirs = select(StaffRow.id).where(StaffRow.email == as_stored(email).lower()).scalar_subquery()
    return bool(session.execute(select(exists().where(row.staff_id == theirs, row.network == network))).scalar())


def lock_totp(session: Session, staff_id: UUID) -> Totp:
    """Return the sealed secret and the last step used, with the row locked so that a code opens one session."""
    own = select(*columns_of(Totp, StaffRow)).where(StaffRow.id == staff_id)
    return read(session, Totp, own.with_for_update()).one()


def count_recovery_codes(session: Session, staff_id: UUID) -> int:
    """Return how many recovery codes are left."""
    unused = select(RecoveryCode.code_hash).where(RecoveryCode.staff_id == staff_id, RecoveryCode.used_at.is_(None))
    return len(session.execute(unused).all())


_OPEN_SESSION = (
    select(
        *part("staff", *_STAFF.selected_columns),
        StaffSessionRow.id.label("session_id"),
        StaffSessionRow.opened_at,
        StaffSessionRow.seen_at,
        StaffSessionRow.confirmed_at,
    )
    .join(StaffSessionRow, StaffSessionRow.staff_id == StaffRow.id)
    .where(StaffSessionRow.token_hash == bindparam("token_hash"), StaffSessionRow.closed_at.is_(None))
    .where(StaffRow.disabled_at.is_(None))
)


def find_session(session: Session, token: str) -> OpenSession | None:
    """Return an open session with its staff member, or None; `policies.is_live` decides whether it is valid."""
    return read(session, OpenSession, _OPEN_SESSION, {"token_hash": token_hash(token)}).one_or_none()
