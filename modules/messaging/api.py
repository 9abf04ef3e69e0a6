"""What the messaging module offers to others."""

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from app.kernel.auth import Actor
from modules.messaging.service import evidence, keeping, leaving, sending, sharing, views

send_message = sending.send_message
start_conversation = sending.start_conversation
refund_message = keeping.refund_message
return_undeliverable = leaving.return_undeliverable
export_member = sharing.export_member
find_waiting_message = views.find_waiting_message
get_evidence = evidence.get_evidence


def count_unread(session: Session, member_id: UUID) -> int:
    """Return a member's unread messages, without those of people who are absent (spec 2.45)."""
    return keeping.count_unread(session, member_id=member_id)


def current_user(session: Session, actor: Actor) -> dict[str, Any]:
    """Return the messages' part of the answer about the member who is logged in (spec 3.1)."""
    return {"unread_messages": count_unread(session, actor.member)}
