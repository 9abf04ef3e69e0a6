"""Pages: the ops console below /ops, the member SPA on all other paths, robots.txt and the sitemap."""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from typing import Any

from flask import Flask, Response, abort, current_app, g, redirect, request
from werkzeug.routing import PathConverter
from werkzeug.wrappers import Response as WerkzeugResponse

from app.first_answers import LANGUAGE_COOKIE, answer_to, answers_to, pictures_in
from app.installed import register_installed
from app.kernel import http
from app.kernel.auth import Access
from app.kernel.config import config
from app.kernel.db import transaction
from app.kernel.hosts import has_console
from app.kernel.ids import new_token
from app.kernel.spa import Spa, appearance, is_page_request, tag
from app.old_browsers import notices_of
from app.page_head import head_of
from app.page_html import html_of
from app.page_routes import NO_ROUTE
from app.page_rules import DISCOUNT, address_in, find_address, list_public, questions_of
from app.painting import Painter, style_hashes
from modules.accounts.schemas import UserOut
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.sites.schemas import PageOut, SettingsOut

PAGE = http.Operation(access=Access.PUBLIC)
_HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")
LANGUAGE_DAYS = 365
# The schemas of the API, so that a page contains exactly what the API would answer.
SETTINGS, PAGE_TEXT, USER = SettingsOut(), PageOut(), UserOut()
# The hashes of react-aria's constant styles; member-web's build/check-csp.mjs derives them from its source.
REACT_ARIA_STYLE = (
    " 'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='"  # touch-action of pressable elements
    " 'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='"  # overscroll behind a dialog, Safari only
)


class PageConverter(PathConverter):
    """A path outside the APIs, so that a method which the API does not support there is not answered with a page."""

    regex = f"(?!(?:ops/)?api/){PathConverter.regex}"


def register_pages(app: Flask, *, member_web: Spa, ops_console: Spa) -> None:
    """Serve the member SPA (history mode, base /): spec 2.31; and the ops console below /ops."""

    app.url_map.converters["page"] = PageConverter

    @app.get("/ops")
    @app.get("/ops/")
    @app.get("/ops/<page:path>")
    def ops(path: str = "") -> WerkzeugResponse:
        if not has_console(request.host):
            # As for any unknown address of the members' site, its own application shows that there is nothing.
            missing = page(request.path.removeprefix("/"))
            missing.status_code = 404
            return missing
        if ops_console.has(path):
            return ops_console.file(path)
        if path.startswith("assets/"):
            abort(404)
        return ops_page(ops_console)

    @app.get("/robots.txt")
    def robots() -> Response:
        return _public_text(_robots(_site_of_visitor()))

    @app.get("/sitemap.xml")
    def sitemap() -> Response:
        with transaction(read_only=True) as session:
            site = sites_api.get_site(session, http.admit(session, PAGE).site_id)
            xml = sitemap_of(site, list_public(session, site))
        return _allow_indexing(Response(xml, mimetype="application/xml"))

    @app.get("/share-picture.png")
    def share_picture() -> Response:
        response = Response(sites_api.share_picture(_site_of_visitor()).content, mimetype="image/png")
        response.headers["Cache-Control"] = "public, max-age=86400"
        # Other sites show it in previews of our links.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return _allow_indexing(response)

    register_installed(app, member_web=member_web)
    app.extensions["painter"] = Painter(member_web)

    @app.get("/")
    @app.get("/<page:path>")
    def page(path: str = "") -> WerkzeugResponse:
        if member_web.has(path):
            return member_web.file(path)
        if not is_page_request():
            abort(404)
        g.csp_style = REACT_ARIA_STYLE
        return member_page(member_web, f"/{path}")


def member_page(spa: Spa, path: str) -> WerkzeugResponse:
    """Return the member SPA's page with its head and its first data, and the text of a static page."""
    with transaction(read_only=True) as session:
        actor = http.admit(session, PAGE)
        site = sites_api.get_site(session, actor.site_id)
        asked = request.args.get("lang")
        asked = asked if asked in site.languages else None
        language = g.language = asked or actor.language
        address = find_address(session, site=site, path=path, language=language)
        if address.page and address.path != path:
            query = f"?{request.query_string.decode()}" if request.query_string else ""
            return redirect(address.path + query, 301)
        if actor.member_id is not None and address.is_public:
            # Members find something else there, which asks other questions.
            address = replace(address, is_public=False, route=NO_ROUTE)
        user = USER.dump(current_app.extensions["current_user"](session, actor)) if actor.member_id else None
        public_settings = sites_api.public_settings(
            session,
            site=site,
            language=language,
            headers=dict(request.headers),
            country=request.args.get("country"),
        )
    settings = SETTINGS.dump(public_settings)
    boot = {"settings": settings, "user": user, "language": language, "live": f"{live_origin()}/live"}
    content = ""
    if address.page:
        boot["page"] = PAGE_TEXT.dump(sites_api.page_facts(address.page))
        content = html_of(address.page)
    route = address.route
    may_bring = not (route.is_filtered and request.query_string)
    questions = questions_of(address, language=language, settings=settings) if may_bring else ()
    answers = answers_to(questions, language=language)
    boot["answers"] = answers
    is_missing = address.is_missing
    if address.person:
        status, told_of = answer_to(address.person, language=language)
        is_missing = status == 404
        if status == 200:
            answers[address.person] = told_of
    if user and not user["paid_user"]:
        boot["discount"] = answers_to((DISCOUNT,), language=language).get(DISCOUNT)
    painting = _paint(path, boot) if may_bring and route.is_painted and actor.member_id is None else None
    pictures = pictures_in(answers.values(), route.pictures) if route.pictures else []
    chosen = appearance()
    theme = chosen.get("theme")
    head = head_of(
        site,
        address,
        language=language,
        asked=asked,
        spa=spa,
        theme=theme,
        pictures=pictures,
        is_painted=painting is not None,
    )
    marks = {"niche": str(site.niche), **chosen}
    styles = spa.styles_of(address.sources) if painting else ()
    response = spa.page(
        language=language,
        head=head,
        boot=boot,
        notices=notices_of(site.name, language),
        content=content,
        painting=painting,
        styles=styles,
        marks=marks,
    )
    response.status_code = 404 if is_missing else 200
    if asked and actor.member_id is None and LANGUAGE_COOKIE not in request.cookies:
        _keep_language(response, asked)
    return _allow_indexing(response) if address.is_public else response


def _paint(path: str, boot: dict[str, Any]) -> str | None:
    """Return the page as this visitor first sees it, if it can be painted; the CSP allows its style attributes."""
    painter: Painter = current_app.extensions["painter"]
    painting = painter.paint(path, boot)
    if painting and (hashes := style_hashes(painting)):
        g.csp_style += f" 'unsafe-hashes' {' '.join(hashes)}"
    return painting


def live_origin() -> str:
    """Return the origin of the live stream for this request's host; empty if it is the pages' own origin."""
    port = config().live_port
    # The Host header is untrusted, so only a name goes into a header.
    host = re.sub(r":\d*$", "", request.host)
    return f"{config().public_scheme}://{host}:{port}" if port and _HOST.fullmatch(host) else ""


def _keep_language(response: Response, language: str) -> None:
    """Keep the language of the address for a visitor until they choose one (spec 1.8)."""
    response.set_cookie(
        LANGUAGE_COOKIE, language, max_age=LANGUAGE_DAYS * 86_400, secure=config().secure_cookies, samesite="Lax"
    )


def _site_of_visitor() -> Site:
    with transaction(read_only=True) as session:
        return sites_api.get_site(session, http.admit(session, PAGE).site_id)


def _allow_indexing(response: Response) -> Response:
    """Allow search engines to index this answer; all others are excluded (app/bootstrap.py)."""
    g.is_public = True
    return response


def _public_text(text: str) -> Response:
    return _allow_indexing(Response(text, mimetype="text/plain"))


def _robots(site: Site) -> str:
    """Return what search engines may fetch. Pages with noindex must be fetchable, so that it is seen."""
    return f"User-agent: *\nDisallow: /ops\nDisallow: /media/\n\nSitemap: {sites_api.site_url(site, '/sitemap.xml')}\n"


def sitemap_of(site: Site, addresses: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Return a sitemap of every address in every language (sitemaps.org 0.9, with Google's hreflang links)."""
    entries = []
    for path, languages in addresses:
        links = "".join(
            f'<xhtml:link rel="alternate" hreflang="{code}" href="{escape(address_in(site, path, code))}"/>'
            for code in languages
        )
        entries += [f"<url><loc>{escape(address_in(site, path, code))}</loc>{links}</url>" for code in languages]
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
        f' xmlns:xhtml="http://www.w3.org/1999/xhtml">{"".join(entries)}</urlset>\n'
    )


def ops_page(spa: Spa) -> Response:
    """Return the ops console's page. Emotion writes style elements, so each page has a nonce for them."""
    nonce = new_token()
    g.csp_style = f" 'nonce-{nonce}'"
    head = "<title>Hearthside ops</title>" + tag("meta", name="robots", content="noindex")
    return spa.page(language="en", head=head, boot={}, notices=notices_of("Hearthside", "en"), nonce=nonce)
