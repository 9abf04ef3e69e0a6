"""What staff keep a member from: the whole account, or a part of what members do. Who decides so is moderation."""

from collections.abc import Collection
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import insert, update

from app.kernel import clock, links
from app.kernel.db import Session, transaction
from app.kernel.outbox import publish
from modules.accounts import queries
from modules.accounts.contracts import EmailPurpose, Feature, MemberStatus
from modules.accounts.errors import Banned, FeatureLimited, MemberNotFound
from modules.accounts.events import MemberBanned, MemberUnbanned
from modules.accounts.models import MemberRow, RestrictionRow
from modules.accounts.queries.rows import Restriction
from modules.accounts.service.email_tokens import discard_tokens
from modules.accounts.service.members import end_photo_addresses
from modules.accounts.service.sessions import close_sessions

OPEN_WAYS_IN = (EmailPurpose.ACTIVATE, EmailPurpose.RESET, EmailPurpose.CHANGE_EMAIL, EmailPurpose.REACTIVATE)


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
    """Keep a member from features until `ends_at`, or until it is lifted; the feature ACCOUNT is a ban.

    A ban hides the member and logs them out everywhere at once. Raises MemberNotFound for who is erased, and for a
    fictional profile, which is retired instead.
    """
    member = queries.lock_member(session, member_id)
    if member.status == MemberStatus.ERASED or member.is_fictional:
        raise MemberNotFound()
    common = {"decision_id": decision_id, "member_id": member_id, "rule": rule}
    common |= {"statement": statement, "ends_at": ends_at}
    session.execute(insert(RestrictionRow), [{**common, "feature": feature} for feature in features])
    if Feature.ACCOUNT in features:
        _ban(session, member_id)


def lift_restrictions(session: Session, *, decision_id: UUID) -> None:
    """Take back what a decision kept a member from; a banned member comes back unless another ban stands."""
    row = RestrictionRow
    lifted = update(row).where(row.decision_id == decision_id, row.lifted_at.is_(None)).values(lifted_at=clock.now())
    found = session.execute(lifted.returning(row.member_id, row.feature)).all()
    for one in found:
        if one.feature == Feature.ACCOUNT:
            _unban(session, one.member_id)


def ensure_allowed(session: Session, *, member_id: UUID, feature: Feature) -> None:
    """Refuse what staff keep a member from now, with the rule and where the reasons are; raises FeatureLimited."""
    found = queries.find_restriction(session, member_id, feature)
    if found is not None:
        raise FeatureLimited(reason=feature.value, **_told(found))


def ensure_not_banned(status: MemberStatus, member_id: UUID) -> None:
    """Refuse who knew the password but is banned, and say why; opens its own transaction. Raises Banned."""
    if status is MemberStatus.BANNED:
        with transaction(read_only=True) as session:
            found = queries.find_restriction(session, member_id, Feature.ACCOUNT)
        raise Banned(**(_told(found) if found else {}))


def _told(found: Restriction) -> dict[str, Any]:
    until = found.ends_at.isoformat() if found.ends_at else None
    return {"rule": found.rule, "until": until, "statement": links.with_key(found.statement)}


def _ban(session: Session, member_id: UUID) -> None:
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(status=MemberStatus.BANNED))
    close_sessions(session, member_id=member_id)
    end_photo_addresses(session, member_id=member_id)
    for purpose in OPEN_WAYS_IN:
        discard_tokens(session, member_id=member_id, purpose=purpose)
    publish(session, MemberBanned(member_id=member_id, banned_at=clock.now().isoformat()))


def _unban(session: Session, member_id: UUID) -> None:
    """Let a member be what they were: who had asked to be deleted is deleted, and still has the days until then."""
    member = queries.lock_member(session, member_id)
    if member.status != MemberStatus.BANNED or queries.find_restriction(session, member_id, Feature.ACCOUNT):
        return
    status = MemberStatus.ACTIVE if member.confirmed_at else MemberStatus.NOT_CONFIRMED
    if queries.find_erase_at(session, member_id) is not None:
        status = MemberStatus.DELETED
    session.execute(update(MemberRow).where(MemberRow.id == member_id).values(status=status))
    publish(session, MemberUnbanned(member_id=member_id, unbanned_at=clock.now().isoformat()))
