"""Messages of a conversation that a member may show to staff in a report."""

from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.http.auth import Actor
from modules.accounts.contracts import MemberStatus
from modules.messaging.contracts import MessageEvidence
from modules.messaging.errors import ConversationNotFound
from modules.messaging.queries import conversations as queries

# Enough to understand a message, and no more of a private conversation.
NUM_PRECEDING = 5


def get_evidence(session: Session, *, actor: Actor, message_id: UUID) -> MessageEvidence:
    """Return a message that the member received and has not removed; raises ConversationNotFound for every other one.

    A message may be reported although its sender has blocked the member or left since; the member does not learn which.
    """
    message = queries.find_message(session, message_id)
    if message is None or message.sender_id == actor.member:
        raise ConversationNotFound()
    state = queries.find_conversation_state(session, conversation_id=message.conversation_id, member_id=actor.member)
    if state is None or message.seq <= state.side.removed_seq or state.partner.site_id != actor.site_id:
        raise ConversationNotFound()
    if state.partner.status is MemberStatus.ERASED:
        raise ConversationNotFound()
    before, _ = queries.list_messages(session, state.side, before=message.seq, after=None, limit=NUM_PRECEDING)
    return MessageEvidence(message, tuple(before))
