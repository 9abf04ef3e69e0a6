"""`hearth direct-debit`: files of collections for the bank, the bank's files, refunds by transfer, blocks."""

from dataclasses import asdict
from datetime import date, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import click

from app.kernel import clock
from cli import instance
from cli.errors import CliError
from cli.work import (
    DAY,
    confirm,
    dry_run_option,
    json_option,
    progress,
    record,
    refusals,
    show_facts,
    show_table,
    work,
    yes_option,
)

actor_option = click.option("--actor", required=True, help="Your name, which is recorded.")
out_option = click.option("--out", type=click.Path(path_type=Path, dir_okay=False), required=True, help="New file.")
BATCHES, BLOCKS = "billing.batches", "billing.debit-blocks"
BATCH_COLUMNS = ("id", "state", "collections", "total", "creditor_id", "created_by", "released_by", "message_id")
AHEAD = timedelta(days=4)  # a weekend and a holiday


@click.group("direct-debit")
def direct_debit() -> None:
    """Collect direct debits: one person creates a file, another releases it, and the bank's reports are imported.

    \b
    Examples:
      hearth direct-debit batch create --actor linden --dry-run
      hearth direct-debit batch list
      hearth direct-debit batch show 01a1... --json
      hearth direct-debit batch discard 01a1...
      hearth direct-debit batch release 01a1... --actor robin
      hearth direct-debit batch export 01a1... --out collections.xml
      hearth direct-debit import statement.xml --actor linden --dry-run
      hearth direct-debit import statements.zip --actor linden
      hearth direct-debit refunds NL79ZZZ999999990000 --out refunds.xml
      hearth direct-debit block --iban NL91ABNA0417164300 --reason "asked by their bank" --actor robin
      hearth direct-debit unblock --iban NL91ABNA0417164300
    """


@direct_debit.group()
def batch() -> None:
    """Files of collections (pain.008)."""


@batch.command()
@click.option("--until", type=DAY, help="Last due date to include (default: in 4 days).")
@actor_option
@dry_run_option
@json_option
def create(until: Any, actor: str, dry_run: bool, as_json: bool) -> None:
    """Create drafts of all due collections, one for each creditor."""
    from modules.billing import api

    day: date = until.date() if until else clock.today() + AHEAD
    with work(dry_run=dry_run) as session:
        made = api.create_batches(session, until=day, actor=actor)
        for one in made:
            record(session, "make", BATCHES, one.id, detail={"as": actor})
    if as_json:
        show_table((), [_row(one) for one in made], as_json=True)
        return
    for one in made:
        made_as = "not created" if dry_run else one.id
        click.echo(f"{one.collections} collections, {one.total_minor / 100:.2f} EUR, {one.creditor_id}: {made_as}")


@batch.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List the newest files."""
    from modules.billing import api

    with work(read_only=True) as session:
        found = api.list_batches(session)
    show_table(BATCH_COLUMNS, [_row(one) for one in found], as_json=as_json)


@batch.command()
@click.argument("batch_id", type=click.UUID)
@json_option
def show(batch_id: UUID, as_json: bool) -> None:
    """Show a file and its collections, without the payers' accounts."""
    from modules.billing import api

    with work(read_only=True) as session:
        facts = asdict(api.get_batch(session, batch_id))
        rows = [asdict(one) for one in api.list_collections(session, batch_id)]
    show_facts({**facts, "in_it": rows} if as_json else facts, as_json=as_json)
    if not as_json:
        show_table(("end_to_end_id", "amount_minor", "due_on", "attempt", "state", "reason"), rows, as_json=False)


@batch.command()
@click.argument("batch_id", type=click.UUID)
@actor_option
@yes_option
def release(batch_id: UUID, actor: str, yes: bool) -> None:
    """Release a file for the bank that someone else created."""
    from modules.billing import api

    confirm(f"Release the file {batch_id} for the bank?", yes=yes)
    with work() as session:
        released = api.release_batch(session, batch_id=batch_id, actor=actor)
        record(session, "release", BATCHES, batch_id, detail={"as": actor})
    click.echo(f"Released as {released.message_id}. Now export it.")


@batch.command()
@click.argument("batch_id", type=click.UUID)
@out_option
def export(batch_id: UUID, out: Path) -> None:
    """Export a released file for the bank; exported again, it is identical."""
    from modules.billing import api

    with work() as session:
        content = api.export_batch(session, batch_id=batch_id)
        record(session, "export", BATCHES, batch_id)
        write_new(out, content)
    click.echo(f"{out}: {len(content)} bytes. It contains account numbers: delete it once the bank has it.")


@batch.command()
@click.argument("batch_id", type=click.UUID)
@yes_option
def discard(batch_id: UUID, yes: bool) -> None:
    """Discard a file before its export; its collections go into the next one."""
    from modules.billing import api

    confirm(f"Discard the file {batch_id}?", yes=yes)
    with work() as session:
        api.discard_batch(session, batch_id=batch_id)
        record(session, "discard", BATCHES, batch_id)
    click.echo("Discarded.")


@direct_debit.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@actor_option
@dry_run_option
@json_option
def import_command(file: Path, actor: str, dry_run: bool, as_json: bool) -> None:
    """Import a bank's file: rejections (pain.002), a statement (camt.053), an intraday report (camt.052), a
    notification (camt.054), or a zip of them. A file counts once; each of its lines is listed with its result.
    """
    import app.registry  # noqa: F401  # makes the tables of all modules known
    from modules.billing import api

    instance.use()
    with refusals():
        files = api.read_bank_file(file.read_bytes())
    with refusals(), progress() as show:
        outcome = api.import_bank_files(files, actor=actor, progress=show, dry_run=dry_run)
    with work(dry_run=dry_run) as session:
        record(session, "import", BATCHES, file.name, detail={"as": actor})
    facts = {**asdict(outcome), "ignored": [asdict(line) for line in outcome.ignored]}
    if as_json:
        show_facts(facts, as_json=True)
        return
    lines = facts.pop("lines")
    show_facts({**facts, "ignored": len(facts["ignored"]), "total": f"{outcome.total / 100:.2f} EUR"}, as_json=False)
    show_table(("day", "amount", "status", "ref", "reason"), [_shown(one) for one in lines], as_json=False)


@direct_debit.command()
@click.argument("creditor_id")
@out_option
def refunds(creditor_id: str, out: Path) -> None:
    """Export the approved refunds of collections as transfers (pain.001); they then count as sent."""
    from modules.billing import api

    with work() as session:
        content = api.export_refunds(session, creditor_id=creditor_id)
        record(session, "export", "billing.refunds", creditor_id)
        write_new(out, content)
    click.echo(f"{out}: {len(content)} bytes. Upload this file to the bank once, then delete it.")


@direct_debit.command()
@click.option("--member", "member_id", type=click.UUID)
@click.option("--iban")
@click.option("--reason", required=True, help="Reason, which is recorded.")
@actor_option
def block(**given: Any) -> None:
    """Block a member, an account or both from direct debit."""
    from modules.billing import api

    with work() as session:
        block_id = api.block_direct_debit(session, **given)
        record(session, "block", BLOCKS, block_id, detail={"as": given["actor"]})
    click.echo("Blocked.")


@direct_debit.command()
@click.option("--member", "member_id", type=click.UUID)
@click.option("--iban")
def unblock(**given: Any) -> None:
    """Remove the blocks of a member or an account."""
    from modules.billing import api

    with work() as session:
        lifted = api.lift_direct_debit_blocks(session, **given)
        for block_id in lifted:
            record(session, "lift", BLOCKS, block_id)
    click.echo(f"Blocks removed: {len(lifted)}.")


def _shown(line: dict[str, Any]) -> dict[str, Any]:
    minor = line["amount"]
    amount = "" if minor is None else f"{minor / 100:.2f} {line['currency']}"
    return {**line, "amount": amount}


def _row(one: Any) -> dict[str, Any]:
    return {**asdict(one), "total": f"{one.total_minor / 100:.2f} EUR"}


def write_new(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read; raises CliError if it exists."""
    try:
        with path.open("xb") as file:
            path.chmod(0o600)
            file.write(content)
    except FileExistsError:
        raise CliError(f"{path} already exists; choose another name.") from None
