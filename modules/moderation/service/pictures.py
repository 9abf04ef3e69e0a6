"""Pictures of profiles and of messages, whose files a case holds until it lets go of them."""

from collections.abc import Collection, Sequence
from uuid import UUID

from app.kernel.db import Session
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
    """Keep the files of photos of a profile and of messages for a case, whoever removes them meanwhile; where it
    `outlives_owner`, though whose they are is erased.
    """
    photos, messages = list(photo_ids), list(message_ids)
    profiles_api.hold_photos(session, photo_ids=photos, case_id=case_id, outlives_owner=outlives_owner)
    messaging_api.hold_photos(session, message_ids=messages, case_id=case_id, outlives_owner=outlives_owner)


def release_pictures(session: Session, *, case_ids: Sequence[UUID]) -> None:
    """Let go of the pictures of cases."""
    profiles_api.release_photos(session, case_ids=case_ids)
    messaging_api.release_photos(session, case_ids=case_ids)


def give_picture_back(session: Session, picture_id: UUID) -> None:
    """Show again what a decision took away: a photo of a profile, or that of a message, which is named by its id."""
    profiles_api.show_photo(session, photo_id=picture_id)
    messaging_api.restore_photo(session, message_id=picture_id)
