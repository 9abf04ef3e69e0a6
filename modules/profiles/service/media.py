"""Addresses of photos: signed for one viewer and photo epoch, for a limited time.

Addresses for staff are below the console, which requires a login.
"""

import re
from uuid import UUID

from app.kernel import clock
from app.kernel.files.storage import reading, storage
from app.kernel.secrets.signing import is_signed, sign
from modules.profiles.contracts import PhotoUrls, Viewer

# The sizes that the owner's crop changes, and the whole picture.
CUT_SIZES = ("thumb", "card", "match")
WHOLE = "full"
BLURRED = "-blurred"
# An address stays the same for this long, so that a browser's cache works, and is good for up to twice as long.
BUCKET_SECONDS = 600
# The viewer for whom addresses of the console are signed, and their prefix.
STAFF = "staff"
CONSOLE = "/ops/api/media/"
# The viewer for whom addresses in the output of a command are signed: anybody who has them sees the photos.
OPERATOR = "operator"
_CUT = re.compile(rf"/(?:{'|'.join(CUT_SIZES)})(?:{BLURRED})?(?:-(\d+))?\.webp$")


def storage_keys(folder: str) -> list[str]:
    """Return the storage keys of the existing files of a photo."""
    return [f"photos/{folder}/{name}" for name in storage().list_names(f"photos/{folder}")]


def storage_key(folder: str, name: str, *, cut: int = 0) -> str:
    """Return the storage key of one file of a photo, such as `card` or its blurred version `card-blurred`.

    Each crop has its own names (`card-2`), so that no cache shows an earlier one.
    """
    return f"photos/{folder}/{name}{f'-{cut}' if cut else ''}.webp"


def cut_keys(folder: str, cut: int) -> list[str]:
    """Return the storage keys of all files of one crop of a photo."""
    return [storage_key(folder, f"{size}{suffix}", cut=cut) for size in CUT_SIZES for suffix in ("", BLURRED)]


def earlier_cut_keys(folder: str, cut: int) -> list[str]:
    """Return the storage keys of the files of crops before `cut`."""
    return [key for key in storage_keys(folder) if (found := _CUT.search(key)) and int(found[1] or 0) < cut]


def photo_urls(folder: str, *, cut: int, viewer_id: UUID | None, epoch: int, is_locked: bool) -> PhotoUrls:
    """Return a photo's addresses for one viewer; a locked photo's are those of its blurred versions (spec 6.4)."""
    return _urls(folder, cut=cut, viewer=_viewer(viewer_id, epoch), is_locked=is_locked)


def staff_urls(folder: str, *, cut: int, is_locked: bool) -> PhotoUrls:
    """Return a photo's addresses for staff who are logged in to the console."""
    return _urls(folder, cut=cut, viewer=STAFF, is_locked=is_locked)


def operator_urls(folder: str, *, cut: int, is_locked: bool) -> PhotoUrls:
    """Return a photo's addresses for a review at the command line."""
    return _urls(folder, cut=cut, viewer=OPERATOR, is_locked=is_locked)


def _urls(folder: str, *, cut: int, viewer: str, is_locked: bool) -> PhotoUrls:
    expires, suffix = _expires(), BLURRED if is_locked else ""
    urls = {size: _url(storage_key(folder, f"{size}{suffix}", cut=cut), viewer, expires) for size in CUT_SIZES}
    whole = _url(storage_key(folder, f"{WHOLE}{suffix}"), viewer, expires)
    return PhotoUrls(**urls, full=whole, is_locked=is_locked)


def sign_media(key: str, *, viewer: Viewer) -> str:
    """Return the address of a stored file for one viewer."""
    return _url(key, _viewer(viewer.member_id, viewer.photo_epoch), _expires())


def sign_media_for_staff(key: str) -> str:
    """Return the address of a stored file for staff who are logged in to the console."""
    return _url(key, STAFF, _expires())


def is_allowed(key: str, *, viewer_id: UUID | None, epoch: int, expires: int, signature: str) -> bool:
    """Return whether an address was signed for this viewer in this epoch and has not expired (seconds since 1970)."""
    return _is_signed(key, _viewer(viewer_id, epoch), expires, signature)


def is_allowed_to_operator(key: str, *, expires: int, signature: str) -> bool:
    """Return whether an address was signed for the command line and has not expired (seconds since 1970)."""
    return _is_signed(key, OPERATOR, expires, signature)


def read_photo_for_staff(key: str, *, expires: int, signature: str) -> bytes | None:
    """Return a file of a photo for an address of the console; None if its signature is wrong or expired."""
    if not _is_signed(key, STAFF, expires, signature):
        return None
    with reading() as files:
        return files.find(key)


def _is_signed(key: str, viewer: str, expires: int, signature: str) -> bool:
    signed = f"{key} {viewer} {expires}"
    return expires > clock.now().timestamp() and is_signed("media", signed, signature)


def _expires() -> int:
    return (int(clock.now().timestamp()) // BUCKET_SECONDS + 2) * BUCKET_SECONDS


def _url(key: str, viewer: str, expires: int) -> str:
    signature = sign("media", f"{key} {viewer} {expires}")
    return f"{CONSOLE if viewer == STAFF else '/media/'}{key}?v={signature}&e={expires}"


def _viewer(viewer_id: UUID | None, epoch: int) -> str:
    return f"{viewer_id} {epoch}" if viewer_id else "visitor"
