"""Reads of uploaded pictures: how many wait, and what tells one again."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import exists, func, select, text

from app.kernel.db import Session
from app.kernel.read import read
from modules.profiles.contracts import Look, PhotoStatus
from modules.profiles.models import PhotoHold, PhotoRow

# Whether a case still needs the files of a photo.
IS_HELD = exists().where(PhotoHold.photo_id == PhotoRow.id)
_LOOKS = select(
    PhotoRow.id.label("photo_id"), PhotoRow.member_id, PhotoRow.sha256.label("digest"), PhotoRow.likeness
).where(PhotoRow.member_id.is_not(None))
# The parts that are asked for make use of the index; how many of one likeness there are is counted only for what it
# finds.
_ALIKE = text("""
WITH asked AS (SELECT profiles.bands(one) AS bands FROM unnest(CAST(:likenesses AS bytea[])) AS one)
SELECT id AS photo_id, member_id, sha256 AS digest, likeness
FROM profiles.photo
WHERE status IN ('pending', 'active') AND member_id <> :but AND (
    sha256 = :digest
    OR profiles.bands(likeness) && ARRAY(SELECT unnest(bands) FROM asked) AND EXISTS (
        SELECT FROM asked
        WHERE (SELECT count(*) FROM unnest(profiles.bands(likeness)) AS band WHERE band = ANY (asked.bands)) >= :bands))
ORDER BY id
LIMIT :limit
""")


def list_looks(session: Session, member_id: UUID) -> list[Look]:
    """Return by what all that a member uploaded is known again."""
    looks = _LOOKS.where(PhotoRow.member_id == member_id).order_by(PhotoRow.id)
    return read(session, Look, looks).all()


def find_look(session: Session, photo_id: UUID) -> Look | None:
    """Return by what somebody's photo is known again, in whatever state it is; None for an erased member's."""
    return read(session, Look, _LOOKS.where(PhotoRow.id == photo_id)).one_or_none()


def list_alike(
    session: Session, *, digest: bytes, likenesses: Sequence[bytes], bands: int, but: UUID, limit: int
) -> list[Look]:
    """Return the photos of others that wait or are shown, and are the same file or share `bands` of the 16 parts of one
    of these likenesses.
    """
    asked = {"digest": digest, "likenesses": list(likenesses), "bands": bands, "but": but, "limit": limit}
    return read(session, Look, _ALIKE, asked).all()


def is_held(session: Session, photo_id: UUID) -> bool:
    """Return whether a case still needs the files of a photo."""
    return bool(session.execute(select(exists().where(PhotoHold.photo_id == photo_id))).scalar_one())


def count_waiting_photos(session: Session) -> int:
    """Return how many photos of all sites wait for somebody to look at them."""
    waiting = select(func.count()).where(PhotoRow.status == PhotoStatus.PENDING)
    return int(session.execute(waiting).scalar_one())
