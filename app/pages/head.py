"""The head of a member page, for browsers, search engines and link previews."""

from collections.abc import Iterable

from app.kernel.http.spa import Spa, tag
from app.pages.installed import installed_tags
from app.pages.rules import Address, address_in
from modules.sites import api as sites_api
from modules.sites.contracts import Site

# Texts that the first render of every page needs; the front end loads one after the other.
TEXTS = ("files.ts", "common.json", "problems.json")
# Fonts with letters that the fonts of every page lack. One that loads after the first render is not used any more.
FONTS_BY_LANGUAGE = {
    "pl": (
        "src/styles/fonts/atkinson-hyperlegible-next-latin-ext.woff2",
        "src/styles/fonts/young-serif-latin-ext.woff2",
    )
}
TERRITORIES = {"da": "DK", "en": "GB", "no": "NO", "sv": "SE"}


def head_of(
    site: Site,
    address: Address,
    *,
    language: str,
    asked: str | None,
    spa: Spa,
    theme: str | None = None,
    pictures: Iterable[str] = (),
    is_painted: bool = False,
) -> str:
    """Return the elements of a head.

    language: the page's. asked: the one in its address. theme: the one chosen in this browser. pictures: those that are
    visible first.
    """
    tags = [f"<title>{_text(address.title)}</title>", *installed_tags(site, language=language, theme=theme)]
    if address.is_public:
        tags += _for_search(site, address, asked)
    else:
        tags.append(tag("meta", name="robots", content="noindex"))
    tags += _for_previews(site, address, language, asked)
    texts = tuple(f"src/i18n/locales/{language}/{name}" for name in TEXTS)
    tags += [tag("link", rel="preload", as_="image", fetchpriority="high", href=href) for href in pictures]
    tags += [_ahead(href) for href in spa.files_of(FONTS_BY_LANGUAGE.get(language, ()))]
    files = spa.files_of((*texts, *address.sources))
    # A painted page already links its styles.
    tags += [_ahead(href) for href in files if _is_code(href) or not is_painted]
    return "".join(tags)


def _ahead(href: str) -> str:
    """Return the element that preloads a file of the front end."""
    if _is_code(href):
        return tag("link", rel="modulepreload", href=href)
    if href.endswith(".css"):
        return tag("link", rel="preload", as_="style", crossorigin="", href=href)
    return tag("link", rel="preload", as_="font", type="font/woff2", crossorigin="", href=href)


def _is_code(href: str) -> bool:
    return href.endswith(".js")


def _for_search(site: Site, address: Address, asked: str | None) -> list[str]:
    tags = [
        tag("meta", name="description", content=address.description),
        tag("link", rel="canonical", href=address_in(site, address.path, asked)),
    ]
    if len(address.languages) > 1:
        alternates = {language: address_in(site, address.path, language) for language in address.languages}
        alternates["x-default"] = address_in(site, address.path, None)
        tags += [tag("link", rel="alternate", hreflang=code, href=href) for code, href in alternates.items()]
    return tags


def _for_previews(site: Site, address: Address, language: str, asked: str | None) -> list[str]:
    facts = {
        "og:type": "article" if address.page else "website",
        "og:site_name": site.name,
        "og:title": address.title,
        "og:locale": f"{language}_{TERRITORIES.get(language, language.upper())}",
        "og:image": sites_api.site_url(site, f"/share-picture.png?v={sites_api.share_picture(site).version}"),
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": site.name,
    }
    if address.is_public:
        facts["og:description"] = address.description
        facts["og:url"] = address_in(site, address.path, asked)
    return [
        *(tag("meta", property_=name, content=content) for name, content in facts.items()),
        tag("meta", name="twitter:card", content="summary_large_image"),
    ]


def _text(value: str) -> str:
    return value.replace("&", "&amp;").replace("<", "&lt;")
