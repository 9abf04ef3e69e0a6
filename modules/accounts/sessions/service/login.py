"""Logging in: the password is checked between two transactions, so that no connection waits for the hashing."""

from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import update

from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import publish
from app.kernel.ids import new_private_id
from modules.accounts.errors import LoginFailed
from modules.accounts.events import NewBrowserLoggedIn
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries import members as queries
from modules.accounts.identity.queries.members import Account
from modules.accounts.identity.service.hashing import hash_password, is_outdated, is_password, is_still_password
from modules.accounts.sessions import policies
from modules.accounts.sessions.queries import logins
from modules.accounts.sessions.service import attempts
from modules.accounts.sessions.service.attempts import Attempt
from modules.accounts.sessions.service.restrictions import ensure_not_banned
from modules.accounts.sessions.service.sessions import USER_AGENT, open_session


@dataclass(frozen=True, slots=True)
class Browser:
    """Where a login comes from; `device` is the id in the signed cookie of an earlier login.

    `country` is two letters from a trusted proxy, or empty.
    """

    network: str
    user_agent: str = ""
    device: str | None = None
    country: str = ""


@dataclass(frozen=True, slots=True)
class Login:
    """A new session with the values of its two cookies."""

    member_id: UUID
    session_id: UUID
    token: str
    device: str


@dataclass(frozen=True, slots=True)
class CheckedPassword:
    """A member whose password was right; `fresh_hash` replaces an outdated hash.

    `is_claim`: the address is not confirmed, so the login works only on the device of the signup.
    """

    member: Account
    is_claim: bool
    attempt: Attempt
    fresh_hash: str | None
    password: str = field(repr=False)


def check_login(*, site_id: UUID, email: str, password: str, browser: Browser) -> CheckedPassword:
    """Check the password for a login (spec 7.1) as `check_password` does; also raises PendingDeletion."""
    checked = check_password(site_id=site_id, email=email, password=password, browser=browser)
    policies.ensure_may_log_in(checked.member.status)
    return checked


def check_password(*, site_id: UUID, email: str, password: str, browser: Browser) -> CheckedPassword:
    """Check a password, also of a deleted account; an unknown address takes as long as a wrong password.

    Opens its own transaction before the hashing. Raises LoginFailed, LoginBlocked, LoginByMail or Banned.
    """
    with transaction() as session:
        owner = queries.find_by_email(session, site_id=site_id, email=email)
        claim = _find_claim(session, site_id, email, browser)
        attempt = _count(session, site_id, email, owner, browser)
    is_claim = claim is not None and is_password(claim.password_hash, password)
    # The hash of the address's owner, or a dummy, is compared after a claim too, so that the time reveals no account.
    is_right = is_claim or is_password(owner.password_hash if owner else None, password)
    member = claim if is_claim else owner
    if not is_right or member is None or member.password_hash is None:
        attempts.note_wrong_password(attempt, member_id=owner.id if owner else None)
        attempts.raise_if_blocked(attempt)
        raise LoginFailed()
    ensure_not_banned(member.status, member.id)
    fresh_hash = hash_password(password) if is_outdated(member.password_hash, password) else None
    return CheckedPassword(member, is_claim, attempt, fresh_hash, password)


def complete_login(session: Session, checked: CheckedPassword, browser: Browser) -> Login:
    """Open a session after the right password, and reset the counters of wrong ones.

    Raises PendingDeletion, Banned or LoginFailed for an account that was deleted or banned, or got another password,
    meanwhile.
    """
    attempt, member = checked.attempt, checked.member
    now = queries.get_credentials(session, member.id, lock=True)
    policies.ensure_may_log_in(now.status)
    if not is_still_password(now.password_hash, checked.password, checked=member.password_hash):
        raise LoginFailed()
    if not checked.is_claim:  # a claim proves nothing about the password of the address's account
        attempts.forget_attempts(session, site_id=attempt.site_id, email_hash=attempt.email_hash, places=attempt.places)
    if checked.fresh_hash:
        _rehash(session, member, checked.fresh_hash)
    user_agent = browser.user_agent[:USER_AGENT]
    is_new = logins.is_new_browser(
        session, member_id=member.id, device=browser.device, user_agent=user_agent, network=browser.network
    )
    new_login = log_in_browser(session, member_id=member.id, browser=browser)
    if is_new:
        publish(session, NewBrowserLoggedIn(session_id=new_login.session_id, country=browser.country))
    return new_login


def _find_claim(session: Session, site_id: UUID, email: str, browser: Browser) -> Account | None:
    if browser.device is None:
        return None
    return logins.find_claim(session, site_id=site_id, email=email, device=browser.device)


def _count(session: Session, site_id: UUID, email: str, member: Account | None, browser: Browser) -> Attempt:
    # Without a member the query runs for no id, so that both take the same time.
    member_id = member.id if member else UUID(int=0)
    is_known_device, is_known_network = logins.knows_places(
        session, member_id=member_id, device=browser.device, network=browser.network
    )
    places = attempts.places_of(
        network=browser.network,
        known_device=browser.device if is_known_device else None,
        is_known_network=is_known_network,
    )
    return attempts.count_attempt(session, site_id=site_id, email=email, places=places)


def _rehash(session: Session, member: Account, fresh_hash: str) -> None:
    unchanged = (MemberRow.id == member.id, MemberRow.password_hash == member.password_hash)
    session.execute(update(MemberRow).where(*unchanged).values(password_hash=fresh_hash))


def log_in_if_allowed(session: Session, *, member_id: UUID, browser: Browser) -> Login:
    """Open a session for an authenticated member; raises PendingDeletion, Banned or LoginFailed for an account that may
    not log in.
    """
    policies.ensure_may_log_in(queries.get_status(session, member_id))
    return log_in_browser(session, member_id=member_id, browser=browser)


def log_in_browser(session: Session, *, member_id: UUID, browser: Browser) -> Login:
    """Open a session without further checks, with the browser's device id or a new one."""
    device = browser.device or new_private_id().hex
    session_id, token = open_session(
        session, member_id=member_id, user_agent=browser.user_agent, network=browser.network, device=device
    )
    return Login(member_id, session_id, token, device)
