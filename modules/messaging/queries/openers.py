"""Similar first messages of one sender to many recipients."""

from collections.abc import Collection
from uuid import UUID

from sqlalchemy import Select, and_, func, select
from sqlalchemy.orm import aliased

from app.kernel.db.session import Session
from modules.messaging.contracts import Hint
from modules.messaging.models import Conversation, MessageRow

# Trigram similarity of two openers that differ only in a name, and the least characters for a meaningful comparison.
MIN_SIMILARITY, MIN_LENGTH = 0.7, 25

_THIS, _OTHER = aliased(MessageRow), aliased(MessageRow)


def count_alike_starts(session: Session, message_id: UUID, *, hours: int) -> int:
    """Return to how many people the sender of an opener sent nearly the same opener within `hours`, including
    this one; short greetings do not count.
    """
    is_long = func.char_length(_THIS.body) >= MIN_LENGTH
    alike = _starts(message_id, hours).where(is_long, func.similarity(_OTHER.body, _THIS.body) >= MIN_SIMILARITY)
    return session.execute(alike).scalar_one()


def count_starts_with(session: Session, message_id: UUID, *, hints: Collection[Hint], hours: int) -> int:
    """Return to how many people the sender of a message sent an opener with one of these hints within `hours`."""
    return session.execute(_starts(message_id, hours).where(_OTHER.hints.overlap([*hints]))).scalar_one()


def _starts(message_id: UUID, hours: int) -> Select[int]:
    """Return the count of the sender's first messages within `hours`."""
    return (
        select(func.count())
        .select_from(_THIS)
        .join(Conversation, Conversation.started_by == _THIS.sender_id)
        .join(_OTHER, and_(_OTHER.conversation_id == Conversation.id, _OTHER.seq == 1))
        .where(_THIS.id == message_id, _OTHER.sender_id == _THIS.sender_id)
        .where(_OTHER.sent_at > func.now() - func.make_interval(0, 0, 0, 0, hours))
    )
