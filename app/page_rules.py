"""Which addresses are open to search engines, what stands in their head, and where each has its one address."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from app.kernel import i18n
from app.kernel.db import Session
from app.page_routes import is_route
from modules.sites import api as sites_api
from modules.sites.contracts import TAKEN_WORDS, Page, Site

_TOKEN = re.compile(r"/(?P<below>pages/)?(?P<token>[^/]+)")
_LANDER = re.compile(r"(/landers/[^/]+)(?:/[^/]+)?")

# Its cards are dealt anew to each visitor.
DECK = "/landers/tinderswipe"

# Everything that visitors find from outside, beside the static pages: its address, the key of its texts, and with what
# the front end paints it: its module and that one's texts. All other addresses are closed to search engines.
PUBLIC = {
    "/": ("home", ("home", "home")),
    "/pricing": ("pricing", ("pricing", "pricing")),
    "/signup": ("signup", ("signup", "signup", "profile")),
    **{
        f"/landers/{name}": (f"landers.{name}", (module, *texts))
        for name, module, *texts in (
            ("alonetonight", "lander-alonetonight", "landers"),
            ("collagelanding", "lander-collage", "landers"),
            ("gallery", "lander-gallery", "landers"),
            ("iconslanding", "lander-icons", "landers"),
            ("maplanding", "lander-map", "landers"),
            ("socialnetwork", "lander-socialnetwork", "landers"),
            ("tinderswipe", "swipe-lander", "swipe", "tinderswipe"),
            ("transitionsvideolanding", "lander-transitions", "landers"),
            ("video", "lander-video", "landers"),
        )
    },
}
# What the front end paints other much used addresses with.
CLOSED = {
    "/members": ("members", "members"),
    "/likes": ("likes", "likes"),
    "/visitors": ("visitors", "visitors"),
    "/swipe-game": ("swipe-game", "swipe"),
    "/chats": ("chats", "chats"),
    "/profile": ("profile", "profile"),
    "/credits": ("credits", "shop", "wallet"),
    "/login": ("login", "login"),
}
# What the front end asks the API at once where it paints an address, word for word: the page brings the answers along.
ASKED = {
    "/": ("/search?page_size=4&with_photo=true&sort=active",),
    "/members": ("/search?page=1&page_size=24", "/search/facets"),
    "/pricing": ("/prices",),
}
# The discount of a member who has not paid (spec 2.52) comes with the page; shown later, it would move what is there.
DISCOUNT = "/discount-code?welcome=true"
# The lander with a map of where the visitor is.
NEIGHBOURS = "/landers/maplanding"
# What the server paints for visitors (app/painting.py): pages whose first look needs nothing beside those answers.
PAINTED = frozenset({"/", "/pricing", "/members", *(path for path in PUBLIC if path.startswith("/landers/"))} - {DECK})


@dataclass(frozen=True)
class Address:
    """What is at an address of a site, for whoever finds it from outside.

    `path` is its one address, under which alone it is known to search engines. `languages` are those it can be read
    in. `is_missing` says that nothing is there. `questions` are what the front end asks the API first, and `is_painted`
    says that the server paints the page for visitors.
    """

    path: str
    title: str
    description: str = ""
    languages: tuple[str, ...] = ()
    is_public: bool = False
    is_missing: bool = False
    page: Page | None = None
    sources: tuple[str, ...] = field(default=())
    questions: tuple[str, ...] = ()
    is_painted: bool = False


def find_address(session: Session, *, site: Site, path: str, language: str) -> Address:
    """Return what is at a path of a site."""
    told = sites_api.in_language(site, language)
    lander = _LANDER.fullmatch(path)
    known = lander[1] if lander else path
    if known in PUBLIC:
        questions = _lander_questions(path, language) if lander else ASKED.get(path, ())
        return replace(_public(told, known, language), questions=questions, is_painted=known in PAINTED)
    token = _TOKEN.fullmatch(path.rstrip("/"))
    if token is None or (not token["below"] and token["token"] in TAKEN_WORDS):
        sources = _sources(language, *CLOSED[path]) if path in CLOSED else ()
        questions = ASKED.get(path, ())
        is_painted = path in PAINTED
        return Address(
            path,
            told.index_title,
            is_missing=not is_route(path),
            sources=sources,
            questions=questions,
            is_painted=is_painted,
        )
    page = sites_api.find_page(session, site=site, token=token["token"], language=language)
    if page is None:
        return Address(path=path, title=told.index_title, is_missing=True)
    return Address(
        path=page.path,
        title=f"{page.title} · {told.index_title}",
        description=page.description,
        languages=page.languages,
        is_public=True,
        page=page,
        sources=_sources(language, "static-page", "pages"),
    )


def _sources(language: str, module: str, *texts: str) -> tuple[str, ...]:
    """Return what the front end shows a page with: its route, and its texts."""
    return f"src/app/routes/{module}.tsx", *(f"src/i18n/locales/{language}/{name}.json" for name in texts)


def questions_of(address: Address, settings: Mapping[str, Any]) -> tuple[str, ...]:
    """Return what the front end asks first at an address, also what depends on where the visitor is."""
    if address.path != NEIGHBOURS or not address.questions:
        return address.questions
    country = settings["geoip_selected_country"] or settings["geoip_country"]
    return *address.questions, f"/neighbourhood?{urlencode({'country': country})}" if country else "/neighbourhood"


def _lander_questions(path: str, language: str) -> tuple[str, ...]:
    _, _, name, *slug = path.split("/")
    return (
        f"/landers/{name}?{urlencode({'slug': slug[0], 'language': language} if slug else {'language': language})}",
    )


def _public(site: Site, path: str, language: str) -> Address:
    """Return what is at an address of PUBLIC, on a site with its texts in a language."""
    key, painted = PUBLIC[path]
    is_home = path == "/"
    # An operator's words in another language than theirs are nobody's.
    is_own = language == site.domain_language or "description" in site.texts.get(language, {})
    own = site.description if is_home and is_own else ""
    heading = None if is_home else i18n.text(language, f"pages.head.{key}.title", name=site.name)
    return Address(
        path=path,
        title=f"{heading} · {site.index_title}" if heading else site.index_title,
        description=own or i18n.text(language, f"pages.head.{key.split('.')[0]}.description", name=site.name),
        languages=_spoken(site),
        is_public=True,
        sources=_sources(language, *painted),
    )


def list_public(session: Session, site: Site) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every address of a site that search engines may know, with the languages it can be read in."""
    for path in PUBLIC:
        yield path, _spoken(site)
    yield from sites_api.page_paths(session, site).items()


def _spoken(site: Site) -> tuple[str, ...]:
    return tuple(language for language in site.languages if i18n.speaks(language, "pages.head.home.description"))


def address_in(site: Site, path: str, language: str | None) -> str:
    """Return the full address of a path in a language; the domain's own language needs no word for it."""
    query = "" if language in (None, site.domain_language) else f"?lang={language}"
    return sites_api.site_url(site, path + query)
