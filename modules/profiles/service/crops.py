"""Commands on what the cards show of a photo. The picture itself stays whole, and so does what staff decided of it."""

from uuid import UUID

from sqlalchemy import select, update

from app.kernel.db import Session
from app.kernel.outbox import publish
from modules.profiles import policies, queries
from modules.profiles.contracts import Crop, PhotoStatus
from modules.profiles.errors import ProfileNotFound
from modules.profiles.events import PhotoCropped
from modules.profiles.models import PhotoRow
from modules.profiles.queries import AnyRow


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


def find_uncut(session: Session, photo_id: UUID) -> AnyRow | None:
    """Return owner, folder, crop and number (`crops`) of the choice that a photo's cards do not show yet, or None."""
    crop = (PhotoRow.crop_x, PhotoRow.crop_y, PhotoRow.crop_width)
    wish = select(PhotoRow.member_id, PhotoRow.folder, PhotoRow.crops, *crop)
    uncut = (PhotoRow.id == photo_id, PhotoRow.cut < PhotoRow.crops, queries.KEPT_PHOTO)
    return session.execute(wish.where(*uncut)).one_or_none()


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
