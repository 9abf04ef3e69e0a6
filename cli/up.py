"""`hearth up`: everything on this machine, in the foreground."""

import json
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

import click

from app.kernel.http.hosts import CONSOLE
from cli import instance
from cli.errors import CliError
from cli.folder import DataFolder
from cli.paths import DATA
from cli.process import IS_LINUX
from cli.stack import Stack, has_site
from cli.supervisor import Supervisor, interruptible

DEMO_MEMBERS = 2000


@click.command()
@click.option("--port", type=click.IntRange(1, 65535), default=8080, show_default=True, help="Port of the sites.")
@click.option("--data", type=click.Path(path_type=Path), default=DATA, show_default=".hearth/data", help="Data folder.")
@click.option("--empty", is_flag=True, help="Start without the demo.")
@click.option("--members", type=click.IntRange(1), default=DEMO_MEMBERS, show_default=True, help="Members in the demo.")
def up(port: int, data: Path, empty: bool, members: int) -> None:
    """Start engines, sites, worker, mailbox and payment simulator, and stop them again with Ctrl-C.

    The first start with an empty data folder fills the database with a demo. A second copy needs its own --port and
    --data.

    \b
    Examples:
      hearth up
      hearth up --port 8081 --data .hearth/second --members 80
    """
    try:
        with interruptible(), DataFolder(data) as folder, Supervisor(say) as supervisor:
            run(Stack(folder, supervisor, port, forks=IS_LINUX), None if empty else members)
    except KeyboardInterrupt:
        click.echo("stopped")


def run(stack: Stack, demo_members: int | None) -> None:
    """Start a stack and keep it running until KeyboardInterrupt."""
    builds = stack.begin_builds()
    env = stack.start_foundation()
    fill_demo(stack, env, demo_members)
    for build in builds:
        stack.supervisor.finish(build)
    instance.publish(stack.folder.path, env)
    try:
        stack.start_application(env)
        welcome(stack, env)
        stack.supervisor.watch()
    finally:
        instance.withdraw(stack.folder.path)


def fill_demo(stack: Stack, env: Mapping[str, str], members: int | None) -> None:
    """Fill a database without sites with the demo; with `members` None, leave it empty.

    Raises CliError if an earlier start was stopped while filling it.
    """
    unfinished = stack.folder.path / "demo-unfinished"
    if unfinished.exists():
        raise CliError(f"the demo on {stack.folder.path} is incomplete; delete that folder and start again.")
    if members and not has_site(env["HEARTH_DATABASE_URL"]):
        say("demo", f"filling the database with {members} members")
        unfinished.touch()
        stack.run("demo", ["demo", "fill", "--members", str(members)], env)
        unfinished.unlink()


def welcome(stack: Stack, env: Mapping[str, str]) -> None:
    """Print the addresses, and the demo's logins where there are any."""
    click.echo(f"\nHearthside answers on http://127.0.0.1:{stack.port}   mail and SMS: {env['HEARTH_MAILBOX_URL']}")
    if "HEARTH_SIMULATOR_URL" in env:
        click.echo(f"Payment simulator: {env['HEARTH_SIMULATOR_URL']}")
    logins = stack.folder.path / "demo-logins.json"
    if logins.exists():
        for login in json.loads(logins.read_text()):
            address = _address(login["address"], stack.port, env.get("HEARTH_OPS_HOST", ""))
            click.echo(f"  {address:<36} {login['email']:<36} {login['password']:<20} {login['who']}")
    click.echo("Ctrl-C stops everything.\n")


def _address(address: str, port: int, ops_host: str) -> str:
    """Return the current address of a demo login; the console's host is its own if it has one."""
    place = urlsplit(address)
    host = ops_host if ops_host and place.path == CONSOLE else place.netloc
    return place._replace(netloc=host if ":" in host else f"{host}:{port}").geturl()


def say(name: str, line: str) -> None:
    """Print a line of the log."""
    click.echo(f"{name:<12}{line}")
