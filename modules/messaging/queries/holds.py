"""Reads of photos whose files a case holds."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import and_, exists, or_, select

from app.kernel.db.session import Session
from modules.accounts import api as accounts_api
from modules.accounts.contracts import MemberStatus
from modules.messaging.contracts import PhotoStatus
from modules.messaging.models import MessageRow, PhotoHold, PhotoRow

_PEOPLE = accounts_api.people()
# Photos of erased senders cannot be held or restored.
SENDER_IS_NOT_ERASED = exists().where(_PEOPLE.c.id == MessageRow.sender_id, _PEOPLE.c.status != MemberStatus.ERASED)
# A removed photo whose files a case holds. One that was removed before it was processed has no files.
IS_HELD = and_(
    PhotoRow.status == PhotoStatus.REMOVED,
    PhotoRow.width.is_not(None),
    exists().where(PhotoHold.message_id == PhotoRow.message_id),
)
HAS_FILES = or_(PhotoRow.status == PhotoStatus.READY, IS_HELD)


def is_held(session: Session, message_id: UUID) -> bool:
    """Return whether a case holds the files of a removed photo."""
    return session.execute(select(exists().where(PhotoRow.message_id == message_id, IS_HELD))).scalar_one()


def has_photo(session: Session, message_id: UUID) -> bool:
    """Return whether a message has a photo with files."""
    return session.execute(select(exists().where(PhotoRow.message_id == message_id, HAS_FILES))).scalar_one()


def list_folders(session: Session, message_ids: Sequence[UUID]) -> dict[UUID, str | None]:
    """Return the folder of each message's photo, None if it has no files; without messages that have no photo."""
    row = PhotoRow
    found = select(row.message_id, row.folder, HAS_FILES.label("has_files")).where(row.message_id.in_(message_ids))
    return {one.message_id: one.folder if one.has_files else None for one in session.execute(found)}
