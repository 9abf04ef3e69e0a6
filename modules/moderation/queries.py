"""Reads of the moderation module."""

from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import Row, select
from sqlalchemy.orm import Session

from app.kernel.ids import token_hash
from modules.moderation.contracts import Role, Staff
from modules.moderation.models import RecoveryCode, StaffRow, StaffSessionRow

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
STAFF = (StaffRow.id, StaffRow.email, StaffRow.name, StaffRow.roles, StaffRow.created_at, StaffRow.disabled_at)


def staff_of(row: AnyRow) -> Staff:
    """Return the contract of a staff member's row."""
    return Staff(row.id, row.email, row.name, tuple(map(Role, row.roles)), row.created_at, row.disabled_at)


def find_staff(session: Session, email: str) -> Staff | None:
    """Return the staff member with this address, or None."""
    row = session.execute(select(*STAFF).where(StaffRow.email == email.strip().lower())).one_or_none()
    return staff_of(row) if row else None


def list_staff(session: Session) -> list[Staff]:
    """Return all staff by name, those who are disabled too."""
    return [staff_of(row) for row in session.execute(select(*STAFF).order_by(StaffRow.name, StaffRow.email))]


def find_credentials(session: Session, email: str) -> AnyRow | None:
    """Return id, password hash and state of the staff member with this address, or None."""
    columns = (StaffRow.id, StaffRow.password_hash, StaffRow.disabled_at)
    return session.execute(select(*columns).where(StaffRow.email == email.strip().lower())).one_or_none()


def lock_totp(session: Session, staff_id: UUID) -> AnyRow:
    """Return the sealed secret and the last step used; locked, so that one code opens one session."""
    columns = (StaffRow.totp_secret, StaffRow.last_totp_step)
    return session.execute(select(*columns).where(StaffRow.id == staff_id).with_for_update()).one()


def count_recovery_codes(session: Session, staff_id: UUID) -> int:
    """Return how many recovery codes are left."""
    unused = select(RecoveryCode.code_hash).where(RecoveryCode.staff_id == staff_id, RecoveryCode.used_at.is_(None))
    return len(session.execute(unused).all())


def find_session(session: Session, token: str) -> AnyRow | None:
    """Return an open session with its staff member, or None; whether it still holds is for policies to say."""
    return session.execute(
        select(*STAFF, StaffSessionRow.id.label("session_id"), StaffSessionRow.opened_at, StaffSessionRow.seen_at)
        .join(StaffSessionRow, StaffSessionRow.staff_id == StaffRow.id)
        .where(StaffSessionRow.token_hash == token_hash(token), StaffSessionRow.closed_at.is_(None))
        .where(StaffRow.disabled_at.is_(None))
    ).one_or_none()
