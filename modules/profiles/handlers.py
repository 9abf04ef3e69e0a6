"""Reactions of the profiles module."""

from sqlalchemy.orm import Session

from app.kernel.db import transaction
from app.kernel.outbox import handles
from app.kernel.storage import storage
from modules.accounts.events import MemberConfirmed, MemberDeleted, MemberErased, MemberReactivated, MemberSignedUp
from modules.profiles import images, queries
from modules.profiles.contracts import ProfileState
from modules.profiles.events import PhotoDeleted, PhotoUploaded
from modules.profiles.service import photos, profile
from modules.profiles.service.media import storage_key, storage_keys


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


@handles(MemberErased, managed=False)
def erase_profile(event: MemberErased) -> None:
    """Remove the files of an erased member's photos, then the profile with everything that belongs to it."""
    with transaction(read_only=True) as session:
        folders = queries.list_photo_folders(session, event.member_id)
    for folder in folders:
        _remove_files(folder)
    with transaction() as session:
        profile.erase_profile(session, member_id=event.member_id)


@handles(PhotoUploaded, managed=False)
def process_photo(event: PhotoUploaded) -> None:
    """Make an upload into a photo: all sizes rebuilt from pixels, and their blurred twins."""
    with transaction(read_only=True) as session:
        found = queries.find_original(session, event.photo_id)
    if found is None:
        return
    folder, content = found
    try:
        rendered = images.render(content)
    except images.Rejected as refusal:
        with transaction() as session:
            photos.reject_upload(session, photo_id=event.photo_id, reason=refusal.reason)
        return
    for name, file in rendered.files.items():
        storage().put(storage_key(folder, name), file)
    with transaction() as session:
        is_kept = photos.finish_photo(session, photo_id=event.photo_id, width=rendered.width, height=rendered.height)
    if not is_kept:
        _remove_files(folder)


@handles(PhotoDeleted, managed=False)
def remove_photo_files(event: PhotoDeleted) -> None:
    """Remove the files of a deleted photo, unless a case still needs them: it says so again when it is decided."""
    with transaction(read_only=True) as session:
        is_held = queries.is_held(session, event.photo_id)
        folder = None if is_held else queries.find_photo_folder(session, event.photo_id)
    if folder is not None:
        _remove_files(folder)


def _remove_files(folder: str) -> None:
    for key in storage_keys(folder):
        storage().delete(key)
