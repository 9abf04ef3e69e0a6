"""Refusals of the catalog module."""

from app.kernel.errors import Unavailable


class IndexUnavailable(Unavailable):
    """The search engine does not answer; Postgres answers meanwhile."""

    code = "catalog.index-away"
