"""What staff do with their own way in, each time after password and code were shown."""

from uuid import UUID

from sqlalchemy import update

from app.kernel.db import Session
from modules.accounts import api as accounts_api
from modules.moderation.contracts import StaffSession
from modules.moderation.models import StaffRow
from modules.moderation.service import totp
from modules.moderation.service.sessions import after_proof, close_sessions_of
from modules.moderation.service.staff import ensure_strong


def change_password(staff: StaffSession, *, password: str, code: str, new_password: str, network: str) -> None:
    """Give somebody who is signed in the password they chose, and end their sessions in all other browsers.

    A weak one is refused before the code is used up: raises StaffPasswordWeak, PasswordWeak, StaffLoginFailed or
    StaffLoginBlocked.
    """
    person = staff.staff
    ensure_strong(new_password, name=person.name, email=person.email, field="new_password")
    new_hash = accounts_api.hash_password(new_password)

    def change(session: Session, staff_id: UUID) -> None:
        session.execute(update(StaffRow).where(StaffRow.id == staff_id).values(password_hash=new_hash))
        close_sessions_of(session, staff_id, keep=staff.id)

    after_proof(change, "change-password", email=person.email, password=password, code=code, network=network)


def renew_recovery_codes(staff: StaffSession, *, password: str, code: str, network: str) -> tuple[str, ...]:
    """Return new recovery codes of somebody who is signed in, and void the old ones.

    Raises StaffLoginFailed or StaffLoginBlocked.
    """
    return after_proof(
        totp.renew_recovery_codes,
        "renew-recovery-codes",
        email=staff.staff.email,
        password=password,
        code=code,
        network=network,
    )
