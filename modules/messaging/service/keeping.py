"""What the two sides do with their conversations: read them, remove them, get a payment back."""

from uuid import UUID

from sqlalchemy import Update, func, select, update
from sqlalchemy.orm import Session

from app.kernel.auth import Actor
from app.kernel.outbox import publish
from modules.billing import api as billing_api
from modules.messaging import queries
from modules.messaging.contracts import Side
from modules.messaging.errors import ConversationNotFound
from modules.messaging.events import MessageRefunded
from modules.messaging.models import MessageRow, Participant
from modules.messaging.service.partners import get_partner


def mark_read(session: Session, *, actor: Actor, conversation_id: UUID, seq: int) -> int:
    """Note that the member has read up to `seq`; returns what is still unread here (spec 4.8). Never goes back.

    Raises ConversationNotFound.
    """
    side = _lock_own_side(session, actor, conversation_id)
    read_seq = func.greatest(Participant.read_seq, min(seq, side.last_seq))
    unread = (
        select(func.count())
        .where(MessageRow.conversation_id == conversation_id, MessageRow.sender_id == side.partner_id)
        .where(MessageRow.seq > func.greatest(read_seq, Participant.removed_seq))
        .correlate(Participant)
        .scalar_subquery()
    )
    changed = _own(side).values(read_seq=read_seq, unread=unread).returning(Participant.unread)
    return session.execute(changed).scalar_one()


def remove_conversation(session: Session, *, actor: Actor, conversation_id: UUID) -> None:
    """Take a conversation off the member's own list; what it held so far stays hidden when it returns (spec 4.9).

    Raises ConversationNotFound.
    """
    side = _lock_own_side(session, actor, conversation_id)
    session.execute(_own(side).values(removed_seq=side.last_seq, read_seq=side.last_seq, unread=0))


def refund_message(session: Session, *, message_id: UUID, reason: str) -> int:
    """Give back what a message cost, for one that was not delivered or came to a cheat. Returns the credits given back,
    0 for a message that was free or is refunded already. Raises ConversationNotFound.
    """
    message = session.execute(
        select(MessageRow.sender_id, MessageRow.tx_id, MessageRow.refunded_at)
        .where(MessageRow.id == message_id)
        .with_for_update(key_share=True)
    ).one_or_none()
    if message is None:
        raise ConversationNotFound()
    if message.tx_id is None or message.refunded_at is not None:
        return 0
    credits = billing_api.refund_spend(session, tx_id=message.tx_id, reason=reason)
    session.execute(update(MessageRow).where(MessageRow.id == message_id).values(refunded_at=func.now()))
    publish(session, MessageRefunded(message_id, message.sender_id))
    return credits


def count_unread(session: Session, *, member_id: UUID) -> int:
    """Return a member's unread messages, without those of people who are absent (spec 2.45)."""
    return queries.count_unread(session, member_id=member_id)


def _lock_own_side(session: Session, actor: Actor, conversation_id: UUID) -> Side:
    side = queries.lock_side(session, conversation_id=conversation_id, member_id=actor.member)
    if side is None:
        raise ConversationNotFound()
    get_partner(session, actor=actor, partner_id=side.partner_id)
    return side


def _own(side: Side) -> Update:
    return update(Participant).where(
        Participant.conversation_id == side.conversation_id, Participant.member_id == side.member_id
    )
