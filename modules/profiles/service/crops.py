"""Commands on what the cards show of a photo. The picture itself stays whole, and so does what staff decided of it."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import select, update

from app.kernel.db import Session
from app.kernel.outbox import publish
from app.kernel.read import columns_of, read
from modules.profiles import policies, queries
from modules.profiles.contracts import Crop, PhotoStatus
from modules.profiles.errors import ProfileNotFound
from modules.profiles.events import PhotoCropped
from modules.profiles.models import PhotoRow


def crop_photo(session: Session, *, member_id: UUID, photo_id: UUID, crop: Crop) -> None:
    """Choose what the cards show of one of a member's own photos; a job cuts them, the latest choice last.

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
class Uncut:
    """What the cards are to show of a photo and do not yet; `crops` is the number of that choice."""

    member_id: UUID
    folder: str
    crops: int
    crop: Crop


def find_uncut(session: Session, photo_id: UUID) -> Uncut | None:
    """Return the choice that a photo's cards do not show yet, or None."""
    wish = select(*columns_of(Uncut, PhotoRow), *queries.CROP)
    uncut = (PhotoRow.id == photo_id, PhotoRow.cut < PhotoRow.crops, queries.KEPT_PHOTO)
    return read(session, Uncut, wish.where(*uncut)).one_or_none()


def finish_cut(session: Session, *, photo_id: UUID, cut: int) -> int | None:
    """Let the cards show a cut whose files are stored, and return the one that they showed before.

    None when the photo is gone meanwhile, or they already show a later choice.
    """
    photo = select(PhotoRow.cut).where(PhotoRow.id == photo_id, queries.KEPT_PHOTO).with_for_update()
    before: int | None = session.execute(photo).scalar_one_or_none()
    if before is None or before > cut:
        return None
    session.execute(update(PhotoRow).where(PhotoRow.id == photo_id).values(cut=cut))
    return before
