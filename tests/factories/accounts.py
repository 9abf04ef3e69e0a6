"""Members for tests, made through the services."""

from datetime import date
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from app.kernel.db.session import Session
from modules.accounts import api
from modules.accounts.contracts import Member, NewMember
from modules.accounts.sessions.service import sessions
from modules.sites.contracts import Site

PASSWORD = "four unrelated quiet words"


@cache
def password_hash() -> str:
    """Return the hash of PASSWORD, made once, because hashing is slow on purpose."""
    return api.hash_password(PASSWORD)


def make_member(session: Session, *, site: Site, confirmed: bool = True, paid: bool = False, **over: Any) -> Member:
    """Make a member who knows PASSWORD; active unless `confirmed` is False, premium when `paid`."""
    values: dict[str, Any] = {
        "email": f"{uuid4().hex[:12]}@example.org",
        "name": "Robin",
        "password_hash": password_hash(),
        "date_of_birth": date(1985, 5, 17),
        "language": site.domain_language,
        **over,
    }
    member_id = api.create_member(session, site_id=site.id, new=NewMember(**values))
    if confirmed:
        api.confirm_member(session, member_id=member_id)
    if paid:
        api.mark_paid(session, member_id=member_id)
    return api.get_member(session, member_id)


def open_session(session: Session, *, member_id: UUID) -> str:
    """Log a browser in and return its token, without the cost of a password."""
    return sessions.open_session(session, member_id=member_id)[1]
