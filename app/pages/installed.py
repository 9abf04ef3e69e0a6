"""A site as an app on somebody's home screen: its manifest and its icons, in its own name, words and colours."""

import json
from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from flask import Flask, Response, abort, request

from app.kernel import i18n
from app.kernel.db.session import transaction
from app.kernel.http import requests
from app.kernel.http.auth import Access
from app.kernel.http.spa import Spa, appearance, tag
from app.pages.routes import SHORTCUTS
from modules.sites import api as sites_api
from modules.sites.contracts import Site

PAGE = requests.Operation(access=Access.PUBLIC)
OFFLINE_WORDS = ("title", "text", "again")
IN_MANIFEST = ("icon-192", "icon-512", "maskable-192", "maskable-512")
LONG = "public, max-age=31536000, immutable"
# The arch of the house, without its light.
ARCH = '<svg viewBox="0 0 42 42" aria-hidden="true"><path d="M5 41V19a16 16 0 0 1 32 0v22z"/></svg>'


def register_installed(app: Flask, *, member_web: Spa) -> None:
    """Serve the manifest, the icons and the offline page of the site that a request is for."""

    @app.get("/manifest.webmanifest")
    def manifest() -> Response:
        site, language = _visited()
        text = json.dumps(manifest_of(site, language), ensure_ascii=False)
        response = Response(text, mimetype="application/manifest+json")
        response.headers["Cache-Control"] = "no-cache"
        return response

    @app.get("/icons/<name>.png")
    def app_icon(name: str) -> Response:
        site, _ = _visited()
        if name not in sites_api.APP_ICONS:
            abort(404)
        icon = sites_api.app_icon(site, name)
        response = Response(icon.content, mimetype="image/png")
        is_lasting = request.args.get("v") == icon.version
        response.headers["Cache-Control"] = LONG if is_lasting else "public, max-age=3600"
        return response

    @app.get("/offline.html")
    def offline() -> Response:
        site, language = _visited()
        html = offline_page(site, language, styles=member_web.styles(), marks=appearance())
        response = Response(html, mimetype="text/html")
        response.content_language.add(language)
        response.headers["Cache-Control"] = "no-cache"
        return response


def _visited() -> tuple[Site, str]:
    """Return the site of this request and the language asked for; browsers ask for manifests without any cookie."""
    with transaction(read_only=True) as session:
        actor = requests.admit(session, PAGE)
        site = sites_api.get_site(session, actor.site_id)
    asked = request.args.get("lang")
    return site, asked if asked in i18n.LOCALES else actor.language


def manifest_of(site: Site, language: str) -> dict[str, Any]:
    """Return a site's web app manifest (W3C). `id` never changes: by it, browsers know what is installed."""
    paper = sites_api.paper_of(site)
    return {
        "id": "/",
        "name": site.name,
        "short_name": site.name,
        "description": sites_api.in_language(site, language).description,
        "lang": language,
        "dir": "ltr",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "categories": ["social", "lifestyle"],
        "icons": [_icon(site, name) for name in IN_MANIFEST],
        "shortcuts": [
            {"name": i18n.text(language, f"app.{key}"), "url": path, "icons": [_icon(site, "icon-192")]}
            for key, path in SHORTCUTS.items()
        ],
    }


def _icon(site: Site, name: str) -> dict[str, str]:
    purpose, _, size = name.partition("-")
    return {
        "src": icon_path(site, name),
        "sizes": f"{size}x{size}",
        "type": "image/png",
        "purpose": "maskable" if purpose == "maskable" else "any",
    }


def icon_path(site: Site, name: str) -> str:
    """Return the address of an icon, which changes when what it shows does."""
    return f"/icons/{name}.png?v={sites_api.app_icon(site, name).version}"


def offline_page(site: Site, language: str, *, styles: Iterable[str], marks: Mapping[str, str]) -> str:
    """Return the page that stands in while there is no network; browsers keep it, so it knows nothing of any member.

    Its link has no address: that is the page which somebody wanted.
    """
    words = {key: escape(i18n.text(language, f"app.offline.{key}", name=site.name)) for key in OFFLINE_WORDS}
    data = "".join(f' data-{name}="{value}"' for name, value in {"niche": site.niche, **marks}.items())
    head = "".join(tag("link", rel="stylesheet", href=href) for href in styles)
    return (
        f'<!doctype html><html lang="{language}"{data}><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">'
        f"<title>{words['title']} · {escape(site.name)}</title>{head}</head>"
        f'<body><main class="offline">{ARCH}<h1>{words["title"]}</h1>'
        f'<p class="lead measure">{words["text"]}</p><a href="">{words["again"]}</a></main></body></html>'
    )


def installed_tags(site: Site, *, language: str, theme: str | None) -> list[str]:
    """Return what a page's head says of the app. `theme` is what was chosen in this browser, light or dark."""
    light, dark = sites_api.paper_of(site), sites_api.DARK_PAPER
    by_system = [
        tag("meta", name="theme-color", content=light, media="(prefers-color-scheme: light)"),
        tag("meta", name="theme-color", content=dark, media="(prefers-color-scheme: dark)"),
    ]
    chosen = [tag("meta", name="theme-color", content=dark if theme == "dark" else light)]
    return [
        tag("link", rel="icon", type="image/png", sizes="192x192", href=icon_path(site, "icon-192")),
        tag("link", rel="apple-touch-icon", href=icon_path(site, "apple-180")),
        tag("link", rel="manifest", href=f"/manifest.webmanifest?lang={language}"),
        *(chosen if theme else by_system),
    ]
