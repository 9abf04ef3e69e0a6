"""Commands of staff accounts; callers write the audit records."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import update
from sqlalchemy.dialects.postgresql import insert

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.moderation.contracts.staff import Enrolment, Role, StaffSession
from modules.moderation.errors import StaffExists, StaffUnknown
from modules.moderation.staff import queries
from modules.moderation.staff.models import StaffRow
from modules.moderation.staff.policies import accounts, permissions
from modules.moderation.staff.queries import LockedStaff
from modules.moderation.staff.service import attempts, totp
from modules.moderation.staff.service.sessions import close_sessions_of


def create_staff(
    session: Session, *, email: str, name: str, roles: Iterable[Role], password: str, languages: Iterable[str] = ()
) -> Enrolment:
    """Create a staff member and return what they need to sign in.

    Raises StaffEmailInvalid, StaffPasswordWeak, PasswordWeak, RolesMissing or StaffExists.
    """
    address = accounts.ensure_email(email)
    ensure_strong(password, name=name, email=address)
    staff_id, secret = new_id(), totp.new_secret()
    values = {
        "id": staff_id,
        "email": address,
        "name": name.strip() or address,
        "roles": list(permissions.ensure_roles(roles)),
        "languages": sorted(set(languages)),
        "password_hash": accounts_api.hash_password(password),
        "totp_secret": totp.seal(secret, staff_id),
    }
    created = session.execute(insert(StaffRow).values(values).on_conflict_do_nothing().returning(StaffRow.id))
    if created.one_or_none() is None:
        raise StaffExists(field="email", email=address)
    return Enrolment(staff_id, totp.provisioning_uri(secret, address), totp.renew_recovery_codes(session, staff_id))


def reset_staff(session: Session, *, staff_id: UUID, password: str | None = None) -> Enrolment:
    """Reset a staff member's authenticator secret and recovery codes, and the password if one is given.

    Their sessions and any sign-in block end. Raises StaffUnknown, StaffPasswordWeak or PasswordWeak.
    """
    person, secret = _lock(session, staff_id), totp.new_secret()
    values: dict[str, Any] = {"totp_secret": totp.seal(secret, staff_id), "last_totp_step": 0}
    if password is not None:
        ensure_strong(password, name=person.name, email=person.email)
        values["password_hash"] = accounts_api.hash_password(password)
    session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(values))
    close_sessions_of(session, staff_id)
    attempts.forget_all_attempts(session, email=person.email)
    uri = totp.provisioning_uri(secret, person.email)
    return Enrolment(staff_id, uri, totp.renew_recovery_codes(session, staff_id))


def ensure_strong(password: str, *, name: str, email: str, field: str = "password") -> None:
    """Raise StaffPasswordWeak or PasswordWeak for a short, common or personal password."""
    accounts.ensure_password(password, field)
    accounts_api.ensure_strong(password, name=name, email=email, field=field)


def set_roles(session: Session, *, staff_id: UUID, roles: Iterable[Role], by: UUID | None = None) -> None:
    """Set a staff member's roles, in effect from their next request.

    Raises StaffUnknown, RolesMissing, or OwnAccount when `by` is the same person.
    """
    accounts.ensure_not_own(staff_id, by)
    chosen = list(permissions.ensure_roles(roles))
    _lock(session, staff_id)
    session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(roles=chosen))


def set_languages(session: Session, *, staff_id: UUID, languages: Iterable[str]) -> None:
    """Set the languages in which a staff member writes for fictional profiles, all if empty; raises StaffUnknown."""
    _lock(session, staff_id)
    session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(languages=sorted(set(languages))))


def choose_language(session: Session, *, staff: StaffSession, language: str) -> None:
    """Set the language in which a staff member sees the console."""
    session.execute(update(StaffRow).where(StaffRow.id == staff.staff.id).values(language=language))


def disable_staff(session: Session, *, staff_id: UUID, by: UUID | None = None) -> None:
    """Disable a staff account and end its sessions; raises StaffUnknown, or OwnAccount when `by` is the same person."""
    accounts.ensure_not_own(staff_id, by)
    _lock(session, staff_id)
    session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(disabled_at=clock.now()))
    close_sessions_of(session, staff_id)


def enable_staff(session: Session, *, staff_id: UUID) -> None:
    """Enable a disabled staff account; raises StaffUnknown."""
    _lock(session, staff_id)
    session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(disabled_at=None))


def _lock(session: Session, staff_id: UUID) -> LockedStaff:
    person = queries.lock_staff(session, staff_id)
    if person is None:
        raise StaffUnknown()
    return person
