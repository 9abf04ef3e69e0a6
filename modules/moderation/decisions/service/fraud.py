"""Notices to members that a chat partner was removed for fraud, and their withdrawal."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_id
from modules.accounts import api as accounts_api
from modules.accounts.errors import MemberNotFound
from modules.messaging import api as messaging_api
from modules.moderation.contracts.decisions import Notice
from modules.moderation.decisions.models import FraudNotice
from modules.moderation.decisions.queries import decisions as queries
from modules.moderation.events import FraudNoticed, FraudNoticeWithdrawn

REASON = "it went to a cheat"
_NOTICE_COLUMNS = (FraudNotice.id, FraudNotice.member_id, FraudNotice.credits)


def return_credits(session: Session, *, removed_id: UUID) -> None:
    """Return the credits of all messages to a member banned for fraud, and notify all who wrote with them.

    It is idempotent. Does nothing when the ban was lifted meanwhile; the row lock makes a concurrent lift wait.
    """
    if not queries.is_banned_for_fraud(session, removed_id, lock=True):
        return
    returned = dict.fromkeys(messaging_api.list_correspondents(session, removed_id), 0)
    for message_id, sender_id in messaging_api.list_paid_to(session, removed_id):
        returned[sender_id] += messaging_api.refund_message(session, message_id=message_id, reason=REASON)
    notify_fraud(session, removed_id=removed_id, returned=returned)


def notify_fraud(session: Session, *, removed_id: UUID, returned: Mapping[UUID, int]) -> None:
    """Notify members that `removed_id`, a chat partner, was removed; `returned` are the credits returned to each.

    Members with a notice get no second one. Raises MemberNotFound for an unknown `removed_id`, and ValueError for
    negative credits.
    """
    if accounts_api.list_members(session, [removed_id]).get(removed_id) is None:
        raise MemberNotFound()
    if any(credits < 0 for credits in returned.values()):
        raise ValueError("nobody gets less than no credits back")
    # Sorted, so that two concurrent calls do not deadlock.
    notices = [
        {"id": new_id(), "member_id": member_id, "removed_id": removed_id, "credits": credits}
        for member_id, credits in sorted(returned.items())
        if member_id != removed_id
    ]
    if not notices:
        return
    added = insert(FraudNotice).values(notices).on_conflict_do_nothing()
    changed = session.execute(added.returning(*_NOTICE_COLUMNS)).all()
    if changed:
        publish(session, *(FraudNoticed(removed_id, one.member_id, one.credits, one.id) for one in changed))


def withdraw_notices(session: Session, *, removed_id: UUID) -> None:
    """Withdraw the notices about a member, unless another ban for fraud is valid; returned credits stay."""
    if queries.is_banned_for_fraud(session, removed_id):
        return
    row = FraudNotice
    wrong = update(row).where(row.removed_id == removed_id, row.withdrawn_at.is_(None)).values(withdrawn_at=func.now())
    changed = session.execute(wrong.returning(*_NOTICE_COLUMNS)).all()
    if changed:
        publish(session, *(FraudNoticeWithdrawn(one.id, removed_id, one.member_id, one.credits) for one in changed))


def is_notice_withdrawn(session: Session, notice_id: UUID) -> bool:
    """Return whether a notice of fraud was withdrawn."""
    withdrawn = select(FraudNotice.id).where(FraudNotice.id == notice_id, FraudNotice.withdrawn_at.is_not(None))
    return session.execute(withdrawn).one_or_none() is not None


def list_notices(session: Session, member_id: UUID) -> list[Notice]:
    """Return a member's notices of fraud, the newest first."""
    row = FraudNotice
    own = select(row.id, row.at, row.removed_id, row.credits, row.withdrawn_at).where(row.member_id == member_id)
    found = session.execute(own.order_by(row.at.desc(), row.id).limit(100)).all()
    removed = accounts_api.list_members(session, [one.removed_id for one in found])
    names = {one_id: one.name for one_id, one in removed.items()}
    return [Notice(one.id, one.at, names.get(one.removed_id) or None, one.credits, one.withdrawn_at) for one in found]
