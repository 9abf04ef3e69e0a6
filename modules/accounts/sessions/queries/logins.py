"""Reads for logging in: known devices and networks, and accounts whose address is not confirmed yet."""

from uuid import UUID

from sqlalchemy import Text, and_, bindparam, exists, func, not_, or_, select

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from app.kernel.mail.addresses import as_stored
from modules.accounts.contracts import Member
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries.members import Account, find_by_email, find_member
from modules.accounts.sessions.models import LoginSession

_CLAIM = (
    select(*columns_of(Account, MemberRow, without=["email"]), MemberRow.claimed_email.label("email"))
    .join(LoginSession, LoginSession.member_id == MemberRow.id)
    .where(
        MemberRow.site_id == bindparam("site_id"),
        func.lower(MemberRow.claimed_email) == func.lower(bindparam("email", type_=Text)),
        LoginSession.device == bindparam("device"),
    )
    .order_by(MemberRow.signup_at.desc())
    .limit(1)
)


_CLAIMS = (
    select(MemberRow.id)
    .where(
        MemberRow.site_id == bindparam("site_id"),
        func.lower(MemberRow.claimed_email) == func.lower(bindparam("email", type_=Text)),
    )
    .limit(2)
)


def find_member_by_email(session: Session, *, site_id: UUID, email: str) -> Member | None:
    """Return the member with an address on a site, else the only one who claims it, or None."""
    row = find_by_email(session, site_id=site_id, email=email)
    member_id = row.id if row else _find_only_claim(session, site_id=site_id, email=email)
    return find_member(session, member_id) if member_id else None


def _find_only_claim(session: Session, *, site_id: UUID, email: str) -> UUID | None:
    found = session.execute(_CLAIMS, {"site_id": site_id, "email": as_stored(email)}).scalars().all()
    return found[0] if len(found) == 1 else None


def find_claim(session: Session, *, site_id: UUID, email: str, device: str) -> Account | None:
    """Return the account that was created on this device with this address, not confirmed yet, or None."""
    values = {"site_id": site_id, "email": as_stored(email), "device": device}
    return read(session, Account, _CLAIM, values).one_or_none()


def knows_places(session: Session, *, member_id: UUID, device: str | None, network: str) -> tuple[bool, bool]:
    """Return whether a member logged in before from this device, and whether from this network."""
    theirs = LoginSession.member_id == member_id
    used = (
        exists().where(theirs, LoginSession.device == device),
        exists().where(theirs, LoginSession.network == network),
    )
    return session.execute(select(*used)).one()._tuple()


def is_new_browser(session: Session, *, member_id: UUID, device: str | None, user_agent: str, network: str) -> bool:
    """Return whether a member logged in before, but never from this browser.

    Without a cookie, the same user agent in the same network counts as the same browser.
    """
    theirs = LoginSession.member_id == member_id
    same = and_(LoginSession.user_agent == user_agent, LoginSession.network == network)
    if device is not None:
        same = or_(same, LoginSession.device == device)
    is_new = and_(exists().where(theirs), not_(exists().where(theirs, same)))
    return bool(session.execute(select(is_new)).scalar_one())
