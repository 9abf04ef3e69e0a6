"""Commands on sites and companies: create them, change their settings, and return their public settings."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from app.kernel import clock, i18n
from app.kernel.config import config
from app.kernel.db.session import Session
from app.kernel.ids import new_id
from app.kernel.secrets import vapid
from modules.sites import policies, queries
from modules.sites.contracts import (
    FICTIONAL_TEXTS,
    PROFILE_FIELDS,
    SEARCH_FIELDS,
    SITE_TEXTS,
    Company,
    MessageCost,
    Site,
)
from modules.sites.errors import (
    CompanyTaken,
    CompanyUnknown,
    HostInvalid,
    HostIsDomain,
    HostTaken,
    KeyTaken,
    SettingUnknown,
)
from modules.sites.models import CompanyRow, MessageCostRow, SiteHost, SiteRow, SiteTextRow

# Settings that an operator may change; the key is fixed, hosts and company have their own commands.
SITE_SETTINGS = frozenset(SiteRow.__table__.columns.keys()) - {"id", "key", "company_id", "created_at"}
COMPANY_FIELDS = frozenset(CompanyRow.__table__.columns.keys()) - {"id"}


_CREATE_COMPANY = insert(CompanyRow).on_conflict_do_nothing().returning(CompanyRow.id)


def create_company(session: Session, *, name: str, country: str, footer_id: int, **details: Any) -> Company:
    """Create a company (spec 3.3).

    Raises CompanyTaken, CompanyUnwritable, SettingUnknown and what `policies.ensure_setting` raises.
    """
    texts = dict.fromkeys(("address", "city", "kvk", "support_phone"), "")
    values = {**texts, "name": name, "country": country, "footer_id": footer_id, **details}
    _ensure_settings(values, COMPANY_FIELDS)
    policies.ensure_printable(values)
    if session.execute(_CREATE_COMPANY, {"id": new_id(), **values}).one_or_none() is None:
        raise CompanyTaken(field="name", name=name)
    queries.forget_after_commit(session)
    return get_company(session, name)


def update_company(session: Session, *, name: str, changes: Mapping[str, Any]) -> Company:
    """Change a company's details.

    What invoices contain can be changed, but not removed. Raises CompanyUnknown, CompanyTaken, CompanyUnwritable,
    SettingUnknown and what `policies.ensure_setting` raises.
    """
    company = get_company(session, name)
    _ensure_settings(changes, COMPANY_FIELDS)
    # The console's form sends everything back, also what an earlier version took.
    policies.ensure_printable({field: value for field, value in changes.items() if value != getattr(company, field)})
    policies.ensure_invoices(company, replace(company, **changes))
    if changes:
        try:
            session.execute(update(CompanyRow).where(CompanyRow.id == company.id).values(**changes))
        except IntegrityError as error:
            raise CompanyTaken(field="name", name=changes.get("name", name)) from error
    queries.forget_after_commit(session)
    return get_company(session, changes.get("name", name))


def get_company(session: Session, name: str) -> Company:
    """Return a company by its name; raises CompanyUnknown."""
    company = queries.find_company(session, name)
    if company is None:
        raise CompanyUnknown(name=name)
    return company


_CREATE = insert(SiteRow).on_conflict_do_nothing().returning(SiteRow.id)


def create_site(
    session: Session,
    *,
    key: str,
    company: str,
    name: str,
    domain: str,
    domain_language: str,
    countries: Iterable[str],
    support_email: str,
    hosts: Iterable[str] = (),
    costs: Iterable[MessageCost] = (),
    **settings: Any,
) -> Site:
    """Create a site with its domain and `hosts` (spec 1.12); settings left out have their defaults.

    Raises KeyTaken, HostTaken, HostInvalid, CompanyUnknown, SettingUnknown and what the policies raise.
    """
    site_id = new_id()
    values = {
        "name": name,
        "index_title": name,
        "domain": policies.clean_host(domain, field="domain"),
        "domain_language": domain_language,
        "languages": [domain_language],
        "countries": list(countries),
        "support_email": support_email,
        "visible_profile_fields": list(PROFILE_FIELDS),
        "search_fields": list(SEARCH_FIELDS),
        **settings,
    }
    policies.ensure_setting("key", key)
    _ensure_settings(values, SITE_SETTINGS)
    _ensure_coherent_new(values)
    row = {"id": site_id, "key": key, "company_id": get_company(session, company).id, **values}
    if session.execute(_CREATE, row).one_or_none() is None:
        raise KeyTaken(field="key", key=key)
    set_hosts(session, site_id=site_id, hosts=hosts)
    _set_message_costs(session, site_id, costs)
    return queries.get_site(session, site_id)


def update_site_settings(session: Session, *, site_id: UUID, changes: Mapping[str, Any]) -> Site:
    """Change settings of a site (spec 3.2): all of them, or none when one is invalid.

    Raises SiteUnknown, SettingUnknown, CompanyUnknown and what the policies raise.
    """
    before = queries.get_site(session, site_id)
    values = dict(changes)
    costs = values.pop("minimum_message_costs", None)
    company = values.pop("company", None)
    if "domain" in values:
        values["domain"] = policies.clean_host(values["domain"], field="domain")
    _ensure_settings(values, SITE_SETTINGS)
    policies.ensure_coherent({**asdict(before), **values})
    if company is not None:
        values["company_id"] = get_company(session, company).id
    if values:
        session.execute(update(SiteRow).where(SiteRow.id == site_id).values(**values))
    if costs is not None:
        _set_message_costs(session, site_id, costs)
    if "domain" in values:
        set_hosts(session, site_id=site_id, hosts=before.hosts)
    queries.forget_after_commit(session)
    return queries.get_site(session, site_id)


def set_texts(session: Session, *, site_id: UUID, language: str, texts: Mapping[str, str]) -> Site:
    """Set a site's texts in a language; an empty one is replaced by that of the site's own language or the built-in
    one.

    Raises SiteUnknown, SettingUnknown for what is no text, SettingNotAChoice for an unknown language.
    """
    if language == queries.get_site(session, site_id).domain_language:
        _ensure_settings(texts, frozenset(SITE_TEXTS))
        return update_site_settings(session, site_id=site_id, changes=texts)
    policies.ensure_setting("domain_language", language)
    _ensure_settings({name: text for name, text in texts.items() if text}, frozenset(SITE_TEXTS))
    changed = (SiteTextRow.site_id == site_id, SiteTextRow.language == language, SiteTextRow.name.in_(texts))
    session.execute(delete(SiteTextRow).where(*changed))
    rows = [{"site_id": site_id, "language": language, "name": name, "text": text} for name, text in texts.items()]
    if kept := [row for row in rows if row["text"]]:
        session.execute(insert(SiteTextRow).values(kept))
    queries.forget_after_commit(session)
    return queries.get_site(session, site_id)


def in_language(site: Site, language: str) -> Site:
    """Return a site with its texts in a language, else in its domain's language.

    Texts about fictional profiles must be understood by everybody, so a built-in translation replaces a missing one.
    """
    if language == site.domain_language:
        return site
    built_in: dict[str, Any] = {}
    if site.fictional_enabled:
        built_in = {name: i18n.text(language, f"site.{name}") for name in FICTIONAL_TEXTS}
    return replace(site, **(built_in | dict(site.texts.get(language, {}))))


def site_url(site: Site, path: str) -> str:
    """Return an address on the site's own domain, for mails; never built from a request's host."""
    port = config().public_port
    shown = f":{port}" if port and port not in (80, 443) else ""
    return f"{config().public_scheme}://{site.domain}{shown}{path}"


def set_hosts(session: Session, *, site_id: UUID, hosts: Iterable[str]) -> None:
    """Set the host names of a site, beside its domain; raises HostTaken or HostInvalid."""
    queries.forget_after_commit(session)
    domain = session.execute(select(SiteRow.domain).where(SiteRow.id == site_id)).scalar_one()
    wanted = {policies.clean_host(host) for host in (domain, *hosts)}
    session.execute(delete(SiteHost).where(SiteHost.site_id == site_id, SiteHost.host.not_in(wanted)))
    for host in sorted(wanted):
        _add_host(session, site_id, host, field="domain" if host == domain else "host")


def add_host(session: Session, *, site_id: UUID, host: str) -> str:
    """Add a host name to a site and return it as it is stored; raises HostTaken or HostInvalid."""
    clean = policies.clean_host(host)
    _add_host(session, site_id, clean)
    queries.forget_after_commit(session)
    return clean


def _add_host(session: Session, site_id: UUID, host: str, *, field: str = "host") -> None:
    statement = insert(SiteHost).values(host=host, site_id=site_id)
    # Updating the row on a conflict makes Postgres return the site that has it.
    taken = statement.on_conflict_do_update(index_elements=["host"], set_={"host": host})
    if session.execute(taken.returning(SiteHost.site_id)).scalar_one() != site_id:
        raise HostTaken(field=field, host=host)


def remove_host(session: Session, *, host: str) -> None:
    """Remove a host name of a site; raises HostIsDomain for its domain."""
    of_host = select(SiteHost.site_id).where(SiteHost.host == host).scalar_subquery()
    domain = session.execute(select(SiteRow.domain).where(SiteRow.id == of_host).with_for_update()).scalar_one_or_none()
    if domain == host:
        raise HostIsDomain(host=host)
    session.execute(delete(SiteHost).where(SiteHost.host == host))
    queries.forget_after_commit(session)


def set_message_cost(session: Session, *, site_id: UUID, cost: MessageCost) -> None:
    """Set the minimum price of a message in a country (spec 9.7); raises SettingNotAChoice or SettingOutOfRange."""
    policies.ensure_message_cost(cost)
    changes = {"costs": cost.costs, "currency": cost.currency}
    row = insert(MessageCostRow).values(site_id=site_id, country=cost.country, **changes)
    session.execute(row.on_conflict_do_update(index_elements=["site_id", "country"], set_=changes))
    queries.forget_after_commit(session)


def remove_message_cost(session: Session, *, site_id: UUID, country: str) -> None:
    """Remove the minimum price of a message in a country."""
    session.execute(delete(MessageCostRow).where(MessageCostRow.site_id == site_id, MessageCostRow.country == country))
    queries.forget_after_commit(session)


def _set_message_costs(session: Session, site_id: UUID, costs: Iterable[MessageCost]) -> None:
    session.execute(delete(MessageCostRow).where(MessageCostRow.site_id == site_id))
    for cost in costs:
        set_message_cost(session, site_id=site_id, cost=cost)


def _ensure_settings(values: Mapping[str, Any], known: frozenset[str]) -> None:
    for name, value in values.items():
        if name not in known:
            raise SettingUnknown(field=name, name=name)
        policies.ensure_setting(name, value)


def _ensure_coherent_new(values: Mapping[str, Any]) -> None:
    texts = dict.fromkeys(("fictional_warning", "fictional_singular", "fictional_plural"), "")
    policies.ensure_coherent({**texts, "fictional_enabled": False, **values})


def find_site_by_host(session: Session, host: str) -> Site | None:
    """Return the site of a host (spec 1.12), with any port and with or without www; or None."""
    try:
        return queries.find_site_by_host(session, policies.clean_host(host))
    except HostInvalid:
        return None


def company_info(company: Company) -> dict[str, Any]:
    """Return the company info that the pages show (spec 3.3), ready for JSON."""
    return {
        "name": company.name,
        "address": company.address,
        "kvk": company.kvk,
        "city": company.city,
        "country": company.country,
        "tradenames": list(company.tradenames),
        "vat_numbers": list(company.vat_numbers),
        "support_phone": company.support_phone,
        "delete_discount": company.delete_discount,
        "added": company.added.isoformat(),
    }


def located_country(headers: Mapping[str, str]) -> str | None:
    """Return the visitor's country, two letters, from a trusted proxy; None without a trusted proxy."""
    if not config().trusted_proxies:
        return None
    header = config().country_header
    return policies.country_of(headers, (header,)) if header else policies.country_of(headers)


def network_country(headers: Mapping[str, str]) -> str | None:
    """Return the country of the requesting network, or None if the operator has not configured the header: a proxy that
    does not set it may pass on the browser's value.
    """
    return located_country(headers) if config().country_header else None


def public_settings(
    session: Session, *, site: Site, language: str, headers: Mapping[str, str], country: str | None = None
) -> dict[str, Any]:
    """Return the settings of a site and what its pages know besides (spec 3.2); `SettingsOut` picks what is answered.

    The visitor's country comes from `headers`, which count only behind a trusted proxy; `country` is what the visitor
    chose.
    """
    located = located_country(headers)
    translated = in_language(site, language)
    own = {name: _json_value(getattr(translated, name)) for name in SITE_SETTINGS}
    return own | {
        "minimum_message_costs": [
            {"country": cost.country, "costs": cost.costs, "currency": cost.currency}
            for cost in site.minimum_message_costs
        ],
        "geoip_country": located,
        "geoip_selected_country": policies.selected_country(site.countries, country, located),
        "push_key": vapid.find_push_key(),
        "company_id": site.company.footer_id,
        "company": company_info(site.company),
        "server_now": clock.now().isoformat(),
    }


def _json_value(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
