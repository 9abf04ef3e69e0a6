"""What becomes of conversations when one side leaves: nothing that was paid and not read stays paid (promise 4)."""

from uuid import UUID

from sqlalchemy import case, update

from app.kernel.db import Session
from modules.accounts import api as accounts_api
from modules.messaging import policies
from modules.messaging.contracts import MessageKind
from modules.messaging.models import MessageRow
from modules.messaging.queries import returns
from modules.messaging.service import photos
from modules.messaging.service.keeping import refund_message

NOT_DELIVERED = "not delivered"
# What is left of an erased member's words: a text may not be empty, a gift's or photo's note may.
ERASED = "…"


def return_undeliverable(session: Session, *, message_id: UUID, recipient_id: UUID) -> None:
    """Give back what a message cost whose recipient left in that moment.

    An older one waits for them: they may come back and read it, and erasing them returns it otherwise.
    """
    if policies.is_absent(accounts_api.get_member(session, recipient_id)):
        refund_message(session, message_id=message_id, reason=NOT_DELIVERED)


def erase_member(session: Session, *, member_id: UUID) -> None:
    """Return what was paid for messages that a member never read, then empty their own words.

    The rows stay without their words: the partner's half of a conversation and the ledger's postings point at them.
    """
    return_unread(session, member_id=member_id)
    emptied = case((MessageRow.kind == MessageKind.TEXT, ERASED), else_="")
    own = update(MessageRow).where(MessageRow.sender_id == member_id)
    session.execute(own.values(body=emptied, hints=None, hints_dismissed_at=None))
    photos.remove_photos_of(session, member_id=member_id)


def return_unread(session: Session, *, member_id: UUID) -> None:
    """Return what was paid for messages that somebody never read, and will not."""
    for message_id in returns.list_unread_of(session, member_id):
        refund_message(session, message_id=message_id, reason=NOT_DELIVERED)


def return_unanswered(session: Session, *, message_id: UUID) -> None:
    """Return what was paid for a message to a fictional profile whose site shows none any more; nothing when the site
    shows them again, or the message was answered or returned meanwhile.
    """
    if returns.is_unanswered(session, message_id):
        refund_message(session, message_id=message_id, reason=NOT_DELIVERED)
