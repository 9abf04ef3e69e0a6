"""Who sees the files of a conversation."""

from uuid import UUID

from sqlalchemy import bindparam, exists, select

from app.kernel.db import Session
from modules.messaging.contracts import PhotoStatus
from modules.messaging.models import MessageRow, Participant, PhotoRow
from modules.messaging.queries import IS_THERE, PEOPLE

_SEES_PHOTO = select(
    exists().where(
        PhotoRow.folder == bindparam("folder"),
        PhotoRow.status == PhotoStatus.READY,
        MessageRow.id == PhotoRow.message_id,
        Participant.conversation_id == MessageRow.conversation_id,
        Participant.member_id == bindparam("member_id"),
        Participant.removed_seq < MessageRow.seq,
        PEOPLE.c.id == Participant.partner_id,
        IS_THERE,
    )
)


def sees_photo(session: Session, *, member_id: UUID, folder: str) -> bool:
    """Return whether the photo in a folder of the storage stands in a conversation that is there for a member."""
    return bool(session.execute(_SEES_PHOTO, {"member_id": member_id, "folder": folder}).scalar_one())
