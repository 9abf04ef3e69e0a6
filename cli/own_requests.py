"""Whom the tools of one machine answer: its own people, and no page of another site in their browsers."""

from urllib.parse import urlsplit

from app.kernel.hosts import is_loopback


def is_own(host: str, origin: str | None) -> bool:
    """Tell whether a request names this machine, and comes from no page, or from one of the same address."""
    return is_loopback(host) and (origin is None or urlsplit(origin).netloc == host)
