"""`hearth credits`: members' credits, and adjustments by support."""

from collections import Counter
from dataclasses import asdict
from typing import Any

import click

from cli.work import confirm, json_option, record, show_facts, show_table, work, yes_option
from modules.billing.contracts.ledger import Purse

site_option = click.option("--site", "key", help="Key of the site; required with an email address.")
reason_option = click.option("--reason", required=True, help="Reason, kept permanently in the ledger (no names).")
ACTOR = "cli"
MANY = 1000  # above this, a question is asked


@click.group()
def credits() -> None:
    """Show, add or deduct members' credits.

    \b
    Examples:
      hearth credits show robin@example.org --site hearthside
      hearth credits grant robin@example.org 10 --site hearthside --reason "your message was lost"
      hearth credits take 0f3c... 10 --reason "granted twice"
    """


@credits.command()
@click.argument("member", metavar="EMAIL|ID")
@site_option
@click.option("--limit", type=click.IntRange(1, 10_000), default=10, show_default=True, help="Number of entries.")
@json_option
def show(member: str, key: str | None, limit: int, as_json: bool) -> None:
    """Show a member's balance and its entries, newest first.

    Unused credits that were bought can be refunded for the price paid (`worth`). Credits that were given cannot be
    refunded, and are used first.
    """
    from cli.whom import find_member
    from modules.billing import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        found = find_member(session, member, key)
        site = sites_api.get_site(session, found.site_id)
        purse = api.get_purse(session, member_id=found.id, site_id=site.id, country=None)
        lines = [asdict(one) for one in api.list_entries(session, member_id=found.id, limit=limit)]
    facts = {"member": found.id, "name": found.name, **_facts(purse)}
    if as_json:
        show_facts({**facts, "lines": lines}, as_json=True)
        return
    show_facts(facts, as_json=False)
    click.echo()
    show_table(("at", "reason", "credits", "balance_after", "reference_id"), lines, as_json=False)


@credits.command()
@click.argument("member", metavar="EMAIL|ID")
@click.argument("number", type=click.IntRange(1, 1_000_000))
@site_option
@reason_option
@yes_option
@json_option
def grant(member: str, number: int, key: str | None, reason: str, yes: bool, as_json: bool) -> None:
    """Give a member credits; more than 1000 need a confirmation."""
    from cli.whom import find_member

    if number > MANY:
        with work(read_only=True) as session:
            found = find_member(session, member, key)
        confirm(f"Give {number} credits to {found.name} ({found.id})?", yes=yes)
    _adjust(member, number, key, reason, as_json=as_json)


@credits.command()
@click.argument("member", metavar="EMAIL|ID")
@click.argument("number", type=click.IntRange(1, 1_000_000))
@site_option
@reason_option
@yes_option
@json_option
def take(member: str, number: int, key: str | None, reason: str, yes: bool, as_json: bool) -> None:
    """Deduct credits from a member, at most the balance."""
    from cli.whom import find_member

    with work(read_only=True) as session:
        found = find_member(session, member, key)
    confirm(f"Deduct {number} credits from {found.name} ({found.id})?", yes=yes)
    _adjust(member, -number, key, reason, as_json=as_json)


def _adjust(who: str, number: int, key: str | None, reason: str, *, as_json: bool) -> None:
    from cli.whom import find_member
    from modules.billing import api

    with work() as session:
        member = find_member(session, who, key)
        balance = api.adjust_credits(session, member_id=member.id, credits=number, note=reason, actor=ACTOR)
        action = "grant-credits" if number > 0 else "take-credits"
        record(session, action, "accounts.members", member.id, reason=reason, detail={"credits": abs(number)})
    show_facts(
        {"member": member.id, "balance": balance}, as_json=as_json, sentence=f"{member.name} now has {balance} credits."
    )


def _facts(purse: Purse) -> dict[str, Any]:
    bought = [(credits, paid) for credits, paid in purse.lots if paid]
    worth: Counter[str] = Counter()
    for _, paid in bought:
        worth[paid.currency] += paid.minor
    count = sum(credits for credits, _ in bought)
    amounts = [f"{minor / 100:.2f} {currency}" for currency, minor in worth.items()]
    return {"balance": purse.balance, "bought": count, "worth": amounts, "given": purse.balance - count}
