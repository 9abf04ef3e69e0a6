"""Rules of uploads."""

import pytest

from modules.media import policies
from modules.media.errors import PhotoTooLarge, PhotoType, PhotoUnreadable


def test_uploads_are_judged_by_their_bytes() -> None:
    jpeg = b"\xff\xd8\xff\xe0"
    heads = {"jpeg": jpeg, "png": b"\x89PNG\r\n\x1a\n", "webp": b"RIFF....WEBP", "heif": b"....ftypheic"}
    assert {kind: policies.ensure_photo_acceptable(head) for kind, head in heads.items()} == {
        kind: kind for kind in heads
    }
    with pytest.raises(PhotoUnreadable):
        policies.ensure_photo_acceptable(b"")
    with pytest.raises(PhotoType):
        policies.ensure_photo_acceptable(b"GIF89a")
    policies.ensure_photo_acceptable(jpeg + bytes(10 * 1024**2 - 4))
    with pytest.raises(PhotoTooLarge) as refused:
        policies.ensure_photo_acceptable(jpeg + bytes(10 * 1024**2 - 3))
    assert refused.value.extra["megabytes"] == 10
