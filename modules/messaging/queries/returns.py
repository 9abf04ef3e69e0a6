"""What is returned to those who wrote with somebody."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from modules.messaging.models import MessageRow, Participant


def list_correspondents(session: Session, member_id: UUID) -> list[UUID]:
    """Return the other sides of a member's conversations."""
    return list(session.execute(select(Participant.partner_id).where(Participant.member_id == member_id)).scalars())


def list_paid_to(session: Session, member_id: UUID) -> list[tuple[UUID, UUID]]:
    """Return (message, sender) of what others paid for in a member's conversations and did not get back."""
    paid = (
        select(MessageRow.id, MessageRow.sender_id)
        .join(Participant, Participant.conversation_id == MessageRow.conversation_id)
        .where(Participant.member_id == member_id, MessageRow.sender_id == Participant.partner_id)
        .where(MessageRow.tx_id.is_not(None), MessageRow.refunded_at.is_(None))
        # Always in the same order, so that two of these do not wait for each other.
        .order_by(MessageRow.sender_id, MessageRow.id)
    )
    return [(row.id, row.sender_id) for row in session.execute(paid)]
