"""`hearth complaint`: members' complaints and the answers."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from uuid import UUID

import click

from cli.errors import CliError
from cli.records import limit_option, site_option
from cli.work import DAY, json_option, record, show_facts, show_table, work
from modules.moderation.contracts.complaints import Author, ComplaintState

if TYPE_CHECKING:
    from app.kernel.db.session import Session

RESOURCE = "moderation.complaints"
COLUMNS = ("number", "topic", "state", "site", "member_id", "created_at", "due_at", "claimed_by")
SPEAKERS = {Author.COMPLAINANT: "They", Author.STAFF: "We, by {}", Author.NOTE: "Internal note by {}"}


@click.group()
def complaint() -> None:
    """List complaints, with due date and assigned staff, and read their messages.

    Complaints are answered in the console.

    \b
    Examples:
      hearth complaint list --site hearthside
      hearth complaint list --due 2027-01-31 --json
      hearth complaint show K7MP-4XQ2 --reason "They rang up about it"
    """


@complaint.command("list")
@site_option
@click.option(
    "--status",
    "state",
    type=click.Choice([str(one) for one in ComplaintState]),
    default=str(ComplaintState.OPEN),
    show_default=True,
    help="State; open ones need an answer.",
)
@click.option("--due", type=DAY, help="Open complaints with an answer due by the end of this day (UTC).")
@limit_option
@json_option
def list_command(key: str | None, state: str, due: datetime | None, limit: int, as_json: bool) -> None:
    """List complaints, open ones by due date, others newest first."""
    from cli.records import list_records, site_id_of, site_keys

    is_open = state == ComplaintState.OPEN
    if due and not is_open:
        raise CliError("only open complaints have a due date: remove --status or --due.")
    until = (None, due.replace(tzinfo=UTC) + timedelta(days=1)) if due else None
    sort = "due_at" if is_open else "-created_at"
    with work(read_only=True) as session:
        sites, site_id = site_keys(session), site_id_of(session, key)
        found = list_records(session, RESOURCE, limit=limit, sort=sort, state=state, site_id=site_id, due_at=until)
    rows = [{**one, "site": sites[one["site_id"]], "due_at": one["due_at"] if is_open else None} for one in found]
    show_table(COLUMNS, rows, as_json=as_json)


@complaint.command()
@click.argument("which", metavar="NUMBER|ID")
@click.option("--reason", required=True, help="Reason for access, recorded in the access log.")
@json_option
def show(which: str, reason: str, as_json: bool) -> None:
    """Show a complaint with all messages and internal notes; the access is logged."""
    from modules.moderation import api

    if not reason.strip():
        raise CliError("a reason for access is required: --reason.")
    with work() as session:
        complaint_id = _find(session, which)
        shown = api.show_complaint(session, complaint_id=complaint_id)
        record(session, "reveal", RESOURCE, complaint_id, reason=reason)
    if as_json:
        show_facts(shown, as_json=True)
        return
    show_facts(_facts(shown), as_json=False)
    for message in shown["messages"]:
        who = SPEAKERS[message["author"]].format(message["by"])
        click.echo(f"\n{_moment(message['at'])}  {who}:\n{message['body'] or '(erased)'}")


def _facts(shown: Mapping[str, Any]) -> dict[str, Any]:
    person, holder = shown["person"], shown["claimed_by"]
    return {
        "number": shown["number"],
        "about": shown["topic"],
        "state": shown["state"],
        "from": f"{person['name']} ({person['id']})" if person else "a visitor without an account",
        "received": _moment(shown["created_at"]),
        "answer due": shown["due_at"] and _moment(shown["due_at"]),
        "assigned to": holder and holder["name"],
        "closed": shown["closed_at"] and _moment(shown["closed_at"]),
    }


def _find(session: Session, which: str) -> UUID:
    from cli.records import list_records

    try:
        return UUID(which)
    except ValueError:
        found = list_records(session, RESOURCE, limit=1, number=which.upper())
    if not found:
        raise CliError(f"there is no complaint {which}.")
    complaint_id: UUID = found[0]["id"]
    return complaint_id


def _moment(at: str) -> str:
    return f"{datetime.fromisoformat(at):%Y-%m-%d %H:%M}"
