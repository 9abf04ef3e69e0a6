"""`hearth page`: the static pages of a site, built-in ones and those that operators write."""

from dataclasses import asdict
from pathlib import Path

import click

from cli.errors import CliError
from cli.work import confirm, json_option, record, show_facts, show_table, work, yes_option
from modules.sites.contracts import BUILT_IN_PAGES, Site

RESOURCE = "sites.pages"
COLUMNS = ("token", "language", "version", "title", "created_at", "problem")


@click.group()
def page() -> None:
    """Create, show and remove a site's own pages; every version is kept.

    \b
    Examples:
      hearth page list evergreen
      hearth page set evergreen about en about.md           at /about
      hearth page set evergreen terms nl voorwaarden.md     in place of ours, in Dutch
      hearth page show evergreen about en
      hearth page remove evergreen about en
      hearth page values evergreen nl                       the values that a page can use

    \b
    A file begins with two lines, then comes the text in Markdown:
      title: About us
      description: Who we are and why we started {{ site_name }}.
    Values are written as {{ site_name }}, {{ company_name }}, {{ support_email }}, {{ refund_period }}, {{ min_age }};
    `hearth page values SITE` names them all. {% if support_phone %}...{% endif %} leaves a part out.
    A heading's address is made of its words; ### [What is that?](#fictional) gives it one of its own. In the page faq,
    #fictional is where members are led who ask what a fictional profile is.
    """


@page.command("list")
@click.argument("site")
@json_option
def list_command(site: str, as_json: bool) -> None:
    """List your own pages, each in its newest version.

    A page with a problem cannot be shown until it is corrected. Meanwhile members get another language, the built-in
    page, or none.
    """
    from modules.sites import api

    with work(read_only=True) as session:
        one = api.get_site_by_key(session, site)
        found = api.list_pages(session, one.id)
        rows = [{**asdict(stored), "problem": api.page_problem(session, one, stored)} for stored in found]
    show_table(COLUMNS, rows, as_json=as_json)


@page.command()
@click.argument("site")
@click.argument("token")
@click.argument("language")
@click.option("--version", type=click.IntRange(1, 10_000), help="Version number (default: newest).")
@json_option
def show(site: str, token: str, language: str, version: int | None, as_json: bool) -> None:
    """Show a page in the format that `set` reads."""
    from modules.sites import api

    with work(read_only=True) as session:
        found = api.list_page_versions(session, api.get_site_by_key(session, site).id, token, language)
    chosen = next((one for one in found if version in (None, one.version)), None)
    if chosen is None:
        hint = " It uses the built-in one." if token in BUILT_IN_PAGES and not found else ""
        raise CliError(f"The site {site} has no such version of its own page {token} in {language}.{hint}")
    if as_json:
        show_facts(asdict(chosen), as_json=True)
    elif chosen.body is None:
        click.echo(f"Version {chosen.version} of {chosen.created_at:%Y-%m-%d} removed the page.")
    else:
        click.echo(f"title: {chosen.title}\ndescription: {chosen.description}\n\n{chosen.body}")


@page.command("set")
@click.argument("site")
@click.argument("token")
@click.argument("language")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def set_command(site: str, token: str, language: str, file: Path) -> None:
    """Create a page, or a new version of it, from a FILE."""
    from modules.sites import api

    try:
        source = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise CliError(f"{file} is not UTF-8 text.") from None
    with work() as session:
        one = api.get_site_by_key(session, site)
        title, description, body = api.parse_page_source(source)
        made = api.set_page(
            session,
            site_id=one.id,
            token=token,
            language=language,
            title=title,
            description=description,
            body=body,
        )
        record(session, "write", RESOURCE, _record_id(one, token, language), detail={"version": made.version})
        shown = api.get_page(session, site=one, token=token, language=language)
        own = {page.language for page in api.list_pages(session, one.id, token)}
    click.echo(f"Published version {made.version} of {shown.path} in {language}: {api.site_url(one, shown.path)}")
    others = ", ".join(sorted(set(one.languages) - own))
    if token in BUILT_IN_PAGES and others:
        click.echo(f"Members still get the built-in page in {others}.")


@page.command()
@click.argument("site")
@click.argument("token")
@click.argument("language")
@yes_option
def remove(site: str, token: str, language: str, yes: bool) -> None:
    """Remove a page in one language; a built-in page with the same token is shown again."""
    from modules.sites import api

    confirm(f"Remove the page {token} of {site} in {language}?", yes=yes)
    with work() as session:
        one = api.get_site_by_key(session, site)
        api.remove_page(session, site_id=one.id, token=token, language=language)
        record(session, "remove", RESOURCE, _record_id(one, token, language))
    click.echo(f"The page {token} in {language} is no longer published; its versions are kept.")


def _record_id(site: Site, token: str, language: str) -> str:
    from app.kernel.resources import ID_SEPARATOR

    return ID_SEPARATOR.join((str(site.id), token, language))


@page.command()
@click.argument("site")
@click.argument("language", required=False)
@json_option
def values(site: str, language: str | None, as_json: bool) -> None:
    """List the values that a page can use, as they are on a site."""
    from modules.sites import api

    with work(read_only=True) as session:
        one = api.get_site_by_key(session, site)
        chosen = language or one.domain_language
        if chosen not in one.languages:
            raise CliError(f"the site {site} has no language {chosen}; choose from {', '.join(one.languages)}.")
        show_facts(api.page_values(one, chosen), as_json=as_json)
