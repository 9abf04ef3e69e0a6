"""`hearth credits`: what support gives and takes."""

import click

from cli.whom import find_member
from cli.work import confirm, work, yes_option
from modules.billing import api

site_option = click.option("--site", "key", help="Key of the site, when the member is named by e-mail address.")
reason_option = click.option("--reason", required=True, help="Why; it stays in the books for good, so name nobody.")
ACTOR = "cli"
MANY = 1000  # credits that are seldom meant


@click.group()
def credits() -> None:
    """Give members credits, or take them.

    \b
    Examples:
      hearth credits grant robin@example.org 10 --site warm --reason "your message was lost"
      hearth credits take 0f3c... 10 --reason "granted twice"
    """


@credits.command()
@click.argument("member", metavar="EMAIL|ID")
@click.argument("number", type=click.IntRange(1, 1_000_000))
@site_option
@reason_option
@yes_option
def grant(member: str, number: int, key: str | None, reason: str, yes: bool) -> None:
    """Give a member credits; more than 1000 only after a question."""
    if number > MANY:
        with work(read_only=True) as session:
            found = find_member(session, member, key)
        confirm(f"Give {number} credits to {found.name} ({found.id})?", yes=yes)
    _adjust(member, number, key, reason)


@credits.command()
@click.argument("member", metavar="EMAIL|ID")
@click.argument("number", type=click.IntRange(1, 1_000_000))
@site_option
@reason_option
@yes_option
def take(member: str, number: int, key: str | None, reason: str, yes: bool) -> None:
    """Take credits from a member, at most all that are there."""
    with work(read_only=True) as session:
        found = find_member(session, member, key)
    confirm(f"Take {number} credits from {found.name} ({found.id})?", yes=yes)
    _adjust(member, -number, key, reason)


def _adjust(who: str, number: int, key: str | None, reason: str) -> None:
    with work() as session:
        member = find_member(session, who, key)
        balance = api.adjust_credits(session, member_id=member.id, credits=number, note=reason, actor=ACTOR)
    click.echo(f"{member.name} has {balance} credits now.")
