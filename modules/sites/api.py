"""What the sites module offers to others. Reads come from memory, at most five seconds old."""

from typing import Any

from app.kernel.auth import Actor
from app.kernel.config import config
from app.kernel.db import Session
from modules.sites import queries
from modules.sites.contracts import Site
from modules.sites.service import app_icons, landers, pages, sites
from modules.sites.service import share_picture as pictures

get_site = queries.get_site
get_site_by_key = queries.get_site_by_key
list_sites = queries.list_sites
time_zones = queries.time_zones
shows_fictional = queries.shows_fictional
list_companies = queries.list_companies
find_site_by_host = sites.find_site_by_host
public_settings = sites.public_settings
located_country = sites.located_country
network_country = sites.network_country
create_company = sites.create_company
update_company = sites.update_company
create_site = sites.create_site
update_site_settings = sites.update_site_settings
set_hosts = sites.set_hosts
set_texts = sites.set_texts
in_language = sites.in_language
find_page = pages.find_page
get_page = pages.get_page
page_facts = pages.facts_of
page_problem = pages.problem_of
page_paths = pages.page_paths
list_pages = queries.list_pages
list_page_versions = queries.list_page_versions
set_page = pages.set_page
remove_page = pages.remove_page
parse_page_source = pages.parse_source
page_values = pages.shown_values
share_picture = pictures.share_picture
APP_ICONS = tuple(app_icons.KINDS)
DARK_PAPER = app_icons.DARK_PAPER
app_icon = app_icons.app_icon
paper_of = app_icons.paper_of
list_lander_texts = queries.list_lander_texts
set_lander_text = landers.set_lander_text
remove_lander_text = landers.remove_lander_text
list_bounces = landers.list_bounces


def site_url(site: Site, path: str) -> str:
    """Return an address on the site's own domain, for mails; never built from a request's host."""
    port = config().public_port
    shown = f":{port}" if port and port not in (80, 443) else ""
    return f"{config().public_scheme}://{site.domain}{shown}{path}"


def current_user(session: Session, actor: Actor) -> dict[str, Any]:
    """Return the site's part of the answer about the member who is logged in (spec 3.1)."""
    return {"fictional_icon": queries.get_site(session, actor.site_id).fictional_icon}
