"""Logging in: the password is checked between two transactions, so that no connection waits for the hashing."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import update

from app.kernel.db import Session, transaction
from app.kernel.ids import new_private_id
from app.kernel.outbox import publish
from modules.accounts import policies, queries
from modules.accounts.errors import LoginFailed
from modules.accounts.events import NewBrowserLoggedIn
from modules.accounts.models import MemberRow
from modules.accounts.queries import entering
from modules.accounts.queries.rows import Account
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
    """Somebody who knew the password; `fresh_hash` replaces a hash of another cost. `is_claim`: their address is not
    proved, and so they come in by the device with which they signed up, only.
    """

    member: Account
    is_claim: bool
    attempt: Attempt
    fresh_hash: str | None


def check_login(*, site_id: UUID, email: str, password: str, browser: Browser) -> Checked:
    """Check the password of who wants to come in (spec 7.1), as `check_password` does; raises PendingDeletion, too."""
    checked = check_password(site_id=site_id, email=email, password=password, browser=browser)
    policies.ensure_may_log_in(checked.member.status)
    return checked


def check_password(*, site_id: UUID, email: str, password: str, browser: Browser) -> Checked:
    """Check a password, also of who left; an unknown address costs the same time as a wrong password.

    Opens its own transaction before the hashing. Raises LoginFailed, LoginBlocked, LoginByMail or Banned.
    """
    with transaction() as session:
        owner = queries.find_by_email(session, site_id=site_id, email=email)
        claim = _find_claim(session, site_id, email, browser)
        attempt = _count(session, site_id, email, owner, browser)
    is_claim = claim is not None and is_password(claim.password_hash, password)
    # After a claim the account's hash is compared as well, or one in its place: whether there is one, no time tells.
    is_right = is_claim or is_password(owner.password_hash if owner else None, password)
    member = claim if is_claim else owner
    if not is_right or member is None or member.password_hash is None:
        attempts.note_wrong_password(attempt, member_id=owner.id if owner else None)
        attempts.refuse(attempt)
        raise LoginFailed()
    ensure_not_banned(member.status, member.id)
    fresh_hash = hash_password(password) if is_outdated(member.password_hash, password) else None
    return Checked(member, is_claim, attempt, fresh_hash)


def complete_login(session: Session, checked: Checked, browser: Browser) -> Login:
    """Open a session for who knew the password, and begin to count wrong ones anew.

    Raises PendingDeletion, Banned or LoginFailed for who left or was banned in this very moment.
    """
    attempt, member = checked.attempt, checked.member
    policies.ensure_may_log_in(queries.get_status(session, member.id))
    if not checked.is_claim:  # whoever claims an address may know nothing of its account's password
        attempts.forget_attempts(session, site_id=attempt.site_id, email_hash=attempt.email_hash, places=attempt.places)
    if checked.fresh_hash:
        _rehash(session, member, checked.fresh_hash)
    user_agent = browser.user_agent[:USER_AGENT]
    is_new = entering.is_new_browser(
        session, member_id=member.id, device=browser.device, user_agent=user_agent, network=browser.network
    )
    entered = admit_browser(session, member_id=member.id, browser=browser)
    if is_new:
        publish(session, NewBrowserLoggedIn(session_id=entered.session_id, country=browser.country))
    return entered


def _find_claim(session: Session, site_id: UUID, email: str, browser: Browser) -> Account | None:
    if browser.device is None:
        return None
    return entering.find_claim(session, site_id=site_id, email=email, device=browser.device)


def _count(session: Session, site_id: UUID, email: str, member: Account | None, browser: Browser) -> Attempt:
    # Asked of nobody where there is no such member, so that both cost the same.
    member_id = member.id if member else UUID(int=0)
    is_known_device, is_known_network = entering.knows_places(
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


def admit_again(session: Session, *, member_id: UUID, browser: Browser) -> Login:
    """Open a session for a browser whose person has just proved who they are; raises PendingDeletion, Banned or
    LoginFailed for who may not come in.
    """
    policies.ensure_may_log_in(queries.get_status(session, member_id))
    return admit_browser(session, member_id=member_id, browser=browser)


def admit_browser(session: Session, *, member_id: UUID, browser: Browser) -> Login:
    """Open a session for a browser whose person is known, and remember its device."""
    device = browser.device or new_private_id().hex
    session_id, token = open_session(
        session, member_id=member_id, user_agent=browser.user_agent, network=browser.network, device=device
    )
    return Login(member_id, session_id, token, device)
