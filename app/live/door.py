"""Who may open a stream: a member who is logged in, from a page of the very site. No stream holds a connection."""

from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from uuid import UUID

from app.kernel.config import config
from app.kernel.db import transaction
from app.kernel.hosts import host_name
from app.kernel.http import cookie_name
from modules.accounts import api as accounts_api
from modules.sites import api as sites_api

# What browsers say of a request that another page of the same site, or nobody's page, makes.
OWN_FETCHES = ("", "same-origin", "none")


@dataclass(frozen=True, slots=True)
class Caller:
    """What a request says of itself. `host` may carry a port."""

    host: str
    origin: str
    fetch_site: str
    cookies: str

    @property
    def is_own_page(self) -> bool:
        """Return whether no other page than the site's own can have made the request."""
        if self.origin:
            return self.origin == page_origin(self.host)
        return self.fetch_site in OWN_FETCHES


def page_origin(host: str) -> str:
    """Return the origin of the pages of a host, whatever port the stream itself is on."""
    if not config().live_port:
        return f"{config().public_scheme}://{host}"
    port = config().public_port
    shown = f":{port}" if port and port not in (80, 443) else ""
    return f"{config().public_scheme}://{host_name(host)}{shown}"


def find_visitor(caller: Caller) -> tuple[UUID, UUID] | None:
    """Return (member, session) of who is logged in there, or None; takes a transaction of its own."""
    token = _cookie(caller.cookies, cookie_name("hearth_session"))
    if not token:
        return None
    with transaction(read_only=True) as session:
        site = sites_api.find_site_by_host(session, caller.host)
        info = accounts_api.authenticate(session, site_id=site.id, token=token) if site else None
    return (info.member_id, info.session_id) if info else None


def list_open_sessions(session_ids: list[UUID]) -> set[UUID]:
    """Return those sessions that are not over; takes a transaction of its own."""
    with transaction(read_only=True) as session:
        return accounts_api.list_open_sessions(session, session_ids)


def _cookie(header: str, name: str) -> str:
    try:
        found = SimpleCookie(header).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
