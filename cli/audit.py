"""`hearth audit`: the access log of what staff and operators did."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from cli.records import limit_option, since_option
from cli.work import json_option, show_table, work

if TYPE_CHECKING:
    from app.kernel.db.session import Session
    from app.kernel.resources import Filter

COLUMNS = ("at", "staff", "action", "resource", "record_id", "reason", "detail")
# The name for people without a staff account.
OPERATOR = "operator"


@click.group()
def audit() -> None:
    """Show what staff did, and operators at the command line: who, what, to which record, and why.

    \b
    Examples:
      hearth audit list --limit 20
      hearth audit list --staff linden@example.org --since 2027-01-31
      hearth audit list --staff operator --action refund --json
      hearth audit list --resource accounts.members --record 0f3c...
    """


@audit.command("list")
@click.option("--staff", "email", help=f"Email address of staff, or `{OPERATOR}`.")
@click.option("--action", help="Action, such as reveal.")
@click.option("--resource", help="Kind of record, such as accounts.members.")
@click.option("--record", "record_id", help="ID of the record.")
@since_option
@limit_option
@json_option
def list_command(email: str | None, since: datetime | None, limit: int, as_json: bool, **sought: Any) -> None:
    """List entries of the access log, newest first."""
    from cli.records import from_moment, list_records
    from modules.moderation import api

    with work(read_only=True) as session:
        staff = {one.id: one.email for one in api.list_staff(session)}
        sought |= {"staff_id": _by(session, email), "at": from_moment(since)}
        found = list_records(session, "moderation.audit", limit=limit, **sought)
    rows = [{**one, "staff": staff.get(one["staff_id"], OPERATOR)} for one in found]
    show_table(COLUMNS, rows, as_json=as_json)


def _by(session: Session, email: str | None) -> Filter | None:
    from app.kernel.resources import Filter
    from modules.moderation import api

    if email is None:
        return None
    return Filter(None if email == OPERATOR else api.get_staff_by_email(session, email).id)
