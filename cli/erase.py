"""`hearth erase`: erased members stay erased."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

from cli import erasures, instance
from cli.work import confirm, dry_run_option, json_option, progress, refusals, show_table, yes_option


@click.group()
def erase() -> None:
    """Keep erased members erased, even after a backup was restored.

    \b
    Examples:
      hearth erase list --out erased.txt
      hearth erase reapply --dry-run
      hearth erase verify robin@example.org "Robin the Builder"
    """


@erase.command("list")
@click.option("--out", type=click.Path(path_type=Path), help="File to write, for `hearth restore --erasures`.")
@json_option
def list_command(out: Path | None, as_json: bool) -> None:
    """List erased members, and deleted ones who will be erased, each as a hash and a date that identify no one.

    An existing file is added to: erased members that the storage has lost since stay in it.
    """
    from modules.accounts import api

    instance.use()
    with refusals():
        left = sorted(api.list_departures())
    if out:
        if kept := erasures.add_to(out, left):
            click.echo(f"Entries of {out} that the storage has no longer, still listed: {kept}.", err=True)
    elif as_json:
        show_table((), [asdict(one) for one in left], as_json=True)
    else:
        click.echo(erasures.as_lines(left), nl=False)


@erase.command()
@dry_run_option
@yes_option
def reapply(dry_run: bool, yes: bool) -> None:
    """Erase and delete members again who left after the backup was made; `hearth restore` does this automatically."""
    import app.registry  # noqa: F401  # makes the handlers of all modules known
    from modules.accounts import api

    instance.use()
    with refusals(), progress() as show:
        returned = api.count_returned(show)
    if dry_run:
        click.echo(f"{returned} members would be erased or deleted again.")
        return
    if returned:
        confirm(f"Erase {returned} members again permanently, or delete those whose 14 days have not ended?", yes=yes)
    with refusals(), progress() as show:
        count = api.reapply_departures(show)
    click.echo(f"{count} members were erased or deleted again." if count else "No member who left is back.")


@erase.command()
@click.argument("words", nargs=-1)
@json_option
def verify(words: tuple[str, ...], as_json: bool) -> None:
    """Look for remaining data of erased members, and for WORDS such as an address or a name.

    Checks every table that refers to members, the lists in the storage and, for WORDS, every text column, every key
    of Redis, every document of the search index and every file of the storage. Data in places unknown to the
    registry of erasure is listed, too. Exit code 1 and a list if anything is left. What we must keep by law is
    not listed.
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
        click.echo("No data of erased members is left.")
    sys.exit(1 if left else 0)
