"""Whom the tools of one machine answer: its own people, and no page of another site in their browsers."""

from collections.abc import Callable
from urllib.parse import urlsplit

from app.kernel.hosts import is_loopback


def is_own(header: Callable[[str], str | None], *, writes: bool) -> bool:
    """Return whether a request names this machine and, where it `writes`, comes from no page of another address.

    header: returns a header of the request by its name. A browser says where a request comes from in Sec-Fetch-Site.
    Its Origin is "null" also for a form of our own, since our pages send no referrer.
    """
    host, origin, source = header("Host") or "", header("Origin"), header("Sec-Fetch-Site")
    if not is_loopback(host):
        return False
    if writes and source:
        return source in ("same-origin", "none")
    return origin is None or urlsplit(origin).netloc == host
