"""Refusals of uploads; the sentences of those that people see are in locales/.

Their codes are older than this module, and clients know them.
"""

from app.kernel.errors import Invalid


class PhotoTooLarge(Invalid):
    code = "profiles.photo-too-large"


class PhotoType(Invalid):
    code = "profiles.photo-type"


class PhotoUnreadable(Invalid):
    code = "profiles.photo-unreadable"


class Rejected(Exception):
    """An upload that cannot be made into a picture; `reason` is "unreadable" or "too-many-pixels"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
