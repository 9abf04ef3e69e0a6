"""Cropping photos for cards. The whole picture and its review are not changed."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select, update

from app.kernel.db.read import columns_of, read
from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from modules.media.contracts import Crop
from modules.profiles import policies
from modules.profiles.contracts import PhotoStatus
from modules.profiles.errors import ProfileNotFound
from modules.profiles.events import PhotoCropped
from modules.profiles.models import PhotoRow
from modules.profiles.queries import people as queries


def crop_photo(session: Session, *, member_id: UUID, photo_id: UUID, crop: Crop) -> None:
    """Choose the crop of one of a member's own photos; a job renders it, and the latest choice wins.

    Raises ProfileNotFound when it is not theirs, PhotoNotReady, CropOutside or CropTooSmall.
    """
    own = (PhotoRow.id == photo_id, PhotoRow.member_id == member_id, PhotoRow.status != PhotoStatus.DELETED)
    photo = session.execute(
        select(PhotoRow.status, PhotoRow.width, PhotoRow.height).where(*own).with_for_update()
    ).one_or_none()
    if photo is None:
        raise ProfileNotFound()
    policies.ensure_croppable(photo.status)
    policies.ensure_crop(crop, width=photo.width, height=photo.height)
    values = {"crop_x": crop.x, "crop_y": crop.y, "crop_width": crop.width, "crops": PhotoRow.crops + 1}
    session.execute(update(PhotoRow).where(PhotoRow.id == photo_id).values(**values))
    publish(session, PhotoCropped(photo_id=photo_id))


@dataclass(frozen=True, slots=True)
class PendingCrop:
    """A crop that is not rendered yet; `crops` is its number."""

    member_id: UUID
    folder: str
    crops: int
    crop: Crop


def find_pending_crop(session: Session, photo_id: UUID) -> PendingCrop | None:
    """Return the crop of a photo that is not rendered yet, or None."""
    wish = select(*columns_of(PendingCrop, PhotoRow), *queries.CROP)
    pending = (PhotoRow.id == photo_id, PhotoRow.cut < PhotoRow.crops, queries.KEPT_PHOTO)
    return read(session, PendingCrop, wish.where(*pending)).one_or_none()


def finish_crop(session: Session, *, photo_id: UUID, cut: int) -> int | None:
    """Make cards show a crop whose files are stored, and return the number of the previous one.

    None when the photo was deleted meanwhile, or a later crop is shown already.
    """
    photo = select(PhotoRow.cut).where(PhotoRow.id == photo_id, queries.KEPT_PHOTO).with_for_update()
    before: int | None = session.execute(photo).scalar_one_or_none()
    if before is None or before > cut:
        return None
    session.execute(update(PhotoRow).where(PhotoRow.id == photo_id).values(cut=cut))
    return before
