"""Who may open a stream: a logged-in member, from a page of the same site. Streams hold no database connection."""

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from uuid import UUID

from app.kernel.config import config
from app.kernel.db.session import transaction
from app.kernel.http.hosts import host_name
from app.kernel.http.requests import cookie_name
from modules.accounts import api as accounts_api
from modules.sites import api as sites_api

# Values of Sec-Fetch-Site for requests of the site's own pages, or of no page.
OWN_FETCHES = ("", "same-origin", "none")


@dataclass(frozen=True, slots=True)
class Caller:
    """The parts of a request that identify its sender. `host` may include a port."""

    host: str
    origin: str
    fetch_site: str
    cookies: str

    @property
    def is_own_page(self) -> bool:
        """Return whether only a page of the site itself can have made the request."""
        if self.origin:
            return self.origin == page_origin(self.host)
        return self.fetch_site in OWN_FETCHES


def page_origin(host: str) -> str:
    """Return the origin of a host's pages, whatever the stream's port is."""
    if not config().live_port:
        return f"{config().public_scheme}://{host}"
    port = config().public_port
    shown = f":{port}" if port and port not in (80, 443) else ""
    return f"{config().public_scheme}://{host_name(host)}{shown}"


def authenticate(caller: Caller) -> tuple[UUID, UUID] | None:
    """Return (member, session) of the logged-in caller, or None; opens its own transaction."""
    token = _cookie(caller.cookies, cookie_name("hearth_session"))
    if not token:
        return None
    with transaction(read_only=True) as session:
        site = sites_api.find_site_by_host(session, caller.host)
        info = accounts_api.authenticate(session, site_id=site.id, token=token) if site else None
    return (info.member_id, info.session_id) if info else None


def list_open_sessions(session_ids: list[UUID]) -> set[UUID]:
    """Return the sessions that are still open; opens its own transaction."""
    with transaction(read_only=True) as session:
        return accounts_api.list_open_sessions(session, session_ids)


def _cookie(header: str, name: str) -> str:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
