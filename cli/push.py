"""`hearth push`: push messages to browsers."""

import sys
from pathlib import Path

import click

from app.kernel.config import config
from cli import instance
from cli.errors import CliError
from cli.folder import write_private
from cli.work import json_option, refusals, show_table, work
from modules.notifications.contracts import PushAnswer


@click.group()
def push() -> None:
    """Create the key for push notifications, and send a test.

    \b
    Examples:
      hearth push keys /etc/hearthside/push.pem
      hearth push test robin@example.org --site hearthside
    """


@push.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), required=False)
def keys(file: Path | None) -> None:
    """Print the public key of FILE (default: HEARTH_VAPID_FILE), and create the private one if there is none.

    Keep a copy: browsers subscribe with this key, and with another one every member would have to allow push again.
    """
    from app.kernel.secrets import vapid

    if file is None:
        instance.use()
    with refusals():
        place = file or config().vapid_file
        if place is None:
            raise CliError("HEARTH_VAPID_FILE is not set: pass a FILE.")
        if not place.exists():
            write_private(place, vapid.new_key())
            click.echo(f"Created a key in {place}; set HEARTH_VAPID_FILE to it.", err=True)
        click.echo(vapid.public_key(vapid.read_key(place)))


@push.command()
@click.argument("email")
@click.option("--site", "key", required=True, help="Key of the site; `hearth site list` shows all.")
@json_option
def test(email: str, key: str, as_json: bool) -> None:
    """Send a test to all subscribed browsers of a member, and show each result; exit code 1 if all refuse it."""
    from modules.accounts import api as accounts_api
    from modules.notifications import api
    from modules.sites import api as sites_api

    with work(read_only=True) as session:
        site = sites_api.get_site_by_key(session, key)
        member = accounts_api.find_member_by_email(session, site_id=site.id, email=email)
    if member is None:
        raise CliError(f"the site {key} has no member {email}.")
    with refusals():
        answers = api.send_test_push(member_id=member.id)
    if not answers:
        raise CliError(f"no browser of {email} is subscribed to push.")
    if as_json:
        rows = [{"browser": browser, "answer": str(answer)} for browser, answer in answers]
        show_table(("browser", "answer"), rows, as_json=True)
    for browser, answer in answers if not as_json else ():
        click.echo(f"{answer:<8}  {browser}")
    sys.exit(0 if any(answer == PushAnswer.TAKEN for _, answer in answers) else 1)
