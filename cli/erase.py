"""`hearth erase`: erased members stay erased."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from cli import erasures, instance
from cli.work import confirm, dry_run_option, json_option, progress, refusals, show_table, yes_option


@click.group()
def erase() -> None:
    """Keep erased members erased, also after a backup was restored.

    \b
    Examples:
      hearth erase list --out erased.txt
      hearth erase reapply --dry-run
      hearth erase verify robin@example.org "Robin the Builder"
    """


@erase.command("list")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to this file, for `hearth restore --erasures`.")
@json_option
def list_command(out: Path | None, as_json: bool) -> None:
    """Print the list of who was erased, a hash and a day each, and of who left and waits for it; it says of nobody that
    they were here.

    Who was erased stays in a file that is there already: what the storage lost since is kept in it.
    """
    from modules.accounts import api

    instance.use()
    with refusals():
        left = sorted(api.list_departures())
    if out:
        if kept := erasures.add_to(out, left):
            click.echo(f"{kept} that {out} names are no longer in the storage; they are kept.", err=True)
    elif as_json:
        show_table((), [asdict(one) for one in left], as_json=True)
    else:
        click.echo(erasures.as_lines(left), nl=False)


@erase.command()
@dry_run_option
@yes_option
def reapply(dry_run: bool, yes: bool) -> None:
    """Erase everybody again who was erased after the backup was made, and delete who left; `hearth restore` does it by
    itself.
    """
    import app.registry  # noqa: F401  # makes the handlers of all modules known
    from modules.accounts import api

    instance.use()
    with refusals(), progress() as show:
        returned = api.count_returned(show)
    if dry_run:
        click.echo(f"{returned} members would be erased or deleted again.")
        return
    if returned:
        confirm(f"Erase {returned} members again, for good, or delete those whose 14 days are not over?", yes=yes)
    with refusals(), progress() as show:
        count = api.reapply_departures(show)
    click.echo(f"{count} members were erased or deleted again." if count else "Nobody who left has come back.")


@erase.command()
@click.argument("words", nargs=-1)
@json_option
def verify(words: tuple[str, ...], as_json: bool) -> None:
    """Look for what is left of erased members, and for WORDS such as an address or a name, wherever they could stand.

    Looks at every table that points at a member, at the lists in the storage and, for WORDS, at every column that holds
    text, every key of Redis, every document of the search index and every file of the storage. What lies where the
    registry of erasure knows of nothing is named, too. Ends with exit code 1 and a list when something is left. What
    the law has us keep is no finding.
    """
    import app.registry  # noqa: F401  # makes the tables of all modules known
    from modules.accounts import api
    from modules.catalog import api as catalog_api

    instance.use()
    with refusals(), progress() as show:
        left = [asdict(trace) for trace in api.find_traces(words, show)]
        indexed = catalog_api.count_words(words, show)
        left += [{"place": f"index: {name}", "what": what, "count": count} for name, what, count in indexed]
    if as_json or left:
        show_table(("place", "what", "count"), left, as_json=as_json)
    else:
        click.echo("Nothing is left of those who were erased.")
    sys.exit(1 if left else 0)
