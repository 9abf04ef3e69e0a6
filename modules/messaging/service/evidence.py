"""What a member may show to the house of a conversation that they object to."""

from uuid import UUID

from app.kernel.auth import Actor
from app.kernel.db import Session
from modules.accounts.contracts import MemberStatus
from modules.messaging import queries
from modules.messaging.contracts import MessageEvidence
from modules.messaging.errors import ConversationNotFound

# Enough to understand a sentence, and no more of a private conversation than that.
BEFORE = 5


def get_evidence(session: Session, *, actor: Actor, message_id: UUID) -> MessageEvidence:
    """Return a message that the member received and has not removed; raises ConversationNotFound for every other one.

    What was received may be shown though its sender blocked the member or left since, and both look alike: nobody
    escapes by that, and nobody learns of it.
    """
    message = queries.find_message(session, message_id)
    if message is None or message.sender_id == actor.member:
        raise ConversationNotFound()
    standing = queries.find_standing(session, conversation_id=message.conversation_id, member_id=actor.member)
    if standing is None or message.seq <= standing.side.removed_seq or standing.partner.site_id != actor.site_id:
        raise ConversationNotFound()
    if standing.partner.status is MemberStatus.ERASED:
        raise ConversationNotFound()
    before, _ = queries.list_messages(session, standing.side, before=message.seq, after=None, limit=BEFORE)
    return MessageEvidence(message, tuple(before))
