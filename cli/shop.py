"""`hearth shop`: a site's bundles, countries and prices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from cli.errors import CliError
from cli.work import confirm, dry_run_option, json_option, reason_option, record, refusals, show_table, work, yes_option
from modules.billing.contracts.shop import Money

if TYPE_CHECKING:
    from app.kernel.db.session import Session

RESOURCE = "billing.bundles"
site_argument = click.argument("site")


@click.group()
def shop() -> None:
    """Set bundles of credits and their prices by country, VAT included.

    \b
    Examples:
      hearth shop open evergreen --dry-run
      hearth shop open evergreen                  the default bundles for every country of the site, and the time bonus
      hearth shop set evergreen NL 120 19.99 EUR  a new price; existing orders keep the old one
      hearth shop retire evergreen NL 700 --reason "No one bought it"
      hearth shop bundles evergreen --json
    """


@shop.command("open")
@site_argument
@reason_option
@dry_run_option
@yes_option
def open_command(site: str, reason: str, dry_run: bool, yes: bool) -> None:
    """Set the default bundles for all countries of a site, and TIMEBONUS25; asks before it replaces other prices."""
    from modules.billing import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        found = sites_api.get_site_by_key(session, site)
    with refusals():
        api.ensure_ready_to_sell(site_id=found.id)
    with work(dry_run=True) as session:
        before = _prices(session, found.id)
        api.open_shop(session, site_id=found.id)
        usual = _prices(session, found.id)
    changed = [bundle for bundle, price in before.items() if usual[bundle] != price]
    for country, credits in changed:
        was, is_usual = before[country, credits], usual[country, credits]
        click.echo(f"{credits} credits in {country}: {was} becomes {is_usual}.", err=True)
    if dry_run:
        click.echo(f"{found.name} would sell credits in {', '.join(found.countries)}.")
        return
    if changed:
        confirm(f"Change {len(changed)} prices to the default ones?", yes=yes)
    with work() as session:
        api.open_shop(session, site_id=found.id)
        record(session, "open-shop", "sites.sites", found.id, reason=reason)
    click.echo(f"{found.name} now sells credits in {', '.join(found.countries)}.")


@shop.command()
@site_argument
@json_option
def bundles(site: str, as_json: bool) -> None:
    """List a site's bundles."""
    from modules.billing import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        site_id = sites_api.get_site_by_key(session, site).id
        rows = [
            {
                "country": bundle.country,
                "credits": bundle.credits,
                "price": f"{bundle.price.minor / 100:.2f}",
                "currency": bundle.price.currency,
                "id": str(bundle.id),
            }
            for country in api.list_selling_countries(session, site_id=site_id)
            for bundle in api.list_bundles(session, site_id=site_id, country=country)
        ]
    show_table(("country", "credits", "price", "currency", "id"), rows, as_json=as_json)


@shop.command("set")
@site_argument
@click.argument("country")
@click.argument("credits", type=click.IntRange(1, 100_000))
@click.argument("price")
@click.argument("currency")
@reason_option
def set_command(site: str, country: str, credits: int, price: str, currency: str, reason: str) -> None:
    """Set the PRICE (with VAT, such as 19.99) of CREDITS in COUNTRY, from now on."""
    from modules.billing import api
    from modules.sites import api as sites_api

    money = Money(_minor(price), currency.upper())
    with work(read_only=True) as session:
        site_id = sites_api.get_site_by_key(session, site).id
    with refusals():
        api.ensure_ready_to_sell(site_id=site_id)
    line: dict[str, Any] = {"site_id": site_id, "country": country.upper(), "credits": credits}
    with work() as session:
        bundle = api.set_bundle(session, price=money, **line)
        detail = {**line, "price_minor": money.minor, "currency": money.currency}
        record(session, "set-price", RESOURCE, bundle.id, reason=reason, detail=detail)
    click.echo(f"{bundle.credits} credits now cost {price} {bundle.price.currency} in {bundle.country}.")


@shop.command()
@site_argument
@click.argument("country")
@click.argument("credits", type=click.IntRange(1, 100_000))
@reason_option
@yes_option
def retire(site: str, country: str, credits: int, reason: str, yes: bool) -> None:
    """Stop selling CREDITS in COUNTRY."""
    from modules.billing import api
    from modules.sites import api as sites_api

    country = country.upper()
    confirm(f"Stop selling {credits} credits in {country}?", yes=yes)
    with work() as session:
        sold = api.list_bundles(session, site_id=sites_api.get_site_by_key(session, site).id, country=country)
        bundle = next((one for one in sold if one.credits == credits), None)
        if bundle is None:
            raise CliError(f"{site} does not sell {credits} credits in {country}.")
        api.retire_version(session, bundle_id=bundle.id)
        record(session, "retire", RESOURCE, bundle.id, reason=reason)
    click.echo(f"{credits} credits are no longer sold in {country}.")


def _prices(session: Session, site_id: UUID) -> dict[tuple[str, int], str]:
    """Return the price of each bundle in each country."""
    from modules.billing import api

    return {
        (country, bundle.credits): f"{bundle.price.minor / 100:.2f} {bundle.price.currency}"
        for country in api.list_selling_countries(session, site_id=site_id)
        for bundle in api.list_bundles(session, site_id=site_id, country=country)
    }


def _minor(price: str) -> int:
    whole, _, cents = price.partition(".")
    if not (whole.isdecimal() and (not cents or (cents.isdecimal() and len(cents) == 2))):
        raise CliError(f"a price must be a number such as 19.99, not {price!r}.")
    return int(whole) * 100 + int(cents or 0)
