"""Access to the tools of one machine: for its own users, not for other sites' pages in their browsers."""

from collections.abc import Callable
from urllib.parse import urlsplit

from app.kernel.http.hosts import is_loopback


def is_own(header: Callable[[str], str | None], *, writes: bool) -> bool:
    """Return whether a request's host is this machine and, if it `writes`, no page of another origin sent it.

    header: returns a header of the request by its name. Browsers send the origin in Sec-Fetch-Site; the Origin header
    is "null" even for our own forms, because our pages send no referrer.
    """
    host, origin, source = header("Host") or "", header("Origin"), header("Sec-Fetch-Site")
    if not is_loopback(host):
        return False
    if writes and source:
        return source in ("same-origin", "none")
    return origin is None or urlsplit(origin).netloc == host
