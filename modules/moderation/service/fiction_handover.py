"""Conversations that writers hand to moderation: a case about the member, in which a moderator reads what was said."""

from typing import Any
from uuid import UUID

from sqlalchemy import insert

from app.kernel.db import Session
from modules.accounts import api as accounts_api
from modules.messaging import api as messaging_api
from modules.moderation.contracts import ItemKind, Priority
from modules.moderation.errors import ConversationHandedOver
from modules.moderation.models import FictionalHandover
from modules.moderation.queries import fiction as queries
from modules.moderation.queries.rows import Handed, Item
from modules.moderation.service import fiction, queue
from modules.moderation.service.handover import SHOWN
from modules.moderation.service.subjects import plain_message


def hand_over(session: Session, conversation_id: UUID, *, staff_id: UUID, reason: str, is_urgent: bool) -> None:
    """Let moderation look at the member, before almost everything else where it is urgent: somebody is in danger, or
    under age. A case about them that waits is joined.

    Raises NotFound, ConversationNotLocked, or ConversationHandedOver while the case of this conversation waits, but for
    what turns out to be urgent.
    """
    side = fiction.hold(session, conversation_id=conversation_id, staff_id=staff_id)
    item_id = queue.open_item(
        session,
        kind=ItemKind.OPENED,
        subject_id=side.member_id,
        member_id=side.member_id,
        priority=Priority.HIGH if is_urgent else Priority.MEDIUM,
    )
    # Whoever opens or joins the case holds it, so that nobody else hands this over meanwhile.
    before = queries.find_handed(session, conversation_id)
    if before is not None and (before.is_urgent or not is_urgent):
        raise ConversationHandedOver()
    told = {"staff_id": staff_id, "reason": reason, "is_urgent": is_urgent, "last_seq": side.last_seq}
    session.execute(insert(FictionalHandover).values(conversation_id=conversation_id, item_id=item_id, **told))


def show_to_moderation(session: Session, item: Item) -> list[dict[str, Any]]:
    """Return the conversations that writers handed over into a case, ready for JSON: who did and why, and what was said
    last by then. Notes of writers stay with writers.
    """
    return [_handed(session, item, one) for one in queries.list_handed(session, item.id)]


def _handed(session: Session, item: Item, row: Handed) -> dict[str, Any]:
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
        "said": [plain_message(one) for one in written],
    }
