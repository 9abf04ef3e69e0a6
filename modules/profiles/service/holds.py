"""Holding the files of photos for cases."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import delete, literal, or_, select
from sqlalchemy.dialects.postgresql import insert

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.profiles.contracts import PhotoStatus
from modules.profiles.events import PhotoDeleted
from modules.profiles.models import PhotoHold, PhotoRow
from modules.profiles.queries.uploads import IS_HELD


def hold_photos(session: Session, *, photo_ids: Sequence[UUID], case_id: UUID, outlives_owner: bool = False) -> None:
    """Keep the existing files of photos until the case releases them or, unless the hold `outlives_owner`, their owner
    is erased.
    """
    # Locked: a concurrent erasure of the owner waits for the holds, and the holds for it.
    is_there = (PhotoRow.member_id.is_not(None), or_(PhotoRow.status != PhotoStatus.DELETED, IS_HELD))
    there = (
        select(PhotoRow.id, literal(case_id), literal(outlives_owner))
        .where(PhotoRow.id.in_(photo_ids), *is_there)
        .with_for_update(read=True, key_share=True)
    )
    columns = ["photo_id", "case_id", "outlives_owner"]
    session.execute(insert(PhotoHold).from_select(columns, there).on_conflict_do_nothing())


def release_photos(session: Session, *, case_ids: Sequence[UUID]) -> None:
    """Release the photos of cases; the files of deleted photos are removed with the last hold."""
    held = delete(PhotoHold).where(PhotoHold.case_id.in_(case_ids)).returning(PhotoHold.photo_id)
    released = set(session.execute(held).scalars())
    gone = select(PhotoRow.id).where(PhotoRow.id.in_(released), PhotoRow.status == PhotoStatus.DELETED, ~IS_HELD)
    if found := session.execute(gone).scalars().all():
        publish(session, *(PhotoDeleted(photo_id=photo_id) for photo_id in found))
