"""What a member may show to the house of a conversation that they object to."""

from uuid import UUID

from sqlalchemy.orm import Session

from app.kernel.auth import Actor
from modules.messaging import queries
from modules.messaging.contracts import MessageEvidence
from modules.messaging.errors import ConversationNotFound
from modules.messaging.service.partners import get_standing

# Enough to understand a sentence, and no more of a private conversation than that.
BEFORE = 5


def get_evidence(session: Session, *, actor: Actor, message_id: UUID) -> MessageEvidence:
    """Return a message that the member received and still sees; raises ConversationNotFound for every other one."""
    message = queries.find_message(session, message_id)
    if message is None:
        raise ConversationNotFound()
    side = get_standing(session, actor=actor, conversation_id=message.conversation_id).side
    if message.sender_id == actor.member or message.seq <= side.removed_seq:
        raise ConversationNotFound()
    before, _ = queries.list_messages(session, side, before=message.seq, after=None, limit=BEFORE)
    return MessageEvidence(message, tuple(before))
