"""Reactions of the profiles module."""

from app.kernel.db.session import Session, transaction
from app.kernel.events.outbox import Queue, handles
from modules.accounts.events import (
    MemberBanned,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
    MemberUnbanned,
)
from modules.media import api as media_api
from modules.media.contracts import Use
from modules.media.errors import Rejected
from modules.profiles.events import PhotoCropped, PhotoDeleted, PhotoUploaded
from modules.profiles.queries import people as queries
from modules.profiles.queries import uploads
from modules.profiles.service import crops, photos, profile


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
        upload = queries.find_upload(session, event.photo_id)
    if upload is None:
        return
    try:
        picture = media_api.store_upload(upload, use=Use.PROFILE)
    except Rejected as refusal:
        with transaction() as session:
            photos.reject_upload(session, photo_id=event.photo_id, reason=refusal.reason)
        return
    with transaction() as session:
        is_kept = photos.finish_photo(session, photo_id=event.photo_id, picture=picture)
    if not is_kept:
        media_api.remove_files(Use.PROFILE, upload.folder)


@handles(PhotoCropped, managed=False, queue=Queue.SLOW)
def recut_photo(event: PhotoCropped) -> None:
    """Render the card sizes of a photo in the crop of its owner. The files of the previous crop stay for pages that
    show them now; earlier ones are deleted.
    """
    with transaction(read_only=True) as session:
        wish = crops.find_pending_crop(session, event.photo_id)
    if wish is None:
        return
    media_api.store_crop(wish.crop, cut=wish.crops, folder=wish.folder, member_id=wish.member_id)
    with transaction() as session:
        before = crops.finish_crop(session, photo_id=event.photo_id, cut=wish.crops)
    if before is None:
        media_api.remove_cut(wish.folder, wish.crops)
    else:
        media_api.remove_earlier_cuts(wish.folder, before)


@handles(PhotoDeleted, managed=False)
def remove_photo_files(event: PhotoDeleted) -> None:
    """Remove the files of a deleted photo, and its row if it has no owner, unless a case holds them: releasing the hold
    publishes the event again.
    """
    with transaction(read_only=True) as session:
        is_held = uploads.is_held(session, event.photo_id)
        folder = None if is_held else queries.find_photo_folder(session, event.photo_id)
    if folder is not None:
        media_api.remove_files(Use.PROFILE, folder)
        with transaction() as session:
            photos.forget_photo(session, photo_id=event.photo_id)
