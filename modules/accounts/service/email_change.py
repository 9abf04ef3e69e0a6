"""Another e-mail address: a link to the new one makes the change, a link to the old one undoes it for a week."""

from uuid import UUID

from sqlalchemy import update
from sqlalchemy.exc import IntegrityError

from app.kernel import clock, ratelimit
from app.kernel.db import Session
from app.kernel.errors import DomainError
from app.kernel.outbox import publish
from app.kernel.ratelimit import Limit
from modules.accounts import policies, queries
from modules.accounts.contracts import EmailPurpose, MemberStatus
from modules.accounts.errors import EmailTaken, LinkInvalid, TooManyEmailChanges
from modules.accounts.events import EmailChanged
from modules.accounts.models import MemberRow
from modules.accounts.service.email_tokens import (
    count_issued_today,
    discard_tokens,
    issue_token,
    may_mail_unproved,
    use_token,
)
from modules.accounts.service.members import activate_member
from modules.accounts.service.sessions import close_sessions
from modules.accounts.service.signup import answer_taken
from modules.sites.contracts import Site

# Whoever left by another's hand may have their address back, and then the account with it.
MAY_UNDO = (*queries.PRESENT, MemberStatus.DELETED)
REPLACED = Limit("email-replaced", calls=policies.MAILS_A_DAY, seconds=86_400)


def request_change(session: Session, *, member_id: UUID, site: Site, email: str, network: str) -> DomainError | None:
    """Mail a link to the new address and a notice to the old one, if that was proved; the password was proved before.

    An address that has an account is answered as signup does (spec 5.3): the refusal EmailTaken is returned, not
    raised, because what was counted has to be kept. Raises EmailUnchanged, NameIsEmail or TooManyEmailChanges.
    """
    member = queries.get_credentials(session, member_id, lock=True)
    policies.ensure_new_email(email, old=member.email, name=member.name)
    is_proved = member.status != MemberStatus.NOT_CONFIRMED
    if not (_may_change(session, member_id) if is_proved else _may_replace(session, member_id, email, network)):
        raise TooManyEmailChanges()
    is_taken = queries.find_by_email(session, site_id=site.id, email=email) is not None
    if is_taken:
        refusal = answer_taken(session, site=site, email=email, network=network)
        if refusal is not None:
            return refusal
    if is_proved:
        # The old address is told either way, or its silence would tell whether the new one has an account.
        issue_token(session, member_id=member_id, email=member.email, purpose=EmailPurpose.UNDO_EMAIL_CHANGE)
    else:
        # It may be a stranger's, who was written to by mistake and has no say in this account.
        discard_tokens(session, member_id=member_id, purpose=EmailPurpose.ACTIVATE)
    discard_tokens(session, member_id=member_id, purpose=EmailPurpose.CHANGE_EMAIL)
    if not is_taken:
        issue_token(session, member_id=member_id, email=email, purpose=EmailPurpose.CHANGE_EMAIL)
    return None


def _may_change(session: Session, member_id: UUID) -> bool:
    """Tell whether a member whose address is proved may still change it today."""
    told = count_issued_today(session, member_id=member_id, purpose=EmailPurpose.UNDO_EMAIL_CHANGE)
    return told < policies.MAILS_A_DAY


def _may_replace(session: Session, member_id: UUID, email: str, network: str) -> bool:
    """Count a change by a member who never proved an address; False when they or the new mailbox had enough today."""
    try:
        ratelimit.check(REPLACED, member_id.hex)
    except ratelimit.TooManyRequests:
        return False
    return may_mail_unproved(session, email, network)


def confirm_change(session: Session, *, site_id: UUID, token: str) -> str:
    """Give a member the address to which the link was mailed, and return it; sessions stay.

    An address that proves itself also confirms an account (spec 4.1). Raises LinkInvalid, or EmailTaken when somebody
    has signed up with the address meanwhile.
    """
    row = use_token(session, token, EmailPurpose.CHANGE_EMAIL, site_id=site_id)
    if row.status not in queries.PRESENT:
        raise LinkInvalid()
    _set_email(session, member_id=row.member_id, email=row.sent_to)
    discard_tokens(session, member_id=row.member_id, purpose=EmailPurpose.RESET)
    activate_member(session, member_id=row.member_id)
    return row.sent_to


def undo_change(session: Session, *, site_id: UUID, token: str) -> str:
    """Give a member the old address back, confirmed or not yet changed, and return it.

    Somebody else knew the password: so every browser is logged out and a link to a new password is mailed. Later
    undo links are useless from now on, earlier ones stay: whoever had the account first has the last word.
    Raises LinkInvalid or EmailTaken.
    """
    row = use_token(session, token, EmailPurpose.UNDO_EMAIL_CHANGE, site_id=site_id)
    member_id = row.member_id
    if row.status not in MAY_UNDO:
        raise LinkInvalid()
    for purpose in (EmailPurpose.CHANGE_EMAIL, EmailPurpose.RESET, EmailPurpose.REACTIVATE):
        discard_tokens(session, member_id=member_id, purpose=purpose)
    later = EmailPurpose.UNDO_EMAIL_CHANGE
    discard_tokens(session, member_id=member_id, purpose=later, issued_after=row.created_at)
    if row.email != row.sent_to:
        _set_email(session, member_id=member_id, email=row.sent_to)
    close_sessions(session, member_id=member_id)
    issue_token(session, member_id=member_id, email=row.sent_to, purpose=EmailPurpose.RESET)
    return row.sent_to


def _set_email(session: Session, *, member_id: UUID, email: str) -> None:
    try:
        session.execute(update(MemberRow).where(MemberRow.id == member_id).values(email=email, claimed_email=None))
    except IntegrityError as error:
        raise EmailTaken(field="email") from error
    publish(session, EmailChanged(member_id=member_id, changed_at=clock.now().isoformat()))
