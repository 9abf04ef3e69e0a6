"""Photos in conversations: stored with their message, processed by a job, removed when nobody may see them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from sqlalchemy import ScalarSelect, Update, delete, func, insert, or_, select, update
from sqlalchemy.orm import aliased

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_private_id
from modules.media import api as media_api
from modules.media.contracts import CHAT_SIZES, Reader, StoredPicture, Use
from modules.messaging.contracts import Photo, PhotoStatus, ShownPhoto, Side
from modules.messaging.events import MessageSent, PhotoFailed, PhotoPosted, PhotoRemoved
from modules.messaging.models import MessageRow, Participant, PhotoHold, PhotoOriginal, PhotoRow
from modules.messaging.queries import access
from modules.messaging.queries import conversations as queries
from modules.profiles import api as profiles_api

PRESENT_STATUSES = (PhotoStatus.PROCESSING, PhotoStatus.READY)


def show_photo(photo: Photo, *, reader: Reader) -> ShownPhoto:
    """Return a photo with addresses that are signed for a reader; without addresses until it has files."""
    preview = full = None
    if photo.status is PhotoStatus.READY:
        preview, full = (sign_photo(photo.folder, size, reader=reader) for size in CHAT_SIZES)
    return ShownPhoto(photo.status, photo.width, photo.height, preview=preview, full=full)


def sign_photo(folder: str, size: str, *, reader: Reader) -> str:
    """Return the address of one size of a photo for a reader."""
    return media_api.sign(media_api.storage_key(Use.CHAT, folder, size), reader=reader)


def may_see_photo(session: Session, viewer_id: UUID | None, name: str) -> bool:
    """Return whether somebody may see a file of a photo: a side of its conversation that sees the conversation."""
    folder = name.partition("/")[0]
    return viewer_id is not None and access.sees_photo(session, member_id=viewer_id, folder=folder)


def may_see_partner(session: Session, viewer_id: UUID | None, name: str) -> bool:
    """Return whether somebody may see a file of a profile's photo as its owner's partner, who may be invisible."""
    if viewer_id is None:
        return False
    owner = profiles_api.find_owner_of_photo(session, name.partition("/")[0])
    return (
        owner is not None
        and owner.is_shown
        and access.is_partner(session, member_id=viewer_id, other_id=owner.member_id)
    )


def attach_photo(session: Session, *, message_id: UUID, content: bytes) -> Photo:
    """Store an upload with its message until a job has processed it."""
    photo = Photo(PhotoStatus.PROCESSING, new_private_id().hex, width=None, height=None)
    session.execute(insert(PhotoRow), {"message_id": message_id, "folder": photo.folder})
    session.execute(insert(PhotoOriginal), {"message_id": message_id, "content": content})
    publish(session, PhotoPosted(message_id=message_id))
    return photo


def finish_photo(session: Session, *, message_id: UUID, picture: StoredPicture) -> bool:
    """Mark a photo as ready and publish that its message was sent; False if removed meanwhile."""
    values = {"status": PhotoStatus.READY, "width": picture.width, "height": picture.height}
    if not _end_processing(session, message_id, values):
        return False
    message = session.execute(
        select(MessageRow.conversation_id, MessageRow.sender_id, Participant.partner_id)
        .join(
            Participant,
            (Participant.conversation_id == MessageRow.conversation_id)
            & (Participant.member_id == MessageRow.sender_id),
        )
        .where(MessageRow.id == message_id)
    ).one()
    publish(session, MessageSent(message_id, *message))
    return True


def fail_photo(session: Session, *, message_id: UUID) -> bool:
    """Mark a photo as failed; False when it is not being processed any more."""
    if not _end_processing(session, message_id, {"status": PhotoStatus.FAILED}):
        return False
    publish(session, PhotoFailed(message_id=message_id))
    return True


def remove_photo(session: Session, *, message_id: UUID) -> None:
    """Remove the photo of a message, if it has one."""
    gone = update(PhotoRow).where(PhotoRow.message_id == message_id, PhotoRow.status.in_(PRESENT_STATUSES))
    _mark_removed(session, gone)


def remove_photos_that_nobody_sees(session: Session, side: Side) -> None:
    """Remove the photos of a conversation that both sides have removed from their lists."""
    gone = update(PhotoRow).where(
        PhotoRow.message_id == MessageRow.id,
        PhotoRow.status.in_(PRESENT_STATUSES),
        MessageRow.conversation_id == side.conversation_id,
        MessageRow.seq <= removed_by_both(side.conversation_id),
    )
    _mark_removed(session, gone)


def removed_by_both(conversation_id: UUID) -> ScalarSelect[int]:
    """Return, as SQL, the last message that both sides of a conversation have removed from their lists."""
    both = aliased(Participant)
    return select(func.min(both.removed_seq)).where(both.conversation_id == conversation_id).scalar_subquery()


def remove_photos_of(session: Session, *, member_id: UUID) -> None:
    """Remove all photos that an erased member sent, with their holds except those that outlive the owner."""
    sent = (PhotoRow.message_id == MessageRow.id, queries.is_sent_by(member_id))
    has_files = or_(PhotoRow.status.in_(PRESENT_STATUSES), PhotoRow.width.is_not(None))
    gone = _mark_removed(session, update(PhotoRow).where(*sent, has_files))
    session.execute(delete(PhotoHold).where(PhotoHold.message_id.in_(gone), ~PhotoHold.outlives_owner))


def forget_sizes(session: Session, *, message_id: UUID) -> None:
    """Clear the sizes of a removed photo, once its files are deleted."""
    gone = update(PhotoRow).where(PhotoRow.message_id == message_id, PhotoRow.status == PhotoStatus.REMOVED)
    session.execute(gone.values(width=None, height=None))


def _end_processing(session: Session, message_id: UUID, values: dict[str, Any]) -> bool:
    """End the processing of a photo; False when it ended before."""
    moved = session.execute(
        update(PhotoRow)
        .where(PhotoRow.message_id == message_id, PhotoRow.status == PhotoStatus.PROCESSING)
        .values(**values)
        .returning(PhotoRow.message_id)
    ).scalar_one_or_none()
    if moved is not None:
        session.execute(delete(PhotoOriginal).where(PhotoOriginal.message_id == message_id))
    return moved is not None


def _mark_removed(session: Session, photos: Update) -> Sequence[UUID]:
    gone = session.execute(photos.values(status=PhotoStatus.REMOVED).returning(PhotoRow.message_id)).scalars().all()
    if gone:
        session.execute(delete(PhotoOriginal).where(PhotoOriginal.message_id.in_(gone)))
        publish(session, *(PhotoRemoved(message_id=message_id) for message_id in gone))
    return gone
