"""`hearth shop`: what a site sells, where, at what price."""

import click

from cli.errors import CliError
from cli.work import confirm, json_option, show_table, work, yes_option
from modules.billing import api
from modules.billing.contracts import Money
from modules.sites import api as sites_api

site_argument = click.argument("site")


@click.group()
def shop() -> None:
    """Sell bundles of credits, each country in its own money; prices include VAT.

    \b
    Examples:
      hearth shop open warm                      the usual bundles for every country of the site, and the time bonus
      hearth shop set warm NL 120 19.99 EUR      a new price; the old version stays with the orders that were made
      hearth shop retire warm NL 700
      hearth shop bundles warm --json
    """


@shop.command("open")
@site_argument
def open_command(site: str) -> None:
    """Give a site the usual bundles for each of its countries, and TIMEBONUS25."""
    with work() as session:
        found = sites_api.get_site_by_key(session, site)
        api.open_shop(session, site_id=found.id)
    click.echo(f"{found.name} sells credits in {', '.join(found.countries)} now.")


@shop.command()
@site_argument
@json_option
def bundles(site: str, as_json: bool) -> None:
    """List what a site sells."""
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
def set_command(site: str, country: str, credits: int, price: str, currency: str) -> None:
    """Sell CREDITS in COUNTRY for PRICE (with VAT, such as 19.99) from now on."""
    with work() as session:
        bundle = api.set_bundle(
            session,
            site_id=sites_api.get_site_by_key(session, site).id,
            country=country.upper(),
            credits=credits,
            price=Money(_minor(price), currency.upper()),
        )
    click.echo(f"{bundle.credits} credits cost {price} {bundle.price.currency} in {bundle.country} now.")


@shop.command()
@site_argument
@click.argument("country")
@click.argument("credits", type=click.IntRange(1, 100_000))
@yes_option
def retire(site: str, country: str, credits: int, yes: bool) -> None:
    """Stop selling CREDITS in COUNTRY."""
    confirm(f"Stop selling {credits} credits in {country.upper()}?", yes=yes)
    with work() as session:
        site_id = sites_api.get_site_by_key(session, site).id
        if not api.retire_bundle(session, site_id=site_id, country=country.upper(), credits=credits):
            raise CliError(f"{site} never sold {credits} credits in {country.upper()}.")
    click.echo(f"{credits} credits are no longer sold in {country.upper()}.")


def _minor(price: str) -> int:
    whole, _, cents = price.partition(".")
    if not (whole.isdecimal() and (not cents or (cents.isdecimal() and len(cents) == 2))):
        raise CliError(f"a price is written like 19.99, not {price!r}.")
    return int(whole) * 100 + int(cents or 0)
