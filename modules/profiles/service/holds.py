"""Photos whose files a case still needs."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, exists, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.kernel.outbox import publish
from modules.profiles.contracts import PhotoStatus
from modules.profiles.events import PhotoDeleted
from modules.profiles.models import PhotoHold, PhotoRow


def hold_photos(session: Session, *, photo_ids: Sequence[UUID], case_id: UUID) -> None:
    """Keep the files of photos for a case, until it lets go of them."""
    if photo_ids:
        rows = [{"photo_id": photo_id, "case_id": case_id} for photo_id in photo_ids]
        session.execute(insert(PhotoHold).values(rows).on_conflict_do_nothing())


def release_photos(session: Session, *, case_id: UUID) -> None:
    """Let go of the photos of a case; the files of those that were deleted meanwhile are removed now."""
    held = delete(PhotoHold).where(PhotoHold.case_id == case_id).returning(PhotoHold.photo_id)
    released = list(session.execute(held).scalars())
    gone = select(PhotoRow.id).where(
        PhotoRow.id.in_(released),
        PhotoRow.status == PhotoStatus.DELETED,
        ~exists().where(PhotoHold.photo_id == PhotoRow.id),
    )
    if found := session.execute(gone).scalars().all():
        publish(session, *(PhotoDeleted(photo_id=photo_id) for photo_id in found))
