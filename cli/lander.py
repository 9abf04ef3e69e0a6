"""`hearth lander`: a site's own texts on its landing pages, and bounces from them."""

from dataclasses import asdict

import click

from cli.errors import CliError
from cli.work import confirm, json_option, record, show_table, work, yes_option
from modules.sites.contracts import LANDERS, LanderText

site_argument = click.argument("site")
lander_argument = click.argument("name", type=click.Choice(LANDERS), metavar="LANDER")
slug_option = click.option("--slug", default="", help="Only for the address that ends with /SLUG (default: all).")
language_option = click.option("--language", required=True, help="Language of the text, two letters.")


@click.group()
def lander() -> None:
    """Change the texts of landing pages; without your own, they have the built-in ones.

    \b
    Examples:
      hearth lander set evergreen maplanding --language nl --headline "Wie woont er bij jou in de buurt?" \\
        --lead "Aanmelden is gratis." --button "Maak je profiel"
      hearth lander set evergreen video --slug spring --language en --headline ... --lead ... --button ...
      hearth lander set evergreen landing2 --language en --headline ... --lead ... --button ...  /members/ID/landing2
      hearth lander list evergreen
      hearth lander remove evergreen video --slug spring --language en
      hearth lander bounces evergreen --days 7          who left immediately, from addresses with ?lb
    """


@lander.command("list")
@site_argument
@json_option
def list_command(site: str, as_json: bool) -> None:
    """List a site's own texts."""
    from modules.sites import api

    with work(read_only=True) as session:
        rows = [asdict(text) for text in api.list_lander_texts(session, api.get_site_by_key(session, site).id)]
    show_table(("lander", "slug", "language", "headline", "lead", "button"), rows, as_json=as_json)


@lander.command("set")
@site_argument
@lander_argument
@slug_option
@language_option
@click.option("--headline", required=True, help="At most 90 characters.")
@click.option("--lead", required=True, help="At most 300 characters; must be true.")
@click.option("--button", required=True, help="At most 40 characters.")
def set_command(site: str, name: str, slug: str, language: str, headline: str, lead: str, button: str) -> None:
    """Set a site's own texts of a landing page."""
    from modules.sites import api

    text = LanderText(name, slug, language, headline, lead, button)
    with work() as session:
        found = api.get_site_by_key(session, site)
        if language not in found.languages:
            raise CliError(f"{site} has no language {language}; choose from {', '.join(found.languages)}.")
        api.set_lander_text(session, site_id=found.id, text=text)
        record(session, "set-lander", "sites.sites", found.id, detail=asdict(text))
    click.echo(f"{_address(name, slug)} of {site} now shows these texts in {language}.")


@lander.command()
@site_argument
@lander_argument
@slug_option
@language_option
@yes_option
def remove(site: str, name: str, slug: str, language: str, yes: bool) -> None:
    """Restore the built-in texts of a landing page."""
    from modules.sites import api

    confirm(f"Remove the texts of {_address(name, slug)} of {site} in {language}?", yes=yes)
    with work() as session:
        site_id = api.get_site_by_key(session, site).id
        which = {"lander": name, "slug": slug, "language": language}
        api.remove_lander_text(session, site_id=site_id, **which)
        record(session, "remove-lander", "sites.sites", site_id, detail=which)
    click.echo(f"{_address(name, slug)} of {site} has the built-in texts in {language} again.")


@lander.command()
@site_argument
@click.option("--days", type=click.IntRange(1, 90), default=30, show_default=True)
@json_option
def bounces(site: str, days: int, as_json: bool) -> None:
    """Count visits that ended on their first page, by page and source; kept for 90 days."""
    from modules.sites import api

    with work(read_only=True) as session:
        site_id = api.get_site_by_key(session, site).id
        rows = [asdict(one) for one in api.list_bounces(session, site_id=site_id, days=days)]
    show_table(("path", "network", "ref", "bounces", "seconds"), rows, as_json=as_json)


def _address(name: str, slug: str) -> str:
    """Return the path of the page; those with a member's portrait are below that member's page."""
    below = "/members/MEMBER" if name in ("landing2", "landing3") else "/landers"
    return f"{below}/{name}{slug and '/'}{slug}"
