"""Reads of members and contacts."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    ScalarSelect,
    Select,
    SQLColumnExpression,
    Subquery,
    Text,
    Uuid,
    and_,
    any_,
    bindparam,
    func,
    select,
    union_all,
)
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session, is_named
from app.kernel.mail.addresses import as_stored, forms_of
from modules.accounts.contracts import (
    Member,
    MemberStatus,
)
from modules.accounts.errors import MemberNotFound
from modules.accounts.identity.models import Contact, MemberRow


@dataclass(frozen=True, slots=True)
class Account:
    """An account as a login needs it; without a password hash nobody can log in."""

    id: UUID
    status: MemberStatus
    password_hash: str | None
    email: str
    confirmed_at: datetime | None


@dataclass(frozen=True, slots=True)
class Credentials:
    """A member as password changes and account mails need it; `is_claim` while the address is not confirmed."""

    site_id: UUID
    status: MemberStatus
    email: str
    is_claim: bool
    name: str
    date_of_birth: date
    password_hash: str | None


@dataclass(frozen=True, slots=True)
class LockedMember:
    """A member whose row is locked; `email` is empty once erased."""

    site_id: UUID
    status: MemberStatus
    email: str
    confirmed_at: datetime | None
    is_fictional: bool


# States in which a member may log in and be seen.
PRESENT = (MemberStatus.NOT_CONFIRMED, MemberStatus.ACTIVE)
# The address to which mail to a member goes, confirmed or not.
ADDRESS = func.coalesce(MemberRow.claimed_email, MemberRow.email)
_ADDRESS = func.coalesce(ADDRESS, "").label("email")
_IS_CLAIM = MemberRow.claimed_email.is_not(None).label("is_claim")
_MEMBERS = select(*columns_of(Member, MemberRow, without=["email"]), _ADDRESS, _IS_CLAIM)
_MAILBOX = func.accounts.mailbox(ADDRESS)
# Built once: every request runs these, and building a statement costs more than running it.
_MEMBERS_BY_ID = _MEMBERS.where(MemberRow.id == any_(bindparam("ids", type_=ARRAY(Uuid))))
# What the answer about the logged-in member contains of the account.
OWN = _MEMBERS.where(MemberRow.id == bindparam("member_id"))


def people() -> Subquery:
    """Return the accounts as a table for other modules' statements: id, site_id, status, is_fictional, name,
    language.
    """
    row = MemberRow
    return select(row.id, row.site_id, row.status, row.is_fictional, row.name, row.language).subquery()


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


_CREDENTIALS = select(*columns_of(Credentials, MemberRow, without=["email"]), _ADDRESS, _IS_CLAIM).where(
    MemberRow.id == bindparam("member_id")
)
_CREDENTIALS_LOCKED = _CREDENTIALS.with_for_update()


def get_credentials(session: Session, member_id: UUID, *, lock: bool = False) -> Credentials:
    """Return the credentials of a member who exists."""
    statement = _CREDENTIALS_LOCKED if lock else _CREDENTIALS
    return read(session, Credentials, statement, {"member_id": member_id}).one()


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


def count_erasable(session: Session) -> int:
    """Return the number of accounts that are not erased."""
    return session.execute(select(func.count()).where(MemberRow.status != MemberStatus.ERASED)).scalar_one()


def list_erasable(session: Session, *, after: UUID | None, limit: int) -> list[tuple[UUID, MemberStatus]]:
    """Return a page of (id, status) of the accounts that are not erased, ordered by id, after one."""
    left = select(MemberRow.id, MemberRow.status).where(MemberRow.status != MemberStatus.ERASED)
    left = left.where(MemberRow.id > after) if after else left
    return list(session.execute(left.order_by(MemberRow.id).limit(limit)).tuples())
