"""Photos of profiles and messages whose files are held for cases."""

from collections.abc import Collection, Sequence
from uuid import UUID

from app.kernel.db.session import Session
from modules.messaging import api as messaging_api
from modules.profiles import api as profiles_api


def hold_pictures(
    session: Session,
    *,
    case_id: UUID,
    photo_ids: Collection[UUID],
    message_ids: Collection[UUID],
    outlives_owner: bool = False,
) -> None:
    """Hold the files of photos of a profile and of messages for a case, even if they are deleted meanwhile; with
    `outlives_owner` even if their owner is erased.
    """
    photos, messages = list(photo_ids), list(message_ids)
    profiles_api.hold_photos(session, photo_ids=photos, case_id=case_id, outlives_owner=outlives_owner)
    messaging_api.hold_photos(session, message_ids=messages, case_id=case_id, outlives_owner=outlives_owner)


def release_pictures(session: Session, *, case_ids: Sequence[UUID]) -> None:
    """Release the pictures that are held for cases."""
    profiles_api.release_photos(session, case_ids=case_ids)
    messaging_api.release_photos(session, case_ids=case_ids)


def restore_picture(session: Session, picture_id: UUID) -> None:
    """Restore a removed photo of a profile, or that of a message, whose id is then the message's."""
    profiles_api.show_photo(session, photo_id=picture_id)
    messaging_api.restore_photo(session, message_id=picture_id)
