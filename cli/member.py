"""`hearth member`: accounts of members."""

from __future__ import annotations

import os
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any

import click

from cli.errors import CliError
from cli.work import (
    DAY,
    confirm,
    json_option,
    progress,
    reason_option,
    record,
    show_facts,
    show_table,
    work,
    yes_option,
)
from modules.accounts.contracts import DeletionReason, Member, MemberStatus
from modules.moderation.contracts.decisions import Rule

if TYPE_CHECKING:
    from app.kernel.db.session import Session

RESOURCE = "accounts.members"
site_option = click.option("--site", "key", required=True, help="Key of the site; `hearth site list` shows all.")


@click.group()
def member() -> None:
    """Show, create, delete or ban members.

    \b
    Examples:
      hearth member list --site hearthside --limit 50
      hearth member list --site hearthside --status not_confirmed --since 2027-01-31 --name rob
      hearth member show robin@example.org --site hearthside
      hearth member create --site hearthside --email robin@example.org --name Robin --born 1985-05-17 --confirmed
      hearth member confirm robin@example.org --site hearthside --reason "The mail never came"
      hearth member sessions robin@example.org --site hearthside
      hearth member sessions robin@example.org --site hearthside --end --reason "Lost the phone"
      hearth member export robin@example.org --site hearthside --reason "Asked for it by letter" --to robin.zip
      hearth member delete robin@example.org --site hearthside --reason "Asked for it by phone"
      hearth member reactivate robin@example.org --site hearthside
      hearth member erase robin@example.org --site hearthside
      hearth member ban robin@example.org --site hearthside --rule spam --reason "The same words to 40" --days 7
      hearth member unban robin@example.org --site hearthside --reason "It was someone else"
    """


@member.command("list")
@site_option
@click.option("--status", type=click.Choice([str(status) for status in MemberStatus]), help="State.")
@click.option("--name", help="Part of the name.")
@click.option("--since", type=DAY, help="First day of signup (UTC).")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="Maximum number.")
@json_option
def list_command(
    key: str, status: str | None, name: str | None, since: datetime | None, limit: int, as_json: bool
) -> None:
    """List members of a site, newest first."""
    from modules.accounts import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        found = api.list_site_members(
            session,
            site_id=sites_api.get_site_by_key(session, key).id,
            status=MemberStatus(status) if status else None,
            name=name,
            since=since.replace(tzinfo=UTC) if since else None,
            limit=limit,
        )
    rows = [_facts(one) for one in found]
    show_table(("id", "email", "name", "status", "is_paid", "is_fictional", "signup_at"), rows, as_json=as_json)


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@json_option
def show(who: str, key: str, as_json: bool) -> None:
    """Show a member's account."""
    with work(read_only=True) as session:
        facts = _facts(_find(session, key, who))
    show_facts(facts, as_json=as_json)


@member.command()
@site_option
@click.option("--email", required=True)
@click.option("--name", required=True, help="Name shown to others.")
@click.option("--born", required=True, type=DAY, help="Date of birth.")
@click.option("--language", help="Language, two letters (default: the site's main language).")
@click.option("--confirmed", is_flag=True, help="Confirm the email address now.")
@click.option("--password", prompt=True, hide_input=True, confirmation_prompt=True, help="Prompted for by default.")
@reason_option
@json_option
def create(
    key: str,
    email: str,
    name: str,
    born: datetime,
    language: str | None,
    confirmed: bool,
    password: str,
    reason: str,
    as_json: bool,
) -> None:
    """Create a member by the same rules as a signup; no email is sent."""
    from modules.accounts import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        site = sites_api.get_site_by_key(session, key)
    with work() as session:
        spoken = language or site.domain_language
        new = api.draft_member(
            site, email=email, name=name, password=password, date_of_birth=born.date(), language=spoken
        )
        member_id = api.create_member(session, site_id=site.id, new=new)
        if confirmed:
            api.confirm_member(session, member_id=member_id)
        record(session, "create", RESOURCE, member_id, reason=reason, detail={"confirmed": confirmed})
        facts = _facts(api.get_member(session, member_id))
    show_facts(facts, as_json=as_json, sentence=f"Member {new.name} created: {member_id}")


@member.command("confirm")
@click.argument("who", metavar="EMAIL|ID")
@site_option
@reason_option
@json_option
def confirm_command(who: str, key: str, reason: str, as_json: bool) -> None:
    """Confirm the email address of a member who gets no email, without proof."""
    from modules.accounts import api

    with work() as session:
        found = _find(session, key, who)
        _ensure(found, MemberStatus.NOT_CONFIRMED)
        api.confirm_member(session, member_id=found.id)
        record(session, "confirm", RESOURCE, found.id, reason=reason)
        facts = _facts(api.get_member(session, found.id))
    show_facts(facts, as_json=as_json, sentence=f"Member {found.name} is now active.")


@member.command("sessions")
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option("--end", is_flag=True, help="End all sessions.")
@reason_option
@json_option
def sessions_command(who: str, key: str, end: bool, reason: str, as_json: bool) -> None:
    """List the browsers in which a member is logged in, or log them out everywhere."""
    from modules.accounts import api

    with work(read_only=not end) as session:
        found = _find(session, key, who)
        rows = [asdict(one) for one in api.list_sessions(session, found.id)]
        if end:
            api.close_sessions(session, member_id=found.id)
            record(session, "end-sessions", RESOURCE, found.id, reason=reason)
    if as_json or not end:
        show_table(("user_agent", "created_at", "seen_at", "id"), rows, as_json=as_json)
    else:
        click.echo(f"Member {found.name} is logged out everywhere.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option("--to", "path", type=click.Path(path_type=Path, dir_okay=False), required=True, help="New file to write.")
@click.option("--reason", required=True, help="Reason, recorded in the access log.")
def export(who: str, key: str, path: Path, reason: str) -> None:
    """Write a copy of a member's data: the same ZIP of a page, JSON and photos that the member can download."""
    from app.kernel import jobs
    from app.registry import MODULES
    from modules.accounts import api

    jobs.install(MODULES)
    with work() as session:
        found = _find(session, key, who)
        _ensure(found, *(status for status in MemberStatus if status is not MemberStatus.ERASED))
        record(session, "export", RESOURCE, found.id, reason=reason)
    # Complete before the file is created, so that a failure leaves none.
    with TemporaryFile() as copy, progress() as show:
        api.write_copy(found.id, copy, show)
        copy.seek(0)
        try:
            with open(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                copyfileobj(copy, file)
        except FileExistsError:
            raise CliError(f"{path} already exists; choose another name.") from None
    click.echo(f"The copy of {found.name}'s data is in {path}; only you can read it.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@reason_option
@yes_option
def delete(who: str, key: str, reason: str, yes: bool) -> None:
    """Delete a member: hidden now, erased after 14 days; an email says how to reactivate the account."""
    from modules.accounts import api

    with work(read_only=True) as session:
        found = _find(session, key, who)
    _ensure(found, MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED)
    confirm(f"Delete {found.name} ({found.id})?", yes=yes)
    with work() as session:
        erase_at = api.delete_member(session, member_id=found.id, reason=DeletionReason.OPERATOR)
        record(session, "delete", RESOURCE, found.id, reason=reason)
    click.echo(f"Member {found.name} deleted. Erasure: {erase_at:%Y-%m-%d %H:%M} UTC.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@reason_option
def reactivate(who: str, key: str, reason: str) -> None:
    """Reactivate a deleted account as it was."""
    from modules.accounts import api

    with work() as session:
        found = _find(session, key, who)
        _ensure(found, MemberStatus.DELETED)
        api.reactivate_member(session, member_id=found.id)
        record(session, "reactivate", RESOURCE, found.id, reason=reason)
    click.echo(f"Member {found.name} reactivated.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@yes_option
def erase(who: str, key: str, yes: bool) -> None:
    """Erase an account now, without the 14 days. This cannot be undone."""
    from modules.accounts import api

    with work(read_only=True) as session:
        found = _find(session, key, who)
    _ensure(found, *(status for status in MemberStatus if status is not MemberStatus.ERASED))
    confirm(f"Erase {found.name} ({found.id}) permanently?", yes=yes)
    with work() as session:
        api.erase_member(session, member_id=found.id)
        # No reason is recorded: it would be erased with the member.
        record(session, "erase", RESOURCE, found.id)
    click.echo(f"Member {found.id} erased; the workers remove photos and texts in a moment.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option(
    "--rule", type=click.Choice([str(rule) for rule in Rule]), required=True, help="The rule that was broken."
)
@click.option("--reason", required=True, help="What happened, shown to the member.")
@click.option("--days", type=click.IntRange(1, 365), help="Days of the ban (default: permanent).")
@yes_option
def ban(who: str, key: str, rule: str, reason: str, days: int | None, yes: bool) -> None:
    """Ban a member with a statement of reasons, which they can appeal against.

    A permanent ban takes effect when a member of staff signs it in the console.
    """
    from modules.moderation import api as moderation_api

    with work(read_only=True) as session:
        found = _find(session, key, who)
    _ensure_person(found)
    _ensure(found, MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED, MemberStatus.DELETED)
    length = f"for {days} days" if days else "permanently, once staff sign it in the console"
    confirm(f"Ban {found.name} ({found.id}) {length}?", yes=yes)
    with work() as session:
        moderation_api.ban_member(session, member_id=found.id, rule=Rule(rule), facts=reason, days=days)
    if days:
        done = f"Member {found.name} is banned {length} and gets an email with the reasons."
    else:
        done = f"The ban of {found.name} is waiting for a signature in the console and is not in force yet."
    click.echo(done)


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option("--reason", required=True, help="Reason, recorded in the access log.")
def unban(who: str, key: str, reason: str) -> None:
    """Reverse all bans of an account, which is then as it was."""
    from modules.moderation import api as moderation_api

    with work() as session:
        found = _find(session, key, who)
        _ensure_person(found)
        _ensure(found, MemberStatus.BANNED)
        moderation_api.lift_bans(session, member_id=found.id, reason=reason)
    click.echo(f"Member {found.name} is no longer banned.")


def _ensure(found: Member, *statuses: MemberStatus) -> None:
    if found.status not in statuses:
        raise CliError(f"member {found.id} is {found.status}, but this command needs {' or '.join(statuses)}.")


def _ensure_person(found: Member) -> None:
    if found.is_fictional:
        raise CliError(f"{found.id} is a fictional profile, which cannot be banned; retire it in the console.")


def _find(session: Session, key: str, who: str) -> Member:
    from cli.whom import find_member
    from modules.sites import api as sites_api

    site = sites_api.get_site_by_key(session, key)
    found = find_member(session, who, key)
    if found.site_id != site.id:
        raise CliError(f"the site {key} has no member {who}.")
    return found


def _facts(one: Member) -> dict[str, Any]:
    return asdict(one)
