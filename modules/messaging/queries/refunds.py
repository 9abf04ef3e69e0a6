"""Reads of messages to be refunded."""

from uuid import UUID

from sqlalchemy import Select, func, select

from app.kernel.db.session import Session
from modules.billing import api as billing_api
from modules.messaging.models import Conversation, MessageRow, Participant
from modules.profiles.contracts import Kind
from modules.sites import api as sites_api


def list_correspondents(session: Session, member_id: UUID) -> list[UUID]:
    """Return the partners of a member's conversations."""
    return list(session.execute(select(Participant.partner_id).where(Participant.member_id == member_id)).scalars())


def list_paid_to(session: Session, member_id: UUID) -> list[tuple[UUID, UUID]]:
    """Return (message, sender) of the paid, unrefunded messages of others in a member's conversations."""
    paid = (
        select(MessageRow.id, MessageRow.sender_id)
        .join(Participant, Participant.conversation_id == MessageRow.conversation_id)
        .where(Participant.member_id == member_id, MessageRow.sender_id == Participant.partner_id)
        .where(MessageRow.tx_id.is_not(None), MessageRow.refunded_at.is_(None))
        # Always in the same order, to avoid deadlocks.
        .order_by(MessageRow.sender_id, MessageRow.id)
    )
    return [(row.id, row.sender_id) for row in session.execute(paid)]


def list_unread_of(session: Session, member_id: UUID) -> list[UUID]:
    """Return the paid, unrefunded messages to a member that the member never read."""
    unread = _unread().where(Participant.member_id == member_id)
    return list(session.execute(unread.order_by(MessageRow.id)).scalars())


def list_unanswered(session: Session, *, limit: int) -> list[UUID]:
    """Return paid, unrefunded and unanswered messages to fictional profiles of sites that show none any more, the
    oldest first.
    """
    return list(session.execute(_unanswered().order_by(MessageRow.id).limit(limit)).scalars())


def sum_unanswered(session: Session, site_id: UUID) -> tuple[int, int]:
    """Return the number and the credits of a site's messages of `list_unanswered`."""
    unanswered = _unanswered().where(Conversation.site_id == site_id)
    count = session.execute(select(func.count()).select_from(unanswered.subquery())).scalar_one()
    return count, billing_api.sum_credits(session, unanswered.with_only_columns(MessageRow.tx_id))


def is_unanswered(session: Session, message_id: UUID) -> bool:
    """Return whether a message is one of `list_unanswered`."""
    return session.execute(_unanswered().where(MessageRow.id == message_id)).one_or_none() is not None


def _unanswered() -> Select[UUID]:
    return (
        _unread()
        .join(Conversation, Conversation.id == Participant.conversation_id)
        .where(Participant.kind == Kind.FICTIONAL, Participant.unread > 0)
        .where(~sites_api.shows_fictional(Conversation.site_id))
    )


def _unread() -> Select[UUID]:
    seen = func.greatest(Participant.read_seq, Participant.removed_seq)
    return (
        select(MessageRow.id)
        .join(Participant, Participant.conversation_id == MessageRow.conversation_id)
        .where(MessageRow.sender_id == Participant.partner_id, MessageRow.seq > seen)
        .where(MessageRow.tx_id.is_not(None), MessageRow.refunded_at.is_(None))
    )
