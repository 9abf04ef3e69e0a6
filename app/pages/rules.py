"""What is at an address of a site: its head, its one address, and what the page brings along."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.kernel import i18n
from app.kernel.db.session import Session
from app.pages.routes import NO_ROUTE, ROUTES, STATIC_PAGE, Route, expand, match_route
from modules.sites import api as sites_api
from modules.sites.contracts import TAKEN_WORDS, Page, Site

_TOKEN = re.compile(r"/(?P<below>pages/)?(?P<token>[^/]+)")
# The discount of a member who has not paid (spec 2.52) comes with the page; shown later, it would move what is there.
DISCOUNT = "/discount-code?welcome=true"


@dataclass(frozen=True)
class Address:
    """What is at an address of a site, for whoever finds it from outside.

    `path` is its one address, under which alone it is known to search engines. `languages` are those it can be read
    in. `is_missing` says that nothing is there. `sources` are what the front end shows it with. `route` says what the
    server does for the page, and `subject` is what the front end asks the API about whom or what it shows.
    """

    path: str
    title: str
    description: str = ""
    languages: tuple[str, ...] = ()
    is_public: bool = False
    is_missing: bool = False
    page: Page | None = None
    sources: tuple[str, ...] = ()
    route: Route = NO_ROUTE
    params: Mapping[str, str] = field(default_factory=dict)
    subject: str | None = None


def find_address(session: Session, *, site: Site, path: str, query: Mapping[str, str], language: str) -> Address:
    """Return what is at a path of a site, with a query."""
    localized = sites_api.in_language(site, language)
    match = match_route(path)
    route = match.route if match and match.is_own else NO_ROUTE
    params = match.params if match else {}
    if route.head:
        return _public(localized, route, route.head, params, language)
    token = _TOKEN.fullmatch(path.rstrip("/"))
    if token is None or (not token["below"] and token["token"] in TAKEN_WORDS):
        return Address(
            path,
            localized.index_title,
            is_missing=match is None,
            sources=_sources(route, language) if route.is_preloaded else (),
            route=route,
            params=params,
            subject=expand(match.route.subject, {**query, **params}) if match and match.route.subject else None,
        )
    page = sites_api.find_page(session, site=site, token=token["token"], language=language)
    if page is None:
        return Address(path=path, title=localized.index_title, is_missing=True)
    return Address(
        path=page.path,
        title=f"{page.title} · {localized.index_title}",
        description=page.description,
        languages=page.languages,
        is_public=True,
        page=page,
        sources=_sources(STATIC_PAGE, language),
    )


def _sources(route: Route, language: str) -> tuple[str, ...]:
    """Return what the front end shows a page with: its module, and its texts."""
    return route.module, *(f"src/i18n/locales/{language}/{name}.json" for name in route.texts)


def questions_of(address: Address, *, language: str, settings: Mapping[str, Any]) -> list[str]:
    """Return what the front end asks first at an address, in a language, with the settings that a visitor is told."""
    country = settings["geoip_selected_country"] or settings["geoip_country"]
    values = {**address.params, "language": language, "country": country}
    return [expand(question, values) for question in address.route.questions]


def _public(site: Site, route: Route, key: str, params: Mapping[str, str], language: str) -> Address:
    """Return what is at the address of a public route, on a site with its texts in a language."""
    is_home = route.address == "/"
    # An operator's words in another language than theirs are nobody's.
    is_own = language == site.domain_language or "description" in site.texts.get(language, {})
    own = site.description if is_home and is_own else ""
    heading = None if is_home else i18n.text(language, f"pages.head.{key}.title", name=site.name)
    return Address(
        path=route.address,
        title=f"{heading} · {site.index_title}" if heading else site.index_title,
        description=own or i18n.text(language, f"pages.head.{key.split('.')[0]}.description", name=site.name),
        languages=_spoken(site),
        is_public=True,
        sources=_sources(route, language),
        route=route,
        params=params,
    )


def list_public(session: Session, site: Site) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every address of a site that search engines may know, with the languages it can be read in."""
    for route in ROUTES:
        if route.head:
            yield route.address, _spoken(site)
    yield from sites_api.page_paths(session, site).items()


def _spoken(site: Site) -> tuple[str, ...]:
    return tuple(language for language in site.languages if i18n.speaks(language, "pages.head.home.description"))


def address_in(site: Site, path: str, language: str | None) -> str:
    """Return the full address of a path in a language; the domain's own language needs no word for it."""
    query = "" if language in (None, site.domain_language) else f"?lang={language}"
    return sites_api.site_url(site, path + query)
