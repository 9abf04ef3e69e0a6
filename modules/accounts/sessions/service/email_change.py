"""Changing the e-mail address: a link to the new one makes the change, a link to the old one undoes it for a week."""

from uuid import UUID

from sqlalchemy import func, update
from sqlalchemy.exc import IntegrityError

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.errors import DomainError
from app.kernel.events.outbox import publish
from app.kernel.http import ratelimit
from app.kernel.http.ratelimit import Limit
from app.kernel.ids import new_token, token_hash
from modules.accounts.contracts import EmailPurpose, MemberStatus
from modules.accounts.errors import EmailTaken, LinkInvalid, TooManyEmailChanges
from modules.accounts.events import EmailChanged
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.policies import members as member_policies
from modules.accounts.identity.queries import members as member_queries
from modules.accounts.identity.service.hashing import hash_password
from modules.accounts.identity.service.members import activate_member, release_address
from modules.accounts.sessions import policies
from modules.accounts.sessions.queries import links as link_queries
from modules.accounts.sessions.queries.links import Token
from modules.accounts.sessions.service.email_tokens import (
    count_issued_today,
    discard_tokens,
    issue_token,
    may_mail_unconfirmed,
    read_token,
    use_token,
)
from modules.accounts.sessions.service.sessions import close_sessions
from modules.accounts.sessions.service.signup import answer_taken, is_proved
from modules.sites.contracts import Site

# Also deleted accounts: an intruder may have deleted it, and the owner gets it back by the old address.
MAY_UNDO = (*member_queries.PRESENT, MemberStatus.DELETED)
# Keeps people from filling the mailboxes of others.
CHANGES_TO = Limit("email-change-to", calls=policies.MAILS_A_DAY, seconds=86_400)
REPLACED = Limit("email-replaced", calls=policies.MAILS_A_DAY, seconds=86_400)


def request_change(session: Session, *, member_id: UUID, site: Site, email: str, network: str) -> DomainError | None:
    """Mail a link to the new address and, if the old one was confirmed, an undo link to it. Check the password before.

    For an address that has an account, EmailTaken is returned as at signup (spec 5.3), not raised, so that the
    transaction with its counters is committed. Raises EmailUnchanged, NameIsEmail, TooManyEmailChanges or
    TooManyRequests.
    """
    member = member_queries.get_credentials(session, member_id, lock=True)
    member_policies.ensure_new_email(email, old=member.email, name=member.name)
    is_confirmed = member.status != MemberStatus.NOT_CONFIRMED
    if not _may_change(session, member_id, is_confirmed=is_confirmed):
        raise TooManyEmailChanges()
    # After the member's own limit: whoever may send no more mails must not use up those to this mailbox.
    ratelimit.check(CHANGES_TO, token_hash(member_queries.mailbox_of(session, email)).hex())
    if not is_confirmed and not may_mail_unconfirmed(session, email, network):
        raise TooManyEmailChanges()
    owner = member_queries.find_by_email(session, site_id=site.id, email=email)
    if is_proved(owner):
        refusal = answer_taken(session, site=site, owner=owner, network=network)
        if refusal is not None:
            return refusal
    if is_confirmed:
        # The old address gets its mail in any case, or its absence would reveal that the new one has an account.
        issue_token(session, member_id=member_id, email=member.email, purpose=EmailPurpose.UNDO_EMAIL_CHANGE)
    else:
        # The unconfirmed address may be a typing error and belong to someone else.
        discard_tokens(session, member_id=member_id, purpose=EmailPurpose.ACTIVATE)
    discard_tokens(session, member_id=member_id, purpose=EmailPurpose.CHANGE_EMAIL)
    if not is_proved(owner):
        issue_token(session, member_id=member_id, email=email, purpose=EmailPurpose.CHANGE_EMAIL)
    return None


def _may_change(session: Session, member_id: UUID, *, is_confirmed: bool) -> bool:
    """Return whether a member may change their address again today; counts a change of an unconfirmed one."""
    if is_confirmed:
        mailed = count_issued_today(session, member_id=member_id, purpose=EmailPurpose.UNDO_EMAIL_CHANGE)
        return mailed < policies.MAILS_A_DAY
    try:
        ratelimit.check(REPLACED, member_id.hex)
    except ratelimit.TooManyRequests:
        return False
    return True


def confirm_change(session: Session, *, site_id: UUID, token: str) -> str:
    """Set the address to which the link was mailed, and return it; sessions stay.

    A second use is no error while the link is fresh and the address is the member's: links are opened again.

    The link also confirms an account (spec 4.1). Raises LinkInvalid, or EmailTaken when another account has got the
    address meanwhile.
    """
    if (done := _find_done(session, token, site_id)) is not None:
        return done
    row = use_token(session, token, EmailPurpose.CHANGE_EMAIL, site_id=site_id)
    if row.status not in member_queries.PRESENT:
        raise LinkInvalid()
    _set_email(session, row)
    discard_tokens(session, member_id=row.member_id, purpose=EmailPurpose.RESET)
    activate_member(session, member_id=row.member_id)
    return row.sent_to


def _find_done(session: Session, token: str, site_id: UUID) -> str | None:
    """Return the address that a fresh link has made the member's already, or None."""
    row = link_queries.find_token(session, read_token(token), lock=True)
    if row is None or row.purpose != EmailPurpose.CHANGE_EMAIL or row.site_id != site_id or not row.is_fresh:
        return None
    return row.sent_to if row.status is MemberStatus.ACTIVE and row.email == row.sent_to else None


def undo_change(*, site_id: UUID, token: str) -> str:
    """Restore a member's old address, whether or not the change was confirmed, and return it.

    Whoever changed it knew the password, so it stops working, every browser is logged out, and a link for a new one is
    mailed. Later undo links stop working, earlier ones still work: the first owner of the account decides.

    Opens its own transaction after the hashing. Raises LinkInvalid or EmailTaken.
    """
    nobodys = hash_password(new_token())
    with transaction() as session:
        return _undo(session, site_id, token, nobodys)


def _undo(session: Session, site_id: UUID, token: str, nobodys_hash: str) -> str:
    row = use_token(session, token, EmailPurpose.UNDO_EMAIL_CHANGE, site_id=site_id)
    member_id = row.member_id
    if row.status not in MAY_UNDO:
        raise LinkInvalid()
    for purpose in (EmailPurpose.CHANGE_EMAIL, EmailPurpose.RESET, EmailPurpose.REACTIVATE):
        discard_tokens(session, member_id=member_id, purpose=purpose)
    later = EmailPurpose.UNDO_EMAIL_CHANGE
    discard_tokens(session, member_id=member_id, purpose=later, issued_after=row.created_at)
    if row.email != row.sent_to:
        _set_email(session, row)
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(password_hash=nobodys_hash))
    close_sessions(session, member_id=member_id)
    issue_token(session, member_id=member_id, email=row.sent_to, purpose=EmailPurpose.RESET, after_undo=True)
    return row.sent_to


def _set_email(session: Session, row: Token) -> None:
    release_address(session, site_id=row.site_id, email=row.sent_to)
    changed = {"email": row.sent_to, "claimed_email": None, "email_changed_at": func.now()}
    try:
        session.execute(update(MemberRow).where(MemberRow.id == row.member_id).values(changed))
    except IntegrityError as error:
        raise EmailTaken(field="email") from error
    publish(session, EmailChanged(member_id=row.member_id, changed_at=clock.now().isoformat()))
