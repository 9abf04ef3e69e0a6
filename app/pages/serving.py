"""Pages: the ops console below /ops, the member SPA for every other path, filled by the server; and what says so."""

import re
from collections.abc import Iterable
from dataclasses import replace
from html import escape
from typing import Any

from flask import Flask, Response, abort, current_app, g, redirect, request
from werkzeug.routing import PathConverter
from werkzeug.wrappers import Response as WerkzeugResponse

from app.kernel.config import config
from app.kernel.db.session import transaction
from app.kernel.http import requests
from app.kernel.http.auth import Access
from app.kernel.http.hosts import has_console
from app.kernel.http.spa import Spa, appearance, is_page_request, tag
from app.kernel.ids import new_token
from app.pages.first_answers import LANGUAGE_COOKIE, answer_to, answers_to, pictures_in
from app.pages.head import head_of
from app.pages.html import html_of
from app.pages.installed import register_installed
from app.pages.old_browsers import notices_of
from app.pages.painting import Painter, style_hashes
from app.pages.routes import NO_ROUTE
from app.pages.rules import DISCOUNT, address_in, find_address, list_public, questions_of
from modules.accounts.schemas import UserOut
from modules.sites import api as sites_api
from modules.sites.contracts import Site
from modules.sites.schemas import PageOut, SettingsOut

PAGE = requests.Operation(access=Access.PUBLIC)
_HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")
LANGUAGE_DAYS = 365
# A page brings of these what the API answers, and nothing else.
SETTINGS, PAGE_TEXT, USER = SettingsOut(), PageOut(), UserOut()
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
    def ops(path: str = "") -> WerkzeugResponse:
        if not has_console(request.host):
            # As any address that the members' site does not know, which its own application says to people.
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
        return _plain(_robots(_site_of_visitor()))

    @app.get("/sitemap.xml")
    def sitemap() -> Response:
        with transaction(read_only=True) as session:
            site = sites_api.get_site(session, requests.admit(session, PAGE).site_id)
            xml = sitemap_of(site, list_public(session, site))
        return _open_to_search(Response(xml, mimetype="application/xml"))

    @app.get("/share-picture.png")
    def share_picture() -> Response:
        response = Response(sites_api.share_picture(_site_of_visitor()).content, mimetype="image/png")
        response.headers["Cache-Control"] = "public, max-age=86400"
        # Others show it beside a link to us.
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return _open_to_search(response)

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
    """Answer the member SPA's page with its head and its first data; the text of a static page is in it, too."""
    with transaction(read_only=True) as session:
        actor = requests.admit(session, PAGE)
        site = sites_api.get_site(session, actor.site_id)
        asked = request.args.get("lang")
        asked = asked if asked in site.languages else None
        language = g.language = asked or actor.language
        address = find_address(session, site=site, path=path, query=request.args, language=language)
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
    if address.subject:
        status, told_of = answer_to(address.subject, language=language)
        is_missing = status == 404
        if status == 200:
            answers[address.subject] = told_of
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
    return _open_to_search(response) if address.is_public else response


def _paint(path: str, boot: dict[str, Any]) -> str | None:
    """Return the page as this visitor sees it first, where it can be painted; its style attributes are let through."""
    painter: Painter = current_app.extensions["painter"]
    painting = painter.paint(path, boot)
    if painting and (hashes := style_hashes(painting)):
        g.csp_style += f" 'unsafe-hashes' {' '.join(hashes)}"
    return painting


def live_origin() -> str:
    """Return where this request's host has its live stream; nothing where that is the pages' own origin."""
    port = config().live_port
    # Only a name goes into a header.
    host = re.sub(r":\d*$", "", request.host)
    return f"{config().public_scheme}://{host}:{port}" if port and _HOST.fullmatch(host) else ""


def _keep_language(response: Response, language: str) -> None:
    """Stay in the language of the address that a visitor came by, until they choose one (spec 1.8)."""
    response.set_cookie(
        LANGUAGE_COOKIE, language, max_age=LANGUAGE_DAYS * 86_400, secure=config().secure_cookies, samesite="Lax"
    )


def _site_of_visitor() -> Site:
    with transaction(read_only=True) as session:
        return sites_api.get_site(session, requests.admit(session, PAGE).site_id)


def _open_to_search(response: Response) -> Response:
    """Let search engines know this answer; all others are closed to them (app/bootstrap.py)."""
    g.is_public = True
    return response


def _plain(text: str) -> Response:
    return _open_to_search(Response(text, mimetype="text/plain"))


def _robots(site: Site) -> str:
    """Return what search engines may fetch. What they may not show says so itself, which they must fetch to see."""
    return f"User-agent: *\nDisallow: /ops\nDisallow: /media/\n\nSitemap: {sites_api.site_url(site, '/sitemap.xml')}\n"


def sitemap_of(site: Site, addresses: Iterable[tuple[str, tuple[str, ...]]]) -> str:
    """Return a sitemap with every address in every language (sitemaps.org 0.9, with Google's links to languages)."""
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
    """Answer the ops console's page. Emotion writes style elements, so each page has a nonce for them."""
    nonce = new_token()
    g.csp_style = f" 'nonce-{nonce}'"
    head = "<title>Hearthside ops</title>" + tag("meta", name="robots", content="noindex")
    return spa.page(language="en", head=head, boot={}, notices=notices_of("Hearthside", "en"), nonce=nonce)
