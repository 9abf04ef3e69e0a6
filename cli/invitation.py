"""`hearth invitation`: codes with which people sign up where a site takes new members by invitation."""

from typing import Any
from uuid import UUID

import click

from cli.work import confirm, dry_run_option, json_option, record, show_table, work, yes_option
from modules.accounts.contracts import Invitation

RESOURCE = "accounts.invitations"
COLUMNS = ("code", "uses", "most_uses", "expires_at", "is_open", "by", "note")


@click.group()
def invitation() -> None:
    """Create, list and withdraw invitations.

    \b
    Examples:
      hearth site set evergreen signups=invitation
      hearth invitation create evergreen --note "Friends of the choir" --uses 20 --days 14
      hearth invitation create evergreen --count 50 --dry-run
      hearth invitation create evergreen --count 50 --json
      hearth invitation list evergreen
      hearth invitation revoke evergreen 7KQ2-MX4A-09TC
    """


@invitation.command()
@click.argument("site")
@click.option("--uses", type=click.IntRange(1, 100_000), default=1, show_default=True, help="Uses per invitation.")
@click.option("--days", type=click.IntRange(1, 3650), default=30, show_default=True, help="Validity in days.")
@click.option("--count", type=click.IntRange(1, 1000), default=1, show_default=True, help="Number to create.")
@click.option("--note", default="", help="Internal note, kept for half a year or as long as the invitation is open.")
@dry_run_option
@json_option
def create(site: str, uses: int, days: int, count: int, note: str, dry_run: bool, as_json: bool) -> None:
    """Create invitations and print their codes and links; a dry run shows examples that do not work."""
    from modules.accounts import api
    from modules.sites import api as sites_api

    with work(dry_run=dry_run) as session:
        found = sites_api.get_site_by_key(session, site)
        made = [api.create_invitation(session, site=found, uses=uses, days=days, note=note) for _ in range(count)]
        for one in made:  # the note is left out, because it may contain a name
            record(session, "create", RESOURCE, one.id, detail={"uses": uses, "days": days})
    show_table(("code", "url", "most_uses", "expires_at"), [_facts(one) for one in made], as_json=as_json)


@invitation.command("list")
@click.argument("site")
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Maximum number.")
@json_option
def list_command(site: str, limit: int, as_json: bool) -> None:
    """List a site's invitations, newest first, including those of its members."""
    from modules.accounts import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        found = api.list_invitations(session, site=sites_api.get_site_by_key(session, site), limit=limit)
    show_table(COLUMNS, [_facts(one) for one in found], as_json=as_json)


@invitation.command()
@click.argument("site")
@click.argument("which", metavar="CODE|ID")
@yes_option
def revoke(site: str, which: str, yes: bool) -> None:
    """Withdraw an invitation; members who used it are not affected."""
    from modules.accounts import api
    from modules.sites import api as sites_api

    confirm(f"Withdraw the invitation {which}?", yes=yes)
    with work() as session:
        site_id = sites_api.get_site_by_key(session, site).id
        invitation_id = _id(which) or api.find_code(session, site_id=site_id, code=which)
        api.revoke_invitation(session, site_id=site_id, invitation_id=invitation_id)
        record(session, "revoke", RESOURCE, invitation_id)
    click.echo("Invitation withdrawn.")


def _id(which: str) -> UUID | None:
    try:
        return UUID(which)
    except ValueError:
        return None


def _facts(one: Invitation) -> dict[str, Any]:
    return {
        "id": one.id,
        "code": one.code,
        "url": one.url,
        "uses": one.uses,
        "most_uses": one.most_uses,
        "created_at": one.created_at,
        "expires_at": one.expires_at,
        "is_open": one.is_open,
        "by": "operator" if one.made_by is None else str(one.made_by),
        "note": one.note,
    }
