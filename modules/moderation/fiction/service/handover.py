"""Handovers of conversations from writers to moderation, as cases about the member."""

from uuid import UUID

from sqlalchemy import insert

from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.moderation.contracts.evidence import HandedConversation
from modules.moderation.contracts.queue import ItemKind, Priority
from modules.moderation.errors import ConversationHandedOver
from modules.moderation.fiction import queries
from modules.moderation.fiction.models import FictionalHandover
from modules.moderation.fiction.queries import ConversationHandover
from modules.moderation.fiction.service import conversations
from modules.moderation.queue.queries import Item
from modules.moderation.queue.service import queue
from modules.moderation.queue.service.messages import SHOWN, message_json


def hand_over(session: Session, conversation_id: UUID, *, staff_id: UUID, reason: str, is_urgent: bool) -> None:
    """Hand a conversation over to moderation, into a new or the open case about the member.

    `is_urgent` when somebody is in danger or under age; the case then has a high priority.

    Raises NotFound, ConversationNotLocked, or ConversationHandedOver while the conversation is in an open case already,
    unless it becomes urgent.
    """
    side = conversations.hold(session, conversation_id=conversation_id, staff_id=staff_id)
    item_id = queue.open_item(
        session,
        kind=ItemKind.OPENED,
        subject_id=side.member_id,
        member_id=side.member_id,
        priority=Priority.HIGH if is_urgent else Priority.MEDIUM,
    )
    # open_item has locked the case, so nobody else hands this conversation over concurrently.
    before = queries.find_open_handover(session, conversation_id)
    if before is not None and (before.is_urgent or not is_urgent):
        raise ConversationHandedOver()
    values = {"staff_id": staff_id, "reason": reason, "is_urgent": is_urgent, "last_seq": side.last_seq}
    session.execute(insert(FictionalHandover).values(conversation_id=conversation_id, item_id=item_id, **values))


def show_to_moderation(session: Session, item: Item) -> list[HandedConversation]:
    """Return the handovers of conversations into a case as JSON, with the last messages but without writers' notes."""
    return [_conversation_json(session, item, one) for one in queries.list_handovers(session, item.id)]


def _conversation_json(session: Session, item: Item, row: ConversationHandover) -> HandedConversation:
    written = messaging_api.list_messages_until(session, row.conversation_id, seq=row.last_seq, limit=SHOWN)
    profile_id = messaging_api.find_partner_id(session, conversation_id=row.conversation_id, member_id=item.member_id)
    people = accounts_api.list_members(session, [profile_id] if profile_id else [])
    return {
        "by": row.name,
        "at": row.created_at.isoformat(),
        "reason": row.reason,
        "is_urgent": row.is_urgent,
        "profile": people[profile_id].name if profile_id else "",
        "conversation": str(row.conversation_id),
        "said": [message_json(one) for one in written],
    }
