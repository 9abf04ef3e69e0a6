"""Owners of photo files."""

from sqlalchemy import and_, bindparam, or_, select

from app.kernel.db.read import read
from app.kernel.db.session import Session
from modules.profiles.contracts import Kind, PhotoOwner, PhotoStatus
from modules.profiles.models import PhotoRow, ProfileRow
from modules.profiles.queries.people import IS_SHOWN
from modules.sites import api as sites_api

_IS_OF_HIDDEN_KIND = and_(ProfileRow.kind == Kind.FICTIONAL, ~sites_api.shows_fictional(ProfileRow.site_id))
_OWNER_OF_PHOTO = (
    select(
        ProfileRow.member_id,
        and_(PhotoRow.status == PhotoStatus.ACTIVE, IS_SHOWN).label("is_shown"),
        or_(ProfileRow.is_invisible, _IS_OF_HIDDEN_KIND).label("is_hidden"),
    )
    .join(ProfileRow, ProfileRow.member_id == PhotoRow.member_id)
    .where(PhotoRow.folder == bindparam("folder"))
)


def find_owner_of_photo(session: Session, folder: str) -> PhotoOwner | None:
    """Return the owner of the photo in a folder, and who else may see it; None without photo or owner."""
    return read(session, PhotoOwner, _OWNER_OF_PHOTO, {"folder": folder}).one_or_none()
