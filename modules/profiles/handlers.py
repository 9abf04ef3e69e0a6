"""Reactions of the profiles module."""

from collections.abc import Iterable

from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import Queue, handles
from app.kernel.files.storage import storage
from modules.accounts.events import (
    MemberBanned,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
    MemberUnbanned,
)
from modules.profiles.events import PhotoCropped, PhotoDeleted, PhotoUploaded
from modules.profiles.images import rendering as images
from modules.profiles.queries import profiles as queries
from modules.profiles.queries import uploads
from modules.profiles.service import crops, decoding, photos, profile
from modules.profiles.service.media import WHOLE, cut_keys, earlier_cut_keys, storage_key, storage_keys


@handles(MemberSignedUp)
def make_profile(session: Session, event: MemberSignedUp) -> None:
    """Create the profile of a new member, unless it exists already."""
    profile.ensure_profile(session, event.member_id)


@handles(MemberConfirmed)
def show_profile(session: Session, event: MemberConfirmed) -> None:
    """Show a profile once the e-mail address is confirmed (spec 4.1)."""
    profile.follow_account(session, member_id=event.member_id)


@handles(MemberDeleted)
def hide_profile(session: Session, event: MemberDeleted) -> None:
    """Hide the profile of a deleted account."""
    profile.follow_account(session, member_id=event.member_id)


@handles(MemberReactivated)
def show_profile_again(session: Session, event: MemberReactivated) -> None:
    """Show the profile of a reactivated account, if its address is confirmed."""
    profile.follow_account(session, member_id=event.member_id)


@handles(MemberBanned)
def hide_banned_profile(session: Session, event: MemberBanned) -> None:
    """Hide the profile of a banned account."""
    profile.follow_account(session, member_id=event.member_id)


@handles(MemberUnbanned)
def show_unbanned_profile(session: Session, event: MemberUnbanned) -> None:
    """Show the profile of an account whose ban ended, if its address is confirmed."""
    profile.follow_account(session, member_id=event.member_id)


@handles(MemberErased)
def erase_profile(session: Session, event: MemberErased) -> None:
    """Delete an erased member's profile; PhotoDeleted deletes the files of each photo."""
    profile.erase_profile(session, member_id=event.member_id)


@handles(PhotoUploaded, managed=False, queue=Queue.SLOW)
def process_photo(event: PhotoUploaded) -> None:
    """Process an uploaded photo: render all sizes and their blurred versions from its pixels."""
    with transaction(read_only=True) as session:
        found = queries.find_original(session, event.photo_id)
    if found is None:
        return
    member_id, folder, content = found
    try:
        rendered = decoding.render(content, member_id=member_id)
    except images.Rejected as refusal:
        with transaction() as session:
            photos.reject_upload(session, photo_id=event.photo_id, reason=refusal.reason)
        return
    for name, file in rendered.files.items():
        storage().put(storage_key(folder, name), file)
    with transaction() as session:
        is_kept = photos.finish_photo(
            session,
            photo_id=event.photo_id,
            width=rendered.width,
            height=rendered.height,
            likeness=rendered.likeness,
        )
    if not is_kept:
        _remove(storage_keys(folder))


@handles(PhotoCropped, managed=False, queue=Queue.SLOW)
def recut_photo(event: PhotoCropped) -> None:
    """Render the card sizes of a photo in the crop of its owner. The files of the previous crop stay for pages that
    show them now; earlier ones are deleted.
    """
    with transaction(read_only=True) as session:
        wish = crops.find_pending_crop(session, event.photo_id)
    if wish is None:
        return
    whole = storage().find(storage_key(wish.folder, WHOLE))
    if whole is None:
        raise FileNotFoundError("the picture to cut is not stored")
    rendered = decoding.recut(whole, wish.crop, member_id=wish.member_id)
    for name, file in rendered.files.items():
        storage().put(storage_key(wish.folder, name, cut=wish.crops), file)
    with transaction() as session:
        before = crops.finish_crop(session, photo_id=event.photo_id, cut=wish.crops)
    _remove(cut_keys(wish.folder, wish.crops) if before is None else earlier_cut_keys(wish.folder, before))


@handles(PhotoDeleted, managed=False)
def remove_photo_files(event: PhotoDeleted) -> None:
    """Remove the files of a deleted photo, and its row if it has no owner, unless a case holds them: releasing the hold
    publishes the event again.
    """
    with transaction(read_only=True) as session:
        is_held = uploads.is_held(session, event.photo_id)
        folder = None if is_held else queries.find_photo_folder(session, event.photo_id)
    if folder is not None:
        _remove(storage_keys(folder))
        with transaction() as session:
            photos.forget_photo(session, photo_id=event.photo_id)


def _remove(keys: Iterable[str]) -> None:
    for key in keys:
        storage().delete(key)
