"""Sessions of logged-in browsers."""

from datetime import timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, bindparam, delete, func, insert, update

from app.kernel.db.session import Session
from app.kernel.errors import NotFound
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id, new_token, token_hash
from modules.accounts.events import SessionsEnded
from modules.accounts.sessions.models import EmailToken, ExistenceAnswer, LoginFailure, LoginSession
from modules.accounts.sessions.policies import LOGIN_FAILURES_ARE_FORGOTTEN_AFTER, SESSION_LIFE

SEEN_EVERY = timedelta(minutes=5)
# Characters of the user agent that are stored.
USER_AGENT = 300
# How long expired rows are kept; a device counts as known for as long after its last login.
RETENTION = timedelta(days=180)


_OPEN = insert(LoginSession).values(
    **{name: bindparam(name) for name in ("id", "token_hash", "member_id", "user_agent", "network", "device")},
    expires_at=func.now() + SESSION_LIFE,
)


def open_session(
    session: Session, *, member_id: UUID, user_agent: str = "", network: str = "", device: str | None = None
) -> tuple[UUID, str]:
    """Log a browser in for 30 days (spec 9.1); returns the session's id and its token, which is not stored."""
    token = new_token()
    session_id = new_id()
    values = {
        "id": session_id,
        "token_hash": token_hash(token),
        "member_id": member_id,
        "user_agent": user_agent[:USER_AGENT],
        "network": network,
        "device": device,
    }
    session.execute(_OPEN, values)
    return session_id, token


def close_session(session: Session, *, member_id: UUID, session_id: UUID) -> None:
    """Log one of a member's browsers out; raises NotFound when it is not theirs or not open."""
    if _revoke(session, LoginSession.member_id == member_id, LoginSession.id == session_id) == 0:
        raise NotFound()


def end_session(session: Session, *, session_id: UUID) -> None:
    """Log out the browser of a session; does nothing when it is logged out already."""
    _revoke(session, LoginSession.id == session_id)


def close_sessions(session: Session, *, member_id: UUID, keep: UUID | None = None) -> None:
    """Log a member out everywhere, or everywhere but in the browser `keep`."""
    others = [LoginSession.id != keep] if keep else []
    _revoke(session, LoginSession.member_id == member_id, *others)


def _revoke(session: Session, *which: ColumnElement[bool]) -> int:
    revoked = update(LoginSession).where(LoginSession.revoked_at.is_(None), *which).values(revoked_at=func.now())
    owners = session.execute(revoked.returning(LoginSession.member_id)).scalars().all()
    if owners:
        publish(session, *(SessionsEnded(member_id=member_id) for member_id in set(owners)))
    return len(owners)


def touch_session(session: Session, *, session_id: UUID) -> None:
    """Update when a session was last used, every five minutes at most."""
    stale = LoginSession.seen_at < func.now() - SEEN_EVERY
    session.execute(update(LoginSession).where(LoginSession.id == session_id, stale).values(seen_at=func.now()))


def remove_stale(session: Session) -> None:
    """Delete sessions and links that expired RETENTION ago, and outdated counters."""
    session.execute(delete(LoginSession).where(LoginSession.expires_at < func.now() - RETENTION))
    session.execute(delete(EmailToken).where(EmailToken.expires_at < func.now() - RETENTION))
    forgotten = LoginFailure.failed_at < func.now() - LOGIN_FAILURES_ARE_FORGOTTEN_AFTER
    session.execute(delete(LoginFailure).where(forgotten))
    session.execute(delete(ExistenceAnswer).where(ExistenceAnswer.day < func.current_date() - 1))
