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
@click.option("--members", type=click.IntRange(1), default=2000, show_default=True, help="Number of demo members.")
def fill(members: int) -> None:
    """Create two demo sites and their members, in an empty database.

    \b
    hearth demo fill --members 500
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from cli.dev.demo.fill import Demo, has_sites

    instance.use()
    if has_sites():
        raise CliError("the database already has sites; start the demo with another --data folder.")
    columns = (TextColumn("{task.description:22}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, transient=False) as progress:
        logins = Demo(members, progress).fill()
    write_private(_logins_file(), json.dumps(logins, indent=2))
    click.echo(f"The demo's logins are in {_logins_file()}.")


@demo.command()
@click.argument("name", default="linden")
def code(name: str) -> None:
    """Print the current login code of NAME of the demo's staff (default: linden)."""
    import pyotp

    instance.use()
    logins = json.loads(_logins_file().read_text()) if _logins_file().exists() else []
    secrets = {login["email"].partition("@")[0]: login["totp"] for login in logins if "totp" in login}
    if not secrets:
        raise CliError("there are no demo staff; `hearth staff create` adds real ones.")
    if name not in secrets:
        raise CliError(f"the demo's staff are {' and '.join(secrets)}.")
    click.echo(pyotp.TOTP(pyotp.parse_uri(secrets[name]).secret).now())


def _logins_file() -> Path:
    return Path(os.environ.get("HEARTH_DATA", DATA)) / "demo-logins.json"
