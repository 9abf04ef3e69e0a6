"""`hearth order`: what members ordered, and their money back."""

import sys
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

import click

from cli.records import limit_option, member_option, since_option, site_option
from cli.work import (
    MAX_NUMBER,
    MOMENT,
    confirm,
    dry_run_option,
    json_option,
    progress,
    reason_option,
    record,
    refusals,
    show_facts,
    show_table,
    work,
    yes_option,
)
from modules.billing.contracts.states import OrderState, RefusalReason

ORDERS, REFUNDS = "billing.orders", "billing.refunds"
actor_option = click.option("--as", "actor", required=True, help="Your name, recorded with the refund.")
COLUMNS = ("created_at", "id", "site", "member_id", "state", "total", "paid", "refunded", "method", "invoice")
FINDING_COLUMNS = ("provider", "subject", "ref", "payment_ref", "amount", "known", "told", "outcome")
FOREIGN_COLUMNS = ("provider", "ref", "amount", "state", "found_at", "explained_by", "explanation")
REFUND_COLUMNS = ("id", "amount", "credits", "reason", "state", "requested_by", "note")


@click.group()
def order() -> None:
    """Show orders, check them with the provider, and make refunds.

    \b
    Examples:
      hearth order list --site hearthside --state completed --since 2027-01-31
      hearth order list --member robin@example.org --site hearthside --json
      hearth order show 01a1...
      hearth order sync 01a1... --reason "the member says that it is paid"
      hearth order refund 01a1... --credits 120 --as linden --reason "asked by phone"
      hearth order refunds                       those that wait for a second person
      hearth order approve 01a2... --as robin --reason "as the phone call of May 3rd"
      hearth order reject 01a2... --for credits-used --as robin
      hearth order reconcile --dry-run           what the provider lists and we do not know
      hearth order foreign                       payments there that were not made here
      hearth order explain mollie tr_7UhSN1zuXS --as linden --reason "a test by our bank"
    """


@order.command("list")
@site_option
@member_option
@click.option("--state", type=click.Choice([str(one) for one in OrderState]), help="State.")
@since_option
@limit_option
@json_option
def list_command(
    key: str | None, who: str | None, state: str | None, since: datetime | None, limit: int, as_json: bool
) -> None:
    """List orders, newest first."""
    from cli.records import amounts, from_moment, list_records, member_id_of, site_id_of, site_keys

    with work(read_only=True) as session:
        sites = site_keys(session)
        about: dict[str, Any] = {"site_id": site_id_of(session, key), "member_id": member_id_of(session, who, key)}
        when = from_moment(since)
        found = list_records(session, ORDERS, limit=limit, state=state, created_at=when, **about)
    names = ("total", "paid", "refunded", "charged_back")
    rows = [{**one, "site": sites[one["site_id"]], **amounts(one, names)} for one in found]
    show_table(COLUMNS, rows, as_json=as_json)


@order.command()
@click.argument("order_id", type=click.UUID)
@json_option
def show(order_id: UUID, as_json: bool) -> None:
    """Show an order."""
    from modules.billing import api

    with work(read_only=True) as session:
        facts = asdict(api.get_order(session, order_id))
    show_facts(facts, as_json=as_json)


@order.command()
@click.argument("order_id", type=click.UUID)
@reason_option
@json_option
def sync(order_id: UUID, reason: str, as_json: bool) -> None:
    """Check an order's payments with the provider, and update them."""
    from modules.billing import api

    with work() as session:
        # Before the provider is called: no transaction is open during the call.
        record(session, "ask-provider", ORDERS, api.get_order(session, order_id).id, reason=reason)
    with refusals():
        api.sync_order(order_id)
    with work(read_only=True) as session:
        state = api.get_order(session, order_id).state
    show_facts({"id": order_id, "state": state}, as_json=as_json, sentence=f"The order is {state}.")


@order.command()
@click.argument("order_id", type=click.UUID)
@click.option("--credits", type=click.IntRange(0, MAX_NUMBER), default=0, help="Unused credits to refund.")
@click.option("--extra", type=click.IntRange(0, MAX_NUMBER), default=0, help="Extra goodwill amount, in cents.")
@click.option("--reason", "note", required=True, help="Reason, recorded with the refund.")
@actor_option
@dry_run_option
@yes_option
@json_option
def refund(order_id: UUID, extra: int, dry_run: bool, yes: bool, as_json: bool, **given: Any) -> None:
    """Refund unused credits of an order, or a goodwill amount; above 50.00 a second person must approve it."""
    from modules.billing import api

    wanted = {"order_id": order_id, "extra_minor": extra, **given}
    with work(dry_run=True) as session:
        made = api.request_refund(session, **wanted)
    if not dry_run:
        whose = "once a second person approves it" if made.needs_approval else "now"
        confirm(f"Refund {_amount(made)} {whose}?", yes=yes)
        with work() as session:
            made = api.request_refund(session, **wanted)
            detail = {"refund": str(made.id), "credits": made.credits, "amount": _amount(made), "as": made.requested_by}
            record(session, "refund", ORDERS, order_id, reason=made.note, detail=detail)
    if as_json:
        known = {"amount": _amount(made), "state": made.state}
        show_facts(known if dry_run else {"id": made.id, **known}, as_json=True)
    elif dry_run:
        click.echo(f"{_amount(made)} would be refunded, {made.state}.")
    else:
        click.echo(f"{_amount(made)}, {made.state}: {made.id}")


@order.command()
@json_option
def refunds(as_json: bool) -> None:
    """List refunds that are waiting for approval."""
    from modules.billing import api

    with work(read_only=True) as session:
        waiting = api.list_waiting_refunds(session)
    show_table(REFUND_COLUMNS, [_row(one) for one in waiting], as_json=as_json)


@order.command()
@click.argument("refund_id", type=click.UUID)
@actor_option
@reason_option
@yes_option
def approve(refund_id: UUID, actor: str, reason: str, yes: bool) -> None:
    """Approve a refund that someone else requested."""
    from modules.billing import api

    with work(read_only=True) as session:
        waiting = api.get_refund(session, refund_id)
    confirm(f"Refund {_amount(waiting)}?", yes=yes)
    with work() as session:
        api.approve_refund(session, refund_id=refund_id, actor=actor)
        record(session, "approve", REFUNDS, refund_id, reason=reason, detail={"as": actor})
    click.echo("Approved. The refund is sent now.")


@order.command()
@click.argument("refund_id", type=click.UUID)
@click.option(
    "--for", "refused_for", type=click.Choice([str(one) for one in RefusalReason]), required=True, help="It is emailed."
)
@click.option("--words", default="", help="Message to the member, in their language; required for `other`.")
@actor_option
@reason_option
def reject(refund_id: UUID, refused_for: str, words: str, actor: str, reason: str) -> None:
    """Refuse a refund; the member gets the credits back, and an email with the reason."""
    from modules.billing import api

    with work() as session:
        why = RefusalReason(refused_for)
        api.reject_refund(session, refund_id=refund_id, actor=actor, refused_for=why, words=words)
        record(session, "reject", REFUNDS, refund_id, reason=reason, detail={"as": actor, "for": refused_for})
    click.echo("Refused. The member has the credits again.")


@order.command()
@click.option("--since", type=MOMENT, help="Compare at least from this time (UTC).")
@reason_option
@dry_run_option
@json_option
def reconcile(since: datetime | None, reason: str, dry_run: bool, as_json: bool) -> None:
    """Compare payments with the lists of all configured providers, and update those that differ.

    Runs automatically every hour. Exit code 1 if a person must check: a payment that was not made here, or one that
    still differs.
    """
    from cli.records import from_moment
    from modules.billing import api

    compare = api.preview_reconciliation if dry_run else api.reconcile
    begin, _ = from_moment(since) or (None, None)
    with work(dry_run=dry_run) as session:
        providers = api.provider_accounts()
        # Before the providers are called: no transaction is open during the calls.
        for provider in providers:
            record(session, "reconcile", "billing.reconciliations", provider, reason=reason)
    with refusals(), progress() as show:
        runs = [compare(provider, since=begin, progress=show) for provider in providers]
    rows = [{"provider": run.provider, **_row(finding)} for run in runs for finding in run.findings]
    if as_json or rows:
        show_table(FINDING_COLUMNS, rows, as_json=as_json)
    for run in runs if not as_json else ():
        click.echo(f"{run.provider}: {run.listed} lines since {run.since:%Y-%m-%d %H:%M}, {len(run.findings)} new.")
    sys.exit(1 if any(run.wants_a_person for run in runs) else 0)


@order.command()
@click.option("--all", "with_explained", is_flag=True, help="Include explained ones.")
@json_option
def foreign(with_explained: bool, as_json: bool) -> None:
    """List payments at providers that were not made here; they add no credits."""
    from modules.billing import api

    with work(read_only=True) as session:
        found = api.list_foreign_payments(session, only_unexplained=not with_explained)
    show_table(FOREIGN_COLUMNS, [_row(one) for one in found], as_json=as_json)


@order.command()
@click.argument("provider")
@click.argument("ref")
@click.option("--as", "actor", required=True, help="Your name, recorded with the explanation.")
@click.option("--reason", "note", required=True, help="What the payment is for; kept for 400 days.")
def explain(provider: str, ref: str, actor: str, note: str) -> None:
    """Explain a payment that was not made here, such as one of another shop on the same account."""
    from modules.billing import api

    with work() as session:
        api.explain_foreign_payment(session, provider=provider, ref=ref, actor=actor, note=note)
        # The text is stored in one place only, and is deleted there.
        record(session, "explain", "billing.foreign-payments", f"{provider} {ref}", detail={"as": actor})
    click.echo("Explanation saved.")


def _row(thing: Any) -> dict[str, Any]:
    """Return the fields of a record, with its amount formatted."""
    return {**asdict(thing), "amount": _amount(thing)}


def _amount(thing: Any) -> str:
    return f"{thing.amount.minor / 100:.2f} {thing.amount.currency}"
