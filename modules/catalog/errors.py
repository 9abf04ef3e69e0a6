"""Refusals of the catalog module."""

from typing import Any

from app.kernel.errors import Unavailable


class IndexUnavailable(Unavailable):
    """The search engine does not answer; Postgres answers meanwhile."""

    code = "catalog.index-away"


class IndexRefused(IndexUnavailable):
    """The search engine answers and does not do what it is asked, as with a wrong key or a full disk; `reason` is its
    own short name for the cause.
    """

    def __init__(self, reason: str, **extra: Any) -> None:
        super().__init__(**extra)
        self.reason = reason
