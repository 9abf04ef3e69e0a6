"""HTTP of the sites module: settings, company, pages, landing pages and bounces."""

from typing import Any

from flask import request

from app.kernel.db.session import Session, current_session
from app.kernel.http import ratelimit
from app.kernel.http.auth import Access, Actor, current_actor
from app.kernel.http.requests import ApiBlueprint, Operation
from app.kernel.manifest import CurrentUserPart
from modules.sites import queries
from modules.sites.contracts import LANDERS
from modules.sites.errors import SiteUnknown
from modules.sites.schemas import BounceIn, CompanyOut, LanderIn, LanderOut, PageIn, PageOut, SettingsIn, SettingsOut
from modules.sites.service import landers, pages, sites

blp = ApiBlueprint("sites")
PUBLIC = Operation(access=Access.PUBLIC)
BOUNCES = ratelimit.Limit("bounce", calls=60, seconds=3600)


@blp.get("/settings", op=PUBLIC)
@blp.arguments(SettingsIn, location="query")
@blp.response(200, SettingsOut)
def get_settings(query: dict[str, str]) -> dict[str, Any]:
    """Return the settings of this host's site, or of the site at a forced `host` (spec 7.8)."""
    session = current_session()
    site = queries.get_site(session, current_actor().site_id)
    if "host" in query:
        forced = sites.find_site_by_host(session, query["host"])
        if forced is None:
            raise SiteUnknown(key=query["host"][:100])
        site = forced
    return sites.public_settings(
        session,
        site=site,
        language=current_actor().language,
        headers=dict(request.headers),
        country=query.get("country"),
    )


@blp.get("/companyinfo", op=PUBLIC)
@blp.response(200, CompanyOut)
def get_company_info() -> dict[str, Any]:
    """Return the company behind this host's site (spec 7.14)."""
    return sites.company_info(queries.get_site(current_session(), current_actor().site_id).company)


@blp.get("/pages/<page>", op=PUBLIC)
@blp.arguments(PageIn, location="query")
@blp.response(200, PageOut)
def get_page(query: dict[str, str], page: str) -> dict[str, Any]:
    """Return a static page of this host's site, with the day of its version (spec 2.30, 9.6)."""
    session, actor = current_session(), current_actor()
    site = queries.get_site(session, actor.site_id)
    found = pages.get_page(session, site=site, token=page, language=query.get("language", actor.language))
    return pages.page_facts(found)


@blp.get(f"/landers/<any({', '.join(LANDERS)}):lander>", op=PUBLIC)
@blp.arguments(LanderIn, location="query")
@blp.response(200, LanderOut)
def get_lander(query: dict[str, str], lander: str) -> dict[str, Any]:
    """Return the site's own words for an address of a landing page (spec 2.29)."""
    site_id = current_actor().site_id
    return {"text": landers.find_lander_text(current_session(), site_id=site_id, lander=lander, **query)}


@blp.post("/page-bounces", op=PUBLIC)
@blp.arguments(BounceIn)
@blp.response(204)
def post_page_bounce(bounce: dict[str, Any]) -> None:
    """Count a visit that ended on its first page; sent only for addresses with `lb` (spec 5.8)."""
    actor = current_actor()
    ratelimit.check(BOUNCES, actor.network)
    landers.note_bounce(current_session(), site_id=actor.site_id, **bounce)


def _current_user(session: Session, actor: Actor, _: None) -> dict[str, Any]:
    """Return the site's part of the answer about the member who is logged in (spec 3.1)."""
    return {"fictional_icon": queries.get_site(session, actor.site_id).fictional_icon}


CURRENT_USER = CurrentUserPart(_current_user)
