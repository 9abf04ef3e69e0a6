"""The head of a member page: what browsers, search engines and previews of links read."""

from app.kernel.spa import Spa, tag
from app.page_rules import Address, address_in
from modules.sites import api as sites_api
from modules.sites.contracts import Site

# What the first paint of every page waits for, by its source; the front end asks for it one after the other.
TEXTS = ("files.ts", "common.json", "problems.json")
TERRITORIES = {"da": "DK", "en": "GB", "no": "NO", "sv": "SE"}


def head_of(site: Site, address: Address, *, language: str, asked: str | None, spa: Spa) -> str:
    """Return the elements of a head. `language` is the page's, `asked` the one that its address names."""
    tags = [f"<title>{_text(address.title)}</title>"]
    if address.is_public:
        tags += _for_search(site, address, asked)
    else:
        tags.append(tag("meta", name="robots", content="noindex"))
    tags += _for_previews(site, address, language, asked)
    texts = tuple(f"src/i18n/locales/{language}/{name}" for name in TEXTS)
    tags += [tag("link", rel="modulepreload", href=href) for href in spa.scripts_of((*texts, *address.sources))]
    return "".join(tags)


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
