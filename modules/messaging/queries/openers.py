"""How alike the first words are that somebody writes to many."""

from uuid import UUID

from sqlalchemy import and_, func, select
from sqlalchemy.orm import Session, aliased

from modules.messaging.models import Conversation, MessageRow

# How alike two openers are that say the same with another name in it, and from how many signs on that tells anything.
ALIKE, LONG_ENOUGH = 0.7, 25


def count_alike_starts(session: Session, message_id: UUID, *, hours: int) -> int:
    """Return to how many people the sender of an opener wrote nearly the same first words within `hours`, this time
    included; short greetings are everybody's.
    """
    this, other = aliased(MessageRow), aliased(MessageRow)
    recent = other.sent_at > func.now() - func.make_interval(0, 0, 0, 0, hours)
    alike = (
        select(func.count())
        .select_from(this)
        .join(Conversation, Conversation.started_by == this.sender_id)
        .join(other, and_(other.conversation_id == Conversation.id, other.seq == 1))
        .where(this.id == message_id, other.sender_id == this.sender_id, recent)
        .where(func.char_length(this.body) >= LONG_ENOUGH, func.similarity(other.body, this.body) >= ALIKE)
    )
    return session.execute(alike).scalar_one()
