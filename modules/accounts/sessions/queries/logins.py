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


# Built once, because every login runs them. A device that is not given is none of the known ones.
_THEIRS = LoginSession.member_id == bindparam("member_id")
_SAME_DEVICE = LoginSession.device == bindparam("device", type_=Text)
_SAME_NETWORK = LoginSession.network == bindparam("network")
_KNOWN_PLACES = select(exists().where(_THEIRS, _SAME_DEVICE), exists().where(_THEIRS, _SAME_NETWORK))
_SAME_BROWSER = or_(and_(LoginSession.user_agent == bindparam("user_agent"), _SAME_NETWORK), _SAME_DEVICE)
_IS_NEW_BROWSER = select(and_(exists().where(_THEIRS), not_(exists().where(_THEIRS, _SAME_BROWSER))))


def knows_places(session: Session, *, member_id: UUID, device: str | None, network: str) -> tuple[bool, bool]:
    """Return whether a member logged in before from this device, and whether from this network."""
    values = {"member_id": member_id, "device": device, "network": network}
    return session.execute(_KNOWN_PLACES, values).one()._tuple()


def is_new_browser(session: Session, *, member_id: UUID, device: str | None, user_agent: str, network: str) -> bool:
    """Return whether a member logged in before, but never from this browser.

    Without a cookie, the same user agent in the same network counts as the same browser.
    """
    values = {"member_id": member_id, "device": device, "user_agent": user_agent, "network": network}
    return bool(session.execute(_IS_NEW_BROWSER, values).scalar_one())
