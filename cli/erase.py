"""`hearth erase`: what is erased stays erased."""

import sys
from dataclasses import asdict
from pathlib import Path

import click

import app.registry  # noqa: F401  # makes the handlers of all modules known
from app.kernel import jobs
from cli import instance
from cli.work import json_option, refusals, show_table
from modules.accounts import api
from modules.catalog import api as catalog_api


@click.group()
def erase() -> None:
    """Keep erased members erased, also after a backup was restored.

    \b
    Examples:
      hearth erase list --out erased.txt
      hearth erase reapply
      hearth erase verify robin@example.org "Robin the Builder"
    """


@erase.command("list")
@click.option("--out", type=click.Path(path_type=Path), help="Write it to this file, for `hearth restore --erasures`.")
def list_command(out: Path | None) -> None:
    """Print the list of who was erased, a hash and a day each; it says of nobody that they were here."""
    instance.use()
    with refusals():
        lines = "".join(f"{name} {day}\n" for name, day in sorted(api.list_erasures()))
    if out:
        out.write_text(lines)
    else:
        click.echo(lines, nl=False)


@erase.command()
def reapply() -> None:
    """Erase everybody again who was erased after the backup was made; `hearth restore` does it by itself."""
    instance.use()
    with refusals():
        count = api.reapply_erasures()
    jobs.nudge()
    click.echo(f"{count} members were erased again." if count else "Nobody who was erased has come back.")


@erase.command()
@click.argument("words", nargs=-1)
@json_option
def verify(words: tuple[str, ...], as_json: bool) -> None:
    """Look for what is left of erased members, and for WORDS such as an address or a name, wherever they could stand.

    Looks at every table that points at a member, at the list in the storage and, for WORDS, at every column that holds
    text, every key of Redis, every document of the search index and every file of the storage. What lies where the
    registry of erasure knows of nothing is named, too. Ends with exit code 1 and a list when something is left. What
    the law has us keep is no finding.
    """
    instance.use()
    with refusals():
        left = [asdict(trace) for trace in api.find_traces(words)]
        indexed = catalog_api.count_words(words)
        left += [{"place": f"index: {name}", "what": what, "count": count} for name, what, count in indexed]
    if as_json or left:
        show_table(("place", "what", "count"), left, as_json=as_json)
    else:
        click.echo("Nothing is left of those who were erased.")
    sys.exit(1 if left else 0)
