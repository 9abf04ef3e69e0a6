"""Rules of uploads as pure functions."""

from app.kernel.http.ratelimit import Limit
from modules.media.errors import PhotoTooLarge, PhotoType, PhotoUnreadable

MAX_PHOTO_BYTES = 10 * 1024 * 1024
# A member's uploads that turn out to be no pictures: decoding those takes the most time.
REFUSED_PICTURES = Limit("refused-picture", calls=20, seconds=3600)
# Milliseconds of processor time that a member's pictures may take (docs/decisions/0055).
DECODING = Limit("decoding", calls=120_000, seconds=3600)

HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"mif1", b"msf1", b"hevc", b"hevx")


def photo_type(content: bytes) -> str | None:
    """Return the decoder for a file by its first bytes, or None when we have none."""
    if content.startswith(b"\xff\xd8\xff"):
        return "jpeg"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "png"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "webp"
    if content[4:8] == b"ftyp" and content[8:12] in HEIF_BRANDS:
        return "heif"
    return None


def ensure_photo_acceptable(content: bytes) -> str:
    """Return the photo's type; raises PhotoUnreadable (empty), PhotoTooLarge (10 MB) or PhotoType."""
    if not content:
        raise PhotoUnreadable(field="file")
    if len(content) > MAX_PHOTO_BYTES:
        raise PhotoTooLarge(field="file", megabytes=MAX_PHOTO_BYTES // 1024**2)
    found = photo_type(content)
    if found is None:
        raise PhotoType(field="file")
    return found
