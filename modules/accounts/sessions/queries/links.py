"""Reads of mailed links."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import (
    func,
    or_,
    select,
)

from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.accounts.contracts import EmailPurpose, MemberStatus
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries.members import ADDRESS
from modules.accounts.sessions.models import EmailToken


@dataclass(frozen=True, slots=True)
class Token:
    """A link that was mailed to `sent_to`, and its member; `is_fresh` until it expires, used or not."""

    member_id: UUID
    purpose: EmailPurpose
    sent_to: str
    created_at: datetime
    expires_at: datetime
    is_fresh: bool
    is_open: bool
    site_id: UUID
    status: MemberStatus
    name: str
    email: str
    date_of_birth: date


ABOUT_OTHER_ADDRESSES = (EmailPurpose.CHANGE_EMAIL, EmailPurpose.UNDO_EMAIL_CHANGE)


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
            func.coalesce(ADDRESS, "").label("email"),
            MemberRow.date_of_birth,
        )
        .join(MemberRow, MemberRow.id == EmailToken.member_id)
        .where(EmailToken.id == token_id)
    )
    return read(session, Token, statement).one_or_none()
