"""What the first words have in common that somebody writes to many."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import aliased

from app.kernel.db import Session
from modules.messaging.contracts import Hint
from modules.messaging.models import Conversation, MessageRow

# How alike two openers are that say the same with another name in it, and from how many signs on that tells anything.
ALIKE, LONG_ENOUGH = 0.7, 25

_THIS, _OTHER = aliased(MessageRow), aliased(MessageRow)


def count_alike_starts(session: Session, message_id: UUID, *, hours: int) -> int:
    """Return to how many people the sender of an opener wrote nearly the same first words within `hours`, this time
    included; short greetings are everybody's.
    """
    is_long = func.char_length(_THIS.body) >= LONG_ENOUGH
    alike = _starts(message_id, hours).where(is_long, func.similarity(_OTHER.body, _THIS.body) >= ALIKE)
    return session.execute(alike).scalar_one()


def count_starts_with(session: Session, message_id: UUID, *, hints: Collection[Hint], hours: int) -> int:
    """Return to how many people the sender of a message wrote first words with one of these hints within `hours`."""
    return session.execute(_starts(message_id, hours).where(_OTHER.hints.overlap([*hints]))).scalar_one()


def _starts(message_id: UUID, hours: int) -> Select[int]:
    """Count what somebody who sent a message wrote first to others within `hours`."""
    return (
        select(func.count())
        .select_from(_THIS)
        .join(Conversation, Conversation.started_by == _THIS.sender_id)
        .join(_OTHER, and_(_OTHER.conversation_id == Conversation.id, _OTHER.seq == 1))
        .where(_THIS.id == message_id, _OTHER.sender_id == _THIS.sender_id)
        .where(_OTHER.sent_at > func.now() - func.make_interval(0, 0, 0, 0, hours))
    )
