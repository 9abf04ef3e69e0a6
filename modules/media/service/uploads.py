"""Uploads of members become stored pictures. Who stores one keeps its row, and removes its files when it is gone."""

from uuid import UUID

from app.kernel.files.storage import storage
from modules.media.contracts import Crop, StoredPicture, Upload, Use
from modules.media.service import decoding
from modules.media.service.files import WHOLE, storage_key, store_files


def store_upload(upload: Upload, *, use: Use) -> StoredPicture:
    """Render an upload in the sizes of its use, and store them.

    Raises Rejected, and TryLater until the member's next hour begins.
    """
    rendered = decoding.render(upload.content, use=use, member_id=upload.member_id)
    store_files(use, upload.folder, rendered.files)
    return StoredPicture(rendered.width, rendered.height, rendered.likeness)


def store_crop(crop: Crop, *, cut: int, folder: str, member_id: UUID) -> None:
    """Render the card sizes of a profile's stored photo in its crop of this number, and store them.

    Raises FileNotFoundError without a stored photo, and TryLater until the member's next hour begins.
    """
    whole = storage().find(storage_key(Use.PROFILE, folder, WHOLE))
    if whole is None:
        raise FileNotFoundError("the picture to cut is not stored")
    rendered = decoding.recut(whole, crop, member_id=member_id)
    store_files(Use.PROFILE, folder, rendered.files, cut=cut)
