"""`hearth ledger`: proof that every credit is where it should be."""

import sys
from dataclasses import asdict

import click
from sqlalchemy import text

from cli.work import json_option, show_table, work
from modules.billing import api


@click.group()
def ledger() -> None:
    """Prove the ledger of credits."""


@ledger.command()
@json_option
def audit(as_json: bool) -> None:
    """Add everything up: postings, wallets, lots, refunds and the chains that seal the entries.

    Ends with exit code 1 and a list when something differs.

    \b
    Examples:
      hearth ledger audit
      hearth ledger audit --json
    """
    with work() as session:
        # All checks must see one and the same moment.
        session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"))
        size = api.ledger_size(session)
        differences = [asdict(difference) for difference in api.audit_ledger(session)]
    if as_json or differences:
        show_table(("check", "subject", "expected", "found"), differences, as_json=as_json)
    else:
        click.echo(f"Everything adds up: {size.wallets} wallets, {size.postings} postings, {size.credits} credits.")
    sys.exit(1 if differences else 0)
