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
site_option = click.option("--site", "key", required=True, help="Key of the site; `hearth site list` names them.")


@click.group()
def member() -> None:
    """Look at members' accounts, make one, or let one leave.

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
      hearth member unban robin@example.org --site hearthside --reason "It was somebody else"
    """


@member.command("list")
@site_option
@click.option("--status", type=click.Choice([str(status) for status in MemberStatus]), help="Those in this state.")
@click.option("--name", help="Those with this in their name.")
@click.option("--since", type=DAY, help="Those who signed up on this day (UTC) or later.")
@click.option("--limit", type=click.IntRange(1, 10_000), default=20, show_default=True, help="How many, newest first.")
@json_option
def list_command(
    key: str, status: str | None, name: str | None, since: datetime | None, limit: int, as_json: bool
) -> None:
    """List the newest members of a site, all or those who are asked for."""
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
    """Show one member's account."""
    with work(read_only=True) as session:
        facts = _facts(_find(session, key, who))
    show_facts(facts, as_json=as_json)


@member.command()
@site_option
@click.option("--email", required=True)
@click.option("--name", required=True, help="The name that others see.")
@click.option("--born", required=True, type=DAY, help="Date of birth.")
@click.option("--language", help="Two letters; the site's own language when left out.")
@click.option("--confirmed", is_flag=True, help="The address needs no activation.")
@click.option("--password", prompt=True, hide_input=True, confirmation_prompt=True, help="Asked for when left out.")
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
    """Make a member, by the same rules as a signup; no mail is sent."""
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
    show_facts(facts, as_json=as_json, sentence=f"The member {new.name} is there: {member_id}")


@member.command("confirm")
@click.argument("who", metavar="EMAIL|ID")
@site_option
@reason_option
@json_option
def confirm_command(who: str, key: str, reason: str, as_json: bool) -> None:
    """Activate an account by hand, as for who gets no mail; its address is then taken on trust."""
    from modules.accounts import api

    with work() as session:
        found = _find(session, key, who)
        _ensure(found, MemberStatus.NOT_CONFIRMED)
        api.confirm_member(session, member_id=found.id)
        record(session, "confirm", RESOURCE, found.id, reason=reason)
        facts = _facts(api.get_member(session, found.id))
    show_facts(facts, as_json=as_json, sentence=f"The member {found.name} is active.")


@member.command("sessions")
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option("--end", is_flag=True, help="Log them out in all of these.")
@reason_option
@json_option
def sessions_command(who: str, key: str, end: bool, reason: str, as_json: bool) -> None:
    """List the browsers in which a member is logged in, last seen first, or end them all."""
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
        click.echo(f"The member {found.name} is logged out everywhere.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option(
    "--to", "path", type=click.Path(path_type=Path, dir_okay=False), required=True, help="A file that is not there yet."
)
@click.option("--reason", required=True, help="Kept in the access log.")
def export(who: str, key: str, path: Path, reason: str) -> None:
    """Write the copy of a member's data (a ZIP of page, JSON and photos), as the member can fetch it too."""
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
            raise CliError(f"{path} is there already; name another file.") from None
    click.echo(f"The copy of {found.name}'s data is in {path}; only you may read it.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@reason_option
@yes_option
def delete(who: str, key: str, reason: str, yes: bool) -> None:
    """Delete an account for its member: hidden at once, erased after 14 days; the way back is mailed."""
    from modules.accounts import api

    with work(read_only=True) as session:
        found = _find(session, key, who)
    _ensure(found, MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED)
    confirm(f"Delete {found.name} ({found.id})?", yes=yes)
    with work() as session:
        erase_at = api.delete_member(session, member_id=found.id, reason=DeletionReason.OPERATOR)
        record(session, "delete", RESOURCE, found.id, reason=reason)
    click.echo(f"The member {found.name} is deleted, and will be erased on {erase_at:%Y-%m-%d %H:%M} UTC.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@reason_option
def reactivate(who: str, key: str, reason: str) -> None:
    """Bring a deleted account back as it was."""
    from modules.accounts import api

    with work() as session:
        found = _find(session, key, who)
        _ensure(found, MemberStatus.DELETED)
        api.reactivate_member(session, member_id=found.id)
        record(session, "reactivate", RESOURCE, found.id, reason=reason)
    click.echo(f"The member {found.name} is back.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@yes_option
def erase(who: str, key: str, yes: bool) -> None:
    """Erase an account now and for good, without the 14 days; nothing brings it back."""
    from modules.accounts import api

    with work(read_only=True) as session:
        found = _find(session, key, who)
    _ensure(found, *(status for status in MemberStatus if status is not MemberStatus.ERASED))
    confirm(f"Erase {found.name} ({found.id}) for good?", yes=yes)
    with work() as session:
        api.erase_member(session, member_id=found.id)
        # No reason is recorded: it would be erased with the member.
        record(session, "erase", RESOURCE, found.id)
    click.echo(f"The member {found.id} is erased; the workers remove photos and words within a moment.")


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option(
    "--rule", type=click.Choice([str(rule) for rule in Rule]), required=True, help="The rule that was broken."
)
@click.option("--reason", required=True, help="What happened; the member reads it.")
@click.option("--days", type=click.IntRange(1, 365), help="For so long; for good when left out.")
@yes_option
def ban(who: str, key: str, rule: str, reason: str, days: int | None, yes: bool) -> None:
    """Close an account with a statement of reasons, against which its member may object.

    A ban for good waits until somebody of the staff signs it in the console, or says no.
    """
    from modules.moderation import api as moderation_api

    with work(read_only=True) as session:
        found = _find(session, key, who)
    _ensure_person(found)
    _ensure(found, MemberStatus.ACTIVE, MemberStatus.NOT_CONFIRMED, MemberStatus.DELETED)
    length = f"for {days} days" if days else "for good, once somebody of the staff signs it"
    confirm(f"Ban {found.name} ({found.id}) {length}?", yes=yes)
    with work() as session:
        moderation_api.ban_member(session, member_id=found.id, rule=Rule(rule), facts=reason, days=days)
    if days:
        done = f"The member {found.name} is banned {length}; they are mailed why."
    else:
        done = f"The ban of {found.name} waits for a signature in the console; nothing is done before."
    click.echo(done)


@member.command()
@click.argument("who", metavar="EMAIL|ID")
@site_option
@click.option("--reason", required=True, help="Kept in the access log.")
def unban(who: str, key: str, reason: str) -> None:
    """Lift all bans of an account, which is then as it was."""
    from modules.moderation import api as moderation_api

    with work() as session:
        found = _find(session, key, who)
        _ensure_person(found)
        _ensure(found, MemberStatus.BANNED)
        moderation_api.lift_bans(session, member_id=found.id, reason=reason)
    click.echo(f"The member {found.name} is back.")


def _ensure(found: Member, *statuses: MemberStatus) -> None:
    if found.status not in statuses:
        raise CliError(f"the member {found.id} is {found.status}; this is for members who are {' or '.join(statuses)}.")


def _ensure_person(found: Member) -> None:
    if found.is_fictional:
        raise CliError(f"{found.id} is a fictional profile; it is retired in the console, and neither banned nor back.")


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
