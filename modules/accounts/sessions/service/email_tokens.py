"""Links in mails. The row holds no secret: the link carries the row's id and a signature of it."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import func, insert, select, update

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import Limit, TooManyRequests
from app.kernel.ids import new_private_id, token_hash
from app.kernel.secrets.signing import is_signed, sign
from modules.accounts.contracts import REACTIVATION, RESET_LIFE, EmailLink, EmailPurpose
from modules.accounts.errors import LinkInvalid
from modules.accounts.events import EmailTokenIssued
from modules.accounts.identity.queries import members as member_queries
from modules.accounts.sessions import policies
from modules.accounts.sessions.models import EmailToken
from modules.accounts.sessions.queries import links as link_queries
from modules.accounts.sessions.queries.links import Token
from modules.sites import api as sites_api

LIFE = {
    EmailPurpose.ACTIVATE: timedelta(days=7),
    EmailPurpose.RESET: RESET_LIFE,
    EmailPurpose.CHANGE_EMAIL: timedelta(days=1),
    EmailPurpose.UNDO_EMAIL_CHANGE: timedelta(days=7),
    EmailPurpose.REACTIVATE: REACTIVATION,
}
# Keeps people from filling the mailboxes of others.
UNCONFIRMED = Limit("unproved-mailbox", calls=12, seconds=86_400)
# One network alone cannot use up the limit of a mailbox, which would keep its owner from signing up anywhere.
UNCONFIRMED_FROM = Limit("unproved-mailbox-network", calls=policies.MAILS_A_DAY, seconds=86_400)
PAGES = {
    EmailPurpose.ACTIVATE: "/activate/done",
    EmailPurpose.RESET: "/reset-password/do",
    EmailPurpose.CHANGE_EMAIL: "/mail-change/do",
    EmailPurpose.UNDO_EMAIL_CHANGE: "/mail-change/undo",
    EmailPurpose.REACTIVATE: "/account-deleted/return",
}


def token_of(token_id: UUID) -> str:
    """Return the token of a link: the row's id and 128 bits of HMAC, safe in a URL."""
    signature = bytes.fromhex(sign("email-token", token_id.hex))
    return urlsafe_b64encode(token_id.bytes + signature).decode().rstrip("=")


def read_token(token: str) -> UUID:
    """Return the row's id in a token with a valid signature; raises LinkInvalid."""
    try:
        raw = urlsafe_b64decode(token + "=" * (-len(token) % 4))
    except (Error, ValueError):
        raise LinkInvalid() from None
    token_id = UUID(bytes=raw[:16]) if len(raw) == 32 else None
    if token_id is None or not is_signed("email-token", token_id.hex, raw[16:].hex()):
        raise LinkInvalid()
    return token_id


def issue_token(
    session: Session,
    *,
    member_id: UUID,
    email: str,
    purpose: EmailPurpose,
    expires_at: datetime | None = None,
    after_undo: bool = False,
) -> None:
    """Create a link for a member's address and have it mailed; `expires_at` replaces the lifetime of its purpose."""
    token_id = new_private_id()
    values = {"id": token_id, "member_id": member_id, "email": email, "purpose": purpose}
    session.execute(insert(EmailToken).values(**values, expires_at=expires_at or func.now() + LIFE[purpose]))
    publish(session, EmailTokenIssued(token_id=token_id, after_undo=after_undo))


def may_mail_unconfirmed(session: Session, email: str, network: str) -> bool:
    """Count one mail to an unconfirmed address; False when its mailbox reached today's limit, of this network or of all
    networks.
    """
    mailbox = token_hash(member_queries.mailbox_of(session, email)).hex()
    try:
        ratelimit.check(UNCONFIRMED_FROM, f"{mailbox} {network}")
        ratelimit.check(UNCONFIRMED, mailbox)
    except TooManyRequests:
        return False
    return True


def count_issued_today(session: Session, *, member_id: UUID, purpose: EmailPurpose) -> int:
    """Return how many such links a member was sent in the last 24 hours."""
    recent = EmailToken.created_at > func.now() - timedelta(days=1)
    which = (EmailToken.member_id == member_id, EmailToken.purpose == purpose, recent)
    return session.execute(select(func.count()).select_from(EmailToken).where(*which)).scalar_one()


def get_open_token(session: Session, token: str, purpose: EmailPurpose, *, site_id: UUID) -> Token:
    """Return the row of a link that can still be used on this site; raises LinkInvalid."""
    row = link_queries.find_token(session, read_token(token))
    if row is None or not row.is_open or row.purpose != purpose or row.site_id != site_id:
        raise LinkInvalid()
    return row


def use_token(session: Session, token: str, purpose: EmailPurpose, *, site_id: UUID) -> Token:
    """Use a link up, under its row's lock, so that it works once; raises LinkInvalid."""
    token_id = read_token(token)
    row = link_queries.find_token(session, token_id, lock=True)
    if row is None or not row.is_open or row.purpose != purpose or row.site_id != site_id:
        raise LinkInvalid()
    session.execute(update(EmailToken).where(EmailToken.id == token_id).values(used_at=func.now()))
    return row


def discard_tokens(
    session: Session, *, member_id: UUID, purpose: EmailPurpose, issued_after: datetime | None = None
) -> None:
    """Invalidate a member's open links of one purpose: all, or those issued after a moment."""
    which = [EmailToken.member_id == member_id, EmailToken.purpose == purpose, EmailToken.used_at.is_(None)]
    if issued_after is not None:
        which.append(EmailToken.created_at > issued_after)
    session.execute(update(EmailToken).where(*which).values(used_at=func.now()))


def find_email_link(session: Session, token_id: UUID) -> EmailLink | None:
    """Return the link for the mail, on the site's own domain, or None when its row is deleted."""
    row = link_queries.find_token(session, token_id)
    if row is None:
        return None
    site = sites_api.get_site(session, row.site_id)
    url = sites_api.site_url(site, f"{PAGES[row.purpose]}?token={token_of(token_id)}")
    return EmailLink(row.member_id, row.purpose, row.sent_to, url, row.expires_at, row.is_open)
