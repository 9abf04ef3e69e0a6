"""Refusals of uploads; the sentences of those that people see are in locales/.

Their codes are older than this module, and clients know them.
"""

from typing import Any

from app.kernel.errors import Invalid
from app.kernel.text import formats


class PhotoTooLarge(Invalid):
    """A photo has more than `megabytes`."""

    code = "profiles.photo-too-large"

    def values(self, language: str) -> dict[str, Any]:
        """Return the values with the largest size, as `size`."""
        return {**self.extra, "size": formats.megabytes(language, self.extra["megabytes"])}


class PhotoType(Invalid):
    code = "profiles.photo-type"


class PhotoUnreadable(Invalid):
    code = "profiles.photo-unreadable"


class Rejected(Exception):
    """An upload that cannot be made into a picture; `reason` is "unreadable" or "too-many-pixels"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
