"""Photos whose files a case still needs."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, literal, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from app.kernel.outbox import publish
from modules.profiles.contracts import PhotoStatus
from modules.profiles.events import PhotoDeleted
from modules.profiles.models import PhotoHold, PhotoRow
from modules.profiles.queries.uploads import IS_HELD


def hold_photos(session: Session, *, photo_ids: Sequence[UUID], case_id: UUID) -> None:
    """Keep the files of photos for a case, until it lets go of them; of those that are there."""
    # The rows stay until the holds are written, whoever erases their owner meanwhile.
    there = (
        select(PhotoRow.id, literal(case_id))
        .where(PhotoRow.id.in_(photo_ids), or_(PhotoRow.status != PhotoStatus.DELETED, IS_HELD))
        .with_for_update(read=True, key_share=True, of=PhotoRow)
    )
    session.execute(insert(PhotoHold).from_select(["photo_id", "case_id"], there).on_conflict_do_nothing())


def release_photos(session: Session, *, case_ids: Sequence[UUID]) -> None:
    """Let go of the photos of cases; the files of those that were deleted meanwhile are removed now."""
    held = delete(PhotoHold).where(PhotoHold.case_id.in_(case_ids)).returning(PhotoHold.photo_id)
    released = set(session.execute(held).scalars())
    gone = select(PhotoRow.id).where(PhotoRow.id.in_(released), PhotoRow.status == PhotoStatus.DELETED, ~IS_HELD)
    if found := session.execute(gone).scalars().all():
        publish(session, *(PhotoDeleted(photo_id=photo_id) for photo_id in found))
