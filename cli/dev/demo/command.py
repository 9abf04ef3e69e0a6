"""`hearth demo`: two example sites with invented people."""

import json
import os
from pathlib import Path

import click

from cli import instance
from cli.errors import CliError
from cli.folder import write_private
from cli.paths import DATA


@click.group()
def demo() -> None:
    """Fill a new installation with invented people.

    \b
    Examples:
      hearth demo fill --members 80
      hearth demo code rowan
    """


@demo.command()
@click.option("--members", type=click.IntRange(1), default=2000, show_default=True, help="How many people to invent.")
def fill(members: int) -> None:
    """Make two sites and their people; refused where there is a site already.

    \b
    hearth demo fill --members 500
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from cli.dev.demo.fill import Demo, has_sites

    instance.use()
    if has_sites():
        raise CliError("there are sites already; the demo is for an empty database (start with another --data folder).")
    columns = (TextColumn("{task.description:22}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=False) as progress:
        logins = Demo(members, progress).fill()
    write_private(_logins_file(), json.dumps(logins, indent=2))
    click.echo(f"The demo's logins are in {_logins_file()}.")


@demo.command()
@click.argument("name", default="linden")
def code(name: str) -> None:
    """Print the code that the login of NAME of the demo's staff asks for now; of linden when left out."""
    import pyotp

    instance.use()
    logins = json.loads(_logins_file().read_text()) if _logins_file().exists() else []
    secrets = {login["email"].partition("@")[0]: login["totp"] for login in logins if "totp" in login}
    if not secrets:
        raise CliError("this Hearthside has no demo staff; `hearth staff create` makes real ones.")
    if name not in secrets:
        raise CliError(f"the demo's staff are {' and '.join(secrets)}.")
    click.echo(pyotp.TOTP(pyotp.parse_uri(secrets[name]).secret).now())


def _logins_file() -> Path:
    return Path(os.environ.get("HEARTH_DATA", DATA)) / "demo-logins.json"
