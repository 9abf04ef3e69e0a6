"""Reads of uploaded pictures: how many wait, and what tells one again."""

from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from modules.profiles.contracts import PhotoStatus
from modules.profiles.models import PhotoRow


def list_photo_digests(session: Session, member_id: UUID) -> list[bytes]:
    """Return the digests of all that a member uploaded."""
    return list(session.execute(select(PhotoRow.sha256).where(PhotoRow.member_id == member_id)).scalars())


def list_likenesses(session: Session, member_id: UUID) -> list[bytes]:
    """Return what the photos that a member uploaded look like, as far as that is known."""
    looks = session.execute(select(PhotoRow.likeness).where(PhotoRow.member_id == member_id)).scalars()
    return [one for one in looks if one is not None]


def count_waiting_photos(session: Session) -> int:
    """Return how many photos of all sites wait for somebody to look at them."""
    waiting = select(func.count()).where(PhotoRow.status == PhotoStatus.PENDING)
    return int(session.execute(waiting).scalar_one())
