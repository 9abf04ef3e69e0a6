"""Holding the files of photos for cases, and restoring removed photos."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, literal, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.media.contracts import STAFF
from modules.messaging.contracts import PhotoStatus
from modules.messaging.events import PhotoGivenBack, PhotoRemoved
from modules.messaging.models import MessageRow, PhotoHold, PhotoRow
from modules.messaging.queries import conversations as queries
from modules.messaging.queries import holds
from modules.messaging.service.photos import PRESENT_STATUSES, removed_by_both, sign_photo


def hold_photos(session: Session, *, message_ids: Sequence[UUID], case_id: UUID, outlives_owner: bool = False) -> None:
    """Keep the existing files of messages' photos until the case releases them or, unless the hold `outlives_owner`,
    the sender is erased.
    """
    theirs = PhotoRow.message_id.in_(message_ids)
    # Locked against removal: a concurrent removal waits for the hold, and the hold for it.
    session.execute(select(PhotoRow.message_id).where(theirs).with_for_update(read=True))
    there = (
        select(PhotoRow.message_id, literal(case_id), literal(outlives_owner))
        .join(MessageRow, MessageRow.id == PhotoRow.message_id)
        .where(theirs, or_(PhotoRow.status.in_(PRESENT_STATUSES), holds.IS_HELD), holds.SENDER_IS_NOT_ERASED)
    )
    columns = ["message_id", "case_id", "outlives_owner"]
    session.execute(insert(PhotoHold).from_select(columns, there).on_conflict_do_nothing())


def release_photos(session: Session, *, case_ids: Sequence[UUID]) -> None:
    """Release the photos of cases; the files of removed photos are deleted with the last hold."""
    let_go = delete(PhotoHold).where(PhotoHold.case_id.in_(case_ids)).returning(PhotoHold.message_id)
    released = set(session.execute(let_go).scalars())
    gone = select(PhotoRow.message_id).where(PhotoRow.message_id.in_(released), PhotoRow.status == PhotoStatus.REMOVED)
    # The handler that removes the files checks again for holds, which may change meanwhile.
    if found := session.execute(gone).scalars().all():
        publish(session, *(PhotoRemoved(message_id=message_id) for message_id in found))


def restore_photo(session: Session, *, message_id: UUID) -> None:
    """Show a photo again that a decision removed; does nothing if its files are deleted, it was refunded, both sides
    removed it, or its sender is erased.
    """
    message = queries.find_message(session, message_id)
    if message is None or message.refunded_at is not None:
        return
    # Locked, so that neither side removes it meanwhile.
    queries.lock_side(session, conversation_id=message.conversation_id, member_id=message.sender_id)
    again = update(PhotoRow).where(
        PhotoRow.message_id == MessageRow.id,
        MessageRow.id == message_id,
        MessageRow.seq > removed_by_both(message.conversation_id),
        holds.IS_HELD,
        holds.SENDER_IS_NOT_ERASED,
    )
    given = again.values(status=PhotoStatus.READY).returning(PhotoRow.message_id)
    if session.execute(given).one_or_none() is not None:
        publish(session, PhotoGivenBack(message_id=message_id))


def sign_photos_for_staff(session: Session, message_ids: Sequence[UUID]) -> dict[UUID, str | None]:
    """Return the console address of each message's photo, None without files; without messages that have no photo."""
    folders = holds.list_folders(session, message_ids)
    return {
        message_id: sign_photo(folder, "full", reader=STAFF) if folder else None
        for message_id, folder in folders.items()
    }
