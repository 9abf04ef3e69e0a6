"""Addresses of pictures: each is signed for one picture, blurred or not, and one reader, for a limited time."""

from app.kernel import clock
from app.kernel.files.storage import reading
from app.kernel.secrets import signing
from modules.media.contracts import PhotoUrls, Reader, Use
from modules.media.service.files import BLURRED, CUT_SIZES, WHOLE, storage_key

# An address stays the same for this long, so that a browser's cache works, and is good for up to twice as long.
BUCKET_SECONDS = 600


def sign(key: str, *, reader: Reader) -> str:
    """Return the address of a stored file for one reader."""
    return f"{reader.prefix}{key}?{_signature(key, reader)}"


def is_signed(key: str, *, reader: Reader, expires: int, signature: str) -> bool:
    """Return whether an address was signed for this reader and has not expired (seconds since 1970)."""
    is_in_time = expires > clock.now().timestamp()
    return is_in_time and signing.is_signed("media", _signed(key, reader, expires), signature)


def photo_urls(folder: str, *, cut: int, reader: Reader, is_locked: bool) -> PhotoUrls:
    """Return the addresses of a profile's photo; a locked one's are those of its blurred versions (spec 6.4)."""
    suffix = BLURRED if is_locked else ""
    names = {size: storage_key(Use.PROFILE, folder, f"{size}{suffix}", cut=cut) for size in CUT_SIZES}
    names[WHOLE] = storage_key(Use.PROFILE, folder, f"{WHOLE}{suffix}")
    signature = _signature(names[WHOLE], reader)
    return PhotoUrls(**{size: f"{reader.prefix}{key}?{signature}" for size, key in names.items()}, is_locked=is_locked)


def _signature(key: str, reader: Reader) -> str:
    """Return the query of a file's address."""
    expires = (int(clock.now().timestamp()) // BUCKET_SECONDS + 2) * BUCKET_SECONDS
    return f"v={signing.sign('media', _signed(key, reader, expires))}&e={expires}"


def _signed(key: str, reader: Reader, expires: int) -> str:
    """Return what a signature is for: all sizes of a picture or, apart from them, all its blurred versions."""
    folder, _, name = key.rpartition("/")
    return f"{folder}/{BLURRED if BLURRED in name else ''} {reader.name} {expires}"


def find_signed_file(key: str, *, reader: Reader, expires: int, signature: str) -> bytes | None:
    """Return a stored file for an address of the reader; None if its signature is wrong or expired."""
    if not is_signed(key, reader=reader, expires=expires, signature=signature):
        return None
    with reading() as files:
        return files.find(key)
