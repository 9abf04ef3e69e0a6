"""Reads of the accounts module."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    ScalarSelect,
    Select,
    SQLColumnExpression,
    Subquery,
    Text,
    Uuid,
    and_,
    any_,
    bindparam,
    exists,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import InstrumentedAttribute, aliased

from app.kernel.addresses import as_stored, forms_of
from app.kernel.db import Session, is_named
from app.kernel.ids import token_hash
from app.kernel.read import columns_of, part, read
from modules.accounts.contracts import (
    EmailPurpose,
    Feature,
    Member,
    MemberStatus,
    OpenSession,
    SessionInfo,
)
from modules.accounts.errors import MemberNotFound
from modules.accounts.models import Contact, DeletionRow, EmailToken, LoginSession, MemberRow, RestrictionRow
from modules.accounts.queries.rows import Account, Credentials, LockedMember, Restriction, Token

# States in which a member may log in and be seen.
PRESENT = (MemberStatus.NOT_CONFIRMED, MemberStatus.ACTIVE)
ABOUT_OTHER_ADDRESSES = (EmailPurpose.CHANGE_EMAIL, EmailPurpose.UNDO_EMAIL_CHANGE)
# The address to which mail to a member goes, confirmed or not.
ADDRESS = func.coalesce(MemberRow.claimed_email, MemberRow.email)
_ADDRESS = func.coalesce(ADDRESS, "").label("email")
_IS_CLAIM = MemberRow.claimed_email.is_not(None).label("is_claim")
_MEMBERS = select(*columns_of(Member, MemberRow, without=["email"]), _ADDRESS, _IS_CLAIM)
_MAILBOX = func.accounts.mailbox(ADDRESS)
# Built once: every request runs these, and building a statement costs more than running it.
_MEMBERS_BY_ID = _MEMBERS.where(MemberRow.id == any_(bindparam("ids", type_=ARRAY(Uuid))))
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


def people() -> Subquery:
    """Return the accounts as a table for other modules' statements: id, site_id, status, is_fictional, name,
    language.
    """
    row = MemberRow
    return select(row.id, row.site_id, row.status, row.is_fictional, row.name, row.language).subquery()


def open_sessions() -> Subquery:
    """Return the browsers that are logged in as a table for other modules' statements: id, member_id."""
    is_open = (LoginSession.revoked_at.is_(None), LoginSession.expires_at > func.now())
    return select(LoginSession.id, LoginSession.member_id).where(*is_open).subquery()


def find_member(session: Session, member_id: UUID) -> Member | None:
    """Return a member, or None."""
    return read(session, Member, _MEMBERS_BY_ID, {"ids": [member_id]}).one_or_none()


def get_member(session: Session, member_id: UUID) -> Member:
    """Return a member; raises MemberNotFound."""
    member = find_member(session, member_id)
    if member is None:
        raise MemberNotFound()
    return member


def list_members(session: Session, ids: Iterable[UUID]) -> dict[UUID, Member]:
    """Return the members with these ids; those that do not exist are left out."""
    return {member.id: member for member in read(session, Member, _MEMBERS_BY_ID, {"ids": list(ids)})}


def list_site_members(
    session: Session,
    *,
    site_id: UUID,
    limit: int,
    status: MemberStatus | None = None,
    name: str | None = None,
    since: datetime | None = None,
) -> list[Member]:
    """Return the newest members of a site, filtered by state, by a part of their name and by signup since a moment."""
    wanted = [MemberRow.site_id == site_id]
    if status:
        wanted.append(MemberRow.status == status)
    if name:
        wanted.append(is_named(MemberRow.name, name))
    if since:
        wanted.append(MemberRow.signup_at >= since)
    newest = _MEMBERS.where(*wanted).order_by(MemberRow.signup_at.desc()).limit(limit)
    return read(session, Member, newest).all()


_WITH_EMAIL = select(*columns_of(Account, MemberRow)).where(
    MemberRow.site_id == bindparam("site_id"),
    func.lower(MemberRow.email) == func.lower(bindparam("email", type_=Text)),
    MemberRow.is_fictional.is_(False),
)
_WITH_EMAIL_LOCKED = _WITH_EMAIL.with_for_update()


def find_by_email(session: Session, *, site_id: UUID, email: str, lock: bool = False) -> Account | None:
    """Return the account with this address, in any spelling of it, or None; never a fictional one."""
    statement = _WITH_EMAIL_LOCKED if lock else _WITH_EMAIL
    asked = ({"site_id": site_id, "email": form} for form in forms_of(email))
    found = (read(session, Account, statement, values).one_or_none() for values in asked)
    return next((account for account in found if account is not None), None)


def member_of_contact(contact_id: SQLColumnExpression[UUID | None] | UUID) -> ScalarSelect[UUID]:
    """Return, as SQL for other modules, the id of the member with the same address as a contact of the same site.

    Contacts do not confirm their address, so this is no proof that they are the same person.
    """
    same = (MemberRow.site_id == Contact.site_id, func.lower(MemberRow.email) == Contact.email)
    found = select(MemberRow.id).join(Contact, and_(*same, MemberRow.is_fictional.is_(False)))
    return found.where(Contact.id == contact_id).scalar_subquery()


def contacts_of(*, member_id: UUID | None, contact_id: UUID | None) -> Select[UUID]:
    """Return, as SQL for other modules, the contacts with the same address as a member or a contact of the same site.

    Contacts do not confirm their address, so this is no proof that they are the same person.
    """
    own = select(MemberRow.site_id, func.lower(ADDRESS).label("email")).where(MemberRow.id == member_id)
    given = select(Contact.site_id, Contact.email).where(Contact.id == contact_id)
    same = union_all(own, given).subquery()
    return select(Contact.id).join(same, and_(same.c.site_id == Contact.site_id, same.c.email == Contact.email))


def get_credentials(session: Session, member_id: UUID, *, lock: bool = False) -> Credentials:
    """Return the credentials of a member who exists."""
    own = select(*columns_of(Credentials, MemberRow, without=["email"]), _ADDRESS, _IS_CLAIM)
    statement = own.where(MemberRow.id == member_id)
    return read(session, Credentials, statement.with_for_update() if lock else statement).one()


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


def find_mailbox(session: Session, member_id: UUID) -> str | None:
    """Return a member's address without case, the tag after a plus sign and what else its provider ignores, which all
    reach the same mailbox; None for an erased member.
    """
    return session.execute(select(_MAILBOX).where(MemberRow.id == member_id)).scalar_one_or_none()


def list_mailbox_forms(session: Session, member_id: UUID) -> tuple[str, ...]:
    """Return a member's mailbox as it is now and as earlier versions noted it, of which hashes may be kept; empty for
    who is erased.
    """
    found = session.execute(select(_MAILBOX, ADDRESS).where(MemberRow.id == member_id, ADDRESS.is_not(None)))
    row = found.one_or_none()
    if row is None:
        return ()
    mailbox, address = row
    # Earlier versions kept domains in Unicode, and had no rules for Proton and Yahoo.
    local, _, domain = address.lower().rpartition("@")
    return tuple(dict.fromkeys((*forms_of(mailbox), *forms_of(f"{local.partition('+')[0]}@{domain}"))))


def mailbox_of(session: Session, email: str) -> str:
    """Return an address without case, tag and Gmail dots, as `find_mailbox` does."""
    return str(session.execute(select(func.accounts.mailbox(as_stored(email)))).scalar_one())


def list_mailbox_sharers(session: Session, member_id: UUID, *, limit: int) -> list[UUID]:
    """Return the other accounts of all sites that have the same mailbox as a member."""
    own = select(_MAILBOX).where(MemberRow.id == member_id).scalar_subquery()
    shared = select(MemberRow.id).where(own == _MAILBOX, MemberRow.id != member_id)
    return list(session.execute(shared.order_by(MemberRow.id).limit(limit)).scalars())


def find_session(session: Session, session_id: UUID) -> tuple[UUID, OpenSession] | None:
    """Return (member id, session), open or not; None once it is deleted."""
    wanted = select(LoginSession.member_id, *part("session", *columns_of(OpenSession, LoginSession)))
    found = read(session, _MemberSession, wanted.where(LoginSession.id == session_id)).one_or_none()
    return (found.member_id, found.session) if found else None


def find_token(session: Session, token_id: UUID, *, lock: bool = False) -> Token | None:
    """Return an e-mail token with its member's address and state, or None; with `lock`, its row is locked."""
    if lock:
        # A separate statement: one that waits for a lock still sees the member as it was before the wait.
        session.execute(select(EmailToken.id).where(EmailToken.id == token_id).with_for_update())
    # A link works only while the member has the address it was sent to, except for links that change the address.
    is_theirs = or_(EmailToken.email == ADDRESS, EmailToken.purpose.in_(ABOUT_OTHER_ADDRESSES))
    is_open = EmailToken.used_at.is_(None) & (EmailToken.expires_at > func.now()) & is_theirs
    statement = (
        select(
            EmailToken.member_id,
            EmailToken.purpose,
            EmailToken.email.label("sent_to"),
            EmailToken.created_at,
            EmailToken.expires_at,
            (EmailToken.expires_at > func.now()).label("is_fresh"),
            func.coalesce(is_open, False).label("is_open"),
            MemberRow.site_id,
            MemberRow.status,
            MemberRow.name,
            _ADDRESS,
            MemberRow.date_of_birth,
        )
        .join(MemberRow, MemberRow.id == EmailToken.member_id)
        .where(EmailToken.id == token_id)
    )
    return read(session, Token, statement).one_or_none()


def find_address_change(session: Session, member_id: UUID) -> datetime | None:
    """Return when a member's address replaced another one, None if it never did."""
    return session.execute(select(MemberRow.email_changed_at).where(MemberRow.id == member_id)).scalar_one()


_STATUS = select(MemberRow.status).where(MemberRow.id == bindparam("member_id")).with_for_update(read=True)


def get_status(session: Session, member_id: UUID) -> MemberStatus:
    """Return the state of an account that exists, locked against changes until the transaction ends."""
    return session.execute(_STATUS, {"member_id": member_id}).scalar_one()


def lock_member(session: Session, member_id: UUID) -> LockedMember:
    """Return a member, locked until the transaction ends; raises MemberNotFound.

    A concurrent login waits, and then sees the changes of the caller.
    """
    own = select(*columns_of(LockedMember, MemberRow, without=["email"]), _ADDRESS).where(MemberRow.id == member_id)
    member = read(session, LockedMember, own.with_for_update()).one_or_none()
    if member is None:
        raise MemberNotFound()
    return member


def find_erase_at(session: Session, member_id: UUID) -> datetime | None:
    """Return when a deleted account will be erased, or None for an account that is not deleted."""
    still_open = select(DeletionRow.erase_at).where(DeletionRow.member_id == member_id, DeletionRow.ended_at.is_(None))
    return session.execute(still_open).scalar_one_or_none()


def _in_force(feature: Feature | ColumnElement[str]) -> tuple[ColumnElement[bool], ...]:
    row = RestrictionRow
    ends = or_(row.ends_at.is_(None), row.ends_at > func.now())
    return (row.feature == feature, row.lifted_at.is_(None), ends)


def is_limited(member_id: InstrumentedAttribute[UUID], feature: Feature) -> ColumnElement[bool]:
    """Return, as SQL for other modules, whether a feature is restricted for a member now."""
    return exists().where(RestrictionRow.member_id == member_id, *_in_force(feature))


_RESTRICTION = (
    select(*columns_of(Restriction, RestrictionRow))
    .where(RestrictionRow.member_id == bindparam("member_id"), *_in_force(bindparam("feature", type_=Text)))
    .order_by(RestrictionRow.ends_at.desc().nulls_first())
    .limit(1)
)


def find_restriction(session: Session, member_id: UUID, feature: Feature) -> Restriction | None:
    """Return the restriction of a feature that lasts longest, or None."""
    return read(session, Restriction, _RESTRICTION, {"member_id": member_id, "feature": feature}).one_or_none()


def list_due_erasures(session: Session, *, limit: int) -> list[UUID]:
    """Return members whose erasure is due, the longest overdue first."""
    due = select(DeletionRow.member_id).where(DeletionRow.ended_at.is_(None), DeletionRow.erase_at <= func.now())
    return list(session.execute(due.order_by(DeletionRow.erase_at).limit(limit)).scalars())


def erasure_due(member_id: UUID | InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Return, as SQL, whether a member deleted their account and its erasure is due."""
    return exists().where(
        DeletionRow.member_id == member_id, DeletionRow.ended_at.is_(None), DeletionRow.erase_at <= func.now()
    )


def is_erasure_due(session: Session, member_id: UUID) -> bool:
    """Return whether a member deleted their account and its erasure is due."""
    return bool(session.execute(select(erasure_due(member_id))).scalar_one())


def count_erasable(session: Session) -> int:
    """Return the number of accounts that are not erased."""
    return session.execute(select(func.count()).where(MemberRow.status != MemberStatus.ERASED)).scalar_one()


def list_erasable(session: Session, *, after: UUID | None, limit: int) -> list[tuple[UUID, MemberStatus]]:
    """Return a page of (id, status) of the accounts that are not erased, ordered by id, after one."""
    left = select(MemberRow.id, MemberRow.status).where(MemberRow.status != MemberStatus.ERASED)
    left = left.where(MemberRow.id > after) if after else left
    return list(session.execute(left.order_by(MemberRow.id).limit(limit)).tuples())
