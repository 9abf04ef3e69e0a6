"""`hearth icebreaker`: suggested first sentences for members of a site."""

from dataclasses import asdict

import click

from cli.errors import CliError
from cli.work import confirm, json_option, record, show_table, work, yes_option
from modules.sites.contracts import Site

site_option = click.option("--site", "key", required=True, help="Key of the site; `hearth site list` shows all.")
language_option = click.option("--language", help="Language, two letters (default: the site's main language).")


@click.group()
def icebreaker() -> None:
    """List, add or remove icebreakers.

    Each language of a site has its own list, which is the built-in one until you change it.

    \b
    Examples:
      hearth icebreaker list --site evergreen --language nl
      hearth icebreaker add --site evergreen --language nl "Welk lied krijg je niet uit je hoofd?"
      hearth icebreaker remove --site evergreen --language nl 3
    """


@icebreaker.command("list")
@site_option
@language_option
@json_option
def list_command(key: str, language: str | None, as_json: bool) -> None:
    """List the icebreakers of a site in one language, in order."""
    from modules.sites import api as sites_api
    from modules.social import api

    with work(read_only=True) as session:
        site = sites_api.get_site_by_key(session, key)
        found = api.list_icebreakers(session, site_id=site.id, language=_language(site, language))
    show_table(("position", "text"), [asdict(one) for one in found], as_json=as_json)


@icebreaker.command()
@click.argument("sentence")
@site_option
@language_option
def add(sentence: str, key: str, language: str | None) -> None:
    """Add an icebreaker to the end of the list."""
    from modules.sites import api as sites_api
    from modules.social import api

    with work() as session:
        site = sites_api.get_site_by_key(session, key)
        added = api.add_icebreaker(session, site_id=site.id, language=_language(site, language), text=sentence)
        record(session, "add-icebreaker", "sites.sites", site.id, detail=asdict(added))
    click.echo(f"Added as number {added.position}: {added.text}")


@icebreaker.command()
@click.argument("number", type=click.IntRange(1, 1000))
@site_option
@language_option
@yes_option
def remove(number: int, key: str, language: str | None, yes: bool) -> None:
    """Remove an icebreaker by its number in the list."""
    from modules.sites import api as sites_api
    from modules.social import api

    confirm(f"Remove icebreaker {number} of {key}?", yes=yes)
    with work() as session:
        site = sites_api.get_site_by_key(session, key)
        removed = api.remove_icebreaker(session, site_id=site.id, language=_language(site, language), position=number)
        record(session, "remove-icebreaker", "sites.sites", site.id, detail=asdict(removed))
    click.echo(f"Removed: {removed.text}")


def _language(site: Site, wish: str | None) -> str:
    chosen = wish or site.domain_language
    if chosen not in site.languages:
        raise CliError(f"the site {site.key} has no language {chosen}; choose from {', '.join(site.languages)}.")
    return chosen
