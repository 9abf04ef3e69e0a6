"""Reads of the sites module. Sites are few and read by every request, so each process keeps them for five seconds."""

import time
from dataclasses import dataclass, fields
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Integer, Row, Subquery, cast, event, exists, func, select
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import InstrumentedAttribute, Session

from modules.sites.contracts import Bounces, Company, LanderText, MessageCost, PageVersion, Signups, Site
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


@dataclass(frozen=True)
class Snapshot:
    """All sites as they were at one moment of the monotonic clock."""

    taken_at: float
    by_id: dict[UUID, Site]
    by_host: dict[str, Site]


_kept: Snapshot | None = None
_PAGE = [getattr(PageRow, field.name) for field in fields(PageVersion)]


def snapshot(session: Session) -> Snapshot:
    """Return all sites, at most five seconds old; a transaction that changes sites sees its own changes."""
    global _kept
    if _CHANGED in session.info:
        return _take(session)
    if _kept is None or time.monotonic() - _kept.taken_at > FRESH_SECONDS:
        _kept = _take(session)
    return _kept


def forget_after_commit(session: Session) -> None:
    """Drop what this process keeps once the change is committed; other processes follow within five seconds."""
    if _CHANGED not in session.info:
        session.info[_CHANGED] = True
        event.listen(session, "after_commit", _forget, once=True)


def _forget(_session: Session) -> None:
    global _kept
    _kept = None


def _take(session: Session) -> Snapshot:
    taken_at = time.monotonic()
    companies = {row.id: company_of(row) for row in session.execute(select(*CompanyRow.__table__.columns))}
    hosts: dict[UUID, list[str]] = {}
    for site_id, host in session.execute(select(SiteHost.site_id, SiteHost.host).order_by(SiteHost.host)):
        hosts.setdefault(site_id, []).append(host)
    costs: dict[UUID, list[MessageCost]] = {}
    for row in session.execute(select(*MessageCostRow.__table__.columns).order_by(MessageCostRow.country)):
        costs.setdefault(row.site_id, []).append(MessageCost(row.country, row.costs, row.currency))
    texts: dict[UUID, dict[str, dict[str, str]]] = {}
    for row in session.execute(select(*SiteTextRow.__table__.columns)):
        texts.setdefault(row.site_id, {}).setdefault(row.language, {})[row.name] = row.text
    rows = session.execute(select(*SiteRow.__table__.columns).order_by(SiteRow.created_at, SiteRow.key))
    sites = [
        _site_of(row, companies[row.company_id], hosts.get(row.id, []), costs.get(row.id, []), texts.get(row.id, {}))
        for row in rows
    ]
    return Snapshot(taken_at, {site.id: site for site in sites}, {host: site for site in sites for host in site.hosts})


def _site_of(
    row: Row[Any],
    company: Company,
    hosts: list[str],
    costs: list[MessageCost],
    texts: dict[str, dict[str, str]],
) -> Site:
    joined: dict[str, Any] = {
        "company": company,
        "minimum_message_costs": tuple(costs),
        "signups": Signups(row.signups),
        "texts": texts,
    }
    # The site's own domain comes first.
    joined["hosts"] = tuple(sorted(hosts, key=lambda host: (host != row.domain, host)))
    own = {field.name: _plain(getattr(row, field.name)) for field in fields(Site) if field.name not in joined}
    return Site(**own, **joined)


def company_of(row: Row[Any]) -> Company:
    """Return the contract of a company's row."""
    return Company(**{field.name: _plain(getattr(row, field.name)) for field in fields(Company)})


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def get_site(session: Session, site_id: UUID) -> Site:
    """Return a site; raises SiteUnknown."""
    site = snapshot(session).by_id.get(site_id)
    if site is None:
        raise SiteUnknown(key=str(site_id))
    return site


def time_zones() -> Subquery:
    """Return where the clocks of the sites stand as a table for other modules' statements: site_id, timezone."""
    return select(SiteRow.id.label("site_id"), SiteRow.timezone).subquery()


def shows_fictional(site_id: ColumnElement[UUID] | InstrumentedAttribute[UUID]) -> ColumnElement[bool]:
    """Tell in other modules' statements whether a site shows fictional profiles."""
    return exists().where(SiteRow.id == site_id, SiteRow.fictional_enabled)


def get_site_by_key(session: Session, key: str) -> Site:
    """Return a site by the short key that operators use; raises SiteUnknown."""
    site = next((site for site in snapshot(session).by_id.values() if site.key == key), None)
    if site is None:
        raise SiteUnknown(key=key)
    return site


def list_sites(session: Session) -> list[Site]:
    """Return all sites, oldest first."""
    return list(snapshot(session).by_id.values())


def list_companies(session: Session) -> list[Company]:
    """Return all companies by name."""
    rows = session.execute(select(*CompanyRow.__table__.columns).order_by(CompanyRow.name))
    return [company_of(row) for row in rows]


def find_company(session: Session, name: str) -> Company | None:
    """Return a company by its name, or None."""
    row = session.execute(select(*CompanyRow.__table__.columns).where(CompanyRow.name == name)).one_or_none()
    return company_of(row) if row else None


def list_pages(session: Session, site_id: UUID, token: str | None = None) -> list[PageVersion]:
    """Return what operators wrote for a site, the newest version in each language; of one page, if it is named."""
    newest = (
        select(*_PAGE)
        .where(PageRow.site_id == site_id, *([PageRow.token == token] if token else []))
        .ext(distinct_on(PageRow.token, PageRow.language))
        .order_by(PageRow.token, PageRow.language, PageRow.version.desc())
    )
    return [page for row in session.execute(newest) if (page := PageVersion(*row)).body is not None]


def list_page_versions(session: Session, site_id: UUID, token: str, language: str) -> list[PageVersion]:
    """Return every version of an operator's page in a language, newest first."""
    statement = select(*_PAGE).where(PageRow.site_id == site_id, PageRow.token == token, PageRow.language == language)
    return [PageVersion(*row) for row in session.execute(statement.order_by(PageRow.version.desc()))]


LANDER_COLUMNS = tuple(getattr(LanderTextRow, field.name) for field in fields(LanderText))


def list_lander_texts(session: Session, site_id: UUID) -> list[LanderText]:
    """Return all words that a site chose for its landing pages."""
    rows = session.execute(
        select(*LANDER_COLUMNS).where(LanderTextRow.site_id == site_id).order_by(*LANDER_COLUMNS[:3])
    )
    return [LanderText(*row) for row in rows]


def list_texts_of(session: Session, *, site_id: UUID, lander: str, language: str, slug: str) -> list[LanderText]:
    """Return what a site chose for one lander and language: for the slug, and for every address."""
    rows = session.execute(
        select(*LANDER_COLUMNS).where(
            LanderTextRow.site_id == site_id,
            LanderTextRow.lander == lander,
            LanderTextRow.slug.in_({"", slug}),
            LanderTextRow.language == language,
        )
    )
    return [LanderText(*row) for row in rows]


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
    """Return the name of a company, by which commands know it; raises CompanyUnknown."""
    name = session.execute(select(CompanyRow.name).where(CompanyRow.id == company_id)).scalar_one_or_none()
    if name is None:
        raise CompanyUnknown(name=str(company_id))
    return name
