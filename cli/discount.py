"""`hearth discount`: codes that lower the price of an order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from cli.work import (
    DAY,
    MAX_NUMBER,
    confirm,
    dry_run_option,
    json_option,
    reason_option,
    record,
    show_facts,
    show_table,
    work,
    yes_option,
)
from modules.billing.contracts.shop import Discount
from modules.billing.contracts.states import Occasion

if TYPE_CHECKING:
    from app.kernel.db.session import Session

OCCASIONS = [str(occasion) for occasion in Occasion]
RESOURCE = "billing.discounts"
MANY = 1000  # above this, a question is asked
COLUMNS = ("code", "occasion", "value_percentage", "country", "expires", "used", "max_uses", "is_active")


SHARED = (
    click.option("--occasion", type=click.Choice(OCCASIONS), default="promotion", help="Reason shown to members."),
    click.option("--starts", type=DAY, help="First day, in the site's time zone."),
    click.option("--expires", type=DAY, help="Last day, in the site's time zone."),
    click.option("--validity", type=click.IntRange(1, 3660 * 86_400), help="Validity in seconds from signup."),
    click.option("--minimum", "minimum_order_minor", type=click.IntRange(1, MAX_NUMBER), help="Minimum order, cents."),
    click.option("--currency", help="Currency of the minimum; the code is valid in this currency only."),
    click.option("--method", "paymentmethods", multiple=True, help="Only with this payment method (repeatable)."),
    reason_option,
)


def limits(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options for the validity, conditions and occasion of a code."""
    for option in reversed(SHARED):
        command = option(command)
    return command


@click.group()
def discount() -> None:
    """Create, list and stop discount codes; each member can use a code once.

    \b
    Examples:
      hearth discount create hearthside SPRING20 20 --expires 2027-03-31 --max-uses 500
      hearth discount create hearthside HELLO10 10 --occasion welcome
      hearth discount give hearthside 0f3c... 50 --occasion apology
      hearth discount create hearthside FAIR 20 --count 500 --dry-run
      hearth discount create hearthside FAIR 20 --count 500 --json
      hearth discount list hearthside
      hearth discount disable hearthside SPRING20 --reason "It was printed wrong"
    """


@discount.command("list")
@click.argument("site")
@json_option
def list_command(site: str, as_json: bool) -> None:
    """List a site's codes and how often each was used."""
    from modules.billing import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        found = api.list_discounts(session, site_id=sites_api.get_site_by_key(session, site).id)
    show_table(COLUMNS, [asdict(code) for code in found], as_json=as_json)


@discount.command()
@click.argument("site")
@click.argument("code")
@click.argument("percent", type=click.IntRange(1, 90))
@limits
@click.option("--country", help="Only for this country, two letters.")
@click.option("--max-uses", type=click.IntRange(1, MAX_NUMBER), help="Maximum number of orders in total.")
@click.option("--count", type=click.IntRange(1, 10_000), help="Number of single-use codes starting with CODE.")
@dry_run_option
@yes_option
@json_option
def create(
    site: str,
    code: str,
    percent: int,
    count: int | None,
    reason: str,
    dry_run: bool,
    yes: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Create a code for PERCENT off, or many; more than 1000 need a confirmation. A dry run shows examples."""
    from modules.billing import api

    if count and count > MANY and not dry_run:
        confirm(f"Create {count} codes?", yes=yes)
    with work(dry_run=dry_run) as session:
        same = _same(session, site, value_percentage=percent, **given)
        if count is None:
            made = [api.create_discount(session, code=code, actor="cli", **same)]
        else:
            made = api.create_discounts(session, prefix=code, count=count, actor="cli", **same)
        detail = {"code": code, "how_many": len(made), **same}
        record(session, "create", RESOURCE, made[0].id, reason=reason, detail=detail)
    if as_json:
        show_table((), [_facts(one) for one in made], as_json=True)
        return
    for one in made:
        verb = "would give" if dry_run else "now gives"
        click.echo(f"{one.code} {verb} {one.value_percentage}% off.")


@discount.command()
@click.argument("site")
@click.argument("member_id", metavar="MEMBER", type=click.UUID)
@click.argument("percent", type=click.IntRange(1, 90))
@limits
@json_option
def give(site: str, member_id: UUID, percent: int, reason: str, as_json: bool, **given: Any) -> None:
    """Give a MEMBER, by ID, a generated code for PERCENT off, and notify them."""
    from modules.billing import api

    with work() as session:
        same = _same(session, site, value_percentage=percent, member_id=member_id, **given)
        made = api.give_discount(session, actor="cli", **same)
        record(session, "create", RESOURCE, made.id, reason=reason, detail={"code": made.code, "how_many": 1, **same})
    show_facts(_facts(made), as_json=as_json, sentence=f"{made.code} now gives {made.value_percentage}% off.")


@discount.command()
@click.argument("site")
@click.argument("code")
@reason_option
@yes_option
def disable(site: str, code: str, reason: str, yes: bool) -> None:
    """Stop a code; orders that use it keep their price."""
    from modules.billing import api
    from modules.sites import api as sites_api

    confirm(f"Stop {code.upper()}?", yes=yes)
    with work() as session:
        site_id = sites_api.get_site_by_key(session, site).id
        stopped = api.disable_discount(session, site_id=site_id, code=code)
        record(session, "stop", RESOURCE, stopped, reason=reason)
    click.echo(f"{code.upper()} can no longer be used.")


def _facts(made: Discount) -> dict[str, Any]:
    return {"code": made.code, "percent": made.value_percentage}


def _same(session: Session, site: str, **given: Any) -> dict[str, Any]:
    """Return what all made codes have in common, from what was given."""
    from modules.billing import api
    from modules.sites import api as sites_api

    fields = {name: value for name, value in given.items() if value not in (None, ())}
    first, last = (day and day.date() for day in (fields.pop("starts", None), fields.pop("expires", None)))
    if "paymentmethods" in fields:
        fields["paymentmethods"] = list(fields["paymentmethods"])
    for name in ("country", "currency"):
        if name in fields:
            fields[name] = fields[name].upper()
    site_id = sites_api.get_site_by_key(session, site).id
    return {"site_id": site_id, **fields} | api.whole_days(session, site_id=site_id, first=first, last=last)
