"""Access to the photos of conversations, and of partners."""

from uuid import UUID

from sqlalchemy import bindparam, exists, select

from app.kernel.db.session import Session
from modules.messaging.contracts import PhotoStatus
from modules.messaging.models import MessageRow, Participant, PhotoRow
from modules.messaging.queries.conversations import IS_PRESENT, PEOPLE

_SEES_PHOTO = select(
    exists().where(
        PhotoRow.folder == bindparam("folder"),
        PhotoRow.status == PhotoStatus.READY,
        MessageRow.id == PhotoRow.message_id,
        Participant.conversation_id == MessageRow.conversation_id,
        Participant.member_id == bindparam("member_id"),
        Participant.removed_seq < MessageRow.seq,
        PEOPLE.c.id == Participant.partner_id,
        IS_PRESENT,
    )
)
_IS_PARTNER = select(
    exists().where(
        Participant.member_id == bindparam("member_id"),
        Participant.partner_id == bindparam("other_id"),
        PEOPLE.c.id == Participant.partner_id,
        IS_PRESENT,
    )
)


def sees_photo(session: Session, *, member_id: UUID, folder: str) -> bool:
    """Return whether a member sees the conversation to which the photo in a storage folder belongs."""
    return bool(session.execute(_SEES_PHOTO, {"member_id": member_id, "folder": folder}).scalar_one())


def is_partner(session: Session, *, member_id: UUID, other_id: UUID) -> bool:
    """Return whether a member has a conversation with another who is present."""
    return bool(session.execute(_IS_PARTNER, {"member_id": member_id, "other_id": other_id}).scalar_one())
