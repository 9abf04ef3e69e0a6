"""Conversations for tests, written through the services."""

from typing import Any
from uuid import UUID

from app.kernel.db.session import Session
from app.kernel.http.auth import Actor
from modules.accounts.contracts import Member, MemberStatus
from modules.messaging.contracts import Sent
from modules.messaging.service import sending


def actor_of(member: Member) -> Actor:
    """Return a member as the one who acts."""
    return Actor(
        site_id=member.site_id,
        language=member.language,
        network="127.0.0.1",
        member_id=member.id,
        is_confirmed=member.status is MemberStatus.ACTIVE,
        is_paid=member.is_paid,
    )


def write(session: Session, *, sender: Member, to: Member, body: str = "Hello!", **over: Any) -> Sent:
    """Write to a member, in the conversation with them or in a new one."""
    return sending.start_conversation(session, actor=actor_of(sender), partner_id=to.id, body=body, **over)


def answer(session: Session, *, sender: Member, conversation_id: UUID, body: str = "Hello!", **over: Any) -> Sent:
    """Write into a conversation."""
    return sending.send_message(session, actor=actor_of(sender), conversation_id=conversation_id, body=body, **over)
