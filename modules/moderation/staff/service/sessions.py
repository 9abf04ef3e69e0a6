"""Sign-in, confirmation and sign-out of staff. The password is checked between two transactions of its own."""

from collections.abc import Callable
from typing import TypeVar
from uuid import UUID

from sqlalchemy import insert, update

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.ids import new_id, new_token, token_hash
from modules.accounts import api as accounts_api
from modules.moderation.contracts.staff import StaffSession
from modules.moderation.errors import StaffLoginFailed
from modules.moderation.staff import queries
from modules.moderation.staff.models import StaffSessionRow
from modules.moderation.staff.policies import accounts, permissions
from modules.moderation.staff.service import attempts, totp
from modules.moderation.staff.service.attempts import Attempt
from modules.moderation.staff.service.audit import record_audit

T = TypeVar("T")


def sign_in(*, email: str, password: str, code: str, network: str) -> str:
    """Check e-mail, password and one-time code and return the token of a new session.

    Raises StaffLoginFailed, the same whichever of the three is wrong, or StaffLoginBlocked.
    """

    def admit(session: Session, staff_id: UUID) -> str:
        return open_session(session, staff_id=staff_id, network=network)

    return with_credentials(admit, "sign-in", email=email, password=password, code=code, network=network)


def confirm(staff: StaffSession, *, password: str, code: str, network: str) -> None:
    """Check password and code of a signed-in staff member, which allows guarded actions for ten minutes.

    Raises StaffLoginFailed or StaffLoginBlocked; failures count like failed sign-ins.
    """

    def note(session: Session, _: UUID) -> None:
        mine = StaffSessionRow.id == staff.id
        session.execute(update(StaffSessionRow).where(mine).values(confirmed_at=clock.now()))

    with_credentials(note, "confirm", email=staff.staff.email, password=password, code=code, network=network)


def with_credentials(
    then: Callable[[Session, UUID], T], action: str, *, email: str, password: str, code: str, network: str
) -> T:
    """Check the credentials, then run `then` in the transaction that uses the code and records the audit `action`.

    That transaction checks again that password and account are unchanged, so that a reset stops a running sign-in.
    """
    with transaction() as session:
        attempt = attempts.count_attempt(session, email=email, network=network)
        staff = queries.find_credentials(session, email)
    is_right = accounts_api.is_password(staff.password_hash if staff else None, password)
    if staff is None or not is_right or staff.disabled_at is not None:
        raise _refusal(attempt, action, staff.id if staff else None)
    with transaction() as session:
        is_unchanged = queries.find_credentials(session, email, lock=True) == staff
        if is_unchanged and totp.use_code(session, staff_id=staff.id, code=code):
            attempts.forget_attempts(session, attempt)
            record_audit(session, staff_id=staff.id, action=action, resource="moderation.staff", record_id=staff.id)
            return then(session, staff.id)
    raise _refusal(attempt, action, staff.id)


def _refusal(attempt: Attempt, action: str, staff_id: UUID | None) -> StaffLoginFailed:
    """Return the error of a failed attempt after recording it; raises StaffLoginBlocked when attempts are blocked."""
    if staff_id is not None:
        with transaction() as session:
            refused = f"{action}-refused"
            record_audit(session, staff_id=staff_id, action=refused, resource="moderation.staff", record_id=staff_id)
    attempts.ensure_not_blocked(attempt.blocked_until)
    return StaffLoginFailed()


def open_session(session: Session, *, staff_id: UUID, network: str) -> str:
    """Open a session and return its token, of which only the hash is stored."""
    token, now = new_token(), clock.now()
    row = {"id": new_id(), "token_hash": token_hash(token), "staff_id": staff_id, "network": network}
    session.execute(insert(StaffSessionRow).values(opened_at=now, seen_at=now, confirmed_at=now, **row))
    return token


def authenticate_staff(session: Session, token: str, *, is_away: bool = False) -> StaffSession | None:
    """Return the session of a token, or None when it has ended; records its use at most once a minute.

    With `is_away` the request is a page's automatic refresh without a user, which does not count as use.
    """
    row = queries.find_session(session, token)
    now = clock.now()
    if row is None or not accounts.is_live(opened_at=row.opened_at, seen_at=row.seen_at, now=now):
        return None
    if now - row.seen_at > accounts.SEEN_EVERY and not is_away:
        session.execute(update(StaffSessionRow).where(StaffSessionRow.id == row.session_id).values(seen_at=now))
    is_confirmed = accounts.is_confirmed(confirmed_at=row.confirmed_at, now=now)
    return StaffSession(row.session_id, row.staff, permissions.permissions_of(row.staff.roles), is_confirmed)


def sign_out(session: Session, *, staff: StaffSession) -> None:
    """End a session."""
    session.execute(update(StaffSessionRow).where(StaffSessionRow.id == staff.id).values(closed_at=clock.now()))
    record_audit(
        session, staff_id=staff.staff.id, action="sign-out", resource="moderation.staff", record_id=staff.staff.id
    )


def close_sessions_of(session: Session, staff_id: UUID, *, keep: UUID | None = None) -> None:
    """End all sessions of a staff member, or all but the one in the browser `keep`."""
    others = [StaffSessionRow.id != keep] if keep else []
    open_sessions = (StaffSessionRow.staff_id == staff_id, StaffSessionRow.closed_at.is_(None), *others)
    session.execute(update(StaffSessionRow).where(*open_sessions).values(closed_at=clock.now()))
