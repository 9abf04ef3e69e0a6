"""Reactions of the profiles module."""

from collections.abc import Iterable

from app.kernel.db import Session, transaction
from app.kernel.outbox import Queue, handles
from app.kernel.storage import storage
from modules.accounts.events import (
    MemberBanned,
    MemberConfirmed,
    MemberDeleted,
    MemberErased,
    MemberReactivated,
    MemberSignedUp,
    MemberUnbanned,
)
from modules.profiles import images, queries
from modules.profiles.contracts import ProfileState
from modules.profiles.events import PhotoCropped, PhotoDeleted, PhotoUploaded
from modules.profiles.queries import uploads
from modules.profiles.service import crops, decoding, photos, profile
from modules.profiles.service.media import WHOLE, cut_keys, keys_before, storage_key, storage_keys


@handles(MemberSignedUp)
def make_profile(session: Session, event: MemberSignedUp) -> None:
    """Make the profile of a new member, unless they were faster."""
    profile.ensure_profile(session, event.member_id)


@handles(MemberConfirmed)
def show_profile(session: Session, event: MemberConfirmed) -> None:
    """Let a profile appear once the e-mail address is confirmed (spec 4.1)."""
    profile.set_state(session, member_id=event.member_id, state=ProfileState.ACTIVE)


@handles(MemberDeleted)
def hide_profile(session: Session, event: MemberDeleted) -> None:
    """Let the profile of a deleted account disappear."""
    profile.set_state(session, member_id=event.member_id, state=ProfileState.DISABLED)


@handles(MemberReactivated)
def show_profile_again(session: Session, event: MemberReactivated) -> None:
    """Let the profile of an account that came back be as it was: shown once the address is confirmed."""
    profile.show_confirmed(session, member_id=event.member_id)


@handles(MemberBanned)
def hide_banned_profile(session: Session, event: MemberBanned) -> None:
    """Let the profile of a banned account disappear."""
    profile.set_state(session, member_id=event.member_id, state=ProfileState.DISABLED)


@handles(MemberUnbanned)
def show_unbanned_profile(session: Session, event: MemberUnbanned) -> None:
    """Let the profile of an account whose ban is over be as it was."""
    profile.show_confirmed(session, member_id=event.member_id)


@handles(MemberErased)
def erase_profile(session: Session, event: MemberErased) -> None:
    """Remove an erased member's profile with everything that belongs to it; the photos follow, each by itself."""
    profile.erase_profile(session, member_id=event.member_id)


@handles(PhotoUploaded, managed=False, queue=Queue.SLOW)
def process_photo(event: PhotoUploaded) -> None:
    """Make an upload into a photo: all sizes rebuilt from pixels, and their blurred twins."""
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
    """Cut the small sizes of a photo as its owner chose. The cut before stays for pages that show it now; the one
    before that goes."""
    with transaction(read_only=True) as session:
        wish = crops.find_uncut(session, event.photo_id)
    if wish is None:
        return
    whole = storage().find(storage_key(wish.folder, WHOLE))
    if whole is None:
        raise FileNotFoundError("the picture to cut is not stored")
    rendered = decoding.recut(whole, wish.crop, member_id=wish.member_id)
    for name, file in rendered.files.items():
        storage().put(storage_key(wish.folder, name, cut=wish.crops), file)
    with transaction() as session:
        before = crops.finish_cut(session, photo_id=event.photo_id, cut=wish.crops)
    _remove(cut_keys(wish.folder, wish.crops) if before is None else keys_before(wish.folder, before))


@handles(PhotoDeleted, managed=False)
def remove_photo_files(event: PhotoDeleted) -> None:
    """Remove the files of a deleted photo, then its row if it is nobody's, unless a case still needs them: it says so
    again when it is decided.
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
