"""Commands on photos. Positions change only under the lock of the owner's profile row."""

import hashlib
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from sqlalchemy import Uuid, cast, delete, func, insert, select, update
from sqlalchemy.dialects.postgresql import ARRAY

from app.kernel.db.session import Session
from app.kernel.events.outbox import publish
from app.kernel.ids import new_private_id
from modules.accounts import api as accounts_api
from modules.accounts.contracts import Feature
from modules.media import api as media_api
from modules.media.contracts import OPERATOR, STAFF, PhotoUrls, Reader, StoredPicture, reader_of
from modules.profiles import policies
from modules.profiles.contracts import OwnPhoto, PhotoStatus, ReviewPhoto
from modules.profiles.errors import PhotoNotWaiting, ProfileNotFound
from modules.profiles.events import (
    PhotoActivated,
    PhotoDeleted,
    PhotoReady,
    PhotoRefused,
    PhotoUploaded,
    ProfileChanged,
)
from modules.profiles.models import PhotoOriginal, PhotoRow
from modules.profiles.queries import people as queries
from modules.profiles.queries.own import NextPhoto
from modules.profiles.queries.people import StoredPhoto
from modules.profiles.service.profile import lock_profile

SHOWN_TO_OWNER = (PhotoStatus.PENDING, PhotoStatus.ACTIVE, PhotoStatus.REFUSED)


def add_photo(session: Session, *, member_id: UUID, is_paid: bool, content: bytes) -> UUID:
    """Store an uploaded photo and have it processed (spec 5.7: free 3, premium 25).

    Raises FeatureLimited, PhotoUnreadable, PhotoTooLarge, PhotoType or PhotoLimit.
    """
    accounts_api.ensure_allowed(session, member_id=member_id, feature=Feature.PHOTOS)
    media_api.ensure_photo_acceptable(content)
    lock_profile(session, member_id)
    count = len(list_photo_ids(session, member_id))
    policies.ensure_photo_room(count, is_paid=is_paid)
    photo_id = new_private_id()
    photo = {
        "id": photo_id,
        "member_id": member_id,
        "position": count,
        "folder": new_private_id().hex,
        "sha256": hashlib.sha256(content).digest(),
    }
    session.execute(insert(PhotoRow), photo)
    session.execute(insert(PhotoOriginal), {"photo_id": photo_id, "content": content})
    publish(session, PhotoUploaded(photo_id=photo_id))
    return photo_id


def finish_photo(session: Session, *, photo_id: UUID, picture: StoredPicture) -> bool:
    """Mark a photo as processed; False when it is deleted."""
    values = {"status": PhotoStatus.PENDING, **asdict(picture)}
    member_id = _change_status(session, photo_id, PhotoStatus.PROCESSING, values)
    if member_id is None:
        return False
    session.execute(delete(PhotoOriginal).where(PhotoOriginal.photo_id == photo_id))
    publish(session, PhotoReady(photo_id=photo_id, member_id=member_id))
    return True


def reject_upload(session: Session, *, photo_id: UUID, reason: str) -> None:
    """Refuse an upload that could not be made into a photo; does nothing when it was deleted meanwhile."""
    _refuse(session, photo_id, PhotoStatus.PROCESSING, reason)
    session.execute(delete(PhotoOriginal).where(PhotoOriginal.photo_id == photo_id))


def approve_photo(session: Session, *, photo_id: UUID) -> None:
    """Show a reviewed photo to others (spec 4.3); raises PhotoNotWaiting."""
    member_id = _change_status(session, photo_id, PhotoStatus.PENDING, {"status": PhotoStatus.ACTIVE})
    if member_id is None:
        raise PhotoNotWaiting()
    publish(session, PhotoActivated(photo_id=photo_id, member_id=member_id))


def refuse_photo(session: Session, *, photo_id: UUID, reason: str) -> None:
    """Refuse a reviewed photo; its owner still sees it and why. Raises PhotoNotWaiting or RefusalReasonUnknown."""
    policies.ensure_refusal_reason(reason)
    if not _refuse(session, photo_id, PhotoStatus.PENDING, reason):
        raise PhotoNotWaiting()


def take_down_photo(session: Session, *, photo_id: UUID, reason: str) -> None:
    """Refuse a photo that waits or is shown; does nothing to one that is refused or deleted.

    Raises RefusalReasonUnknown.
    """
    policies.ensure_refusal_reason(reason)
    for before in (PhotoStatus.PENDING, PhotoStatus.ACTIVE):
        if _refuse(session, photo_id, before, reason):
            return


def show_photo(session: Session, *, photo_id: UUID) -> None:
    """Show a refused photo after all, in the last position; does nothing to one that is shown or deleted, or if its
    owner has no room left.
    """
    owner = session.execute(select(PhotoRow.member_id).where(PhotoRow.id == photo_id)).scalar_one_or_none()
    if owner is None:
        return
    lock_profile(session, owner)
    count = len(list_photo_ids(session, owner))
    again = {"status": PhotoStatus.ACTIVE, "reason": None, "position": count}
    if count == policies.PREMIUM_PHOTOS or _change_status(session, photo_id, PhotoStatus.REFUSED, again) is None:
        return
    publish(session, PhotoActivated(photo_id=photo_id, member_id=owner), ProfileChanged(member_id=owner))


def delete_photo(session: Session, *, member_id: UUID, photo_id: UUID) -> None:
    """Delete one of a member's own photos; raises ProfileNotFound when it is not theirs."""
    lock_profile(session, member_id)
    gone = session.execute(
        update(PhotoRow)
        .where(PhotoRow.id == photo_id, PhotoRow.member_id == member_id, PhotoRow.status != PhotoStatus.DELETED)
        .values(status=PhotoStatus.DELETED, position=None)
        .returning(PhotoRow.id)
    ).first()
    if gone is None:
        raise ProfileNotFound()
    session.execute(delete(PhotoOriginal).where(PhotoOriginal.photo_id == photo_id))
    _renumber(session, list_photo_ids(session, member_id))
    publish(session, PhotoDeleted(photo_id=photo_id), ProfileChanged(member_id=member_id))


def forget_photo(session: Session, *, photo_id: UUID) -> None:
    """Delete the row of a photo without owner, after its files."""
    session.execute(delete(PhotoRow).where(PhotoRow.id == photo_id, PhotoRow.member_id.is_(None)))


def delete_photos(session: Session, *, member_id: UUID) -> None:
    """Delete all photos of a member."""
    for photo in queries.list_own_photos(session, member_id):
        delete_photo(session, member_id=member_id, photo_id=photo.id)


def order_photos(session: Session, *, member_id: UUID, photo_ids: Sequence[UUID]) -> None:
    """Put a member's photos into a new order; the first active one is the main photo. Raises PhotoOrderIncomplete."""
    lock_profile(session, member_id)
    policies.ensure_whole_order(photo_ids, list_photo_ids(session, member_id))
    _renumber(session, photo_ids)
    publish(session, ProfileChanged(member_id=member_id))


def list_own_photos(session: Session, member_id: UUID, *, epoch: int) -> list[OwnPhoto]:
    """Return a member's photos as the owner sees them: none is locked, those in review are included."""
    rows = queries.list_own_photos(session, member_id)
    main = next((row.id for row in rows if row.status == PhotoStatus.ACTIVE), None)
    reader = reader_of(member_id, photo_epoch=epoch)
    return [_own_photo(row, reader, is_main=row.id == main) for row in rows]


def list_photos(session: Session, *, status: PhotoStatus, limit: int) -> list[OwnPhoto]:
    """Return photos of all sites in one state, oldest first."""
    return [
        _own_photo(row, OPERATOR, is_main=False)
        for row in queries.list_photos_by_status(session, status=status, limit=limit)
    ]


def list_shown_photo_ids(session: Session, member_id: UUID) -> list[UUID]:
    """Return the photos of a member that others see, the main one first."""
    return [row.id for row in queries.list_own_photos(session, member_id) if row.status == PhotoStatus.ACTIVE]


def find_review_photo(session: Session, photo_id: UUID) -> ReviewPhoto | None:
    """Return a processed photo for its review, with addresses for the console, or None. A deleted one exists while a
    case holds it.
    """
    row = queries.find_kept_photo(session, photo_id)
    if row is None or row.width is None:
        return None
    sharp, blurred = (
        media_api.photo_urls(row.folder, cut=row.cut, reader=STAFF, is_locked=is_locked) for is_locked in (False, True)
    )
    return ReviewPhoto(row.id, row.member_id, row.status, sharp, blurred)


def _own_photo(row: StoredPhoto, reader: Reader, *, is_main: bool) -> OwnPhoto:
    return OwnPhoto(
        id=row.id,
        member_id=row.member_id,
        status=row.status,
        reason=row.reason,
        is_main=is_main,
        crop=row.crop,
        is_being_cut=row.cut < row.crops and row.status in policies.CROPPABLE,
        urls=urls_for_owner(row, reader),
        created_at=row.created_at,
    )


def urls_for_owner(photo: StoredPhoto | NextPhoto, reader: Reader) -> PhotoUrls | None:
    """Return the addresses of a member's own photo, None until it is processed."""
    if photo.status not in SHOWN_TO_OWNER or photo.width is None:
        return None
    return media_api.photo_urls(photo.folder, cut=photo.cut, reader=reader, is_locked=False)


def list_photo_ids(session: Session, member_id: UUID) -> list[UUID]:
    """Return the photos of a profile that are not deleted or refused, the main one first."""
    return list(
        session.execute(
            select(PhotoRow.id)
            .where(PhotoRow.member_id == member_id, PhotoRow.position.is_not(None))
            .order_by(PhotoRow.position)
        ).scalars()
    )


def _renumber(session: Session, photo_ids: Sequence[UUID]) -> None:
    """Number photos from 0 in one statement; the key on positions is checked at its end."""
    order = func.unnest(cast(list(photo_ids), ARRAY(Uuid))).table_valued("id", with_ordinality="place").render_derived()
    session.execute(update(PhotoRow).where(PhotoRow.id == order.c.id).values(position=order.c.place - 1))


def _change_status(session: Session, photo_id: UUID, before: PhotoStatus, values: dict[str, Any]) -> UUID | None:
    """Change a photo's state from `before` and return its owner, or None when it was in another state."""
    member_id: UUID | None = session.execute(
        update(PhotoRow)
        .where(PhotoRow.id == photo_id, PhotoRow.status == before)
        .values(**values)
        .returning(PhotoRow.member_id)
    ).scalar_one_or_none()
    return member_id


def _refuse(session: Session, photo_id: UUID, before: PhotoStatus, reason: str) -> bool:
    owner = session.execute(select(PhotoRow.member_id).where(PhotoRow.id == photo_id)).scalar_one_or_none()
    if owner is None:
        return False
    lock_profile(session, owner)
    values = {"status": PhotoStatus.REFUSED, "reason": reason, "position": None}
    if _change_status(session, photo_id, before, values) is None:
        return False
    _renumber(session, list_photo_ids(session, owner))
    publish(session, PhotoRefused(photo_id=photo_id, member_id=owner), ProfileChanged(member_id=owner))
    return True
