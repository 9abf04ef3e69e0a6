"""`hearth ledger`: proof that the ledger is consistent, and that the bank received what was paid."""

import json
import sys
from dataclasses import asdict
from typing import Any

import click

from cli import instance
from cli.work import json_option, record, refusals, show_table, work

COLUMNS = ("provider", "ref", "reference", "settled_at", "amount", "fees", "residue", "explanation")
STRANGE_COLUMNS = ("settlement", "what", "why", "amount")
HELD_COLUMNS = ("provider", "amount", "count", "oldest", "late")


@click.group()
def ledger() -> None:
    """Check the ledger of credits and money, and book payouts to the bank.

    \b
    Examples:
      hearth ledger audit --json
      hearth ledger settlements
      hearth ledger explain mollie tr_7UhSN1zuXS --as linden --reason "A test of the bank"
    """


@ledger.command()
@json_option
def audit(as_json: bool) -> None:
    """Check all sums: postings, wallets, lots, refunds and the chains that seal the entries.

    Exit code 1 and a list if something differs.

    \b
    Examples:
      hearth ledger audit
      hearth ledger audit --json
    """
    from modules.billing import api

    with work(snapshot=True) as session:
        size = api.ledger_size(session)
        differences = [asdict(difference) for difference in api.audit_ledger(session)]
    if as_json or differences:
        show_table(("check", "subject", "expected", "found"), differences, as_json=as_json)
    else:
        click.echo(f"All sums are right: {size.wallets} wallets, {size.postings} postings, {size.credits} credits.")
    sys.exit(1 if differences else 0)


@ledger.command()
@click.option("--limit", type=click.IntRange(1, 10_000), default=30, show_default=True, help="Maximum number.")
@json_option
def settlements(limit: int, as_json: bool) -> None:
    """Book what providers paid out to the bank, and list what the ledger does not explain.

    Runs automatically every day. Exit code 1 while something needs an explanation.
    """
    from modules.billing import api

    instance.use()
    with refusals():
        for provider in api.settling_providers():
            api.book_settlements(provider)
    with work(read_only=True) as session:
        booked = api.list_settlements(session, limit=limit)
        held = api.list_unsettled(session)
    if as_json:
        facts = {"settlements": [asdict(one) for one in booked], "held": [asdict(one) for one in held]}
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False, default=str))
    else:
        show_table(COLUMNS, [_in_words(one) for one in booked], as_json=False)
        strange = [
            {"settlement": one.ref, "what": part.ref or "-", "why": part.why, "amount": _money(part.amount)}
            for one in booked
            if one.wants_a_person
            for part in one.unexplained
        ]
        if strange:
            show_table(STRANGE_COLUMNS, strange, as_json=False)
        show_table(HELD_COLUMNS, [_in_words(one) for one in held], as_json=False)
    sys.exit(1 if any(one.wants_a_person for one in booked) or any(one.late for one in held) else 0)


@ledger.command()
@click.argument("provider")
@click.argument("ref")
@click.option("--as", "actor", required=True, help="Your name, recorded with the explanation.")
@click.option("--reason", "note", required=True, help="Explanation, kept permanently (no names).")
def explain(provider: str, ref: str, **given: Any) -> None:
    """Explain the difference of a settlement; it stays in its account of the ledger."""
    from modules.billing import api

    with work() as session:
        api.explain_settlement(session, provider=provider, ref=ref, **given)
        record(session, "explain", "billing.settlements", f"{provider} {ref}", detail={"as": given["actor"]})
    click.echo("Explanation saved.")


def _in_words(thing: Any) -> dict[str, Any]:
    """Return the fields of a record, with amounts formatted."""
    amounts = {name: _money(getattr(thing, name)) for name in ("amount", "fees", "residue") if hasattr(thing, name)}
    return {**asdict(thing), **amounts}


def _money(amount: Any) -> str:
    return f"{amount.minor / 100:.2f} {amount.currency}"
