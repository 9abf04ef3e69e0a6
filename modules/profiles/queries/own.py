"""What the answer about the logged-in member contains of their profile."""

from dataclasses import dataclass

from sqlalchemy import bindparam, select, true

from app.kernel.db.read import columns_of, part
from modules.profiles.contracts import PhotoStatus, Profile
from modules.profiles.models import PhotoRow, ProfileRow
from modules.profiles.queries.people import KEPT_PHOTO, PROFILE_COLUMNS


@dataclass(frozen=True, slots=True)
class NextPhoto:
    """The photo that is or will be a member's main one; without a width it is not processed."""

    status: PhotoStatus
    folder: str
    width: int | None
    cut: int


@dataclass(frozen=True, slots=True)
class OwnFacts:
    """A member's profile, None while it has no row, and their main photo or, before its review, the next one."""

    profile: Profile | None
    photo: NextPhoto | None


_NEXT_PHOTO = (
    select(*columns_of(NextPhoto, PhotoRow))
    .where(PhotoRow.member_id == bindparam("member_id"), KEPT_PHOTO)
    .order_by(PhotoRow.status != PhotoStatus.ACTIVE, PhotoRow.position.nulls_last(), PhotoRow.created_at)
    .limit(1)
    .subquery("next_photo")
)
OWN = (
    select(*part("profile", *PROFILE_COLUMNS), *part("photo", *_NEXT_PHOTO.columns))
    .select_from(ProfileRow)
    .outerjoin(_NEXT_PHOTO, true())
    .where(ProfileRow.member_id == bindparam("member_id"))
)
