"""Reads of sessions."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import (
    Subquery,
    Text,
    Uuid,
    and_,
    any_,
    bindparam,
    func,
    literal,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import aliased

from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from app.kernel.ids import token_hash
from modules.accounts.contracts import (
    MemberStatus,
    OpenSession,
    SessionInfo,
)
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries.members import PRESENT
from modules.accounts.sessions.models import LoginSession

_OPEN_SESSION = (
    select(
        LoginSession.id.label("session_id"),
        MemberRow.id.label("member_id"),
        MemberRow.language,
        (MemberRow.status == MemberStatus.ACTIVE).label("is_confirmed"),
        MemberRow.is_paid,
        MemberRow.photo_epoch,
    )
    .join(MemberRow, MemberRow.id == LoginSession.member_id)
    .where(LoginSession.token_hash == bindparam("token_hash"), LoginSession.revoked_at.is_(None))
    .where(LoginSession.expires_at > func.now())
    .where(MemberRow.site_id == bindparam("site_id"), MemberRow.status == any_(literal(list(PRESENT), ARRAY(Text))))
)


@dataclass(frozen=True, slots=True)
class _MemberSession:
    """A session with its member."""

    member_id: UUID
    session: OpenSession


def open_sessions() -> Subquery:
    """Return the browsers that are logged in as a table for other modules' statements: id, member_id."""
    is_open = (LoginSession.revoked_at.is_(None), LoginSession.expires_at > func.now())
    return select(LoginSession.id, LoginSession.member_id).where(*is_open).subquery()


def authenticate(session: Session, *, site_id: UUID, token: str) -> SessionInfo | None:
    """Return the session with this token on this site, or None; one query that uses two unique indexes."""
    values = {"token_hash": token_hash(token), "site_id": site_id}
    return read(session, SessionInfo, _OPEN_SESSION, values).one_or_none()


_STILL_OPEN = (
    select(LoginSession.id)
    .join(MemberRow, MemberRow.id == LoginSession.member_id)
    .where(LoginSession.id == any_(bindparam("ids", type_=ARRAY(Uuid))), LoginSession.revoked_at.is_(None))
    .where(LoginSession.expires_at > func.now(), MemberRow.status == any_(literal(list(PRESENT), ARRAY(Text))))
)


def list_open_sessions(session: Session, ids: Iterable[UUID]) -> set[UUID]:
    """Return those of these sessions that are still open."""
    return set(session.execute(_STILL_OPEN, {"ids": list(ids)}).scalars())


def list_sessions(session: Session, member_id: UUID) -> list[OpenSession]:
    """Return the browsers in which a member is logged in, last seen first."""
    still_open = (
        select(*columns_of(OpenSession, LoginSession))
        .where(LoginSession.member_id == member_id, LoginSession.revoked_at.is_(None))
        .where(LoginSession.expires_at > func.now())
        .order_by(LoginSession.seen_at.desc(), LoginSession.id)
    )
    return read(session, OpenSession, still_open).all()


def list_device_sharers(session: Session, member_id: UUID) -> dict[UUID, MemberStatus]:
    """Return the other members who logged in from one of this member's browsers, with their states."""
    own, other = aliased(LoginSession), aliased(LoginSession)
    shared = (
        select(MemberRow.id, MemberRow.status)
        .distinct()
        .join(other, other.member_id == MemberRow.id)
        .join(own, and_(own.device == other.device, own.member_id == member_id))
        .where(MemberRow.id != member_id)
    )
    return {row.id: row.status for row in session.execute(shared)}


def list_devices(session: Session, member_id: UUID) -> list[str]:
    """Return the device ids of the stored sessions of a member."""
    own = select(LoginSession.device).distinct().where(LoginSession.member_id == member_id)
    return [device for device in session.execute(own).scalars() if device is not None]


def find_session(session: Session, session_id: UUID) -> tuple[UUID, OpenSession] | None:
    """Return (member id, session), open or not; None once it is deleted."""
    wanted = select(LoginSession.member_id, *part("session", *columns_of(OpenSession, LoginSession)))
    found = read(session, _MemberSession, wanted.where(LoginSession.id == session_id)).one_or_none()
    return (found.member_id, found.session) if found else None
