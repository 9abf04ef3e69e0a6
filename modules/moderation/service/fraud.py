"""Telling people that somebody they wrote with was removed for fraud, and that it was a mistake."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db import Session
from app.kernel.ids import new_id
from app.kernel.outbox import publish
from modules.accounts import api as accounts_api
from modules.accounts.errors import MemberNotFound
from modules.messaging import api as messaging_api
from modules.moderation.contracts import Notice
from modules.moderation.events import FraudNoticed, FraudNoticeWithdrawn
from modules.moderation.models import FraudNotice
from modules.moderation.queries import decisions as queries

REASON = "it went to a cheat"
_TOLD = (FraudNotice.id, FraudNotice.member_id, FraudNotice.credits)


def return_credits(session: Session, *, removed_id: UUID) -> None:
    """Give back what each message to somebody cost who is banned for fraud, and tell all who wrote with them.

    Once: what is returned is not returned again, and who was told is not told again. Nothing where the ban was taken
    back meanwhile, which waits for this.
    """
    if not queries.is_banned_for_fraud(session, removed_id, lock=True):
        return
    returned = dict.fromkeys(messaging_api.list_correspondents(session, removed_id), 0)
    for message_id, sender_id in messaging_api.list_paid_to(session, removed_id):
        returned[sender_id] += messaging_api.refund_message(session, message_id=message_id, reason=REASON)
    notify_fraud(session, removed_id=removed_id, returned=returned)


def notify_fraud(session: Session, *, removed_id: UUID, returned: Mapping[UUID, int]) -> None:
    """Tell members that `removed_id`, with whom they wrote, is gone; `returned` says how many credits each got back.

    Call it with what messaging's refund_message gave, in the transaction of the removal. Who was told is not told
    again. Raises MemberNotFound for somebody removed whom nobody knows, and ValueError for less than no credits.
    """
    if accounts_api.list_members(session, [removed_id]).get(removed_id) is None:
        raise MemberNotFound()
    if any(credits < 0 for credits in returned.values()):
        raise ValueError("nobody gets less than no credits back")
    # Always in the same order, so that two of these do not wait for each other.
    notices = [
        {"id": new_id(), "member_id": member_id, "removed_id": removed_id, "credits": credits}
        for member_id, credits in sorted(returned.items())
        if member_id != removed_id
    ]
    if not notices:
        return
    added = insert(FraudNotice).values(notices).on_conflict_do_nothing()
    told = session.execute(added.returning(*_TOLD)).all()
    if told:
        publish(session, *(FraudNoticed(removed_id, one.member_id, one.credits, one.id) for one in told))


def withdraw_notices(session: Session, *, removed_id: UUID) -> None:
    """Tell all who were told that somebody was removed for fraud that it was a mistake, unless another ban for it
    stands. What came back to them stays theirs.
    """
    if queries.is_banned_for_fraud(session, removed_id):
        return
    row = FraudNotice
    wrong = update(row).where(row.removed_id == removed_id, row.withdrawn_at.is_(None)).values(withdrawn_at=func.now())
    told = session.execute(wrong.returning(*_TOLD)).all()
    if told:
        publish(session, *(FraudNoticeWithdrawn(one.id, removed_id, one.member_id, one.credits) for one in told))


def list_notices(session: Session, member_id: UUID) -> list[Notice]:
    """Return of whom a member was told that they were removed for fraud, the newest first."""
    row = FraudNotice
    own = select(row.id, row.at, row.removed_id, row.credits, row.withdrawn_at).where(row.member_id == member_id)
    found = session.execute(own.order_by(row.at.desc(), row.id).limit(100)).all()
    removed = accounts_api.list_members(session, [one.removed_id for one in found])
    names = {one_id: one.name for one_id, one in removed.items()}
    return [Notice(one.id, one.at, names.get(one.removed_id) or None, one.credits, one.withdrawn_at) for one in found]
