"""Signing up and confirming the address."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeGuard
from uuid import UUID

from app.kernel import clock
from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import publish
from modules.accounts.contracts import EmailPurpose, MemberStatus, NewMember
from modules.accounts.errors import (
    ActivationFailed,
    EmailTaken,
    InvitationInvalid,
    LinkInvalid,
    TooManyActivationMails,
)
from modules.accounts.events import SignupRepeated
from modules.accounts.identity.queries import members as member_queries
from modules.accounts.identity.queries.members import Account
from modules.accounts.identity.service.members import activate_member, create_member
from modules.accounts.invitations import service as invitations
from modules.accounts.sessions.queries import links as link_queries
from modules.accounts.sessions.service import attempts
from modules.accounts.sessions.service.email_tokens import issue_token, may_mail_unconfirmed, read_token, use_token
from modules.sites.contracts import Signups, Site


@contextmanager
def existence_answer(site: Site, network: str) -> Iterator[bool]:
    """Reserve one of a network's existence answers of today during a signup; yields whether one was left (spec 5.3).

    It is used up when EmailTaken is raised, and returned otherwise. Opens its own transactions.
    """
    with transaction() as session:
        may_tell = not site.hide_account_existence and attempts.take_existence_answer(
            session, site_id=site.id, place=network
        )
    is_used = False
    try:
        yield may_tell
    except EmailTaken:
        is_used = True
        raise
    finally:
        if may_tell and not is_used:
            with transaction() as session:
                attempts.return_existence_answer(session, site_id=site.id, place=network)


def sign_up(
    session: Session, *, site: Site, new: NewMember, network: str, invite: str | None = None, is_claim: bool = False
) -> UUID:
    """Create an account, have its activation link mailed, and return its id.

    With `is_claim` only the mail reveals whether the address has an account. Raises InvitationInvalid, or EmailTaken
    without `is_claim`.
    """
    # First, so that a signup without a valid invitation does not learn whether the address has an account.
    invitation_id = invitations.take_invitation(session, site_id=site.id, code=invite) if invite else None
    if invitation_id is None and site.signups is Signups.INVITATION:
        raise InvitationInvalid(field="invite")
    member_id = create_member(session, site_id=site.id, new=new, is_claim=is_claim)
    if invitation_id is not None:
        invitations.note_use(session, invitation_id=invitation_id, member_id=member_id)
    _mail_activation(session, member_id, network)
    return member_id


def _mail_activation(session: Session, member_id: UUID, network: str) -> bool:
    """Mail the activation link, or tell the owner of a claimed address of the signup; False at the mailbox's limit."""
    member = member_queries.get_credentials(session, member_id)
    if not may_mail_unconfirmed(session, member.email, network):
        return False
    owner = (
        member_queries.find_by_email(session, site_id=member.site_id, email=member.email) if member.is_claim else None
    )
    if is_proved(owner):
        _mail_owner(session, owner)
    else:
        issue_token(session, member_id=member_id, email=member.email, purpose=EmailPurpose.ACTIVATE)
    return True


def is_proved(owner: Account | None) -> TypeGuard[Account]:
    """Return whether an address has an account that confirmed it, which nobody else can get by a mailed link."""
    return owner is not None and owner.confirmed_at is not None


def _mail_owner(session: Session, owner: Account) -> None:
    publish(session, SignupRepeated(member_id=owner.id, day=clock.today().isoformat()))


def answer_taken(session: Session, *, site: Site, owner: Account, network: str) -> EmailTaken | None:
    """Return EmailTaken for a requested address that has an owner, or None when only the mail may reveal that."""
    if not site.hide_account_existence and attempts.take_existence_answer(session, site_id=site.id, place=network):
        return EmailTaken(field="email")
    _mail_owner(session, owner)
    return None


def activate(session: Session, *, site_id: UUID, token: str) -> MemberStatus:
    """Confirm an address by the link that was mailed to it (spec 4.1); a second use of a fresh one is no error.

    Raises LinkInvalid, or ActivationFailed for an account that is deleted or banned, or whose address another account
    has confirmed meanwhile (spec 8.3).
    """
    if not _is_done(session, token, site_id):
        row = use_token(session, token, EmailPurpose.ACTIVATE, site_id=site_id)
        if row.status not in member_queries.PRESENT:
            raise ActivationFailed()
        try:
            activate_member(session, member_id=row.member_id)
        except EmailTaken as error:
            raise ActivationFailed() from error
    return MemberStatus.ACTIVE


def _is_done(session: Session, token: str, site_id: UUID) -> bool:
    row = link_queries.find_token(session, read_token(token), lock=True)
    if row is None or row.purpose != EmailPurpose.ACTIVATE or row.site_id != site_id:
        raise LinkInvalid()
    return row.is_fresh and row.status == MemberStatus.ACTIVE


def resend_activation(session: Session, *, member_id: UUID, network: str) -> None:
    """Mail a new activation link; does nothing once the account is active. Raises TooManyActivationMails."""
    if member_queries.get_credentials(session, member_id, lock=True).status != MemberStatus.NOT_CONFIRMED:
        return
    if not _mail_activation(session, member_id, network):
        raise TooManyActivationMails()
