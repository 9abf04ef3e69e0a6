"""Addresses of photos: signed for one viewer, for a while, and for no longer than the viewer's photo epoch."""

from uuid import UUID

from app.kernel import clock
from app.kernel.config import config
from app.kernel.ids import is_signed, sign
from modules.profiles.contracts import PhotoUrls

SIZES = ("thumb", "card", "match", "full")
BLURRED = "-blurred"
# An address stays the same for this long, so that a browser's cache works, and is good for up to twice as long.
BUCKET_SECONDS = 600


def storage_keys(folder: str) -> list[str]:
    """Return the storage keys of all files of a photo."""
    return [storage_key(folder, f"{size}{twin}") for size in SIZES for twin in ("", BLURRED)]


def storage_key(folder: str, name: str) -> str:
    """Return the storage key of one file of a photo, such as `card` or its twin `card-blurred`."""
    return f"photos/{folder}/{name}.webp"


def photo_urls(folder: str, *, viewer_id: UUID | None, epoch: int, is_locked: bool) -> PhotoUrls:
    """Return a photo's addresses for one viewer; a locked photo's are those of its blurred twins (spec 6.4)."""
    expires, viewer = _expires(), _viewer(viewer_id, epoch)
    urls = {size: _url(storage_key(folder, f"{size}{BLURRED if is_locked else ''}"), viewer, expires) for size in SIZES}
    return PhotoUrls(**urls, is_locked=is_locked)


def media_url(key: str, *, viewer_id: UUID | None, epoch: int) -> str:
    """Return the address of a stored file for one viewer."""
    return _url(key, _viewer(viewer_id, epoch), _expires())


def is_allowed(key: str, *, viewer_id: UUID | None, epoch: int, expires: int, signature: str) -> bool:
    """Tell whether an address was signed for this viewer in this epoch and has not expired (seconds since 1970)."""
    signed = f"{key} {_viewer(viewer_id, epoch)} {expires}"
    return expires > clock.now().timestamp() and is_signed(config().secret, "media", signed, signature)


def _expires() -> int:
    return (int(clock.now().timestamp()) // BUCKET_SECONDS + 2) * BUCKET_SECONDS


def _url(key: str, viewer: str, expires: int) -> str:
    signature = sign(config().secret, "media", f"{key} {viewer} {expires}")
    return f"/media/{key}?v={signature}&e={expires}"


def _viewer(viewer_id: UUID | None, epoch: int) -> str:
    return f"{viewer_id} {epoch}" if viewer_id else "visitor"
