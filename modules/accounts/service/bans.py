"""Commands that restrict and ban members, and lift that."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import insert, update

from app.kernel import clock
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.accounts.contracts import EmailPurpose, Feature, MemberStatus
from modules.accounts.errors import MemberNotFound
from modules.accounts.events import MemberBanned, MemberUnbanned
from modules.accounts.identity.models import MemberRow
from modules.accounts.identity.queries import members as member_queries
from modules.accounts.identity.service.members import end_photo_addresses
from modules.accounts.leaving.queries import deletions as deletion_queries
from modules.accounts.sessions.models import RestrictionRow
from modules.accounts.sessions.queries import restrictions as restriction_queries
from modules.accounts.sessions.service.email_tokens import discard_tokens
from modules.accounts.sessions.service.sessions import close_sessions

LOGIN_LINKS = (EmailPurpose.ACTIVATE, EmailPurpose.RESET, EmailPurpose.CHANGE_EMAIL, EmailPurpose.REACTIVATE)


def restrict_member(
    session: Session,
    *,
    member_id: UUID,
    features: Collection[Feature],
    decision_id: UUID,
    rule: str,
    statement: str,
    ends_at: datetime | None,
) -> None:
    """Restrict features for a member until `ends_at`, or until the restriction is lifted; the feature ACCOUNT is a ban.

    A ban hides the member and logs them out everywhere at once. Raises MemberNotFound for an erased member
    and for a fictional profile, which is retired instead.
    """
    member = member_queries.lock_member(session, member_id)
    if member.status == MemberStatus.ERASED or member.is_fictional:
        raise MemberNotFound()
    common = {"decision_id": decision_id, "member_id": member_id, "rule": rule}
    common |= {"statement": statement, "ends_at": ends_at}
    session.execute(insert(RestrictionRow), [{**common, "feature": feature} for feature in features])
    if Feature.ACCOUNT in features:
        _ban(session, member_id)


def lift_restrictions(session: Session, *, decision_id: UUID) -> None:
    """Lift the restrictions of a decision; a banned member is unbanned unless another ban is in force."""
    row = RestrictionRow
    lifted = update(row).where(row.decision_id == decision_id, row.lifted_at.is_(None)).values(lifted_at=clock.now())
    found = session.execute(lifted.returning(row.member_id, row.feature)).all()
    for one in found:
        if one.feature == Feature.ACCOUNT:
            _unban(session, one.member_id)


def _ban(session: Session, member_id: UUID) -> None:
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(status=MemberStatus.BANNED))
    close_sessions(session, member_id=member_id)
    end_photo_addresses(session, member_id=member_id)
    for purpose in LOGIN_LINKS:
        discard_tokens(session, member_id=member_id, purpose=purpose)
    publish(session, MemberBanned(member_id=member_id, banned_at=clock.now().isoformat()))


def _unban(session: Session, member_id: UUID) -> None:
    """Restore the state before the ban: an account that was deleted is deleted, with its erasure date unchanged."""
    member = member_queries.lock_member(session, member_id)
    if member.status != MemberStatus.BANNED or restriction_queries.find_restriction(
        session, member_id, Feature.ACCOUNT
    ):
        return
    status = MemberStatus.ACTIVE if member.confirmed_at else MemberStatus.NOT_CONFIRMED
    if deletion_queries.find_erase_at(session, member_id) is not None:
        status = MemberStatus.DELETED
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(status=status))
    publish(session, MemberUnbanned(member_id=member_id, unbanned_at=clock.now().isoformat()))
