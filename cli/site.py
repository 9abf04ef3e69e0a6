"""`hearth site`: the sites of this installation and the companies behind them."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields
from datetime import date
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import click

from cli.errors import CliError
from cli.work import (
    confirm,
    dry_run_option,
    json_option,
    reason_option,
    record,
    show_facts,
    show_table,
    words,
    work,
    yes_option,
)
from modules.sites.contracts import Company, MessageCost, Site

if TYPE_CHECKING:
    from app.kernel.db.session import Session

SITES, COMPANIES, HOSTS = "sites.sites", "sites.companies", "sites.hosts"
COSTS = tuple[MessageCost, ...]
# What the console says before, too (modules/sites/ops/sites.py), and how much it is.
SWITCHED_OFF = (
    "When fictional profiles are disabled, no more messages are written for them, members who wrote to one are"
    " notified, and credits for unanswered messages ({} messages, {} credits) are refunded within minutes."
    " Enabling them again does not undo this."
)
YES, NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


@click.group()
def site() -> None:
    """Create sites, show them and change their settings.

    \b
    Examples:
      hearth site company create "Hearthside B.V." --country NL city=Utrecht
      hearth site company set "Hearthside B.V." support_phone="+31 30 123 45 67"
      hearth site company list
      hearth site create warm --company "Hearthside B.V." --domain warm.example --language nl \\
        --countries NL,BE --support-email help@warm.example
      hearth site list
      hearth site show evergreen --json
      hearth site set evergreen niche=7 min_age=50 signup_credits=20 --reason "A quieter site"
      hearth site set evergreen minimum_message_costs=NL:150:EUR,BE:150:EUR
      hearth site hosts evergreen evergreen.example liefde.example
    """


@site.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List all sites."""
    from modules.sites import api

    with work(read_only=True) as session:
        rows = [_facts(one) for one in api.list_sites(session)]
    show_table(("key", "name", "domain", "languages", "countries", "niche", "company"), rows, as_json=as_json)


@site.command()
@click.argument("key")
@json_option
def show(key: str, as_json: bool) -> None:
    """Show a site with all its settings."""
    from modules.sites import api

    with work(read_only=True) as session:
        facts = _facts(api.get_site_by_key(session, key))
    show_facts(facts, as_json=as_json)


@site.command()
@click.argument("key")
@click.argument("settings", nargs=-1, metavar="[FIELD=VALUE]...")
@click.option("--company", required=True, help="Company that runs the site.")
@click.option("--domain", required=True, help="Main host name of the site, used in emails.")
@click.option("--language", required=True, help="Main language, two letters.")
@click.option("--countries", required=True, help="Countries of the site, such as NL,BE.")
@click.option("--support-email", required=True, help="Support email address.")
@click.option("--name", help="Name of the site (default: its key).")
@click.option("--host", "hosts", multiple=True, help="Additional host name (repeatable).")
@reason_option
@json_option
def create(
    key: str,
    settings: tuple[str, ...],
    language: str,
    countries: str,
    name: str | None,
    reason: str,
    as_json: bool,
    **given: Any,
) -> None:
    """Create a site; FIELD=VALUE adds more settings, as in `hearth site set`."""
    from modules.sites import api

    further = _parse(settings, Site)
    costs = further.pop("minimum_message_costs", ())
    with work() as session:
        made = api.create_site(
            session,
            key=key,
            domain_language=language,
            countries=_items(countries),
            costs=costs,
            **{"name": name or key, **given, **further},
        )
        detail = {"key": key, "language": language, "countries": countries, **given, **_typed(settings)}
        record(session, "create", SITES, made.id, reason=reason, detail=detail)
    show_facts(
        {"id": made.id, "key": made.key, "hosts": made.hosts},
        as_json=as_json,
        sentence=f"Site {made.key} created at {', '.join(made.hosts)}.",
    )


@site.command("set")
@click.argument("key")
@click.argument("settings", nargs=-1, required=True, metavar="FIELD=VALUE...")
@click.option("--language", help="Language of index_title, description and fictional_ texts.")
@reason_option
@yes_option
@dry_run_option
def set_command(
    key: str, settings: tuple[str, ...], language: str | None, reason: str, yes: bool, dry_run: bool
) -> None:
    """Change settings of a site; if one is invalid, nothing is changed.

    \b
    Write lists with commas, switches as yes or no, and empty values as none:
      hearth site set evergreen languages=nl,en enable_site_entry_popup=yes reply_credits=none
      hearth site set evergreen --language de index_title="Komm herein" description=
      hearth site set evergreen fictional_enabled=no --dry-run
    `hearth site show KEY` lists all fields.

    When fictional profiles are disabled, credits for messages that they did not answer are refunded, which cannot be
    undone: you confirm it first, and a dry run shows how many.
    """
    from modules.messaging import api as messaging_api
    from modules.sites import api

    changes = _parse(settings, Site)
    with work(dry_run=True) as session:
        before = api.get_site_by_key(session, key)
        after = _set(session, before, changes, language)
        unanswered = messaging_api.sum_unanswered(session, before.id)
    loses_fiction = before.fictional_enabled and not after.fictional_enabled
    if dry_run:
        for line in _differences(before, after):
            click.echo(line)
        if loses_fiction:
            click.echo(SWITCHED_OFF.format(*unanswered))
        return
    if loses_fiction:
        confirm(f"{SWITCHED_OFF.format(*unanswered)} Disable them?", yes=yes)
    with work() as session:
        _set(session, before, changes, language)
        audited = {"language": language} if language else {}
        record(session, "set", SITES, before.id, reason=reason, detail={**audited, **_typed(settings)})
    click.echo(f"Site {key} changed; all processes follow within 5 seconds.")


def _set(session: Session, one: Site, changes: Mapping[str, Any], language: str | None) -> Site:
    from modules.sites import api

    if language:
        return api.set_texts(session, site_id=one.id, language=language, texts=changes)
    return api.update_site_settings(session, site_id=one.id, changes=changes)


def _differences(before: Site, after: Site) -> list[str]:
    old, new = _facts(before), _facts(after)
    return [f"{name}: {words(old[name])} would become {words(new[name])}" for name in old if old[name] != new[name]]


@site.command()
@click.argument("key")
@click.argument("hosts", nargs=-1)
@reason_option
@yes_option
@dry_run_option
@json_option
def hosts(key: str, hosts: tuple[str, ...], reason: str, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Set the HOSTS of a site, beside its own domain; without HOSTS, list them.

    \b
    Examples:
      hearth site hosts hearthside
      hearth site hosts hearthside www.hearthside.example love.example --dry-run
    """
    from modules.sites import api

    with work(read_only=True) as session:
        before = api.get_site_by_key(session, key).hosts
    if not hosts:
        show_table(("host",), [{"host": host} for host in before], as_json=as_json)
        return
    with work(dry_run=True) as session:
        after = _set_hosts(session, key, hosts)
    gone = [host for host in before if host not in after]
    if gone and not dry_run:
        confirm(f"Remove {', '.join(gone)} from the site {key}? It can no longer be reached there.", yes=yes)
    if not dry_run:
        with work() as session:
            _set_hosts(session, key, hosts)
            site_id = api.get_site_by_key(session, key).id
            for host in gone:
                record(session, "remove", HOSTS, host, reason=reason, detail={"site_id": site_id})
            for host in sorted(set(after) - set(before)):
                record(session, "add", HOSTS, host, reason=reason, detail={"site_id": site_id})
    click.echo(f"Site {key} {'would have' if dry_run else 'now has'} the hosts {', '.join(after)}.")


def _set_hosts(session: Session, key: str, hosts: tuple[str, ...]) -> tuple[str, ...]:
    from modules.sites import api

    site_id = api.get_site_by_key(session, key).id
    api.set_hosts(session, site_id=site_id, hosts=hosts)
    return tuple(api.get_site(session, site_id).hosts)


@site.group()
def company() -> None:
    """Companies that run the sites."""


@company.command("list")
@json_option
def list_companies(as_json: bool) -> None:
    """List all companies."""
    from modules.sites import api

    with work(read_only=True) as session:
        rows = [_company_facts(one) for one in api.list_companies(session)]
    show_table(("name", "footer_id", "address", "city", "country", "kvk", "support_phone"), rows, as_json=as_json)


@company.command("create")
@click.argument("name")
@click.argument("details", nargs=-1, metavar="[FIELD=VALUE]...")
@click.option("--country", required=True, help="Country, two letters.")
@reason_option
@json_option
def create_company(name: str, details: tuple[str, ...], country: str, reason: str, as_json: bool) -> None:
    """Create a company; footer_id selects its footer: 1 (default), 5 or 6."""
    from modules.sites import api

    values = {"footer_id": 1, **_parse(details, Company)}
    with work() as session:
        made = api.create_company(session, name=name, country=country, **values)
        detail = {"name": name, "country": country, **_typed(details)}
        record(session, "create", COMPANIES, made.id, reason=reason, detail=detail)
    show_facts({"id": made.id, "name": made.name}, as_json=as_json, sentence=f"Company {name} created.")


@company.command("set")
@click.argument("name")
@click.argument("details", nargs=-1, required=True, metavar="FIELD=VALUE...")
@reason_option
def set_company(name: str, details: tuple[str, ...], reason: str) -> None:
    """Change a company's details."""
    from modules.sites import api

    with work() as session:
        changed = api.update_company(session, name=name, changes=_parse(details, Company))
        record(session, "change", COMPANIES, changed.id, reason=reason, detail=_typed(details))
    click.echo(f"Company {name} changed.")


def _facts(one: Site) -> dict[str, Any]:
    facts = {field.name: getattr(one, field.name) for field in fields(Site)}
    costs = [f"{cost.country}:{cost.costs}:{cost.currency}" for cost in one.minimum_message_costs]
    return {**facts, "company": one.company.name, "minimum_message_costs": costs}


def _company_facts(one: Company) -> dict[str, Any]:
    return {field.name: getattr(one, field.name) for field in fields(Company)}


def _parse(pairs: tuple[str, ...], kind: type[Site] | type[Company]) -> dict[str, Any]:
    hints: Mapping[str, Any] = get_type_hints(kind)
    values = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            raise CliError(f"{pair!r} is not a setting; write FIELD=VALUE.")
        values[name] = text if name == "company" else _value(name, text.strip(), hints.get(name, str))
    return values


def _typed(pairs: tuple[str, ...]) -> dict[str, str]:
    """Return settings as they were typed, for the access log; of an account number only the end."""
    values = {name: text for name, _, text in (pair.partition("=") for pair in pairs)}
    return {name: f"•••• {text[-4:]}" if name == "iban" else text for name, text in values.items()}


def _value(name: str, text: str, hint: Any) -> Any:
    """Return a value in the type of its field; an unknown field stays a text, which the service refuses."""
    if isinstance(hint, types.UnionType):
        return None if text.lower() in ("", "none") else _value(name, text, get_args(hint)[0])
    if hint is bool:
        return _switch(name, text)
    if hint is int:
        return _checked(name, text, int, "a whole number")
    if hint is date:
        return _checked(name, text, date.fromisoformat, "a date such as 2024-05-31")
    if hint == COSTS:
        return [_cost(item) for item in _items(text)]
    return _items(text) if hint == tuple[str, ...] else text


def _switch(name: str, text: str) -> bool:
    if text.lower() not in YES + NO:
        raise CliError(f"{name} must be yes or no, not {text!r}.")
    return text.lower() in YES


def _checked(name: str, text: str, read: Any, what: str) -> Any:
    try:
        return read(text)
    except ValueError:
        raise CliError(f"{name} must be {what}, not {text!r}.") from None


def _cost(item: str) -> MessageCost:
    country, _, rest = item.partition(":")
    costs, _, currency = rest.partition(":")
    what = "COUNTRY:CENTS:CURRENCY, such as NL:150:EUR"
    return MessageCost(country, _checked("minimum_message_costs", costs, int, what), currency)


def _items(text: str) -> list[str]:
    return [item.strip() for item in text.split(",") if item.strip()]
