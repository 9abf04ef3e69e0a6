"""Reads of the sites module. Every request needs its site, so each process caches sites for five seconds."""

import math
import time
from collections.abc import Mapping
from dataclasses import fields, replace
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Subquery,
    Uuid,
    any_,
    bindparam,
    cast,
    exists,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, distinct_on
from sqlalchemy.orm import InstrumentedAttribute

from app.kernel.db.read import columns_of, part, read
from app.kernel.db.session import Session
from modules.sites.contracts import Bounces, Company, LanderText, MessageCost, PageVersion, Site
from modules.sites.errors import CompanyUnknown, SiteUnknown
from modules.sites.models import (
    CompanyRow,
    LanderTextRow,
    MessageCostRow,
    PageBounceRow,
    PageRow,
    SiteHost,
    SiteRow,
    SiteTextRow,
)

FRESH_SECONDS = 5.0
_CHANGED = "sites_changed"
_Name = UUID | tuple[str, str]
# Cached sites by id, key and host, with the monotonic time of their read; and the cached list of all sites.
_cached: dict[_Name, tuple[float, Site]] = {}
_cached_list: tuple[float, list[Site]] = (-math.inf, [])
_Sites = Select[*tuple[Any, ...]]
_PAGES = select(*columns_of(PageVersion, PageRow))


def _find_site(session: Session, name: _Name, sought: _Sites, **values: Any) -> Site | None:
    """Return a site, at most five seconds old; a transaction that changes sites sees its own changes."""
    kept = _cached.get(name) if _CHANGED not in session.info else None
    if kept and _is_fresh(kept[0]):
        return kept[1]
    # Unknown sites are not cached, because anybody can request any number of hosts.
    return next(iter(_load_sites(session, sought, values)), None)


def _is_fresh(read_at: float) -> bool:
    return time.monotonic() - read_at < FRESH_SECONDS


def forget_after_commit(session: Session) -> None:
    """Clear the cache of this process after the commit; other processes follow within five seconds."""
    if _CHANGED not in session.info:
        session.info[_CHANGED] = True
        session.after_commit(_forget)


def _forget() -> None:
    global _cached_list
    _cached.clear()
    _cached_list = (-math.inf, [])


_IDS = bindparam("ids", type_=ARRAY(Uuid))
_COMPANIES = select(*columns_of(Company, CompanyRow))
_SITES = (
    select(*columns_of(Site, SiteRow), *part("company", *_COMPANIES.selected_columns))
    .join(CompanyRow, CompanyRow.id == SiteRow.company_id)
    .order_by(SiteRow.created_at, SiteRow.key)
)
_HOSTS = select(SiteHost.site_id, SiteHost.host).where(SiteHost.site_id == any_(_IDS))
_COSTS = (
    select(*MessageCostRow.__table__.columns)
    .where(MessageCostRow.site_id == any_(_IDS))
    .order_by(MessageCostRow.country)
)
_TEXTS = select(*SiteTextRow.__table__.columns).where(SiteTextRow.site_id == any_(_IDS))


def _load_sites(session: Session, sought: _Sites, values: Mapping[str, Any]) -> list[Site]:
    """Read sites, oldest first, and cache them."""
    read_at = time.monotonic()
    found = read(session, Site, sought, values).all()
    if not found:
        return []
    ids = {"ids": [site.id for site in found]}
    hosts: dict[UUID, list[str]] = {}
    for row in session.execute(_HOSTS, ids):
        hosts.setdefault(row.site_id, []).append(row.host)
    costs: dict[UUID, list[MessageCost]] = {}
    for row in session.execute(_COSTS, ids):
        costs.setdefault(row.site_id, []).append(MessageCost(row.country, row.costs, row.currency))
    texts: dict[UUID, dict[str, dict[str, str]]] = {}
    for row in session.execute(_TEXTS, ids):
        texts.setdefault(row.site_id, {}).setdefault(row.language, {})[row.name] = row.text
    sites = [
        replace(
            site,
            # The site's domain comes first.
            hosts=tuple(sorted(hosts.get(site.id, ()), key=lambda host, own=site.domain: (host != own, host))),
            minimum_message_costs=tuple(costs.get(site.id, ())),
            texts=texts.get(site.id, {}),
        )
        for site in found
    ]
    if _CHANGED not in session.info:
        for site in sites:
            names: list[_Name] = [site.id, ("key", site.key), *(("host", host) for host in site.hosts)]
            _cached.update(dict.fromkeys(names, (read_at, site)))
    return sites


_BY_ID = _SITES.where(SiteRow.id == bindparam("id"))


def get_site(session: Session, site_id: UUID) -> Site:
    """Return a site; raises SiteUnknown."""
    site = _find_site(session, site_id, _BY_ID, id=site_id)
    if site is None:
        raise SiteUnknown(key=str(site_id))
    return site


def time_zones() -> Subquery:
    """Return the time zones of sites as a table for other modules: site_id, timezone."""
    return select(SiteRow.id.label("site_id"), SiteRow.timezone).subquery()


def shows_fictional(site_id: ColumnElement[UUID] | InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Return, as SQL for other modules, whether a site shows fictional profiles."""
    return exists().where(SiteRow.id == site_id, SiteRow.fictional_enabled)


_BY_KEY = _SITES.where(SiteRow.key == bindparam("key"))


def get_site_by_key(session: Session, key: str) -> Site:
    """Return a site by the short key that operators use; raises SiteUnknown."""
    site = _find_site(session, ("key", key), _BY_KEY, key=key)
    if site is None:
        raise SiteUnknown(key=key)
    return site


_BY_HOST = _SITES.where(SiteRow.id.in_(select(SiteHost.site_id).where(SiteHost.host == bindparam("host"))))


def find_site_by_host(session: Session, host: str) -> Site | None:
    """Return the site of a host, which is in the form of SiteHost; or None."""
    return _find_site(session, ("host", host), _BY_HOST, host=host)


def list_sites(session: Session) -> list[Site]:
    """Return all sites, oldest first."""
    global _cached_list
    if _CHANGED in session.info:
        return _load_sites(session, _SITES, {})
    read_at, sites = _cached_list
    if not _is_fresh(read_at):
        read_at, sites = time.monotonic(), _load_sites(session, _SITES, {})
        _cached_list = (read_at, sites)
    return list(sites)


def list_companies(session: Session) -> list[Company]:
    """Return all companies by name."""
    return read(session, Company, _COMPANIES.order_by(CompanyRow.name)).all()


_COMPANY_BY_NAME = _COMPANIES.where(CompanyRow.name == bindparam("name"))


def find_company(session: Session, name: str) -> Company | None:
    """Return a company by its name, or None."""
    return read(session, Company, _COMPANY_BY_NAME, {"name": name}).one_or_none()


def list_pages(session: Session, site_id: UUID, token: str | None = None) -> list[PageVersion]:
    """Return the newest version of an operator's pages in each language, of all or of one token."""
    newest = (
        _PAGES.where(PageRow.site_id == site_id, *([PageRow.token == token] if token else []))
        .ext(distinct_on(PageRow.token, PageRow.language))
        .order_by(PageRow.token, PageRow.language, PageRow.version.desc())
    )
    return [page for page in read(session, PageVersion, newest) if page.body is not None]


def list_page_versions(session: Session, site_id: UUID, token: str, language: str) -> list[PageVersion]:
    """Return every version of an operator's page in a language, newest first."""
    statement = _PAGES.where(PageRow.site_id == site_id, PageRow.token == token, PageRow.language == language)
    return read(session, PageVersion, statement.order_by(PageRow.version.desc())).all()


LANDER_COLUMNS = tuple(getattr(LanderTextRow, field.name) for field in fields(LanderText))


def list_lander_texts(session: Session, site_id: UUID) -> list[LanderText]:
    """Return all texts of a site for landing pages."""
    own = select(*LANDER_COLUMNS).where(LanderTextRow.site_id == site_id)
    return read(session, LanderText, own.order_by(*LANDER_COLUMNS[:3])).all()


def list_texts_of(session: Session, *, site_id: UUID, lander: str, language: str, slug: str) -> list[LanderText]:
    """Return a site's texts for one landing page and language: for the slug, and for every address."""
    chosen = select(*LANDER_COLUMNS).where(
        LanderTextRow.site_id == site_id,
        LanderTextRow.lander == lander,
        LanderTextRow.slug.in_({"", slug}),
        LanderTextRow.language == language,
    )
    return read(session, LanderText, chosen).all()


def sum_bounces(session: Session, *, site_id: UUID, since: date) -> list[Bounces]:
    """Return the bounces of a site since a day, the most frequent first."""
    bounces = func.sum(PageBounceRow.bounces)
    mean = cast(func.round(func.sum(PageBounceRow.seconds) / bounces), Integer)
    by = (PageBounceRow.path, PageBounceRow.network, PageBounceRow.ref)
    rows = session.execute(
        select(*by, cast(bounces, Integer), mean)
        .where(PageBounceRow.site_id == site_id, PageBounceRow.day >= since)
        .group_by(*by)
        .order_by(bounces.desc(), *by)
    )
    return [Bounces(*row) for row in rows]


def get_company_name(session: Session, company_id: UUID) -> str:
    """Return the name of a company by its id; raises CompanyUnknown."""
    name = session.execute(select(CompanyRow.name).where(CompanyRow.id == company_id)).scalar_one_or_none()
    if name is None:
        raise CompanyUnknown(name=str(company_id))
    return name
