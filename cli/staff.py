"""`hearth staff`: access to the staff's console."""

import sys
from dataclasses import asdict

import click

from app.kernel.http.hosts import console_url
from app.kernel.i18n import LOCALES
from app.kernel.ids import new_token
from cli.work import confirm, json_option, reason_option, record, show_facts, show_table, work, yes_option
from modules.moderation.contracts.staff import Enrolment, Role

ROLES = click.Choice([str(role) for role in Role])
RESOURCE = "moderation.staff"
role_option = click.option("--role", "roles", type=ROLES, multiple=True, required=True, help="Role (repeatable).")

language_option = click.option(
    "--language",
    "languages",
    type=click.Choice(LOCALES),
    multiple=True,
    help="Language in which they write for fictional profiles (repeatable; default: all).",
)

password_option = click.option(
    "--password-stdin", is_flag=True, help="Read the password from standard input (default: generate one)."
)


@click.group()
def staff() -> None:
    """Manage staff accounts for the console.

    \b
    Examples:
      hearth staff create linden@hearthside.example --name Linden --role moderator --role support
      hearth staff reset linden@hearthside.example --keep-password
      hearth staff roles linden@hearthside.example --role finance
      hearth staff languages linden@hearthside.example --language nl --language de
      hearth staff list
      hearth staff enable linden@hearthside.example
      hearth staff disable linden@hearthside.example --reason "Left in May"
    """


@staff.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """List all staff."""
    from modules.moderation import api

    with work(read_only=True) as session:
        found = api.list_staff(session)
    columns = ("email", "name", "roles", "languages", "created_at", "disabled_at")
    show_table(columns, [{name: getattr(one, name) for name in columns} for one in found], as_json=as_json)


@staff.command()
@click.argument("email")
@click.option("--name", required=True, help="Name shown to colleagues.")
@role_option
@language_option
@password_option
@reason_option
@json_option
def create(
    email: str,
    name: str,
    roles: tuple[str, ...],
    languages: tuple[str, ...],
    password_stdin: bool,
    reason: str,
    as_json: bool,
) -> None:
    """Add a person, and print once what they need to log in."""
    from modules.moderation import api

    password = _new_password(password_stdin)
    with work() as session:
        enrolment = api.create_staff(
            session, email=email, name=name, roles=map(Role, roles), languages=languages, password=password
        )
        detail = {"roles": list(roles), "languages": list(languages)}
        record(session, "create", RESOURCE, enrolment.staff_id, reason=reason, detail=detail)
    shown = None if password_stdin else password
    if as_json:
        show_facts({"email": email, "roles": roles, "password": shown, **asdict(enrolment)}, as_json=True)
        return
    click.echo(f"{email} can log in at {console_url()} as {', '.join(roles)}.")
    _show(enrolment, shown)


@staff.command()
@click.argument("email")
@click.option("--keep-password", is_flag=True, help="Keep the password, such as after a lost phone.")
@password_option
@reason_option
@yes_option
@json_option
def reset(email: str, keep_password: bool, password_stdin: bool, reason: str, yes: bool, as_json: bool) -> None:
    """Give a person a new password, authenticator key and recovery codes, and log them out.

    With --password-stdin there is no confirmation prompt.
    """
    from modules.moderation import api

    if keep_password and password_stdin:
        raise click.UsageError("--keep-password and --password-stdin cannot be combined.")
    confirm(f"Log out {email} and reset their login?", yes=yes or password_stdin)
    password = None if keep_password else _new_password(password_stdin)
    with work() as session:
        staff_id = api.get_staff_by_email(session, email).id
        enrolment = api.reset_staff(session, staff_id=staff_id, password=password)
        detail = {"reset": ["authenticator", *([] if keep_password else ["password"])]}
        record(session, "reset", RESOURCE, staff_id, reason=reason, detail=detail)
    shown = None if password_stdin else password
    if as_json:
        show_facts({"email": email, "password": shown, **asdict(enrolment)}, as_json=True)
        return
    click.echo(f"{email} is logged out and has to log in with the new details.")
    _show(enrolment, shown)


@staff.command("roles")
@click.argument("email")
@role_option
@reason_option
def roles_command(email: str, roles: tuple[str, ...], reason: str) -> None:
    """Set a person's roles; others are removed."""
    from modules.moderation import api

    with work() as session:
        staff_id = api.get_staff_by_email(session, email).id
        api.set_roles(session, staff_id=staff_id, roles=map(Role, roles))
        record(session, "set-roles", RESOURCE, staff_id, reason=reason, detail={"roles": list(roles)})
    click.echo(f"{email} now has the roles {', '.join(roles)}.")


@staff.command("languages")
@click.argument("email")
@language_option
@reason_option
def languages_command(email: str, languages: tuple[str, ...], reason: str) -> None:
    """Set the languages in which a person writes for fictional profiles; without --language, all."""
    from modules.moderation import api

    with work() as session:
        staff_id = api.get_staff_by_email(session, email).id
        api.set_languages(session, staff_id=staff_id, languages=languages)
        record(session, "set-languages", RESOURCE, staff_id, reason=reason, detail={"languages": list(languages)})
    click.echo(f"{email} now writes in {', '.join(languages) or 'all languages'}.")


@staff.command()
@click.argument("email")
@click.option("--reason", required=True, help="Reason, recorded in the access log.")
@yes_option
def disable(email: str, reason: str, yes: bool) -> None:
    """Disable a person's account, and log them out."""
    from modules.moderation import api

    confirm(f"Disable {email}?", yes=yes)
    with work() as session:
        staff_id = api.get_staff_by_email(session, email).id
        api.disable_staff(session, staff_id=staff_id)
        record(session, "disable", RESOURCE, staff_id, reason=reason)
    click.echo(f"{email} is logged out and can no longer log in.")


@staff.command()
@click.argument("email")
@reason_option
def enable(email: str, reason: str) -> None:
    """Enable a disabled account again."""
    from modules.moderation import api

    with work() as session:
        staff_id = api.get_staff_by_email(session, email).id
        api.enable_staff(session, staff_id=staff_id)
        record(session, "enable", RESOURCE, staff_id, reason=reason)
    click.echo(f"{email} can log in again.")


def _new_password(is_given: bool) -> str:
    return sys.stdin.readline().rstrip("\n") if is_given else new_token()[:20]


def _show(enrolment: Enrolment, password: str | None) -> None:
    if password is not None:
        click.echo(f"\nPassword: {password}")
    click.echo(f"\nFor the authenticator app, shown only once:\n  {enrolment.provisioning_uri}")
    click.echo("\nRecovery codes, each valid once instead of a code from the app:")
    for code in enrolment.recovery_codes:
        click.echo(f"  {code}")
