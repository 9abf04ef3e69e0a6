"""Signing up and confirming the address."""

from uuid import UUID

from app.kernel import clock
from app.kernel.db import Session
from app.kernel.outbox import publish
from modules.accounts import policies, queries
from modules.accounts.contracts import EmailPurpose, MemberStatus, NewMember
from modules.accounts.errors import (
    ActivationFailed,
    EmailTaken,
    InvitationInvalid,
    LinkInvalid,
    TooManyActivationMails,
)
from modules.accounts.events import SignupRepeated
from modules.accounts.service import attempts, invitations
from modules.accounts.service.email_tokens import count_issued_today, issue_token, read_token, use_token
from modules.accounts.service.members import activate_member, create_member
from modules.sites.contracts import Signups, Site


def begin_signup(session: Session, *, site: Site, has_source: bool, invite: str | None, network: str) -> bool:
    """Tell whether a signup must be answered alike for new and known addresses (spec 5.3).

    Raises SignupClosed in one of its forms (spec 6.2).
    """
    policies.ensure_signup_open(site.signups, has_source=has_source, has_invitation=bool(invite))
    return site.hide_account_existence or not attempts.may_tell_existence(session, site_id=site.id, place=network)


def sign_up(session: Session, *, site: Site, new: NewMember, invite: str | None = None) -> UUID:
    """Make an account and have its activation link mailed; returns its id. Raises InvitationInvalid or EmailTaken."""
    # First of all: whoever brings no good invitation is told of no account either.
    invitation_id = invitations.take_invitation(session, site_id=site.id, code=invite) if invite else None
    if invitation_id is None and site.signups is Signups.INVITATION:
        raise InvitationInvalid(field="invite")
    member_id = create_member(session, site_id=site.id, new=new)
    if invitation_id is not None:
        invitations.note_use(session, invitation_id=invitation_id, member_id=member_id)
    issue_token(session, member_id=member_id, email=new.email, purpose=EmailPurpose.ACTIVATE)
    return member_id


def repeat_signup(session: Session, *, site: Site, email: str, network: str) -> EmailTaken | None:
    """Answer a signup with an address that has an account: the refusal, or None when only the mail may tell."""
    if not site.hide_account_existence and attempts.count_existence_answer(session, site_id=site.id, place=network):
        return EmailTaken(field="email")
    member = queries.find_by_email(session, site_id=site.id, email=email)
    if member is not None and member.status in queries.PRESENT:
        publish(session, SignupRepeated(member_id=member.id, day=clock.today().isoformat()))
    return None


def activate(session: Session, *, site_id: UUID, token: str) -> MemberStatus:
    """Confirm an address by the link that was mailed to it (spec 4.1); a second use of a fresh one is no error.

    Raises LinkInvalid, or ActivationFailed for an account that is deleted or banned (spec 8.3).
    """
    if not _is_done(session, token, site_id):
        row = use_token(session, token, EmailPurpose.ACTIVATE, site_id=site_id)
        if row.status not in queries.PRESENT:
            raise ActivationFailed()
        activate_member(session, member_id=row.member_id)
    return MemberStatus.ACTIVE


def _is_done(session: Session, token: str, site_id: UUID) -> bool:
    row = queries.find_token(session, read_token(token), lock=True)
    if row is None or row.purpose != EmailPurpose.ACTIVATE or row.site_id != site_id:
        raise LinkInvalid()
    return bool(row.is_fresh) and row.status == MemberStatus.ACTIVE


def resend_activation(session: Session, *, member_id: UUID) -> None:
    """Mail a new activation link; nothing happens once the account is active. Raises TooManyActivationMails."""
    member = queries.get_credentials(session, member_id, lock=True)
    if member.status != MemberStatus.NOT_CONFIRMED:
        return
    if count_issued_today(session, member_id=member_id, purpose=EmailPurpose.ACTIVATE) > policies.MAILS_A_DAY:
        raise TooManyActivationMails()
    issue_token(session, member_id=member_id, email=member.email, purpose=EmailPurpose.ACTIVATE)
