"""Deleting an account: it is hidden at once, can be reactivated by a link for 14 days, then it is erased (spec 4.2)."""

from datetime import date, datetime
from uuid import UUID

from sqlalchemy import delete, func, insert, update

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.http import idempotency
from app.kernel.ids import new_id
from modules.accounts.contracts import REACTIVATION, DeletionOutcome, DeletionReason, EmailPurpose, MemberStatus
from modules.accounts.errors import LinkInvalid, MemberNotFound, TooManyReactivationMails
from modules.accounts.events import MemberDeleted, MemberErased, MemberReactivated
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries import members as member_queries
from modules.accounts.identity.queries.members import LockedMember
from modules.accounts.identity.service.members import end_photo_addresses
from modules.accounts.invitations import service as invitations
from modules.accounts.leaving.models import DeletionRow
from modules.accounts.leaving.queries import deletions as deletion_queries
from modules.accounts.sessions import policies as session_policies
from modules.accounts.sessions.models import EmailToken, LoginSession
from modules.accounts.sessions.service.email_tokens import (
    count_issued_today,
    discard_tokens,
    issue_token,
    may_mail_unconfirmed,
    use_token,
)
from modules.accounts.sessions.service.sessions import close_sessions

# The date of birth of erased members, because the column is NOT NULL.
NOBODYS_BIRTHDAY = date(1900, 1, 1)


def delete_member(
    session: Session,
    *,
    member_id: UUID,
    reason: DeletionReason | None,
    words: str = "",
    erase_at: datetime | None = None,
    network: str = "",
) -> datetime:
    """Delete an account: hide it at once, log the member out everywhere and mail a reactivation link. Returns when it
    will be erased: `erase_at`, or in 14 days.

    `network` is the requesting one, for the limit of mails to unconfirmed addresses; empty for staff. Raises
    MemberNotFound for an account that is deleted already, banned or fictional.
    """
    member = member_queries.lock_member(session, member_id)
    if member.status not in member_queries.PRESENT or member.is_fictional:
        raise MemberNotFound()
    gone = {"status": MemberStatus.DELETED, "deleted_at": func.now()}
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(gone))
    erase_at = _write_deletion(session, member_id, reason, words, erase_at)
    close_sessions(session, member_id=member_id)
    end_photo_addresses(session, member_id=member_id)
    for purpose in (EmailPurpose.ACTIVATE, EmailPurpose.RESET, EmailPurpose.CHANGE_EMAIL):
        discard_tokens(session, member_id=member_id, purpose=purpose)
    _mail_reactivation_link(session, member_id, member, erase_at, network)
    publish(session, MemberDeleted(member_id=member_id))
    return erase_at


def _write_deletion(
    session: Session, member_id: UUID, reason: DeletionReason | None, words: str, erase_at: datetime | None = None
) -> datetime:
    values = {"id": new_id(), "member_id": member_id, "reason": reason, "words": words}
    statement = insert(DeletionRow).values(**values, erase_at=erase_at or func.now() + REACTIVATION)
    return session.execute(statement.returning(DeletionRow.erase_at)).scalar_one()


def _mail_reactivation_link(
    session: Session, member_id: UUID, member: LockedMember, erase_at: datetime, network: str
) -> bool:
    """Mail the link; False when the address is not confirmed and its mailbox reached today's limit."""
    if member.confirmed_at is None and not may_mail_unconfirmed(session, member.email, network):
        return False
    issue_token(session, member_id=member_id, email=member.email, purpose=EmailPurpose.REACTIVATE, expires_at=erase_at)
    return True


def mail_reactivation(session: Session, *, member_id: UUID, network: str) -> None:
    """Mail the reactivation link of a deleted account again; raises TooManyReactivationMails."""
    member = member_queries.lock_member(session, member_id)
    erase_at = deletion_queries.find_erase_at(session, member_id)
    if erase_at is None or member.status != MemberStatus.DELETED:
        return
    if count_issued_today(session, member_id=member_id, purpose=EmailPurpose.REACTIVATE) > session_policies.MAILS_A_DAY:
        raise TooManyReactivationMails()
    if not _mail_reactivation_link(session, member_id, member, erase_at, network):
        raise TooManyReactivationMails()


def reactivate_by_link(session: Session, *, site_id: UUID, token: str) -> UUID:
    """Reactivate an account by the mailed link and return its id; raises LinkInvalid."""
    row = use_token(session, token, EmailPurpose.REACTIVATE, site_id=site_id)
    if row.status != MemberStatus.DELETED:
        raise LinkInvalid()
    reactivate_member(session, member_id=row.member_id)
    return row.member_id


def reactivate_member(session: Session, *, member_id: UUID) -> None:
    """Reactivate a deleted account; raises MemberNotFound for one that is not deleted."""
    member = member_queries.lock_member(session, member_id)
    if member.status != MemberStatus.DELETED:
        raise MemberNotFound()
    status = MemberStatus.ACTIVE if member.confirmed_at else MemberStatus.NOT_CONFIRMED
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(status=status, deleted_at=None))
    _end_deletion(session, member_id, DeletionOutcome.REACTIVATED)
    discard_tokens(session, member_id=member_id, purpose=EmailPurpose.REACTIVATE)
    publish(session, MemberReactivated(member_id=member_id, reactivated_at=clock.now().isoformat()))


def erase_due_member(session: Session, *, member_id: UUID) -> bool:
    """Erase a member whose erasure is due, banned meanwhile or not; False if reactivated or erased already."""
    status = member_queries.lock_member(session, member_id).status
    if status not in (MemberStatus.DELETED, MemberStatus.BANNED) or not deletion_queries.is_erasure_due(
        session, member_id
    ):
        return False
    erase_member(session, member_id=member_id)
    return True


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Erase a member permanently. An empty row of the account stays, because the ledger refers to it.

    Raises MemberNotFound for an erased member.
    """
    member = member_queries.lock_member(session, member_id)
    if member.status == MemberStatus.ERASED:
        raise MemberNotFound()
    if deletion_queries.find_erase_at(session, member_id) is None:
        _write_deletion(session, member_id, DeletionReason.OPERATOR, "")
    session.execute(update(DeletionRow).where(DeletionRow.member_id == member_id).values(words=""))
    _end_deletion(session, member_id, DeletionOutcome.ERASED)
    _delete_credentials(session, member_id)
    nobody = {
        "status": MemberStatus.ERASED,
        "email": None,
        "claimed_email": None,
        "name": "",
        "taken_name": None,
        "password_hash": None,
        "date_of_birth": NOBODYS_BIRTHDAY,
        "signup_message": "",
        "traffic_source": None,
        "email_changed_at": None,
        "deleted_at": func.coalesce(MemberRow.deleted_at, func.now()),
    }
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(nobody))
    publish(session, MemberErased(member_id=member_id))


def _delete_credentials(session: Session, member_id: UUID) -> None:
    session.execute(delete(LoginSession).where(LoginSession.member_id == member_id))
    session.execute(delete(EmailToken).where(EmailToken.member_id == member_id))
    invitations.forget_note(session, member_id=member_id)
    idempotency.forget_answers(session, member_id=member_id)


def _end_deletion(session: Session, member_id: UUID, outcome: DeletionOutcome) -> None:
    still_open = (DeletionRow.member_id == member_id, DeletionRow.ended_at.is_(None))
    session.execute(update(DeletionRow).where(*still_open).values(outcome=outcome, ended_at=func.now()))
