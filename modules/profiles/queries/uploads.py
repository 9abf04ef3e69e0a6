"""Reads of uploaded pictures: fingerprints, holds, and how many wait for a review."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy import exists, func, select, text

from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.profiles.contracts import PhotoFingerprint, PhotoStatus
from modules.profiles.models import PhotoHold, PhotoRow

# Whether a case holds the files of a photo.
IS_HELD = exists().where(PhotoHold.photo_id == PhotoRow.id)
_FINGERPRINTS = select(
    PhotoRow.id.label("photo_id"), PhotoRow.member_id, PhotoRow.sha256.label("digest"), PhotoRow.likeness
).where(PhotoRow.member_id.is_not(None))
# The parts of the hashes use the index; how many parts match is counted only for the rows that it finds.
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


def list_fingerprints(session: Session, member_id: UUID) -> list[PhotoFingerprint]:
    """Return the fingerprints of all photos that a member uploaded."""
    fingerprints = _FINGERPRINTS.where(PhotoRow.member_id == member_id).order_by(PhotoRow.id)
    return read(session, PhotoFingerprint, fingerprints).all()


def find_fingerprint(session: Session, photo_id: UUID) -> PhotoFingerprint | None:
    """Return the fingerprint of a photo in any state; None for a photo without owner."""
    return read(session, PhotoFingerprint, _FINGERPRINTS.where(PhotoRow.id == photo_id)).one_or_none()


def list_alike(
    session: Session, *, digest: bytes, likenesses: Sequence[bytes], bands: int, but: UUID, limit: int
) -> list[PhotoFingerprint]:
    """Return the waiting or shown photos of others that are the same file, or share `bands` of the 16 parts of one of
    these perceptual hashes.
    """
    asked = {"digest": digest, "likenesses": list(likenesses), "bands": bands, "but": but, "limit": limit}
    return read(session, PhotoFingerprint, _ALIKE, asked).all()


def is_held(session: Session, photo_id: UUID) -> bool:
    """Return whether a case holds the files of a photo."""
    return bool(session.execute(select(exists().where(PhotoHold.photo_id == photo_id))).scalar_one())


def count_waiting_photos(session: Session) -> int:
    """Return how many photos of all sites wait for a review."""
    waiting = select(func.count()).where(PhotoRow.status == PhotoStatus.PENDING)
    return int(session.execute(waiting).scalar_one())
