"""Pages by their token: built-in ones, and those that operators write (spec 2.30)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

from sqlalchemy import func, insert, select

from app.kernel import i18n, log
from app.kernel.db.session import Session
from app.kernel.text import formats
from modules.sites import policies, queries
from modules.sites.contracts import BUILT_IN_PAGES, Block, Page, PageVersion, Site
from modules.sites.errors import PageLanguageUnknown, PageMalformed, PageUnknown
from modules.sites.models import PageRow, SiteRow
from modules.sites.service import numbers
from modules.sites.service.markdown import escape_markdown, read_markdown
from modules.sites.service.sites import in_language

if TYPE_CHECKING:
    from jinja2 import Environment, nodes

FOLDER = Path(__file__).parents[1] / "pages"
# Values that pages may use beside the site's settings; each rule is in the module that it belongs to.
REACTIVATION_DAYS = 14  # spec 4.2
APPEAL_DAYS = 180  # promise 6
SESSION_DAYS = 30  # spec 9.1
LANGUAGE_DAYS = 365  # spec 9.1
EXPORT_DAYS = 7
NUMBERS = "transparency"

MAX_TITLE_CHARACTERS = 120
MAX_DESCRIPTION_CHARACTERS = 300
MAX_BODY_CHARACTERS = 200_000
MAX_FILLED_CHARACTERS = 2 * MAX_BODY_CHARACTERS
# Allowed nodes of templates; none of them can produce arbitrarily long texts or large numbers.
ALLOWED_NODES = (
    *("Output", "TemplateData", "Name", "Const", "Getattr", "Getitem", "Call", "Filter"),
    *("If", "CondExpr", "For", "Test", "Compare", "Operand", "And", "Or", "Not"),
)
ALLOWED_FILTERS = ("capitalize", "default", "first", "last", "length", "lower", "title", "trim", "upper")
ALLOWED_TESTS = ("defined", "none", "undefined")
MAX_NODES = 10_000

_FACT = re.compile(r"(title|description):\s*(.+)")


def get_page(session: Session, *, site: Site, token: str, language: str) -> Page:
    """Return a page as `find_page` does; raises PageUnknown."""
    page = find_page(session, site=site, token=token, language=language)
    if page is None:
        raise PageUnknown(token=token[:100])
    return page


def find_page(session: Session, *, site: Site, token: str, language: str) -> Page | None:
    """Return a page in a language, in English where it has no text in that one, or None.

    A stored text that cannot be rendered is skipped.
    """
    if not policies.is_token(token):
        return None
    own = {page.language: page for page in queries.list_pages(session, site.id, token)}
    return _find_among(session, site, token, language, own)


def _find_among(session: Session, site: Site, token: str, language: str, own: Mapping[str, PageVersion]) -> Page | None:
    built_in = built_in_languages(token)
    shown = policies.choose_version(language, domain_language=site.domain_language, own=own, built_in=built_in)
    if shown is None:
        return None
    if shown in own:
        version = own[shown]
        dated = site.day_of(version.created_at)
        try:
            title, description, blocks = _render_version(session, site, version)
        except PageMalformed as malformed:
            problem = malformed.extra["problem"]
            log.get("sites").error("page cannot be shown", site=site.key, token=token, language=shown, problem=problem)
            others = {own_language: page for own_language, page in own.items() if own_language != shown}
            return _find_among(session, site, token, language, others)
    else:
        dated = policies.terms_date(site.company.added)
        title, description, blocks = _shown_built_in(session, site, token, shown)
    languages = sorted({*own, *built_in} & set(site.languages))
    return Page(
        token=token,
        path=policies.page_path(token),
        language=shown,
        languages=tuple(languages),
        title=title,
        description=description,
        dated=dated,
        blocks=blocks,
    )


def _render_version(session: Session, site: Site, version: PageVersion) -> tuple[str, str, tuple[Block, ...]]:
    values = _all_values(session, site, version.token, version.language)
    return render((version.title, version.description, version.body or ""), values)


def page_problem(session: Session, site: Site, version: PageVersion) -> str:
    """Return why a stored text cannot be rendered, or an empty text."""
    try:
        _render_version(session, site, version)
    except PageMalformed as malformed:
        return str(malformed.extra["problem"])
    return ""


def page_facts(page: Page) -> dict[str, Any]:
    """Return a page ready for JSON, its blocks without empty fields."""
    facts: dict[str, Any] = _without_empty(asdict(page))
    return {"description": "", "blocks": [], **facts, "dated": page.dated.isoformat()}


def _without_empty(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _without_empty(part) for name, part in value.items() if part}
    return [_without_empty(part) for part in value] if isinstance(value, tuple | list) else value


def page_paths(session: Session, site: Site) -> dict[str, tuple[str, ...]]:
    """Return the addresses of all pages of a site with the languages in which each has a text."""
    languages = {token: set(built_in_languages(token)) for token in BUILT_IN_PAGES}
    for page in queries.list_pages(session, site.id):
        languages.setdefault(page.token, set()).add(page.language)
    return {
        policies.page_path(token): tuple(language for language in site.languages if language in there)
        for token, there in languages.items()
    }


def set_page(
    session: Session, *, site_id: UUID, token: str, language: str, title: str, description: str, body: str
) -> PageVersion:
    """Store a page, or a new version of it; it replaces a built-in page of the same token in its language.

    Raises TokenInvalid, PageLanguageUnknown, PageMalformed.
    """
    policies.ensure_token(token)
    site = queries.get_site(session, site_id)
    if language not in site.languages:
        raise PageLanguageUnknown(field="language", language=language, languages=", ".join(site.languages))
    title, description = title.strip(), " ".join(description.split())
    _ensure_length("title", title, 1, MAX_TITLE_CHARACTERS)
    _ensure_length("description", description, 0, MAX_DESCRIPTION_CHARACTERS)
    _ensure_length("body", body.strip(), 1, MAX_BODY_CHARACTERS)
    render((title, description, body), _all_values(session, site, token, language))
    return _add_version(session, site_id, token, language, {"title": title, "description": description, "body": body})


def remove_page(session: Session, *, site_id: UUID, token: str, language: str) -> None:
    """Remove a page in a language; its versions stay. Raises PageUnknown when there is none."""
    own = {page.language: page for page in queries.list_pages(session, site_id, token)}
    if language not in own:
        raise PageUnknown(token=token[:100])
    gone = own[language]
    _add_version(
        session, site_id, token, language, {"title": gone.title, "description": gone.description, "body": None}
    )


def _add_version(
    session: Session, site_id: UUID, token: str, language: str, texts: Mapping[str, str | None]
) -> PageVersion:
    # Serialises concurrent operators.
    session.execute(select(SiteRow.id).where(SiteRow.id == site_id).with_for_update())
    key = {"site_id": site_id, "token": token, "language": language}
    last = select(func.coalesce(func.max(PageRow.version), 0)).filter_by(**key)
    row = {**key, **texts, "version": session.execute(last).scalar_one() + 1}
    session.execute(insert(PageRow).values(row))
    return queries.list_page_versions(session, site_id, token, language)[0]


def _ensure_length(field: str, value: str, min_length: int, max_length: int) -> None:
    if not min_length <= len(value) <= max_length:
        raise PageMalformed(field=field, problem=f"{field}: {min_length}-{max_length}")


def render(parts: tuple[str, str, str], values: Mapping[str, Any]) -> tuple[str, str, tuple[Block, ...]]:
    """Fill title, description and body with values and read the body; raises PageMalformed."""
    title, description, body = parts
    templates, plain_templates = _templates()
    try:
        filled = _fill(templates, body, values)
        plain = [_fill(plain_templates, part, values) for part in (title, description)]
        return plain[0], plain[1], read_markdown(filled)
    except PageMalformed:
        raise
    except Exception as error:
        # An operator's template can raise any exception, such as ValueError or RecursionError.
        raise PageMalformed(field="body", problem=str(error)[:300] or type(error).__name__) from error


def _fill(templates: Environment, source: str, values: Mapping[str, Any]) -> str:
    """Return a template filled with values; raises SecurityError for one with nodes that are not allowed."""
    from jinja2.exceptions import SecurityError

    parsed = templates.parse(source)
    _ensure_allowed(parsed)
    pieces, length = [], 0
    for piece in templates.from_string(parsed).generate(values):
        length += len(piece)
        if length > MAX_FILLED_CHARACTERS:
            raise SecurityError(f"The page is longer than {MAX_FILLED_CHARACTERS} characters when it is filled.")
        pieces.append(piece)
    return "".join(pieces)


def _ensure_allowed(template: nodes.Template) -> None:
    """Raise SecurityError for anything but values, `n()`, conditions and loops that are not nested."""
    from jinja2 import nodes
    from jinja2.exceptions import SecurityError

    for number, node in enumerate(template.find_all(nodes.Node)):
        kind = type(node).__name__
        is_allowed = kind in ALLOWED_NODES
        if isinstance(node, nodes.Call):
            is_numbering = isinstance(node.node, nodes.Name) and node.node.name == "n"
            is_allowed = is_numbering and list(node.iter_child_nodes()) == [node.node]
        elif isinstance(node, nodes.For):
            is_allowed = isinstance(node.iter, nodes.Name | nodes.Getitem) and node.find(nodes.For) is None
        if not is_allowed:
            raise SecurityError(f"'{kind}' in line {node.lineno} is not allowed in a page.")
        if number >= MAX_NODES:
            raise SecurityError(f"Line {node.lineno}: a page has at most {MAX_NODES} values and conditions.")


@cache
def _templates() -> tuple[Environment, Environment]:
    """Return two template environments: for the body, which is Markdown, and for title and description."""
    from jinja2 import StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    # Operators write templates too, so they run in a sandbox with only the values they are given.
    templates = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
        finalize=lambda value: escape_markdown(value) if isinstance(value, str) else value,
    )
    templates.globals.clear()
    templates.filters = {name: templates.filters[name] for name in ALLOWED_FILTERS}
    templates.tests = {name: templates.tests[name] for name in ALLOWED_TESTS}
    return templates, templates.overlay(finalize=None)


def values_of(site: Site, language: str) -> dict[str, Any]:
    """Return all names for a page: its values, and `n()`, which numbers the sections."""
    return {**page_values(site, language), "n": count(1).__next__}


def page_values(site: Site, language: str) -> dict[str, Any]:
    """Return the values for a page, in its language; missing values of a site are empty texts."""
    site = in_language(site, language)
    company = site.company
    country = formats.country(language, company.country)
    phone = site.support_phone or company.support_phone
    return {
        "site_name": site.name,
        "domain": site.domain,
        "company_name": company.name,
        "company_place": ", ".join(part for part in (company.address, company.city, country) if part),
        "company_country": country,
        "kvk": company.kvk,
        "vat_numbers": ", ".join(company.vat_numbers),
        "tradenames": ", ".join(company.tradenames),
        "support_email": site.support_email,
        "support_phone": phone,
        "support_phone_link": re.sub(r"[^+\d]", "", phone),
        "min_age": site.min_age,
        "terms_date": formats.day(language, policies.terms_date(company.added)),
        "direct_debit": bool(company.creditor_id and company.iban),
        "fictional": site.fictional_enabled,
        "fictional_singular": site.fictional_singular,
        "fictional_plural": site.fictional_plural,
        "message_credits": _count_of(language, "credits", site.message_credits),
        "signup_credits": _count_of(language, "credits", site.signup_credits) if site.signup_credits else "",
        "message_length": site.message_length,
        "refund_period": _count_of(language, "days", site.refund_days) if site.refund_days else "",
        "reactivation_period": _count_of(language, "days", REACTIVATION_DAYS),
        "appeal_period": _count_of(language, "days", APPEAL_DAYS),
        "session_period": _count_of(language, "days", SESSION_DAYS),
        "year_period": _count_of(language, "days", LANGUAGE_DAYS),
        "export_period": _count_of(language, "days", EXPORT_DAYS),
    }


def _count_of(language: str, what: str, count: int) -> str:
    return i18n.text(language, f"pages.{what}", count=count)


@lru_cache(maxsize=64)  # visitors can request any number of tokens
def built_in_languages(token: str) -> tuple[str, ...]:
    """Return the languages of a built-in page; none if there is no such page."""
    if token not in BUILT_IN_PAGES:
        return ()
    return tuple(language for language in i18n.LOCALES if (FOLDER / language / f"{token}.md").exists())


def _all_values(session: Session, site: Site, token: str, language: str) -> dict[str, Any]:
    """Return all names for a page; the transparency page also gets the site's numbers."""
    if token != NUMBERS:
        return values_of(site, language)
    return {**values_of(site, language), **numbers.values(session, site_id=site.id, language=language)}


def _shown_built_in(session: Session, site: Site, token: str, language: str) -> tuple[str, str, tuple[Block, ...]]:
    if token == NUMBERS:
        return render(_source(token, language), _all_values(session, site, token, language))
    return _built_in(token, language, tuple(page_values(site, language).items()))


@lru_cache(maxsize=512)
def _built_in(token: str, language: str, values: tuple[tuple[str, Any], ...]) -> tuple[str, str, tuple[Block, ...]]:
    """Return title, description and blocks of a built-in page."""
    return render(_source(token, language), {**dict(values), "n": count(1).__next__})


@cache
def _source(token: str, language: str) -> tuple[str, str, str]:
    return parse_page_source((FOLDER / language / f"{token}.md").read_text(encoding="utf-8"))


def parse_page_source(source: str) -> tuple[str, str, str]:
    """Return title, description and body of a file: two lines, `title:` and `description:`, then the text.

    Raises PageMalformed without a title.
    """
    facts: dict[str, str] = {}
    rest = source.lstrip("\ufeff\n")
    while found := _FACT.match(rest):
        facts[found[1]] = found[2].strip()
        rest = rest[found.end() :].lstrip("\n")
    if "title" not in facts:
        raise PageMalformed(field="title", problem="title:")
    return facts["title"], facts.get("description", ""), rest
