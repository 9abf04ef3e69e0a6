"""Changing and resetting passwords. Functions that hash open their own transactions around the hashing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from sqlalchemy import update

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.errors import DomainError
from app.kernel.events.outbox import publish
from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import Limit, TooManyRequests
from modules.accounts.contracts import EmailPurpose, MemberStatus
from modules.accounts.errors import (
    AddressNotConfirmed,
    EmailUnknown,
    LinkInvalid,
    NoPasswordToReset,
    OldPasswordWrong,
    PasswordWrong,
    TooManyResets,
)
from modules.accounts.events import PasswordChanged
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.policies import passwords as password_policies
from modules.accounts.identity.queries import members as queries
from modules.accounts.identity.queries.members import Credentials
from modules.accounts.identity.service.hashing import hash_password, is_password, is_still_password
from modules.accounts.identity.service.strength import ensure_strong
from modules.accounts.sessions import policies
from modules.accounts.sessions.policies import Lockout
from modules.accounts.sessions.queries.links import Token
from modules.accounts.sessions.service import attempts
from modules.accounts.sessions.service.email_tokens import (
    count_issued_today,
    discard_tokens,
    get_open_token,
    issue_token,
    may_mail_unconfirmed,
    use_token,
)
from modules.accounts.sessions.service.sessions import close_sessions
from modules.sites.contracts import Site

# MAY_RESET includes deleted accounts, which can be reactivated; banned ones are left out.
RESETS_FOR = Limit("reset", calls=policies.MAILS_A_DAY, seconds=86_400)
RESETS_FROM = Limit("reset-network", calls=60, seconds=86_400)
LAST_LINK = timedelta(seconds=RESETS_FOR.seconds)
MAY_RESET = (*queries.PRESENT, MemberStatus.DELETED)


def request_reset(session: Session, *, site: Site, email: str, network: str) -> DomainError | None:
    """Mail a reset link (spec 8.6); returns the refusal EmailUnknown or TooManyResets instead of raising it.

    The refusal is returned so that the transaction with its counters is committed. Requests for an address are counted
    whether or not it is known. A network that learned three times today whether an address is known, and every network
    on a site that hides its accounts, gets the same answer either way (spec 5.3). Signup counts its answers separately.
    """
    if not _may_ask(site.id, email, network):
        return TooManyResets()
    is_known = _issue_reset(session, site.id, email, network)
    may_tell = not site.hide_account_existence and attempts.take_existence_answer(
        session, site_id=site.id, place=f"reset {network}"
    )
    return EmailUnknown(field="email") if may_tell and not is_known else None


def _may_ask(site_id: UUID, email: str, network: str) -> bool:
    try:
        ratelimit.check(RESETS_FROM, f"{site_id} {network}")
        ratelimit.check(RESETS_FOR, f"{site_id} {attempts.hash_email(email).hex()}")
    except TooManyRequests:
        return False
    return True


def _issue_reset(session: Session, site_id: UUID, email: str, network: str) -> bool:
    """Mail a reset link if the address has an account that may be reset; returns whether it has one."""
    # The row is locked, so that simultaneous requests are counted one after the other.
    member = queries.find_by_email(session, site_id=site_id, email=email, lock=True)
    if member is None or member.status not in MAY_RESET:
        return False
    if member.confirmed_at is not None or may_mail_unconfirmed(session, email, network):
        _mail_reset(session, member.id, member.email, sent=_count_resets(session, member.id))
    return True


def send_reset(session: Session, *, member_id: UUID) -> None:
    """Mail a member a reset link because staff ask for it; raises NoPasswordToReset, AddressNotConfirmed or
    TooManyResets.
    """
    member = queries.get_credentials(session, member_id, lock=True)
    if member.status not in MAY_RESET or member.password_hash is None:
        raise NoPasswordToReset()
    if member.is_claim:
        raise AddressNotConfirmed()
    sent = _count_resets(session, member_id)
    if sent >= policies.MAILS_A_DAY:
        raise TooManyResets()
    _mail_reset(session, member_id, member.email, sent=sent)


def _count_resets(session: Session, member_id: UUID) -> int:
    return count_issued_today(session, member_id=member_id, purpose=EmailPurpose.RESET)


def _mail_reset(session: Session, member_id: UUID, email: str, *, sent: int) -> None:
    """Mail a reset link. The last one of a day works until another can be requested, so that somebody who uses up the
    requests of a member does not lock the member out.
    """
    is_last = sent >= policies.MAILS_A_DAY - 1
    expires_at = clock.now() + LAST_LINK if is_last else None
    issue_token(session, member_id=member_id, email=email, purpose=EmailPurpose.RESET, expires_at=expires_at)


def reset_password(*, site_id: UUID, token: str, password: str, repeat: str) -> UUID | None:
    """Set a new password by the mailed link and log the member out everywhere.

    Returns the member to log in, or None for a deleted account, which must be reactivated first.

    Raises LinkInvalid, PasswordsDiffer or PasswordWeak.
    """
    password_policies.ensure_same(password, repeat)
    with transaction() as session:
        row = get_open_token(session, token, EmailPurpose.RESET, site_id=site_id)
    _ensure_strong(password, row)
    new_hash = hash_password(password)
    with transaction() as session:
        row = use_token(session, token, EmailPurpose.RESET, site_id=site_id)
        if row.status not in MAY_RESET:
            raise LinkInvalid()
        # Who owns the mailbox did not necessarily request a change to another address.
        discard_tokens(session, member_id=row.member_id, purpose=EmailPurpose.CHANGE_EMAIL)
        attempts.forget_attempts(session, site_id=site_id, email_hash=attempts.hash_email(row.email))
        _set_password(session, member_id=row.member_id, new_hash=new_hash)
        close_sessions(session, member_id=row.member_id)
    return row.member_id if row.status in queries.PRESENT else None


def change_password(*, member_id: UUID, session_id: UUID | None, old: str, password: str, repeat: str) -> None:
    """Change a member's password and log all their other browsers out (spec 5.4).

    Raises OldPasswordWrong, PasswordsDiffer, PasswordWeak, or LoginBlocked after too many wrong old passwords.
    """
    password_policies.ensure_same(password, repeat)
    wrong = OldPasswordWrong(field="old_password")
    proof = _check_password(member_id, old, wrong)
    _ensure_strong(password, proof.member)
    new_hash = hash_password(password)
    with _proved(proof, wrong) as session:
        _set_password(session, member_id=member_id, new_hash=new_hash)
        close_sessions(session, member_id=member_id, keep=session_id)


@contextmanager
def with_password(*, member_id: UUID, password: str) -> Iterator[Session]:
    """Check the password of a logged-in member and open the transaction of what it permits.

    The account is locked in it, and has the password that was checked: a reset in between refuses the request. Raises
    PasswordWrong, LoginBlocked after too many wrong ones, and PendingDeletion or Banned.
    """
    wrong = PasswordWrong(field="password")
    with _proved(_check_password(member_id, password, wrong), wrong) as session:
        yield session


@dataclass(frozen=True, slots=True)
class _Proof:
    """A member as they were when the password was right."""

    member_id: UUID
    member: Credentials
    password: str = field(repr=False)


def _check_password(member_id: UUID, password: str, wrong: DomainError) -> _Proof:
    """Compare a logged-in member's password; opens its own transactions around the hashing."""
    with transaction() as session:
        member = queries.get_credentials(session, member_id)
        attempt = attempts.count_attempt(
            session, site_id=member.site_id, email=member.email, places=_settings_lockout(member_id)
        )
    if not is_password(member.password_hash, password):
        attempts.note_wrong_password(attempt, member_id=member_id)
        raise wrong
    with transaction() as session:
        attempts.forget_attempts(session, site_id=member.site_id, email_hash=attempt.email_hash, places=attempt.places)
    return _Proof(member_id, member, password)


@contextmanager
def _proved(proof: _Proof, wrong: DomainError) -> Iterator[Session]:
    """Open a transaction with the account locked; raises `wrong` if it got another password meanwhile, and what a login
    does if it was deleted or banned.
    """
    with transaction() as session:
        now = queries.get_credentials(session, proof.member_id, lock=True)
        if not is_still_password(now.password_hash, proof.password, checked=proof.member.password_hash):
            raise wrong
        policies.ensure_may_log_in(now.status)
        yield session


def _settings_lockout(member_id: UUID) -> dict[str, Lockout]:
    return {f"settings {member_id}": policies.FROM_A_DEVICE}


def _ensure_strong(password: str, member: Credentials | Token) -> None:
    ensure_strong(password, name=member.name, email=member.email, date_of_birth=member.date_of_birth)


def _set_password(session: Session, *, member_id: UUID, new_hash: str) -> None:
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(password_hash=new_hash))
    discard_tokens(session, member_id=member_id, purpose=EmailPurpose.RESET)
    publish(session, PasswordChanged(member_id=member_id, changed_at=clock.now().isoformat()))
