"""Whom the tools of one machine answer: its own people, and no page of another site in their browsers."""

from collections.abc import Mapping
from urllib.parse import urlsplit

from app.kernel.hosts import is_loopback


def is_own(headers: Mapping[str, str], *, writes: bool) -> bool:
    """Tell whether a request names this machine and, where it `writes`, comes from no page of another address.

    A browser says where a request comes from in Sec-Fetch-Site. Its Origin is "null" also for a form of our own, since
    our pages send no referrer.
    """
    if not is_loopback(headers.get("Host", "")):
        return False
    origin, source = headers.get("Origin"), headers.get("Sec-Fetch-Site")
    if writes and source:
        return source in ("same-origin", "none")
    return origin is None or urlsplit(origin).netloc == headers["Host"]
