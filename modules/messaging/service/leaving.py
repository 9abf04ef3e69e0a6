"""Conversations of members who leave: paid messages that were not read are refunded (promise 4)."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import case, update

from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.messaging.contracts import MessageKind
from modules.messaging.models import MessageRow
from modules.messaging.policies import writing as policies
from modules.messaging.queries import conversations as queries
from modules.messaging.queries import refunds
from modules.messaging.service import photos
from modules.messaging.service.conversations import refund_message

NOT_DELIVERED = "not delivered"
# Replaces the texts of an erased member, which may not be empty; notes of gifts and photos may.
ERASED = "…"


def refund_undelivered(session: Session, recipient_of: Mapping[UUID, UUID]) -> None:
    """Refund messages, of which the ids of their recipients are given, whose recipient left while they were sent.

    Older messages are refunded only when the recipient is erased, because they may come back and read them.
    """
    recipients = accounts_api.list_members(session, recipient_of.values())
    for message_id, recipient_id in recipient_of.items():
        if policies.is_absent(recipients[recipient_id]):
            refund_message(session, message_id=message_id, reason=NOT_DELIVERED)


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Refund messages that a member never read, and empty the texts of the member's own messages.

    The rows stay, because the partner's side of the conversation and the ledger refer to them.
    """
    refund_unread(session, member_id=member_id)
    emptied = case((MessageRow.kind == MessageKind.TEXT, ERASED), else_="")
    own = update(MessageRow).where(queries.is_sent_by(member_id))
    session.execute(own.values(body=emptied, hints=None, hints_dismissed_at=None))
    photos.remove_photos_of(session, member_id=member_id)


def refund_unread(session: Session, *, member_id: UUID) -> None:
    """Refund the messages that a member did not read and never will."""
    for message_id in refunds.list_unread_of(session, member_id):
        refund_message(session, message_id=message_id, reason=NOT_DELIVERED)


def refund_unanswered(session: Session, *, message_id: UUID) -> None:
    """Refund an unanswered message to a fictional profile whose site shows none any more; does nothing when the site
    shows them again, or the message was answered or refunded meanwhile.
    """
    if refunds.is_unanswered(session, message_id):
        refund_message(session, message_id=message_id, reason=NOT_DELIVERED)
