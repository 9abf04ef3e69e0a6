"""Pages: the ops console below /ops, the member SPA for every other path, filled by the server."""

from typing import Any

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.routing import PathConverter

from app.kernel import http
from app.kernel.auth import Access, Actor
from app.kernel.db import transaction
from app.kernel.ids import new_token
from app.kernel.spa import Spa, is_page_request, tag
from modules.sites import api as sites_api
from modules.sites.contracts import Site

PAGE = http.Operation(access=Access.PUBLIC)
# The constant styles that react-aria writes; member-web's build/check-csp.mjs derives them from its source.
REACT_ARIA_STYLE = (
    " 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"  # touch-action of what can be pressed
    " 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"  # overscroll behind a dialog, Safari only
)


class PageConverter(PathConverter):
    """A path of no API, so that a method which the API does not know there is answered as such and not as a page."""

    regex = f"(?!(?:ops/)?api/){PathConverter.regex}"


def register_pages(app: Flask, *, member_web: Spa, ops_console: Spa) -> None:
    """Serve the member SPA (history mode, base /): spec 2.31; and the ops console below /ops."""

    app.url_map.converters["page"] = PageConverter

    @app.get("/ops")
    @app.get("/ops/")
    @app.get("/ops/<page:path>")
    def ops(path: str = "") -> Response:
        if ops_console.has(path):
            return ops_console.file(path)
        if path.startswith("assets/"):
            abort(404)
        return ops_page(ops_console)

    @app.get("/")
    @app.get("/<page:path>")
    def page(path: str = "") -> Response:
        if member_web.has(path):
            return member_web.file(path)
        if not is_page_request():
            abort(404)
        g.csp_style = REACT_ARIA_STYLE
        return member_page(member_web)


def member_page(spa: Spa) -> Response:
    """Answer the member SPA's page with title, description and its first data."""
    with transaction(read_only=True) as session:
        actor = http.admit(session, PAGE)
        site = sites_api.get_site(session, actor.site_id)
        user = current_app.extensions["current_user"](session, actor) if actor.member_id else None
        told = sites_api.in_language(site, actor.language)
        settings = sites_api.public_settings(session, site=site, language=actor.language, headers=dict(request.headers))
    boot = {"settings": settings, "user": user, "language": actor.language}
    return spa.page(language=actor.language, head=head_of(told, actor), boot=boot)


def ops_page(spa: Spa) -> Response:
    """Answer the ops console's page. Emotion writes style elements, so each page has a nonce for them."""
    nonce = new_token()
    g.csp_style = f" 'nonce-{nonce}'"
    head = "<title>Hearthside ops</title>" + tag("meta", name="robots", content="noindex")
    return spa.page(language="en", head=head, boot={}, nonce=nonce)


def head_of(site: Site, actor: Actor) -> str:
    """Return the head of a page; nothing behind the front door may be indexed."""
    tags: list[str] = [
        f"<title>{_text(site.index_title)}</title>",
        tag("meta", name="description", content=site.description),
        tag("meta", property_="og:title", content=site.index_title),
        tag("meta", property_="og:description", content=site.description),
        tag("meta", property_="og:site_name", content=site.name),
        tag("meta", name="hearth-niche", content=str(site.niche)),
    ]
    if request.path != "/" or actor.member_id is not None:
        tags.append(tag("meta", name="robots", content="noindex"))
    return "".join(tags)


def _text(value: Any) -> str:
    return str(value).replace("&", "&amp;").replace("<", "&lt;")
