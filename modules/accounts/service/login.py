"""Logging in: the password is checked between two transactions, so that no connection waits for the hashing."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import update

from app.kernel.db import Session, transaction
from app.kernel.ids import new_private_id
from app.kernel.outbox import publish
from modules.accounts import policies, queries
from modules.accounts.contracts import MemberStatus
from modules.accounts.errors import LoginFailed
from modules.accounts.events import NewBrowserLoggedIn
from modules.accounts.models import MemberRow
from modules.accounts.queries import AnyRow
from modules.accounts.service import attempts
from modules.accounts.service.attempts import Attempt
from modules.accounts.service.hashing import hash_password, is_outdated, is_password
from modules.accounts.service.restrictions import ensure_not_banned
from modules.accounts.service.sessions import USER_AGENT, open_session


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a login comes from; `device` is the id of a signed cookie from an earlier good login.

    `country` is two letters that a trusted proxy told, or empty.
    """

    network: str
    user_agent: str = ""
    device: str | None = None
    country: str = ""


@dataclass(frozen=True, slots=True)
class Login:
    """A browser that is logged in now: what its two cookies carry."""

    member_id: UUID
    session_id: UUID
    token: str
    device: str


@dataclass(frozen=True, slots=True)
class Checked:
    """Somebody who knew the password; `fresh_hash` replaces a hash of another cost."""

    member: AnyRow
    attempt: Attempt
    fresh_hash: str | None


def check_login(*, site_id: UUID, email: str, password: str, browser: Browser) -> Checked:
    """Check a password (spec 7.1); an unknown address costs the same time as a wrong password.

    Opens its own transaction before the hashing. Raises LoginFailed, LoginBlocked, PendingDeletion or Banned.
    """
    with transaction() as session:
        member = queries.find_by_email(session, site_id=site_id, email=email)
        attempt = _count(session, site_id, email, member, browser)
    if not is_password(member.password_hash if member else None, password) or member is None:
        attempts.note_wrong_password(attempt, member_id=member.id if member else None)
        attempts.refuse(attempt)
        raise LoginFailed()
    ensure_not_banned(MemberStatus(member.status), member.id)
    policies.ensure_may_log_in(MemberStatus(member.status))
    fresh_hash = hash_password(password) if is_outdated(member.password_hash, password) else None
    return Checked(member, attempt, fresh_hash)


def complete_login(session: Session, checked: Checked, browser: Browser) -> Login:
    """Open a session for who knew the password, and begin to count wrong ones anew.

    Raises PendingDeletion, Banned or LoginFailed for who left or was banned in this very moment.
    """
    attempt, member = checked.attempt, checked.member
    policies.ensure_may_log_in(queries.get_status(session, member.id))
    attempts.forget_attempts(session, site_id=attempt.site_id, email_hash=attempt.email_hash, places=attempt.places)
    if checked.fresh_hash:
        _rehash(session, member, checked.fresh_hash)
    user_agent = browser.user_agent[:USER_AGENT]
    is_new = queries.is_new_browser(
        session, member_id=member.id, device=browser.device, user_agent=user_agent, network=browser.network
    )
    entered = admit_browser(session, member_id=member.id, browser=browser)
    if is_new:
        publish(session, NewBrowserLoggedIn(session_id=entered.session_id, country=browser.country))
    return entered


def _count(session: Session, site_id: UUID, email: str, member: AnyRow | None, browser: Browser) -> Attempt:
    known = None
    if member and browser.device and queries.has_used_device(session, member_id=member.id, device=browser.device):
        known = browser.device
    places = attempts.places_of(network=browser.network, known_device=known)
    return attempts.count_attempt(session, site_id=site_id, email=email, places=places)


def _rehash(session: Session, member: AnyRow, fresh_hash: str) -> None:
    unchanged = (MemberRow.id == member.id, MemberRow.password_hash == member.password_hash)
    session.execute(update(MemberRow).where(*unchanged).values(password_hash=fresh_hash))


def admit_browser(session: Session, *, member_id: UUID, browser: Browser) -> Login:
    """Open a session for a browser whose person is known, and remember its device."""
    device = browser.device or new_private_id().hex
    session_id, token = open_session(
        session, member_id=member_id, user_agent=browser.user_agent, network=browser.network, device=device
    )
    return Login(member_id, session_id, token, device)
