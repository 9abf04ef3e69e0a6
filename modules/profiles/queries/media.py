"""Owners of photo files."""

from uuid import UUID

from sqlalchemy import and_, bindparam, select

from app.kernel.db.session import Session
from modules.profiles.contracts import PhotoStatus
from modules.profiles.models import PhotoRow, ProfileRow
from modules.profiles.queries.profiles import IS_SHOWN

_OWNER_OF_PHOTO = (
    select(
        ProfileRow.member_id,
        and_(PhotoRow.status == PhotoStatus.ACTIVE, IS_SHOWN),
    )
    .join(ProfileRow, ProfileRow.member_id == PhotoRow.member_id)
    .where(PhotoRow.folder == bindparam("folder"))
)


def find_owner_of_photo(session: Session, folder: str) -> tuple[UUID, bool] | None:
    """Return the owner of the photo in a folder, and whether others may see it; None without photo or owner."""
    row = session.execute(_OWNER_OF_PHOTO, {"folder": folder}).one_or_none()
    return (row[0], row[1]) if row else None
