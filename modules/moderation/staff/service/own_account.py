"""Staff's changes of their own credentials, each after password and code."""

from uuid import UUID

from sqlalchemy import update

from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.moderation.contracts.staff import StaffSession
from modules.moderation.staff.models import StaffRow
from modules.moderation.staff.service import totp
from modules.moderation.staff.service.sessions import close_sessions_of, with_credentials
from modules.moderation.staff.service.staff import ensure_strong


def change_password(staff: StaffSession, *, password: str, code: str, new_password: str, network: str) -> None:
    """Change the password of a signed-in staff member, and end their other sessions.

    The password is checked before the code is used. Raises StaffPasswordWeak, PasswordWeak, StaffLoginFailed or
    StaffLoginBlocked.
    """
    person = staff.staff
    ensure_strong(new_password, name=person.name, email=person.email, field="new_password")
    new_hash = accounts_api.hash_password(new_password)

    def change(session: Session, staff_id: UUID) -> None:
        session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(password_hash=new_hash))
        close_sessions_of(session, staff_id, keep=staff.id)

    with_credentials(change, "change-password", email=person.email, password=password, code=code, network=network)


def renew_recovery_codes(staff: StaffSession, *, password: str, code: str, network: str) -> tuple[str, ...]:
    """Replace the recovery codes of a signed-in staff member and return the new ones.

    Raises StaffLoginFailed or StaffLoginBlocked.
    """
    return with_credentials(
        totp.renew_recovery_codes,
        "renew-recovery-codes",
        email=staff.staff.email,
        password=password,
        code=code,
        network=network,
    )
