"""`hearth keys`: the installation's current and former secrets."""

import click

from cli import instance
from cli.errors import CheckFailed
from cli.work import dry_run_option, json_option, progress, refusals, show_table


@click.group()
def keys() -> None:
    """Move sealed values from an old secret to the current one.

    \b
    Examples:
      hearth keys reseal --dry-run
      hearth keys reseal
    """


@keys.command()
@dry_run_option
@json_option
def reseal(dry_run: bool, as_json: bool) -> None:
    """Seal values of an old secret under HEARTH_SECRET_FILE; exit code 1 if no secret decrypts a value.

    Sites stay online. If this is stopped, run it again. --dry-run counts what still needs an old secret.
    """
    from app.kernel.secrets.resealing import count_former, reseal_columns
    from app.registry import SEALED

    walk, counted = (count_former, "former") if dry_run else (reseal_columns, "resealed")
    instance.use()
    with refusals(), progress() as show:
        counts = walk(SEALED, show)
    rows = [{"column": one.column, "values": one.values, counted: one.former, "lost": len(one.lost)} for one in counts]
    show_table(("column", "values", counted, "lost"), rows, as_json=as_json)
    lost = [f"{one.column} of {record_id}" for one in counts for record_id in one.lost]
    if lost:
        raise CheckFailed(f"no secret decrypts {', '.join(lost)}; add the right one to HEARTH_FORMER_SECRET_FILES.")
