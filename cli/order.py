"""`hearth order`: what members ordered, and their money back."""

from dataclasses import asdict
from typing import Any
from uuid import UUID

import click

from cli import instance
from cli.work import json_option, refusals, show_facts, show_table, work
from modules.billing import api

actor_option = click.option("--as", "actor", required=True, help="Who you are; it is kept with the refund.")
REFUND_COLUMNS = ("id", "amount", "credits", "reason", "state", "requested_by", "note")


@click.group()
def order() -> None:
    """Look at orders, ask the provider after them, and send money back.

    \b
    Examples:
      hearth order show 01a1...
      hearth order sync 01a1...
      hearth order refund 01a1... --credits 120 --as linden --reason "asked by phone"
      hearth order refunds                       those that wait for a second person
      hearth order approve 01a2... --as robin
    """


@order.command()
@click.argument("order_id", type=click.UUID)
@json_option
def show(order_id: UUID, as_json: bool) -> None:
    """Show an order."""
    with work(read_only=True) as session:
        facts = asdict(api.get_order(session, order_id))
    show_facts(facts, as_json=as_json)


@order.command()
@click.argument("order_id", type=click.UUID)
def sync(order_id: UUID) -> None:
    """Ask the provider what became of an order's payments, and take it over."""
    instance.use()
    with refusals():
        api.sync_order(order_id)
    with work(read_only=True) as session:
        click.echo(f"The order is {api.get_order(session, order_id).state}.")


@order.command()
@click.argument("order_id", type=click.UUID)
@click.option("--credits", type=click.IntRange(0), default=0, help="How many unspent credits to take back.")
@click.option("--extra", type=click.IntRange(0), default=0, help="Cents beyond their worth, as goodwill.")
@click.option("--reason", "note", required=True, help="Why; it is kept with the refund.")
@actor_option
def refund(order_id: UUID, **given: Any) -> None:
    """Send money back for unspent credits of an order, or as goodwill; above 50.00 a second person approves."""
    with work() as session:
        made = api.request_refund(session, order_id=order_id, extra_minor=given.pop("extra"), **given)
    click.echo(f"{made.amount.minor / 100:.2f} {made.amount.currency}, {made.state}: {made.id}")


@order.command()
@json_option
def refunds(as_json: bool) -> None:
    """List the refunds that wait for a second person."""
    with work(read_only=True) as session:
        waiting = api.list_waiting_refunds(session)
    rows = [{**asdict(one), "amount": f"{one.amount.minor / 100:.2f} {one.amount.currency}"} for one in waiting]
    show_table(REFUND_COLUMNS, rows, as_json=as_json)


@order.command()
@click.argument("refund_id", type=click.UUID)
@actor_option
def approve(refund_id: UUID, actor: str) -> None:
    """Let a refund go out that somebody else asked for."""
    with work() as session:
        api.approve_refund(session, refund_id=refund_id, actor=actor)
    click.echo("It goes out now.")


@order.command()
@click.argument("refund_id", type=click.UUID)
@actor_option
def reject(refund_id: UUID, actor: str) -> None:
    """Say no to a refund; its credits are the member's again."""
    with work() as session:
        api.reject_refund(session, refund_id=refund_id, actor=actor)
    click.echo("It does not go out; the credits are back.")
